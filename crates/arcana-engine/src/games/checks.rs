//! The checks that every game makes of a step, before its own.

use super::{AnyStepKind, Code, Due, DueOf, GameStep, Player, PlayerSet, Violation, violation};

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
