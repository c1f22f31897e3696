//! What a profile has made of days: each result with its place and its reading, and how many days in a row.

use chrono::{Days, NaiveDate};

use super::Board;
use crate::{
    cards::Deck,
    games::fortunes,
    reading::{Heading, QuestionKind, Reading},
    service::{
        Class, Page, PageSize, Purpose, Question, ResourceKind, Service, ServiceError,
        readings::{NOTHING_ASKED, read_last},
        records::{DayResult, DayScore, OWN_SEAT, OwnerId, StoredGame, TableId},
    },
};

/// Number of results that are looked through at once for a streak.
const STREAK_PAGE: u32 = 100;

/// A finished try with its place among the others.
#[derive(Clone, Debug)]
pub struct OwnResult {
    /// The try.
    pub result: DayResult,
    /// What was made of the day.
    pub score: DayScore,
    /// What adepts make of the day.
    pub par: u8,
    /// Its place.
    pub board: Board,
}

/// A page of finished tries, newest first.
#[derive(Clone, Debug)]
pub struct OwnDays {
    /// Days in a row that were finished in time, up to today or yesterday.
    pub streak: u32,
    /// The tries.
    pub page: Page<OwnResult, NaiveDate>,
}

impl Service {
    /// What an owner has made of a day.
    ///
    /// # Errors
    /// `NotFound` while it is not finished; `Unavailable`, `Internal`.
    pub async fn own_result(&self, owner: OwnerId, date: NaiveDate) -> Result<OwnResult, ServiceError> {
        let result = self.store.day_result(owner, date).await?;
        self.placed(result.ok_or(ServiceError::NotFound(ResourceKind::DayResult))?).await
    }

    /// An owner's try at a day, finished or not.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn own_try(&self, owner: OwnerId, date: NaiveDate) -> Result<Option<DayResult>, ServiceError> {
        Ok(self.store.day_result(owner, date).await?)
    }

    /// Whether a game is still played at a table.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn is_played(&self, table: TableId) -> Result<bool, ServiceError> {
        match self.latest_known(table).await {
            Ok(live) => Ok(!live.record.phase.has_ended()),
            Err(ServiceError::NotFound(_)) => Ok(false),
            Err(why) => Err(why),
        }
    }

    /// A finished try with its place.
    ///
    /// # Errors
    /// `NotFound` while it is not finished; `Unavailable`, `Internal`.
    pub async fn placed(&self, result: DayResult) -> Result<OwnResult, ServiceError> {
        let score = result.score.ok_or(ServiceError::NotFound(ResourceKind::DayResult))?;
        let day = self.day_record(result.date).await?;
        let par = self.par(&day).await?;
        let board = self.compared(day, Some((score.points, result.counted))).await?;
        Ok(OwnResult { result, score, par, board })
    }

    /// Writes a line beside an owner's result.
    ///
    /// # Errors
    /// As [`own_result`](Service::own_result).
    pub async fn note_day(&self, owner: OwnerId, date: NaiveDate, note: &Question) -> Result<OwnResult, ServiceError> {
        match self.store.set_day_note(owner, date, note.as_str()).await? {
            true => self.own_result(owner, date).await,
            false => Err(ServiceError::NotFound(ResourceKind::DayResult)),
        }
    }

    /// An owner's finished tries, and the streak.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn own_days(
        &self,
        owner: OwnerId,
        before: Option<NaiveDate>,
        size: PageSize,
    ) -> Result<OwnDays, ServiceError> {
        let tries = self.store.day_results(owner, before, size.with_lookahead()).await?;
        let page = Page::of_one_more(tries, size, |one| one.date);
        let mut items = Vec::with_capacity(page.items.len());
        for finished in page.items.into_iter().filter(|one| one.score.is_some()) {
            items.push(self.placed(finished).await?);
        }
        Ok(OwnDays { streak: self.streak(owner).await?, page: Page { items, next: page.next } })
    }

    /// An owner's latest tries at days without their places, and the streak.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn calendar(&self, owner: OwnerId, most: u32) -> Result<(Vec<DayResult>, u32), ServiceError> {
        Ok((self.store.day_results(owner, None, most).await?, self.streak(owner).await?))
    }

    /// Days in a row that were finished in time. Today still can be.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn streak(&self, owner: OwnerId) -> Result<u32, ServiceError> {
        let today = self.today();
        let (mut streak, mut before, mut next) = (0, None, today);
        loop {
            let tries = self.store.day_results(owner, before, STREAK_PAGE).await?;
            for one in &tries {
                let skips_today = streak == 0 && one.date == today - Days::new(1);
                match (one.is_in_time(), one.date == next || skips_today) {
                    (true, true) => (streak, next) = (streak + 1, one.date - Days::new(1)),
                    (false, true) if one.date == today => {}
                    (true | false, _) => return Ok(streak),
                }
            }
            match tries.last() {
                Some(last) if tries.len() == STREAK_PAGE as usize => before = Some(last.date),
                Some(_) | None => return Ok(streak),
            }
        }
    }

    /// The reading of an owner's day: told of the tricks at the table, or of the game once the day is over.
    ///
    /// # Errors
    /// `NotFound` while it is not finished, and if its game was deleted; `Unavailable`, `Internal`.
    pub async fn reading_of_day(&self, owner: OwnerId, date: NaiveDate) -> Result<(Reading, Heading), ServiceError> {
        let result = self.store.day_result(owner, date).await?.filter(|result| result.score.is_some());
        let result = result.ok_or(ServiceError::NotFound(ResourceKind::DayResult))?;
        let game = self.played(&result).await?;
        self.work
            .run(Class::Read, move |_| {
                let choice = (Deck::default(), QuestionKind::for_question("", None));
                let reading = read_last(&game, OWN_SEAT, choice, NOTHING_ASKED)?;
                let name = |seat: usize| game.record.players.get(seat).map(|seat| seat.name.clone());
                let heading = Heading {
                    querent: name(OWN_SEAT.index()),
                    partner: name(fortunes::partner(OWN_SEAT).index()),
                    date: Some(result.date.format("%-d %B %Y").to_string()),
                    ..Heading::default()
                };
                Ok((reading, heading))
            })
            .await?
    }

    /// The game of a finished try, which is stored only after its day.
    async fn played(&self, result: &DayResult) -> Result<StoredGame, ServiceError> {
        if let Some(game) = result.game {
            return self.stored(game).await;
        }
        let live = self.live(result.table).await?;
        let session = live.session.as_ref().ok_or(ServiceError::NotFound(ResourceKind::DayResult))?;
        Ok(self.game_of(&live.record, &mut session.finished(Purpose::Store)?))
    }
}
