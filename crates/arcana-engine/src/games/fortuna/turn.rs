//! State transitions (fortuna.md, "Turn structure").

use super::{
    Fortuna, Phase,
    options::OpponentOption,
    rules::{OPENING_ROLLS, Turn, check_pair, is_able, opponent, turn_size},
    score::{Settlement, Totals, settle},
    step::{Answer, Rolls, Special, TurnFaces},
};
use crate::games::{Code, Observe, Player, PlayerSet, Violation, known_player, not_allowed, violation};

impl Fortuna {
    /// `malformed`: an unknown opponent, and one that is not allowed or missing.
    pub(super) fn check_opponent(&self, opponent: Option<Player>) -> Result<(), Violation> {
        opponent.map_or(Ok(()), |opponent| known_player(opponent, self.players()))?;
        match (self.options.opponent, opponent) {
            (OpponentOption::Choose, None) => Err(violation!(Code::Malformed, "A call must name the `opponent`.")),
            (OpponentOption::Next | OpponentOption::Kit, Some(_)) => {
                Err(violation!(Code::Malformed, "A call may name an `opponent` only if the roller chooses one."))
            }
            (OpponentOption::Choose, Some(_)) | (OpponentOption::Next | OpponentOption::Kit, None) => Ok(()),
        }
    }

    pub(super) fn size(&self) -> usize {
        turn_size(&self.options, self.players())
    }

    pub(super) fn totals(&self) -> Totals<'_> {
        let players = self.players();
        Totals { points: &self.points[..players], marbles: &self.marbles[..players], turns: self.turns }
    }

    pub(super) fn is_able(&self, roller: Player, player: Player) -> bool {
        is_able(&self.options, self.totals().marbles, roller, player)
    }

    pub(super) fn check_rolls(&self, rolls: &Rolls) -> Result<(), Violation> {
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
    pub(super) fn opening_roll(&mut self, rolls: &Rolls) {
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

    pub(super) fn roll(&mut self, dice: &TurnFaces) {
        if let Phase::Roll { roller } = self.phase {
            self.phase = Phase::Flip { roller, dice: *dice };
        }
    }

    /// Without `calls` the turn is settled as if it had been called correctly and accepted.
    pub(super) fn flip(&mut self, bricks: &TurnFaces) {
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

    pub(super) fn call(&mut self, call: Option<Special>, named: Option<Player>) {
        let Phase::Call { roller, dice, bricks } = self.phase else { return not_allowed() };
        let opponent = named.unwrap_or_else(|| self.opponent(roller));
        self.phase = Phase::Answer { roller, dice, bricks, call, opponent };
    }

    pub(super) fn answer(&mut self, answer: Answer) {
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
