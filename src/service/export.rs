//! Everything that matches, in the order of commits: page after page, each fetched when it is asked for.
//!
//! Between two pages nothing is held open. What is stored meanwhile is met: it stands behind what was committed before.

use serde_json::value::RawValue;

use super::{
    Cancel, Class, Game, Service, ServiceError, StoredReading,
    read::read_again,
    records::{OwnerId, StoredGame},
    store::{GameFilter, Page, Place, ReadingFilter},
    table,
};

/// The first page is small: somebody waits for the first line.
const FIRST: u32 = 20;

/// How many items the other pages have.
const PAGE: u32 = 200;

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
}

/// Readings on their way out.
pub struct ReadingExport {
    service: Service,
    owner: OwnerId,
    filter: ReadingFilter,
    walk: Walk,
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
}

impl Service {
    /// Everything that matches, in the order of commits, with logs or without.
    pub fn export_games(&self, filter: GameFilter, extent: Extent, logs: bool) -> GameExport {
        GameExport { service: self.clone(), filter, logs, walk: Walk::new(extent) }
    }

    /// All of an owner's readings that match, in the order of commits; callers without a key are not one owner and have none.
    pub fn export_readings(&self, owner: OwnerId, filter: ReadingFilter, extent: Extent) -> ReadingExport {
        let none = Some(0).filter(|_| owner == OwnerId::ANONYMOUS);
        let extent = Extent { limit: none.or(extent.limit), ..extent };
        ReadingExport { service: self.clone(), owner, filter, walk: Walk::new(extent) }
    }
}

impl GameExport {
    /// The next page; none when all have been met.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn next(&mut self) -> Result<Option<Vec<ExportedGame>>, ServiceError> {
        while let Some(size) = self.walk.next() {
            let turn = self.service.turns.take(self.service.work.caller()).await;
            let page = self.service.store.games_after(&self.filter, self.walk.after, size).await?;
            drop(turn);
            let games = self.walk.went(page);
            if games.is_empty() {
                continue;
            }
            let logs = self.logs;
            let told = move |cancel: &Cancel| {
                let each = |(game, place)| cancel.check().and_then(|()| exported(game, place, logs));
                games.into_iter().map(each).collect()
            };
            let page: Result<Vec<_>, _> = self.service.work.go_on(Class::Bulk, told).await?;
            return page.map(Some);
        }
        Ok(None)
    }
}

impl ReadingExport {
    /// The next page; none when all have been met.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn next(&mut self) -> Result<Option<Vec<(StoredReading, Place)>>, ServiceError> {
        while let Some(size) = self.walk.next() {
            let turn = self.service.turns.take(self.service.work.caller()).await;
            let page = self.service.store.readings_after(self.owner, &self.filter, self.walk.after, size).await?;
            drop(turn);
            let found = self.walk.went(page);
            if found.is_empty() {
                continue;
            }
            let read = move |cancel: &Cancel| {
                let each = |((record, game), place)| {
                    cancel.check()?;
                    Ok((read_again(record, game)?, place))
                };
                found.into_iter().map(each).collect()
            };
            let page: Result<Vec<_>, ServiceError> = self.service.work.go_on(Class::Bulk, read).await?;
            return page.map(Some);
        }
        Ok(None)
    }
}

fn exported(stored: StoredGame, place: Place, logs: bool) -> Result<ExportedGame, ServiceError> {
    let steps = logs.then(|| table::steps(&stored)).transpose()?;
    Ok(ExportedGame { game: Service::listed(stored.record)?, steps, place })
}
