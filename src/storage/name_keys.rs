//! Finding games by the names of their players.
//!
//! On SQLite each name of a game has a row in `game_players`, and the table is its own index. On Postgres these rows
//! and their index took 600 of the 1,100 bytes of a game. There a game of up to four seats is found by keys in its own
//! row (`games.name_1` to `name_4`, one for each seat), which take about 100 bytes. Only other games have rows in
//! `game_players`.

use std::collections::BTreeSet;

use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::{
    dialect::{Dialect, RowWriter},
    player_list,
    query::Statement,
};
use crate::service::{
    records::{GameId, GameRecord, SeatRecord},
    store::StoreError,
};

/// The number of seats that have a column.
pub(super) const SEATS: usize = 4;

/// The columns of a game's moment and of the keys of its names.
pub(super) const COLUMNS: &str = "moment, name_1, name_2, name_3, name_4";

/// The key of a name, equal to the function `name_key` of the database. Different names can have the same key, so
/// statements also compare the name.
pub(super) fn key(name: &str) -> i32 {
    let [a, b, c, d, ..]: [u8; 32] = Sha256::digest(name).into();
    i32::from_be_bytes([a, b, c, d])
}

/// The moment of an id, equal to the function `id_moment` of the database. It never decreases as ids increase.
///
/// Games with the same name and moment share an index entry, and a page reads all of them. Half a second keeps them few
/// even when a thousand games are stored per second.
pub(super) fn moment(id: Uuid) -> i32 {
    let [a, b, c, d, e, f, ..] = *id.as_bytes();
    let halves = i64::from_be_bytes([0, 0, a, b, c, d, e, f]) / 512;
    let moment = (halves - FIRST_MOMENT).clamp(i32::MIN.into(), i32::MAX.into());
    i32::try_from(moment).expect("it is clamped")
}

/// The half second, numbered from 1970, with which 2020 began. It is mapped to the smallest number, so that numbers
/// last until 2089.
const FIRST_MOMENT: i64 = 1_577_836_800_000 / 512 - i32::MIN as i64;

/// The moment of the last id before this one.
pub(super) fn moment_before(id: Uuid) -> i32 {
    moment(Uuid::from_u128(id.as_u128().saturating_sub(1)))
}

/// The first id of a moment.
pub(super) fn first_id(moment: i32) -> Uuid {
    if moment == i32::MIN {
        return Uuid::nil();
    }
    let milliseconds = (i64::from(moment) + FIRST_MOMENT) * 512;
    Uuid::from_u128(u128::from(milliseconds.unsigned_abs()) << 80)
}

/// The keys by which a game is found in its own row, one for each seat.
pub(super) type RowKeys = [Option<i32>; SEATS];

/// The keys by which a game is found in its own row, if the database has them. `None`: it needs rows in `game_players`.
pub(super) fn in_row<D: Dialect>(game: &GameRecord) -> Option<RowKeys> {
    if D::NAMES_IN_ROWS { of_seats(&game.players) } else { None }
}

fn of_seats(seats: &[SeatRecord]) -> Option<RowKeys> {
    let mut keys = [None; SEATS];
    if seats.len() > SEATS {
        return None;
    }
    for (key_of_seat, seat) in keys.iter_mut().zip(seats) {
        *key_of_seat = Some(key(&seat.name));
    }
    let different: BTreeSet<i32> = keys.iter().copied().flatten().collect();
    // Otherwise the id of a bot in the `players` column could be taken for the name.
    let mut bots = seats.iter().filter_map(|seat| seat.bot.as_ref());
    let distinct = different.len() == seats.len() && !bots.any(|bot| different.contains(&key(&bot.id)));
    distinct.then_some(keys)
}

/// The names that need rows in `game_players`: each with the game, and whether one of the name's seats won.
pub(super) fn in_rows_of_players<D: Dialect>(game: &GameRecord) -> Vec<(Uuid, &str, bool)> {
    let names = if in_row::<D>(game).is_some() { Vec::new() } else { player_list::names(game) };
    names.into_iter().map(|(name, winner)| (game.id.0, name, winner)).collect()
}

/// Adds the cells of [`COLUMNS`], if the database has them.
pub(super) fn add_cells<D: Dialect>(row: &mut D::Rows, game: &GameRecord) {
    if !D::NAMES_IN_ROWS {
        return;
    }
    let keys = in_row::<D>(game);
    row.cell(keys.map(|_| moment(game.id.0)));
    for key in keys.unwrap_or_default() {
        row.cell(key);
    }
}

/// Adds the condition that the `players` column, a JSON array, contains this name. A damaged column is assumed to
/// contain it, so that an erasure by name includes the game.
pub(super) fn is_written<D: Dialect>(statement: &mut Statement<D>, name: &str) {
    let json = serde_json::Value::from(name).to_string();
    statement.push("(strpos(games.players, ").bind(json).push(") > 0 or games.players not like '[%]')");
}

/// Adds the condition that a row of `games`, with its id in `id`, has a player of this name, or a winner of this name.
pub(super) fn plays<D: Dialect>(statement: &mut Statement<D>, id: &'static str, name: &str, winner: bool) {
    if !D::NAMES_IN_ROWS {
        statement.push("exists (select 1 from game_players as other where other.name = ").bind(name.to_owned());
        statement.push(" and other.game_id = ").push(id).push(if winner { " and other.winner)" } else { ")" });
        return;
    }
    statement.push("case when games.name_1 is not null then ");
    is_in_row(statement, name, winner);
    statement.push(" and ");
    is_written(statement, name);
    statement.push(" else exists (select 1 from game_players as other where name_key(other.name) = ").bind(key(name));
    statement.push(" and id_moment(other.game_id) = id_moment(").push(id).push(") and other.game_id = ").push(id);
    statement.push(" and other.name = ").bind(name.to_owned()).push(if winner {
        " and other.winner) end"
    } else {
        ") end"
    });
}

fn is_in_row<D: Dialect>(statement: &mut Statement<D>, name: &str, winner: bool) {
    let key = key(name);
    if !winner {
        statement.bind(key).push(" in (games.name_1, games.name_2, games.name_3, games.name_4)");
        return;
    }
    statement.push("(games.name_1 = ").bind(key).push(" and '0' = any (string_to_array(games.winners, ','))");
    statement.push(" or games.name_2 = ").bind(key).push(" and '1' = any (string_to_array(games.winners, ','))");
    statement.push(" or games.name_3 = ").bind(key).push(" and '2' = any (string_to_array(games.winners, ','))");
    statement.push(" or games.name_4 = ").bind(key).push(" and '3' = any (string_to_array(games.winners, ',')))");
}

/// Whether a game is found by the keys in its own row.
pub(super) async fn is_found_by_row<D: Dialect>(
    connection: &mut D::Connection,
    game: &GameRecord,
) -> Result<bool, StoreError> {
    let Some(keys) = in_row::<D>(game) else { return Ok(false) };
    let mut statement = Statement::<D>::new("select count(*) from games where id = ");
    statement.bind(game.id.0).push(" and moment = ").bind(moment(game.id.0));
    let columns = [" and name_1", " and name_2", " and name_3", " and name_4"];
    for (column, key) in columns.into_iter().zip(keys) {
        statement.push(column).push(" is not distinct from ").bind(key);
    }
    Ok(statement.count(connection).await? == 1)
}

/// Deletes the rows of `game_players` for these names and games.
pub(super) async fn delete_rows<D: Dialect>(
    connection: &mut D::Connection,
    rows: &[(&str, GameId)],
    purpose: &'static str,
) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut statement = Statement::<D>::delete_from("game_players", purpose);
    statement.push(match D::NAMES_IN_ROWS {
        true => " and (name_key(name), id_moment(game_id), game_id, name) in (values ",
        false => " and (game_id, name) in (values ",
    });
    for (name, GameId(id)) in rows {
        statement.comma().push("(");
        if D::NAMES_IN_ROWS {
            statement.item(key(name)).item(moment(*id));
        }
        statement.item(*id).item((*name).to_owned()).push(")");
    }
    statement.push(")");
    statement.execute(connection).await?;
    Ok(())
}

/// Deletes all rows of `game_players` for a game whose names are unreadable; the whole table is searched.
pub(super) async fn delete_all_rows<D: Dialect>(
    connection: &mut D::Connection,
    game: GameId,
    purpose: &'static str,
) -> Result<(), StoreError> {
    let mut statement = Statement::<D>::delete_from("game_players", purpose);
    statement.push(" and game_id = ").bind(game.0);
    statement.execute(connection).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::records::BotRecord;

    fn seats(names: &[(&str, Option<&str>)]) -> Vec<SeatRecord> {
        let seat = |(name, bot): &(&str, Option<&str>)| SeatRecord {
            name: (*name).to_owned(),
            bot: bot.map(|bot| BotRecord::new(bot, 1)),
        };
        names.iter().map(seat).collect()
    }

    #[test]
    fn a_game_of_up_to_four_names_is_found_by_its_own_row() {
        let people = ["Ada", "Bob", "Cy", "Di", "Eve"].map(|name| (name, None));
        assert_eq!(of_seats(&seats(&people[..2])), Some([Some(key("Ada")), Some(key("Bob")), None, None]));
        assert!(of_seats(&seats(&people[..4])).is_some());
        assert_eq!(of_seats(&seats(&people)), None);
    }

    #[test]
    fn an_ambiguous_name_needs_rows() {
        assert_eq!(of_seats(&seats(&[("Ada", None), ("Bob", None), ("Ada", None)])), None);
        assert_eq!(of_seats(&seats(&[("adept", None), ("Bob", Some("adept"))])), None);
        assert!(of_seats(&seats(&[("adept", None), ("Bob", Some("random"))])).is_some());
    }

    #[test]
    fn a_moment_begins_with_its_first_id() {
        let in_2026 = Uuid::from_u128(0x019b_7600_0000_7000_8000_0000_0000_0001);
        for id in [in_2026, Uuid::nil(), Uuid::max()] {
            let first = first_id(moment(id));
            assert!(first <= id);
            assert_eq!(moment(first), moment(id));
            assert!(first.is_nil() || moment_before(first) == moment(id) - 1);
        }
        assert_eq!(moment_before(in_2026), moment(in_2026));
    }

    #[test]
    fn moments_sort_as_ids_do() {
        let in_2020 = 1_577_836_800_000_u128;
        let times = [0, in_2020, in_2020 + 511, in_2020 + 512, in_2020 + 5_120, (1 << 48) - 1];
        let moments = times.map(|time| moment(Uuid::from_u128((time << 80) + 1)));
        let first = i32::MIN;
        assert_eq!(moments, [first, first, first, first + 1, first + 10, i32::MAX]);
    }
}
