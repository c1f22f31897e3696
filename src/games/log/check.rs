//! The checks that every game makes of a step.

use super::{LogCodec, RawStep};
use crate::games::{AnyStepKind, Code, Due, DueOf, GameStep, Observe, Player, PlayerSet, Viewer, Violation, violation};

/// Reads a step, unless it was read before, and checks it; returns it complete.
pub fn next<G: LogCodec>(
    game: &G,
    raw: RawStep<'_>,
    typed: &[G::Step],
    later: &[RawStep<'_>],
) -> Result<G::Step, Violation> {
    let due = game.due();
    if due.is_over() {
        return Err(game_over());
    }
    let read = raw.place.and_then(|place| typed.get(place));
    let mut step: G::Step = read.cloned().map_or_else(|| raw.read(), Ok)?;
    if due.accepts(step.kind()) {
        step = game.normalize(step, later);
    }
    game.check(&step)?;
    Ok(step)
}

/// The refusal of any step after the end.
pub fn game_over() -> Violation {
    violation!(Code::GameOver, "The game was over before this step.")
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
    expected(due, step)?;
    match (checked, due) {
        // It is due only from others, as far as this player knows.
        (Err(Violation { code: Code::WrongStep | Code::WrongPlayer, .. }), Due::Players { must, .. }) => {
            wrong_player(must, player)
        }
        (checked, Due::Players { .. } | Due::Table(_) | Due::Over) => checked,
    }
}

fn wrong_player(due: PlayerSet, player: Player) -> Result<(), Violation> {
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
