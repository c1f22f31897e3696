//! Deals of the day as stored, and what their players have made of them.

use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use strum::FromRepr;
use utoipa::ToSchema;

use crate::{
    cards::Card,
    chance::seed_hash,
    games::Player,
    hex::hex,
    service::records::{GameId, TableId},
};

/// The day with the number 1.
const FIRST_DAY: NaiveDate = NaiveDate::from_ymd_opt(2026, 11, 28).expect("it is in the calendar");

/// How long before a day opens the hash of its seed is known, if the day counts.
const NOTICE: TimeDelta = TimeDelta::hours(24);

/// The seat of whoever plays the deal of a day: the dealer's.
pub const OWN_SEAT: Player = Player(0);

/// When a day opens: at midnight UTC.
pub fn opens_at(day: NaiveDate) -> DateTime<Utc> {
    day.and_time(NaiveTime::MIN).and_utc()
}

/// When a day is over: at the next midnight.
pub fn closes_at(day: NaiveDate) -> DateTime<Utc> {
    opens_at(day) + TimeDelta::days(1)
}

/// Whether a day can be played in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DayState {
    /// Only the hash of its seed is known.
    ToCome,
    /// It is played, and what is played is seen by its players alone.
    Open,
    /// Its seed and all that was played are public.
    Over,
}

/// A deal of the day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayRecord {
    /// The day, in UTC.
    pub date: NaiveDate,
    /// The secret from which all chance follows.
    pub seed: [u8; 32],
    /// When the seed was made and its hash published.
    pub made_at: DateTime<Utc>,
    /// Version of the adept that sits in the other seats.
    pub bot_version: u32,
    /// Points of the first team where four of these adepts play, once they have.
    pub par: Option<u8>,
    /// Points of the first team where a sage sits in the seat of whoever plays, once it has played.
    pub best_line: Option<u8>,
    /// Number of counted players who have finished.
    pub finished: u32,
}

impl DayRecord {
    /// Its number, from 1.
    pub fn number(&self) -> i32 {
        (self.date - FIRST_DAY).num_days() as i32 + 1
    }

    /// Whether it can be played at this time.
    pub fn state(&self, now: DateTime<Utc>) -> DayState {
        if now < opens_at(self.date) {
            DayState::ToCome
        } else if now < closes_at(self.date) {
            DayState::Open
        } else {
            DayState::Over
        }
    }

    /// Was its seed made so late that it is not counted?
    pub fn is_short_notice(&self) -> bool {
        self.made_at + NOTICE > opens_at(self.date)
    }

    /// SHA-256 of the seed's text, in hex.
    pub fn seed_hash(&self) -> String {
        seed_hash(&hex(&self.seed))
    }
}

/// How a table of a day counts.
// It is stored as its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromRepr)]
#[repr(i16)]
pub enum Attempt {
    /// It is nobody's try: whoever set it up has no profile.
    Guest = 1,
    /// It is the only try of a profile, and is not compared with those of others.
    Uncounted = 2,
    /// It is the only try of a profile, and is compared if it is finished in time.
    Counted = 3,
}

/// The day that is played at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableDay {
    /// The day.
    pub date: NaiveDate,
    /// How it counts.
    pub attempt: Attempt,
}

impl TableDay {
    /// Does a game that is finished at this time count?
    pub fn counts_at(self, time: DateTime<Utc>) -> bool {
        self.attempt == Attempt::Counted && time < closes_at(self.date)
    }
}

/// What somebody made of a day, in the seat of player 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayScore {
    /// Points of the player's team.
    pub points: u8,
    /// Points of the other team.
    pub against: u8,
    /// Tricks of the player's team.
    pub tricks: u8,
    /// The card at the Self in the player's reading, if one lies there.
    pub self_card: Option<Card>,
    /// When the last step was made.
    pub finished_at: DateTime<Utc>,
}

/// A profile's try at a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayResult {
    /// The day.
    pub date: NaiveDate,
    /// The table, which may have been deleted.
    pub table: TableId,
    /// The game, once the day is over.
    pub game: Option<GameId>,
    /// Is it compared with those of others?
    pub counted: bool,
    /// What the player wrote beside it.
    pub note: String,
    /// `None` while it is not finished.
    pub score: Option<DayScore>,
}

impl DayResult {
    /// Was it finished before the day was over?
    pub fn is_in_time(&self) -> bool {
        self.score.is_some_and(|score| score.finished_at < closes_at(self.date))
    }
}
