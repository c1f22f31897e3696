//! Analyses of stored games: made once, in turns, by any service on the database, and kept as long as their games.
//!
//! A turn is some seconds of work under a lease of ten seconds, which is renewed meanwhile. What was made in it is stored
//! at its end, so that a service that dies loses a turn, and nobody who asks for little waits for those who ask for much.

use std::{
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use serde::Serialize;
use tokio::{sync::oneshot, time::sleep};
use uuid::Uuid;

use super::{
    Cancel, Class, NoAnalysis, PlayersReading, Service, ServiceError, Unavailable,
    background::BackgroundErrors,
    engine::{stored_log, stored_options},
    priority::Priority,
    readings::read_line,
    records::{AnalysisKey, AnalysisRecord, GameRecord, NewAnalysis, OwnerId, StoredGame},
};
use crate::{
    analysis::{Decision, Fortune, Mark, Unit, analyse, is_searched},
    games::{Ruleset, Violation, with_game},
    players::{HasBots, Skill},
    statistics::Estimate,
};

/// Games of more steps are not analysed.
const MAX_STEPS: u32 = 5_000;
/// How many unfinished analyses a caller may have.
const UNFINISHED: u32 = 2;
/// How many unfinished analyses all callers may have.
const UNFINISHED_OF_ALL: u32 = 16;

/// How long an analysis has its turn.
const TURN: Duration = Duration::from_secs(2);
/// How often a lease is renewed.
const RENEWAL_INTERVAL: Duration = Duration::from_secs(3);
/// How often the database is polled for analyses requested of other services.
const POLL_INTERVAL: Duration = Duration::from_secs(5);
/// Retry delay after the database failed.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// An analysis as far as it is made.
#[derive(Debug)]
pub struct AnalysisView {
    /// The game.
    pub game: GameRecord,
    /// What is analysed.
    pub key: AnalysisKey,
    /// What results are counted in.
    pub unit: Unit,
    /// Number of steps that were looked at.
    pub done: u32,
    /// Were all steps looked at?
    pub finished: bool,
    /// The decisions among them.
    pub decisions: Vec<Decision>,
    /// What they come to.
    pub mark: Mark,
    /// What is told besides, of a finished analysis of a game that has readings.
    pub fortune: Option<FortuneView>,
}

/// What is told of a game of Fortunes besides its decisions.
#[derive(Debug)]
pub struct FortuneView {
    /// What its cards were worth to the player's team.
    pub luck: Estimate,
    /// What would have been; `None` if nothing was lost, and where care is needed.
    pub would_be: Option<WouldBeView>,
}

/// The fortune that would have been.
#[derive(Debug)]
pub struct WouldBeView {
    /// What it is, in a sentence.
    pub about: String,
    /// Number of steps played before.
    pub after: u32,
    /// The player's reading.
    pub told: PlayersReading,
}

/// The versions of everything that determines the analyses of a ruleset.
fn engine(ruleset: Ruleset) -> String {
    let sage = with_game!(ruleset, G => Skill::ALL.map(|skill| skill.version::<G>()));
    format!("{}@{} {sage:?}", ruleset.id(), ruleset.info().rules_version)
}

/// The same of all rulesets.
pub(super) fn engines() -> Vec<String> {
    Ruleset::ALL.map(engine).to_vec()
}

/// Upper estimate of the time to analyse the decisions of a player of a game: to choose each, to compare it with what was
/// played, and to tell what its cards were worth.
fn thinking<G: HasBots>(key: AnalysisKey, game: &GameRecord) -> Result<Duration, ServiceError> {
    let mut table = vec![Skill::Adept; game.players.len()];
    table[key.player.index()] = Skill::Sage(key.effort);
    let options = stored_options::<G>(&game.options)?;
    let adepts = Skill::thinking::<G>(&vec![Skill::Adept; table.len()], &options);
    let luck = if G::INFO.has_readings { adepts * Fortune::PLAYOUTS } else { Duration::ZERO };
    Ok(2 * Skill::thinking::<G>(&table, &options) + luck)
}

/// Whether a game is one that is analysed.
fn is_analysed(game: &GameRecord) -> Result<(), ServiceError> {
    if !is_searched(game.ruleset) {
        return Err(ServiceError::NoAnalysis(NoAnalysis::NotSearched));
    }
    if game.step_count > MAX_STEPS {
        return Err(ServiceError::NoAnalysis(NoAnalysis::MoreStepsThan(MAX_STEPS)));
    }
    Ok(())
}

impl Service {
    /// An analysis of a stored game, if it was requested before.
    ///
    /// # Errors
    /// `NotFound`, `BadParameter`, `Unavailable`, `Internal`.
    pub async fn analysis(&self, key: AnalysisKey) -> Result<Option<AnalysisView>, ServiceError> {
        let game = self.analysable(key).await?;
        match self.store.analysis(key).await? {
            Some(record) if record.finished || record.engine == engine(game.record.ruleset) => {
                self.analysis_view(game, record).await.map(Some)
            }
            Some(_) | None => Ok(None),
        }
    }

    /// An analysis with what is stored of it.
    async fn analysis_view(&self, game: StoredGame, record: AnalysisRecord) -> Result<AnalysisView, ServiceError> {
        let AnalysisRecord { key, done, finished, .. } = record;
        let decisions = decisions(&self.store.analysis_parts(key).await?)?;
        Ok(AnalysisView {
            unit: Unit::of(game.record.ruleset),
            mark: Mark::of(&decisions),
            key,
            done,
            finished,
            decisions,
            game: game.record.clone(),
            fortune: self.fortune_view(game, record).await?,
        })
    }

    /// What is told of a game besides its decisions, with the reading of what would have been.
    async fn fortune_view(
        &self,
        game: StoredGame,
        AnalysisRecord { key, fortune, .. }: AnalysisRecord,
    ) -> Result<Option<FortuneView>, ServiceError> {
        let Some(told) = fortune else { return Ok(None) };
        let Fortune { luck, would_be } = serde_json::from_str(&told).map_err(|error| damaged(&error))?;
        let Some(line) = would_be else { return Ok(Some(FortuneView { luck, would_be: None })) };
        let questions = self.store.questions_of_game(key.game).await?;
        let name = game.record.players.get(key.player.index()).map_or("", |seat| seat.name.as_str());
        let (after, about) = (line.after, line.about(name));
        let read = move |_: &Cancel| read_line(&game, &line, key.player, &questions);
        let told = self.work.run(Class::Read, read).await??;
        Ok(Some(FortuneView { luck, would_be: told.map(|told| WouldBeView { about, after, told }) }))
    }

    /// Upper estimate of the time that an analysis takes, if there is a place for one more.
    ///
    /// # Errors
    /// `NotFound`, `BadParameter`, `NoAnalysis`, `TooManyAnalyses`; `Unavailable` if too many are being made; `Internal`.
    pub async fn analysis_thinking(&self, owner: OwnerId, key: AnalysisKey) -> Result<Duration, ServiceError> {
        let game = self.analysable(key).await?.record;
        is_analysed(&game)?;
        self.has_place(&self.limit_group(owner).await?).await?;
        with_game!(game.ruleset, G => thinking::<G>(key, &game))
    }

    /// Whether a caller may have one more analysis made.
    async fn has_place(&self, caller: &[u8]) -> Result<(), ServiceError> {
        let [own, all] = self.store.unfinished_analyses(&engines(), caller).await?;
        if own >= u64::from(UNFINISHED) {
            return Err(ServiceError::TooManyAnalyses(UNFINISHED));
        }
        if all >= u64::from(UNFINISHED_OF_ALL) {
            return Err(ServiceError::Unavailable(Unavailable::AnalysesFull));
        }
        Ok(())
    }

    /// Requests an analysis; it is made once, however many ask for it.
    ///
    /// # Errors
    /// As [`analysis_thinking`](Service::analysis_thinking).
    pub async fn request_analysis(&self, owner: OwnerId, key: AnalysisKey) -> Result<AnalysisView, ServiceError> {
        let game = self.analysable(key).await?;
        is_analysed(&game.record)?;
        let new = NewAnalysis {
            key,
            engine: engine(game.record.ruleset),
            engines: engines(),
            caller: self.limit_group(owner).await?,
            created_at: self.clock.now(),
            most: UNFINISHED,
            most_of_all: UNFINISHED_OF_ALL,
        };
        if self.store.add_analysis(&new).await? {
            self.shared.analyses.notify_one();
        }
        let Some(record) = self.store.analysis(key).await? else {
            self.has_place(&new.caller).await?;
            return Err(ServiceError::Unavailable(Unavailable::AnalysesFull));
        };
        self.analysis_view(game, record).await
    }

    /// The game of an analysis, in which its player sits.
    async fn analysable(&self, key: AnalysisKey) -> Result<StoredGame, ServiceError> {
        let game = self.stored(key.game).await?;
        let players = game.record.players.len();
        if key.player.index() < players {
            return Ok(game);
        }
        let detail = format!("Expected the index of a player, from 0 to {}.", players - 1);
        Err(ServiceError::BadParameter { parameter: "player", detail })
    }

    /// Makes analyses until the service drains, one at a time.
    pub async fn work_on_analyses(self) {
        let (worker, mut errors) = (self.shared.ids.at(self.clock.now()), BackgroundErrors::default());
        while !self.is_draining() {
            let rest = match self.make_analysis(worker).await {
                Ok(true) => {
                    errors.clear();
                    continue;
                }
                Ok(false) => POLL_INTERVAL,
                Err(error) => {
                    errors.log("cannot work on analyses", &error);
                    RETRY_DELAY
                }
            };
            tokio::select! {
                () = sleep(rest) => (),
                () = self.shared.analyses.notified() => (),
                () = self.drained() => (),
            }
        }
    }

    /// Makes all analyses that are requested.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn finish_analyses(&self) -> Result<(), ServiceError> {
        let worker = self.shared.ids.at(self.clock.now());
        while self.make_analysis(worker).await? {}
        Ok(())
    }

    /// Gives an analysis its turn; false if there is none.
    async fn make_analysis(&self, worker: Uuid) -> Result<bool, ServiceError> {
        let now = self.clock.now();
        let Some(taken) = self.store.take_analysis(worker, &engines(), now).await? else { return Ok(false) };
        // It may be deleted meanwhile.
        let Some(game) = self.store.game(taken.key.game).await? else { return Ok(true) };
        let key = taken.key;
        match self.take_turn(game, taken, worker).await {
            Ok(()) => {}
            Err(outage @ ServiceError::Unavailable(_)) => return Err(outage),
            // It would fail again and again: whoever wants it asks anew.
            Err(fault) => {
                self.store.delete_analysis(key, worker).await?;
                return Err(fault);
            }
        }
        Ok(true)
    }

    /// Looks at further steps, and stores what was found unless the lease is lost.
    async fn take_turn(&self, game: StoredGame, taken: AnalysisRecord, worker: Uuid) -> Result<(), ServiceError> {
        let (key, game) = (taken.key, Arc::new(game));
        let played = game.clone();
        let work = move |stop: Stop<'_>| with_game!(played.record.ruleset, G => turn::<G>(&played, taken, stop));
        let Some((mut made, new)) = self.under_lease(key, worker, work).await? else { return Ok(()) };
        if made.finished && game.record.ruleset.info().has_readings {
            let mut decisions = decisions(&self.store.analysis_parts(key).await?)?;
            decisions.extend(new.iter().cloned());
            let tell = move |stop: Stop<'_>| fortune(&game, key, &decisions, stop);
            let Some(told) = self.under_lease(key, worker, tell).await? else { return Ok(()) };
            // One that is stopped before its end has a last turn.
            (made.finished, made.fortune) = (told.is_some(), told);
        }
        self.store.save_analysis(&made, &json(&new)?, worker, self.clock.now()).await?;
        Ok(())
    }

    /// Works on an analysis on a thread of the lowest priority; `None` if the lease is lost.
    async fn under_lease<T: Send + 'static>(
        &self,
        key: AnalysisKey,
        worker: Uuid,
        work: impl FnOnce(Stop<'_>) -> Result<T, ServiceError> + Send + 'static,
    ) -> Result<Option<T>, ServiceError> {
        let stop = self.shared.draining.child_token();
        // The thread stops, too, if nobody waits for it any more.
        let (stopped, _guard) = (stop.clone(), stop.clone().drop_guard());
        let (result, mut made) = oneshot::channel();
        let work = move || {
            Priority::Idle.assume();
            // Nobody may wait for it.
            let _ = result.send(work(&|| stopped.is_cancelled()));
        };
        let started = thread::Builder::new().name("analysis".to_owned()).spawn(work);
        started.map_err(|error| {
            ServiceError::Unavailable(Unavailable::NotReady(format!("no thread can be started: {error}")))
        })?;
        loop {
            tokio::select! {
                made = &mut made => {
                    return made.map_err(|_| ServiceError::Internal("an analysis panicked".to_owned()))?.map(Some);
                }
                () = sleep(RENEWAL_INTERVAL) => {
                    if !self.store.renew_analysis(key, worker).await? {
                        return Ok(None);
                    }
                }
            }
        }
    }
}

/// Whether work is to be given up.
type Stop<'a> = &'a dyn Fn() -> bool;

/// Looks at the steps of a game for a turn: how far it is then, and the decisions among them.
fn turn<G: HasBots>(
    game: &StoredGame,
    record: AnalysisRecord,
    stop: Stop<'_>,
) -> Result<(AnalysisRecord, Vec<Decision>), ServiceError> {
    let AnalysisKey { player, effort, .. } = record.key;
    let (log, begun) = (stored_log::<G>(game)?, Instant::now());
    let (mut done, mut decisions) = (record.done, Vec::new());
    let each = |count: usize, decision| {
        decisions.extend(decision);
        done = count as u32;
        begun.elapsed() < TURN
    };
    analyse(&log, game.record.ruleset, (player, effort), record.done as usize, stop, each)
        .map_err(|why| unusable(game, &why))?;
    Ok((AnalysisRecord { done, finished: done >= game.record.step_count, ..record }, decisions))
}

/// What is told of a game of Fortunes besides its decisions, as JSON; `None` if it is stopped.
fn fortune(
    game: &StoredGame,
    AnalysisKey { player, effort, .. }: AnalysisKey,
    decisions: &[Decision],
    stop: Stop<'_>,
) -> Result<Option<String>, ServiceError> {
    let told = Fortune::of(&stored_log(game)?, (player, effort), decisions, stop);
    told.map_err(|why| unusable(game, &why))?.as_ref().map(json).transpose()
}

fn unusable(game: &StoredGame, why: &Violation) -> ServiceError {
    ServiceError::Internal(format!("game {} cannot be set up: {why:?}", game.record.id))
}

fn json(value: &impl Serialize) -> Result<String, ServiceError> {
    serde_json::to_string(value).map_err(|error| ServiceError::Internal(error.to_string()))
}

fn damaged(error: &serde_json::Error) -> ServiceError {
    ServiceError::Internal(format!("what is stored of an analysis: {error}"))
}

/// The decisions in the parts of an analysis.
fn decisions(parts: &[String]) -> Result<Vec<Decision>, ServiceError> {
    let mut decisions = Vec::new();
    for part in parts {
        let part: Vec<Decision> = serde_json::from_str(part).map_err(|error| damaged(&error))?;
        decisions.extend(part);
    }
    Ok(decisions)
}
