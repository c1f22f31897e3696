//! The names in games: a row of `game_players` for each, by which lists and erasures find the games of a name.

use uuid::Uuid;

use super::{
    dialect::{Dialect, RowWriter},
    player_list,
    query::{Statement, each_row},
};
use crate::service::{
    records::{GameId, GameRecord},
    store::StoreError,
};

/// The names of games, each with its game. SQLite keeps the order of a cross join.
pub(super) const WITH_GAMES: &str = "game_players as named cross join games where games.id = named.game_id";

/// Adds the condition that a row of [`WITH_GAMES`] has this name.
pub(super) fn is_of<D: Dialect>(statement: &mut Statement<D>, name: &str) {
    statement.push(" and named.name = ").bind(name.to_owned());
}

/// Adds the condition that a row of `games`, with its id in `id`, has a player of this name, or a winner of this name.
pub(super) fn plays<D: Dialect>(statement: &mut Statement<D>, id: &'static str, name: &str, winner: bool) {
    statement.push("exists (select 1 from game_players as other where other.name = ").bind(name.to_owned());
    statement.push(" and other.game_id = ").push(id).push(if winner { " and other.winner)" } else { ")" });
}

/// A name in a game, and whether it won.
pub(super) type Row<'a> = (Uuid, &'a str, bool);

/// Where their rows are stored.
pub(super) const INTO: &str = "into game_players (game_id, name, winner) ";

/// The names of games.
pub(super) fn rows<'a>(games: impl Iterator<Item = &'a GameRecord>) -> Vec<Row<'a>> {
    let of_game = |game: &'a GameRecord| {
        player_list::names(game).into_iter().map(move |(name, winner)| (game.id.0, name, winner))
    };
    games.flat_map(of_game).collect()
}

/// Adds the cells of a row.
pub(super) fn add_cells<D: Dialect>(row: &mut D::Rows, (game, name, winner): &Row<'_>) {
    row.cell(*game).cell((*name).to_owned()).cell(*winner);
}

/// Stores the names of games.
pub(super) async fn insert<'a, D: Dialect>(
    transaction: &mut D::Connection,
    games: impl Iterator<Item = &'a GameRecord> + Send,
) -> sqlx::Result<()> {
    each_row::<D, _>(transaction, &rows(games), || Statement::insert(INTO), add_cells::<D>, "").await
}

/// Is the game found by the name of each player, and by that of each winner?
pub(super) async fn is_found<D: Dialect>(
    connection: &mut D::Connection,
    game: &GameRecord,
) -> Result<bool, StoreError> {
    let names: Vec<(&str, bool)> = player_list::names(game);
    let mut statement = Statement::<D>::new("select name, winner from game_players where game_id = ");
    statement.bind(game.id.0).push(" and name in (");
    for (name, _) in &names {
        statement.item((*name).to_owned());
    }
    statement.push(")");
    let found: Vec<(String, bool)> = statement.read_all(connection, |cells| Ok((cells.next()?, cells.next()?))).await?;
    let found = found.iter().filter(|(name, winner)| names.contains(&(name.as_str(), *winner)));
    Ok(found.count() == names.len())
}

/// Deletes the rows of these names in these games.
pub(super) async fn delete<D: Dialect>(
    connection: &mut D::Connection,
    rows: &[(&str, GameId)],
    purpose: &'static str,
) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut statement = Statement::<D>::delete_from("game_players", purpose);
    statement.push(" and (game_id, name) in (values ");
    for (name, GameId(id)) in rows {
        statement.comma().push("(").item(*id).item((*name).to_owned()).push(")");
    }
    statement.push(")");
    statement.execute(connection).await?;
    Ok(())
}

/// Deletes all rows of a game whose names are unreadable; the whole table is searched.
pub(super) async fn delete_all<D: Dialect>(
    connection: &mut D::Connection,
    game: GameId,
    purpose: &'static str,
) -> Result<(), StoreError> {
    let mut statement = Statement::<D>::delete_from("game_players", purpose);
    statement.push(" and game_id = ").bind(game.0);
    statement.execute(connection).await?;
    Ok(())
}
