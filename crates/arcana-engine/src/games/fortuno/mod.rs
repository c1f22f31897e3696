//! Fortuno, a shedding game for four to eight (`docs/rules/fortuno.md`).
//!
//! [`Fortuno`] is the state of the page's section "State". A turn runs through `turn` (its beginning and end, and what
//! is acceptable) and `flip`. The function of a card is under its name in `majors`, `groups` (the group cards) or
//! `minors`. What is left to do is a `task` on the `stack`. `rules` holds the checks of a step.

mod answer;
mod call;
mod chance;
mod codec;
mod discard;
mod due;
mod end;
mod endgame;
mod flip;
mod game;
mod groups;
mod hidden;
mod lovers;
mod majors;
mod minors;
mod moment;
mod moves;
mod named_cards;
mod options;
mod pick;
mod pile;
mod request;
mod row;
mod rules;
mod score;
mod seen;
mod series;
mod stack;
mod state;
mod step;
mod task;
#[cfg(test)]
mod tests;
mod turn;
mod view;
mod visible;
mod wire;

use arrayvec::ArrayVec;
use serde::{Serialize, Serializer};

use self::{discard::Discard, end::End, task::Tasks};
use super::{Player, PlayerSet};
use crate::cards::{Card, Hand};

pub use end::Ended;
pub use moment::Pending;
pub use options::{FlippedKnight, LoversWin, Options};
pub use request::{Arcana, Kind, Request};
pub use score::Detail;
pub use series::{CardOrSet, Series};
pub use state::{PhaseId, State};
pub use step::{Move, Step, StepKind};
pub use view::View;

/// Maximum number of players.
const PLAYERS_LIMIT: usize = 8;

/// One table of Fortuno.
#[derive(Clone, Debug, PartialEq)]
pub struct Fortuno {
    options: Options,
    players: usize,
    hands: [Hand; PLAYERS_LIMIT],
    /// The draw pile, bottom first: the top card is the last.
    draw: ArrayVec<Card, { Card::COUNT }>,
    /// The discard pile, bottom to top.
    discard: ArrayVec<Discard, { Card::COUNT }>,
    /// Cards out of the game.
    out: Hand,
    /// Cards on the discard pile that will leave the game.
    doomed: Hand,
    /// The players in, by seat.
    order: ArrayVec<Player, PLAYERS_LIMIT>,
    /// Values derived from other parts of the state and needed at every step.
    cached: Cached,
    direction: Direction,
    /// In the order of elimination.
    eliminated: ArrayVec<Player, PLAYERS_LIMIT>,
    /// Number of turns still to be skipped as a hermit.
    hermit: [u8; PLAYERS_LIMIT],
    team: Option<Team>,
    /// Number of Adjustments so far.
    adjustments: u8,
    /// The last three, or fewer, of the Minors of one rank played last without a break.
    row: ArrayVec<Card, 3>,
    turn: Turn,
    after: After,
    /// The calling window: `None` if closed, else who failed to call in it.
    window: Option<PlayerSet>,
    shown: Option<Shown>,
    tasks: Tasks,
    turns: u32,
    races: u32,
    reshuffles: u32,
    /// Number of consecutive idle turns.
    idle: usize,
    end: Option<End>,
}

/// Cached values derived from the state: recomputing them at every step took a tenth of a game's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cached {
    /// The players of the order.
    inside: PlayerSet,
    /// What the top card counts as.
    top: Option<Card>,
}

/// Direction of the turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// In list order: +1.
    Forward,
    /// Against it: −1.
    Backward,
}

impl Direction {
    /// +1 or −1.
    pub const fn sign(self) -> i8 {
        match self {
            Direction::Forward => 1,
            Direction::Backward => -1,
        }
    }

    const fn reversed(self) -> Direction {
        match self {
            Direction::Forward => Direction::Backward,
            Direction::Backward => Direction::Forward,
        }
    }
}

impl Serialize for Direction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i8(self.sign())
    }
}

/// Two players in love.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunoTeam))]
pub struct Team {
    /// The player of The Lovers.
    pub original: Player,
    /// The player who was picked.
    pub lover: Player,
    /// Whether it was formed in the current turn.
    pub fresh: bool,
}

/// The current turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Turn {
    seat: Player,
    /// Whether it is the reward of a race.
    reward: bool,
    /// The winner at rock-paper-scissors.
    decider: Option<Player>,
    pending: Option<Pending>,
    /// The player who had the last turn.
    previous: Player,
}

/// What the turn leaves to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct After {
    /// Where the next seat is counted from.
    anchor: Anchor,
    /// Number of players to skip.
    skips: u8,
    /// A draw that the next seat must take.
    pending: Option<Pending>,
    /// The card of the missing suit, if the turn started a race.
    race: Option<Card>,
}

/// A place at the table from which the next player is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Anchor {
    /// This player's.
    Player(Player),
    /// The place left empty before the player at this place.
    Gap(usize),
}

/// A hand that was shown for The Sun, until the next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shown {
    /// The owner.
    owner: Player,
    /// The players it is shown to; `None` for everybody, when the card was flipped.
    to: Option<PlayerSet>,
}

/// Player 0 deals, and counts as the player of the turn before the first.
const DEALER: Player = Player(0);
/// Player 1 has the first turn.
const FIRST: Player = Player(1);
