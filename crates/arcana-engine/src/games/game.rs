//! A game as a state machine.

use std::fmt::Debug;

use serde::{Serialize, de::DeserializeOwned};

use super::{Code, DueOf, GameStep, Outcome, Player, RulesetInfo, Violation, expected, game_over, violation};
use crate::chance::Chance;

/// A game that is being played: its options and its state.
///
/// A state is built by [`new`](Game::new) and changed only by steps. [`check`](Game::check) never changes anything, so
/// a refused step leaves the state as it was.
pub trait Game: Clone + PartialEq + Debug + Send + Sync + Sized + 'static {
    /// The ruleset's metadata.
    const INFO: RulesetInfo;

    /// The page's options, complete with defaults.
    #[cfg(not(feature = "schema"))]
    type Options: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// The page's options, complete with defaults.
    #[cfg(feature = "schema")]
    type Options: Clone
        + Debug
        + Default
        + PartialEq
        + Serialize
        + DeserializeOwned
        + deserr::Deserr<super::FieldFaults>
        + Send
        + Sync
        + 'static;
    /// A step in wire form.
    type Step: GameStep<Move = Self::Move>;
    /// A player's step in memory: small and `Copy`.
    type Move: Copy + Debug + PartialEq;
    /// The `detail` of the result, as on the rules page.
    type Detail: Clone + Debug + PartialEq + Serialize + Send + Sync;

    /// Sets a game up.
    ///
    /// # Errors
    /// `bad_players`, and `bad_options` for incompatible options.
    fn new(players: usize, options: Self::Options) -> Result<Self, Violation> {
        if !Self::INFO.players.allows(players) {
            return Err(violation!(Code::BadPlayers, "{} cannot be played by {} players.", Self::INFO.name, players));
        }
        Self::set_up(players, options)
    }

    /// Sets a game up for a number of players that [`new`](Game::new) has checked.
    ///
    /// # Errors
    /// `bad_options` for incompatible options.
    fn set_up(players: usize, options: Self::Options) -> Result<Self, Violation>;

    /// What the game waits for.
    fn due(&self) -> DueOf<Self::Step>;

    /// All checks of a step, in the order of the rules pages.
    ///
    /// # Errors
    /// The first check that fails: `game_over`, `malformed`, `wrong_step`, `wrong_player`, then the game's own.
    fn check(&self, step: &Self::Step) -> Result<(), Violation> {
        let due = self.due();
        if due.is_over() {
            return Err(game_over());
        }
        self.check_form(step)?;
        self.check_due(due, step)?;
        self.check_rules(step)
    }

    /// The checks for `malformed` that need the state.
    ///
    /// # Errors
    /// `malformed`.
    fn check_form(&self, step: &Self::Step) -> Result<(), Violation>;

    /// The checks of a step's type and player against what is due, for all or as far as its player knows.
    ///
    /// # Errors
    /// `wrong_step`, then `wrong_player`.
    fn check_due(&self, due: DueOf<Self::Step>, step: &Self::Step) -> Result<(), Violation> {
        expected(due, step)
    }

    /// The game's own checks of a step that is due, in the page's order.
    ///
    /// # Errors
    /// The first check that fails.
    fn check_rules(&self, step: &Self::Step) -> Result<(), Violation>;

    /// Checks a step and applies it.
    ///
    /// # Errors
    /// As [`check`](Game::check); the state is then unchanged.
    fn apply(&mut self, step: &Self::Step) -> Result<(), Violation> {
        self.check(step)?;
        self.apply_unchecked(step);
        Ok(())
    }

    /// Applies a step that [`check`](Game::check) accepts. Any other step may leave an invalid state.
    fn apply_unchecked(&mut self, step: &Self::Step);

    /// Applies a legal move of a player who is due, without checking it.
    fn play_unchecked(&mut self, player: Player, mv: Self::Move);

    /// Adds a player's legal moves to `out`, in a fixed order, until `out` holds `limit`; false when there are more.
    ///
    /// Adds nothing if the player is not due.
    fn moves(&self, player: Player, limit: usize, out: &mut Vec<Self::Move>) -> bool;

    /// One of the moves that [`moves`](Game::moves) lists for a player within [`RulesetInfo::moves_limit`], by its
    /// index in that list.
    ///
    /// `place` receives the number of moves and returns the index; it is not called if there are none.
    fn nth_move(&self, player: Player, place: impl FnOnce(usize) -> usize) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.moves(player, Self::INFO.moves_limit, &mut moves);
        if moves.is_empty() { None } else { moves.get(place(moves.len())).copied() }
    }

    /// Plays one of the moves that [`nth_move`](Game::nth_move) finds, and returns it.
    ///
    /// `place` is as there; nothing is played when there is no move at its index.
    #[inline]
    fn play_nth(&mut self, player: Player, place: impl FnOnce(usize) -> usize) -> Option<Self::Move> {
        let mv = self.nth_move(player, place)?;
        self.play_unchecked(player, mv);
        Some(mv)
    }

    /// Generates the table step that is due from `chance`, applies it and returns it.
    ///
    /// # Panics
    /// When no table step is due.
    fn draw(&mut self, chance: &mut Chance) -> Self::Step;

    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome<Self::Detail>>;
}
