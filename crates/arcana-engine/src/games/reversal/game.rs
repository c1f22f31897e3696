//! Reversal of Fortune as a [`Game`]: what is due, what is legal, what a step does.

use super::{
    Choice, DICE, Detail, Dice, Options, PLAYERS_LIMIT, Phase, Reversal, Step, StepKind, TableDice, moves, rules, score,
};
use crate::{
    chance::Chance,
    games::{
        AnyStepKind, Due, Game, Kinds, Observe, Outcome, Player, PlayerCount, PlayerSet, RulesetInfo, Violation,
        known_player_of, not_allowed,
    },
};

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
