//! Bots, and games that have bots.

use std::time::Duration;

use super::Search;
use crate::{
    chance::Chance,
    games::{LogCodec, Observe},
};

/// Chooses moves from what a player may see.
pub trait Bot<G: Observe>: Send {
    /// Chooses one of the legal moves.
    ///
    /// `moves` is never empty. It has at most as many moves as the bot [`reads`](Bot::reads), the first ones; any legal
    /// move may be returned. With `must` a move is required; without it, the player may act but need not.
    fn choose(&mut self, view: &G::View<'_>, moves: &[G::Move], must: bool, chance: &mut Chance) -> Option<G::Move>;

    /// Number of moves that it reads now; with 0 it does not act, and `choose` is not called.
    ///
    /// Listing thousands takes longer than choosing.
    fn reads(&self, _view: &G::View<'_>, _must: bool) -> usize {
        G::INFO.moves_limit
    }

    /// Whether it ignores the view and chooses any move, as [`Random`](super::Random) does.
    ///
    /// Then moves are not listed for it.
    fn is_blind(&self) -> bool {
        false
    }
}

/// A game that has bots, and whose log can be stored.
pub trait HasBots: Observe + LogCodec {
    /// Increases whenever `adept` plays differently.
    const ADEPT_VERSION: u32;

    /// How `sage` searches; `None` where playouts would add nothing to what the adept knows, whose moves it makes there.
    const SEARCH: Option<Search<Self>> = None;

    /// A new bot that plays this game well.
    fn adept() -> Box<dyn Bot<Self>>;

    /// A new bot that plays this game as a beginner does.
    fn easy() -> Box<dyn Bot<Self>>;

    /// Approximate maximum time that a table of these bots needs for a whole game, on one core of an ordinary machine.
    fn thinking(players: usize, options: &Self::Options) -> Duration;
}
