//! What a viewer may see, which is everything: borrowed for bots, in wire form for callers (fortuna.md, "State").

use serde::Serialize;

use super::{
    Fortuna, Phase, Step,
    options::Options,
    rules::{Turn, is_able},
    score::{ShownTurns, Totals},
    steps::{Special, TurnFaces},
};
use crate::{
    chance::Chance,
    games::{Observe, Player, SeenStep, Viewer},
};

/// The table as seen by a viewer.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub(super) game: &'a Fortuna,
    pub(super) viewer: Viewer,
}

impl<'a> View<'a> {
    /// The house rules.
    pub fn options(&self) -> &'a Options {
        &self.game.options
    }

    /// Number of players.
    pub fn players(&self) -> usize {
        self.game.players()
    }

    /// The viewing player; `None` for a viewer who does not play.
    pub fn player(&self) -> Option<Player> {
        self.viewer.player()
    }

    /// Points, marbles and turns settled.
    pub fn totals(&self) -> Totals<'a> {
        self.game.totals()
    }

    /// The player with the gold disc, once the opening rolls have decided.
    pub fn gold(&self) -> Option<Player> {
        self.game.gold
    }

    /// The player whose turn it is.
    pub fn roller(&self) -> Option<Player> {
        match self.game.phase {
            Phase::Roll { roller }
            | Phase::Flip { roller, .. }
            | Phase::Call { roller, .. }
            | Phase::Answer { roller, .. } => Some(roller),
            Phase::Opening { .. } | Phase::Over { .. } => None,
        }
    }

    /// The opponent who must answer.
    pub fn opponent(&self) -> Option<Player> {
        match self.game.phase {
            Phase::Answer { opponent, .. } => Some(opponent),
            Phase::Opening { .. }
            | Phase::Roll { .. }
            | Phase::Flip { .. }
            | Phase::Call { .. }
            | Phase::Over { .. } => None,
        }
    }

    /// Whether this player is able to be the roller's opponent.
    pub fn is_able(&self, roller: Player, player: Player) -> bool {
        is_able(self.options(), self.totals().marbles, roller, player)
    }

    /// The call that waits for an answer, `None` before it; the inner value is a special score or nothing.
    pub fn call(&self) -> Option<Option<Special>> {
        match self.game.phase {
            Phase::Answer { call, .. } => Some(call),
            Phase::Opening { .. }
            | Phase::Roll { .. }
            | Phase::Flip { .. }
            | Phase::Call { .. }
            | Phase::Over { .. } => None,
        }
    }

    /// The turn's dice and bricks, once both are known.
    pub fn turn(&self) -> Option<Turn> {
        match &self.game.phase {
            Phase::Call { dice, bricks, .. } | Phase::Answer { dice, bricks, .. } => Some(Turn::new(dice, bricks)),
            Phase::Opening { .. } | Phase::Roll { .. } | Phase::Flip { .. } | Phase::Over { .. } => None,
        }
    }

    /// The dice of the turn, once they are rolled.
    pub fn dice(&self) -> Option<TurnFaces> {
        match self.game.phase {
            Phase::Flip { dice, .. } | Phase::Call { dice, .. } | Phase::Answer { dice, .. } => Some(dice),
            Phase::Opening { .. } | Phase::Roll { .. } | Phase::Over { .. } => None,
        }
    }

    fn bricks(&self) -> Option<TurnFaces> {
        match self.game.phase {
            Phase::Call { bricks, .. } | Phase::Answer { bricks, .. } => Some(bricks),
            Phase::Opening { .. } | Phase::Roll { .. } | Phase::Flip { .. } | Phase::Over { .. } => None,
        }
    }

    fn phase(&self) -> PhaseId {
        match self.game.phase {
            Phase::Opening { .. } => PhaseId::Opening,
            Phase::Roll { .. } => PhaseId::Roll,
            Phase::Flip { .. } => PhaseId::Flip,
            Phase::Call { .. } => PhaseId::Call,
            Phase::Answer { .. } => PhaseId::Answer,
            Phase::Over { .. } => PhaseId::Over,
        }
    }

    /// The wire form.
    pub(super) fn state(&self) -> State {
        let Totals { points, marbles, turns } = self.totals();
        let tied = match self.game.phase {
            Phase::Opening { tied, .. } => tied.iter().collect(),
            Phase::Roll { .. }
            | Phase::Flip { .. }
            | Phase::Call { .. }
            | Phase::Answer { .. }
            | Phase::Over { .. } => Vec::new(),
        };
        State {
            state: self.phase(),
            turns,
            points: points.to_vec(),
            marbles: marbles.to_vec(),
            gold: self.gold(),
            tied,
            roller: self.roller(),
            dice: self.dice(),
            bricks: self.bricks(),
            call: self.call().map(|name| CallView { name }),
            opponent: self.opponent(),
            shown: self.game.shown.into(),
        }
    }
}

/// What the game waits for (fortuna.md, "Turn structure").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunaPhase))]
pub enum PhaseId {
    /// An opening roll.
    Opening,
    /// The dice of a turn.
    Roll,
    /// The bricks of a turn.
    Flip,
    /// The roller's call.
    Call,
    /// The opponent's answer.
    Answer,
    /// Nothing.
    Over,
}

/// A call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunaCall))]
pub struct CallView {
    /// The special score; null for none.
    pub name: Option<Special>,
}

/// State of the table, which is public (fortuna.md, "State").
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(utoipa::ToSchema),
    schema(as = FortunaState, example = json!({
        "state": "answer", "turns": 1, "points": [0, 0], "marbles": [3, 2], "gold": 1, "tied": [], "roller": 0,
        "dice": [2, 4], "bricks": [2, 5], "call": {"name": "smile"}, "opponent": 1,
        "shown": {
            "cheese": 0, "happiness": 0, "smile": 0, "grin": 0, "half_smile": 0, "wolf_grin": 0, "plain": 0, "miss": 1
        }
    })),
)]
pub struct State {
    /// What the game waits for.
    pub state: PhaseId,
    /// Number of finished turns.
    pub turns: u16,
    /// Points by player.
    pub points: Vec<i32>,
    /// Marbles held by each player; the others are in the dungeon.
    pub marbles: Vec<u8>,
    /// The player with the gold disc; null until the opening rolls decide.
    pub gold: Option<Player>,
    /// Players in the opening roll.
    pub tied: Vec<Player>,
    /// The player whose turn it is.
    pub roller: Option<Player>,
    /// The dice of this turn.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<crate::games::Between<1, 6>>>))]
    pub dice: Option<TurnFaces>,
    /// The bricks turned up; 0 is a blank.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<crate::games::Between<0, 6>>>))]
    pub bricks: Option<TurnFaces>,
    /// The call; null before it is made.
    pub call: Option<CallView>,
    /// The player who must answer.
    pub opponent: Option<Player>,
    /// Number of finished turns by what they showed, whatever was called.
    pub shown: ShownTurns,
}

impl Observe for Fortuna {
    type View<'a> = View<'a>;
    type State = State;

    fn players(&self) -> usize {
        usize::from(self.players)
    }

    fn view(&self, viewer: Viewer) -> View<'_> {
        View { game: self, viewer }
    }

    fn state(&self, viewer: Viewer) -> State {
        self.view(viewer).state()
    }

    fn seen<'a>(&self, step: &'a Step, _after: &Fortuna, _viewer: Viewer) -> SeenStep<'a, Step> {
        SeenStep::Whole(step)
    }

    fn resample_hidden(&self, _viewer: Viewer, _chance: &mut Chance) -> Fortuna {
        self.clone()
    }

    fn imagined(view: &View<'_>, chance: &mut Chance) -> Fortuna {
        view.game.resample_hidden(view.viewer, chance)
    }
}
