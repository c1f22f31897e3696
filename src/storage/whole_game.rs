//! A game with everything that belongs to it, a statement for each table.

use super::{
    dialect::Dialect,
    games, name_keys,
    outcome::{Outcome, Written},
    query::Statement,
    readings,
};
use crate::service::records::{ReadingRecord, StoredGame};

/// Stores a game, who played it, and its readings. Unless it is stored, what was done has to be taken back.
pub(super) async fn insert<D: Dialect>(
    transaction: &mut D::Connection,
    game: &StoredGame,
    readings: impl IntoIterator<Item = &ReadingRecord> + Send,
) -> Outcome {
    for statement in inserts::<D>(game, readings) {
        let stored = statement.execute(transaction).await.map(|_| Written::Stored);
        if let refusal @ Written::Taken(_) = Written::or_taken(stored)? {
            return Ok(refusal);
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
