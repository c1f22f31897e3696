//! What each game contributes to the view of its board: seats, the middle, legal actions.

use maud::{Markup, html};

use super::{
    face::{self, Look},
    parts::{Order, Seat, SeenHand},
};
use crate::{
    cards::{Card, Hand},
    games::{Code, Due, DueOf, GameStep, Outcome, Player, Viewer, check_as_seen},
    http::site::games::replay::ReplayPosition,
    narration::{Names, Narrate},
};

/// Maximum number of legal steps searched for playable cards.
const LEGAL_LIMIT: usize = 2_000;

/// A game whose board can be displayed.
pub trait BoardPage: Narrate {
    /// The name of a part of the game, as in `trick`.
    const PART: &'static str;
    /// The order of hands.
    const ORDER: Order = Order::Suits;

    /// A number that changes with each part.
    fn part(game: &Self) -> u32;

    /// All players, clockwise.
    fn seating(_state: &Self::State, players: usize) -> Vec<Player> {
        Player::all(players).collect()
    }

    /// A player's hand; `None` in games without cards, and before the deal.
    fn hand(state: &Self::State, player: Player) -> Option<SeenHand>;

    /// The cards that a step moves.
    fn moved(step: &Self::Step) -> Hand;

    /// The dice that a step rolls.
    fn thrown(_step: &Self::Step) -> Vec<u8> {
        Vec::new()
    }

    /// Is a step part of a throw, of dice or of anything else?
    fn is_throw(step: &Self::Step) -> bool {
        !Self::thrown(step).is_empty()
    }

    /// The step that plays a single card; `None` if cards are not played.
    fn play_of(player: Player, card: Card) -> Option<Self::Step>;

    /// The middle of the board.
    fn middle(view: &BoardView<'_, Self>) -> Markup;

    /// Further details at a player's seat.
    fn seat(view: &BoardView<'_, Self>, player: Player) -> Seat;

    /// The result of the last step beyond its sentence: the winner of a trick, the value of the dice.
    fn upshot(_view: &BoardView<'_, Self>) -> Option<String> {
        None
    }

    /// The current rule, in a sentence.
    fn rule(view: &BoardView<'_, Self>) -> String;

    /// Number of the deal, from 1, in a game that has several.
    fn deal(_game: &Self) -> Option<u32> {
        None
    }

    /// The result beyond places and scores: teams and deals.
    fn result(_whole: &Whole<'_, Self>) -> Markup {
        html! {}
    }

    /// The positions in readings of what the current step won.
    fn places_in_readings(_whole: &Whole<'_, Self>) -> Markup {
        html! {}
    }
}

/// A finished game, displayed at a step.
pub struct Whole<'a, G: BoardPage> {
    /// Names of players and cards.
    pub names: &'a Names<'a>,
    /// All its steps.
    pub steps: &'a [G::Step],
    /// How it ended.
    pub outcome: Outcome<G::Detail>,
    /// Its deals, if the ruleset has several.
    pub deals: &'a [DealStart],
    /// The current position.
    pub position: ReplayPosition,
}

/// The start of a deal.
#[derive(Clone, Copy, Debug)]
pub struct DealStart {
    /// Number of the deal, from 1.
    pub number: u32,
    /// Number of steps before it.
    pub after: usize,
}

/// A board as a viewer sees it.
pub struct BoardView<'a, G: BoardPage> {
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
    /// The cards moved by the last step.
    moved: Hand,
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
    Bot,
}

impl Played {
    /// Its id for the page's script.
    pub const fn id(self) -> &'static str {
        match self {
            Played::Person => "person",
            Played::Away => "away",
            Played::Bot => "bot",
        }
    }
}

impl<'a, G: BoardPage> BoardView<'a, G> {
    /// The board as `viewer` sees it after the step `made`.
    pub fn new(game: &'a G, viewer: Viewer, names: &'a Names<'a>, made: Option<&'a G::Step>) -> BoardView<'a, G> {
        BoardView { playable: playable(game, viewer), ..BoardView::in_words(game, viewer, names, made) }
    }

    /// The same board for sentences: which cards are playable is not searched.
    pub fn in_words(game: &'a G, viewer: Viewer, names: &'a Names<'a>, made: Option<&'a G::Step>) -> BoardView<'a, G> {
        BoardView {
            names,
            viewer,
            you: None,
            game,
            state: game.state(viewer),
            due: game.due_for(viewer),
            made,
            moved: made.map_or(Hand::EMPTY, G::moved),
            playable: None,
            played: Vec::new(),
            thrown: Vec::new(),
            open: viewer == Viewer::All,
        }
    }

    /// The board as seen by one of its players.
    pub fn played_by(player: Player, game: &'a G, names: &'a Names<'a>, made: Option<&'a G::Step>) -> BoardView<'a, G> {
        let mut view = BoardView::new(game, Viewer::Player(player), names, made);
        view.you = Some(player);
        view
    }

    /// The same table with who plays each seat.
    pub fn at_table(self, played: Vec<Played>) -> BoardView<'a, G> {
        BoardView { played, ..self }
    }

    /// The same board with the last throw among the steps that led to it.
    pub fn after(self, steps: &'a [G::Step]) -> BoardView<'a, G> {
        let last = steps.iter().rev().skip_while(|step| !G::is_throw(step)).take_while(|step| G::is_throw(step));
        let mut thrown: Vec<_> = last.collect();
        thrown.reverse();
        BoardView { thrown, ..self }
    }

    /// The same board when the game is over: nothing is hidden any more.
    pub fn opened(self) -> BoardView<'a, G> {
        BoardView { state: self.game.state(Viewer::All), open: true, ..self }
    }

    /// Who plays a seat; `None` in a replay.
    pub fn played(&self, player: Player) -> Option<Played> {
        self.played.get(player.index()).copied()
    }

    /// The same table after its game was given up: nobody may act any more.
    pub fn given_up(self) -> BoardView<'a, G> {
        BoardView { due: Due::Over, playable: None, ..self }
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

    /// Position of a player: 0 at the bottom, then clockwise.
    pub fn place(&self, player: Player) -> usize {
        self.round().iter().position(|one| *one == player).unwrap_or_default()
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

    /// A row of cards, with those just moved marked.
    pub fn row(&self, cards: impl IntoIterator<Item = Card>, label: &str) -> Markup {
        face::row(cards, self.names.deck, self.moved, label)
    }

    /// A card on the table.
    pub fn face(&self, card: Card) -> Markup {
        face::face(card, self.names.deck, Look { fresh: self.moved.contains(card), ..Look::default() })
    }

    /// A card in the hand of a player who may have to act: is it playable, and if not, why?
    pub fn held(&self, player: Player, card: Card) -> Markup {
        let playable = self.is_due(player) && self.playable.is_some_and(|cards| cards.contains(card));
        let reason = if playable { None } else { self.reason(player, card) };
        let look = Look { fresh: self.moved.contains(card), playable, reason: reason.as_deref() };
        face::face(card, self.names.deck, look)
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
}

/// The cards in the legal steps that the viewer knows; `None` if there are no such steps, or too many.
fn playable<G: BoardPage>(game: &G, viewer: Viewer) -> Option<Hand> {
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
