//! Fortuna as a [`Game`]: what is due, what is legal, what a step does.

use super::{
    Answer, Detail, Fortuna, MARBLES, Move, Options, PLAYERS_LIMIT, Phase, Rolls, Step, StepKind, bricks, pool, rules,
    score,
};
use crate::{
    chance::Chance,
    games::{
        AnyStepKind, Code, Due, Faces, Game, Observe, Outcome, Player, PlayerCount, PlayerSet, RulesetInfo, Violation,
        known_player_of,
        moves::{List, nth_of},
        violation,
    },
};

impl Game for Fortuna {
    const INFO: RulesetInfo = RulesetInfo {
        id: "fortuna",
        name: "Fortuna",
        players: PlayerCount { min: 2, max: PLAYERS_LIMIT as u8, step: 2, default: 2 },
        deck: None,
        authors: "the maker of Fortuna",
        rules_version: 1,
        steps: StepKind::NAMES,
        card_fields: &[],
        moves_limit: 4096,
        has_readings: false,
    };

    type Options = Options;
    type Step = Step;
    type Move = Move;
    type Detail = Detail;

    fn set_up(players: usize, options: Options) -> Result<Fortuna, Violation> {
        options.check(players)?;
        let mut marbles = [0; PLAYERS_LIMIT];
        marbles[..players].fill(MARBLES);
        Ok(Fortuna {
            options,
            players: players as u8,
            points: [0; PLAYERS_LIMIT],
            marbles,
            gold: None,
            turns: 0,
            shown: [0; 8],
            phase: Phase::Opening { tied: PlayerSet::all(players), rolls: 0 },
        })
    }

    fn due(&self) -> Due<StepKind> {
        match self.phase {
            Phase::Opening { .. } => Due::Table(StepKind::OpeningRoll),
            Phase::Roll { .. } => Due::Table(StepKind::Roll),
            Phase::Flip { .. } => Due::Table(StepKind::Flip),
            Phase::Call { roller, .. } => Due::player(roller, &[StepKind::Call]),
            Phase::Answer { opponent, .. } => Due::player(opponent, &[StepKind::Challenge, StepKind::Accept]),
            Phase::Over { .. } => Due::Over,
        }
    }

    fn check_form(&self, step: &Step) -> Result<(), Violation> {
        known_player_of(step, self.players())?;
        match step {
            Step::Call { opponent, .. } => self.check_opponent(*opponent),
            Step::OpeningRoll { .. }
            | Step::Roll { .. }
            | Step::Flip { .. }
            | Step::Challenge { .. }
            | Step::Accept { .. } => Ok(()),
        }
    }

    fn check_rules(&self, step: &Step) -> Result<(), Violation> {
        match step {
            Step::OpeningRoll { rolls } => self.check_rolls(rolls),
            Step::Roll { dice } => rules::check_dice(dice, self.size()),
            Step::Flip { bricks } => bricks::check_bricks(bricks, self.size(), &pool(&self.options, self.players())),
            Step::Call { player, opponent: Some(opponent), .. } if !self.is_able(*player, *opponent) => {
                Err(violation!(Code::BadOpponent, "{} cannot be the opponent of {}.", *opponent, *player))
            }
            Step::Call { .. } | Step::Challenge { .. } | Step::Accept { .. } => Ok(()),
        }
    }

    fn apply_unchecked(&mut self, step: &Step) {
        match step {
            Step::OpeningRoll { rolls } => self.opening_roll(rolls),
            Step::Roll { dice } => self.roll(dice),
            Step::Flip { bricks } => self.flip(bricks),
            Step::Call { name, opponent, .. } => self.call(*name, *opponent),
            Step::Challenge { .. } => self.answer(Answer::Challenge),
            Step::Accept { .. } => self.answer(Answer::Accept),
        }
    }

    fn moves(&self, player: Player, limit: usize, out: &mut Vec<Move>) -> bool {
        self.hand_moves(player, &mut List::new(out, limit)).is_continue()
    }

    #[inline]
    fn nth_move(&self, player: Player, place: impl FnOnce(usize) -> usize) -> Option<Move> {
        match self.moves_without_opponent(player) {
            [] => nth_of(Self::INFO.moves_limit, place, |list| self.hand_moves(player, list)),
            moves => moves.get(place(moves.len())).copied(),
        }
    }

    fn play_unchecked(&mut self, _player: Player, mv: Move) {
        match mv {
            Move::Call { name, opponent } => self.call(name, opponent),
            Move::Answer(answer) => self.answer(answer),
        }
    }

    fn draw(&mut self, chance: &mut Chance) -> Step {
        let step = match self.phase {
            Phase::Opening { tied, .. } => {
                Step::OpeningRoll { rolls: Rolls::from_fn(tied.len(), |_| Faces::rolled(2, chance)) }
            }
            Phase::Roll { .. } => Step::Roll { dice: Faces::rolled(self.size(), chance) },
            Phase::Flip { .. } => Step::Flip { bricks: bricks::flipped(&self.options, self.players(), chance) },
            Phase::Call { .. } | Phase::Answer { .. } | Phase::Over { .. } => panic!("no step of the table is due"),
        };
        self.apply_unchecked(&step);
        step
    }

    fn outcome(&self) -> Option<Outcome<Detail>> {
        let Phase::Over { end } = self.phase else { return None };
        Some(score::outcome(&self.options, self.totals(), end, self.gold?, self.shown))
    }
}
