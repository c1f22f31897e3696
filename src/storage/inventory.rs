//! Lists of ids, which work even if the rows themselves are damaged.

use super::{
    dialect::Dialect,
    name_keys, player_list,
    query::{Cells, Statement},
};
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
    if let Some(after) = after {
        statement.push(" and id > ").bind(after.0);
    }
    statement.push(" order by id limit ").number(limit);
    let rows = statement.rows(connection).await?;
    rows.iter().map(|row| Cells::<D>::of(row).next().map(GameId)).collect()
}

/// The ids of a game's readings, ascending.
pub(super) async fn reading_ids<D: Dialect>(
    connection: &mut D::Connection,
    game: GameId,
) -> Result<Vec<ReadingId>, StoreError> {
    let mut statement = Statement::<D>::new("select id from readings where game_id = ");
    statement.bind(game.0).push(" order by id");
    let rows = statement.rows(connection).await?;
    rows.iter().map(|row| Cells::<D>::of(row).next().map(ReadingId)).collect()
}

/// The ids of readings of spreads after this one, ascending.
pub(super) async fn spread_ids<D: Dialect>(
    connection: &mut D::Connection,
    after: Option<ReadingId>,
    limit: u32,
) -> Result<Vec<ReadingId>, StoreError> {
    let mut statement = Statement::<D>::new("select id from readings where spread is not null");
    if let Some(after) = after {
        statement.push(" and id > ").bind(after.0);
    }
    statement.push(" order by id limit ").number(limit);
    let rows = statement.rows(connection).await?;
    rows.iter().map(|row| Cells::<D>::of(row).next().map(ReadingId)).collect()
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
    let mut found = 0;
    for row in statement.rows(connection).await? {
        let mut cells = Cells::<D>::of(&row);
        let (name, winner): (String, bool) = (cells.next()?, cells.next()?);
        found += usize::from(names.contains(&(name.as_str(), winner)));
    }
    Ok(found == names.len())
}
