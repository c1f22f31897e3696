//! Everything that happens to an owner's things, as one stream: at tables and days, in simulations, and what is stored.

use std::{sync::Arc, time::Duration};

use chrono::{Days, NaiveDate, TimeDelta};

use super::{
    AnyStored, Cancel, Class, GameDetails, Service, ServiceError,
    following::{POLL_INTERVAL, rest},
    readings::rebuild_listed,
    records::{OwnerEvent, OwnerId},
    scrub::readable,
    store::{ListedReading, News, NewsPosition},
    watchers::Watch,
};

/// Maximum number of news of each kind that are fetched at once.
const PAGE: u32 = 100;

/// The share of a stream in the time between two looks: a service with many streams looks no more than 200 times a second.
const SHARE: Duration = Duration::from_millis(5);

/// Maximum number of days of which a stream that resumes tells that they are over.
const DAYS: u32 = 366;

/// How long after its end a day is told to be over. Until then a try may be stored that a service with a slower clock has
/// opened before it.
const SETTLED: TimeDelta = TimeDelta::seconds(30);

/// How far a stream has told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeedPosition {
    /// In the order of commits.
    pub news: NewsPosition,
    /// The last day that was over.
    pub over: NaiveDate,
}

/// What a stream tells.
#[derive(Debug)]
pub enum NewsItem {
    /// The stream begins here.
    Begin,
    /// Something happened.
    Event(OwnerEvent),
    /// A game was stored.
    Game(Box<GameDetails>),
    /// A reading was stored.
    Reading(Box<AnyStored>),
    /// A day that the owner has tried is over, since half a minute.
    DayOver(NaiveDate),
}

/// The news of an owner, from a position on.
pub struct NewsFeed {
    service: Service,
    owner: OwnerId,
    told: FeedPosition,
    begins: bool,
    watch: Watch,
    /// One of the streams that are open, which are counted.
    open: Arc<()>,
}

impl Service {
    /// The news of an owner after a position; without one, from now on.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn news(&self, owner: OwnerId, after: Option<FeedPosition>) -> Result<NewsFeed, ServiceError> {
        let (watch, open) = (self.shared.news.watch(Some(owner)), Arc::clone(&self.shared.feeds));
        let told = match after {
            Some(after) => after,
            None => FeedPosition { news: self.store.latest_news().await?, over: self.last_day_over() },
        };
        Ok(NewsFeed { service: self.clone(), owner, told, begins: after.is_none(), watch, open })
    }

    fn last_day_over(&self) -> NaiveDate {
        (self.clock.now() - SETTLED).date_naive() - Days::new(1)
    }
}

impl NewsFeed {
    /// The news since the last call, waiting for at least one; each with the position after it.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn next(&mut self) -> Result<Vec<(NewsItem, FeedPosition)>, ServiceError> {
        if std::mem::take(&mut self.begins) {
            return Ok(vec![(NewsItem::Begin, self.told)]);
        }
        loop {
            let (news, is_all) = self.fetched().await?;
            if !news.is_empty() {
                return Ok(news);
            }
            if is_all {
                let streams = u32::try_from(Arc::strong_count(&self.open)).unwrap_or(u32::MAX);
                rest(&mut self.watch, POLL_INTERVAL.max(SHARE.saturating_mul(streams))).await;
            }
        }
    }

    /// The next news, and whether these are all by now.
    async fn fetched(&mut self) -> Result<(Vec<(NewsItem, FeedPosition)>, bool), ServiceError> {
        let permit = self.service.shared.list_permits.acquire(self.service.work.caller()).await;
        let News { events, games, readings, reached } =
            self.service.store.news_after(self.owner, self.told.news, PAGE).await?;
        drop(permit);
        let is_all = events.next.is_none() && games.next.is_none() && readings.next.is_none();
        let mut news = Vec::new();
        for (event, position) in events.items {
            self.told.news.events = position;
            news.push((NewsItem::Event(event), self.told));
        }
        for (game, position) in games.items {
            self.told.news.games = position;
            if let Some(game) = readable("game", game.id.0, Service::listed(game)) {
                news.push((NewsItem::Game(Box::new(game?)), self.told));
            }
        }
        let positions: Vec<_> = readings.items.iter().map(|(_, position)| *position).collect();
        let readings = self.rebuilt(readings.items.into_iter().map(|(reading, _)| reading).collect()).await?;
        for (reading, position) in readings.into_iter().zip(positions) {
            self.told.news.readings = position;
            news.extend(reading.map(|reading| (NewsItem::Reading(Box::new(reading)), self.told)));
        }
        self.told.news = reached;
        news.extend(self.days_over().await?);
        Ok((news, is_all))
    }

    /// Readings with their texts; `None` for one that is damaged.
    async fn rebuilt(&self, readings: Vec<ListedReading>) -> Result<Vec<Option<AnyStored>>, ServiceError> {
        if readings.is_empty() {
            return Ok(Vec::new());
        }
        let each = |reading: ListedReading| readable("reading", reading.id().0, rebuild_listed(reading)).transpose();
        let rebuild = move |cancel: &Cancel| {
            readings.into_iter().map(|reading| cancel.check().and_then(|()| each(reading))).collect()
        };
        self.service.work.run_next(Class::Bulk, rebuild).await?
    }

    /// The days over by now that the owner has tried.
    async fn days_over(&mut self) -> Result<Vec<(NewsItem, FeedPosition)>, ServiceError> {
        let last = self.service.last_day_over();
        if last <= self.told.over {
            return Ok(Vec::new());
        }
        let tries = self.service.store.day_results(self.owner, Some(last + Days::new(1)), DAYS).await?;
        let new = tries.iter().rev().map(|one| one.date).filter(|date| *date > self.told.over).collect::<Vec<_>>();
        let told = |over| (NewsItem::DayOver(over), FeedPosition { over, ..self.told });
        let news = new.into_iter().map(told).collect();
        self.told.over = last;
        Ok(news)
    }
}
