//! Stores many games in one Postgres statement. Each column is bound as an array, so that the text is always the same.

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
        outcome::{WriteOutcome, Written},
        player_list,
    },
};

/// The text of the statement, which stores games and their rows in `game_players`. The position equals the default of
/// its column, but is computed once for all games: in a subquery, since with a join the server would not reuse the
/// plan.
fn sql(conflict: Conflict) -> String {
    let (on_conflict, of_stored) = match conflict {
        Conflict::Fail => ("", ""),
        Conflict::Skip => (" on conflict do nothing", " where seat.game_id in (select game.id from game)"),
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

/// What happens if the id or external id of a game is in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Conflict {
    /// The statement fails, and no game is stored. This is cheapest if there is no conflict.
    Fail,
    /// The other games are stored.
    Skip,
}

/// Can the write share a statement with others? Not if it uses up a commitment, has a reading or an idempotency key, or
/// is unlisted.
pub(crate) fn is_batchable(write: &Write) -> bool {
    write.idempotency_key.is_none()
        && !write.game.record.unlisted
        && write.reading.is_none()
        && write.game.record.commitment().is_none()
}

/// Stores batchable games in one statement; returns an outcome for each.
///
/// # Errors
/// The statement fails as a whole, and nothing is stored.
pub(crate) async fn store(connection: &mut PgConnection, writes: &[&Write]) -> Result<Vec<WriteOutcome>, StoreError> {
    let games = in_order(writes);
    // Behind a pooler the loan is a transaction, which a failure would end.
    if names_statements(connection) {
        let all = insert(connection, &games, Conflict::Fail).await.map(|_| Written::Stored);
        if matches!(Written::or_taken(all)?, Written::Stored) {
            return Ok(writes.iter().map(|_| Ok(Written::Stored)).collect());
        }
    }
    let mut stored = insert(connection, &games, Conflict::Skip).await?;
    Ok(writes.iter().map(|write| Ok(outcome(write, &mut stored))).collect())
}

/// A game is stored if its id was returned; of games with the same id, only the first.
fn outcome(write: &Write, stored: &mut HashSet<Uuid>) -> Written {
    let id = write.game.record.id;
    match stored.remove(&id.0) {
        true => Written::Stored,
        false => Written::Taken(StoreError::Broken(format!("the id of game {id}, or its external id, is in use"))),
    }
}

/// Sorts the games by external id. Two services that lock this index in different orders could deadlock. The sort is
/// stable, so that the first of conflicting games stays first.
fn in_order<'w>(writes: &[&'w Write]) -> Vec<&'w StoredGame> {
    let mut games: Vec<&StoredGame> = writes.iter().map(|write| &write.game).collect();
    games.sort_by_key(|game| (&game.record.external_id, game.record.owner.0));
    games
}

/// Runs the statement; returns the ids of the games that were stored.
async fn insert(
    connection: &mut PgConnection,
    games: &[&StoredGame],
    conflict: Conflict,
) -> sqlx::Result<HashSet<Uuid>> {
    let arguments = arguments(games).map_err(sqlx::Error::Encode)?;
    static FAILING: LazyLock<String> = LazyLock::new(|| sql(Conflict::Fail));
    static SKIPPING: LazyLock<String> = LazyLock::new(|| sql(Conflict::Skip));
    let sql = match conflict {
        Conflict::Fail => &FAILING,
        Conflict::Skip => &SKIPPING,
    };
    let sql = AssertSqlSafe(sql.as_str());
    let named = names_statements(connection);
    let ids: Vec<Uuid> = sqlx::query_scalar_with(sql, arguments).persistent(named).fetch_all(connection).await?;
    Ok(ids.into_iter().collect())
}

/// The arrays, in the order of the placeholders.
fn arguments(games: &[&StoredGame]) -> Result<PgArguments, BoxDynError> {
    let mut arguments = PgArguments::default();
    games::bind_arrays(&mut arguments, games)?;
    let keys: Vec<_> = games.iter().map(|game| name_keys::in_row::<Postgres>(&game.record)).collect();
    add_keys(&mut arguments, games, &keys)?;
    add_players(&mut arguments, games, &keys)?;
    Ok(arguments)
}

/// The keys by which each game is found in its own row; `None` for games that need rows in `game_players`.
type Keys = [Option<name_keys::RowKeys>];

fn add_keys(arguments: &mut PgArguments, games: &[&StoredGame], keys: &Keys) -> Result<(), BoxDynError> {
    let moments = games.iter().zip(keys).map(|(game, keys)| keys.map(|_| name_keys::moment(game.record.id.0)));
    arguments.add(moments.collect::<Vec<_>>())?;
    for seat in 0..name_keys::SEATS {
        arguments.add(keys.iter().map(|keys| keys.and_then(|keys| keys[seat])).collect::<Vec<_>>())?;
    }
    Ok(())
}

/// Adds the rows of `game_players`, for games that are not found by keys.
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
