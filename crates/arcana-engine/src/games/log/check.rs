//! Checks of a step of a log, and of one that a player sends from a seat.

use super::{LogCodec, RawStep};
use crate::games::{
    AnyStepKind, Code, Due, GameStep, Observe, Viewer, Violation, checks::wrong_player, game_over, violation,
};

/// Reads a step and checks it; returns it complete.
pub fn next<G: LogCodec>(game: &G, raw: RawStep<'_>, later: &[RawStep<'_>]) -> Result<G::Step, Violation> {
    let due = game.due();
    if due.is_over() {
        return Err(game_over());
    }
    let mut step: G::Step = raw.read()?;
    if due.accepts(step.kind()) {
        step = game.normalize(step, later);
    }
    game.check(&step)?;
    Ok(step)
}

/// Checks a step that a player sends from a seat, as [`check`](crate::games::Game::check) does, but a violation reveals
/// nothing that is hidden from this player.
///
/// A player who is not due learns only that, whatever the step. So `wrong_player` comes before `wrong_step` here.
///
/// # Errors
/// `game_over`, `malformed`, `wrong_player`, `wrong_step`, then as [`check`](crate::games::Game::check). A table step
/// is a `wrong_step`.
pub fn check_as_seen<G: Observe>(game: &G, step: &G::Step) -> Result<(), Violation> {
    let checked = game.check(step);
    if let Err(Violation { code: Code::GameOver | Code::Malformed, .. }) = checked {
        return checked;
    }
    let Some(player) = step.player() else {
        return Err(violation!(Code::WrongStep, "A step of type {} is made by the table.", step.kind().name()));
    };
    let due = game.due_for(Viewer::Player(player));
    if !due.players().contains(player) {
        return wrong_player(due.players(), player);
    }
    game.check_due(due, step)?;
    match (checked, due) {
        // It is due only from others, as far as this player knows.
        (Err(Violation { code: Code::WrongStep | Code::WrongPlayer, .. }), Due::Players { must, .. }) => {
            wrong_player(must, player)
        }
        (checked, Due::Players { .. } | Due::Table(_) | Due::Over) => checked,
    }
}
