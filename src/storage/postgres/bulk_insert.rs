//! Many games in one statement of Postgres: each column is bound as one array, so that the text is always the same.

use std::{collections::HashSet, sync::LazyLock};

use sqlx::{Arguments, AssertSqlSafe, PgConnection, Postgres, error::BoxDynError, postgres::PgArguments};
use uuid::Uuid;

use super::session::names_statements;
use crate::{
    service::{
        records::StoredGame,
        store::{StoreError, Write},
    },
    storage::{
        games, name_keys,
        outcome::{Outcome, Written},
        player_list,
    },
};

/// How games and those who played them come in. The position is what the column's default would be, worked out once for
/// all of them: as a subquery, since with a join the server would rather plan each statement anew than keep a plan.
fn text(conflict: Conflict) -> String {
    let (on_conflict, of_stored) = match conflict {
        Conflict::Fails => ("", ""),
        Conflict::IsLeftOut => (" on conflict do nothing", " where seat.game_id in (select game.id from game)"),
    };
    let columns = format!("{}, {}", games::names(""), name_keys::COLUMNS);
    let given = format!("given.{}", columns.replace(", ", ", given."));
    let types = games::TYPED_COLUMNS.iter().map(|(_, of)| *of).chain(["integer"; 1 + name_keys::SEATS]);
    let arrays: Vec<_> = types.enumerate().map(|(index, of)| format!("${}::{of}[]", index + 1)).collect();
    let count = arrays.len();
    let (arrays, [names, ids, winners]) = (arrays.join(", "), [count + 1, count + 2, count + 3]);
    format!(
        "with game as (insert into games ({columns}, position) select {given}, \
         (select value + cast(cast(pg_current_xact_id() as text) as bigint) from position_offset) \
         from unnest({arrays}) as given ({columns}){on_conflict} returning id), \
         named as (insert into game_players (name, game_id, winner) select seat.name, seat.game_id, seat.winner \
         from unnest(${names}::text[], ${ids}::uuid[], ${winners}::boolean[]) as seat (name, game_id, winner){of_stored}) \
         select game.id from game"
    )
}

/// What is done about a game whose id or external id is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Conflict {
    /// Nothing at all is stored: that costs least where there is none.
    Fails,
    /// The others are stored.
    IsLeftOut,
}

/// Can the write share a statement? One that uses a commitment up, has a reading or an idempotency key, or is not
/// listed, goes by itself.
pub(crate) fn fits(write: &Write) -> bool {
    write.idempotency_key.is_none()
        && !write.game.record.unlisted
        && write.reading.is_none()
        && write.game.record.commitment().is_none()
}

/// Stores games that share a statement, each whole or not at all, and answers for each.
///
/// # Errors
/// When the statement fails as a whole: nothing is stored then.
pub(crate) async fn store(connection: &mut PgConnection, writes: &[&Write]) -> Result<Vec<Outcome>, StoreError> {
    let games = in_order(writes);
    // A failure would end the transaction that the loan is.
    if names_statements(connection) {
        let all = insert(connection, &games, Conflict::Fails).await.map(|_| Written::Stored);
        if matches!(Written::or_taken(all)?, Written::Stored) {
            return Ok(writes.iter().map(|_| Ok(Written::Stored)).collect());
        }
    }
    let mut stored = insert(connection, &games, Conflict::IsLeftOut).await?;
    Ok(writes.iter().map(|write| Ok(outcome(write, &mut stored))).collect())
}

/// A game whose id was given back is stored, once.
fn outcome(write: &Write, stored: &mut HashSet<Uuid>) -> Written {
    let id = write.game.record.id;
    match stored.remove(&id.0) {
        true => Written::Stored,
        false => Written::Taken(StoreError::Broken(format!("the id of game {id}, or its external id, is in use"))),
    }
}

/// The games in the order in which they lock the index of external ids: two services that did so in different orders
/// could wait for each other. Of equal ones the first stays the first.
fn in_order<'w>(writes: &[&'w Write]) -> Vec<&'w StoredGame> {
    let mut games: Vec<&StoredGame> = writes.iter().map(|write| &write.game).collect();
    games.sort_by_key(|game| (&game.record.external_id, game.record.owner.0));
    games
}

/// Runs the statement; gives the ids of the games that were stored.
async fn insert(
    connection: &mut PgConnection,
    games: &[&StoredGame],
    conflict: Conflict,
) -> sqlx::Result<HashSet<Uuid>> {
    let arguments = arguments(games).map_err(sqlx::Error::Encode)?;
    static TEXTS: [LazyLock<String>; 2] =
        [LazyLock::new(|| text(Conflict::Fails)), LazyLock::new(|| text(Conflict::IsLeftOut))];
    let sql = AssertSqlSafe(TEXTS[conflict as usize].as_str());
    let named = names_statements(connection);
    let ids: Vec<Uuid> = sqlx::query_scalar_with(sql, arguments).persistent(named).fetch_all(connection).await?;
    Ok(ids.into_iter().collect())
}

/// The arrays, in the order of the statement's numbers.
fn arguments(games: &[&StoredGame]) -> Result<PgArguments, BoxDynError> {
    let mut arguments = PgArguments::default();
    games::bind_arrays(&mut arguments, games)?;
    let keys: Vec<_> = games.iter().map(|game| name_keys::in_row::<Postgres>(&game.record)).collect();
    add_keys(&mut arguments, games, &keys)?;
    add_players(&mut arguments, games, &keys)?;
    Ok(arguments)
}

/// The keys by which each game is found in its own row, if it is.
type Keys = [Option<name_keys::RowKeys>];

fn add_keys(arguments: &mut PgArguments, games: &[&StoredGame], keys: &Keys) -> Result<(), BoxDynError> {
    let moments = games.iter().zip(keys).map(|(game, keys)| keys.map(|_| name_keys::moment(game.record.id.0)));
    arguments.add(moments.collect::<Vec<_>>())?;
    for seat in 0..name_keys::SEATS {
        arguments.add(keys.iter().map(|keys| keys.and_then(|keys| keys[seat])).collect::<Vec<_>>())?;
    }
    Ok(())
}

/// Adds the names of the games that are not found by keys.
fn add_players(arguments: &mut PgArguments, stored: &[&StoredGame], keys: &Keys) -> Result<(), BoxDynError> {
    let (mut names, mut games, mut winners) = (Vec::new(), Vec::new(), Vec::new());
    for (StoredGame { record, .. }, _) in stored.iter().zip(keys).filter(|(_, keys)| keys.is_none()) {
        for (name, winner) in player_list::names(record) {
            names.push(name);
            games.push(record.id.0);
            winners.push(winner);
        }
    }
    arguments.add(names)?;
    arguments.add(games)?;
    arguments.add(winners)
}
