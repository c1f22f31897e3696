//! Lists of ids, which work even if the rows themselves are damaged.

use super::{dialect::Dialect, name_keys, player_list, query::Statement};
use crate::service::{
    records::{GameId, GameRecord, ReadingId},
    store::StoreError,
};

/// Number of games.
pub(super) async fn game_count<D: Dialect>(connection: &mut D::Connection) -> Result<u64, StoreError> {
    Statement::<D>::new("select count(*) from games").count(connection).await
}

/// The ids of games after this one, ascending.
pub(super) async fn game_ids<D: Dialect>(
    connection: &mut D::Connection,
    after: Option<GameId>,
    limit: u32,
) -> Result<Vec<GameId>, StoreError> {
    let mut statement = Statement::<D>::new("select id from games where true");
    statement.ids_above(after.map(|after| after.0), limit);
    statement.read_all(connection, |cells| cells.next().map(GameId)).await
}

/// The ids of a game's readings, ascending.
pub(super) async fn reading_ids<D: Dialect>(
    connection: &mut D::Connection,
    game: GameId,
) -> Result<Vec<ReadingId>, StoreError> {
    let mut statement = Statement::<D>::new("select id from readings where game_id = ");
    statement.bind(game.0).push(" order by id");
    statement.read_all(connection, |cells| cells.next().map(ReadingId)).await
}

/// The ids of readings of spreads after this one, ascending.
pub(super) async fn spread_ids<D: Dialect>(
    connection: &mut D::Connection,
    after: Option<ReadingId>,
    limit: u32,
) -> Result<Vec<ReadingId>, StoreError> {
    let mut statement = Statement::<D>::new("select id from readings where spread is not null");
    statement.ids_above(after.map(|after| after.0), limit);
    statement.read_all(connection, |cells| cells.next().map(ReadingId)).await
}

/// Is a game indexed under the name of each player and of each winner?
pub(super) async fn is_indexed<D: Dialect>(
    connection: &mut D::Connection,
    game: &GameRecord,
) -> Result<bool, StoreError> {
    if name_keys::is_found_by_row::<D>(connection, game).await? {
        return Ok(true);
    }
    let names: Vec<(&str, bool)> = player_list::names(game);
    let mut statement = Statement::<D>::new("select name, winner from game_players where game_id = ");
    statement.bind(game.id.0).push(" and name in (");
    for (name, _) in &names {
        statement.item((*name).to_owned());
    }
    statement.push(")");
    let found: Vec<(String, bool)> = statement.read_all(connection, |cells| Ok((cells.next()?, cells.next()?))).await?;
    let indexed = found.iter().filter(|(name, winner)| names.contains(&(name.as_str(), *winner)));
    Ok(indexed.count() == names.len())
}
