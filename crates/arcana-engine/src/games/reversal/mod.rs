//! Reversal of Fortune: dice, and luck that is stored and spent (`docs/rules/reversal.md`).
//!
//! This file holds the state, what a step does to it ("Turn structure"), and [`Game`]: what is due and what is legal.
//! `rules` says what may be chosen and which dice are thrown again, `score` who wins a round and when the game ends.

mod dice;
mod moves;
mod options;
mod rules;
mod score;
mod steps;
#[cfg(test)]
mod tests;
mod view;

use std::mem;

use super::{
    AnyStepKind, Due, Game, Kinds, Observe, Outcome, Player, PlayerCount, PlayerSet, RulesetInfo, Violation,
    known_player_of, not_allowed,
};
use crate::chance::Chance;

pub use dice::{DICE, Dice};
pub use moves::{Action, Choice, choices};
pub use options::{Lack, Options, Overflow, TiedRound};
pub use rules::{LUCK_LIMIT, Throw, lack_points, luck_after};
pub use score::{Detail, End};
pub use steps::{PLAYERS_LIMIT, Step, StepKind, TableDice};
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

impl Game for Reversal {
    const INFO: RulesetInfo = RulesetInfo {
        id: "reversal",
        name: "Reversal of Fortune",
        players: PlayerCount { min: 2, max: PLAYERS_LIMIT as u8, step: 1, default: 2 },
        deck: None,
        authors: "Ethan Camba, Shifty Glyphs",
        rules_version: 1,
        steps: StepKind::NAMES,
        card_fields: &[],
        moves_limit: 4096,
        has_readings: false,
    };

    type Options = Options;
    type Step = Step;
    type Move = Choice;
    type Detail = Detail;

    fn set_up(players: usize, options: Options) -> Result<Reversal, Violation> {
        Ok(Reversal {
            options,
            players: players as u8,
            points: [0; PLAYERS_LIMIT],
            luck: [0; PLAYERS_LIMIT],
            rounds: 0,
            phase: Phase::of_new_round(players),
        })
    }

    fn due(&self) -> Due<StepKind> {
        match self.phase {
            Phase::Choose { waiting, .. } => {
                Due::Players { must: waiting, may: PlayerSet::EMPTY, kinds: Kinds::of(&[StepKind::Choose]) }
            }
            Phase::Roll { .. } => Due::Table(StepKind::Roll),
            Phase::Reroll { .. } => Due::Table(StepKind::Reroll),
            Phase::Over { .. } => Due::Over,
        }
    }

    fn check_form(&self, step: &Step) -> Result<(), Violation> {
        known_player_of(step, self.players())
    }

    fn check_rules(&self, step: &Step) -> Result<(), Violation> {
        match step {
            Step::Choose { player, action, amount } => {
                rules::check_choice(&self.options, self.luck[player.index()], *action, *amount)
            }
            Step::Roll { dice } => rules::check_dice(dice, self.players(), |_| DICE),
            Step::Reroll { dice } => rules::check_dice(dice, self.players(), |player| self.rerolls(player)),
        }
    }

    fn apply_unchecked(&mut self, step: &Step) {
        match step {
            Step::Choose { player, action, amount } => {
                self.play_unchecked(*player, Choice { action: *action, amount: amount.0 as u8 });
            }
            Step::Roll { dice } => self.roll(dice),
            Step::Reroll { dice } => self.reroll(dice),
        }
    }

    fn moves(&self, player: Player, limit: usize, out: &mut Vec<Choice>) -> bool {
        if !self.due().players().contains(player) {
            return true;
        }
        moves::legal(&self.options, self.luck[player.index()]).iter().all(|choices| {
            let room = limit.saturating_sub(out.len());
            out.extend_from_slice(&choices[..choices.len().min(room)]);
            choices.len() <= room
        })
    }

    #[inline]
    fn nth_move(&self, player: Player, place: impl FnOnce(usize) -> usize) -> Option<Choice> {
        if !self.due().players().contains(player) {
            return None;
        }
        let [spends, stores] = moves::legal(&self.options, self.luck[player.index()]);
        let place = place(spends.len() + stores.len());
        spends.get(place).or_else(|| stores.get(place - spends.len())).copied()
    }

    fn play_unchecked(&mut self, player: Player, mv: Choice) {
        let Phase::Choose { waiting, choices } = &mut self.phase else { return not_allowed() };
        choices[player.index()] = mv;
        waiting.remove(player);
        if waiting.is_empty() {
            self.phase = Phase::Roll { choices: *choices };
            self.move_luck();
        }
    }

    fn draw(&mut self, chance: &mut Chance) -> Step {
        let players = self.players();
        let step = match &self.phase {
            Phase::Roll { .. } => Step::Roll { dice: TableDice::from_fn(players, |_| Dice::rolled(DICE, chance)) },
            Phase::Reroll { .. } => {
                Step::Reroll { dice: TableDice::from_fn(players, |player| Dice::rolled(self.rerolls(player), chance)) }
            }
            Phase::Choose { .. } | Phase::Over { .. } => panic!("no step of the table is due"),
        };
        self.apply_unchecked(&step);
        step
    }

    fn outcome(&self) -> Option<Outcome<Detail>> {
        let Phase::Over { end } = self.phase else { return None };
        let players = self.players();
        Some(score::outcome(&self.points[..players], &self.luck[..players], self.rounds, end))
    }
}
