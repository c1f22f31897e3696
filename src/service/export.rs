//! Everything that matches, oldest first: page after page, each fetched when it is asked for.
//!
//! Between two pages nothing is held open. Ids ascend by time, so that a page begins behind the last id of the one
//! before; what is stored meanwhile may or may not be met.

use serde_json::value::RawValue;

use super::{
    Cancel, Class, Game, Service, ServiceError, StoredReading,
    read::read_again,
    records::{GameId, OwnerId, ReadingId, StoredGame},
    store::{GameFilter, ReadingFilter},
    table,
};

/// The first page is small: somebody waits for the first line.
const FIRST: u32 = 20;

/// How many items the other pages have.
const PAGE: u32 = 200;

/// Which part of what matches goes out.
#[derive(Clone, Copy, Debug)]
pub struct Extent<K> {
    /// What is newer than this; none: all.
    pub after: Option<K>,
    /// So many at most; none: all.
    pub limit: Option<u32>,
}

/// A game on its way out.
#[derive(Debug)]
pub struct ExportedGame {
    /// The game, without detail.
    pub game: Game,
    /// Its steps as JSON, when logs were asked for.
    pub steps: Option<Box<RawValue>>,
}

/// Games on their way out.
pub struct GameExport {
    service: Service,
    filter: GameFilter,
    logs: bool,
    walk: Walk<GameId>,
}

/// Readings on their way out.
pub struct ReadingExport {
    service: Service,
    owner: OwnerId,
    filter: ReadingFilter,
    walk: Walk<ReadingId>,
}

/// How far it has come.
#[derive(Clone, Copy, Debug)]
struct Walk<K> {
    after: Option<K>,
    left: Option<u32>,
    size: u32,
}

impl<K: Copy> Walk<K> {
    fn new(extent: Extent<K>) -> Walk<K> {
        Walk { after: extent.after, left: extent.limit, size: FIRST }
    }

    /// How many the next page has; none when there is no next page.
    fn next(&self) -> Option<u32> {
        Some(self.left.unwrap_or(u32::MAX).min(self.size)).filter(|size| *size > 0)
    }

    /// Goes on behind the page that was met, of which this is asked.
    fn went(&mut self, asked: u32, met: &[K]) {
        self.after = met.last().copied().or(self.after);
        self.left = match met.len() < asked as usize {
            true => Some(0),
            false => self.left.map(|left| left - asked),
        };
        self.size = PAGE;
    }
}

impl Service {
    /// Everything that matches, oldest first, with logs or without.
    pub fn export_games(&self, filter: GameFilter, extent: Extent<GameId>, logs: bool) -> GameExport {
        GameExport { service: self.clone(), filter, logs, walk: Walk::new(extent) }
    }

    /// All of an owner's readings that match, oldest first.
    pub fn export_readings(&self, owner: OwnerId, filter: ReadingFilter, extent: Extent<ReadingId>) -> ReadingExport {
        ReadingExport { service: self.clone(), owner, filter, walk: Walk::new(extent) }
    }
}

impl GameExport {
    /// The next page; none when all have been met.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn next(&mut self) -> Result<Option<Vec<ExportedGame>>, ServiceError> {
        let Some(size) = self.walk.next() else { return Ok(None) };
        let games = self.service.store.games_after(&self.filter, self.walk.after, size).await?;
        self.walk.went(size, &games.iter().map(|game| game.record.id).collect::<Vec<_>>());
        let logs = self.logs;
        let told = move |cancel: &Cancel| {
            games.into_iter().map(|game| cancel.check().and_then(|()| exported(game, logs))).collect()
        };
        let page: Result<Vec<_>, _> = self.service.work.go_on(Class::Bulk, told).await?;
        Ok(Some(page?).filter(|page| !page.is_empty()))
    }
}

impl ReadingExport {
    /// The next page; none when all have been met.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn next(&mut self) -> Result<Option<Vec<StoredReading>>, ServiceError> {
        let Some(size) = self.walk.next() else { return Ok(None) };
        let found = self.service.store.readings_after(self.owner, &self.filter, self.walk.after, size).await?;
        self.walk.went(size, &found.iter().map(|(reading, _)| reading.id).collect::<Vec<_>>());
        let read = move |cancel: &Cancel| {
            let each = |(record, game)| cancel.check().and_then(|()| read_again(record, game));
            found.into_iter().map(each).collect()
        };
        let page: Result<Vec<_>, _> = self.service.work.go_on(Class::Bulk, read).await?;
        Ok(Some(page?).filter(|page| !page.is_empty()))
    }
}

fn exported(stored: StoredGame, logs: bool) -> Result<ExportedGame, ServiceError> {
    let steps = logs.then(|| table::steps(&stored)).transpose()?;
    Ok(ExportedGame { game: Service::listed(stored.record)?, steps })
}
