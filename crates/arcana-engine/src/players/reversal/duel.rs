//! Two players: how often to make each choice so that knowing the other's habits gains nothing.
//!
//! Both choose at once, so a position is a game of its own whose values are those of the positions that follow. Near the
//! end all are computed together; further away a race between the two is estimated, and mixing gains little.

use super::{
    Race, Stand,
    matrix::{Matrix, Solution},
    odds::{LIABLE, Odds, Spread, THROWS},
    plan::{AHEAD, LUCKS, Plan},
};
use crate::games::reversal::{Action, Choice, LUCK_LIMIT, Options, TiedRound, choices, lack_points, luck_after};

/// Points missing to the target up to which positions have values of their own.
const NEAR: i32 = 4;
/// Number of sweeps over these positions.
const SWEEPS: usize = 3;

/// Two players' rounds, and the worth of positions near the end.
#[derive(Debug)]
pub(super) struct Duel {
    /// How a round may end, by both choices.
    endings: Vec<Vec<Ending>>,
    /// By place: the probability that the first of two players wins.
    values: Vec<f64>,
}

/// How a round may end.
#[derive(Clone, Copy, Debug)]
struct Ending {
    /// Points of both for lacking dice.
    lacks: [i32; 2],
    /// Probability that the throw of the one is better, and that of the other.
    better: [f64; 2],
    tied: f64,
}

/// A choice's throws by points for lacking dice.
type ByLack = Vec<(i32, Spread)>;

impl Duel {
    pub fn new(plan: &Plan) -> Duel {
        let throws: Vec<ByLack> = every_choice().map(|choice| by_lack(plan.options(), choice)).collect();
        let pairs = throws.iter().flat_map(|own| throws.iter().map(move |other| endings(own, other)));
        let mut duel = Duel { endings: pairs.collect(), values: Vec::new() };
        let positions = near_positions();
        duel.values = vec![0.5; positions.len() * 2];
        for both in &positions {
            duel.set(*both, Race::long(plan).beats(both[0], both[1]));
        }
        for _ in 0..SWEEPS {
            for both in &positions {
                let solution = duel.solve(plan, *both, |after| duel.value(plan, after));
                duel.set(*both, solution.value);
            }
        }
        duel
    }

    /// How often the first of two players should make each choice, with this number of rounds left afterwards.
    pub fn mix(&self, plan: &Plan, both: [Stand; 2], rounds_left: usize) -> Vec<(Choice, f64)> {
        let solution = if rounds_left >= AHEAD {
            self.solve(plan, both, |after| self.value(plan, after))
        } else {
            self.solve(plan, both, |[own, other]| Race { plan, rounds_left }.beats(own, other))
        };
        choices(plan.options(), both[0].luck).zip(solution.mix).collect()
    }

    fn solve(&self, plan: &Plan, both: [Stand; 2], value: impl Fn([Stand; 2]) -> f64) -> Solution {
        let may = |player: usize| choices(plan.options(), both[player].luck);
        let row = |own| may(1).map(|other| self.worth(plan, both, [own, other], &value)).collect();
        Solution::of(&may(0).map(row).collect::<Matrix>())
    }

    /// The worth of a round for the first of two players, if positions have these values.
    pub fn worth(&self, plan: &Plan, both: [Stand; 2], chosen: [Choice; 2], value: impl Fn([Stand; 2]) -> f64) -> f64 {
        let luck: [u8; 2] = std::array::from_fn(|player| luck_after(both[player].luck, chosen[player]));
        let worth = |ending: &Ending| {
            let after = |points: [i32; 2]| {
                value(std::array::from_fn(|player| Stand {
                    away: plan.away_after(both[player].away, ending.lacks[player]) - points[player],
                    luck: luck[player],
                }))
            };
            let tied = match plan.options().tied_round {
                TiedRound::None => [0, 0],
                TiedRound::All => [1, 1],
            };
            ending.better[0] * after([1, 0]) + ending.better[1] * after([0, 1]) + ending.tied * after(tied)
        };
        let [own, other] = chosen.map(|choice| choice.action.index() * LUCKS + usize::from(choice.amount));
        self.endings[own * Action::ALL.len() * LUCKS + other].iter().map(worth).sum()
    }

    /// Probability that the first of two players wins, many rounds before the last.
    fn value(&self, plan: &Plan, both: [Stand; 2]) -> f64 {
        place(both).map_or_else(|| Race::long(plan).beats(both[0], both[1]), |place| self.values[place])
    }

    /// Sets the value of a position, and with it the other player's.
    fn set(&mut self, both: [Stand; 2], value: f64) {
        let places = [both, [both[1], both[0]]].map(place);
        for (place, value) in places.into_iter().zip([value, 1. - value]) {
            if let Some(place) = place {
                self.values[place] = value;
            }
        }
    }
}

/// The positions with values of their own, from the end backwards; of two that mirror each other, one.
fn near_positions() -> Vec<[Stand; 2]> {
    let stands = |away| (0..=LUCK_LIMIT).map(move |luck| Stand { away, luck });
    let pairs = |[own, other]: [i32; 2]| stands(own).flat_map(move |own| stands(other).map(move |other| [own, other]));
    let mut away: Vec<[i32; 2]> = (1..=NEAR).flat_map(|own| (own..=NEAR).map(move |other| [own, other])).collect();
    away.push([0, 0]);
    away.sort_by_key(|both| both.iter().sum::<i32>());
    away.into_iter().flat_map(pairs).collect()
}

/// The place of a position's value. Tied at the target or beyond, each needs one more point than the other.
fn place(both: [Stand; 2]) -> Option<usize> {
    let row = NEAR as usize;
    let away = match both.map(|stand| stand.away) {
        [own, other] if own == other && own <= 0 => 0,
        away if away.iter().all(|away| (1..=NEAR).contains(away)) => {
            let [own, other] = away.map(|away| away as usize - 1);
            1 + own * row + other
        }
        _ => return None,
    };
    let [own, other] = both.map(|stand| usize::from(stand.luck));
    Some((away * LUCKS + own) * LUCKS + other)
}

/// Every choice, legal or not, by its place.
fn every_choice() -> impl Iterator<Item = Choice> {
    Action::ALL.into_iter().flat_map(|action| (0..=LUCK_LIMIT).map(move |amount| Choice { action, amount }))
}

fn by_lack(options: &Options, choice: Choice) -> ByLack {
    let mut all = ByLack::new();
    for (liable, likely) in LIABLE.into_iter().enumerate() {
        let lack = lack_points(options.lack, choice, liable as u8);
        let place = all.iter().position(|(points, _)| *points == lack).unwrap_or_else(|| {
            all.push((lack, [0.; THROWS]));
            all.len() - 1
        });
        Odds::get().add_liable(choice, liable, likely, &mut all[place].1);
    }
    all
}

fn endings(own: &ByLack, other: &ByLack) -> Vec<Ending> {
    let ending = |(own_lack, own): &(i32, Spread), (other_lack, other): &(i32, Spread)| {
        let (mut better, mut tied, mut below) = ([0.; 2], 0., [0.; 2]);
        for (own, other) in own.iter().zip(other) {
            better[0] += own * below[1];
            better[1] += other * below[0];
            tied += own * other;
            below = [below[0] + own, below[1] + other];
        }
        Ending { lacks: [*own_lack, *other_lack], better, tied }
    };
    own.iter().flat_map(|own| other.iter().map(move |other| ending(own, other))).collect()
}
