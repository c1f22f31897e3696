//! Stores a game with everything that belongs to it, with one statement per database table.

use super::{
    dialect::Dialect,
    games, name_keys,
    outcome::{WriteOutcome, Written},
    query::Statement,
    readings,
};
use crate::service::records::{ReadingRecord, StoredGame};

/// Stores a game, its players and its readings. Unless the outcome is [`Written::Stored`], the caller must roll back.
pub(super) async fn insert<D: Dialect>(
    transaction: &mut D::Connection,
    game: &StoredGame,
    readings: impl IntoIterator<Item = &ReadingRecord> + Send,
) -> WriteOutcome {
    for statement in inserts::<D>(game, readings) {
        let stored = statement.execute(transaction).await.map(|_| Written::Stored);
        if let rejected @ Written::Taken(_) = Written::or_taken(stored)? {
            return Ok(rejected);
        }
    }
    Ok(Written::Stored)
}

fn inserts<'r, D: Dialect>(
    game: &StoredGame,
    readings: impl IntoIterator<Item = &'r ReadingRecord>,
) -> Vec<Statement<D>> {
    let mut rows = Statement::new("");
    let keys = name_keys::in_row::<D>(&game.record);
    games::insert(&mut rows, game, keys.as_ref());
    let names = name_keys::in_rows_of_players(&game.record, keys.as_ref());
    let players = (!names.is_empty()).then(|| {
        let mut players = Statement::new("");
        games::insert_players(&mut players, [(game.record.id, &names[..])]);
        players
    });
    let readings = readings.into_iter().map(|reading| {
        let mut statement = Statement::new("");
        readings::insert(&mut statement, reading);
        statement
    });
    [rows].into_iter().chain(players).chain(readings).collect()
}
