//! What a game describes its table from: what one viewer may know.

use super::HasScene;
use crate::{
    cards::{Card, Hand},
    games::{Code, Due, DueOf, GameStep, Player, Viewer, check_as_seen},
    narration::{Names, joined},
    players::Skill,
};

/// Maximum number of legal steps searched for playable cards.
const LEGAL_LIMIT: usize = 2_000;

/// A table as a viewer sees it.
pub struct SceneView<'a, G: HasScene> {
    /// Names of players and cards.
    pub names: &'a Names<'a>,
    /// The viewer.
    pub viewer: Viewer,
    /// The player addressed as `You`: the viewer, if a player.
    pub you: Option<Player>,
    /// The game. Only what the viewer may know is shown.
    pub(super) game: &'a G,
    /// The state as the viewer sees it.
    pub state: G::State,
    /// What is due, as far as the viewer knows.
    pub due: DueOf<G::Step>,
    /// The last step; `None` at the start.
    pub made: Option<&'a G::Step>,
    /// The game before it, for what it has changed.
    pub(super) before: Option<&'a G>,
    /// The playable cards; `None` if no player with a visible hand must act.
    playable: Option<Hand>,
    /// Who plays each seat of a table; empty in a replay.
    played: Vec<Played>,
    /// The steps of the last throw.
    pub thrown: Vec<&'a G::Step>,
    /// Does nothing of the game stay hidden?
    pub open: bool,
}

/// Who plays a seat at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Played {
    /// A person.
    Person,
    /// A person who did not act in time, so that a bot did.
    Away,
    /// A bot.
    Bot(Skill),
}

impl Played {
    /// Its id for the page's script.
    pub const fn id(self) -> &'static str {
        match self {
            Played::Person => "person",
            Played::Away => "away",
            Played::Bot(_) => "bot",
        }
    }

    /// How it is played, as in `careful bot`; `None` by a person.
    pub fn how(self) -> Option<String> {
        match self {
            Played::Person => None,
            Played::Away => Some("away".to_owned()),
            Played::Bot(skill) => Some(format!("{} bot", skill.manner())),
        }
    }
}

impl<'a, G: HasScene> SceneView<'a, G> {
    /// The table as `viewer` sees it after the step `made`.
    pub fn new(game: &'a G, viewer: Viewer, names: &'a Names<'a>, made: Option<&'a G::Step>) -> SceneView<'a, G> {
        SceneView { playable: playable(game, viewer), ..SceneView::in_words(game, viewer, names, made) }
    }

    /// The same table for sentences: which cards are playable is not searched.
    pub fn in_words(game: &'a G, viewer: Viewer, names: &'a Names<'a>, made: Option<&'a G::Step>) -> SceneView<'a, G> {
        SceneView {
            names,
            viewer,
            you: None,
            game,
            state: game.state(viewer),
            due: game.due_for(viewer),
            made,
            before: None,
            playable: None,
            played: Vec::new(),
            thrown: Vec::new(),
            open: viewer == Viewer::All,
        }
    }

    /// The table as seen by one of its players.
    pub fn played_by(player: Player, game: &'a G, names: &'a Names<'a>, made: Option<&'a G::Step>) -> SceneView<'a, G> {
        let mut view = SceneView::new(game, Viewer::Player(player), names, made);
        view.you = Some(player);
        view
    }

    /// The same table with the game before the last step.
    pub fn since(self, before: &'a G) -> SceneView<'a, G> {
        SceneView { before: Some(before), ..self }
    }

    /// The same table with who plays each seat.
    pub fn at_table(self, played: Vec<Played>) -> SceneView<'a, G> {
        SceneView { played, ..self }
    }

    /// The same table with the last throw among the steps that led to it.
    pub fn after(self, steps: &'a [G::Step]) -> SceneView<'a, G> {
        let last = steps.iter().rev().skip_while(|step| !G::is_throw(step)).take_while(|step| G::is_throw(step));
        let mut thrown: Vec<_> = last.collect();
        thrown.reverse();
        SceneView { thrown, ..self }
    }

    /// The same table when the game is over: nothing is hidden any more.
    pub fn opened(self) -> SceneView<'a, G> {
        SceneView { state: self.game.state(Viewer::All), open: true, ..self }
    }

    /// Who plays a seat; `None` in a replay.
    pub fn played(&self, player: Player) -> Option<Played> {
        self.played.get(player.index()).copied()
    }

    /// The same table after its game was given up: nobody may act any more.
    pub fn given_up(self) -> SceneView<'a, G> {
        SceneView { due: Due::Over, playable: None, ..self }
    }

    /// Number of players.
    pub fn players(&self) -> usize {
        self.names.players.len()
    }

    /// All players clockwise, starting with the viewer or else the first.
    pub fn round(&self) -> Vec<Player> {
        let mut seating = G::seating(&self.state, self.players());
        let first = match self.viewer {
            Viewer::Player(player) => seating.iter().position(|one| *one == player),
            Viewer::All | Viewer::Public => seating.iter().position(|one| one.index() == 0),
        };
        seating.rotate_left(first.unwrap_or_default());
        seating
    }

    /// May this player act?
    pub fn is_due(&self, player: Player) -> bool {
        self.due.players().contains(player)
    }

    /// May this player act although the game does not wait for it?
    pub fn may_speak(&self, player: Player) -> bool {
        match self.due {
            Due::Players { may, .. } => may.contains(player),
            Due::Table(_) | Due::Over => false,
        }
    }

    /// Does the game wait for this player?
    pub fn must_act(&self, player: Player) -> bool {
        match self.due {
            Due::Players { must, .. } => must.contains(player),
            Due::Table(_) | Due::Over => false,
        }
    }

    /// Is a step of this kind due?
    pub fn accepts(&self, kind: <G::Step as GameStep>::Kind) -> bool {
        self.due.accepts(kind)
    }

    /// The cards of a player's hand that can be played now.
    pub(super) fn playable(&self, player: Player, hand: Hand) -> Hand {
        self.playable.filter(|_| self.is_due(player)).map_or(Hand::EMPTY, |playable| playable & hand)
    }

    /// Why these cards of a player are not playable, as far as the viewer may know.
    pub(super) fn barred(&self, player: Player, cards: Hand) -> Vec<(Card, String)> {
        cards.iter().filter_map(|card| Some((card, self.reason(player, card)?))).collect()
    }

    /// Why a card is not playable, if the viewer may know.
    fn reason(&self, player: Player, card: Card) -> Option<String> {
        if self.you != Some(player) || !self.is_due(player) || self.playable.is_none() {
            return None;
        }
        let violation = check_as_seen(self.game, &G::play_of(player, card)?).err()?;
        // That no card is due at all is said once for the whole table.
        if matches!(violation.code, Code::WrongStep | Code::WrongPlayer) {
            return None;
        }
        // With the player's name, since the verbs are those of a third person.
        Some(violation.plain_sentence(self.names.deck, |player| self.names.player(player)))
    }

    /// The sentence of the last step, with its result.
    pub fn with_upshot(&self, sentence: String) -> String {
        match G::upshot(self) {
            Some(upshot) => format!("{sentence} {upshot}"),
            None => sentence,
        }
    }

    /// A player's name, or `You`.
    pub fn name(&self, player: Player) -> &str {
        if self.you == Some(player) { "You" } else { self.names.player(player) }
    }

    /// A player's action, with the verb's form for `You` and for a name: `You lead`, `Ada leads`.
    pub fn does(&self, player: Player, you: &str, other: &str) -> String {
        format!("{} {}", self.name(player), if self.you == Some(player) { you } else { other })
    }

    /// The action of all players who are due, as [`does`](SceneView::does). Several players take the first form.
    pub fn all_due(&self, you: &str, other: &str) -> String {
        self.do_it(&self.due.players().iter().collect::<Vec<_>>(), you, other)
    }

    fn do_it(&self, players: &[Player], you: &str, other: &str) -> String {
        match players {
            [] => format!("Somebody {other}"),
            [one] => self.does(*one, you, other),
            several => {
                let (own, others): (Vec<Player>, Vec<Player>) =
                    several.iter().partition(|player| self.you == Some(**player));
                let names = own.into_iter().chain(others).map(|player| self.name(player)).collect::<Vec<&str>>();
                format!("{} {you}", joined(&names))
            }
        }
    }

    /// What the game waits for if no player is due, or how it ended.
    pub fn waits_for_table(&self) -> Option<String> {
        match self.due {
            Due::Table(kind) => Some(format!("Next: the table {}.", G::table_does(kind)?)),
            Due::Over => Some(format!("The game is over. {}.", self.ended())),
            Due::Players { .. } => None,
        }
    }

    /// A player's score, once the game is over.
    pub(super) fn score(&self, player: Player) -> Option<i64> {
        self.game.outcome()?.scores.get(player.index()).copied()
    }

    /// The winners, once the game is over.
    fn ended(&self) -> String {
        let winners = self.game.outcome().map(|outcome| outcome.winners).unwrap_or_default();
        match winners.as_slice() {
            [] => "It is a draw".to_owned(),
            winners => self.do_it(winners, "win", "wins"),
        }
    }
}

/// The cards in the legal steps that the viewer knows; `None` if there are no such steps, or too many.
fn playable<G: HasScene>(game: &G, viewer: Viewer) -> Option<Hand> {
    let mut moves = Vec::new();
    let mut cards = None;
    for player in game.due().players().iter().filter(|player| viewer.sees(*player)) {
        moves.clear();
        if !game.moves(player, LEGAL_LIMIT, &mut moves) {
            return None;
        }
        let moved = moves.iter().map(|mv| G::moved(&G::Step::of_move(player, *mv)));
        cards = Some(moved.fold(cards.unwrap_or(Hand::EMPTY), |all, cards| all | cards));
    }
    cards
}
