//! Exports: everything that matches, in commit order, page by page. A page is fetched when the reader needs it.
//!
//! No transaction or cursor is held between two pages. Items stored meanwhile are included, after those committed
//! earlier.

use std::collections::VecDeque;

use serde_json::value::RawValue;

use super::{
    AnyStored, Cancel, Class, Derive, DerivedGame, LongText, MANY_STEPS, Service, ServiceError,
    derived::leading,
    engine,
    notes::NOTES,
    readings::rebuild_listed,
    records::{AnyReading, NoteRecord, OwnerId, StoredGame},
    scrub::readable,
    store::{GameFilter, ListedReading, Page, Position, ReadingFilter},
};

/// Size of the first page: small, so that the first line arrives soon.
const FIRST_PAGE: u32 = 20;

/// Maximum number of items on the other pages.
const PAGE: u32 = 200;

/// Maximum size of a page in bytes, so that pages of long logs have fewer games. Each stream holds one page in memory.
const PAGE_BYTES: u64 = 128 << 10;

/// Approximate size of an item in bytes, without its log.
const ITEM: usize = 512;

/// Number of readings written at once.
const READINGS: usize = 20;

/// Number of steps written at once: about 128 KiB of JSON. A game is never split.
const BATCH_STEPS: u64 = 1_500;

/// Approximate size of a step as JSON in bytes: plain, and in a compressed long log.
const STEP_BYTES: (usize, usize) = (85, 10);

/// The part of the matches to export.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    /// Only what was committed after this; `None`: everything.
    pub after: Option<Position>,
    /// Maximum number; `None`: no limit.
    pub limit: Option<u32>,
}

/// An exported game.
#[derive(Debug)]
pub struct ExportedGame {
    /// The game with its derived fields.
    pub derived: DerivedGame,
    /// Its steps, if logs were requested.
    pub steps: Option<ExportedSteps>,
    /// Its position in the list.
    pub position: Position,
}

/// An exported reading.
#[derive(Debug)]
pub struct ExportedReading {
    /// The reading.
    pub reading: AnyStored,
    /// Its notes, newest first.
    pub notes: Vec<NoteRecord>,
    /// Its position in the list.
    pub position: Position,
}

/// A game's steps as JSON.
#[derive(Debug)]
pub enum ExportedSteps {
    /// Plain.
    Short(Box<RawValue>),
    /// Compressed until they are sent.
    Long(LongText),
}

/// An export of games.
pub struct GameExport {
    service: Service,
    filter: GameFilter,
    logs: bool,
    derive: Derive,
    walk: Walk,
    /// Games that were fetched and not returned yet.
    fetched: VecDeque<(StoredGame, Position)>,
}

/// An export of readings.
pub struct ReadingExport {
    service: Service,
    owner: OwnerId,
    filter: ReadingFilter,
    walk: Walk,
    /// Readings that were fetched and not returned yet.
    fetched: VecDeque<(ListedReading, Position)>,
}

/// The position of an export.
#[derive(Clone, Copy, Debug)]
struct Walk {
    after: Option<Position>,
    left: Option<u32>,
    size: u32,
}

impl Walk {
    fn new(range: Range) -> Walk {
        Walk { after: range.after, left: range.limit, size: FIRST_PAGE }
    }

    /// Size of the next page; `None` at the end.
    fn next(&self) -> Option<u32> {
        Some(self.left.unwrap_or(u32::MAX).min(self.size)).filter(|size| *size > 0)
    }

    /// Moves past a page, cut to its maximum size; returns its items.
    fn advance<T>(&mut self, mut page: Page<(T, Position)>, bytes: impl Fn(&T) -> usize) -> VecDeque<(T, Position)> {
        let (size_of, before) = (|(item, _): &(T, Position)| (ITEM + bytes(item)) as u64, page.items.len());
        page.items.truncate(leading(page.items.iter().map(size_of), PAGE_BYTES));
        if page.items.len() < before {
            page.next = page.items.last().map(|(_, position)| *position);
            page.items.shrink_to_fit();
        }
        let count = u32::try_from(page.items.len()).unwrap_or(u32::MAX);
        self.left = match page.next {
            None => Some(0),
            Some(next) => {
                self.after = Some(next);
                self.left.map(|left| left.saturating_sub(count))
            }
        };
        self.size = if count == 0 { self.size } else { PAGE };
        // The next page is fetched at about the maximum size.
        let size: u64 = page.items.iter().map(size_of).sum();
        let fitting = (PAGE_BYTES * u64::from(count)).checked_div(size).unwrap_or(u64::MAX);
        self.size = self.size.min(u32::try_from(fitting).unwrap_or(PAGE)).max(1);
        page.items.into()
    }
}

impl Service {
    /// Exports all games that match, in commit order, with or without logs.
    pub fn export_games(&self, filter: GameFilter, range: Range, logs: bool) -> GameExport {
        let (derive, walk) = (Derive::default(), Walk::new(range));
        GameExport { service: self.clone(), filter, logs, derive, walk, fetched: VecDeque::new() }
    }

    /// Exports all readings of an owner that match, in commit order. The anonymous owner stands for many callers and
    /// has none.
    pub fn export_readings(&self, owner: OwnerId, filter: ReadingFilter, range: Range) -> ReadingExport {
        let none = Some(0).filter(|_| owner == OwnerId::ANONYMOUS);
        let range = Range { limit: none.or(range.limit), ..range };
        ReadingExport { service: self.clone(), owner, filter, walk: Walk::new(range), fetched: VecDeque::new() }
    }
}

impl GameExport {
    /// The same export, with derived fields.
    pub fn with(self, derive: Derive) -> GameExport {
        GameExport { derive, ..self }
    }

    /// The position up to which everything that matches was returned or fetched, once a page was.
    pub(super) fn reached(&self) -> Option<Position> {
        self.walk.after
    }

    /// Approximate size in bytes of the logs in the next batch; `None` at the end.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn bytes_ahead(&mut self) -> Result<Option<usize>, ServiceError> {
        while self.fetched.is_empty() {
            let Some(size) = self.walk.next() else { return Ok(None) };
            let permit = self.service.shared.list_permits.acquire(self.service.work.caller()).await;
            let page = self.service.store.games_after(&self.filter, self.walk.after, size).await?;
            drop(permit);
            self.fetched = self.walk.advance(page, |game| game.log.len());
        }
        if !self.logs {
            return Ok(Some(0));
        }
        let batch = self.fetched.iter().take(self.batch());
        let bytes = |count: u32| count as usize * if count > MANY_STEPS { STEP_BYTES.1 } else { STEP_BYTES.0 };
        Ok(Some(batch.map(|(game, _)| bytes(game.record.step_count)).sum()))
    }

    /// Number of fetched games in the next batch.
    fn batch(&self) -> usize {
        if !self.logs {
            return self.fetched.len();
        }
        leading(self.fetched.iter().map(|(game, _)| game.record.step_count.into()), BATCH_STEPS)
    }

    /// The next batch of games; `None` at the end.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn next(&mut self) -> Result<Option<Vec<ExportedGame>>, ServiceError> {
        if self.bytes_ahead().await?.is_none() {
            return Ok(None);
        }
        let games: Vec<_> = self.fetched.drain(..self.batch()).collect();
        let (logs, derive) = (self.logs, self.derive);
        let long = (logs || derive.any()) && games.iter().any(|(game, _)| game.record.step_count > MANY_STEPS);
        let class = if long { Class::LongLog } else { Class::Bulk };
        let derived = move |cancel: &Cancel| {
            let each = |(game, position): (StoredGame, Position)| {
                let id = game.record.id;
                readable("game", id.0, cancel.check().and_then(|()| exported(game, position, logs, derive)))
            };
            games.into_iter().filter_map(each).collect()
        };
        let batch: Result<Vec<_>, _> = self.service.work.run_next(class, derived).await?;
        batch.map(Some)
    }
}

impl ReadingExport {
    /// The next batch of readings, each with its notes; `None` at the end.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn next(&mut self) -> Result<Option<Vec<ExportedReading>>, ServiceError> {
        while self.fetched.is_empty() {
            let Some(size) = self.walk.next() else { return Ok(None) };
            let permit = self.service.shared.list_permits.acquire(self.service.work.caller()).await;
            let page = self.service.store.readings_after(self.owner, &self.filter, self.walk.after, size).await?;
            drop(permit);
            self.fetched = self.walk.advance(page, reading_bytes);
        }
        let (count, mut notes) = self.with_few_notes().await?;
        let found: Vec<_> = self.fetched.drain(..count).collect();
        let read = move |cancel: &Cancel| {
            let each = |(reading, position): (ListedReading, Position)| {
                cancel.check()?;
                let id = reading.id();
                let notes = notes.extract_if(.., |note| note.reading == id).collect();
                Ok(ExportedReading { reading: rebuild_listed(reading)?, notes, position })
            };
            found.into_iter().map(each).collect()
        };
        let batch: Result<Vec<_>, ServiceError> = self.service.work.run_next(Class::Bulk, read).await?;
        batch.map(Some)
    }
}

impl ReadingExport {
    /// The number of readings in the next batch, and their notes: no more of them than one reading may have.
    async fn with_few_notes(&self) -> Result<(usize, Vec<NoteRecord>), ServiceError> {
        let ids: Vec<_> = self.fetched.iter().take(READINGS).map(|(reading, _)| reading.id()).collect();
        let mut count = ids.len();
        loop {
            let notes = self.service.store.notes(&ids[..count], None, NOTES + 1).await?;
            if count == 1 || notes.len() <= NOTES as usize {
                return Ok((count, notes));
            }
            count /= 2;
        }
    }
}

/// Size of a reading in bytes, without its texts.
fn reading_bytes(reading: &ListedReading) -> usize {
    match reading {
        AnyReading::Fortunes((_, game)) => game.log.len(),
        AnyReading::Spread(reading) => size_of_val(&*reading.cards),
    }
}

fn exported(stored: StoredGame, position: Position, logs: bool, derive: Derive) -> Result<ExportedGame, ServiceError> {
    let steps = match (logs, stored.record.step_count > MANY_STEPS) {
        (false, _) => None,
        (true, false) => Some(ExportedSteps::Short(engine::steps(&stored)?)),
        (true, true) => Some(ExportedSteps::Long(engine::long_steps(&stored)?)),
    };
    Ok(ExportedGame { derived: derive.of(stored)?, steps, position })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of `items` items with logs of `bytes` bytes a page takes, and the size of the next page.
    fn advance(items: usize, bytes: usize) -> (usize, u32) {
        let mut walk = Walk::new(Range { after: None, limit: Some(1000) });
        let position = |at| Position { rank: Some(at), id: uuid::Uuid::nil() };
        let items: Vec<_> = (0..items as i64).map(|at| ((), position(at))).collect();
        let next = items.last().map(|(_, position)| *position);
        let taken = walk.advance(Page { items, next }, |()| bytes);
        let met = taken.len();
        assert_eq!(walk.left, if met == 0 { Some(0) } else { Some(1000 - met as u32) });
        assert_eq!(walk.after, taken.back().map(|(_, position)| *position));
        (met, walk.size)
    }

    #[test]
    fn pages_of_long_logs_have_fewer_games() {
        assert_eq!(advance(20, 100), (20, PAGE));
        assert_eq!(advance(20, PAGE_BYTES as usize / 10 - ITEM), (10, 10));
        assert_eq!(advance(20, 3 * PAGE_BYTES as usize), (1, 1));
        assert_eq!(advance(1, 3 * PAGE_BYTES as usize), (1, 1));
        assert_eq!(advance(0, 0), (0, FIRST_PAGE));
    }
}
