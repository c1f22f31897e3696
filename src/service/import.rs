//! Judging a log that was played elsewhere, and keeping it.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde_json::value::RawValue;

use super::{
    BadText, Cancel, Class, Created, ExternalId, Finished, Game, IdempotencyKey, Name, Service, ServiceError, engine,
    error::{FieldError, FieldErrors, IllegalLog, ProblemCode},
    read_time,
    records::{GameId, OwnerId, SeatRecord, Source, StoredGame},
    store::{Write, WriteError},
};
use crate::{
    cards::Deck,
    games::{Document, Form, Labels, QUOTED, Ruleset, Violation, excerpt, plain::OutlinedText},
};

/// Maximum size in bytes of logs checked on the thread that received them: a deal of Fortunes has 4,000, which take a
/// fifth of a millisecond.
const SHORT: usize = 16 << 10;

/// More bytes than these take longer than the moments in which others are judged: a hundredth of a second for each MB,
/// and twice their memory.
const LENGTHY: usize = 1 << 20;

/// The fields of an import that are not the log document's.
const EXTRA: [&str; 2] = ["played_at", "external_id"];

/// What else stands on the line of an export, around the log: the log tells it too, or it is new in each database.
const AROUND: [&str; 18] = [
    "id",
    "ruleset",
    "rules_version",
    "source",
    "created_at",
    "options",
    "players",
    "step_count",
    "seed",
    "client_seed",
    "seed_hash",
    "commitment",
    "deal_given",
    "result",
    "unlisted",
    "delete_token",
    "links",
    "cursor",
];

/// A log document, as sent, with what the API adds to it; or a game, as answered, with its log document in `log`.
#[derive(Clone, Debug)]
pub struct Import {
    /// The body: one JSON object.
    pub log: OutlinedText,
    /// Shall lists omit the game?
    pub unlisted: bool,
}

/// What a log comes to, when it is only judged.
#[derive(Debug)]
pub struct Verdict {
    /// What was played.
    pub ruleset: Ruleset,
    /// The players' names.
    pub players: Vec<String>,
    /// The game itself.
    pub finished: Finished,
}

/// An import whose log was judged.
#[derive(Debug)]
pub struct Judged {
    /// Result of the log.
    pub verdict: Verdict,
    played_at: Option<DateTime<Utc>>,
    external_id: Option<ExternalId>,
}

impl Import {
    fn judge(&self, step_limit: usize) -> Result<Judged, ServiceError> {
        judge(form(step_limit).read_outlined(&self.log), step_limit)
    }
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
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<Created<Game>, ServiceError> {
        let create = self.import_once(owner, import, idempotency_key.clone());
        self.idempotent(idempotency_key.as_ref(), create, |id| self.game(GameId(id))).await
    }

    async fn import_once(
        &self,
        owner: OwnerId,
        import: Import,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<Game, ServiceError> {
        let unlisted = import.unlisted;
        let (mut game, finished) = self.imported(owner, self.judged(import).await?);
        game.record.unlisted = unlisted;
        self.store_game(game, None, finished, idempotency_key).await
    }

    /// Judges many logs, each by itself and in one piece of work.
    pub async fn judge_all(&self, imports: Vec<Import>) -> Vec<Result<Judged, ServiceError>> {
        let (limit, count) = (self.step_limit, imports.len());
        let lengthy = imports.iter().any(|import| import.log.as_str().len() > LENGTHY);
        let class = if lengthy { Class::LongLog } else { Class::Bulk };
        let judge_each = move |cancel: &Cancel| {
            imports.iter().map(|import| cancel.check().and_then(|()| import.judge(limit))).collect()
        };
        let judged = self.work.go_on(class, judge_each);
        let judged: Vec<_> = judged.await.unwrap_or_else(|error| (0..count).map(|_| Err(error.again())).collect());
        judged.iter().for_each(|judged| self.count_refusal(judged));
        judged
    }

    /// Stores valid logs as a batch, with a result for each.
    pub async fn store_all(&self, owner: OwnerId, judged: Vec<Judged>) -> Vec<Result<GameId, ServiceError>> {
        let now = self.clock.now();
        let games = judged.into_iter().map(|judged| self.imported(owner, judged).0);
        let write = |game| Arc::new(Write { game, reading: None, now, idempotency_key: None });
        let writes: Vec<Arc<Write>> = games.map(write).collect();
        let games: Vec<_> = writes.iter().map(|write| (write.game.record.id, write.game.record.ruleset)).collect();
        let stored = self.store.write_all(writes).await;
        let result = |((id, ruleset), stored): ((GameId, Ruleset), Result<(), WriteError>)| {
            stored?;
            self.counters.stored(ruleset, Source::Imported, false);
            Ok(id)
        };
        games.into_iter().zip(stored).map(result).collect()
    }

    /// The game of a log that was judged.
    fn imported(&self, owner: OwnerId, judged: Judged) -> (StoredGame, Finished) {
        let Judged { verdict, played_at, external_id } = judged;
        let players = verdict.players.into_iter().map(|name| SeatRecord { name, bot: None }).collect();
        let external_id = external_id.map(ExternalId::into_string);
        let mut game = self.record(owner, verdict.ruleset, players, &verdict.finished, external_id);
        game.record.played_at = played_at;
        (game, verdict.finished)
    }

    async fn judged(&self, import: Import) -> Result<Judged, ServiceError> {
        let limit = self.step_limit;
        let length = import.log.as_str().len();
        let class = if length > LENGTHY { Class::LongLog } else { Class::Quick };
        let judged = self.work.run_inline_if(length <= SHORT, class, move |_| import.judge(limit)).await?;
        self.count_refusal(&judged);
        judged
    }

    fn count_refusal(&self, judged: &Result<Judged, ServiceError>) {
        if let Err(ServiceError::IllegalLog(log)) = judged {
            self.counters.refused((log.ruleset, log.reason));
        }
    }
}

/// Judges a log document without a service: what `arcana verify` does.
///
/// # Errors
/// `IllegalLog`, `Invalid`, `Internal`.
pub fn verdict(text: &str, step_limit: usize) -> Result<Verdict, ServiceError> {
    Ok(judge(form(step_limit).read(text), step_limit)?.verdict)
}

/// The form of an imported document. One step more than the limit shows that there are too many.
const fn form(step_limit: usize) -> Form<'static> {
    Form { extra: &EXTRA, around: &AROUND, steps: step_limit.saturating_add(1) }
}

fn judge(document: Result<Document<'_>, Violation>, step_limit: usize) -> Result<Judged, ServiceError> {
    let mut document = document.map_err(of_document)?;
    let mut errors = FieldErrors::default();
    let (mut played_at, mut external_id) = (None, None);
    for (name, value) in &document.extra {
        match name.as_str() {
            "played_at" => played_at = optional(value, "/played_at", &mut errors, read_time),
            _ => external_id = optional(value, "/external_id", &mut errors, ExternalId::new),
        }
    }
    let ruleset = document.ruleset.parse::<Ruleset>();
    if ruleset.is_err() {
        let detail = format!("`{}` is not a ruleset.", excerpt(&document.ruleset, QUOTED));
        errors.push(FieldError::of(ProblemCode::UnknownRuleset, "/ruleset", detail));
    }
    if document.steps.len() > step_limit {
        errors.push(FieldError::bad_value("/steps", format!("A log may have at most {step_limit} steps.")));
    }
    errors.extend(tidy(&mut document.players));
    match ruleset {
        Ok(ruleset) if errors.is_empty() => {
            let finished = engine::check_log(ruleset, &document)?;
            let verdict = Verdict { ruleset, players: document.players, finished };
            Ok(Judged { verdict, played_at, external_id })
        }
        _ => Err(errors.into()),
    }
}

/// Trims and normalises the players' names.
fn tidy(players: &mut [String]) -> FieldErrors {
    let mut errors = FieldErrors::default();
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
    errors: &mut FieldErrors,
    read: impl Fn(&str) -> Result<T, BadText>,
) -> Option<T> {
    match serde_json::from_str::<Option<String>>(value.get()) {
        Ok(None) => None,
        Ok(Some(text)) => read(&text).map_err(|why| errors.push(FieldError::bad_value(pointer, why.to_string()))).ok(),
        Err(_) => {
            let detail = "Expected a string or null.".to_owned();
            errors.push(FieldError { pointer: pointer.to_owned(), code: "wrong_type", detail });
            None
        }
    }
}

fn of_document(fault: Violation) -> ServiceError {
    ServiceError::IllegalLog(Box::new(IllegalLog {
        ruleset: None,
        index: None,
        step: None,
        reason: fault.code,
        detail: fault.sentence(Labels { deck: Deck::default(), players: &[] }),
        due: None,
        legal: Vec::new(),
        legal_truncated: false,
        cause: None,
    }))
}
