//! What a game says about its table: where everybody sits, what lies in the middle, what may be done.

use std::fmt::Display;

use maud::{Markup, html};

use super::face::{self, Look};
use crate::{
    cards::{Card, Hand, Rank},
    games::{Due, DueOf, GameStep, Outcome, Player, Viewer, check_as_seen},
    http::site::moment::Moment,
    narration::{Names, Narrate, joined},
};

/// The most legal steps that are looked through for the cards that may be played.
const LEGAL_LIMIT: usize = 2_000;

/// How the cards of a hand are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By suit, where suits are followed.
    Suits,
    /// By rank, where ranks go together.
    Ranks,
}

impl Order {
    /// These cards in order, the trumps last.
    pub fn sorted(self, cards: impl IntoIterator<Item = Card>) -> Vec<Card> {
        let mut cards: Vec<_> = cards.into_iter().collect();
        cards.sort_by_key(|card| {
            let rank = card.rank().map(Rank::value);
            (card.is_trump(), rank.filter(|_| self == Order::Ranks), card.index())
        });
        cards
    }
}

/// What a viewer sees of a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeenHand {
    /// Its cards.
    Open(Vec<Card>),
    /// How many cards it has.
    Closed(usize),
}

/// A game as a table that can be looked at.
pub trait TablePage: Narrate {
    /// What one part of a game is called, as in `trick`.
    const PART: &'static str;
    /// How hands are ordered.
    const ORDER: Order = Order::Suits;

    /// A number that changes whenever a new part begins.
    fn part(game: &Self) -> u32;

    /// Everybody at the table, clockwise.
    fn seating(_state: &Self::State, players: usize) -> Vec<Player> {
        Player::all(players).collect()
    }

    /// A player's hand; `None` in a game without cards, and while none are dealt.
    fn hand(state: &Self::State, player: Player) -> Option<SeenHand>;

    /// The cards that a player moves with a step.
    fn moved(step: &Self::Step) -> Hand;

    /// What the dice show that a step throws; nothing in a game without dice.
    fn thrown(_step: &Self::Step) -> Vec<u8> {
        Vec::new()
    }

    /// The step that plays just this card; `None` where cards are not played.
    fn play_of(player: Player, card: Card) -> Option<Self::Step>;

    /// What lies in the middle of the table.
    fn middle(view: &TableView<'_, Self>) -> Markup;

    /// What else is to be seen at a player's place.
    fn seat(view: &TableView<'_, Self>, player: Player) -> Seat;

    /// What came of the step that led here, beside what its sentence says: who wins the trick, what the dice show.
    fn upshot(_view: &TableView<'_, Self>) -> Option<String> {
        None
    }

    /// What may be done now, in a sentence.
    fn rule(view: &TableView<'_, Self>) -> String;

    /// Number of the deal, from 1, in a game that has several.
    fn deal(_game: &Self) -> Option<u32> {
        None
    }

    /// The result beyond places and scores: teams and deals.
    fn result(_whole: &Whole<'_, Self>) -> Markup {
        html! {}
    }

    /// Where what was won with the step that is shown lies in readings.
    fn lies(_whole: &Whole<'_, Self>) -> Markup {
        html! {}
    }
}

/// A game that was played to its end, shown at a step.
pub struct Whole<'a, G: TablePage> {
    /// What players and cards are called.
    pub names: &'a Names<'a>,
    /// All its steps.
    pub steps: &'a [G::Step],
    /// How it ended.
    pub outcome: Outcome<G::Detail>,
    /// Its deals, where it has several.
    pub deals: &'a [DealStart],
    /// The moment that is shown.
    pub moment: Moment,
}

/// Where a deal of a game begins.
#[derive(Clone, Copy, Debug)]
pub struct DealStart {
    /// Number of the deal, from 1.
    pub number: u32,
    /// How many steps were made before it.
    pub after: usize,
}

/// A table as a viewer sees it.
pub struct TableView<'a, G: TablePage> {
    /// What players and cards are called.
    pub names: &'a Names<'a>,
    /// Who looks.
    pub viewer: Viewer,
    /// The player who is addressed as `You`: the viewer, while he plays.
    pub you: Option<Player>,
    /// The game; only what the viewer may know of it is shown.
    game: &'a G,
    /// What the viewer sees.
    pub state: G::State,
    /// What the game waits for, as far as the viewer knows.
    pub due: DueOf<G::Step>,
    /// The step that led here; `None` before the first.
    pub made: Option<&'a G::Step>,
    /// The cards that it moved.
    moved: Hand,
    /// The cards that may be played; `None` where nobody whose hand is seen has to act.
    playable: Option<Hand>,
}

impl<'a, G: TablePage> TableView<'a, G> {
    /// The table of a game as `viewer` sees it after the step `made`.
    pub fn new(game: &'a G, viewer: Viewer, names: &'a Names<'a>, made: Option<&'a G::Step>) -> TableView<'a, G> {
        TableView {
            names,
            viewer,
            you: None,
            game,
            state: game.state(viewer),
            due: game.due_for(viewer),
            made,
            moved: made.map_or(Hand::EMPTY, G::moved),
            playable: playable(game, viewer),
        }
    }

    /// The same for a player who plays it.
    pub fn played_by(player: Player, game: &'a G, names: &'a Names<'a>, made: Option<&'a G::Step>) -> TableView<'a, G> {
        let mut view = TableView::new(game, Viewer::Player(player), names, made);
        view.you = Some(player);
        view
    }

    /// How many play.
    pub fn players(&self) -> usize {
        self.names.players.len()
    }

    /// Everybody clockwise, from the viewer or who sits in his place.
    pub fn round(&self) -> Vec<Player> {
        let mut seating = G::seating(&self.state, self.players());
        let first = match self.viewer {
            Viewer::Player(player) => seating.iter().position(|one| *one == player),
            Viewer::All | Viewer::Public => seating.iter().position(|one| one.index() == 0),
        };
        seating.rotate_left(first.unwrap_or_default());
        seating
    }

    /// Where a player sits: 0 at the bottom, then clockwise.
    pub fn place(&self, player: Player) -> usize {
        self.round().iter().position(|one| *one == player).unwrap_or_default()
    }

    /// May this player act?
    pub fn is_due(&self, player: Player) -> bool {
        self.due.players().contains(player)
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

    /// A player's name, or `You`.
    pub fn name(&self, player: Player) -> &str {
        if self.you == Some(player) { "You" } else { self.names.player(player) }
    }

    /// What a player does, with the verb's form for `You` and that for a name: `You lead`, `Ada leads`.
    pub fn does(&self, player: Player, you: &str, other: &str) -> String {
        format!("{} {}", self.name(player), if self.you == Some(player) { you } else { other })
    }

    /// What everybody who is due does, as [`does`](TableView::does): the first form for several as well.
    pub fn all_due(&self, you: &str, other: &str) -> String {
        self.do_it(&self.due.players().iter().collect::<Vec<_>>(), you, other)
    }

    fn do_it(&self, players: &[Player], you: &str, other: &str) -> String {
        match players {
            [] => format!("Somebody {other}"),
            [one] => self.does(*one, you, other),
            several => {
                let names: Vec<_> = several.iter().map(|player| self.name(*player)).collect();
                format!("{} {you}", joined(&names))
            }
        }
    }

    /// What the game waits for where no player acts, or how it ended.
    pub fn waits_for_table(&self) -> Option<String> {
        match self.due {
            Due::Table(kind) => Some(format!("Next: the table {}.", G::table_does(kind)?)),
            Due::Over => Some(format!("The game is over. {}.", self.ended())),
            Due::Players { .. } => None,
        }
    }

    /// Who won, once the game is over.
    fn ended(&self) -> String {
        let winners = self.game.outcome().map(|outcome| outcome.winners).unwrap_or_default();
        match winners.as_slice() {
            [] => "It is a draw".to_owned(),
            winners => self.do_it(winners, "win", "wins"),
        }
    }

    /// A row of cards, with what was just moved marked.
    pub fn row(&self, cards: impl IntoIterator<Item = Card>, label: &str) -> Markup {
        face::row(cards, self.names.deck, self.moved, label)
    }

    /// One card on the table.
    pub fn face(&self, card: Card) -> Markup {
        face::face(card, self.names.deck, Look { fresh: self.moved.contains(card), ..Look::default() })
    }

    /// A card of the hand of a player who may have to act: whether it may be played, and why not.
    pub fn held(&self, player: Player, card: Card) -> Markup {
        let playable = self.is_due(player) && self.playable.is_some_and(|cards| cards.contains(card));
        let reason = if playable { None } else { self.reason(player, card) };
        let look = Look { fresh: self.moved.contains(card), playable, reason: reason.as_deref() };
        face::face(card, self.names.deck, look)
    }

    /// Why this card may not be played now, where that is for its player to know.
    fn reason(&self, player: Player, card: Card) -> Option<String> {
        if self.you != Some(player) || !self.is_due(player) || self.playable.is_none() {
            return None;
        }
        let violation = check_as_seen(self.game, &G::play_of(player, card)?).err()?;
        Some(violation.plain_sentence(self.names.deck, |player| self.name(player)))
    }
}

/// The cards with which a legal step that the viewer knows of is made; `None` where there is none, or too many to list.
fn playable<G: TablePage>(game: &G, viewer: Viewer) -> Option<Hand> {
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

/// What is to be seen at a player's place beside his name and hand.
#[derive(Default)]
pub struct Seat {
    /// What he is called by the others: a team, a title.
    pub marks: Vec<&'static str>,
    /// Names and values.
    pub figures: Vec<(&'static str, String)>,
    /// What lies before him.
    pub before: Option<Markup>,
}

impl Seat {
    /// Adds a value.
    pub fn figure(&mut self, name: &'static str, value: impl Display) {
        self.figures.push((name, value.to_string()));
    }

    /// Adds a value, if there is one.
    pub fn figure_if(&mut self, name: &'static str, value: Option<impl Display>) {
        if let Some(value) = value {
            self.figure(name, value);
        }
    }

    /// Adds what he is called, if he is.
    pub fn mark(&mut self, mark: &'static str, applies: bool) {
        if applies {
            self.marks.push(mark);
        }
    }
}

/// A line of the middle: what it is, and what lies there.
pub fn line(label: &str, what: &Markup) -> Markup {
    html! { div.line { p.label { (label) } (what) } }
}

/// A line of the middle that is words.
pub fn words(label: &str, text: impl Display) -> Markup {
    html! { div.line { p.label { (label) } p { (text) } } }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(ids: &[&str]) -> Vec<Card> {
        ids.iter().map(|id| id.parse().expect("a card")).collect()
    }

    #[test]
    fn a_hand_is_in_the_order_of_its_game() {
        let hand = cards(&["ar05", "cu02", "wa10", "wa03", "cuki"]);
        assert_eq!(Order::Suits.sorted(hand.clone()), cards(&["wa03", "wa10", "cu02", "cuki", "ar05"]));
        assert_eq!(Order::Ranks.sorted(hand), cards(&["cu02", "wa03", "wa10", "cuki", "ar05"]));
    }
}
