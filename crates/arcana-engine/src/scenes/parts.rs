//! What lies on a table: hands, seats, piles, dice.

use std::fmt::Display;

use super::{HasScene, Played, SceneView};
use crate::{
    cards::{Card, Hand, Rank},
    games::{Face, Player},
    narration::joined,
};

/// Order of the cards in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By suit, in games where suit must be followed.
    Suits,
    /// By rank, in games with sets of a rank.
    Ranks,
}

impl Order {
    /// Sorts cards, trumps last.
    pub fn sorted(self, cards: impl IntoIterator<Item = Card>) -> Vec<Card> {
        let mut cards: Vec<_> = cards.into_iter().collect();
        cards.sort_by_key(|card| {
            let rank = card.rank().map(Rank::value);
            (card.is_trump(), rank.filter(|_| self == Order::Ranks), card.index())
        });
        cards
    }
}

/// A hand or a pile as a viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeenHand {
    /// The visible cards.
    Open(Vec<Card>),
    /// The number of hidden cards.
    Closed(usize),
}

/// A player's seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The player.
    pub player: Player,
    /// The player's name.
    pub name: String,
    /// Is it the viewer's, as one of the players?
    pub you: bool,
    /// Does the game wait for the player?
    pub must_act: bool,
    /// The player's score, once the game is over.
    pub score: Option<i64>,
    /// Who plays it at a table of people; `None` in a replay.
    pub played: Option<Played>,
    /// The hand in its order; `None` in games without cards, and before the deal.
    pub hand: Option<SeenHand>,
    /// The cards of the hand that are playable now.
    pub playable: Hand,
    /// Why other cards of the viewer's hand are not.
    pub barred: Vec<(Card, String)>,
    /// Labels such as a team or a title.
    pub marks: Vec<&'static str>,
    /// Names and values.
    pub figures: Vec<(&'static str, String)>,
    /// What lies in front of the player.
    pub before: Vec<Part>,
    /// What is left of the round before, below the hand or the player's form.
    pub after: Vec<Part>,
}

impl Seat {
    /// The seat of a player, without what its game adds.
    pub(super) fn of<G: HasScene>(view: &SceneView<'_, G>, player: Player) -> Seat {
        let hand = match G::hand(&view.state, player) {
            Some(SeenHand::Open(cards)) => Some(SeenHand::Open(G::ORDER.sorted(cards))),
            other => other,
        };
        let held = if let Some(SeenHand::Open(cards)) = &hand { cards.iter().copied().collect() } else { Hand::EMPTY };
        let playable = view.playable(player, held);
        Seat {
            player,
            name: view.names.player(player).to_owned(),
            you: view.you == Some(player),
            must_act: view.must_act(player),
            score: view.score(player),
            played: view.played(player),
            hand,
            playable,
            barred: view.barred(player, held - playable),
            marks: Vec::new(),
            figures: Vec::new(),
            before: Vec::new(),
            after: Vec::new(),
        }
    }

    /// Adds a figure.
    pub fn figure(&mut self, name: &'static str, value: impl Display) {
        self.figures.push((name, value.to_string()));
    }

    /// Adds an optional figure.
    pub fn figure_if(&mut self, name: &'static str, value: Option<impl Display>) {
        if let Some(value) = value {
            self.figure(name, value);
        }
    }

    /// Adds a label if it applies.
    pub fn mark(&mut self, mark: &'static str, applies: bool) {
        if applies {
            self.marks.push(mark);
        }
    }
}

/// Something on the table, in the middle or in front of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// What the table is at, as in `Trick 3`.
    Label(String),
    /// A sentence.
    Sentence(String),
    /// A label and what it says.
    Words(&'static str, String),
    /// Something with a label beside it.
    Labelled(&'static str, Box<Part>),
    /// Cards in a row.
    Cards {
        /// What they are.
        label: &'static str,
        /// The cards.
        cards: Vec<Card>,
    },
    /// Piles side by side, each with its label.
    Piles(Vec<(String, SeenHand)>),
    /// The cards of a trick, in the order played.
    Trick(Vec<Laid>),
    /// Cards that have won tricks; ill-disposed ones are turned.
    Won(Vec<(Card, bool)>),
    /// The teams and their scores.
    Teams(Vec<Team>),
    /// Dice.
    Dice {
        /// What they are.
        label: &'static str,
        /// Their faces.
        faces: Vec<Face>,
    },
    /// Gold bricks.
    Bricks(Vec<Face>),
    /// Dice of a round before: the first roll, and what was rolled again.
    Throws {
        /// The first roll.
        rolled: Option<Vec<Face>>,
        /// The dice rolled again.
        rerolled: Option<Vec<Face>>,
    },
    /// Marbles, on a track of so many places if it has an end.
    Marbles {
        /// Their number.
        held: u8,
        /// The places.
        places: Option<u8>,
    },
    /// What is shown on demand.
    Folded {
        /// What it is, for a style sheet.
        class: Option<&'static str>,
        /// What is in it.
        summary: String,
        /// Its parts.
        parts: Vec<Part>,
    },
}

/// A card of a trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Laid {
    /// Who played it.
    pub player: Player,
    /// The card.
    pub card: Card,
    /// Has it won the trick?
    pub wins: bool,
}

/// A team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Team {
    /// Its players.
    pub players: String,
    /// What it plays for.
    pub name: &'static str,
    /// What it has won in this deal.
    pub score: String,
    /// What it has won in the deals before.
    pub earlier: Option<String>,
}

impl Part {
    /// A label and what it says.
    pub fn words(label: &'static str, text: impl Display) -> Part {
        Part::Words(label, text.to_string())
    }

    /// This with a label beside it.
    pub fn labelled(self, label: &'static str) -> Part {
        Part::Labelled(label, Box::new(self))
    }

    /// Cards in a row.
    pub fn cards(label: &'static str, cards: impl IntoIterator<Item = Card>) -> Part {
        Part::Cards { label, cards: cards.into_iter().collect() }
    }

    /// Dice.
    pub fn dice(label: &'static str, faces: impl IntoIterator<Item = Face>) -> Part {
        Part::Dice { label, faces: faces.into_iter().collect() }
    }

    /// Cards shown on demand.
    pub fn folded_cards(
        class: Option<&'static str>,
        summary: impl Display,
        label: &'static str,
        cards: impl IntoIterator<Item = Card>,
    ) -> Part {
        Part::Folded { class, summary: summary.to_string(), parts: vec![Part::cards(label, cards)] }
    }
}

/// The faces of dice or bricks in words, as in `6, 5 and 2`. `blank` names a side without a number.
pub fn faces(faces: impl IntoIterator<Item = Face>, blank: &str) -> String {
    let face = |Face(face)| if face == 0 { blank.to_owned() } else { face.to_string() };
    let faces: Vec<_> = faces.into_iter().map(face).collect();
    if faces.is_empty() { blank.to_owned() } else { joined(&faces) }
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
