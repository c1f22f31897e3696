//! Reversal of Fortune: dice, and luck that is stored and spent (`docs/rules/reversal.md`).

mod codec;
mod dice;
mod game;
mod moves;
mod options;
mod rules;
mod score;
mod seen;
mod step;
#[cfg(test)]
mod tests;
mod view;

use std::mem;

use super::{PlayerSet, not_allowed};

pub use dice::{DICE, Dice};
pub use moves::choices;
pub use options::{Lack, Options, Overflow, TiedRound};
pub use rules::{LUCK_LIMIT, Throw, lack_points, luck_after};
pub use score::{Detail, End};
pub use step::{Action, Choice, PLAYERS_LIMIT, Step, StepKind, TableDice};
pub use view::{PhaseId, State, View};

/// A game of Reversal of Fortune (reversal.md, "State").
#[derive(Clone, Debug, PartialEq)]
pub struct Reversal {
    options: Options,
    players: u8,
    points: [i32; PLAYERS_LIMIT],
    luck: [u8; PLAYERS_LIMIT],
    /// Number of finished rounds.
    rounds: u16,
    phase: Phase,
}

/// By player; the entry of a player who has not chosen has no meaning.
type Choices = [Choice; PLAYERS_LIMIT];

/// What the game waits for (reversal.md, "Turn structure").
#[derive(Clone, Debug, PartialEq)]
enum Phase {
    /// Secret choices of all who have not chosen yet.
    Choose { waiting: PlayerSet, choices: Choices },
    /// Everyone's five dice.
    Roll { choices: Choices },
    /// Everyone's rerolled dice.
    Reroll { choices: Choices, dice: TableDice },
    /// Nothing.
    Over { end: End },
}

impl Phase {
    fn of_new_round(players: usize) -> Phase {
        Phase::Choose { waiting: PlayerSet::all(players), choices: Choices::default() }
    }
}

impl Reversal {
    /// "Luck moves": when all have chosen.
    fn move_luck(&mut self) {
        let Phase::Roll { choices } = &self.phase else { return not_allowed() };
        for (luck, choice) in self.luck.iter_mut().zip(choices).take(usize::from(self.players)) {
            *luck = luck_after(*luck, *choice);
        }
    }

    /// How many dice the player rerolls now.
    fn rerolls(&self, player: usize) -> usize {
        let Phase::Reroll { choices, dice } = &self.phase else { return 0 };
        dice.as_slice().get(player).map_or(0, |own| rules::rerolls(choices[player], *own).into())
    }

    /// "Rolling": without a die to reroll the round is scored at once.
    fn roll(&mut self, dice: &TableDice) {
        let Phase::Roll { choices } = self.phase else { return not_allowed() };
        let mut both = choices.iter().zip(dice.iter());
        if both.any(|(choice, own)| rules::rerolls(*choice, own) > 0) {
            self.phase = Phase::Reroll { choices, dice: *dice };
        } else {
            self.score(&choices, dice, &TableDice::default());
        }
    }

    /// "Rerolling".
    fn reroll(&mut self, rerolled: &TableDice) {
        let of_new_round = Phase::of_new_round(usize::from(self.players));
        if let Phase::Reroll { choices, dice } = mem::replace(&mut self.phase, of_new_round) {
            self.score(&choices, &dice, rerolled);
        }
    }

    /// "Lacking", "The round point" and "The end".
    fn score(&mut self, choices: &Choices, dice: &TableDice, rerolled: &TableDice) {
        let players = usize::from(self.players);
        let mut throws = [Throw::default(); PLAYERS_LIMIT];
        for (player, own) in dice.iter().enumerate().take(players) {
            let choice = choices[player];
            let points = &mut self.points[player];
            *points += lack_points(self.options.lack, choice, rules::liable(choice.action, own));
            if self.options.floor {
                *points = (*points).max(0);
            }
            let new = rerolled.as_slice().get(player).copied().unwrap_or_default();
            throws[player] = rules::throw(choice.action, own, new);
        }
        for winner in score::round_winners(&throws[..players], self.options.tied_round).iter() {
            self.points[winner.index()] += 1;
        }
        self.rounds += 1;
        self.phase = match score::end(&self.options, &self.points[..players], self.rounds) {
            Some(end) => Phase::Over { end },
            None => Phase::of_new_round(players),
        };
    }
}
