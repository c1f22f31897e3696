//! Fortuna: dice, gold bricks and marbles (`docs/rules/fortuna.md`).
//!
//! This file holds the state, what a step does to it ("Turn structure"), and [`Game`]: what is due and what is legal.
//! `rules` says what a turn shows and scores and who may be the opponent, `score` when the game ends.

mod moves;
mod options;
mod rules;
mod score;
mod steps;
#[cfg(test)]
mod tests;
mod view;

use super::{
    AnyStepKind, Code, Due, Faces, Game, Observe, Outcome, Player, PlayerCount, PlayerSet, RulesetInfo, Violation,
    known_player, known_player_of,
    moves::{List, nth_of},
    not_allowed, violation,
};
use crate::chance::Chance;
use rules::check_pair;

pub use moves::{Answer, Move};
pub use options::{
    BrickPool, ChallengedScore, EndOption, FailedChallenge, KIT, LesserBlank, NormalScore, OpponentOption, Options,
    TieBreak, Uncalled, WolfGrinOption, turn_size,
};
pub use rules::{MARBLES, OPENING_ROLLS, Shown, Turn, is_able, opponent, pool};
pub use score::{Detail, End, Settlement, ShownTurns, Team, TeamName, Totals, settle, sides};
pub use steps::{PLAYERS_LIMIT, Rolls, Special, Step, StepKind, TurnFaces};
pub use view::{CallView, PhaseId, State, View};

/// A game of Fortuna (fortuna.md, "State").
#[derive(Clone, Debug, PartialEq)]
pub struct Fortuna {
    options: Options,
    players: u8,
    points: [i32; PLAYERS_LIMIT],
    marbles: [u8; PLAYERS_LIMIT],
    /// `None` before the opening rolls have decided.
    gold: Option<Player>,
    /// Number of finished turns.
    turns: u16,
    /// Finished turns by what they showed.
    shown: [u16; 8],
    phase: Phase,
}

/// What the game waits for (fortuna.md, "Turn structure").
#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    /// Two dice for each player still tied, after `rolls` opening rolls.
    Opening { tied: PlayerSet, rolls: u8 },
    /// The dice of a turn.
    Roll { roller: Player },
    /// The bricks of a turn.
    Flip { roller: Player, dice: TurnFaces },
    /// The roller's call.
    Call { roller: Player, dice: TurnFaces, bricks: TurnFaces },
    /// The opponent's answer.
    Answer { roller: Player, dice: TurnFaces, bricks: TurnFaces, call: Option<Special>, opponent: Player },
    /// Nothing.
    Over { end: End },
}

impl Fortuna {
    /// `malformed`: an unknown opponent, and one that is not allowed or missing.
    fn check_opponent(&self, opponent: Option<Player>) -> Result<(), Violation> {
        opponent.map_or(Ok(()), |opponent| known_player(opponent, self.players()))?;
        match (self.options.opponent, opponent) {
            (OpponentOption::Choose, None) => Err(violation!(Code::Malformed, "A call must name the `opponent`.")),
            (OpponentOption::Next | OpponentOption::Kit, Some(_)) => {
                Err(violation!(Code::Malformed, "A call may name an `opponent` only if the roller chooses one."))
            }
            (OpponentOption::Choose, Some(_)) | (OpponentOption::Next | OpponentOption::Kit, None) => Ok(()),
        }
    }

    fn size(&self) -> usize {
        turn_size(&self.options, self.players())
    }

    fn totals(&self) -> Totals<'_> {
        let players = self.players();
        Totals { points: &self.points[..players], marbles: &self.marbles[..players], turns: self.turns }
    }

    fn is_able(&self, roller: Player, player: Player) -> bool {
        is_able(&self.options, self.totals().marbles, roller, player)
    }

    fn check_rolls(&self, rolls: &Rolls) -> Result<(), Violation> {
        let Phase::Opening { tied, .. } = self.phase else { return Ok(()) };
        if rolls.len() != tied.len() {
            return Err(violation!(
                Code::BadDice,
                "{} players roll, but {} pairs are listed.",
                tied.len(),
                rolls.len()
            ));
        }
        rolls.as_slice().iter().try_for_each(check_pair)
    }

    /// "Opening roll": the largest total is gold, or those tied for it roll again, ten times at most.
    fn opening_roll(&mut self, rolls: &Rolls) {
        let Phase::Opening { tied, rolls: before } = self.phase else { return not_allowed() };
        let totals = || rolls.as_slice().iter().map(|pair| pair.iter().map(|face| face.0).sum::<u8>());
        let most = totals().max();
        let left: PlayerSet =
            tied.iter().zip(totals()).filter(|(_, total)| Some(*total) == most).map(|(player, _)| player).collect();
        let rolls = before + 1;
        self.phase = match left.first() {
            Some(gold) if left.len() == 1 || rolls >= OPENING_ROLLS => {
                self.gold = Some(gold);
                Phase::Roll { roller: gold }
            }
            _ => Phase::Opening { tied: left, rolls },
        };
    }

    fn roll(&mut self, dice: &TurnFaces) {
        if let Phase::Roll { roller } = self.phase {
            self.phase = Phase::Flip { roller, dice: *dice };
        }
    }

    /// Without `calls` the turn is settled as if it had been called correctly and accepted.
    fn flip(&mut self, bricks: &TurnFaces) {
        let Phase::Flip { roller, dice } = self.phase else { return not_allowed() };
        if self.options.calls {
            self.phase = Phase::Call { roller, dice, bricks: *bricks };
            return;
        }
        let turn = Turn::new(&dice, bricks);
        let call = turn.shown(&self.options).special();
        self.settle(roller, &turn, call, self.opponent(roller), Answer::Accept);
    }

    /// The opponent, unless the roller chooses.
    fn opponent(&self, roller: Player) -> Player {
        opponent(&self.options, self.totals().marbles, roller).expect("the game ends when one side alone has marbles")
    }

    fn call(&mut self, call: Option<Special>, named: Option<Player>) {
        let Phase::Call { roller, dice, bricks } = self.phase else { return not_allowed() };
        let opponent = named.unwrap_or_else(|| self.opponent(roller));
        self.phase = Phase::Answer { roller, dice, bricks, call, opponent };
    }

    fn answer(&mut self, answer: Answer) {
        let Phase::Answer { roller, dice, bricks, call, opponent } = self.phase else { return not_allowed() };
        self.settle(roller, &Turn::new(&dice, &bricks), call, opponent, answer);
    }

    /// "Settling a turn" and "The end".
    fn settle(&mut self, roller: Player, turn: &Turn, call: Option<Special>, opponent: Player, answer: Answer) {
        let settled = settle(&self.options, turn, call, answer);
        self.points[roller.index()] += settled.points;
        for (player, moved) in [(roller, settled.roller), (opponent, settled.opponent)] {
            let marbles = &mut self.marbles[player.index()];
            *marbles = Settlement::hand(*marbles, moved);
        }
        self.turns += 1;
        self.shown[settled.shown.index()] += 1;
        self.phase = match self.totals().end(&self.options) {
            Some(end) => Phase::Over { end },
            None => Phase::Roll { roller: self.next_roller(roller) },
        };
    }

    /// The next player in list order who holds a marble.
    fn next_roller(&self, roller: Player) -> Player {
        let after = |places| roller.after(places, self.players());
        (1..self.players()).map(after).find(|player| self.marbles[player.index()] > 0).unwrap_or(roller)
    }
}

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
            Step::Flip { bricks } => rules::check_bricks(bricks, self.size(), &pool(&self.options, self.players())),
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
            Phase::Flip { .. } => Step::Flip { bricks: rules::flipped(&self.options, self.players(), chance) },
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
