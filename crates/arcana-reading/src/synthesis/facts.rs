//! Facts about the cards of a reading as a whole.

use crate::{
    Disposition, Place, ReadCard, Reading, Verdict,
    usual::{Comparison, Counts, Measure},
};
use arcana_engine::cards::{Card, Hand};

use super::meeting::Meeting;

/// Facts about the cards of a reading as a whole.
#[derive(Debug)]
pub struct ReadingFacts<'a> {
    /// The counts.
    pub counts: Counts,
    /// The verdict of the deal.
    pub verdict: Verdict,
    /// From the first card to the last; `None` without cards.
    pub way: Option<Way<'a>>,
    /// An upright card to close with.
    pub keepsake: Option<&'a ReadCard>,
}

/// The path through the reading.
#[derive(Clone, Copy, Debug)]
pub struct Way<'a> {
    /// The card at the root; the partner's nearest if the querent has none.
    pub root: &'a ReadCard,
    /// The querent's fifth card, in the House of Consciousness, unless the path ends there.
    pub center: Option<&'a ReadCard>,
    /// The end: the outcome, or the card described last, which is the Union in layouts with a Universe and the farthest
    /// card of the Future in the simple layout.
    pub last: &'a ReadCard,
}

/// The number of the querent's cards compared with the partner's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// All cards are the querent's.
    All,
    /// Far more than in most readings.
    FarMore,
    /// More than the partner.
    More,
    /// The same number.
    Even,
    /// One more or less, of so many cards that it makes little difference.
    Near,
    /// Fewer than the partner.
    Fewer,
    /// Far fewer than in most readings.
    FarFewer,
}

/// The number of reversed cards compared with the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turned {
    None,
    Fewer,
    Usual,
    More,
    All,
}

/// The answer to a yes-or-no question, by the number of upright and reversed cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaning {
    /// More are upright.
    Yes,
    /// As many are upright as reversed.
    Even,
    /// More are reversed.
    No,
}

/// A share counts as far from usual below this many of 10,000 readings.
const FAR: u32 = 1500;

/// With this many cards or more, one more or less makes little difference.
const MANY: u8 = 7;

impl<'a> ReadingFacts<'a> {
    /// The facts of a reading whose cards are in position.
    pub fn of(reading: &'a Reading) -> ReadingFacts<'a> {
        let way = Way::of(reading);
        ReadingFacts {
            counts: Counts::of(reading.cards().map(|card| (card.from, card.id, card.disposition))),
            verdict: reading.verdict,
            way,
            keepsake: way.and_then(|way| keepsake(reading, way)),
        }
    }

    /// The number of the querent's cards compared with the partner's.
    pub fn share(&self) -> Share {
        let (own, partner) = (self.counts.get(Measure::Own), self.counts.partner());
        let (many, few) = (Measure::Own.at_least(self.counts.cards, own), Measure::Own.at_most(self.counts.cards, own));
        match own.cmp(&partner) {
            _ if partner == 0 => Share::All,
            std::cmp::Ordering::Equal => Share::Even,
            _ if own.abs_diff(partner) == 1 && self.counts.cards >= MANY => Share::Near,
            std::cmp::Ordering::Greater if many < FAR => Share::FarMore,
            std::cmp::Ordering::Less if few < FAR => Share::FarFewer,
            std::cmp::Ordering::Greater => Share::More,
            std::cmp::Ordering::Less => Share::Fewer,
        }
    }

    /// The number of reversed cards compared with the reference.
    pub fn turned(&self) -> Turned {
        match (self.counts.get(Measure::Turned), self.counts.compare(Measure::Turned)) {
            (0, _) => Turned::None,
            (turned, _) if turned == self.counts.cards => Turned::All,
            (_, Comparison::Fewer) => Turned::Fewer,
            (_, Comparison::Usual) => Turned::Usual,
            (_, Comparison::More) => Turned::More,
        }
    }

    /// Number of upright cards.
    pub fn upright(&self) -> u8 {
        self.counts.cards - self.counts.get(Measure::Turned)
    }

    /// The answer by the number of upright and reversed cards.
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

    /// The relation between the elements of its two ends.
    pub fn meeting(&self) -> Meeting {
        Meeting::of(self.root.suit.element(), self.last.suit.element())
    }

    fn has(&self, card: &ReadCard) -> bool {
        [Some(self.root), self.center, Some(self.last)].into_iter().flatten().any(|on_it| on_it.id == card.id)
    }
}

/// Cards whose pictures may frighten people who do not know them. No reading closes with one.
const HARD: Hand = {
    let ids =
        [b"ar13", b"ar15", b"ar16", b"cu05", b"sw03", b"sw05", b"sw07", b"sw08", b"sw09", b"sw10", b"pe05", b"wa10"];
    let (mut cards, mut at) = (Hand::EMPTY, 0);
    while at < ids.len() {
        cards.insert(Card::of_letters(*ids[at]).expect("the id of a card"));
        at += 1;
    }
    cards
};

/// Places whose cards stand against the querent, or tell of another way than the querent's.
const AGAINST: [Place; 4] = [Place::Abyss, Place::Fears, Place::Enemies, Place::PartnerOutcome];

/// Cards that cannot be called an ally: those of such places, and those that no place tells of.
fn no_friends(reading: &Reading) -> Hand {
    let against = reading.places().filter(|there| AGAINST.contains(&there.place)).flat_map(|there| &there.cards);
    against.chain(&reading.unplaced).chain(&reading.beyond).map(|card| card.id).collect()
}

/// Chooses an upright card: cards off the path first, then Stars, then own cards. The root if none is upright, and none
/// if all of them are hard or no friends.
fn keepsake<'a>(reading: &'a Reading, way: Way<'a>) -> Option<&'a ReadCard> {
    let mut upright = reading.cards().filter(|card| card.disposition == Disposition::Well).peekable();
    if upright.peek().is_none() {
        return Some(way.root);
    }
    let excluded = no_friends(reading);
    let gentle = upright.filter(|card| !HARD.contains(card.id) && !excluded.contains(card.id));
    gentle.min_by_key(|card| (way.has(card), !card.id.is_trump(), card.from, card.trick))
}
