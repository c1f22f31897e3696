//! Queries of the counts by any combination of position, card, disposition, layout and verdict.

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    RarityCounts, ReadingNumber, Share,
    counts::{Cell, CellRow, cell_of},
};
use crate::{Disposition, Layout, Place, Verdict};
use arcana_engine::cards::{Card, PACK};

/// A query; `None` matches anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RarityFilter {
    /// The position.
    pub place: Option<Place>,
    /// The card.
    pub card: Option<Card>,
    /// Its disposition.
    pub disposition: Option<Disposition>,
    /// The layout of the reading.
    pub layout: Option<Layout>,
    /// The verdict of the reading.
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
