//! What the search says of decisions: of the one that a seat has to make, and of all that a player made in a game.
//!
//! It knows what the seat knew. Its chance comes from seeds of its own: the same log gives the same analysis everywhere,
//! and nothing of a game's secret seed.

mod fortune;

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use utoipa::ToSchema;

use crate::{
    chance::Chance,
    games::{Due, GameStep, Log, Player, Ruleset, Viewer, Violation, with_game},
    players::{Choice, Effort, HasBots, Judged, Skill, decide},
    statistics::{
        Estimate,
        interval::{of_mean, rounded},
    },
};

pub use fortune::{Fortune, WouldBe, luck_in_words};

/// Number of turning points that are told.
const TURNING_POINTS: usize = 3;

/// By how many standard errors of the difference a step must be better than what was played.
const DOUBT: f64 = 2.0;

/// The seed of the search's chance.
const SEED: &str = "analysis";

/// What expected results are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ResultUnit)]
pub enum Unit {
    /// Points of the deal: those of the player's team less those of the other.
    Points,
    /// Games won, a shared one in part: from 0 to 1.
    Wins,
}

impl Unit {
    /// The unit of a ruleset.
    pub const fn of(ruleset: Ruleset) -> Unit {
        match ruleset {
            Ruleset::Fortunes => Unit::Points,
            Ruleset::Fortuno | Ruleset::Foolery | Ruleset::Fortuna | Ruleset::Reversal => Unit::Wins,
        }
    }

    /// How many of the search's own units are one.
    const fn scale(self) -> f64 {
        match self {
            Unit::Points => 1.0,
            Unit::Wins => 1000.0,
        }
    }

    /// A result in words.
    pub fn words(self, value: f64) -> String {
        match self {
            Unit::Points => format!("{value:.1} points").replacen('-', "−", 1),
            Unit::Wins => format!("{:.1} %", 100.0 * value),
        }
    }
}

/// Whether a bot searches in games of this ruleset: only these are analysed.
pub fn is_searched(ruleset: Ruleset) -> bool {
    with_game!(ruleset, G => G::SEARCH.is_some())
}

/// A decision of a player, and what the search says of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Decision {
    /// Number of steps played before.
    pub after: u32,
    /// What the player did.
    pub played: Box<RawValue>,
    /// What the search would have done: the same if nothing is clearly better.
    pub best: Box<RawValue>,
    /// Expected result of what was played.
    pub played_result: Estimate,
    /// Expected result of what is best.
    pub best_result: Estimate,
    /// How much less what was played brings: 0 unless the difference is beyond chance.
    pub loss: f64,
}

/// What all decisions of a player come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// The greatest losses, the greatest first, by their places among the decisions.
    pub turning_points: Vec<usize>,
    /// Loss of a decision on average; `None` without decisions.
    pub mean_loss: Option<f64>,
}

impl Mark {
    /// The mark of these decisions.
    pub fn of(decisions: &[Decision]) -> Mark {
        let mut lost: Vec<_> = (0..decisions.len()).filter(|place| decisions[*place].loss > 0.0).collect();
        lost.sort_by(|one, other| decisions[*other].loss.total_cmp(&decisions[*one].loss));
        lost.truncate(TURNING_POINTS);
        let sum: f64 = decisions.iter().map(|decision| decision.loss).sum();
        let mean_loss = (!decisions.is_empty()).then(|| rounded(sum / decisions.len() as f64));
        Mark { turning_points: lost, mean_loss }
    }
}

/// A step of a seat with its expected result.
#[derive(Clone, Debug)]
pub struct Alternative<S> {
    /// The step.
    pub step: S,
    /// Its expected result; `None` where the search leaves the decision to what bots know.
    pub result: Option<Estimate>,
}

/// What a player who must act can do, best first: a single step where there is nothing to search. Empty if the player
/// need not act.
pub fn alternatives<G: HasBots>(
    game: &G,
    ruleset: Ruleset,
    player: Player,
    effort: Effort,
    count: usize,
) -> Vec<Alternative<G::Step>> {
    if !must_act(game, player) {
        return Vec::new();
    }
    let mut chance = Chance::of_decision(SEED, "", player.index(), count);
    let (view, moves) = seen(game, player);
    let step = |mv| G::Step::of_move(player, mv);
    if let Some(mut choice) = Choice::<G>::of(&view, &moves, &|| false) {
        let told = |judged: Judged<G::Move>| Alternative {
            step: step(judged.mv),
            result: Some(estimate(&judged, Unit::of(ruleset))),
        };
        return choice.judge(effort, &mut chance).into_iter().map(told).collect();
    }
    let chosen = decide(game, player, true, Skill::Sage(effort), chance);
    chosen.map(|mv| Alternative { step: step(mv), result: None }).into_iter().collect()
}

/// Goes through a log after its first `from` steps. `each` gets the number of steps so far and the player's decision, if
/// the last step was one with several candidates; it goes on until `each` returns false, or `stop` true between two
/// batches of playouts: what is then begun is not told.
///
/// # Errors
/// The log cannot be set up. Its steps must be legal.
pub fn analyse<G: HasBots>(
    log: &Log<G>,
    ruleset: Ruleset,
    (player, effort): (Player, Effort),
    from: usize,
    stop: &dyn Fn() -> bool,
    mut each: impl FnMut(usize, Option<Decision>) -> bool,
) -> Result<(), Violation> {
    let mut game = G::new(log.players, log.options.clone())?;
    for (index, step) in log.steps.iter().enumerate() {
        if index >= from {
            let decision = decision(&game, ruleset, (player, effort), (index, step), stop);
            if stop() || !each(index + 1, decision) {
                break;
            }
        }
        game.apply_unchecked(step);
    }
    Ok(())
}

/// What the search says of a step, if it is a decision of the player.
fn decision<G: HasBots>(
    game: &G,
    ruleset: Ruleset,
    (player, effort): (Player, Effort),
    (index, step): (usize, &G::Step),
    stop: &dyn Fn() -> bool,
) -> Option<Decision> {
    if step.player() != Some(player) || !must_act(game, player) {
        return None;
    }
    let (view, moves) = seen(game, player);
    let played = moves.iter().copied().find(|mv| G::Step::of_move(player, *mv) == *step)?;
    let (mut choice, mut chance) =
        (Choice::<G>::of(&view, &moves, stop)?, Chance::of_decision(SEED, "", player.index(), index));
    let mut best = *choice.judge(effort, &mut chance).first()?;
    let mut played = Judged { mv: played, ..best };
    if best.mv != played.mv {
        // In the same deals anew: what was chosen as the best of many looks better than it is.
        [best, played] = choice.compare([best.mv, played.mv], effort, &mut chance);
        // Noise is no loss.
        best = if best.is_clearly_better_than(&played, DOUBT) { best } else { played };
    }
    let unit = Unit::of(ruleset);
    let (best_result, played_result) = (estimate(&best, unit), estimate(&played, unit));
    Some(Decision {
        after: index as u32,
        played: to_raw_value(step).ok()?,
        best: to_raw_value(&G::Step::of_move(player, best.mv)).ok()?,
        loss: rounded(best_result.value - played_result.value),
        best_result,
        played_result,
    })
}

/// What a player sees, and the moves that it could make.
fn seen<G: HasBots>(game: &G, player: Player) -> (G::View<'_>, Vec<G::Move>) {
    let mut moves = Vec::new();
    game.moves(player, G::INFO.moves_limit, &mut moves);
    (game.view(Viewer::Player(player)), moves)
}

fn must_act<G: HasBots>(game: &G, player: Player) -> bool {
    match game.due() {
        Due::Players { must, .. } => must.contains(player),
        Due::Table(_) | Due::Over => false,
    }
}

/// The mean of the playouts of a move.
fn estimate<M>(judged: &Judged<M>, unit: Unit) -> Estimate {
    let ((mean, error), scale) = (judged.mean(), unit.scale());
    Estimate::new(mean / scale, of_mean(mean / scale, error / scale, judged.playouts.into()))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::{
        games::{Fortunes, Game, Observe},
        players::{play_out, seat},
    };

    pub const ADA: Player = Player(0);

    /// With less, chance hides a blunder of some points.
    const EFFORT: Effort = Effort::USUAL;

    /// A game in which Ada makes the step that the search prefers, but `blunder` chooses among the alternatives of her
    /// decisions; the other players are adepts. Returns the log, and the number of steps before the blunder.
    pub fn with_blunder<G: HasBots>(
        ruleset: Ruleset,
        blunder: impl Fn(&[Alternative<G::Step>]) -> bool,
    ) -> (Log<G>, usize) {
        let (players, options) = (usize::from(G::INFO.players.default), G::Options::default());
        let mut game = G::new(players, options.clone()).expect("the usual set-up");
        let (mut table, mut steps, mut blundered) = (Chance::of_table("any text", ""), Vec::new(), None);
        while !game.due().is_over() {
            let step = match game.due() {
                Due::Table(_) => game.draw(&mut table),
                Due::Players { must, .. } => {
                    let player = must.first().expect("a player");
                    let step = if player == ADA {
                        let found = alternatives(&game, ruleset, ADA, EFFORT, steps.len());
                        let worst = blundered.is_none() && blunder(&found);
                        blundered = blundered.or(worst.then_some(steps.len()));
                        let chosen = if worst { found.last() } else { found.first() };
                        chosen.expect("a step").step.clone()
                    } else {
                        let chance = Chance::of_decision("any text", "", player.index(), steps.len());
                        let mv = decide(&game, player, true, Skill::Adept, chance).expect("a move");
                        G::Step::of_move(player, mv)
                    };
                    game.apply_unchecked(&step);
                    step
                }
                Due::Over => break,
            };
            steps.push(step);
        }
        (Log { players, options, steps }, blundered.expect("a blunder"))
    }

    pub fn decisions<G: HasBots>(log: &Log<G>, ruleset: Ruleset) -> Vec<Decision> {
        let mut decisions = Vec::new();
        analyse(log, ruleset, (ADA, EFFORT), 0, &|| false, |_, decision| {
            decisions.extend(decision);
            true
        })
        .expect("a game that can be set up");
        decisions
    }

    /// Is what is worst this much worse than what is best?
    pub fn is_far_apart<S>(found: &[Alternative<S>], by: f64) -> bool {
        let value = |one: Option<&Alternative<S>>| one.and_then(|one| one.result).map_or(0.0, |result| result.value);
        value(found.first()) - value(found.last()) > by
    }

    #[test]
    fn a_planted_blunder_is_the_greatest_loss() {
        let (log, blundered) = with_blunder::<Fortunes>(Ruleset::Fortunes, |found| is_far_apart(found, 4.0));
        log.replay().expect("a legal game");
        let decisions = decisions(&log, Ruleset::Fortunes);
        let mark = Mark::of(&decisions);
        let worst = &decisions[mark.turning_points[0]];
        assert_eq!(worst.after as usize, blundered);
        assert!(worst.loss > 1.0, "{worst:?}");
        let sum: f64 = decisions.iter().map(|decision| decision.loss).sum();
        assert_eq!(sum, worst.loss, "whoever plays by the search loses nothing else by it");
        assert_eq!(mark.mean_loss, Some(rounded(sum / decisions.len() as f64)));
    }

    #[test]
    fn a_game_is_analysed_in_parts_as_in_whole() {
        let (log, _) = with_blunder::<Fortunes>(Ruleset::Fortunes, |found| found.len() > 1);
        let whole = decisions(&log, Ruleset::Fortunes);
        let (mut parts, mut done) = (Vec::new(), 0);
        while done < log.steps.len() {
            analyse(&log, Ruleset::Fortunes, (ADA, EFFORT), done, &|| false, |count, decision| {
                parts.extend(decision);
                done = count;
                count % 5 != 0
            })
            .expect("a game that can be set up");
        }
        let told = |decisions: &[Decision]| serde_json::to_string(decisions).expect("JSON");
        assert_eq!(told(&parts), told(&whole));
        assert!(!whole.is_empty());
    }

    #[test]
    fn what_is_stopped_tells_nothing_of_what_it_was_at() {
        let (log, _) = with_blunder::<Fortunes>(Ruleset::Fortunes, |found| found.len() > 1);
        let batches = Cell::new(0);
        let stop = || batches.replace(batches.get() + 1) >= 50;
        let mut told = 0;
        analyse(&log, Ruleset::Fortunes, (ADA, Effort::MOST), 0, &stop, |_, decision| {
            told += usize::from(decision.is_some());
            true
        })
        .expect("a game that can be set up");
        assert_eq!((told, batches.get() < 60), (0, true));
    }

    #[test]
    fn the_search_sees_what_the_seat_sees() {
        let mut game = Fortunes::new(4, Default::default()).expect("four play");
        let mut tried = 0;
        play_out(&mut game, &mut seat(&[Skill::Random; 4], "x", ""), &mut Chance::of_table("x", ""), |game, _| {
            for player in Player::all(4).filter(|player| must_act(game, *player)).take(1) {
                let other = game.resample_hidden(Viewer::Player(player), &mut Chance::of_table("other", ""));
                let told = |game: &Fortunes| {
                    let found = alternatives(game, Ruleset::Fortunes, player, Effort::LEAST, 7);
                    found.into_iter().map(|one| (one.step, one.result)).collect::<Vec<_>>()
                };
                if tried < 8 {
                    assert_eq!(told(game), told(&other));
                    tried += 1;
                }
            }
        });
        assert_eq!(tried, 8);
    }
}
