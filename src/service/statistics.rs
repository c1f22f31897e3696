//! Statistics of stored games: the newest games that match a filter are replayed and tallied in batches.

use super::{
    Cancel, Class, MANY_STEPS, Position, Service, ServiceError,
    derived::leading,
    engine,
    records::{GameId, GameRecord, SeatRecord, Source, StoredGame},
    scrub::readable,
    store::GameFilter,
};
use crate::{
    games::{Ruleset, with_game},
    statistics::{Report, Tally},
};

/// Number of games per database query.
const PAGE: u32 = 200;

/// Number of steps replayed per batch, a few milliseconds of work. A longer game is a batch by itself.
const BATCH_STEPS: u64 = 20_000;

/// Number of games that are counted by default.
pub const DEFAULT_GAMES: u32 = 10_000;

/// How many pages that a filter narrows, each of up to 5,000 games, are looked through for each [`DEFAULT_GAMES`].
const PAGES_WALKED: u32 = 10;

/// Limit on the steps replayed in all, which bounds the response time: no batch begins beyond it.
const MAX_STEPS: u64 = 30_000_000;

/// Statistics of stored games.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredStatistics {
    /// The ruleset.
    pub ruleset: Ruleset,
    /// Do older games match too that were not counted, or may they?
    pub truncated: bool,
    /// The report; extremes have the ids of their games.
    pub report: Report,
}

/// The newest games that match a filter, page by page. If few of many games match, not all of them are looked through.
pub(super) struct Newest {
    filter: GameFilter,
    from: Option<Position>,
    left: u32,
    walks: u32,
    has_begun: bool,
}

impl Newest {
    /// At most so many games.
    pub(super) fn of(filter: GameFilter, limit: u32) -> Newest {
        let walks = PAGES_WALKED * limit.div_ceil(DEFAULT_GAMES);
        Newest { filter, from: None, left: limit, walks, has_begun: false }
    }

    /// The next page; `None` after the last.
    pub(super) async fn next(&mut self, service: &Service) -> Result<Option<Vec<GameRecord>>, ServiceError> {
        if self.has_begun && (self.from.is_none() || self.left == 0 || self.walks == 0) {
            return Ok(None);
        }
        let _permit = service.shared.list_permits.acquire(service.work.caller()).await;
        let size = self.left.min(PAGE);
        let page = service.store.games(&self.filter, self.from, size).await?;
        let found = u32::try_from(page.items.len()).unwrap_or(u32::MAX);
        // A page with fewer games than it may have has been narrowed from many.
        self.walks = self.walks.saturating_sub(u32::from(found < size));
        self.left = self.left.saturating_sub(found);
        (self.from, self.has_begun) = (page.next, true);
        Ok(Some(page.items))
    }

    /// Do older games match too, or may they?
    pub(super) const fn is_truncated(&self) -> bool {
        self.from.is_some()
    }
}

/// What was counted so far.
struct Count {
    tally: Tally,
    /// The games counted, by their number in the tally.
    ids: Vec<GameId>,
    steps: u64,
    /// Were games of a page left out at the limit on steps?
    has_left_out: bool,
}

impl Service {
    /// Statistics of the newest games of a ruleset that match the filter, at most `limit`. If few of many games match, not
    /// all of them are looked through.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn statistics(
        &self,
        ruleset: Ruleset,
        filter: GameFilter,
        limit: u32,
    ) -> Result<StoredStatistics, ServiceError> {
        let filter = GameFilter { ruleset: Some(ruleset), ..filter };
        let mut count = Count { tally: Tally::new(ruleset), ids: Vec::new(), steps: 0, has_left_out: false };
        let mut newest = Newest::of(filter, limit);
        while count.steps < MAX_STEPS
            && let Some(page) = newest.next(self).await?
        {
            count = self.count_page(page, count).await?;
        }
        let truncated = newest.is_truncated() || count.has_left_out;
        Ok(count.into_statistics(ruleset, truncated))
    }

    /// Counts the games of a page, all of them unless the limit on steps is reached before. Short games share a batch.
    async fn count_page(&self, mut records: Vec<GameRecord>, mut count: Count) -> Result<Count, ServiceError> {
        while !records.is_empty() && count.steps < MAX_STEPS {
            let others = records.split_off(leading(records.iter().map(|record| record.step_count.into()), BATCH_STEPS));
            let long = records.iter().any(|record| record.step_count > MANY_STEPS);
            let games = self.with_logs(std::mem::replace(&mut records, others)).await?;
            let class = if long { Class::LongLog } else { Class::Bulk };
            let counted = move |cancel: &Cancel| {
                for game in &games {
                    cancel.check()?;
                    let added = count.add(game);
                    count.has_left_out |= readable("game", game.record.id.0, added).transpose()?.is_none();
                }
                Ok::<_, ServiceError>(count)
            };
            count = self.work.run_next(class, counted).await??;
        }
        count.has_left_out |= !records.is_empty();
        Ok(count)
    }
}

impl Count {
    fn add(&mut self, game: &StoredGame) -> Result<(), ServiceError> {
        let number = self.ids.len() as u64;
        let labels = seat_labels(&game.record);
        with_game!(game.record.ruleset, G => {
            let log = engine::stored_log::<G>(game)?;
            self.tally.count_log(number, &log, &labels).map_err(|refusal| {
                ServiceError::Internal(format!("game {} does not replay: {refusal:?}", game.record.id))
            })?;
        });
        self.ids.push(game.record.id);
        self.steps += u64::from(game.record.step_count);
        Ok(())
    }

    fn into_statistics(self, ruleset: Ruleset, truncated: bool) -> StoredStatistics {
        let mut report = self.tally.report();
        report.name_games(|extreme| {
            let number = extreme.game.take().and_then(|number| usize::try_from(number).ok());
            extreme.id = number.and_then(|number| self.ids.get(number)).map(ToString::to_string);
        });
        StoredStatistics { ruleset, truncated, report }
    }
}

/// The label of each seat: a bot with its version, a foreign bot of any kind, a person, or unknown in imported games.
fn seat_labels(record: &GameRecord) -> Vec<String> {
    let without_bot = match record.source {
        Source::Table => "person",
        Source::Imported | Source::Played => "unknown",
    };
    let label = |seat: &SeatRecord| match &seat.bot {
        Some(bot) if bot.is_foreign() => "foreign".to_owned(),
        Some(bot) => bot.label(),
        None => without_bot.to_owned(),
    };
    record.players.iter().map(label).collect()
}
