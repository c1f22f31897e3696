//! Imports: logs of games that were played elsewhere are checked and stored.

use std::{iter, sync::Arc};

use chrono::{DateTime, Utc};
use serde::{Deserialize, de::IgnoredAny};

use super::{
    BadText, Cancel, Class, Created, ExternalId, Finished, GameDetails, IdempotencyKey, MAX_TAGS, Name, Purpose,
    Service, ServiceError, Tag, card_names, engine,
    error::{FieldError, FieldErrorCode, FieldErrors, IllegalLog},
    read_time,
    records::{BotRecord, GameId, OwnerId, SeatRecord, Source, StoredGame},
    store::{Write, WriteError},
    tags_of_game,
    text::{PlayerName, alike, askable},
};
use crate::{
    cards::Deck,
    games::{
        Document, Form, Labels, Log, LogCodec, RawStep, Ruleset, Violation,
        fortunes::{Sheet, SheetFault},
    },
    players::Effort,
};

/// Maximum size in bytes of logs that are checked on the current thread. A deal of Fortunes has 4,000 bytes, which take
/// a fifth of a millisecond.
const MAX_INLINE_BYTES: usize = 16 << 10;

/// Logs of more bytes have their own class of work: each MB takes a hundredth of a second, and twice its size in
/// memory.
const LONG_LOG_BYTES: usize = 1 << 20;

/// The fields of an import besides those of the log document.
const EXTRA: [&str; 4] = [PLAYED_AT, EXTERNAL_ID, TAGS, BOTS];
const PLAYED_AT: &str = "played_at";
const EXTERNAL_ID: &str = "external_id";
const TAGS: &str = "tags";
const BOTS: &str = "bots";

/// The field of an exported line that says who is a bot.
const PLAYERS: &str = "players";

/// The other fields of an exported line. Apart from [`PLAYERS`] they repeat the log, or are assigned by each database.
const IGNORED: [&str; 18] = [
    "id",
    "ruleset",
    "rules_version",
    "source",
    "created_at",
    "options",
    PLAYERS,
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

/// A log document as sent, with the additional fields of the API; or a game as returned, with its log document in
/// `log`.
#[derive(Clone, Debug)]
pub struct Import {
    /// The body: one JSON object.
    pub log: String,
    /// Will lists omit the game?
    pub unlisted: bool,
    /// The deck whose card names a refusal has; by default that of the ruleset.
    pub deck: Option<Deck>,
    /// Tags of the game besides those that the document has.
    pub tags: Vec<Tag>,
}

/// The result of checking a log.
#[derive(Debug)]
pub struct LogResult {
    /// The ruleset.
    pub ruleset: Ruleset,
    /// The players' names.
    pub players: Vec<String>,
    /// The game.
    pub finished: Finished,
}

/// An import whose log was checked, to be stored if that was the purpose.
#[derive(Debug)]
pub struct CheckedImport {
    /// The result of checking the log.
    pub result: LogResult,
    played_at: Option<DateTime<Utc>>,
    external_id: Option<ExternalId>,
    tags: Vec<String>,
    /// By player; empty if nothing is said of them.
    bots: Vec<Option<BotRecord>>,
}

/// Who plays at a seat, as a player of an exported game says it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Claim {
    /// It repeats the log.
    #[serde(default, rename = "name")]
    _name: IgnoredAny,
    bot: Option<String>,
    bot_version: Option<u32>,
    effort: Option<u8>,
}

/// The same in the field [`BOTS`] of a log, which has these fields and no others.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LogBot {
    #[serde(deserialize_with = "Option::deserialize")]
    bot: Option<String>,
    #[serde(deserialize_with = "Option::deserialize")]
    bot_version: Option<u32>,
    effort: Option<u8>,
}

impl From<LogBot> for Claim {
    fn from(LogBot { bot, bot_version, effort }: LogBot) -> Claim {
        Claim { _name: IgnoredAny, bot, bot_version, effort }
    }
}

impl Import {
    /// The log of a score sheet. A refusal has the card names of this deck, or else of the sheet's.
    ///
    /// # Errors
    /// What is wrong with lines of the sheet: `/lines/3` is the third.
    pub fn of_sheet(text: &str, deck: Option<Deck>) -> Result<(Import, Sheet), FieldErrors> {
        let fault = |SheetFault { line, detail }| FieldError::bad_value(format!("/lines/{line}"), detail);
        let sheet = Sheet::read(text).map_err(|faults| faults.into_iter().map(fault).collect::<FieldErrors>())?;
        Ok((Import { log: sheet.log(), unlisted: false, deck: deck.or(Some(sheet.deck)), tags: Vec::new() }, sheet))
    }

    fn check(&self, step_limit: usize, purpose: Purpose) -> Result<CheckedImport, ServiceError> {
        let document = form(step_limit).read(&self.log);
        // What this service, or another, has exported is taken as it is: earlier releases did not compare names.
        let exported = document.as_ref().is_ok_and(|document| document.around.is_some());
        let names = if exported { Names::Kept } else { Names::Compared };
        check(document, step_limit, (self.deck, &self.tags), purpose, names)
    }
}

impl Service {
    /// Checks a log; nothing is stored.
    ///
    /// # Errors
    /// `IllegalLog`, `Invalid`, `Internal`.
    pub async fn check_import(&self, import: Import) -> Result<LogResult, ServiceError> {
        Ok(self.checked(import, Purpose::Judge).await?.result)
    }

    /// Checks a log and stores it as a game.
    ///
    /// # Errors
    /// `IllegalLog`, `Invalid`, `ExternalIdTaken`, `IdempotencyInProgress`, `IdempotencyKeyReused`,
    /// `CreatedAndDeleted`, `Unavailable`, `Internal`; then nothing is stored.
    pub async fn import(
        &self,
        owner: OwnerId,
        import: Import,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<Created<GameDetails>, ServiceError> {
        let create = self.import_once(owner, import, idempotency_key.clone());
        self.idempotent(idempotency_key.as_ref(), create, |id| self.game(GameId(id))).await
    }

    async fn import_once(
        &self,
        owner: OwnerId,
        import: Import,
        idempotency_key: Option<IdempotencyKey>,
    ) -> Result<GameDetails, ServiceError> {
        let unlisted = import.unlisted;
        let (mut game, finished) = self.imported(owner, self.checked(import, Purpose::Store).await?);
        game.record.unlisted = unlisted;
        self.mark_unrated(std::slice::from_mut(&mut game)).await?;
        self.store_game(game, None, finished, idempotency_key).await
    }

    /// Checks many logs in one piece of work, with a result for each.
    pub async fn check_all(&self, imports: Vec<Import>, purpose: Purpose) -> Vec<Result<CheckedImport, ServiceError>> {
        let (limit, count) = (self.shared.step_limit, imports.len());
        let long = imports.iter().any(|import| import.log.len() > LONG_LOG_BYTES);
        let class = if long { Class::LongLog } else { Class::Bulk };
        let check_each = move |cancel: &Cancel| {
            imports.iter().map(|import| cancel.check().and_then(|()| import.check(limit, purpose))).collect()
        };
        let checked = self.work.run_next(class, check_each);
        let checked: Vec<_> = checked.await.unwrap_or_else(|error| (0..count).map(|_| Err(error.clone())).collect());
        checked.iter().for_each(|checked| self.count_refusal(checked));
        checked
    }

    /// Stores valid logs as a batch, with a result for each.
    pub async fn store_all(&self, owner: OwnerId, checked: Vec<CheckedImport>) -> Vec<Result<GameId, ServiceError>> {
        let now = self.clock.now();
        let mut games: Vec<_> = checked.into_iter().map(|checked| self.imported(owner, checked).0).collect();
        if let Err(error) = self.mark_unrated(&mut games).await {
            return games.iter().map(|_| Err(error.clone())).collect();
        }
        let write = |game| Arc::new(Write { game, reading: None, now, idempotency_key: None });
        let writes: Vec<Arc<Write>> = games.into_iter().map(write).collect();
        let games: Vec<_> = writes.iter().map(|write| (write.game.record.id, write.game.record.ruleset)).collect();
        let stored = self.store.write_all(writes).await;
        let result = |((id, ruleset), stored): ((GameId, Ruleset), Result<(), WriteError>)| {
            stored?;
            self.shared.counters.stored(ruleset, Source::Imported, 0);
            self.announce_game(owner);
            Ok(id)
        };
        games.into_iter().zip(stored).map(result).collect()
    }

    /// The game of a checked log.
    fn imported(&self, owner: OwnerId, checked: CheckedImport) -> (StoredGame, Finished) {
        let CheckedImport { mut result, played_at, external_id, tags, bots } = checked;
        let bots = bots.into_iter().chain(iter::repeat(None));
        let players = result.players.into_iter().zip(bots).map(|(name, bot)| SeatRecord { name, bot }).collect();
        let external_id = external_id.map(ExternalId::into_string);
        let mut game = self.record(owner, result.ruleset, players, &mut result.finished, external_id);
        (game.record.played_at, game.record.tags) = (played_at, tags);
        (game, result.finished)
    }

    async fn checked(&self, import: Import, purpose: Purpose) -> Result<CheckedImport, ServiceError> {
        let limit = self.shared.step_limit;
        let length = import.log.len();
        let class = if length > LONG_LOG_BYTES { Class::LongLog } else { Class::Quick };
        let checked =
            self.work.run_inline_if(length <= MAX_INLINE_BYTES, class, move |_| import.check(limit, purpose)).await?;
        self.count_refusal(&checked);
        checked
    }

    fn count_refusal(&self, checked: &Result<CheckedImport, ServiceError>) {
        if let Err(ServiceError::IllegalLog(log)) = checked {
            self.shared.counters.refused((log.ruleset, log.reason));
        }
    }
}

impl LogResult {
    /// The log of a game that was checked to be stored.
    ///
    /// # Errors
    /// `Internal` if it is another game.
    pub fn log<G: LogCodec>(&self) -> Result<Log<G>, ServiceError> {
        let (finished, players) = (&self.finished, self.players.len());
        let options = engine::stored_options::<G>(&finished.options)?;
        Log::from_bytes(players, options, finished.step_count as usize, &finished.log)
            .map_err(|error| ServiceError::Internal(error.to_string()))
    }
}

/// Checks a log document without a service, for `arcana verify`. A refusal has the card names of this deck, or else of
/// the ruleset's.
///
/// # Errors
/// `IllegalLog`, `Invalid`, `Internal`.
pub fn check_document(
    text: &str,
    step_limit: usize,
    deck: Option<Deck>,
    purpose: Purpose,
) -> Result<LogResult, ServiceError> {
    Ok(check(form(step_limit).read(text), step_limit, (deck, &[]), purpose, Names::Kept)?.result)
}

/// The form of an imported document. One step more than the limit shows that there are too many.
const fn form(step_limit: usize) -> Form<'static> {
    Form { extra: &EXTRA, around: &IGNORED, steps: step_limit.saturating_add(1) }
}

/// Whether names of one game are compared with each other. The rules do not say that they differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Names {
    Compared,
    Kept,
}

fn check(
    document: Result<Document<'_>, Violation>,
    step_limit: usize,
    (deck, more_tags): (Option<Deck>, &[Tag]),
    purpose: Purpose,
    names: Names,
) -> Result<CheckedImport, ServiceError> {
    let mut document = document.map_err(malformed)?;
    let mut errors = FieldErrors::default();
    let (mut played_at, mut external_id, mut claims, mut tags) = (None, None, None, Vec::new());
    for (name, value) in &document.extra {
        match &**name {
            PLAYED_AT => played_at = optional(value, "/played_at", &mut errors, read_time),
            EXTERNAL_ID => external_id = optional(value, "/external_id", &mut errors, ExternalId::new),
            TAGS => tags = read_tags(value, &mut errors),
            BOTS => claims = Some((BOTS, *value)),
            other => return Err(ServiceError::Internal(format!("the form has no field {other}"))),
        }
    }
    tags.retain(|tag| !more_tags.contains(tag));
    let tags = tags_of_game(more_tags.iter().cloned().chain(tags).collect());
    let tags = tags.map_err(|why| errors.push(FieldError::bad_value("/tags", why.to_string()))).unwrap_or_default();
    let ruleset = document.ruleset.parse::<Ruleset>();
    if ruleset.is_err() {
        errors.push(FieldError::unknown_ruleset(&document.ruleset));
    }
    if document.steps.len() > step_limit {
        errors.push(FieldError::bad_value("/steps", format!("A log may have at most {step_limit} steps.")));
    }
    errors.extend(tidy(&mut document.players));
    match ruleset {
        Ok(ruleset) if errors.is_empty() => {
            let finished = engine::check_log(ruleset, &document, deck, purpose)
                .or_else(|refusal| by_name(ruleset, &document, deck, purpose).unwrap_or(Err(refusal)))?;
            // Like the API's own fields, names are no matter of the rules: a log that breaks one is told so first.
            let around = document.around.iter().flatten().find(|(name, _)| name == PLAYERS);
            let claims = claims.or(around.map(|(_, value)| (PLAYERS, *value)));
            let bots = claims.map(|(field, json)| foreign_bots(field, json, document.players.len()));
            let bots = bots.transpose().map_err(|error| errors.push(error)).ok().flatten().unwrap_or_default();
            if names == Names::Compared {
                errors.extend(looking_alike(&document.players));
            }
            let result = LogResult { ruleset, players: document.players, finished };
            if errors.is_empty() {
                Ok(CheckedImport { result, played_at, external_id, tags, bots })
            } else {
                Err(errors.into())
            }
        }
        Ok(_) | Err(_) => Err(errors.into()),
    }
}

/// Checks a refused log with ids in place of the names of cards in it; `None` if it has no such names.
fn by_name(
    ruleset: Ruleset,
    document: &Document<'_>,
    deck: Option<Deck>,
    purpose: Purpose,
) -> Option<Result<Finished, ServiceError>> {
    let info = ruleset.info();
    let named = deck.or(info.deck).unwrap_or_default();
    let with_ids = |step: &RawStep<'_>| card_names::with_ids(step.json(), info.card_fields, named);
    let steps: Vec<_> = document.steps.iter().map(with_ids).collect();
    steps.iter().any(Option::is_some).then(|| {
        let steps = document.steps.iter().zip(&steps);
        let steps = steps.map(|(step, with_ids)| with_ids.as_deref().map_or(*step, RawStep::new)).collect();
        engine::check_log(ruleset, &Document { steps, ..document.clone() }, deck, purpose)
    })
}

/// Trims and normalises the players' names.
fn tidy(players: &mut [String]) -> FieldErrors {
    let mut errors = FieldErrors::default();
    for (index, name) in players.iter_mut().enumerate() {
        match Name::new(name).and_then(|tidy| askable(tidy.as_str()).map(|()| tidy)) {
            Ok(tidy) => *name = tidy.into_string(),
            Err(why) => errors.push(bad_name(index, &why)),
        }
    }
    errors
}

/// The errors of names that look like others.
fn looking_alike(players: &[String]) -> Vec<FieldError> {
    let names = players.iter().enumerate().map(|(index, name)| PlayerName { index, name, given: true });
    alike(names).into_iter().map(|(index, why)| bad_name(index, &why)).collect()
}

fn bad_name(index: usize, why: &BadText) -> FieldError {
    FieldError::bad_value(format!("/players/{index}/name"), why.to_string())
}

/// The bots that this field says have played, by player.
///
/// What it says cannot be checked, and cannot harm: a foreign bot counts for nobody, so all that can be gained by the
/// claim is to have no rating.
fn foreign_bots(field: &str, json: &str, players: usize) -> Result<Vec<Option<BotRecord>>, FieldError> {
    let expected = "Expected one object such as `{\"bot\": \"adept\", \"bot_version\": 1}` for each player.";
    let claims: serde_json::Result<Option<Vec<Claim>>> = match field {
        BOTS => serde_json::from_str(json)
            .map(|bots: Option<Vec<LogBot>>| bots.map(|bots| bots.into_iter().map(Claim::from).collect())),
        _ => serde_json::from_str(json),
    };
    let claims = claims.map_err(|_| FieldError::new(FieldErrorCode::WrongType, format!("/{field}"), expected))?;
    let Some(claims) = claims else { return Ok(Vec::new()) };
    if claims.len() != players {
        return Err(FieldError::bad_value(format!("/{field}"), expected));
    }
    let bot = |(index, claim): (usize, Claim)| {
        let Some(id) = claim.bot else { return Ok(None) };
        let bot = BotRecord::foreign(&id, claim.bot_version.unwrap_or_default());
        let id = Name::new(bot.own_id());
        let id = id.map_err(|why| FieldError::bad_value(format!("/{field}/{index}/bot"), why.to_string()))?;
        let effort = claim.effort.map(|number| Effort::new(number).ok_or(number)).transpose();
        let effort = effort.map_err(|_| FieldError::bad_effort(format!("/{field}/{index}/effort")))?;
        Ok(Some(BotRecord { effort, ..BotRecord::foreign(id.as_str(), bot.version) }))
    };
    claims.into_iter().enumerate().map(bot).collect()
}

/// Reads a field that may be null.
fn optional<T>(
    json: &str,
    pointer: &str,
    errors: &mut FieldErrors,
    read: impl Fn(&str) -> Result<T, BadText>,
) -> Option<T> {
    match serde_json::from_str::<Option<String>>(json) {
        Ok(None) => None,
        Ok(Some(text)) => read(&text).map_err(|why| errors.push(FieldError::bad_value(pointer, why.to_string()))).ok(),
        Err(_) => {
            errors.push(FieldError::new(FieldErrorCode::WrongType, pointer, "Expected a string or null."));
            None
        }
    }
}

/// Reads tags, which may be null.
fn read_tags(json: &str, errors: &mut FieldErrors) -> Vec<Tag> {
    let Ok(sent) = serde_json::from_str::<Option<Vec<String>>>(json) else {
        errors.push(FieldError::new(FieldErrorCode::WrongType, "/tags", "Expected a list of strings or null."));
        return Vec::new();
    };
    let mut tags = Vec::new();
    for (index, tag) in sent.into_iter().flatten().take(MAX_TAGS + 1).enumerate() {
        match Tag::new(&tag) {
            Ok(tag) => tags.push(tag),
            Err(why) => errors.push(FieldError::bad_value(format!("/tags/{index}"), why.to_string())),
        }
    }
    tags
}

/// The error of a text that is not a log document.
fn malformed(fault: Violation) -> ServiceError {
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
