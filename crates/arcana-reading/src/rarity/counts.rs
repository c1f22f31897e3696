//! Counts of the readings of finished deals, and queries of them: any combination of position, card, disposition, layout
//! and verdict.

use arcana_engine::{
    cards::{Card, PACK},
    games::{
        Player,
        fortunes::{self, PLAYERS},
    },
    interval::{Interval, wilson_of},
};
use serde::{Serialize, Serializer};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{RefOr, Schema},
};

use crate::{Disposition, Layout, Place, Side, Tricks, Verdict};

/// The possible numbers of tricks of a player: none to all.
const TRICK_COUNTS: usize = fortunes::TRICKS + 1;

/// Number of combinations of card and disposition.
const CARDS: usize = Card::COUNT * Disposition::ALL.len();

const CELLS: usize = Layout::ALL.len() * Verdict::ALL.len() * Place::ALL.len() * CARDS;

/// Counts of the readings of finished deals. They are exact and can be merged in any order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RarityCounts {
    /// Readings by layout and verdict.
    pub(super) readings: [[u32; Verdict::ALL.len()]; Layout::ALL.len()],
    /// Readings by number of own tricks and of the partner's.
    pub(super) tricks: [[u32; TRICK_COUNTS]; TRICK_COUNTS],
    /// By layout, verdict, place, card and disposition.
    pub(super) cells: Box<[Cell]>,
}

/// The count of a card at a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cell {
    pub count: u32,
    /// The first reading with it.
    pub first: Option<ReadingNumber>,
}

/// Identifies a reading of a run of single deals: four times the index of the deal, plus the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReadingNumber(pub u32);

/// The common part of a row of cells.
pub(super) type CellRow = (Layout, Verdict, Place);

impl ReadingNumber {
    /// The reading of a player in a deal, counted from 0.
    pub const fn new(deal: u32, player: Player) -> ReadingNumber {
        ReadingNumber(deal * PLAYERS as u32 + player.0 as u32)
    }

    /// The index of the deal.
    pub const fn deal(self) -> u32 {
        self.0 / PLAYERS as u32
    }

    /// The player.
    pub const fn player(self) -> Player {
        Player((self.0 % PLAYERS as u32) as u8)
    }
}

impl Default for RarityCounts {
    fn default() -> RarityCounts {
        let cells = vec![Cell::default(); CELLS].into_boxed_slice();
        RarityCounts { readings: Default::default(), tricks: Default::default(), cells }
    }
}

impl RarityCounts {
    /// Counts the four readings of a deal with this index.
    pub fn count_deal(&mut self, number: u32, deal: &fortunes::Deal) {
        for player in Player::all(PLAYERS) {
            self.count(ReadingNumber::new(number, player), &Tricks::of_deal(deal, player));
        }
    }

    /// Counts one reading.
    pub fn count(&mut self, number: ReadingNumber, tricks: &Tricks) {
        let (own, partner) = (tricks.own.len(), tricks.partner.len());
        let layout = Layout::of(own, partner);
        let verdict = Verdict::from(tricks.outcome);
        self.readings[layout.index()][verdict.index()] += 1;
        self.tricks[own][partner] += 1;
        for (place, card, disposition) in placed(layout, tricks) {
            let cell = &mut self.cells[cell_of((layout, verdict, place), card, disposition)];
            cell.merge(Cell { count: 1, first: Some(number) });
        }
    }

    /// Adds the counts of other deals.
    pub fn merge(&mut self, other: &RarityCounts) {
        let add = |all: &mut [u32], more: &[u32]| all.iter_mut().zip(more).for_each(|(all, more)| *all += more);
        self.readings.iter_mut().zip(&other.readings).for_each(|(all, more)| add(all, more));
        self.tricks.iter_mut().zip(&other.tricks).for_each(|(all, more)| add(all, more));
        self.cells.iter_mut().zip(&other.cells).for_each(|(all, more)| all.merge(*more));
    }

    /// Number of readings.
    pub fn total(&self) -> u32 {
        self.readings.as_flattened().iter().sum()
    }

    /// Number of readings with these numbers of own and partner's tricks; `None` matches any.
    pub fn with_tricks(&self, own: Option<usize>, partner: Option<usize>) -> u64 {
        let rows = self.tricks.iter().enumerate().filter(|(row, _)| own.is_none_or(|own| own == *row));
        let cells = rows.flat_map(|(_, row)| row.iter().enumerate());
        cells
            .filter(|(column, _)| partner.is_none_or(|partner| partner == *column))
            .map(|(_, count)| u64::from(*count))
            .sum()
    }

    /// The cells of a row: each card in pack order, well-disposed and ill-disposed.
    pub(super) fn line(line: CellRow) -> std::ops::Range<usize> {
        let (layout, verdict, place) = line;
        let start =
            ((layout.index() * Verdict::ALL.len() + verdict.index()) * Place::ALL.len() + place as usize) * CARDS;
        start..start + CARDS
    }

    /// All rows that can have cards.
    pub(super) fn lines() -> impl Iterator<Item = CellRow> {
        let verdicts = Layout::ALL.into_iter().flat_map(|layout| Verdict::ALL.map(|verdict| (layout, verdict)));
        verdicts.flat_map(|(layout, verdict)| layout.places().map(move |place| (layout, verdict, place)))
    }
}

impl Cell {
    fn merge(&mut self, other: Cell) {
        self.count += other.count;
        self.first = [self.first, other.first].into_iter().flatten().min();
    }
}

/// The index of a cell.
fn cell_of(line: CellRow, card: Card, disposition: Disposition) -> usize {
    RarityCounts::line(line).start + card.index() * Disposition::ALL.len() + disposition.index()
}

/// All cards at positions of the layout.
pub fn placed(layout: Layout, tricks: &Tricks) -> impl Iterator<Item = (Place, Card, Disposition)> {
    layout.places().flat_map(|place| place.sources().iter().map(move |source| (place, source))).filter_map(
        move |(place, source)| {
            let won = match source.from {
                Side::Own => &tricks.own,
                Side::Partner => &tricks.partner,
            };
            let trick = won.get(usize::from(source.trick) - 1)?;
            Some((place, trick.card, trick.disposition))
        },
    )
}

/// A filter of the explorer; null matches anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct RarityFilter {
    /// The place where a card lies.
    #[schema(required)]
    pub place: Option<Place>,
    /// The card.
    #[schema(required)]
    pub card: Option<Card>,
    /// How the card lies.
    #[schema(required)]
    pub disposition: Option<Disposition>,
    /// The layout of the reading.
    #[schema(required)]
    pub layout: Option<Layout>,
    /// The verdict of the reading.
    #[schema(required)]
    pub verdict: Option<Verdict>,
}

/// What a filter counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FateUnit)]
pub enum Counted {
    /// Readings.
    Readings,
    /// Cards in places: of a disposition alone, a reading shows several.
    Cards,
}

/// The result of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// What was counted.
    pub counted: Counted,
    /// The number of matches, and of everything counted.
    pub share: Share,
    /// The first reading that matches.
    pub first: Option<ReadingNumber>,
}

impl RarityFilter {
    /// What the query counts.
    pub const fn counted(&self) -> Counted {
        match (self.place, self.card, self.disposition) {
            (None, None, Some(_)) => Counted::Cards,
            (None, None, None) | (Some(_), _, _) | (_, Some(_), _) => Counted::Readings,
        }
    }

    /// Does the query restrict cards?
    pub const fn names_cards(&self) -> bool {
        self.place.is_some() || self.card.is_some() || self.disposition.is_some()
    }

    fn fits_reading(&self, layout: Layout, verdict: Verdict) -> bool {
        self.layout.is_none_or(|requested| requested == layout)
            && self.verdict.is_none_or(|requested| requested == verdict)
    }

    fn fits_line(&self, (layout, verdict, place): CellRow) -> bool {
        self.fits_reading(layout, verdict) && self.place.is_none_or(|requested| requested == place)
    }
}

impl RarityCounts {
    /// Counts the matches. Two cards in the shared fate count separately.
    pub fn find(&self, filter: &RarityFilter) -> Found {
        let cells = || self.cells(filter).filter(|cell| cell.count > 0);
        let counted = filter.counted();
        let count = if filter.names_cards() { cells().map(|cell| cell.count).sum() } else { self.readings(filter) };
        let of = match counted {
            Counted::Readings => self.total(),
            Counted::Cards => self.cells.iter().map(|cell| cell.count).sum(),
        };
        let share = Share::new(count, of).with_verdict(filter.verdict);
        Found { counted, share, first: cells().filter_map(|cell| cell.first).min() }
    }

    fn readings(&self, filter: &RarityFilter) -> u32 {
        let kinds = Layout::ALL.into_iter().flat_map(|layout| Verdict::ALL.map(|verdict| (layout, verdict)));
        let fitting = kinds.filter(|(layout, verdict)| filter.fits_reading(*layout, *verdict));
        fitting.map(|(layout, verdict)| self.readings[layout.index()][verdict.index()]).sum()
    }

    fn cells(&self, filter: &RarityFilter) -> impl Iterator<Item = Cell> {
        let cards = filter.card.map_or_else(|| PACK.to_vec(), |card| vec![card]);
        let dispositions = filter.disposition.map_or_else(|| Disposition::ALL.to_vec(), |lies| vec![lies]);
        let sides: Vec<_> = cards.iter().flat_map(|card| dispositions.iter().map(|lies| (*card, *lies))).collect();
        let lines = RarityCounts::lines().filter(|line| filter.fits_line(*line));
        let cells =
            lines.flat_map(move |line| sides.clone().into_iter().map(move |(card, lies)| cell_of(line, card, lies)));
        cells.map(|cell| self.cells[cell])
    }
}

/// A number of matches out of a total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The number of matches.
    pub count: u64,
    /// The total.
    pub of: u64,
    /// How many readings stand and fall together, and are one trial.
    pub per_trial: u8,
}

/// Readings of a partnership, which are made of the same tricks.
const PER_PARTNERSHIP: u8 = 2;
/// Readings of a deal.
const PER_DEAL: u8 = 4;

/// How often something came in the readings that were counted.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Written {
    /// How often it came.
    #[schema(example = 1872)]
    count: u64,
    /// How often it could have come.
    #[schema(example = 800_000)]
    of: u64,
    /// `count` divided by `of`; 0 if nothing was counted.
    #[schema(minimum = 0, maximum = 1, example = 0.00234)]
    value: f64,
    /// Lower end of the 95 % interval.
    #[schema(minimum = 0, maximum = 1, example = 0.002195)]
    low: f64,
    /// Upper end of the 95 % interval.
    #[schema(minimum = 0, maximum = 1, example = 0.002495)]
    high: f64,
}

impl Share {
    /// A share, in which a partnership is a trial.
    pub fn new(count: impl Into<u64>, of: impl Into<u64>) -> Share {
        Share { count: count.into(), of: of.into(), per_trial: PER_PARTNERSHIP }
    }

    /// The share of readings with this verdict, if any is given. A drawn deal makes all of its readings balanced, so the
    /// deal is a trial; otherwise one partnership has fortune and the other doom.
    pub fn with_verdict(self, verdict: Option<Verdict>) -> Share {
        let per_trial = match verdict {
            Some(Verdict::Balance) => PER_DEAL,
            Some(Verdict::Fortune | Verdict::Doom) | None => PER_PARTNERSHIP,
        };
        Share { per_trial, ..self }
    }

    /// The value; 0 if the total is 0.
    pub fn value(self) -> f64 {
        if self.of == 0 { 0.0 } else { self.count as f64 / self.of as f64 }
    }

    /// The 95 % Wilson interval, of as many trials as there are groups of readings that belong together.
    pub fn interval(self) -> Interval {
        if self.of == 0 {
            return Interval { low: 0.0, high: 1.0 };
        }
        wilson_of(self.value(), self.of as f64 / f64::from(self.per_trial))
    }
}

/// Rounds to nine decimal places, more than any run can resolve.
fn rounded(figure: f64) -> f64 {
    (figure * 1e9).round() / 1e9
}

impl Serialize for Share {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Interval { low, high } = self.interval();
        let [value, low, high] = [self.value(), low, high].map(rounded);
        Written { count: self.count, of: self.of, value, low, high }.serialize(serializer)
    }
}

impl PartialSchema for Share {
    fn schema() -> RefOr<Schema> {
        Written::schema()
    }
}

impl ToSchema for Share {}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_share_lies_within_its_interval() {
        for (count, of) in [(0_u64, 0_u64), (0, 1), (0, 800_000), (1, 800_000), (3, 7), (412, 412), (400_000, 800_000)]
        {
            let share = Share::new(count, of);
            let Interval { low, high } = share.interval();
            let inside = 0.0 <= low && low <= share.value() && share.value() <= high && high <= 1.0;
            assert!(inside, "{share:?}: {low} to {high}");
        }
    }

    #[test]
    fn a_share_of_zero_has_an_upper_bound() {
        let Interval { low, high } = Share::new(0_u64, 800_000_u64).interval();
        assert_eq!(low, 0.0);
        assert_eq!((1.0 / high).round(), 104_128.0);
    }

    #[test]
    fn the_four_readings_of_a_drawn_deal_are_one_trial() {
        let share = |verdict| Share::new(100_u64, 400_u64).with_verdict(verdict).interval();
        assert_eq!(share(Some(Verdict::Balance)), wilson_of(0.25, 100.0));
        for verdict in [None, Some(Verdict::Fortune), Some(Verdict::Doom)] {
            assert_eq!(share(verdict), wilson_of(0.25, 200.0));
        }
    }

    #[test]
    fn shares_are_serialised_with_their_interval() {
        let written = serde_json::to_value(Share::new(100_u64, 200_u64)).expect("JSON");
        let fields: BTreeSet<_> = written.as_object().expect("an object").keys().map(String::as_str).collect();
        assert_eq!(fields, BTreeSet::from(["count", "of", "value", "low", "high"]));
        assert_eq!(written["value"], 0.5);
        // Wilson's interval of 50 in 100.
        let end = |name: &str| (written[name].as_f64().expect("a number") * 10_000.0).round();
        assert_eq!((end("low"), end("high")), (4038.0, 5962.0));
    }
}
