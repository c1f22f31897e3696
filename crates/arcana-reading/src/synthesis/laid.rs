//! The cards as they lie, and what their places mean to each other: all that a summary is told from.

use crate::{Dignity, Disposition, Language, QuestionKind, Settled, SuitCounts, SuitOrStars, Variants, Verdict};
use arcana_engine::cards::{Card, Deck, Rank};

/// The cards of a reading in reading order; those with a place come first.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Laid {
    pub language: Language,
    pub deck: Deck,
    pub kind: QuestionKind,
    pub cards: Vec<LaidCard>,
    /// `None` without a card that has a place.
    pub roles: Option<Roles>,
    pub pairs: Vec<Pair>,
    /// The cards of two ways: where each begins, and where it leads.
    pub ways: Option<[[usize; 2]; 2]>,
    /// Whether it was laid for a yes or no.
    pub answers: bool,
    /// The verdict of the deal; `None` for a spread.
    pub verdict: Option<Verdict>,
    pub settled: Settled,
    pub variants: Variants,
}

/// A card as it lies.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LaidCard {
    pub card: Card,
    pub disposition: Disposition,
    /// Whether it is the querent's own.
    pub own: bool,
    /// Its place, as in `your outcome`; empty if it has none.
    pub place: String,
    /// The same with a preposition, as in `in your outcome`.
    pub at: String,
    /// Which of its themes its place tells.
    pub told: usize,
}

/// The cards that carry a reading, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Roles {
    /// Where it comes from.
    pub root: usize,
    /// What it is about.
    pub heart: usize,
    /// How things are.
    pub now: usize,
    /// Where it leads.
    pub outcome: usize,
    /// What helps.
    pub counsel: usize,
}

/// Two cards whose places belong together, by index, and what they are to each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    pub cards: [usize; 2],
    pub names: [String; 2],
}

/// The sides of a question by the count of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lean {
    Yes,
    No,
    Even,
}

/// A feature that strikes the eye.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Striking {
    /// So many cards of a rank.
    Alike(Rank, u8),
    /// A suit with so many cards, at least half of all.
    Leads(SuitOrStars, u8),
}

/// From this many cards on, four of a rank are remarkable, before it three.
const MANY: usize = 13;
/// From this many cards on, no rank is.
const TOO_MANY: usize = 20;
/// With fewer cards, no suit leads.
const FEW: usize = 4;

impl Laid {
    /// Number of cards that lie so.
    pub fn count(&self, disposition: Disposition) -> u8 {
        self.cards.iter().filter(|card| card.disposition == disposition).count() as u8
    }

    /// Number of cards.
    pub fn total(&self) -> u8 {
        self.cards.len() as u8
    }

    /// Whether more cards are upright, which is yes, or turned.
    pub fn lean(&self) -> Lean {
        match self.count(Disposition::Well).cmp(&self.count(Disposition::Ill)) {
            std::cmp::Ordering::Greater => Lean::Yes,
            std::cmp::Ordering::Equal => Lean::Even,
            std::cmp::Ordering::Less => Lean::No,
        }
    }

    /// Whether one side has three times as many cards as the other, or more.
    pub fn leans_clearly(&self) -> bool {
        let (upright, turned) = (self.count(Disposition::Well), self.count(Disposition::Ill));
        upright.abs_diff(turned) * 2 >= self.total()
    }

    /// The weightiest card that lies so.
    pub fn foremost(&self, disposition: Disposition) -> Option<usize> {
        self.by_weight().find(|index| self.cards[*index].disposition == disposition)
    }

    /// All cards, first those that carry the reading, which come again in their turn.
    pub fn by_weight(&self) -> impl Iterator<Item = usize> {
        let roles = self.roles.map(|Roles { root, heart, outcome, counsel, .. }| [outcome, counsel, heart, root]);
        roles.into_iter().flatten().chain(0..self.cards.len())
    }

    /// How two cards bear on each other; `None` if what was shuffled settled it.
    pub fn dignity(&self, [one, other]: [usize; 2]) -> Option<Dignity> {
        let dignity = Dignity::between(self.cards[one].card, self.cards[other].card);
        let told = |one: SuitOrStars, other: SuitOrStars| Dignity::of(one.element(), other.element()) == dignity;
        (!self.settled.pair_is_certain(told)).then_some(dignity)
    }

    /// The pairs to tell: those that the places mean, else the neighbours that bear most on each other.
    pub fn told_pairs(&self) -> Vec<Pair> {
        if !self.pairs.is_empty() {
            return self.pairs.clone();
        }
        let placed = self.cards.iter().take_while(|card| !card.place.is_empty()).count();
        let weight = |index: &usize| match Dignity::between(self.cards[*index].card, self.cards[index + 1].card) {
            Dignity::Strengthens | Dignity::Weakens => 0,
            Dignity::Alike => 1,
            Dignity::Neutral => 2,
            Dignity::Spirit => 3,
        };
        let nearest = (0..placed.saturating_sub(1)).min_by_key(weight);
        let pair = |index: usize| Pair {
            cards: [index, index + 1],
            names: [&self.cards[index], &self.cards[index + 1]].map(|card| card.place.clone()),
        };
        nearest.map(pair).into_iter().collect()
    }

    /// What strikes the eye and was not settled beforehand.
    pub fn striking(&self) -> Vec<Striking> {
        let (total, settled) = (self.cards.len(), self.settled);
        let suits = SuitCounts::of(self.cards.iter().map(|card| card.card));
        let of_rank = |rank: Rank| self.cards.iter().filter(|card| card.card.rank() == Some(rank)).count();
        let least = if total < MANY { 3 } else { 4 };
        let alike = Rank::ALL.into_iter().filter(|rank| total < TOO_MANY && of_rank(*rank) >= least);
        let certain = |rank: Rank| {
            settled.count_is_certain(
                self.total(),
                |card| card.rank() == Some(rank),
                |count| usize::from(count) >= least,
            )
        };
        let alike = alike.filter(|rank| !certain(*rank)).max_by_key(|rank| of_rank(*rank));
        let leading = suits.leading().filter(|suit| total >= FEW && usize::from(suits.get(*suit)) * 2 >= total);
        let leading =
            leading.filter(|suit| !settled.suits_are_certain(self.total(), |suits| suits.leading() == Some(*suit)));
        let alike = alike.map(|rank| Striking::Alike(rank, of_rank(rank) as u8));
        alike.into_iter().chain(leading.map(|suit| Striking::Leads(suit, suits.get(suit)))).collect()
    }
}
