//! Games in a transaction that is one text, or one statement.
//!
//! The driver of SQLite runs statements on a thread of its own. Each call wakes that thread and then the caller's, which takes
//! longer than a small write: eight callers store twice as many games as with a call for each statement. To a server each call
//! is a way there and back.

use super::{
    dialect::Dialect,
    entry::{WriteOutcome, Written},
    games,
    query::Statement,
};
use crate::service::records::StoredGame;

/// How a row is stored that nothing is to be stored without: where one cannot be, the transaction ends, so that SQLite need not
/// be able to undo a statement that fails halfway. It keeps no journal of each statement then.
const INSERT: &str = "insert or rollback ";

/// Maximum number of games in a text. The text for each number of games and names is prepared once.
const MAX_GAMES: usize = 16;

/// Stores games, at least one, in a transaction that begins so; none is stored if one is rejected.
pub(super) async fn store<D: Dialect>(
    connection: &mut D::Connection,
    begin: &'static str,
    games: &[&StoredGame],
) -> WriteOutcome {
    let outcome = store_parts::<D>(connection, begin, games).await;
    if !matches!(outcome, Ok(Written::Stored)) {
        // After some errors the database has rolled back by itself, and this fails.
        let _ = D::run(connection, "rollback".to_owned()).await;
    }
    outcome
}

/// Stores games without tags, at least one, by a statement of its own: all or none.
pub(super) async fn store_at_once<D: Dialect>(connection: &mut D::Connection, games: &[&StoredGame]) -> WriteOutcome {
    Written::or_taken(games::insert_at_once::<D>(games).execute(connection).await)
}

async fn store_parts<D: Dialect>(
    connection: &mut D::Connection,
    begin: &'static str,
    games: &[&StoredGame],
) -> WriteOutcome {
    let mut parts = games.chunks(MAX_GAMES).peekable();
    let mut begin = Some(begin);
    while let Some(part) = parts.next() {
        let mut statement = Statement::<D>::new(begin.take().unwrap_or_default());
        games::push_insert(&mut statement, INSERT, part);
        if parts.peek().is_none() {
            statement.push("commit");
        }
        let stored = Written::or_taken(statement.execute(connection).await)?;
        if !stored.is_stored() {
            return Ok(stored);
        }
    }
    Ok(Written::Stored)
}
