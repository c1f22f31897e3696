//! Deals of the day: their seeds are made a week ahead, and each is the same deal of Fortunes for everybody (chance.md,
//! "The deal of the day").

mod board;
mod results;
mod tables;

use std::time::Duration;

use chrono::{DateTime, Days, NaiveDate, Utc};
use serde_json::{Value, to_value};
use tokio::time::{interval, timeout};

use super::{
    Class, Finished, GameSetup, Page, PageSize, ResourceKind, Service, ServiceError,
    background::BackgroundErrors,
    records::{DayRecord, DayState, OWN_SEAT, Seed},
    to_the_end,
};
use crate::{
    chance::Chance,
    games::{Fortunes, Game, Ruleset, fortunes},
    hex::hex,
    players::{Effort, HasBots, Skill},
};

pub use self::{
    board::{Board, ComparedWith, against_par, line_to_share},
    results::{OwnDays, OwnResult},
};

/// How many days ahead seeds are made.
const DAYS_AHEAD: u64 = 7;

/// The days from yesterday on, and one for clocks that differ.
const KEPT_DAYS: u32 = DAYS_AHEAD as u32 + 3;

/// How often it is looked whether a day is missing.
const INTERVAL: Duration = Duration::from_secs(60);

/// The adepts that players of a day are compared with while they are few.
#[derive(Clone, Copy, Debug)]
pub struct Adepts {
    /// How many play the deal.
    pub count: u32,
    /// How long somebody waits for them who asks before they have played.
    pub wait: Duration,
}

impl Default for Adepts {
    fn default() -> Adepts {
        Adepts { count: 200, wait: Duration::from_secs(2) }
    }
}

/// A day as it is shown: after its end with what was made of it.
#[derive(Clone, Debug)]
pub struct Day {
    /// The day.
    pub record: DayRecord,
    /// Whether it can be played now.
    pub state: DayState,
    /// What adepts make of it; `None` before the day is over, and in lists.
    pub par: Option<u8>,
    /// What a sage in the seat reaches; `None` likewise.
    pub best_line: Option<u8>,
    /// The points of counted players, ascending, each with their number; empty before the day is over, and in lists.
    pub scores: Vec<(u8, u32)>,
}

impl Day {
    /// A day without what is seen once it is over.
    fn unseen(record: DayRecord, now: DateTime<Utc>) -> Day {
        Day { state: record.state(now), record, par: None, best_line: None, scores: Vec::new() }
    }
}

impl Service {
    /// Makes seeds ahead of time, until the task is dropped.
    pub async fn keep_days(self) {
        let (mut ticks, mut errors) = (interval(INTERVAL), BackgroundErrors::default());
        loop {
            ticks.tick().await;
            match self.tend_days().await {
                Ok(()) => errors.clear(),
                Err(error) => errors.log("cannot make the days to come", &error),
            }
        }
    }

    /// The par and the best line of a day are those of the release in which it opens.
    async fn tend_days(&self) -> Result<(), ServiceError> {
        let today = self.day_record(self.today()).await?;
        self.par(&today).await?;
        self.best_line(&today).await.map(drop)
    }

    /// Makes the days that are missing, from yesterday to a week ahead. Of those that two services make at once, the
    /// first is stored.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn make_days(&self) -> Result<(), ServiceError> {
        let today = self.today();
        if *self.shared.days_made.lock() == Some(today) {
            return Ok(());
        }
        let known = self.store.days(None, KEPT_DAYS).await?;
        let yesterday = today - Days::new(1);
        for date in yesterday.iter_days().take(DAYS_AHEAD as usize + 2) {
            match known.iter().find(|day| day.date == date) {
                None => self.store.add_day(&self.new_day(date)).await?,
                Some(day) if date > today && day.bot_version != Fortunes::ADEPT_VERSION => {
                    self.store.set_bot_version(date, Fortunes::ADEPT_VERSION).await?;
                }
                Some(_) => {}
            }
        }
        *self.shared.days_made.lock() = Some(today);
        Ok(())
    }

    fn new_day(&self, date: NaiveDate) -> DayRecord {
        let (seed, made_at) = (self.shared.ids.secret(), self.clock.now());
        DayRecord { date, seed, made_at, bot_version: Fortunes::ADEPT_VERSION, par: None, best_line: None, finished: 0 }
    }

    /// What four adepts make of a day: anybody can have their game played again from its seed.
    async fn par(&self, day: &DayRecord) -> Result<u8, ServiceError> {
        if let Some(par) = day.par {
            return Ok(par);
        }
        let par = self.points(whole_deal()?, [Skill::Adept; fortunes::PLAYERS], Seed::Made(day.seed), day.date).await?;
        self.store.set_par(day.date, par).await?;
        Ok(par)
    }

    /// What a sage makes of a day in the seat of whoever plays it, among adepts.
    async fn best_line(&self, day: &DayRecord) -> Result<u8, ServiceError> {
        if let Some(points) = day.best_line {
            return Ok(points);
        }
        let mut bots = [Skill::Adept; fortunes::PLAYERS];
        bots[OWN_SEAT.index()] = Skill::Sage(Effort::USUAL);
        let points = self.points(whole_deal()?, bots, Seed::Made(day.seed), day.date).await?;
        self.store.set_best_line(day.date, points).await?;
        Ok(points)
    }

    /// Points of the first team in a game of these bots: made once for everybody, so it waits for its place.
    async fn points(
        &self,
        setup: GameSetup,
        bots: [Skill; fortunes::PLAYERS],
        seed: Seed,
        date: NaiveDate,
    ) -> Result<u8, ServiceError> {
        let class = if bots.iter().any(|bot| bot.effort().is_some()) { Class::Search } else { Class::Long };
        let play = move |cancel: &_| setup.play(&bots, &seed, &date.to_string(), cancel);
        let Finished { outcome, .. } = self.work.run_next(class, play).await??;
        Ok((outcome.scores[0] + outcome.scores[2]) as u8)
    }

    /// Has adepts play a day's deal, so that they have when the first player asks how.
    fn begin_adepts(&self, day: &DayRecord) {
        let (service, day) = (self.clone(), day.clone());
        tokio::spawn(async move {
            if let Err(error) = service.adepts_of(&day).await {
                tracing::warn!(%error, date = %day.date, "adepts have not played the deal of the day, and will when they are asked for");
            }
        });
    }

    /// The adepts' points of a day's deal, if they are known soon. Whoever asks does not wait for them to play; they play on.
    async fn adepts_so_far(&self, day: &DayRecord) -> Result<Option<Vec<u8>>, ServiceError> {
        let (service, day) = (self.clone(), day.clone());
        let playing = to_the_end(async move { service.adepts_of(&day).await });
        timeout(self.adepts.wait, playing).await.ok().transpose()
    }

    /// The adepts' points of a day's deal, each with chance of its own.
    async fn adepts_of(&self, day: &DayRecord) -> Result<Vec<u8>, ServiceError> {
        if let Some(known) = self.store.adepts_of_day(day.date).await? {
            return Ok(known);
        }
        let _others_wait = self.shared.adepts_at_play.lock().await;
        if let Some(known) = self.store.adepts_of_day(day.date).await? {
            return Ok(known);
        }
        let (seed, date) = (hex(&day.seed), day.date);
        let (deal, mut points) = (deal_of(&seed, date)?, Vec::new());
        for number in 1..=self.adepts.count {
            let options = Value::Object(Default::default());
            let setup = GameSetup::parse(Ruleset::Fortunes, options, None, Some(deal.clone()))
                .map_err(ServiceError::Invalid)?;
            let seed = Seed::Given(format!("{seed}#{number}"));
            points.push(self.points(setup, [Skill::Adept; fortunes::PLAYERS], seed, date).await?);
        }
        self.store.set_adepts_of_day(date, &points).await?;
        Ok(self.store.adepts_of_day(date).await?.unwrap_or(points))
    }

    /// A page of days, newest first: those to come with the hashes of their seeds.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn days(&self, before: Option<NaiveDate>, size: PageSize) -> Result<Page<Day, NaiveDate>, ServiceError> {
        self.make_days().await?;
        let now = self.clock.now();
        let page = Page::of_one_more(self.store.days(before, size.with_lookahead()).await?, size, |day| day.date);
        let shown = |record: DayRecord| Day::unseen(record, now);
        Ok(Page { items: page.items.into_iter().map(shown).collect(), next: page.next })
    }

    /// One day.
    ///
    /// # Errors
    /// `NotFound`, `Unavailable`, `Internal`.
    pub async fn day(&self, date: NaiveDate) -> Result<Day, ServiceError> {
        let mut day = Day::unseen(self.day_record(date).await?, self.clock.now());
        if day.state == DayState::Over {
            day.par = Some(self.par(&day.record).await?);
            day.best_line = Some(self.best_line(&day.record).await?);
            day.scores = self.store.day_scores(date).await?;
        }
        Ok(day)
    }

    /// Whether there is such a day.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn has_day(&self, date: NaiveDate) -> Result<bool, ServiceError> {
        Ok(self.store.day(date).await?.is_some())
    }

    async fn day_record(&self, date: NaiveDate) -> Result<DayRecord, ServiceError> {
        self.make_days().await?;
        self.store.day(date).await?.ok_or(ServiceError::NotFound(ResourceKind::Day))
    }
}

/// One deal, which the seed decides.
fn whole_deal() -> Result<GameSetup, ServiceError> {
    GameSetup::with_defaults(Ruleset::Fortunes, None).map_err(ServiceError::Invalid)
}

/// The deal of a day, as a step.
fn deal_of(seed: &str, date: NaiveDate) -> Result<Value, ServiceError> {
    let internal = |why: String| ServiceError::Internal(why);
    let mut game = Fortunes::new(fortunes::PLAYERS, Default::default()).map_err(|why| internal(format!("{why:?}")))?;
    let deal = game.draw(&mut Chance::of_table(seed, &date.to_string()));
    to_value(deal).map_err(|why| internal(why.to_string()))
}
