//! Several games in one text of many statements: the thread that speaks to SQLite is called once for all of them.
//!
//! Each call costs two wake-ups of threads. A transaction of 16 games took 34 calls, and now takes 3.

use sqlx::{Sqlite, SqliteConnection};

use crate::{
    service::{records::StoredGame, store::StoreError},
    storage::{
        bulk,
        entry::Entry,
        games, name_keys,
        outcome::{Outcome, Written},
        query::Statement,
    },
};

/// How many games a text has: few sizes, so that each is prepared once.
const SIZES: &[usize] = &[16, 4, 1];

/// A game with the names of its players, and whether each won.
type Named<'g> = (&'g StoredGame, Vec<(&'g str, bool)>);

/// The game of a write that is nothing but that game: no commitment, no reading, no idempotency key.
pub(super) fn plain(entry: &Entry) -> Option<&StoredGame> {
    match entry {
        Entry::Game(write) => {
            let alone = write.idempotency_key.is_none() && write.reading.is_none();
            Some(&write.game).filter(|game| alone && game.record.commitment().is_none())
        }
        Entry::Spread(_) | Entry::Table(_) => None,
    }
}

/// Stores games; false, and the transaction has to be taken back, when one of them is refused.
pub(super) async fn store<'g>(
    transaction: &mut SqliteConnection,
    games: &[&'g StoredGame],
) -> Result<bool, StoreError> {
    let named = |game: &&'g StoredGame| (*game, name_keys::in_rows_of_players::<Sqlite>(&game.record));
    let games: Vec<Named<'g>> = games.iter().map(named).collect();
    // As many names in each game of a text, so that texts are few.
    for alike in games.chunk_by(|(_, one), (_, next)| one.len() == next.len()) {
        for part in bulk::parts_of(SIZES, alike) {
            if !matches!(store_part(transaction, part).await?, Written::Stored) {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

async fn store_part(transaction: &mut SqliteConnection, games: &[Named<'_>]) -> Outcome {
    let mut statement = Statement::<Sqlite>::new("");
    for (game, names) in games {
        games::insert(&mut statement, game);
        statement.push("; ");
        if !names.is_empty() {
            games::insert_players(&mut statement, &game.record, names);
            statement.push("; ");
        }
    }
    Written::or_taken(statement.execute(transaction).await.map(|_| Written::Stored))
}
