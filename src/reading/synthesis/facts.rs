//! What the cards of a reading say together.

use crate::reading::{
    Disposition, Place, ReadCard, Reading, Verdict,
    usual::{Counts, Measure, Standing},
};

use super::meeting::Meeting;

/// What the cards of a reading say together.
#[derive(Debug)]
pub struct Facts<'a> {
    /// What is counted.
    pub counts: Counts,
    /// How the deal went.
    pub verdict: Verdict,
    /// From the first card to what comes last; `None` without cards.
    pub way: Option<Way<'a>>,
    /// A card to take along.
    pub keepsake: Option<&'a ReadCard>,
}

/// The way through the reading.
#[derive(Clone, Copy, Debug)]
pub struct Way<'a> {
    /// The card at the root; the partner's nearest where the querent has none.
    pub root: &'a ReadCard,
    /// The querent's fifth card, in the House of Consciousness, unless the way ends there.
    pub center: Option<&'a ReadCard>,
    /// What comes last: the outcome, or the card told last of all. That is the Union where there is a Universe, and the
    /// farthest card of the Future in the simple layout.
    pub last: &'a ReadCard,
}

/// The querent's cards against the partner's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// The partner has none.
    All,
    /// Far more than usual.
    FarMore,
    /// More than the partner.
    More,
    /// As many as the partner, or one more or less.
    Even,
    /// Fewer than the partner.
    Fewer,
    /// Far fewer than usual.
    FarFewer,
}

/// How many cards are turned, against what is usual.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turned {
    None,
    Fewer,
    Usual,
    More,
    All,
}

/// What a question that asks for yes or no gets from the count of upright cards and turned ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaning {
    /// More are upright.
    Yes,
    /// As many are upright as turned.
    Even,
    /// More are turned.
    No,
}

/// A share of the cards is far from usual when fewer than this many readings of ten thousand have it.
const FAR: u32 = 1500;

impl<'a> Facts<'a> {
    /// Those of a reading whose cards are laid out.
    pub fn of(reading: &'a Reading) -> Facts<'a> {
        let way = Way::of(reading);
        Facts {
            counts: Counts::of(reading.cards().map(|card| (card.from, card.id, card.disposition))),
            verdict: reading.verdict,
            way,
            keepsake: way.and_then(|way| keepsake(reading, way)),
        }
    }

    /// The querent's cards against the partner's.
    pub fn share(&self) -> Share {
        let (own, partner) = (self.counts.get(Measure::Own), self.counts.partner());
        let (many, few) = (Measure::Own.at_least(self.counts.cards, own), Measure::Own.at_most(self.counts.cards, own));
        match own.cmp(&partner) {
            _ if partner == 0 => Share::All,
            _ if own.abs_diff(partner) < 2 => Share::Even,
            std::cmp::Ordering::Greater if many < FAR => Share::FarMore,
            std::cmp::Ordering::Less if few < FAR => Share::FarFewer,
            std::cmp::Ordering::Greater | std::cmp::Ordering::Equal => Share::More,
            std::cmp::Ordering::Less => Share::Fewer,
        }
    }

    /// How many cards are turned, against what is usual.
    pub fn turned(&self) -> Turned {
        match (self.counts.get(Measure::Turned), self.counts.standing(Measure::Turned)) {
            (0, _) => Turned::None,
            (turned, _) if turned == self.counts.cards => Turned::All,
            (_, Standing::Fewer) => Turned::Fewer,
            (_, Standing::Usual) => Turned::Usual,
            (_, Standing::More) => Turned::More,
        }
    }

    /// The upright cards.
    pub fn upright(&self) -> u8 {
        self.counts.cards - self.counts.get(Measure::Turned)
    }

    /// Where the count of the upright cards and the turned ones leans.
    pub fn leaning(&self) -> Leaning {
        match self.upright().cmp(&self.counts.get(Measure::Turned)) {
            std::cmp::Ordering::Greater => Leaning::Yes,
            std::cmp::Ordering::Equal => Leaning::Even,
            std::cmp::Ordering::Less => Leaning::No,
        }
    }
}

impl<'a> Way<'a> {
    fn of(reading: &'a Reading) -> Option<Way<'a>> {
        let at = |place| reading.places().find(|there| there.place == place).and_then(|there| there.cards.first());
        let mut placed = reading.places().filter_map(|place| place.cards.first());
        let root = placed.next()?;
        let last = at(Place::Outcome).or_else(|| placed.last()).unwrap_or(root);
        let center = at(Place::HouseOfConsciousness).filter(|center| center.id != last.id);
        Some(Way { root, center, last })
    }

    /// How the elements of its two ends stand to each other.
    pub fn meeting(&self) -> Meeting {
        Meeting::of(self.root.suit.element(), self.last.suit.element())
    }

    fn has(&self, card: &ReadCard) -> bool {
        [Some(self.root), self.center, Some(self.last)].into_iter().flatten().any(|on_it| on_it.id == card.id)
    }
}

/// Upright cards whose pictures frighten people who do not know them: nobody is sent home with one.
const HARD: [&str; 12] =
    ["ar13", "ar15", "ar16", "cu05", "sw03", "sw05", "sw07", "sw08", "sw09", "sw10", "pe05", "wa10"];

/// An upright card, a Star before others, one beside the way before those on it, an own card before the partner's; the
/// root where none is upright.
fn keepsake<'a>(reading: &'a Reading, way: Way<'a>) -> Option<&'a ReadCard> {
    let mut upright = reading.cards().filter(|card| card.disposition == Disposition::Well).peekable();
    if upright.peek().is_none() {
        return Some(way.root);
    }
    let gentle = upright.filter(|card| !HARD.contains(&card.id.id().as_str()));
    gentle.min_by_key(|card| (way.has(card), !card.id.is_trump(), card.from, card.trick))
}
