//! The worth of luck under these house rules: the gain of every choice against opponents who plan alike.

use arrayvec::ArrayVec;

use super::odds::{ByDice, LIABLE, Odds, Spread, THROWS};
use crate::games::reversal::{Action, Choice, DICE, LUCK_LIMIT, Options, TiedRound, choices, lack_points, luck_after};

/// Luck 0 … 8.
pub(super) const LUCKS: usize = LUCK_LIMIT as usize + 1;
/// Points missing to the target up to which the race is computed; beyond, it is extrapolated linearly.
const RACE: usize = 14;
/// Number of iterations in which the field responds to itself.
const ROUNDS_OF_THOUGHT: usize = 16;
/// Rounds ahead for which luck is valued.
pub(super) const AHEAD: usize = 40;
/// Number of sweeps over the race.
const SWEEPS: usize = 24;

/// A possible effect of a round on a player's points: the points for lacking dice, their probability, and their
/// probability together with the round point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gain {
    pub lack: i32,
    pub likely: f64,
    pub with_round: f64,
}

/// All possible effects.
pub(super) type Gains = ArrayVec<Gain, { DICE + 1 }>;

/// The possible effects of a choice on the player's points.
pub(super) fn gains(options: &Options, choice: Choice, wins: &ByDice) -> Gains {
    let mut gains = Gains::new();
    let wins = &wins[choice.action.index()][usize::from(choice.amount).min(DICE)];
    for (liable, likely) in LIABLE.into_iter().enumerate() {
        let lack = lack_points(options.lack, choice, liable as u8);
        let with_round = likely * wins[liable];
        match gains.iter_mut().find(|gain| gain.lack == lack) {
            Some(gain) => {
                gain.likely += likely;
                gain.with_round += with_round;
            }
            None => gains.push(Gain { lack, likely, with_round }),
        }
    }
    gains
}

/// Probability that each throw gains the round point from one player whose throws have this spread.
fn beaten(spread: &Spread, tied_round: TiedRound) -> Spread {
    let mut below = 0.;
    spread.map(|likely| {
        let before = below;
        below += likely;
        match tied_round {
            TiedRound::None => before,
            TiedRound::All => below,
        }
    })
}

/// A number for every choice.
type ByChoice = [[f64; LUCKS]; 2];
/// By luck, how often each choice is made.
type Policy = [ByChoice; LUCKS];

fn of(by: &ByChoice, choice: Choice) -> f64 {
    by[choice.action.index()][usize::from(choice.amount)]
}

/// The worth of luck at one kind of table.
#[derive(Debug)]
pub(super) struct Plan {
    options: Options,
    /// By luck of the opponent, the probability that each throw gains the round point.
    pub beaten: [Spread; LUCKS],
    /// By luck of one opponent, the probability of the round point, by choice and liable dice.
    pub wins_against: [ByDice; LUCKS],
    /// By rounds left and luck, the expected points.
    pub ahead: Vec<[f64; LUCKS]>,
    /// Points per round, and their variance.
    pub rate: f64,
    pub variance: f64,
    /// By points missing to the target and luck: the rounds to get there, and the fastest choice.
    race: Vec<[(f64, Choice); LUCKS]>,
    /// Effects of the choices on points, against the field as a whole.
    wins: ByDice,
}

impl Plan {
    /// The plan for a table with this number of players and these options.
    pub fn new(players: usize, options: &Options) -> Plan {
        let field = Field::new(players, options);
        let (rate, variance) = field.pace(options);
        let beaten = field.by_luck(options);
        let mut plan = Plan {
            options: options.clone(),
            wins_against: std::array::from_fn(|luck| Odds::get().wins(&beaten[luck])),
            beaten,
            ahead: field.ahead(options),
            rate: rate.max(0.02),
            variance: variance.max(0.05),
            race: Vec::new(),
            wins: field.wins,
        };
        plan.run_the_race();
        plan
    }

    /// The house rules.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Computes the minimum average rounds to the target, in sweeps from the end backwards.
    fn run_the_race(&mut self) {
        let all: Vec<Vec<(Choice, Gains)>> = (0..LUCKS as u8)
            .map(|luck| choices(&self.options, luck).map(|c| (c, gains(&self.options, c, &self.wins))).collect())
            .collect();
        let first = |away: usize| std::array::from_fn(|_| ((away + 1) as f64 / self.rate, Choice::default()));
        self.race = (0..RACE).map(first).collect();
        for _ in 0..SWEEPS {
            for away in 1..=RACE {
                for (luck, choices) in all.iter().enumerate() {
                    let rounds = choices.iter().map(|(choice, gains)| {
                        let left = luck_after(luck as u8, *choice);
                        (1. + self.expected(away as i32, left, gains), *choice)
                    });
                    if let Some(fastest) = rounds.min_by(|one, other| one.0.total_cmp(&other.0)) {
                        self.race[away - 1][luck] = fastest;
                    }
                }
            }
        }
    }

    fn expected(&self, away: i32, luck: u8, gains: &Gains) -> f64 {
        let after = |gain: &Gain| {
            let away = self.away_after(away, gain.lack);
            let (lost, won) = (self.rounds(away, luck), self.rounds(away - 1, luck));
            (gain.likely - gain.with_round) * lost + gain.with_round * won
        };
        gains.iter().map(after).sum()
    }

    /// Points missing to the target after points for lacking dice; `floor` limits points to 0.
    pub fn away_after(&self, away: i32, lack: i32) -> i32 {
        let after = away - lack;
        if self.options.floor { after.min(self.options.target.get() as i32) } else { after }
    }

    /// Rounds to the target with this number of points missing.
    pub fn rounds(&self, away: i32, luck: u8) -> f64 {
        if away <= 0 {
            return 0.;
        }
        let rounds = |away: usize| self.race[away - 1][usize::from(luck)].0;
        // Larger distances are rare, and a division is slow.
        if away <= RACE as i32 {
            rounds(away as usize)
        } else {
            rounds(RACE) + f64::from(away - RACE as i32) / self.rate
        }
    }

    /// The expected choice of a player at this distance from the target, and its effect on points apart from the round
    /// point.
    pub fn expected_choice(&self, away: i32, luck: u8) -> (Choice, Gains) {
        let choice = self.race[away.clamp(1, RACE as i32) as usize - 1][usize::from(luck)].1;
        (choice, gains(&self.options, choice, &self.wins))
    }
}

/// The field: how players choose by luck, found by iterated best responses.
struct Field {
    policy: Policy,
    /// How often each choice is made in the long run.
    often: ByChoice,
    wins: ByDice,
    rewards: ByChoice,
}

impl Field {
    fn new(players: usize, options: &Options) -> Field {
        let mut field = Field {
            policy: [[[0.; LUCKS]; 2]; LUCKS],
            often: ByChoice::default(),
            wins: ByDice::default(),
            rewards: ByChoice::default(),
        };
        for luck in 0..LUCKS {
            field.mix_in(luck, 1., &choices(options, luck as u8).collect::<Vec<_>>());
        }
        // Winning a round also denies the point to one of the others.
        let denied = 1. / (players - 1) as f64;
        for thought in 0..ROUNDS_OF_THOUGHT {
            field.evaluate(players, options, denied);
            let worth = field.ahead(options);
            let worth = worth.last().expect("luck is valued for some rounds");
            for luck in 0..LUCKS {
                let value =
                    |choice: &Choice| of(&field.rewards, *choice) + worth[luck_after(luck as u8, *choice) as usize];
                let best = choices(options, luck as u8).max_by(|one, other| value(one).total_cmp(&value(other)));
                field.mix_in(luck, 1. / (thought + 2) as f64, best.as_slice());
            }
        }
        field.evaluate(players, options, 0.);
        field
    }

    /// Mixes these choices, equally likely, into the policy.
    fn mix_in(&mut self, luck: usize, part: f64, choices: &[Choice]) {
        let policy = &mut self.policy[luck];
        policy.iter_mut().flatten().for_each(|often| *often *= 1. - part);
        for choice in choices {
            policy[choice.action.index()][usize::from(choice.amount)] += part / choices.len() as f64;
        }
    }

    /// Evaluates the policy: how often each choice is made, and its worth against that.
    fn evaluate(&mut self, players: usize, options: &Options, denied: f64) {
        self.often = self.in_the_long_run();
        let mut spread = [0.; THROWS];
        for choice in all_choices() {
            Odds::get().add(choice, of(&self.often, choice), &mut spread);
        }
        let beaten = beaten(&spread, options.tied_round).map(|one| one.powi(players as i32 - 1));
        self.wins = Odds::get().wins(&beaten);
        for choice in all_choices() {
            let worth = |gain: &Gain| f64::from(gain.lack) * gain.likely + (1. + denied) * gain.with_round;
            let reward = gains(options, choice, &self.wins).iter().map(worth).sum();
            self.rewards[choice.action.index()][usize::from(choice.amount)] = reward;
        }
    }

    fn in_the_long_run(&self) -> ByChoice {
        let mut luck = [0.; LUCKS];
        luck[0] = 1.;
        for _ in 0..AHEAD {
            let mut next = [0.; LUCKS];
            for (before, likely) in luck.into_iter().enumerate() {
                for choice in all_choices() {
                    let after = luck_after(before as u8, choice) as usize;
                    next[after] += likely * of(&self.policy[before], choice);
                }
            }
            // Damped by half, so that the field does not oscillate.
            luck = std::array::from_fn(|place| (luck[place] + next[place]) / 2.);
        }
        let mut often = ByChoice::default();
        for (before, likely) in luck.into_iter().enumerate() {
            for choice in all_choices() {
                often[choice.action.index()][usize::from(choice.amount)] += likely * of(&self.policy[before], choice);
            }
        }
        often
    }

    /// By rounds left and luck, the maximum expected points.
    fn ahead(&self, options: &Options) -> Vec<[f64; LUCKS]> {
        let mut ahead = vec![[0.; LUCKS]];
        for rounds in 0..AHEAD {
            let worth = |luck: usize| {
                let value =
                    |choice: Choice| of(&self.rewards, choice) + ahead[rounds][luck_after(luck as u8, choice) as usize];
                choices(options, luck as u8).map(value).fold(f64::NEG_INFINITY, f64::max)
            };
            ahead.push(std::array::from_fn(worth));
        }
        ahead
    }

    /// Points per round in the long run, and their variance.
    fn pace(&self, options: &Options) -> (f64, f64) {
        let (mut mean, mut square) = (0., 0.);
        for choice in all_choices() {
            for gain in gains(options, choice, &self.wins) {
                let (lost, won) = (f64::from(gain.lack), f64::from(gain.lack + 1));
                let often = of(&self.often, choice);
                mean += often * ((gain.likely - gain.with_round) * lost + gain.with_round * won);
                square += often * ((gain.likely - gain.with_round) * lost * lost + gain.with_round * won * won);
            }
        }
        (mean, square - mean * mean)
    }

    /// By luck of the opponent, the probability that each throw gains the round point.
    fn by_luck(&self, options: &Options) -> [Spread; LUCKS] {
        std::array::from_fn(|luck| {
            let mut spread = [0.; THROWS];
            for choice in all_choices() {
                Odds::get().add(choice, of(&self.policy[luck], choice), &mut spread);
            }
            beaten(&spread, options.tied_round)
        })
    }
}

/// Every choice, legal or not.
fn all_choices() -> impl Iterator<Item = Choice> {
    let of = |action| (0..=LUCK_LIMIT).map(move |amount| Choice { action, amount });
    of(Action::Spend).chain(of(Action::Store))
}
