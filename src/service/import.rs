//! Judging a log that was played elsewhere, and keeping it.

use chrono::{DateTime, Utc};
use serde_json::value::RawValue;

use super::{
    BadText, Created, ExternalId, Finished, Game, Mark, Name, Service, ServiceError,
    error::{FieldError, IllegalLog, ProblemCode},
    read_time,
    records::{GameId, OwnerId, SeatRecord},
    table,
};
use crate::{
    cards::Deck,
    games::{Code, Document, Fault, Names, Ruleset},
};

/// The fields of an import that are not the log document's.
const EXTRA: [&str; 2] = ["played_at", "external_id"];

/// A log document, as sent, with what the API adds to it.
#[derive(Clone, Debug)]
pub struct Import {
    /// The body: one JSON object.
    pub text: String,
}

/// What a log comes to, when it is only judged.
#[derive(Debug)]
pub struct Verdict {
    /// What was played.
    pub ruleset: Ruleset,
    /// The players' names.
    pub players: Vec<String>,
    /// The options, complete with defaults, as JSON.
    pub options: Box<RawValue>,
    /// The game itself.
    pub finished: Finished,
}

/// An import whose log was judged.
struct Judged {
    verdict: Verdict,
    played_at: Option<DateTime<Utc>>,
    external_id: Option<ExternalId>,
}

impl Service {
    /// Judges a log and stores nothing.
    ///
    /// # Errors
    /// `IllegalLog`, `Invalid`, `Internal`.
    pub async fn judge(&self, import: Import) -> Result<Verdict, ServiceError> {
        Ok(self.judged(import).await?.verdict)
    }

    /// Judges a log and stores it as a game.
    ///
    /// # Errors
    /// `IllegalLog`, `Invalid`, `ExternalIdTaken`, `IdempotencyInProgress`, `IdempotencyKeyReused`, `Unavailable`,
    /// `Internal`; then nothing is stored.
    pub async fn import(
        &self,
        owner: OwnerId,
        import: Import,
        mark: Option<Mark>,
    ) -> Result<Created<Game>, ServiceError> {
        let create = self.import_once(owner, import, mark.clone());
        self.once(mark.as_ref(), create, |id| self.game(GameId(id))).await
    }

    async fn import_once(&self, owner: OwnerId, import: Import, mark: Option<Mark>) -> Result<Game, ServiceError> {
        let Judged { verdict, played_at, external_id } = self.judged(import).await?;
        let players = verdict.players.into_iter().map(|name| SeatRecord { name, bot: None }).collect();
        let external_id = external_id.map(ExternalId::into_string);
        let mut game = self.record(owner, verdict.ruleset, players, &verdict.finished, external_id);
        game.record.played_at = played_at;
        self.store_game(game, None, verdict.finished, mark).await
    }

    async fn judged(&self, import: Import) -> Result<Judged, ServiceError> {
        let limit = self.step_limit;
        let judged = self.work.run(move || judge(&import.text, limit)).await?;
        if let Err(ServiceError::IllegalLog(log)) = &judged {
            self.tally.refused((log.ruleset, log.reason));
        }
        judged
    }
}

/// Judges a log document without a service: what `arcana verify` does.
///
/// # Errors
/// `IllegalLog`, `Invalid`, `Internal`.
pub fn verdict(text: &str, step_limit: usize) -> Result<Verdict, ServiceError> {
    Ok(judge(text, step_limit)?.verdict)
}

fn judge(text: &str, step_limit: usize) -> Result<Judged, ServiceError> {
    let mut document = Document::read(text, &EXTRA).map_err(of_document)?;
    let mut errors = Vec::new();
    let (mut played_at, mut external_id) = (None, None);
    for (name, value) in &document.extra {
        match name.as_str() {
            "played_at" => played_at = optional(value, "/played_at", &mut errors, read_time),
            _ => external_id = optional(value, "/external_id", &mut errors, ExternalId::new),
        }
    }
    let ruleset = document.ruleset.parse::<Ruleset>();
    if ruleset.is_err() {
        let told = format!("`{}` is no ruleset.", document.ruleset);
        errors.push(FieldError::of(ProblemCode::UnknownRuleset, "/ruleset", told));
    }
    if document.steps.len() > step_limit {
        errors.push(FieldError::bad_value("/steps", format!("A log has at most {step_limit} steps.")));
    }
    errors.extend(tidy(&mut document.players));
    match ruleset {
        Ok(ruleset) if errors.is_empty() => {
            let finished = table::judge(ruleset, &document)?;
            let options = table::complete_options(ruleset, &finished.options)?;
            let verdict = Verdict { ruleset, players: document.players, options, finished };
            Ok(Judged { verdict, played_at, external_id })
        }
        _ => Err(ServiceError::Invalid(errors)),
    }
}

/// Trims and normalises the players' names.
fn tidy(players: &mut [String]) -> Vec<FieldError> {
    let mut errors = Vec::new();
    for (index, name) in players.iter_mut().enumerate() {
        match Name::new(name) {
            Ok(tidy) => *name = tidy.into_string(),
            Err(why) => errors.push(FieldError::bad_value(format!("/players/{index}/name"), why.to_string())),
        }
    }
    errors
}

/// Reads a field that may be null.
fn optional<T>(
    value: &RawValue,
    pointer: &str,
    errors: &mut Vec<FieldError>,
    read: impl Fn(&str) -> Result<T, BadText>,
) -> Option<T> {
    match serde_json::from_str::<Option<String>>(value.get()) {
        Ok(None) => None,
        Ok(Some(text)) => read(&text).map_err(|why| errors.push(FieldError::bad_value(pointer, why.to_string()))).ok(),
        Err(_) => {
            let detail = "A string or null is wanted here.".to_owned();
            errors.push(FieldError { pointer: pointer.to_owned(), code: "wrong_type", detail });
            None
        }
    }
}

fn of_document(fault: Fault) -> ServiceError {
    debug_assert_eq!(fault.code, Code::Malformed);
    ServiceError::IllegalLog(Box::new(IllegalLog {
        ruleset: None,
        index: None,
        step: None,
        reason: fault.code,
        detail: fault.sentence(Names { deck: Deck::default(), players: &[] }),
        due: None,
        legal: Vec::new(),
        legal_truncated: false,
    }))
}
