//! A game from its set-up to its record, for any ruleset.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value, value::RawValue};

use super::{
    error::{IllegalLog, ServiceError},
    long_text::{LongText, LongTextWriter},
    records::{SeedRecord, StoredGame},
    replay_cache::{CACHED_ABOVE, Cached, ReplayCache},
};
use crate::{
    chance::Chance,
    games::{
        Code, DealUnknown, Document, Due, Game, Labels, Log, LogCodec, NamedDue, Observe, Outcome, Player, QUOTED,
        Refusal, Ruleset, Trail, Viewer, Violation, default_options, excerpt, legal_steps, parse_options, with_game,
    },
};

/// A finished game of any ruleset.
#[derive(Debug)]
pub struct Finished {
    /// The options that differ from the defaults, as a JSON object.
    pub options: String,
    /// The options, complete with defaults, as JSON.
    pub complete_options: Box<RawValue>,
    /// Number of steps.
    pub step_count: u32,
    /// The result, with `detail` as JSON.
    pub outcome: Outcome<Box<RawValue>>,
    /// The encoded log; empty if the game is not going to be stored.
    pub log: Vec<u8>,
}

/// Why a log is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// For its result.
    Judge,
    /// To be stored.
    Store,
}

/// A stored game after a number of steps.
#[derive(Debug)]
pub struct Snapshot {
    /// Number of steps played.
    pub step: usize,
    /// What is due, as named in logs.
    pub due: NamedDue,
    /// The legal steps known to the viewer.
    pub legal: Vec<Box<RawValue>>,
    /// True if there are more.
    pub legal_truncated: bool,
    /// State as seen by the viewer.
    pub state: Box<RawValue>,
}

/// What replaying a stored game shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verification {
    /// Every step is legal and the game ends with the last.
    pub valid: bool,
    /// Does the result match the stored one?
    pub result_matches: bool,
    /// Is every table step the one that the seeds give? `None` if there are no seeds or the deal was given.
    pub chance_matches: Option<bool>,
}

/// What is stored and returned of a finished game.
///
/// # Errors
/// `Internal` if the game is not over.
pub fn finished<G: LogCodec>(game: &G, log: &Log<G>) -> Result<Finished, ServiceError> {
    finished_for(Purpose::Store, game, log)
}

fn finished_for<G: LogCodec>(purpose: Purpose, game: &G, log: &Log<G>) -> Result<Finished, ServiceError> {
    let outcome = game.outcome().ok_or_else(|| ServiceError::Internal("a finished game has a result".to_owned()))?;
    let options = differing(&log.options)?;
    let complete_options = match G::INFO.id.parse() {
        Ok(ruleset) if options == NOTHING_DIFFERS => default_options(ruleset).to_owned(),
        Ok(_) | Err(_) => raw(&log.options)?,
    };
    Ok(Finished {
        options,
        complete_options,
        step_count: u32::try_from(log.steps.len()).map_err(|error| ServiceError::Internal(error.to_string()))?,
        outcome: Outcome {
            winners: outcome.winners,
            places: outcome.places,
            scores: outcome.scores,
            detail: raw(&outcome.detail)?,
        },
        log: if purpose == Purpose::Store { log.to_bytes() } else { Vec::new() },
    })
}

/// The stored options of a game with the defaults.
const NOTHING_DIFFERS: &str = "{}";

/// The options that differ from the defaults. Only these are stored, since the rules page fixes the defaults.
pub(super) fn differing<O: Serialize + Default + PartialEq>(options: &O) -> Result<String, ServiceError> {
    if *options == O::default() {
        return Ok(NOTHING_DIFFERS.to_owned());
    }
    let (Value::Object(mut own), Value::Object(defaults)) = (json(options)?, json(&O::default())?) else {
        return Err(ServiceError::Internal("options are an object".to_owned()));
    };
    own.retain(|name, value| defaults.get(name) != Some(value));
    Ok(Value::Object(own).to_string())
}

/// A ruleset's options, complete with defaults, from those that differ.
///
/// # Errors
/// `Internal` when the stored options are damaged.
pub fn complete_options(ruleset: Ruleset, differing: &str) -> Result<Box<RawValue>, ServiceError> {
    if differing == NOTHING_DIFFERS {
        return Ok(default_options(ruleset).to_owned());
    }
    with_game!(ruleset, G => raw(&stored_options::<G>(differing)?))
}

pub(super) fn stored_options<G: Game>(differing: &str) -> Result<G::Options, ServiceError> {
    if differing == NOTHING_DIFFERS {
        return Ok(G::Options::default());
    }
    let damaged = |why: String| ServiceError::Internal(format!("stored options: {why}"));
    let value = serde_json::from_str(differing).map_err(|error| damaged(error.to_string()))?;
    parse_options::<G>(value).map_err(|faults| damaged(format!("{faults:?}")))
}

/// Checks a submitted log.
///
/// # Errors
/// `IllegalLog`.
pub fn check_log(ruleset: Ruleset, document: &Document<'_>, purpose: Purpose) -> Result<Finished, ServiceError> {
    with_game!(ruleset, G => {
        let (game, log) = document.replay::<G>().map_err(|refusal| illegal_log::<G>(refusal, document))?;
        finished_for(purpose, &game, &log)
    })
}

/// Maximum size of a step repeated in an error, in bytes.
pub(super) const MAX_STEP_REPEATED: usize = 4 << 10;

fn illegal_log<G: Game>(refusal: Refusal, document: &Document<'_>) -> ServiceError {
    ServiceError::IllegalLog(Box::new(illegal::<G>(refusal, document)))
}

fn illegal<G: Game>(refusal: Refusal, document: &Document<'_>) -> IllegalLog {
    let step = refusal.index.and_then(|index| document.steps.get(index)).map(|step| step.json());
    let unknown = refusal.deal_unknown.as_deref();
    let cause = unknown.and_then(DealUnknown::slip).map(|slip| Box::new(illegal::<G>(slip.clone(), document)));
    let mut detail = sentence::<G>(&refusal.fault, step, document);
    if let Some((cause, index)) = cause.as_ref().and_then(|cause| Some((cause, cause.index?))) {
        detail = format!("{detail} Step {index} is illegal ({}): {}", cause.reason.id(), cause.detail);
    }
    for fault in unknown.map_or(&[][..], DealUnknown::missing) {
        detail = format!("{detail} {}", sentence::<G>(fault, None, document));
    }
    IllegalLog {
        ruleset: document.ruleset.parse().ok(),
        index: refusal.index,
        step: step.filter(|step| step.get().len() <= MAX_STEP_REPEATED).map(ToOwned::to_owned),
        reason: refusal.fault.code,
        detail,
        due: refusal.due.map(|due| *due),
        legal: refusal.legal,
        legal_truncated: refusal.legal_truncated,
        cause,
    }
}

/// The sentence of a violation, with the text that is not a card.
fn sentence<G: Game>(fault: &Violation, step: Option<&RawValue>, document: &Document<'_>) -> String {
    let labels = Labels { deck: G::INFO.deck.unwrap_or_default(), players: &document.players };
    let sentence = fault.sentence(labels);
    // The step is parsed again only for unknown cards.
    match step.filter(|_| fault.code == Code::UnknownCard).and_then(|step| unknown_word(step, G::INFO.card_fields)) {
        Some(word) => format!("{}: `{}`.", sentence.trim_end_matches('.'), excerpt(&word, QUOTED)),
        None => sentence,
    }
}

/// The first text in the card fields of a step that is not a card.
fn unknown_word(step: &RawValue, card_fields: &[&str]) -> Option<String> {
    fn search(value: &Value, card_fields: &[&str]) -> Option<String> {
        match value {
            Value::String(text) => text.parse::<crate::cards::Card>().err().map(|unknown| unknown.0),
            Value::Array(items) => items.iter().find_map(|item| search(item, card_fields)),
            Value::Object(fields) => {
                let holds_cards = |name: &str| card_fields.contains(&name);
                fields.iter().filter(|(name, _)| holds_cards(name)).find_map(|(_, value)| search(value, card_fields))
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => None,
        }
    }
    search(&serde_json::from_str(step.get()).ok()?, card_fields)
}

/// Reads a stored game's log.
///
/// # Errors
/// `Internal` when it is damaged.
pub fn stored_log<G: LogCodec>(game: &StoredGame) -> Result<Log<G>, ServiceError> {
    let options = stored_options::<G>(&game.record.options)?;
    let (players, steps) = (game.record.players.len(), game.record.step_count as usize);
    Log::from_bytes(players, options, steps, &game.log)
        .map_err(|error| ServiceError::Internal(format!("game {}: {error}", game.record.id)))
}

fn replayed<G: Game>(game: &StoredGame, log: &Log<G>, count: usize) -> Result<G, ServiceError> {
    log.replay_to(count).map_err(|refusal| damaged(game, &refusal))
}

fn damaged(game: &StoredGame, refusal: &Refusal) -> ServiceError {
    ServiceError::Internal(format!("game {} does not replay: {refusal:?}", game.record.id))
}

/// The `detail` of a stored game's result, by replaying it.
///
/// # Errors
/// `Internal` when it is damaged.
pub fn detail(game: &StoredGame) -> Result<Box<RawValue>, ServiceError> {
    with_game!(game.record.ruleset, G => raw(&outcome::<G>(game)?.detail))
}

/// How a stored game ended, by replaying it.
///
/// # Errors
/// `Internal` when it is damaged.
pub fn outcome<G: LogCodec>(game: &StoredGame) -> Result<Outcome<G::Detail>, ServiceError> {
    let log = stored_log::<G>(game)?;
    let outcome = replayed(game, &log, log.steps.len())?.outcome();
    outcome.ok_or_else(|| ServiceError::Internal(format!("game {} is not over", game.record.id)))
}

/// A stored game's steps, as JSON.
///
/// # Errors
/// `Internal` when it is damaged.
pub fn steps(game: &StoredGame) -> Result<Box<RawValue>, ServiceError> {
    with_game!(game.record.ruleset, G => raw(&stored_log::<G>(game)?.steps))
}

/// The same for a long log: the JSON is compressed while it is written.
///
/// # Errors
/// `Internal` when the game is damaged.
pub fn long_steps(game: &StoredGame) -> Result<LongText, ServiceError> {
    let internal = |error: String| ServiceError::Internal(error);
    let mut writer = LongTextWriter::new().map_err(|error| internal(error.to_string()))?;
    with_game!(game.record.ruleset, G => {
        let steps = stored_log::<G>(game)?.steps;
        serde_json::to_writer(&mut writer, &steps).map_err(|error| internal(error.to_string()))?;
    });
    writer.finish().map_err(|error| internal(error.to_string()))
}

impl<G: Game> Cached for Trail<G> {
    fn bytes(&self) -> usize {
        Trail::bytes(self)
    }
}

/// A value derived from a stored game's log, cached if the game is long.
///
/// # Errors
/// `Internal` when the log is damaged.
pub fn cached<G: LogCodec, T: Cached>(
    cache: &ReplayCache,
    game: &StoredGame,
    find: impl FnOnce(Log<G>) -> Result<T, Refusal>,
) -> Result<Arc<T>, ServiceError> {
    let record = &game.record;
    cache.of(record.id, record.step_count, || find(stored_log::<G>(game)?).map_err(|refusal| damaged(game, &refusal)))
}

/// A stored game after a number of steps.
///
/// # Errors
/// `NotFound` past the last step; `Internal` when the log is damaged.
fn replay_to<G: LogCodec>(cache: &ReplayCache, game: &StoredGame, count: usize) -> Result<G, ServiceError> {
    if count > game.record.step_count as usize {
        return Err(ServiceError::NotFound("step"));
    }
    if game.record.step_count <= CACHED_ABOVE {
        return replayed(game, &stored_log::<G>(game)?, count);
    }
    Ok(cached(cache, game, |log: Log<G>| Trail::of(log, |_| ()))?.game(count))
}

/// A stored game after a number of steps, as a viewer sees it.
///
/// # Errors
/// `NotFound` past the last step; `Internal` when the log is damaged.
pub fn snapshot(
    cache: &ReplayCache,
    game: &StoredGame,
    count: usize,
    viewer: Viewer,
) -> Result<Snapshot, ServiceError> {
    with_game!(game.record.ruleset, G => {
        let state = replay_to::<G>(cache, game, count)?;
        let legal = legal_steps(&state, viewer);
        Ok(Snapshot {
            step: count,
            due: state.due_for(viewer).named(),
            legal: legal.steps.iter().map(raw).collect::<Result<_, _>>()?,
            legal_truncated: legal.truncated,
            state: raw(&state.state(viewer))?,
        })
    })
}

/// Replays a stored game and checks its steps against the rules, its result, and its table steps against the seeds.
pub fn verify(game: &StoredGame) -> Verification {
    with_game!(game.record.ruleset, G => verify_as::<G>(game))
}

fn verify_as<G: LogCodec>(game: &StoredGame) -> Verification {
    let record = &game.record;
    let Some(log) = stored_log::<G>(game).ok() else {
        return Verification { valid: false, result_matches: false, chance_matches: None };
    };
    let outcome = log.replay().ok().and_then(|state| state.outcome());
    let result_matches = outcome.as_ref().is_some_and(|outcome| {
        (&outcome.winners, &outcome.places, &outcome.scores) == (&record.winners, &record.places, &record.scores)
    });
    let checkable = record.seed_record.as_ref().filter(|drawn| !drawn.deal_given);
    Verification {
        valid: outcome.is_some(),
        result_matches,
        chance_matches: checkable.map(|drawn| chance_matches(&log, drawn)),
    }
}

/// Are the table steps those that the seeds give?
fn chance_matches<G: Game>(log: &Log<G>, seed_record: &SeedRecord) -> bool {
    let mut chance = Chance::of_table(&seed_record.seed.text(), &seed_record.client_seed);
    let Ok(mut game) = G::new(log.players, log.options.clone()) else { return false };
    log.steps.iter().all(|step| match game.due() {
        Due::Table(_) => game.draw(&mut chance) == *step,
        Due::Players { .. } => game.apply(step).is_ok(),
        Due::Over => false,
    })
}

/// A viewer, as named in a URL.
pub fn viewer(name: &str, players: usize) -> Option<Viewer> {
    match name {
        "all" => Some(Viewer::All),
        "public" => Some(Viewer::Public),
        index => Player::all(players).find(|player| player.0.to_string() == index).map(Viewer::Player),
    }
}

fn json(value: &impl Serialize) -> Result<Value, ServiceError> {
    serde_json::to_value(value).map_err(|error| ServiceError::Internal(error.to_string()))
}

pub(super) fn raw(value: &impl Serialize) -> Result<Box<RawValue>, ServiceError> {
    serde_json::value::to_raw_value(value).map_err(|error| ServiceError::Internal(error.to_string()))
}
