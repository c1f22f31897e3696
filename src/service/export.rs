//! Everything that matches, in the order of commits: page after page, each fetched when it is asked for.
//!
//! Between two pages nothing is held open. What is stored meanwhile is met: it stands behind what was committed before.

use std::collections::VecDeque;

use serde_json::value::RawValue;

use super::{
    Cancel, Class, Game, Service, ServiceError, StoredReading,
    read::read_again,
    records::{OwnerId, ReadingRecord, StoredGame},
    store::{GameFilter, Page, Place, ReadingFilter},
    table,
};

/// The first page is small: somebody waits for the first line.
const FIRST: u32 = 20;

/// How many items the other pages have at most.
const PAGE: u32 = 200;

/// How many bytes of stored logs a page should have: where logs are long there are fewer games on it.
const PAGE_BYTES: usize = 1 << 20;

/// How many readings are written at once.
const READINGS: usize = 20;

/// How many steps are written at once: about 256 KiB of JSON, but a game is written whole.
const BATCH_STEPS: u64 = 3_000;

/// Which part of what matches goes out.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// What was committed after this; none: all.
    pub after: Option<Place>,
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
    /// Its place in the list.
    pub place: Place,
}

/// Games on their way out.
pub struct GameExport {
    service: Service,
    filter: GameFilter,
    logs: bool,
    walk: Walk,
    /// What was fetched and has not gone out yet.
    fetched: VecDeque<(StoredGame, Place)>,
}

/// Readings on their way out.
pub struct ReadingExport {
    service: Service,
    owner: OwnerId,
    filter: ReadingFilter,
    walk: Walk,
    /// What was fetched and has not gone out yet.
    fetched: VecDeque<((ReadingRecord, StoredGame), Place)>,
}

/// How far it has come.
#[derive(Clone, Copy, Debug)]
struct Walk {
    after: Option<Place>,
    left: Option<u32>,
    size: u32,
}

impl Walk {
    fn new(extent: Extent) -> Walk {
        Walk { after: extent.after, left: extent.limit, size: FIRST }
    }

    /// How many the next page has; none when there is no next page.
    fn next(&self) -> Option<u32> {
        Some(self.left.unwrap_or(u32::MAX).min(self.size)).filter(|size| *size > 0)
    }

    /// Goes on behind the page that was met; gives what is on it.
    fn went<T>(&mut self, page: Page<T>) -> Vec<T> {
        let met = u32::try_from(page.items.len()).unwrap_or(u32::MAX);
        self.left = match page.next {
            None => Some(0),
            Some(next) => {
                self.after = Some(next);
                self.left.map(|left| left.saturating_sub(met))
            }
        };
        self.size = if met == 0 { self.size } else { PAGE };
        page.items
    }

    /// Has the next page be about as large as pages should be, when so many items had so many bytes.
    fn narrow(&mut self, items: usize, bytes: usize) {
        let fitting = (PAGE_BYTES * items).checked_div(bytes).unwrap_or(usize::MAX);
        self.size = self.size.min(u32::try_from(fitting).unwrap_or(PAGE)).max(1);
    }
}

impl Service {
    /// Everything that matches, in the order of commits, with logs or without.
    pub fn export_games(&self, filter: GameFilter, extent: Extent, logs: bool) -> GameExport {
        GameExport { service: self.clone(), filter, logs, walk: Walk::new(extent), fetched: VecDeque::new() }
    }

    /// All of an owner's readings that match, in the order of commits; callers without a key are not one owner and have none.
    pub fn export_readings(&self, owner: OwnerId, filter: ReadingFilter, extent: Extent) -> ReadingExport {
        let none = Some(0).filter(|_| owner == OwnerId::ANONYMOUS);
        let extent = Extent { limit: none.or(extent.limit), ..extent };
        ReadingExport { service: self.clone(), owner, filter, walk: Walk::new(extent), fetched: VecDeque::new() }
    }
}

impl GameExport {
    /// How many steps of the next games go out together; none when all have been met.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn steps_ahead(&mut self) -> Result<Option<u64>, ServiceError> {
        while self.fetched.is_empty() {
            let Some(size) = self.walk.next() else { return Ok(None) };
            let turn = self.service.turns.take(self.service.work.caller()).await;
            let page = self.service.store.games_after(&self.filter, self.walk.after, size).await?;
            drop(turn);
            self.fetched = self.walk.went(page).into();
            let bytes: usize = self.fetched.iter().map(|(game, _)| game.log.len()).sum();
            self.walk.narrow(self.fetched.len(), bytes);
        }
        if !self.logs {
            return Ok(Some(0));
        }
        let batch = self.fetched.iter().take(self.batch());
        Ok(Some(batch.map(|(game, _)| u64::from(game.record.step_count)).sum()))
    }

    /// How many of the games that were fetched go out together.
    fn batch(&self) -> usize {
        if !self.logs {
            return self.fetched.len();
        }
        let mut steps = 0;
        let more = self.fetched.iter().take_while(|(game, _)| {
            let begun = steps;
            steps += u64::from(game.record.step_count);
            begun == 0 || steps <= BATCH_STEPS
        });
        more.count()
    }

    /// The next games; none when all have been met.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn next(&mut self) -> Result<Option<Vec<ExportedGame>>, ServiceError> {
        if self.steps_ahead().await?.is_none() {
            return Ok(None);
        }
        let games: Vec<_> = self.fetched.drain(..self.batch()).collect();
        let logs = self.logs;
        let told = move |cancel: &Cancel| {
            let each = |(game, place)| cancel.check().and_then(|()| exported(game, place, logs));
            games.into_iter().map(each).collect()
        };
        let batch: Result<Vec<_>, _> = self.service.work.go_on(Class::Bulk, told).await?;
        batch.map(Some)
    }
}

impl ReadingExport {
    /// The next readings; none when all have been met.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn next(&mut self) -> Result<Option<Vec<(StoredReading, Place)>>, ServiceError> {
        while self.fetched.is_empty() {
            let Some(size) = self.walk.next() else { return Ok(None) };
            let turn = self.service.turns.take(self.service.work.caller()).await;
            let page = self.service.store.readings_after(self.owner, &self.filter, self.walk.after, size).await?;
            drop(turn);
            self.fetched = self.walk.went(page).into();
        }
        let found: Vec<_> = self.fetched.drain(..self.fetched.len().min(READINGS)).collect();
        let read = move |cancel: &Cancel| {
            let each = |((record, game), place)| {
                cancel.check()?;
                Ok((read_again(record, game)?, place))
            };
            found.into_iter().map(each).collect()
        };
        let batch: Result<Vec<_>, ServiceError> = self.service.work.go_on(Class::Bulk, read).await?;
        batch.map(Some)
    }
}

fn exported(stored: StoredGame, place: Place, logs: bool) -> Result<ExportedGame, ServiceError> {
    let steps = logs.then(|| table::steps(&stored)).transpose()?;
    Ok(ExportedGame { game: Service::listed(stored.record)?, steps, place })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn narrowed(items: usize, bytes: usize) -> u32 {
        let mut walk = Walk { after: None, left: None, size: PAGE };
        walk.narrow(items, bytes);
        walk.size
    }

    #[test]
    fn where_logs_are_long_pages_have_fewer_games() {
        assert_eq!(narrowed(20, 20 * 100), PAGE);
        assert_eq!(narrowed(20, 20 * (PAGE_BYTES / 10)), 10);
        assert_eq!(narrowed(1, 3 * PAGE_BYTES), 1);
        assert_eq!(narrowed(0, 0), PAGE);
    }
}
