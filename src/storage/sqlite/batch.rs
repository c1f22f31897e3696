//! Batches of games: several games per statement, and a whole transaction per text.
//!
//! The driver runs statements on a thread of its own. Each call, and the result of each statement in a text, costs a
//! wake-up of a thread. A transaction of 16 games once took 34 calls, then 3 with 34 results, and now takes one with 4.

use sqlx::{Sqlite, SqliteConnection};

use crate::{
    service::{records::StoredGame, store::StoreError},
    storage::{
        entry::WriteEntry,
        games,
        outcome::{WriteOutcome, Written},
        player_list,
        query::Statement,
    },
};

/// Maximum number of games in a text. The text for each number of games is prepared once.
const MAX_GAMES: usize = 16;

/// The start of a transaction's text.
const BEGIN: &str = "begin immediate; ";

/// A game with the names of its players, and whether each won.
type Named<'g> = (&'g StoredGame, Vec<(&'g str, bool)>);

/// The game of a write without a commitment, reading or idempotency key.
pub(super) fn plain(entry: &WriteEntry) -> Option<&StoredGame> {
    match entry {
        WriteEntry::Game(write) => {
            let alone = write.idempotency_key.is_none() && write.reading.is_none();
            Some(&write.game).filter(|game| alone && game.record.commitment().is_none())
        }
        WriteEntry::Spread(_) | WriteEntry::Table(_) => None,
    }
}

/// Stores games in an open transaction. False if one was rejected; the caller must then roll back.
pub(super) async fn store(transaction: &mut SqliteConnection, games: &[&StoredGame]) -> Result<bool, StoreError> {
    for part in parts(&named(games)) {
        if !matches!(run(transaction, rows(part)).await?, Written::Stored) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Stores one or more games in their own transaction. False if one was rejected; none is stored then.
pub(super) async fn store_alone(connection: &mut SqliteConnection, games: &[&StoredGame]) -> Result<bool, StoreError> {
    let outcome = store_in_transaction(connection, games).await;
    if !matches!(outcome, Ok(Written::Stored)) {
        // After some errors SQLite has already rolled back, and this statement fails.
        let _ = Statement::<Sqlite>::new("rollback").execute(connection).await;
    }
    Ok(matches!(outcome?, Written::Stored))
}

/// Stores games in a transaction that begins in the first text and ends in the last.
async fn store_in_transaction(connection: &mut SqliteConnection, games: &[&StoredGame]) -> WriteOutcome {
    let named = named(games);
    let mut parts = parts(&named).peekable();
    let mut begin = BEGIN;
    while let Some(part) = parts.next() {
        let mut statement = Statement::new(std::mem::take(&mut begin));
        add_rows(&mut statement, part);
        if parts.peek().is_none() {
            statement.push("commit");
        }
        if let rejected @ Written::Taken(_) = run(connection, statement).await? {
            return Ok(rejected);
        }
    }
    Ok(Written::Stored)
}

fn named<'g>(games: &[&'g StoredGame]) -> Vec<Named<'g>> {
    games.iter().map(|game| (*game, player_list::names(&game.record))).collect()
}

/// Splits games into parts with one text each. Games of a part have the same number of names, so that there are few
/// texts.
fn parts<'p, 'g>(games: &'p [Named<'g>]) -> impl Iterator<Item = &'p [Named<'g>]> {
    games.chunk_by(|(_, one), (_, next)| one.len() == next.len()).flat_map(|alike| alike.chunks(MAX_GAMES))
}

fn rows(games: &[Named<'_>]) -> Statement<Sqlite> {
    let mut statement = Statement::new("");
    add_rows(&mut statement, games);
    statement
}

fn add_rows(statement: &mut Statement<Sqlite>, games: &[Named<'_>]) {
    games::insert_all(statement, games.iter().map(|(game, _)| *game));
    statement.push("; ");
    if games.iter().any(|(_, names)| !names.is_empty()) {
        games::insert_players(statement, games.iter().map(|(game, names)| (game.record.id, &names[..])));
        statement.push("; ");
    }
}

async fn run(connection: &mut SqliteConnection, statement: Statement<Sqlite>) -> WriteOutcome {
    Written::or_taken(statement.execute(connection).await.map(|_| Written::Stored))
}
