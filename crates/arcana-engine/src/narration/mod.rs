//! Steps in sentences, for pages and the terminal.

pub mod foolery;
pub mod fortuna;
pub mod fortunes;
pub mod fortuno;
pub mod reversal;

use std::fmt::Display;

use crate::{
    cards::{Card, Deck, Spelled},
    games::{GameStep, Observe, Player, SeenStep, ShownHand, Viewer},
};

/// The sentence for a step of hidden type.
pub const UNSEEN: &str = "Somebody was asked, and answered.";

/// A game whose steps can be described in sentences.
pub trait Narrate: Observe {
    /// The kinds of steps that the table makes, each with what it does, as in `deals the cards`.
    const TABLE: &'static [(<Self::Step as GameStep>::Kind, &'static str)];

    /// Describes a step.
    fn narrate(names: &Names<'_>, step: &Self::Step) -> Narration;

    /// What the table does in a step of this kind; `None` for players' steps.
    fn table_does(kind: <Self::Step as GameStep>::Kind) -> Option<&'static str> {
        Self::TABLE.iter().find(|(own, _)| *own == kind).map(|(_, does)| *does)
    }

    /// Describes the visible part of a step: the number of cards, unless that is hidden too.
    fn narrate_part(
        names: &Names<'_>,
        _kind: <Self::Step as GameStep>::Kind,
        player: Option<Player>,
        _count: Option<usize>,
    ) -> String {
        names.hidden(player, "acts")
    }
}

/// The sentence of a step for a viewer, with the hand that it shows, and the step if it is fully visible; `None` if
/// nothing of it is visible.
///
/// `before` and `after` are the game before and after the step.
pub fn narrate_seen<'a, G: Narrate>(
    names: &Names<'_>,
    (before, step, after): (&G, &'a G::Step, &G),
    viewer: Viewer,
) -> (Option<Narration>, Option<&'a G::Step>) {
    let (narration, whole) = match before.seen(step, after, viewer) {
        SeenStep::Whole(step) => (Some(G::narrate(names, step)), Some(step)),
        SeenStep::Part(part) => {
            (Some(Narration::table(G::narrate_part(names, step.kind(), step.player(), part.count()))), None)
        }
        SeenStep::Nothing => (None, None),
    };
    match after.shown_hand(viewer) {
        Some(hand) => (narration.map(|narration| narration.showing(names, hand)), whole),
        None => (narration, whole),
    }
}

/// Names of players and cards.
pub struct Names<'a> {
    /// The players' names.
    pub players: Vec<&'a str>,
    /// The deck that names the cards.
    pub deck: Deck,
}

/// A step as a sentence.
pub struct Narration {
    /// The sentence.
    pub sentence: String,
    /// The cards that the player moved, in the order of the step.
    pub moved: Vec<Card>,
}

impl Names<'_> {
    /// A player's name.
    pub fn player(&self, player: Player) -> &str {
        self.players.get(player.index()).copied().unwrap_or("nobody")
    }

    /// Several players' names.
    pub fn list(&self, players: impl IntoIterator<Item = Player>) -> String {
        players.into_iter().map(|player| self.player(player)).collect::<Vec<_>>().join(", ")
    }

    /// The names of cards, as in `Two of Wands, Death and The Moon`.
    pub fn cards(&self, cards: impl IntoIterator<Item = Card>) -> String {
        let names: Vec<_> = cards.into_iter().map(|card| self.deck.card_name(card)).collect();
        if names.is_empty() { "nothing".to_owned() } else { joined(&names) }
    }

    /// A hidden action of a player or the table.
    pub fn hidden(&self, player: Option<Player>, what: impl Display) -> String {
        let who = player.map_or("the table", |player| self.player(player));
        format!("{who} {what}.")
    }

    /// An action of a player, as in `passes`.
    pub fn by(&self, player: Player, what: impl Display) -> Narration {
        Narration { sentence: format!("{} {what}.", self.player(player)), moved: Vec::new() }
    }

    /// An action of a player with cards, as in `plays`.
    pub fn by_cards(&self, player: Player, verb: &str, cards: impl IntoIterator<Item = Card> + Clone) -> Narration {
        self.by(player, format_args!("{verb} {}", self.cards(cards.clone()))).moving(cards)
    }
}

impl Narration {
    /// An action of the table.
    pub fn table(sentence: impl Into<String>) -> Narration {
        Narration { sentence: sentence.into(), moved: Vec::new() }
    }

    /// Adds the hand that the step shows.
    pub fn showing(mut self, names: &Names<'_>, ShownHand { player, cards }: ShownHand) -> Narration {
        self.sentence += &format!(" {} shows {}.", names.player(player), names.cards(cards));
        self
    }

    /// Adds the cards that were moved.
    pub fn moving(self, cards: impl IntoIterator<Item = Card>) -> Narration {
        Narration { moved: cards.into_iter().collect(), ..self }
    }
}

/// Joins names, as in `Ada, Bel and Cyd`; empty without names.
pub fn joined<T: AsRef<str>>(names: &[T]) -> String {
    joined_by(names, "and")
}

/// Joins choices, as in `Ada, Bel or Cyd`; empty without choices.
pub fn any_of<T: AsRef<str>>(names: &[T]) -> String {
    joined_by(names, "or")
}

fn joined_by<T: AsRef<str>>(names: &[T], word: &str) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.split_last() {
        None => String::new(),
        Some((one, [])) => (*one).to_owned(),
        Some((last, others)) => format!("{} {word} {last}", others.join(", ")),
    }
}

/// A number of hidden cards, as in `2 cards`.
fn cards(count: Option<usize>) -> String {
    match count {
        None => "cards".to_owned(),
        Some(1) => "a card".to_owned(),
        Some(count) => format!("{count} cards"),
    }
}

/// A number with its noun, as in `1 trick` and `2 tricks`.
pub fn counted<N: Display + PartialEq + From<u8>>(number: N, one: &str) -> String {
    if number == N::from(1) { format!("1 {one}") } else { format!("{number} {one}s") }
}

/// The cards of an accepted step, all of which are known.
pub fn known<'a>(cards: impl IntoIterator<Item = &'a Spelled>) -> Vec<Card> {
    cards.into_iter().filter_map(|card| card.card()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_joined_with_and() {
        let names = Names { players: vec!["Ada", "Bob"], deck: Deck::WaiteSmith };
        let cards: Vec<Card> = ["wa02", "ar13", "cuki"].iter().map(|id| id.parse().expect("a card")).collect();
        assert_eq!(names.cards(cards.iter().copied()), "Two of Wands, Death and King of Cups");
        assert_eq!(names.cards([]), "nothing");
        let narration = names.by_cards(Player(1), "plays", cards[..1].iter().copied());
        assert_eq!(narration.sentence, "Bob plays Two of Wands.");
        assert_eq!(narration.moved, [cards[0]]);
        let turned = names.by_cards(Player(1), "plays", cards.iter().rev().copied());
        assert_eq!(turned.moved, [cards[2], cards[1], cards[0]]);
    }
}
