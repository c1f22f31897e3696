//! Fortuno, a shedding game for four to eight (`docs/rules/fortuno.md`).
//!
//! [`Fortuno`] is the state of the page's section "State". A turn runs through [`turn`] (its begin and end, and
//! what is acceptable) and [`flip`]; a card's function stands under its name in [`majors`], [`groups`] (the group
//! cards) or [`minors`]. What is left to do lies on the [`stack`]. [`rules`] holds the checks of a step.

mod answer;
mod call;
mod chance;
mod codec;
mod due;
mod endgame;
mod flip;
mod groups;
mod hidden;
mod lovers;
mod majors;
mod minors;
mod moves;
mod options;
mod pile;
mod request;
mod row;
mod rules;
mod score;
mod series;
mod stack;
mod state;
mod step;
#[cfg(test)]
mod tests;
mod turn;
mod view;
mod wire;

use arrayvec::ArrayVec;
use serde::{Serialize, Serializer};
use utoipa::ToSchema;

use self::{
    pile::Discard,
    score::End,
    stack::{Question, Task, Tasks},
};
use super::{
    AnyStepKind, BitReader, BitWriter, Due, Game, LogCodec, Observe, OutOfBits, Outcome, Player, PlayerCount,
    PlayerSet, RawStep, RulesetInfo, Viewer, Violation,
};
use crate::{
    cards::{Card, Deck, Hand},
    chance::Chance,
};

pub use options::{FlippedKnight, LoversWin, Options};
pub use request::{Arcana, Kind, Request};
pub use score::{Detail, Ended};
pub use series::{CardOrSet, Series};
pub use state::{PhaseId, State};
pub use step::{Move, Step, StepKind};
pub use view::View;

/// The most that may play.
const MOST: usize = 8;

/// One table of Fortuno.
#[derive(Clone, Debug, PartialEq)]
pub struct Fortuno {
    options: Options,
    players: usize,
    hands: [Hand; MOST],
    /// The draw pile, bottom first: the top card is the last.
    draw: ArrayVec<Card, { Card::COUNT }>,
    /// The discard pile, bottom to top.
    discard: ArrayVec<Discard, { Card::COUNT }>,
    /// Cards out of the game.
    out: Hand,
    /// Cards on the discard pile that will leave the game.
    doomed: Hand,
    /// The players in, by seat.
    order: ArrayVec<Player, MOST>,
    direction: Direction,
    /// In the order of elimination.
    eliminated: ArrayVec<Player, MOST>,
    /// How many turns are still to be skipped as a hermit.
    hermit: [u8; MOST],
    team: Option<Team>,
    /// How many so far.
    adjustments: u8,
    /// The last three, or fewer, of the Minors of one rank played last without a break.
    row: ArrayVec<Card, 3>,
    turn: Turn,
    after: After,
    /// The calling window: shut, or who failed to call in it.
    window: Option<PlayerSet>,
    shown: Option<Shown>,
    tasks: Tasks,
    turns: u32,
    races: u32,
    reshuffles: u32,
    /// How many idle turns there have been in a row.
    idle: usize,
    end: Option<End>,
}

/// Which way round the turns go.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = FortunoTeam)]
pub struct Team {
    /// The player of The Lovers.
    pub original: Player,
    /// The player who was picked.
    pub lover: Player,
    /// Whether it was formed in the current turn.
    pub fresh: bool,
}

/// A draw that the seat must take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pending {
    /// Number of cards.
    pub amount: u8,
    /// The rank that may be stacked.
    pub rank: Option<crate::cards::Rank>,
    /// Who played it; nobody when Fortune is no answer.
    pub source: Option<Player>,
}

/// The current turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Turn {
    seat: Player,
    /// Whether it is the reward of a race.
    reward: bool,
    /// Who won at rock-paper-scissors.
    decider: Option<Player>,
    pending: Option<Pending>,
    /// The player who had the last turn.
    previous: Player,
}

/// What the turn leaves to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct After {
    /// From where the next seat is counted.
    anchor: Anchor,
    /// How many are to be passed over.
    skips: u8,
    /// A draw that the next seat has to take.
    pending: Option<Pending>,
    /// The turn brought a race: the card of the missing suit.
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
    /// To whom; to everybody when the card was flipped.
    to: Option<PlayerSet>,
}

impl Game for Fortuno {
    const INFO: RulesetInfo = RulesetInfo {
        id: "fortuno",
        name: "Fortuno",
        players: PlayerCount { min: 4, max: MOST as u8, step: 1, default: 4 },
        deck: Some(Deck::Thoth),
        authors: "Silver Age Games",
        rules_version: 1,
        steps: StepKind::NAMES,
        moves_limit: 4096,
        has_readings: false,
        page: include_str!("../../../docs/rules/fortuno.md"),
    };

    type Options = Options;
    type Step = Step;
    type Move = Move;
    type Detail = Detail;

    fn set_up(players: usize, options: Options) -> Result<Fortuno, Violation> {
        Ok(Fortuno {
            options,
            players,
            hands: [Hand::EMPTY; MOST],
            draw: ArrayVec::new(),
            discard: ArrayVec::new(),
            out: Hand::EMPTY,
            doomed: Hand::EMPTY,
            order: Player::all(players).collect(),
            direction: Direction::Forward,
            eliminated: ArrayVec::new(),
            hermit: [0; MOST],
            team: None,
            adjustments: 0,
            row: ArrayVec::new(),
            turn: Turn { seat: FIRST, reward: false, decider: None, pending: None, previous: DEALER },
            after: After { anchor: Anchor::Player(FIRST), skips: 0, pending: None, race: None },
            window: None,
            shown: None,
            tasks: [Task::Wait(Question::Deal)].into_iter().collect(),
            turns: 0,
            races: 0,
            reshuffles: 0,
            idle: 0,
            end: None,
        })
    }

    fn due(&self) -> Due<StepKind> {
        self.question().map_or(Due::Over, |question| self.due_at(question))
    }

    fn check(&self, step: &Step) -> Result<(), Violation> {
        self.check_step(step)
    }

    fn apply_unchecked(&mut self, step: &Step) {
        self.apply_step(step);
    }

    fn moves(&self, player: Player, limit: usize, out: &mut Vec<Move>) -> bool {
        self.list_moves(player, limit, out)
    }

    fn nth_move(&self, player: Player, place: impl FnOnce(usize) -> usize) -> Option<Move> {
        self.nth_move_of(player, place)
    }

    fn play_unchecked(&mut self, player: Player, mv: Move) {
        self.answer(player, mv);
    }

    fn draw(&mut self, chance: &mut Chance) -> Step {
        let step = self.table_step(chance);
        self.apply_step(&step);
        step
    }

    fn outcome(&self) -> Option<Outcome<Detail>> {
        self.end.map(|end| self.result(end))
    }
}

impl Observe for Fortuno {
    type View<'a> = View<'a>;
    type State = State;

    fn players(&self) -> usize {
        self.players
    }

    fn due_for(&self, viewer: Viewer) -> Due<StepKind> {
        self.due_as_seen(viewer)
    }

    fn view(&self, viewer: Viewer) -> View<'_> {
        View::new(self, viewer)
    }

    fn state(&self, viewer: Viewer) -> State {
        State::new(self, viewer)
    }

    fn resample_hidden(&self, viewer: Viewer, chance: &mut Chance) -> Fortuno {
        self.disguised(viewer, chance)
    }
}

impl LogCodec for Fortuno {
    fn normalize(&self, step: Step, _later: &[RawStep<'_>]) -> Step {
        step.canonical()
    }

    fn encode(players: usize, options: &Options, steps: &[Step], out: &mut BitWriter) {
        codec::write(players, options, steps, out);
    }

    fn decode(
        _version: u8,
        players: usize,
        options: &Options,
        step_count: usize,
        bits: &mut BitReader<'_>,
    ) -> Result<Vec<Step>, OutOfBits> {
        codec::read(players, options, step_count, bits)
    }
}

/// Player 0 dealt, and counts as the player of the turn before the first.
const DEALER: Player = Player(0);
/// Player 1 has the first turn.
const FIRST: Player = Player(1);
