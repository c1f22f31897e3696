//! Tables of a day: a try is used by opening one.

use chrono::NaiveDate;

use crate::{
    games::{Ruleset, fortunes},
    players::Skill,
    service::{
        Caller, Created, GameSetup, IdempotencyKey, Profile, Service, ServiceError,
        records::{Attempt, DayRecord, DayState, OWN_SEAT, OwnerId, TableDay, TableId, opens_at},
        tables::{NewTable, SeatSetup, SeatToken, SitDown, TableClock, TableSetup, TableTokens},
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
    async fn tokens_of_try(&self, owner: OwnerId, date: NaiveDate) -> Result<TableTokens, ServiceError> {
        Ok(TableTokens::new(self.token_secret().await?, format!("day {date} of {}", owner.0)))
    }

    /// The token with which a caller looks at a table: the one that was sent, or at a table of a day that is the
    /// caller's own that of the seat there.
    ///
    /// # Errors
    /// `NotFound`, `Unavailable`, `Internal`.
    pub async fn seat_at_table(&self, caller: &Caller, id: TableId) -> Result<Option<SeatToken>, ServiceError> {
        if caller.seat.is_some() || caller.key.is_none() {
            return Ok(caller.seat);
        }
        let live = self.latest_known(id).await?;
        let Some(day) = live.record.day.filter(|_| live.record.owner == caller.owner) else { return Ok(None) };
        let token = self.tokens_of_try(caller.owner, day.date).await?.seat(id, OWN_SEAT);
        Ok(Some(token).filter(|token| live.record.holder(&token.hash()) == Some(OWN_SEAT)))
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
        clock: TableClock { step_seconds: None, speak_seconds: 0, ..TableClock::default() },
        commitment: None,
        external_id: None,
        day: Some(day),
    })
}
