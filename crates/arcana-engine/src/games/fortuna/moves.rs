//! A player's moves, and which of them are legal, in a fixed order (fortuna.md, "Turn structure").

use super::{Fortuna, OpponentOption, Phase, Special};
use crate::games::{
    Observe, Player,
    moves::{Flow, MoveSink},
};

/// What the opponent says to a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// Lets it pass.
    Accept,
    /// Disputes it.
    Challenge,
}

/// A player's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The roller's call.
    Call {
        /// The special score, or nothing.
        name: Option<Special>,
        /// The opponent named, if the roller chooses.
        opponent: Option<Player>,
    },
    /// The opponent's answer.
    Answer(Answer),
}

/// The calls without a named opponent: nothing, then the special scores.
const CALLS: [Move; 7] = {
    let mut calls = [Move::Call { name: None, opponent: None }; 7];
    let mut place = 0;
    while place < Special::ALL.len() {
        calls[place + 1] = Move::Call { name: Some(Special::ALL[place]), opponent: None };
        place += 1;
    }
    calls
};
const ANSWERS: [Move; 2] = [Move::Answer(Answer::Challenge), Move::Answer(Answer::Accept)];

/// The same call, naming this opponent.
fn naming(opponent: Player) -> impl Fn(Move) -> Move {
    move |call| match call {
        Move::Call { name, .. } => Move::Call { name, opponent: Some(opponent) },
        Move::Answer(answer) => Move::Answer(answer),
    }
}

impl Fortuna {
    /// Lists a player's legal moves.
    pub(super) fn hand_moves(&self, player: Player, list: &mut impl MoveSink<Move>) -> Flow {
        if let Phase::Call { roller, .. } = self.phase
            && roller == player
            && self.options.opponent == OpponentOption::Choose
        {
            let mut able = Player::all(self.players()).filter(|player| self.is_able(roller, *player));
            return able.try_for_each(|opponent| list.slice(&CALLS.map(naming(opponent))));
        }
        list.slice(self.moves_without_opponent(player))
    }

    /// A player's legal moves, but for calls that name an opponent: these are always the same.
    pub(super) fn moves_without_opponent(&self, player: Player) -> &'static [Move] {
        match self.phase {
            Phase::Call { roller, .. } if roller == player => match self.options.opponent {
                OpponentOption::Next | OpponentOption::Kit => &CALLS,
                OpponentOption::Choose => &[],
            },
            Phase::Answer { opponent, .. } if opponent == player => &ANSWERS,
            Phase::Opening { .. }
            | Phase::Roll { .. }
            | Phase::Flip { .. }
            | Phase::Call { .. }
            | Phase::Answer { .. }
            | Phase::Over { .. } => &[],
        }
    }
}
