//! A game as a state machine, the checks that every game makes of a step, and the result (`docs/rules/README.md`).

use std::fmt::Debug;

use serde::{Serialize, de::DeserializeOwned};

use super::{AnyStepKind, Code, Due, DueOf, GameStep, Player, PlayerSet, RulesetInfo, Violation, violation};
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

/// The result of every finished game; `detail` depends on the ruleset.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Outcome<D> {
    /// The players who won, ascending; empty when nobody did: a draw.
    pub winners: Vec<Player>,
    /// Place of each player, 1 for the best; ties share the better place.
    pub places: Vec<u8>,
    /// An integer for each player, as the page defines.
    pub scores: Vec<i64>,
    /// As the page defines.
    pub detail: D,
}

/// Places by score: higher is better, ties share the better place (1, 2, 2, 4).
pub fn places_by(scores: &[i64]) -> Vec<u8> {
    scores.iter().map(|score| 1 + scores.iter().filter(|other| *other > score).count() as u8).collect()
}

/// The refusal of any step after the end.
pub fn game_over() -> Violation {
    violation!(Code::GameOver, "The game was over before this step.")
}

/// Where a step arrives that the phase of the game does not allow. Steps are checked before they are applied, so that it is
/// not reached: a panic in tests, and in a service the step has no effect.
pub fn not_allowed() {
    debug_assert!(false, "a step was applied that the phase does not allow");
}

/// Checks that the player of a step exists.
///
/// # Errors
/// `malformed` otherwise.
pub fn known_player_of(step: &impl GameStep, players: usize) -> Result<(), Violation> {
    step.player().map_or(Ok(()), |player| known_player(player, players))
}

/// Checks that a player named in a step exists.
///
/// # Errors
/// `malformed` otherwise.
pub fn known_player(player: Player, players: usize) -> Result<(), Violation> {
    if player.index() < players {
        return Ok(());
    }
    Err(violation!(Code::Malformed, "There is no player {}. Players are numbered from 0 to {}.", player.0, players - 1))
}

/// The checks of a step against what is due.
///
/// # Errors
/// `game_over`, `wrong_step`, `wrong_player`, in this order.
pub fn expected<S: GameStep>(due: DueOf<S>, step: &S) -> Result<(), Violation> {
    if due.is_over() {
        return Err(game_over());
    }
    if !due.accepts(step.kind()) {
        let expected = due_words(due);
        return Err(violation!(Code::WrongStep, "A step of type {} is not due; {} is.", step.kind().name(), expected));
    }
    match step.player() {
        Some(player) if !due.players().contains(player) => wrong_player(due.players(), player),
        Some(_) | None => Ok(()),
    }
}

/// A player who is not due acts.
///
/// # Errors
/// `wrong_player`, always.
pub fn wrong_player(due: PlayerSet, player: Player) -> Result<(), Violation> {
    match due.first() {
        Some(first) if due.len() == 1 => {
            Err(violation!(Code::WrongPlayer, "It is not the turn of {}, but of {}.", player, first))
        }
        Some(_) | None => Err(violation!(Code::WrongPlayer, "It is not the turn of {}.", player)),
    }
}

fn due_words<K: AnyStepKind>(due: Due<K>) -> String {
    match due {
        Due::Table(kind) => format!("the table's {}", kind.name()),
        Due::Players { kinds, .. } => kinds.iter().map(AnyStepKind::name).collect::<Vec<_>>().join(" or "),
        Due::Over => "nothing".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share_the_better_place() {
        assert_eq!(places_by(&[5, 3, 3, -1]), [1, 2, 2, 4]);
        assert_eq!(places_by(&[2, 2]), [1, 1]);
    }
}
