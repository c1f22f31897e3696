//! Game set-ups: parsed once, then played as parsed.

use std::{fmt, sync::Arc, time::Duration};

use serde_json::{Map, Value, value::to_raw_value};

use super::{
    engine::{Finished, Purpose, differing, finished},
    error::{FieldError, FieldErrorCode, ProblemCode, ServiceError},
    records::Seed,
    worker_pool::Cancel,
};
use crate::{
    cards::Deck,
    chance::Chance,
    games::{Code, Game, Labels, Log, RawStep, Ruleset, Violation, parse_options, with_game},
    players::{HasBots, Skill, seat, take_or_draw, try_play_out},
};

/// How many times faster random bots play than others, at least: for the time that a game may take.
const MIN_RANDOM_SPEEDUP: u32 = 10;

/// A valid set-up of a game: number of players, options and, if given, the first deal.
#[derive(Clone)]
pub struct GameSetup {
    ruleset: Ruleset,
    players: usize,
    deal_given: bool,
    has_defaults: bool,
    game: Arc<dyn Playable>,
}

/// A valid set-up for one ruleset.
#[derive(Debug)]
pub struct SetupOf<G: Game> {
    /// Number of players.
    pub players: usize,
    /// The options, complete with defaults.
    pub options: G::Options,
    deal: Option<G::Step>,
}

impl fmt::Debug for GameSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameSetup")
            .field("ruleset", &self.ruleset)
            .field("players", &self.players)
            .finish_non_exhaustive()
    }
}

/// A set-up of any ruleset.
trait Playable: Send + Sync {
    fn thinking(&self, skills: &[Skill]) -> Duration;

    fn differing_options(&self) -> Result<String, ServiceError>;

    fn play(&self, skills: &[Skill], seed: &Seed, client_seed: &str, cancel: &Cancel)
    -> Result<Finished, ServiceError>;
}

impl GameSetup {
    /// Parses a set-up as sent: the options that differ from the defaults, the number of players (by default that of
    /// the ruleset), and the first deal.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn parse(
        ruleset: Ruleset,
        options: Value,
        players: Option<usize>,
        deal: Option<Value>,
    ) -> Result<GameSetup, Vec<FieldError>> {
        let players = players.unwrap_or(usize::from(ruleset.info().players.default));
        let deal_given = deal.is_some();
        with_game!(ruleset, G => {
            let setup = SetupOf::<G>::parse(options, players, deal)?;
            let has_defaults = setup.options == Default::default();
            Ok(GameSetup { ruleset, players, deal_given, has_defaults, game: Arc::new(setup) })
        })
    }

    /// A set-up with the default options.
    ///
    /// # Errors
    /// `bad_players` for an invalid number of players.
    pub fn with_defaults(ruleset: Ruleset, players: Option<usize>) -> Result<GameSetup, Vec<FieldError>> {
        GameSetup::parse(ruleset, Value::Object(Map::new()), players, None)
    }

    /// The ruleset.
    pub const fn ruleset(&self) -> Ruleset {
        self.ruleset
    }

    /// Number of players.
    pub const fn players(&self) -> usize {
        self.players
    }

    /// Was the first deal given?
    pub const fn deal_given(&self) -> bool {
        self.deal_given
    }

    /// Are the options the defaults?
    pub const fn has_defaults(&self) -> bool {
        self.has_defaults
    }

    /// The options that differ from the defaults, as a JSON object.
    ///
    /// # Errors
    /// `Internal` when they cannot be serialised.
    pub fn differing_options(&self) -> Result<String, ServiceError> {
        self.game.differing_options()
    }

    /// Upper estimate of the time it takes to play.
    pub fn thinking(&self, skills: &[Skill]) -> Duration {
        self.game.thinking(skills)
    }

    /// Plays the game to its end, with these bots by player index.
    ///
    /// # Errors
    /// `Invalid` for an impossible deal; `Unavailable` when the work is cancelled.
    pub fn play(
        &self,
        skills: &[Skill],
        seed: &Seed,
        client_seed: &str,
        cancel: &Cancel,
    ) -> Result<Finished, ServiceError> {
        self.game.play(skills, seed, client_seed, cancel)
    }
}

impl<G: HasBots> Playable for SetupOf<G> {
    fn differing_options(&self) -> Result<String, ServiceError> {
        differing(&self.options)
    }

    fn thinking(&self, skills: &[Skill]) -> Duration {
        let at_most = Skill::thinking::<G>(skills, &self.options);
        if skills.iter().all(|skill| *skill == Skill::Random) { at_most / MIN_RANDOM_SPEEDUP } else { at_most }
    }

    fn play(
        &self,
        skills: &[Skill],
        seed: &Seed,
        client_seed: &str,
        cancel: &Cancel,
    ) -> Result<Finished, ServiceError> {
        let (game, log) = self.played(skills, seed, client_seed, cancel)?;
        finished(Purpose::Store, &game, &log)
    }
}

impl<G: HasBots> SetupOf<G> {
    /// As [`GameSetup::parse`].
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn parse(options: Value, players: usize, deal: Option<Value>) -> Result<SetupOf<G>, Vec<FieldError>> {
        let mut errors = Vec::new();
        let (info, allowed) = (&G::INFO, G::INFO.players);
        if !allowed.allows(players) {
            let detail = format!("{} takes {allowed}, not {players}.", info.name);
            errors.push(FieldError::of(ProblemCode::BadPlayers, "/players", detail));
        }
        let options = match parse_options::<G>(options) {
            Err(faults) => {
                errors.extend(faults.0.into_iter().map(|fault| FieldError::below("/options", fault)));
                None
            }
            Ok(options) if errors.is_empty() => {
                errors.extend(G::new(players, options.clone()).err().map(bad_setup));
                Some(options)
            }
            Ok(options) => Some(options),
        };
        let deal = deal.map(given_deal::<G>).transpose().map_err(|error| errors.push(error)).ok().flatten();
        match options {
            Some(options) if errors.is_empty() => Ok(SetupOf { players, options, deal }),
            Some(_) | None => Err(errors),
        }
    }

    /// Plays the game to its end; returns it with its log.
    ///
    /// # Errors
    /// As [`GameSetup::play`].
    pub fn played(
        &self,
        skills: &[Skill],
        seed: &Seed,
        client_seed: &str,
        cancel: &Cancel,
    ) -> Result<(G, Log<G>), ServiceError> {
        let (players, options) = (self.players, self.options.clone());
        let mut game =
            G::new(players, options.clone()).map_err(|violation| ServiceError::Invalid(vec![bad_setup(violation)]))?;
        let seed = seed.text();
        let mut bots = seat::<G>(skills, &seed, client_seed);
        let mut table = Chance::of_table(&seed, client_seed);
        let (mut given, mut steps) = (self.deal.clone(), Vec::new());
        let record = |_: &G, step| {
            steps.push(step);
            cancel.check()
        };
        let draw = |game: &mut G| take_or_draw(game, &mut given, &mut table).map_err(bad_deal);
        try_play_out(&mut game, &mut bots, draw, record)?;
        Ok((game, Log { players, options, steps }))
    }
}

/// Checks options that failed to parse; returns what is wrong with them, at least one error.
pub fn check_options(ruleset: Ruleset, options: Value) -> Vec<FieldError> {
    let faults = with_game!(ruleset, G => parse_options::<G>(options).err());
    match faults {
        Some(faults) => faults.0.into_iter().map(|fault| FieldError::below("/options", fault)).collect(),
        None => vec![FieldError::bad_value("/options", "The options have too many values.")],
    }
}

fn given_deal<G: Game>(deal: Value) -> Result<G::Step, FieldError> {
    let (name, steps) = (G::INFO.name, G::INFO.steps);
    let wrong = |detail: String| FieldError::bad_value("/deal", detail);
    if !steps.contains(&"deal") {
        return Err(wrong(format!("{name} has no deal that can be given.")));
    }
    let text = to_raw_value(&deal).map_err(|why| wrong(why.to_string()))?;
    let step = RawStep::new(&text);
    if deal.is_object() && !step.has_type("deal") {
        return Err(wrong("Expected a step whose `type` is `deal`.".to_owned()));
    }
    step.read().map_err(|violation| wrong(violation.sentence(Labels { deck: Deck::default(), players: &[] })))
}

fn bad_setup(violation: Violation) -> FieldError {
    let sentence = violation.sentence(Labels { deck: Deck::default(), players: &[] });
    if violation.code == Code::BadPlayers {
        return FieldError::of(ProblemCode::BadPlayers, "/players", sentence);
    }
    FieldError::bad_value("/options", sentence)
}

fn bad_deal(violation: Violation) -> ServiceError {
    let sentence = violation.sentence(Labels { deck: Deck::default(), players: &[] });
    let is_unknown_card = violation.code == Code::UnknownCard;
    let code =
        if is_unknown_card { FieldErrorCode::Problem(ProblemCode::UnknownCard) } else { FieldErrorCode::BadValue };
    ServiceError::Invalid(vec![FieldError::new(code, "/deal", sentence)])
}
