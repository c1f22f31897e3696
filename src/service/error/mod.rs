//! Errors of use cases: one table of problem codes, and the data that explains each error.

mod problems;

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde_json::{Value, value::RawValue};

use super::{
    Name,
    records::{GameId, TableId},
    simulations::UNFINISHED,
    store::{StoreError, WriteError},
};
use crate::{
    cards::Deck,
    games::{Code, FAULTS_REPORTED, FieldFault, FieldFaultKind, NamedDue, Player, QUOTED, Ruleset, Violation, excerpt},
};

pub use self::problems::{PROBLEMS, ProblemCode, ProblemKind};

/// A rejected log, with everything that explains the rejection.
#[derive(Clone, Debug)]
pub struct IllegalLog {
    /// The ruleset; `None` if the document names no known one.
    pub ruleset: Option<Ruleset>,
    /// Index of the step, from 0; `None` if the document itself is invalid.
    pub index: Option<usize>,
    /// The step as sent; `None` if it is too long to be repeated.
    pub step: Option<Box<RawValue>>,
    /// The error code of the rules page.
    pub reason: Code,
    /// Explanation that names cards and players.
    pub detail: String,
    /// What was due, as named in logs; `None` if the document itself is invalid.
    pub due: Option<NamedDue>,
    /// The legal steps of the players who were due, up to 100.
    pub legal: Vec<Value>,
    /// Are there more legal steps?
    pub legal_truncated: bool,
    /// The later step that makes it impossible to derive the deal.
    pub cause: Option<Box<IllegalLog>>,
}

/// A rejected step at a table.
#[derive(Clone, Debug)]
pub struct IllegalStep {
    /// What explains the rejection, as for a log.
    pub refusal: IllegalLog,
    /// The rule that the step breaks.
    pub fault: Violation,
    /// The players' names.
    pub players: Vec<String>,
}

impl IllegalStep {
    /// The explanation for people at a table: without ids, and with the players' names.
    pub fn sentence(&self, deck: Deck) -> String {
        let name = |player: Player| self.players.get(player.index()).map_or("Another player", String::as_str);
        self.fault.plain_sentence(deck, name)
    }
}

/// Why a use case failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ServiceError {
    /// Fields of the body are invalid.
    #[error("{} invalid fields", .0.len())]
    Invalid(Vec<FieldError>),
    /// The log breaks the rules.
    #[error("the log is illegal: {}", .0.detail)]
    IllegalLog(Box<IllegalLog>),
    /// A step at a table breaks the rules.
    #[error("the step is illegal: {}", .0.refusal.detail)]
    IllegalStep(Box<IllegalStep>),
    /// More steps have been played than the player had seen.
    #[error("the table is at step {0}")]
    TableMovedOn(usize),
    /// The table's game has not begun.
    #[error("the game has not begun: seats are open")]
    NotBegun,
    /// The table has ended.
    #[error("the table has ended")]
    TableOver,
    /// The table was set up without hints.
    #[error("the table has no hints")]
    NoHints,
    /// The game does not wait for the seat.
    #[error("it is not the turn of the seat")]
    NotYourTurn,
    /// The game is not one that is analysed.
    #[error("the game is not analysed: {0:?}")]
    NoAnalysis(NoAnalysis),
    /// As many analyses of the caller as it may have are unfinished.
    #[error("{0} analyses of the caller are unfinished")]
    TooManyAnalyses(u32),
    /// Another player holds the seat.
    #[error("the seat is taken")]
    SeatTaken,
    /// The seat cannot be taken without its invitation.
    #[error("the seat requires its invitation")]
    BadInvitation,
    /// The token belongs to another seat, or to none.
    #[error("the token is not that of the seat")]
    NotYourSeat,
    /// The day can be played now by profiles only.
    #[error("the day is played with a profile")]
    ProfileNeeded,
    /// The profile has had its try at the day, at this table.
    #[error("the day was played at table {0}")]
    DayPlayed(TableId),
    /// The day opens at this time.
    #[error("the day opens at {0}")]
    DayNotOpen(DateTime<Utc>),
    /// The day is not over, and the caller has not finished it.
    #[error("the day is not finished")]
    DayNotFinished,
    /// The deal of a day is played by one person to the end.
    #[error("the seat at a deal of the day cannot be left")]
    SeatKept,
    /// It does not exist.
    #[error("there is no such {0}")]
    NotFound(ResourceKind),
    /// The commitment cannot be used.
    #[error("the commitment cannot be used")]
    CommitmentUsed,
    /// The caller has another game with this external id.
    #[error("the external id is in use by game {0}")]
    ExternalIdTaken(GameId),
    /// Somebody else has the name, or one that looks like it.
    #[error("the name is taken")]
    NameTaken {
        /// The name.
        name: Name,
        /// One that is free.
        free: Name,
    },
    /// The link to a profile has expired.
    #[error("the link has expired")]
    LinkExpired,
    /// The link to a profile was used.
    #[error("the link was used")]
    LinkUsed,
    /// The caller has a profile of this name.
    #[error("the caller has a profile")]
    HasProfile(Name),
    /// The ruleset has no readings.
    #[error("the game has no reading")]
    NoReading,
    /// The cards of the reading were not drawn from a seed.
    #[error("the reading has no seed")]
    NoSeed,
    /// The caller has the maximum number of unfinished simulations.
    #[error("the caller has {0} unfinished simulations")]
    TooManySimulations(u16),
    /// The reading has the maximum number of notes.
    #[error("the reading has {0} notes")]
    TooManyNotes(u32),
    /// The key is unknown, has expired or was revoked.
    #[error("the key is not valid")]
    Unauthorized,
    /// It belongs to another owner.
    #[error("the {0} belongs to another owner")]
    Forbidden(ResourceKind),
    /// A request with the same idempotency key is in progress.
    #[error("the same request is still in progress")]
    IdempotencyInProgress,
    /// The idempotency key was used for another body.
    #[error("the idempotency key was used for another request")]
    IdempotencyKeyReused,
    /// What was created under the idempotency key has been deleted.
    #[error("the resource created with this idempotency key was deleted")]
    CreatedAndDeleted,
    /// Something was created under the same idempotency key in the meantime.
    #[error("the same request was completed in the meantime")]
    Repeated,
    /// A query parameter has an invalid value for this resource.
    #[error("the parameter {parameter}: {detail}")]
    BadParameter {
        /// The parameter.
        parameter: &'static str,
        /// The accepted values.
        detail: String,
    },
    /// Trying again later may help.
    #[error("unavailable: {0}")]
    Unavailable(Unavailable),
    /// An error of the service.
    #[error("internal: {0}")]
    Internal(String),
}

impl From<FieldErrors> for ServiceError {
    fn from(errors: FieldErrors) -> ServiceError {
        ServiceError::Invalid(errors.0)
    }
}

impl From<StoreError> for ServiceError {
    fn from(error: StoreError) -> ServiceError {
        match error {
            StoreError::Unavailable(outage) => ServiceError::Unavailable(Unavailable::Database(outage.detail)),
            StoreError::Broken(why) => ServiceError::Internal(why),
        }
    }
}

impl From<WriteError> for ServiceError {
    fn from(error: WriteError) -> ServiceError {
        match error {
            WriteError::ExternalIdTaken(other) => ServiceError::ExternalIdTaken(other),
            WriteError::CommitmentNotUsable => ServiceError::CommitmentUsed,
            WriteError::Repeated => ServiceError::Repeated,
            WriteError::DayPlayed(table) => ServiceError::DayPlayed(table),
            WriteError::TooManySimulations => ServiceError::TooManySimulations(UNFINISHED),
            WriteError::CardDrawn => ServiceError::Internal("a card was drawn twice".to_owned()),
            WriteError::Store(error) => error.into(),
        }
    }
}

impl ServiceError {
    /// The problem code of the response.
    pub fn code(&self) -> ProblemCode {
        match self {
            ServiceError::Invalid(errors) => one_kind(errors),
            ServiceError::IllegalLog(_) => ProblemCode::IllegalLog,
            ServiceError::IllegalStep(_) => ProblemCode::IllegalStep,
            ServiceError::TableMovedOn(_) => ProblemCode::TableMovedOn,
            ServiceError::NotBegun => ProblemCode::TableNotBegun,
            ServiceError::TableOver => ProblemCode::TableOver,
            ServiceError::NoHints => ProblemCode::NoHints,
            ServiceError::NotYourTurn => ProblemCode::NotYourTurn,
            ServiceError::NoAnalysis(_) => ProblemCode::NoAnalysis,
            ServiceError::TooManyAnalyses(_) => ProblemCode::TooManyAnalyses,
            ServiceError::SeatTaken => ProblemCode::SeatTaken,
            ServiceError::BadInvitation => ProblemCode::BadInvitation,
            ServiceError::NotYourSeat => ProblemCode::BadSeatToken,
            ServiceError::ProfileNeeded => ProblemCode::ProfileNeeded,
            ServiceError::DayPlayed(_) => ProblemCode::DayAlreadyPlayed,
            ServiceError::DayNotOpen(_) => ProblemCode::DayNotOpen,
            ServiceError::DayNotFinished => ProblemCode::DayNotFinished,
            ServiceError::SeatKept => ProblemCode::SeatKept,
            ServiceError::NotFound(_) => ProblemCode::NotFound,
            ServiceError::CommitmentUsed => ProblemCode::CommitmentUsed,
            ServiceError::ExternalIdTaken(_) => ProblemCode::ExternalIdTaken,
            ServiceError::LinkExpired => ProblemCode::LinkExpired,
            ServiceError::LinkUsed => ProblemCode::LinkUsed,
            ServiceError::NameTaken { .. } => ProblemCode::NameTaken,
            ServiceError::NoReading => ProblemCode::NoReading,
            ServiceError::NoSeed => ProblemCode::NoSeed,
            ServiceError::TooManySimulations(_) => ProblemCode::TooManySimulations,
            ServiceError::Unauthorized => ProblemCode::Unauthorized,
            ServiceError::Forbidden(_) => ProblemCode::Forbidden,
            ServiceError::IdempotencyInProgress | ServiceError::Repeated => ProblemCode::IdempotencyInProgress,
            ServiceError::CreatedAndDeleted | ServiceError::HasProfile(_) | ServiceError::TooManyNotes(_) => {
                ProblemCode::Conflict
            }
            ServiceError::IdempotencyKeyReused => ProblemCode::IdempotencyKeyReused,
            ServiceError::BadParameter { .. } => ProblemCode::BadParameter,
            ServiceError::Unavailable(_) => ProblemCode::Unavailable,
            ServiceError::Internal(_) => ProblemCode::Internal,
        }
    }
}

/// The code that all invalid fields share, or `invalid_body`.
fn one_kind(errors: &[FieldError]) -> ProblemCode {
    match errors.split_first() {
        Some((first, rest)) if rest.iter().all(|error| kind_of(error) == kind_of(first)) => kind_of(first),
        Some(_) | None => ProblemCode::InvalidBody,
    }
}

fn kind_of(error: &FieldError) -> ProblemCode {
    let is_option = error
        .pointer
        .strip_prefix("/options")
        .is_some_and(|rest| rest.starts_with('/') || rest.is_empty() && error.code != FieldErrorCode::UnknownField);
    if is_option {
        return ProblemCode::BadOptions;
    }
    match error.code {
        FieldErrorCode::Problem(code) => code,
        FieldErrorCode::UnknownField
        | FieldErrorCode::MissingField
        | FieldErrorCode::WrongType
        | FieldErrorCode::BadValue
        | FieldErrorCode::DuplicateCard
        | FieldErrorCode::TooManyTricks => ProblemCode::InvalidBody,
    }
}

/// Why a game is not analysed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoAnalysis {
    /// Its bots do not search.
    NotSearched,
    /// It has more steps than this.
    MoreStepsThan(u32),
}

/// Why a use case cannot be done now. Trying again later may help.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Unavailable {
    /// The database does not respond, or does not accept writes now.
    #[error("{0}")]
    Database(String),
    /// The service is not ready, for this reason.
    #[error("{0}")]
    NotReady(String),
    /// The service is shutting down.
    #[error("the service is shutting down")]
    ShuttingDown,
    /// The response takes longer than it may.
    #[error("no response within {} ms", .0.as_millis())]
    Timeout(Duration),
    /// The service streams as many of these responses as it can.
    #[error("too many {0}")]
    TooManyStreams(&'static str),
    /// Request bodies use the memory that they may use.
    #[error("request bodies use too much memory")]
    BodyMemory,
    /// As much work waits as may wait.
    #[error("too much work is waiting")]
    QueueFull,
    /// As much work of the caller waits as may wait.
    #[error("too much work of one caller is waiting")]
    CallerQueueFull,
    /// As many analyses are being made as may be.
    #[error("too many analyses are being made")]
    AnalysesFull,
    /// The work was cancelled before it was done.
    #[error("the work was cancelled")]
    Cancelled,
    /// Others changed the table in between, each time that it was tried.
    #[error("other writers keep changing the table")]
    TableContended,
    /// A later reindexing replaces this one.
    #[error("another reindexing has begun since")]
    ReindexingSuperseded,
}

/// What does not exist or belongs to another owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "lowercase")]
#[expect(missing_docs, reason = "they say themselves what they are")]
pub enum ResourceKind {
    Commitment,
    Day,
    #[strum(serialize = "result of the day")]
    DayResult,
    Game,
    Key,
    Link,
    Note,
    Player,
    Profile,
    Reading,
    Seat,
    Simulation,
    Step,
    Table,
}

/// An invalid field of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError {
    /// A JSON pointer into the body.
    pub pointer: String,
    /// A stable code.
    pub code: FieldErrorCode,
    /// What is wrong, as a sentence.
    pub detail: String,
}

/// The kind of error of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldErrorCode {
    /// The field does not exist.
    UnknownField,
    /// The field is required.
    MissingField,
    /// Another JSON type is expected.
    WrongType,
    /// The value is invalid.
    BadValue,
    /// The card is there already.
    DuplicateCard,
    /// A deal has fewer tricks.
    TooManyTricks,
    /// The error of the field is a problem of its own.
    Problem(ProblemCode),
}

impl FieldErrorCode {
    /// The code in responses.
    pub fn id(self) -> &'static str {
        match self {
            FieldErrorCode::UnknownField => "unknown_field",
            FieldErrorCode::MissingField => "missing_field",
            FieldErrorCode::WrongType => "wrong_type",
            FieldErrorCode::BadValue => "bad_value",
            FieldErrorCode::DuplicateCard => "duplicate_card",
            FieldErrorCode::TooManyTricks => "too_many_tricks",
            FieldErrorCode::Problem(code) => code.kind().id,
        }
    }
}

impl From<FieldFaultKind> for FieldErrorCode {
    fn from(kind: FieldFaultKind) -> FieldErrorCode {
        match kind {
            FieldFaultKind::Unknown => FieldErrorCode::UnknownField,
            FieldFaultKind::Missing => FieldErrorCode::MissingField,
            FieldFaultKind::WrongType => FieldErrorCode::WrongType,
            FieldFaultKind::BadValue => FieldErrorCode::BadValue,
        }
    }
}

impl FieldError {
    /// An error of this kind.
    pub fn new(code: FieldErrorCode, pointer: impl Into<String>, detail: impl Into<String>) -> FieldError {
        FieldError { pointer: pointer.into(), code, detail: detail.into() }
    }

    /// An invalid value.
    pub fn bad_value(pointer: impl Into<String>, detail: impl Into<String>) -> FieldError {
        FieldError::new(FieldErrorCode::BadValue, pointer, detail)
    }

    /// An effort of a bot that has none, or none from 1 to 10.
    pub fn bad_effort(pointer: impl Into<String>) -> FieldError {
        FieldError::bad_value(pointer, "Expected an integer from 1 to 10, with the bot `sage`.")
    }

    /// An error with its own problem code.
    pub fn of(code: ProblemCode, pointer: impl Into<String>, detail: impl Into<String>) -> FieldError {
        FieldError::new(FieldErrorCode::Problem(code), pointer, detail)
    }

    /// `unknown_ruleset`, with the rulesets that there are.
    pub fn unknown_ruleset(id: &str) -> FieldError {
        let known = Ruleset::ALL.map(Ruleset::id).join(", ");
        let detail = format!("`{}` is not a ruleset. Rulesets: {known}.", excerpt(id, QUOTED));
        FieldError::of(ProblemCode::UnknownRuleset, "/ruleset", detail)
    }

    /// The error of a field below `base`.
    pub fn below(base: &str, fault: FieldFault) -> FieldError {
        FieldError::new(fault.kind.into(), format!("{base}{}", fault.pointer), fault.detail)
    }
}

/// Invalid fields: up to one more than are reported, which shows that there are more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldErrors(Vec<FieldError>);

impl FieldErrors {
    /// Adds a field.
    pub fn push(&mut self, error: FieldError) {
        if !self.is_full() {
            self.0.push(error);
        }
    }

    /// Has the limit been reached?
    pub fn is_full(&self) -> bool {
        self.0.len() > FAULTS_REPORTED
    }

    /// Are there no errors?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Extend<FieldError> for FieldErrors {
    fn extend<I: IntoIterator<Item = FieldError>>(&mut self, errors: I) {
        let room = (FAULTS_REPORTED + 1).saturating_sub(self.0.len());
        self.0.extend(errors.into_iter().take(room));
    }
}

impl FromIterator<FieldError> for FieldErrors {
    fn from_iter<I: IntoIterator<Item = FieldError>>(errors: I) -> FieldErrors {
        let mut all = FieldErrors::default();
        all.extend(errors);
        all
    }
}

impl IntoIterator for FieldErrors {
    type Item = FieldError;
    type IntoIter = std::vec::IntoIter<FieldError>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_one_kind_make_a_problem_of_that_kind() {
        let option = FieldError::bad_value("/options/match", "no");
        let bot = FieldError::of(ProblemCode::UnknownBot, "/players/2/bot", "no");
        assert_eq!(ServiceError::Invalid(vec![option.clone()]).code(), ProblemCode::BadOptions);
        assert_eq!(ServiceError::Invalid(vec![bot.clone(), bot.clone()]).code(), ProblemCode::UnknownBot);
        assert_eq!(ServiceError::Invalid(vec![option, bot]).code(), ProblemCode::InvalidBody);
    }

    #[test]
    fn an_unknown_field_is_not_a_bad_option() {
        for pointer in ["/options", "/options_of_old"] {
            let unknown = FieldError::new(FieldErrorCode::UnknownField, pointer, "no");
            assert_eq!(ServiceError::Invalid(vec![unknown]).code(), ProblemCode::InvalidBody);
        }
    }
}
