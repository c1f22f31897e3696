//! What a viewer may see of a game.

use std::fmt::Debug;

use serde::Serialize;

use super::{Due, DueOf, Game, Player, PlayerSet, SeenStep, ShownHand};
use crate::chance::Chance;

/// A viewer of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// A viewer who may see everything: the game is over.
    All,
    /// A spectator, who has no hand.
    Public,
    /// This player.
    Player(Player),
}

impl Viewer {
    /// Whether this viewer may see what only `player` sees.
    pub fn sees(self, player: Player) -> bool {
        self == Viewer::All || self == Viewer::Player(player)
    }

    /// The viewing player; `None` for a viewer without a hand.
    pub const fn player(self) -> Option<Player> {
        match self {
            Viewer::Player(player) => Some(player),
            Viewer::All | Viewer::Public => None,
        }
    }
}

/// What viewers see of a game, and what is hidden from them.
pub trait Observe: Game {
    /// What a viewer may see, borrowed from the game; the input of bots.
    type View<'a>
    where
        Self: 'a;
    /// What a viewer may see, in wire form.
    type State: Serialize + Debug + PartialEq;

    /// Number of players.
    fn players(&self) -> usize;

    /// What a viewer knows of what is due. Differs from [`due`](Game::due) where the rules hide who must act.
    fn due_for(&self, _viewer: Viewer) -> DueOf<Self::Step> {
        self.due()
    }

    /// Of those who may act although the game waits for others, the players who can gain by it, as far as everybody
    /// knows: they are given time.
    fn given_time(&self) -> PlayerSet {
        match self.due() {
            Due::Players { may, .. } => may,
            Due::Table(_) | Due::Over => PlayerSet::EMPTY,
        }
    }

    /// What a viewer may see, for bots.
    fn view(&self, viewer: Viewer) -> Self::View<'_>;

    /// What a viewer may see, in wire form.
    fn state(&self, viewer: Viewer) -> Self::State;

    /// What a viewer sees of a step that leads from this state to `after` ("Who sees what" on the rules page).
    fn seen<'a>(&self, step: &'a Self::Step, after: &Self, viewer: Viewer) -> SeenStep<'a, Self::Step>;

    /// The hand of another player that the step before this state shows to a viewer.
    fn shown_hand(&self, _viewer: Viewer) -> Option<ShownHand> {
        None
    }

    /// Another state that this viewer cannot distinguish from this one: hidden information is resampled.
    fn resample_hidden(&self, viewer: Viewer, chance: &mut Chance) -> Self;
}
