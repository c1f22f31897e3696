//! Stored games, verified.

use super::stored::stored_log;
use crate::{
    chance::Chance,
    games::{Due, Game, Log, LogCodec, with_game},
    service::records::{SeedRecord, StoredGame},
};

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
