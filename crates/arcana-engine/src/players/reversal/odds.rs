//! Exact odds of one round's dice, for every choice.

use std::{ops::Range, sync::LazyLock};

use crate::games::reversal::{Action, Choice, DICE};

/// Number of throws, worst first: successes 0 … 5, then sums 5 … 30.
pub(super) const THROWS: usize = 6 * SUMS;
const SUMS: usize = 26;
/// Probabilities of 0 … 5 liable dice, for either action.
pub(super) const LIABLE: [f64; DICE + 1] = [1. / 32., 5. / 32., 10. / 32., 10. / 32., 5. / 32., 1. / 32.];

/// Probability of each throw.
pub(super) type Spread = [f64; THROWS];
/// A number by action, dice rerolled at most, and liable dice.
pub(super) type ByDice = [[[f64; DICE + 1]; DICE + 1]; Action::ALL.len()];

/// The spread of throws after rerolls, by action, dice rerolled at most, and liable dice.
pub(super) struct Odds([[[Spread; DICE + 1]; DICE + 1]; Action::ALL.len()]);

static ODDS: LazyLock<Box<Odds>> = LazyLock::new(|| Box::new(Odds::new()));

/// Probabilities of successes and sum of some dice.
type Partial = [[f64; 31]; DICE + 1];

impl Odds {
    /// The odds, which are the same for every game.
    pub fn get() -> &'static Odds {
        &ODDS
    }

    fn new() -> Odds {
        let rerolled = rerolled();
        let mut odds = Odds([[[[0.; THROWS]; DICE + 1]; DICE + 1]; Action::ALL.len()]);
        for (action, spreads) in Action::ALL.into_iter().zip(&mut odds.0) {
            for (amount, spreads) in spreads.iter_mut().enumerate() {
                for (liable, kept) in kept(action, amount).iter().enumerate() {
                    spreads[liable] = convolved(kept, &rerolled[amount.min(liable)]);
                }
            }
        }
        odds
    }

    /// Probability of each throw after a choice and this number of liable dice in the first roll.
    fn spread(&self, choice: Choice, liable: usize) -> &Spread {
        &self.0[choice.action.index()][usize::from(choice.amount).min(DICE)][liable]
    }

    /// Adds the throws of a choice to a spread, with this weight.
    pub fn add(&self, choice: Choice, weight: f64, spread: &mut Spread) {
        for (liable, likely) in LIABLE.into_iter().enumerate() {
            self.add_liable(choice, liable, weight * likely, spread);
        }
    }

    /// The same for this number of liable dice in the first roll.
    pub fn add_liable(&self, choice: Choice, liable: usize, weight: f64, spread: &mut Spread) {
        let places = places(choice.action, choice.amount.into(), liable);
        for (sum, own) in spread[places.clone()].iter_mut().zip(&self.spread(choice, liable)[places]) {
            *sum += weight * own;
        }
    }

    /// Probability of the round point, if `beaten` is the probability that each throw gains it.
    pub fn wins(&self, beaten: &Spread) -> ByDice {
        self.wins_up_to([DICE; 2], beaten)
    }

    /// The same for choices up to an amount, by action; for others it is 0.
    pub fn wins_up_to(&self, most: [usize; 2], beaten: &Spread) -> ByDice {
        let mut wins = ByDice::default();
        for (action, by_amount) in Action::ALL.into_iter().zip(&mut wins) {
            let most = most[action.index()].min(DICE);
            for amount in 0..=most {
                let sums = self.sums(action, amount, beaten);
                by_amount[amount][amount..].copy_from_slice(&sums[amount..]);
                // Never more dice are rerolled than are liable.
                for by_liable in &mut by_amount[amount + 1..=most] {
                    by_liable[amount] = sums[amount];
                }
            }
        }
        wins
    }

    /// Probability of the round point by liable dice, which are at least as many as those rerolled.
    ///
    /// All sums are accumulated in parallel: each keeps its own order, and a single one would wait for each addition.
    fn sums(&self, action: Action, amount: usize, beaten: &Spread) -> [f64; DICE + 1] {
        let (len, places) = ((amount + 1) * SUMS, |liable: usize| places(action, amount, liable.max(amount)));
        let likely: [&[f64]; DICE + 1] =
            std::array::from_fn(|liable| &self.0[action.index()][amount][liable.max(amount)][places(liable)][..len]);
        let gains: [&[f64]; DICE + 1] = std::array::from_fn(|liable| &beaten[places(liable)][..len]);
        let mut sums = [0.; DICE + 1];
        for place in 0..len {
            for liable in 0..sums.len() {
                sums[liable] += likely[liable][place] * gains[liable][place];
            }
        }
        sums
    }
}

/// The indexes of all throws possible after a choice with this number of liable dice.
fn places(action: Action, amount: usize, liable: usize) -> Range<usize> {
    let rerolled = amount.min(liable);
    let (least, most) = match action {
        Action::Spend => (DICE - liable, DICE - liable + rerolled),
        Action::Store => (liable - rerolled, liable),
    };
    least * SUMS..(most + 1) * SUMS
}

fn place(successes: usize, sum: usize) -> usize {
    successes * SUMS + sum - DICE
}

/// Successes and sum of 0 … 5 dice.
fn rerolled() -> [Partial; DICE + 1] {
    let mut all = [[[0.; 31]; DICE + 1]; DICE + 1];
    all[0][0][0] = 1.;
    for dice in 1..=DICE {
        for (successes, sum, likely) in entries(&all[dice - 1].clone()) {
            for face in 1..=6 {
                all[dice][successes + usize::from(face >= 4)][sum + face] += likely / 6.;
            }
        }
    }
    all
}

/// By number of liable dice: successes and sum of the dice that are not rerolled.
fn kept(action: Action, amount: usize) -> [Partial; DICE + 1] {
    let mut kept = [[[0.; 31]; DICE + 1]; DICE + 1];
    for roll in 0..6usize.pow(DICE as u32) {
        let mut dice: [usize; DICE] = std::array::from_fn(|die| roll / 6usize.pow(die as u32) % 6 + 1);
        dice.sort_unstable();
        let is_liable = |die: usize| (die >= 4) == (action == Action::Store);
        let liable = dice.iter().filter(|die| is_liable(**die)).count();
        let mut left = amount;
        let (mut successes, mut sum) = (0, 0);
        for die in dice {
            if is_liable(die) && left > 0 {
                left -= 1;
            } else {
                successes += usize::from(die >= 4);
                sum += die;
            }
        }
        kept[liable][successes][sum] += 1. / (6f64.powi(DICE as i32) * LIABLE[liable]);
    }
    kept
}

fn entries(partial: &Partial) -> impl Iterator<Item = (usize, usize, f64)> {
    let rows = partial.iter().enumerate();
    let all = rows.flat_map(|(successes, row)| row.iter().enumerate().map(move |(sum, p)| (successes, sum, *p)));
    all.filter(|(_, _, likely)| *likely > 0.)
}

fn convolved(kept: &Partial, rerolled: &Partial) -> Spread {
    let mut spread = [0.; THROWS];
    for (successes, sum, likely) in entries(kept) {
        for (more, more_sum, also) in entries(rerolled) {
            spread[place(successes + more, sum + more_sum)] += likely * also;
        }
    }
    spread
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn choice(action: Action, amount: u8) -> Choice {
        Choice { action, amount }
    }

    #[test]
    fn every_spread_sums_to_one() {
        for action in Action::ALL {
            for amount in 0..=8 {
                for liable in 0..=5 {
                    let spread = Odds::get().spread(choice(action, amount), liable);
                    let whole: f64 = spread[places(action, amount.into(), liable)].iter().sum();
                    assert!((whole - 1.).abs() < 1e-9, "{action:?} {amount} {liable}: {whole}");
                }
            }
        }
    }

    #[test]
    fn parallel_sums_equal_sequential_ones() {
        let beaten: Spread = std::array::from_fn(|place| (place as f64 * 0.37).sin().abs());
        let wins = Odds::get().wins(&beaten);
        for (action, amount, liable) in
            Action::ALL.into_iter().flat_map(|a| (0..6).flat_map(move |n| (0..6).map(move |l| (a, n, l))))
        {
            let places = places(action, amount, liable);
            let both = Odds::get().0[action.index()][amount][liable][places.clone()].iter().zip(&beaten[places]);
            let alone: f64 = both.map(|(likely, gains)| likely * gains).sum();
            assert_eq!(wins[action.index()][amount][liable], alone, "{action:?} {amount} {liable}");
        }
        let few = Odds::get().wins_up_to([2, 0], &beaten);
        assert_eq!((few[0][2], few[0][3], few[1][0]), (wins[0][2], [0.; DICE + 1], wins[1][0]));
    }

    #[test]
    fn spending_five_rerolls_every_failure() {
        let all_sixes = place(5, 30);
        let likely = |choice, liable| Odds::get().spread(choice, liable)[all_sixes];
        assert!((likely(choice(Action::Spend, 0), 0) - 1. / 243.).abs() < 1e-9);
        assert!((likely(choice(Action::Spend, 5), 5) - 1. / 7776.).abs() < 1e-9);
        assert!((likely(choice(Action::Spend, 8), 2) - 1. / 27. / 36.).abs() < 1e-9);
        assert_eq!(likely(choice(Action::Spend, 0), 1), 0.);
    }

    #[test]
    fn the_round_point_is_certain_without_opponents() {
        let wins = Odds::get().wins(&[1.; THROWS]);
        assert!(wins.iter().flatten().flatten().all(|win| (win - 1.).abs() < 1e-9));
    }
}
