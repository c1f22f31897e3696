//! Stored games, read, replayed and verified.

use std::sync::Arc;

use serde_json::value::RawValue;

use super::{raw, stored_options};
use crate::{
    chance::Chance,
    games::{Due, Game, Log, LogCodec, NamedDue, Observe, Outcome, Refusal, Trail, Viewer, legal_steps, with_game},
    narration::Names,
    scenes::{Scene, SceneView, happened},
    service::{
        ResourceKind, ServiceError,
        long_text::{LongText, LongTextWriter},
        records::{SeedRecord, StoredGame},
        replay_cache::{CACHED_ABOVE, Cached, ReplayCache},
    },
};

/// A stored game after a number of steps.
#[derive(Debug)]
pub struct Snapshot {
    /// Id of the ruleset.
    pub ruleset: &'static str,
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

impl Snapshot {
    /// A game after `step` steps, as a viewer sees it.
    ///
    /// # Errors
    /// `Internal`.
    pub fn of<G: Observe>(game: &G, step: usize, viewer: Viewer) -> Result<Snapshot, ServiceError> {
        let legal = legal_steps(game, viewer);
        Ok(Snapshot {
            ruleset: G::INFO.id,
            step,
            due: game.due_for(viewer).named(),
            legal: legal.steps.iter().map(raw).collect::<Result<_, _>>()?,
            legal_truncated: legal.truncated,
            state: raw(&game.state(viewer))?,
        })
    }
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
        return Err(ServiceError::NotFound(ResourceKind::Step));
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
    with_game!(game.record.ruleset, G => Snapshot::of(&replay_to::<G>(cache, game, count)?, count, viewer))
}

/// A stored game after a number of steps, as a viewer sees it, with the last of them.
///
/// # Errors
/// `NotFound` past the last step; `Internal` when the log is damaged.
pub fn scene(cache: &ReplayCache, game: &StoredGame, count: usize, viewer: Viewer) -> Result<Scene, ServiceError> {
    with_game!(game.record.ruleset, G => {
        let last = count.saturating_sub(1);
        let (before, now) = (replay_to::<G>(cache, game, last)?, replay_to::<G>(cache, game, count)?);
        let log = stored_log::<G>(game)?;
        let names = Names {
            players: game.record.players.iter().map(|seat| seat.name.as_str()).collect(),
            deck: G::INFO.deck.unwrap_or_default(),
        };
        let (happened, made) = happened(&names, before, &log.steps[last..count], viewer);
        let view = SceneView::new(&now, viewer, &names, made).after(&log.steps[..count]);
        Ok(Scene::of(&view).after(happened))
    })
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
    log.steps.iter().all(|step| repeat(&mut game, step, &mut chance))
}

/// Plays a recorded step again, drawing anew if it is the table's. Is it legal, and the one that is drawn?
pub(in crate::service) fn repeat<G: Game>(game: &mut G, step: &G::Step, chance: &mut Chance) -> bool {
    match game.due() {
        Due::Table(_) => game.draw(chance) == *step,
        Due::Players { .. } => game.apply(step).is_ok(),
        Due::Over => false,
    }
}
