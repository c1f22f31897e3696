//! A table with a person at it, wherever the game is played.

use std::{fmt::Display, rc::Rc};

use super::words::YOU;

use crate::{
    cards::{Card, Deck},
    games::{Game, NamedDue, Observe, Player},
    narration::Names,
};

/// Plays the other seats, and knows what the person may see.
pub trait Table<G: Observe> {
    /// Goes on until the person is asked, or for a while; gives what happened, in sentences.
    ///
    /// # Errors
    /// When the game cannot go on.
    fn go_on(&mut self) -> anyhow::Result<Vec<String>>;

    /// The table as the person sees it now.
    fn seen(&self) -> Seen<G>;

    /// Makes the person's step.
    ///
    /// # Errors
    /// When the game cannot go on; a step that the rules refuse is a [`Made::Refused`].
    fn make(&mut self, step: &G::Step) -> anyhow::Result<Made>;

    /// The person has nothing to say and need not.
    fn pass(&mut self);

    /// How the game ended.
    ///
    /// # Errors
    /// When that cannot be had.
    fn ending(&mut self) -> anyhow::Result<Ending>;
}

/// What became of a step.
pub enum Made {
    /// It was made; what happened, in sentences.
    Step(Vec<String>),
    /// The rules refuse it, for this reason.
    Refused(String),
}

/// Whether the person is asked for a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// The game goes on only when the person has acted.
    Must,
    /// The person may speak first, and need not.
    May,
    /// Others are to act.
    Not,
    /// The game is over.
    Over,
}

/// A table as a person sees it.
pub struct Seen<G: Observe> {
    /// Who sees it.
    pub eyes: Eyes,
    /// What may be seen of the state; `None` before the game begins.
    pub state: Option<G::State>,
    /// What is due, as far as the person may know.
    pub due: NamedDue,
    /// The time at which somebody else acts for those who are due.
    pub until: Option<String>,
    /// Whether the person is asked.
    pub asked: Asked,
    /// The person's legal steps.
    pub legal: Vec<G::Step>,
    /// Are there more?
    pub truncated: bool,
}

/// A seat from which a table is seen, and what players and cards are called there.
#[derive(Clone)]
pub struct Eyes {
    /// The person's seat.
    pub seat: Player,
    /// Names by seat; the person is `you`.
    pub players: Rc<[String]>,
    /// The deck whose names the cards have.
    pub deck: Deck,
}

impl Eyes {
    /// The eyes of the person in a seat of a game, where the players have these names.
    pub fn of<G: Game>(seat: Player, players: &[String]) -> Eyes {
        let name = |(index, name): (usize, &String)| if index == seat.index() { YOU.to_owned() } else { name.clone() };
        let players = players.iter().enumerate().map(name).collect();
        Eyes { seat, players, deck: G::INFO.deck.unwrap_or_default() }
    }

    /// The names for sentences.
    pub fn names(&self) -> Names<'_> {
        Names { players: self.players.iter().map(String::as_str).collect(), deck: self.deck }
    }

    /// What a player is called.
    pub fn player(&self, player: Player) -> &str {
        self.players.get(player.index()).map_or("nobody", String::as_str)
    }

    /// Everybody at the table.
    pub fn everybody(&self) -> impl Iterator<Item = Player> + use<> {
        Player::all(self.players.len())
    }

    /// Something of each player: `you 3, Bel 2`.
    pub fn each<T: Display>(&self, what: impl Fn(Player) -> Option<T>) -> String {
        let of = |player| Some(format!("{} {}", self.player(player), what(player)?));
        self.everybody().filter_map(of).collect::<Vec<_>>().join(", ")
    }

    /// A card's name and id, as in `Two of Wands wa02`.
    pub fn card(&self, card: Card) -> String {
        format!("{} {card}", self.deck.card_name(card))
    }

    /// The same of several.
    pub fn cards(&self, cards: impl IntoIterator<Item = Card>) -> String {
        cards.into_iter().map(|card| self.card(card)).collect::<Vec<_>>().join(", ")
    }
}

/// How a game ended.
pub struct Ending {
    /// Who won; nobody: a draw.
    pub winners: Vec<Player>,
    /// The scores by player.
    pub scores: Vec<i64>,
    /// From which seeds the game can be played again, or where it can be looked up.
    pub record: String,
    /// The reading of the person's tricks, in games that have one.
    pub reading: Option<String>,
}
