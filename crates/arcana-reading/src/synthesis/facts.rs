//! Facts about the cards of a reading as a whole, and what is remarkable about them.

use serde::Deserialize;
use strum::EnumCount;

use arcana_engine::cards::{Card, Hand, Rank, Suit};

use crate::{
    Disposition, Place, ReadCard, Reading, Verdict,
    element::Meeting,
    usual::{Comparison, Counts, Measure, alike},
};

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, EnumCount)]
#[serde(rename_all = "snake_case")]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, EnumCount)]
#[serde(rename_all = "snake_case")]
pub enum Turned {
    None,
    Fewer,
    Usual,
    More,
    All,
}

/// The answer to a yes-or-no question, by the number of upright and reversed cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, EnumCount)]
#[serde(rename_all = "snake_case")]
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

/// A remarkable feature of the cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// Three or four cards of a rank.
    Alike(Rank, u8),
    /// A suit with more cards than any other and than there are Stars.
    Leads(Suit, u8),
    /// Two suits tied for the most cards.
    Shared([Suit; 2]),
    /// Suits without cards.
    Missing(Vec<Suit>),
    /// No Star.
    NoStars,
    /// A single Star.
    OneStar(Card),
    /// Three Stars or more.
    ManyStars(u8),
    /// No court card.
    NoCourts,
    /// A single court card.
    OneCourt(Card),
    /// Three court cards or more.
    ManyCourts(u8),
}

/// The remarks on a reading, rarest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remarks {
    /// None.
    None,
    /// A feature of up to half of all readings.
    Ordinary(Remark),
    /// A rare feature.
    One(Remark),
    /// Two rare features.
    Two(Remark, Remark),
}

/// A remark with the number of 10,000 readings that have the feature.
type Found = (u32, Remark);

/// Maximum frequency of a feature worth a remark, of 10,000 readings.
const ORDINARY: u32 = 5000;

/// Maximum frequency of a rare feature.
const RARE: u32 = 2500;

/// Maximum frequency of a second rare feature.
const SECOND: u32 = 2000;

impl Remarks {
    /// The remarks on a reading with these counts.
    pub fn on(reading: &Reading, counts: &Counts) -> Remarks {
        let mut found = alikes(counts);
        let of_court = found.iter().any(|(_, remark)| matches!(remark, Remark::Alike(rank, _) if rank.is_court()));
        found.extend(suits(counts));
        found.extend(stars(reading, counts));
        // Three Kings already imply many courts.
        let known = |found: &Found| of_court && matches!(found, (_, Remark::ManyCourts(_)));
        found.extend(courts(reading, counts).filter(|found| !known(found)));
        // The sort is stable: among equals the earlier kind comes first.
        found.sort_by_key(|(readings, _)| *readings);
        let mut found = found.into_iter().filter(|(readings, _)| *readings <= ORDINARY);
        match (found.next(), found.next()) {
            (None, _) => Remarks::None,
            (Some((readings, first)), _) if readings > RARE => Remarks::Ordinary(first),
            (Some((_, first)), Some((readings, second))) if readings <= SECOND => Remarks::Two(first, second),
            (Some((_, first)), _) => Remarks::One(first),
        }
    }
}

/// Ranks with three or four cards.
fn alikes(counts: &Counts) -> Vec<Found> {
    let repeated = Rank::ALL.into_iter().filter(|rank| counts.rank(*rank) > 2);
    let remark = |rank| (alike(rank, counts.rank(rank)), Remark::Alike(rank, counts.rank(rank)));
    repeated.map(remark).collect()
}

/// Suits that lead with more cards than there are Stars, and suits without cards.
fn suits(counts: &Counts) -> impl Iterator<Item = Found> {
    let most = counts.get(Measure::Suit);
    let with = |cards: u8| Suit::ALL.into_iter().filter(move |suit| counts.suit(*suit) == cards).collect::<Vec<_>>();
    let leading = match with(most).as_slice() {
        _ if counts.get(Measure::Stars) >= most => None,
        [suit] if most > 2 => Some((at_least(Measure::Suit, counts), Remark::Leads(*suit, most))),
        // Not rare, and only remarked on if there is nothing else.
        [one, other] if most > 1 => Some((ORDINARY, Remark::Shared([*one, *other]))),
        _ => None,
    };
    let missing = Some(with(0)).filter(|suits| !suits.is_empty());
    let missing = missing.map(|suits| (at_least(Measure::Missing, counts), Remark::Missing(suits)));
    leading.into_iter().chain(missing)
}

fn stars(reading: &Reading, counts: &Counts) -> Option<Found> {
    match counts.get(Measure::Stars) {
        0 => Some((at_most(Measure::Stars, counts), Remark::NoStars)),
        1 => {
            first(reading, |card| card.is_trump()).map(|star| (exactly(Measure::Stars, counts), Remark::OneStar(star)))
        }
        2 => None,
        many => Some((at_least(Measure::Stars, counts), Remark::ManyStars(many))),
    }
}

fn courts(reading: &Reading, counts: &Counts) -> Option<Found> {
    let is_court = |card: Card| card.rank().is_some_and(Rank::is_court);
    match counts.get(Measure::Courts) {
        0 => Some((at_most(Measure::Courts, counts), Remark::NoCourts)),
        1 => first(reading, is_court).map(|court| (exactly(Measure::Courts, counts), Remark::OneCourt(court))),
        2 => None,
        many => Some((at_least(Measure::Courts, counts), Remark::ManyCourts(many))),
    }
}

fn first(reading: &Reading, fits: impl Fn(Card) -> bool) -> Option<Card> {
    reading.cards().map(|card| card.id).find(|card| fits(*card))
}

fn at_least(measure: Measure, counts: &Counts) -> u32 {
    measure.at_least(counts.cards, counts.get(measure))
}

fn at_most(measure: Measure, counts: &Counts) -> u32 {
    measure.at_most(counts.cards, counts.get(measure))
}

fn exactly(measure: Measure, counts: &Counts) -> u32 {
    measure.exactly(counts.cards, counts.get(measure))
}
