//! What a game is played with: read once, and played as it was read.

use std::{fmt, sync::Arc, time::Duration};

use serde_json::{Map, Value};

use super::{
    engine::{Finished, differing, finished},
    error::{FieldError, ProblemCode, ServiceError},
    records::Seed,
    worker_pool::Cancel,
};
use crate::{
    cards::Deck,
    chance::Chance,
    games::{AnyStepKind, Code, Game, GameStep, Labels, Log, Ruleset, Violation, parse_options, with_game},
    players::{HasBots, Skill, seat, take_or_draw, try_play_out},
};

/// So many times as fast as bots that think is a table at which nobody does.
const THOUGHTLESS: u32 = 10;

/// A game that can be played: its number of players, its options and the deal that was given are right.
#[derive(Clone)]
pub struct GameSetup {
    ruleset: Ruleset,
    players: usize,
    deal_given: bool,
    has_defaults: bool,
    game: Arc<dyn Playable>,
}

/// The same for one ruleset.
#[derive(Debug)]
pub struct SetupOf<G: Game> {
    /// How many play.
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

/// A game of any ruleset that can be played.
trait Playable: Send + Sync {
    fn thinking(&self, skills: &[Skill]) -> Duration;

    fn differing_options(&self) -> Result<String, ServiceError>;

    fn play(&self, skills: &[Skill], seed: &Seed, client_seed: &str, cancel: &Cancel)
    -> Result<Finished, ServiceError>;
}

impl GameSetup {
    /// Reads what a game is to be played with, all of it as sent: the options that differ from the defaults, how many
    /// play (the ruleset's default number where nothing is said), and the first deal.
    ///
    /// # Errors
    /// All that is wrong with it.
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

    /// A game with the default options.
    ///
    /// # Errors
    /// `bad_players` when there cannot be so many.
    pub fn with_defaults(ruleset: Ruleset, players: Option<usize>) -> Result<GameSetup, Vec<FieldError>> {
        GameSetup::parse(ruleset, Value::Object(Map::new()), players, None)
    }

    /// What is played.
    pub const fn ruleset(&self) -> Ruleset {
        self.ruleset
    }

    /// How many play.
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
    /// `Internal` when they cannot be written.
    pub fn differing_options(&self) -> Result<String, ServiceError> {
        self.game.differing_options()
    }

    /// About how long playing it may take, at most.
    pub fn thinking(&self, skills: &[Skill]) -> Duration {
        self.game.thinking(skills)
    }

    /// Plays it to its end; `skills` tells who plays, by index.
    ///
    /// # Errors
    /// `Invalid` for a deal that cannot be; `Unavailable` when nobody waits for it any more.
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
        let at_most = G::thinking(skills.len(), &self.options);
        if skills.iter().all(|skill| *skill == Skill::Random) { at_most / THOUGHTLESS } else { at_most }
    }

    fn play(
        &self,
        skills: &[Skill],
        seed: &Seed,
        client_seed: &str,
        cancel: &Cancel,
    ) -> Result<Finished, ServiceError> {
        let (game, log) = self.played(skills, seed, client_seed, cancel)?;
        finished(&game, &log)
    }
}

impl<G: HasBots> SetupOf<G> {
    /// As [`GameSetup::parse`].
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn parse(options: Value, players: usize, deal: Option<Value>) -> Result<SetupOf<G>, Vec<FieldError>> {
        let mut errors = Vec::new();
        let (info, allowed) = (&G::INFO, G::INFO.players);
        if !allowed.allows(players) {
            let told = format!("{} takes {} to {} players, not {players}.", info.name, allowed.min, allowed.max);
            errors.push(FieldError::of(ProblemCode::BadPlayers, "/players", told));
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
            _ => Err(errors),
        }
    }

    /// Plays it to its end; gives the game with its log.
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

/// Checks options that nobody plays with: what is wrong with them, and something always is.
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
    let step: G::Step =
        serde_json::from_value(deal).map_err(|why| wrong(format!("Not a valid `deal` step of {name}: {why}.")))?;
    match step.kind().name() {
        "deal" => Ok(step),
        other => Err(wrong(format!("Expected a step of type `deal`, not `{other}`."))),
    }
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
    let code = if violation.code == Code::UnknownCard { ProblemCode::UnknownCard.kind().id } else { "bad_value" };
    ServiceError::Invalid(vec![FieldError { pointer: "/deal".to_owned(), code, detail: sentence }])
}
