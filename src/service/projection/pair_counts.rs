//! Counts of pairs of names, and their increments by a batch of games.

use std::{collections::HashMap, mem};

use crate::games::Ruleset;

/// Counts of two names, from the view of the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairCounts {
    /// Number of games together.
    pub games: i64,
    /// Number of games as partners.
    pub partner_games: i64,
    /// Number of games won as partners.
    pub partner_wins: i64,
    /// Number of games against each other.
    pub opponent_games: i64,
    /// Number of games that this name won and the other did not.
    pub opponent_wins: i64,
    /// Number of games that the other name won and this one did not.
    pub opponent_losses: i64,
}

impl PairCounts {
    /// Adds other counts.
    pub fn add(&mut self, other: PairCounts) {
        self.games += other.games;
        self.partner_games += other.partner_games;
        self.partner_wins += other.partner_wins;
        self.opponent_games += other.opponent_games;
        self.opponent_wins += other.opponent_wins;
        self.opponent_losses += other.opponent_losses;
    }

    /// The negated counts, which subtract when added.
    pub fn negative(self) -> PairCounts {
        PairCounts {
            games: -self.games,
            partner_games: -self.partner_games,
            partner_wins: -self.partner_wins,
            opponent_games: -self.opponent_games,
            opponent_wins: -self.opponent_wins,
            opponent_losses: -self.opponent_losses,
        }
    }
}

/// Increments of the counts of pairs, sorted by key. Each name is stored once: a batch has many pairs of few names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairIncrements {
    /// In ascending order.
    names: Vec<String>,
    increments: Vec<PairIncrement>,
}

/// The increment of a pair, whose names are represented by their ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairIncrement {
    name: u32,
    ruleset: Ruleset,
    other: u32,
    counts: PairCounts,
}

/// Names by number, in the order in which they were first met.
#[derive(Clone, Debug, Default)]
pub struct Names {
    numbers: HashMap<String, usize>,
    names: Vec<String>,
}

impl Names {
    /// The number of a name, which is new if it has none yet.
    pub fn number(&mut self, name: String) -> usize {
        if let Some(number) = self.numbers.get(&name) {
            return *number;
        }
        self.names.push(name.clone());
        self.numbers.insert(name, self.names.len() - 1);
        self.names.len() - 1
    }

    /// The number of a name, if it has one.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }

    /// The name with this number.
    pub fn name(&self, number: usize) -> &str {
        &self.names[number]
    }
}

/// What identifies a pair: a name, the ruleset and the other name; names are indexes of a list.
pub type NumberedPair = (usize, Ruleset, usize);

impl PairIncrements {
    /// The increments of pairs of these names, which are in any order.
    pub fn new(names: Names, counts: impl IntoIterator<Item = (NumberedPair, PairCounts)>) -> PairIncrements {
        let mut names = names.names;
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_unstable_by_key(|index| &names[*index]);
        let (mut ranks, mut sorted) = (vec![0_u32; names.len()], Vec::with_capacity(names.len()));
        for (rank, index) in (0_u32..).zip(order) {
            ranks[index] = rank;
            sorted.push(mem::take(&mut names[index]));
        }
        let increment = |((name, ruleset, other), counts): (NumberedPair, PairCounts)| {
            let (name, other) = (ranks[name], ranks[other]);
            PairIncrement { name, ruleset, other, counts }
        };
        let mut increments: Vec<PairIncrement> = counts.into_iter().map(increment).collect();
        increments.sort_unstable_by_key(|pair| (pair.name, pair.ruleset, pair.other));
        PairIncrements { names: sorted, increments }
    }

    /// All increments.
    pub fn all(&self) -> &[PairIncrement] {
        &self.increments
    }

    /// The pair of an increment: a name, the ruleset, the other name, and what is added.
    pub fn pair(&self, increment: &PairIncrement) -> (&str, Ruleset, &str, PairCounts) {
        let PairIncrement { name, ruleset, other, counts } = *increment;
        (&self.names[name as usize], ruleset, &self.names[other as usize], counts)
    }

    /// The negated increments, which subtract when added.
    pub fn negative(mut self) -> PairIncrements {
        self.increments.iter_mut().for_each(|increment| increment.counts = increment.counts.negative());
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn increments_are_sorted_by_name_and_subtract_when_negated() {
        let mut names = Names::default();
        assert_eq!(["Eve", "Ada", "Bob", "Ada"].map(|name| names.number(name.to_owned())), [0, 1, 2, 1]);
        let counts = |games| PairCounts { games, ..PairCounts::default() };
        let (fortunes, fortuna) = (Ruleset::Fortunes, Ruleset::Fortuna);
        let added = [((0, fortuna, 1), counts(1)), ((2, fortunes, 0), counts(2)), ((2, fortunes, 1), counts(3))];
        let increments = PairIncrements::new(names, added);
        let pairs = |of: &PairIncrements| -> Vec<(String, Ruleset, String, i64)> {
            let pair = |increment| {
                let (name, ruleset, other, counts) = of.pair(increment);
                (name.to_owned(), ruleset, other.to_owned(), counts.games)
            };
            of.all().iter().map(pair).collect()
        };
        let pair = |name: &str, ruleset, other: &str, games| (name.to_owned(), ruleset, other.to_owned(), games);
        let expected =
            [pair("Bob", fortunes, "Ada", 3), pair("Bob", fortunes, "Eve", 2), pair("Eve", fortuna, "Ada", 1)];
        assert_eq!(pairs(&increments), expected);
        let negative: Vec<i64> = pairs(&increments.negative()).into_iter().map(|pair| pair.3).collect();
        assert_eq!(negative, [-3, -2, -1]);
    }
}
