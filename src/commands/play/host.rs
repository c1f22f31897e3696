//! What hosts a game with a person in it: this process, or a table of a service.

use std::{fmt::Display, rc::Rc};

use super::words::{YOU, another};

use crate::{
    cards::{Card, Deck},
    games::{Game, NamedDue, Observe, Player},
    narration::{Names, Narration},
};

/// Plays the other seats and hides what the person may not see.
pub trait GameHost<G: Observe> {
    /// Continues until the person is prompted, or for a while; describes what happened.
    ///
    /// # Errors
    /// The game cannot continue.
    fn advance(&mut self) -> anyhow::Result<Vec<String>>;

    /// The table as the person sees it now.
    fn seen(&self) -> Seen<G>;

    /// Plays the person's step.
    ///
    /// # Errors
    /// The game cannot continue. An illegal step is a [`Made::Refused`].
    fn make(&mut self, step: &G::Step) -> anyhow::Result<Made>;

    /// The person passes.
    fn pass(&mut self);

    /// The end of the game.
    ///
    /// # Errors
    /// It cannot be fetched.
    fn ending(&mut self) -> anyhow::Result<Ending>;
}

/// The result of a step.
pub enum Made {
    /// It was played; describes what happened.
    Step(Vec<String>),
    /// It is illegal, for this reason.
    Refused(String),
}

/// Whether the person is prompted for a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prompt {
    /// The game waits for the person.
    Must,
    /// The person may speak first.
    May,
    /// Others are due.
    Not,
    /// The game is over.
    Over,
    /// The table was closed before the end of the game.
    Closed,
}

/// A table as a person sees it.
pub struct Seen<G: Observe> {
    /// The person's perspective.
    pub perspective: Perspective,
    /// The visible state; `None` before the game begins.
    pub state: Option<G::State>,
    /// What is due, as far as the person may know.
    pub due: NamedDue,
    /// Deadline of those who are due.
    pub until: Option<String>,
    /// Whether the person is prompted.
    pub prompt: Prompt,
    /// The person's legal steps.
    pub legal: Vec<G::Step>,
    /// Are there more legal steps?
    pub truncated: bool,
}

/// The seat from which a table is seen, and the names of players and cards.
#[derive(Clone)]
pub struct Perspective {
    /// The person's seat.
    pub seat: Player,
    /// Names by seat; only the person is `you`.
    pub players: Rc<[String]>,
    /// The deck that names the cards.
    pub deck: Deck,
}

impl Perspective {
    /// The perspective of a seat in a game with these players; by default the deck is that of the ruleset.
    pub fn of<G: Game>(seat: Player, players: &[String], deck: Option<Deck>) -> Perspective {
        let name = |(index, name): (usize, &String)| if index == seat.index() { YOU.to_owned() } else { another(name) };
        let players = players.iter().enumerate().map(name).collect();
        Perspective { seat, players, deck: deck.or(G::INFO.deck).unwrap_or_default() }
    }

    /// The names for sentences.
    pub fn names(&self) -> Names<'_> {
        Names { players: self.players.iter().map(String::as_str).collect(), deck: self.deck }
    }

    /// A player's name.
    pub fn player(&self, player: Player) -> &str {
        self.players.get(player.index()).map_or("nobody", String::as_str)
    }

    /// All players.
    pub fn all_players(&self) -> impl Iterator<Item = Player> + use<> {
        Player::all(self.players.len())
    }

    /// A value of each player: `you 3, Bel 2`.
    pub fn each<T: Display>(&self, what: impl Fn(Player) -> Option<T>) -> String {
        let of = |player| Some(format!("{} {}", self.player(player), what(player)?));
        self.all_players().filter_map(of).collect::<Vec<_>>().join(", ")
    }

    /// A card's name and id, as in `Two of Wands wa02`.
    pub fn card(&self, card: Card) -> String {
        format!("{} {card}", self.deck.card_name(card))
    }

    /// The same for several cards.
    pub fn cards(&self, cards: impl IntoIterator<Item = Card>) -> String {
        cards.into_iter().map(|card| self.card(card)).collect::<Vec<_>>().join(", ")
    }
}

/// The end of a game.
pub struct Ending {
    /// The winners; empty: a draw.
    pub winners: Vec<Player>,
    /// The scores by player.
    pub scores: Vec<i64>,
    /// The steps that were hidden from the person, as they are told now.
    pub untold: Vec<String>,
    /// The seeds that reproduce the game, or its URL.
    pub record: String,
    /// The person's reading, in games with readings.
    pub reading: Option<String>,
}

/// A step of this number that was hidden, or told as `told`, as it is told now; `None` if it was told all the same.
pub fn told_now(number: u32, step: &Narration, told: Option<String>) -> Option<String> {
    (told.as_ref() != Some(&step.sentence)).then(|| format!("Step {number}: {}", step.sentence))
}
