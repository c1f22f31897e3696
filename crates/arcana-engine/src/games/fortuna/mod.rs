//! Fortuna: dice, gold bricks and marbles (`docs/rules/fortuna.md`).

mod bricks;
mod codec;
mod game;
mod moves;
mod options;
mod rules;
mod score;
mod seen;
mod step;
#[cfg(test)]
mod tests;
mod turn;
mod view;

use super::{Player, PlayerSet};

pub use bricks::pool;
pub use options::{
    BrickPool, ChallengedScore, EndOption, FailedChallenge, KIT, LesserBlank, NormalScore, OpponentOption, Options,
    TieBreak, Uncalled, WolfGrinOption,
};
pub use rules::{MARBLES, OPENING_ROLLS, Shown, Turn, is_able, opponent, turn_size};
pub use score::{Detail, End, Settlement, ShownTurns, Team, TeamName, Totals, settle, sides};
pub use step::{Answer, Move, PLAYERS_LIMIT, Rolls, Special, Step, StepKind, TurnFaces};
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
