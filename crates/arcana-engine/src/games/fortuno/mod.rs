//! Fortuno, a shedding game for four to eight (`docs/rules/fortuno.md`).
//!
//! This file holds the state of the page's section "State", and [`Game`]: what is due and what is legal. A turn runs through
//! `turn` (its beginning and end, and what is acceptable); what is left to do is a task on the stack of `tasks`, and a step
//! answers the question on top (`answers`). The function of a card is under its name in `functions`, or in `groups` (the
//! group cards), that of The Lovers partly in `teams`. `rules` holds the checks of a step.

mod answers;
mod cards;
mod functions;
mod groups;
mod hidden;
mod moves;
mod options;
mod piles;
mod request;
mod rules;
mod score;
mod steps;
mod tasks;
mod teams;
#[cfg(test)]
mod tests;
mod turn;
mod view;

use arrayvec::ArrayVec;
use serde::{Serialize, Serializer};

use super::{
    AnyStepKind, Due, Game, GameStep, Outcome, Player, PlayerCount, PlayerSet, RulesetInfo, Violation, expected,
    game_over,
};
use crate::{
    cards::{Card, Deck, Hand},
    chance::Chance,
};
use piles::Discard;
use score::End;
use tasks::{Question, TableStep, Task, Tasks};

pub use cards::{CardOrSet, Series};
pub use moves::Move;
pub use options::{FlippedKnight, LoversWin, Options};
pub use request::{Arcana, Kind, Request};
pub use score::{Detail, Ended};
pub use steps::{Step, StepKind};
pub use tasks::Pending;
pub use view::{PhaseId, State, View};

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

impl Game for Fortuno {
    const INFO: RulesetInfo = RulesetInfo {
        id: "fortuno",
        name: "Fortuno",
        players: PlayerCount { min: 4, max: PLAYERS_LIMIT as u8, step: 1, default: 4 },
        deck: Some(Deck::Thoth),
        authors: "Silver Age Games",
        rules_version: 1,
        steps: StepKind::NAMES,
        card_fields: &["card", "cards", "hands", "pile", "request"],
        moves_limit: 4096,
        has_readings: false,
    };

    type Options = Options;
    type Step = Step;
    type Move = Move;
    type Detail = Detail;

    fn set_up(players: usize, options: Options) -> Result<Fortuno, Violation> {
        Ok(Fortuno {
            options,
            players,
            hands: [Hand::EMPTY; PLAYERS_LIMIT],
            draw: ArrayVec::new(),
            discard: ArrayVec::new(),
            out: Hand::EMPTY,
            doomed: Hand::EMPTY,
            order: Player::all(players).collect(),
            cached: Cached { inside: PlayerSet::all(players), top: None },
            direction: Direction::Forward,
            eliminated: ArrayVec::new(),
            hermit: [0; PLAYERS_LIMIT],
            team: None,
            adjustments: 0,
            row: ArrayVec::new(),
            turn: Turn { seat: FIRST, reward: false, decider: None, pending: None, previous: DEALER },
            after: After { anchor: Anchor::Player(FIRST), skips: 0, pending: None, race: None },
            window: None,
            shown: None,
            tasks: [Task::Wait(Question::Table(TableStep::Deal))].into_iter().collect(),
            turns: 0,
            races: 0,
            reshuffles: 0,
            idle: 0,
            end: None,
        })
    }

    #[inline]
    fn due(&self) -> Due<StepKind> {
        match self.question() {
            Some(Question::Act(moment)) => self.due_to_act(*moment),
            Some(question) => self.due_at(question),
            None => Due::Over,
        }
    }

    fn check_form(&self, step: &Step) -> Result<(), Violation> {
        self.form(step)
    }

    fn check_due(&self, due: Due<StepKind>, step: &Step) -> Result<(), Violation> {
        let due = match due {
            // Who may only accuse may do nothing else.
            Due::Players { must, kinds, .. } if step.kind() != StepKind::Accuse => {
                Due::Players { must, may: PlayerSet::EMPTY, kinds }
            }
            due @ (Due::Players { .. } | Due::Table(_) | Due::Over) => due,
        };
        expected(due, step)
    }

    fn check_rules(&self, step: &Step) -> Result<(), Violation> {
        let Some(&question) = self.question() else { return Err(game_over()) };
        step.cards_are_known()?;
        self.check_answer(question, step)
    }

    fn apply_unchecked(&mut self, step: &Step) {
        self.apply_step(step);
    }

    fn moves(&self, player: Player, limit: usize, out: &mut Vec<Move>) -> bool {
        self.hand_moves(player, limit, out)
    }

    #[inline]
    fn nth_move(&self, player: Player, place: impl FnOnce(usize) -> usize) -> Option<Move> {
        self.nth_hand_move(player, place)
    }

    #[inline]
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
