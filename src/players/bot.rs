//! What a bot is, and what a game with bots has.

use std::time::Duration;

use crate::{
    chance::Chance,
    games::{LogCodec, Observe},
};

/// Chooses moves from what a player may see.
pub trait Bot<G: Observe>: Send {
    /// Chooses one of the legal moves.
    ///
    /// `moves` is never empty; where there are more than it [`reads`](Bot::reads) it holds the first of them, and any
    /// legal move may be answered. With `must` an answer is needed; without, the player may speak up and need not.
    fn choose(&mut self, view: &G::View<'_>, moves: &[G::Move], must: bool, chance: &mut Chance) -> Option<G::Move>;

    /// How many of the moves, the first ones, it reads now; with 0 it keeps silent, and `choose` is not called.
    ///
    /// To list thousands takes longer than to choose.
    fn reads(&self, _view: &G::View<'_>, _must: bool) -> usize {
        G::INFO.moves_limit
    }

    /// Does it ignore the view, and choose any of the moves as [`Random`](super::Random) does?
    ///
    /// Then its moves are not listed for it.
    fn is_blind(&self) -> bool {
        false
    }
}

/// A game that has bots, and whose log can be stored.
pub trait HasBots: Observe + LogCodec {
    /// Increases whenever `adept` plays differently.
    const ADEPT_VERSION: u32;

    /// The bot that plays this game well, new at the table.
    fn adept() -> Box<dyn Bot<Self>>;

    /// About how long a table of these bots thinks until the game ends, at most, on one core of an ordinary machine.
    fn thinking(players: usize, options: &Self::Options) -> Duration;
}
