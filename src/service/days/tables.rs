//! Tables of a day: a try is used by opening one.

use chrono::NaiveDate;

use crate::{
    games::{Ruleset, fortunes},
    players::Skill,
    service::{
        Caller, Created, GameSetup, IdempotencyKey, Profile, Service, ServiceError,
        records::{Attempt, DayRecord, DayState, OwnerId, TableDay, opens_at},
        tables::{NewTable, SeatSetup, SitDown, TableClock, TableSetup, TableTokens},
    },
};

impl Service {
    /// Opens a table for the deal of a day: today's for a profile, which has one try; for others that of a day that is
    /// over. `nonce`: the text of the idempotency key, from which the token of whoever has no profile is made.
    ///
    /// # Errors
    /// `NotFound`, `DayNotOpen`, `ProfileNeeded`, `DayPlayed`, `Invalid` for a name that a bot has;
    /// `IdempotencyInProgress`, `IdempotencyKeyReused`, `CreatedAndDeleted`, `Unavailable`, `Internal`.
    pub async fn open_day(
        &self,
        caller: &Caller,
        date: NaiveDate,
        nonce: Option<&str>,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<Created<NewTable>, ServiceError> {
        let day = self.day_record(date).await?;
        let profile = if caller.key.is_some() { self.profile(caller.owner).await? } else { None };
        let attempt = self.attempt(&day, profile.as_ref())?;
        let tokens = match attempt {
            Attempt::Guest => self.tokens(nonce).await?,
            Attempt::Uncounted | Attempt::Counted => self.tokens_of_try(caller.owner, date).await?,
        };
        let table_day = TableDay { date, attempt };
        let setup = day_table(profile, (table_day, day.seed))?;
        let opened = self.create_table_with(caller.owner, setup, tokens, idempotency_key).await?;
        if attempt != Attempt::Guest {
            self.begin_adepts(&day);
        }
        Ok(opened)
    }

    /// How a table of this day counts that is opened now.
    fn attempt(&self, day: &DayRecord, profile: Option<&Profile>) -> Result<Attempt, ServiceError> {
        match (day.state(self.clock.now()), profile) {
            (DayState::ToCome, _) => Err(ServiceError::DayNotOpen(opens_at(day.date))),
            (DayState::Open, None) => Err(ServiceError::ProfileNeeded),
            (DayState::Over, None) => Ok(Attempt::Guest),
            (DayState::Open, Some(profile)) if profile.created_at < opens_at(day.date) && !day.is_short_notice() => {
                Ok(Attempt::Counted)
            }
            (DayState::Open | DayState::Over, Some(_)) => Ok(Attempt::Uncounted),
        }
    }

    /// The tokens of a profile's table of a day, always the same: with its key the seat is found again from anywhere.
    pub(in crate::service) async fn tokens_of_try(
        &self,
        owner: OwnerId,
        date: NaiveDate,
    ) -> Result<TableTokens, ServiceError> {
        Ok(TableTokens::new(self.token_secret().await?, format!("day {date} of {}", owner.0)))
    }
}

/// The caller in the dealer's seat, adepts in the others, and no clock.
fn day_table(profile: Option<Profile>, day: (TableDay, [u8; 32])) -> Result<TableSetup, ServiceError> {
    let person = SitDown { name: profile.map(|profile| profile.name), ..SitDown::default() };
    let bots = (1..fortunes::PLAYERS).map(|_| SeatSetup::Bot { bot: Skill::Adept, name: None });
    Ok(TableSetup {
        setup: GameSetup::with_defaults(Ruleset::Fortunes, None).map_err(ServiceError::Invalid)?,
        seats: [SeatSetup::Person(person)].into_iter().chain(bots).collect(),
        listed: false,
        hints: false,
        clock: TableClock { step_seconds: None, speak_seconds: 0, ..TableClock::default() },
        commitment: None,
        external_id: None,
        tags: Vec::new(),
        day: Some(day),
    })
}
