//! Counts of the readings of finished deals.

use crate::{Disposition, Layout, Place, Side, Tricks, Verdict};
use arcana_engine::{
    cards::Card,
    games::{
        Player,
        fortunes::{self, PLAYERS},
    },
};

/// The possible numbers of tricks of a player: none to all.
pub(super) const TRICK_COUNTS: usize = fortunes::TRICKS + 1;

/// Number of combinations of card and disposition.
pub(super) const CARDS: usize = Card::COUNT * Disposition::ALL.len();

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
pub(super) fn cell_of(line: CellRow, card: Card, disposition: Disposition) -> usize {
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
