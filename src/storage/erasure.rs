//! Erasure: deletes everything of a player or an owner, or older than a time, in batches.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    commitments::not_reserved,
    days,
    dialect::Dialect,
    game_players, notes, player_list, profiles,
    projection::{
        self,
        deletion::{self, DeletedGame},
    },
    query::{Cells, DeletedRows, Statement},
    tables,
};
use crate::service::{
    Erased, Erasure,
    records::{GameId, OwnerId},
    store::StoreError,
};

/// A game to delete, with the names of its players; `None` if they are unreadable.
struct Target {
    id: Uuid,
    names: Option<Vec<String>>,
}

/// Deletes one batch: up to `limit` games with everything that belongs to them, and as many other readings, tables,
/// simulations, commitments, events and idempotency records. Requires a transaction.
pub(super) async fn batch<D: Dialect>(
    connection: &mut D::Connection,
    erasure: &Erasure,
    limit: u32,
) -> Result<Erased, StoreError> {
    let targets = targets::<D>(connection, erasure, limit).await?;
    let mut erased = Erased::default();
    if !targets.is_empty() || matches!(erasure, Erasure::Name(_)) {
        projection::lock_and_discard::<D>(connection).await?;
    }
    if !targets.is_empty() {
        erased.readings = delete_readings::<D>(connection, &targets).await?;
        let deleted = delete_games::<D>(connection, erasure, &targets).await?;
        erased.games = deleted.len() as u64;
        delete_names::<D>(connection, &targets).await?;
        erased.tables = tables::delete_of_games::<D>(connection, targets.iter().map(|game| game.id)).await?;
        deletion::take_out::<D>(connection, &deleted).await?;
    }
    erased.readings += delete_other_readings::<D>(connection, erasure, limit).await?;
    match erasure {
        Erasure::Name(name) => {
            deletion::erase_name::<D>(connection, name).await?;
            erased.tables += tables::erase_name::<D>(connection, name, limit).await?;
            erased.notes = notes::erase_person::<D>(connection, name, limit).await?;
        }
        Erasure::Owner(owner) => {
            erased.tables += delete_owned::<D>(connection, &TABLES, *owner, limit).await?;
            erased.simulations = delete_owned::<D>(connection, &SIMULATIONS, *owner, limit).await?;
            erased.commitments = delete_owned::<D>(connection, &COMMITMENTS, *owner, limit).await?;
            let mut chain = Statement::<D>::delete_from("commitment_chains", "erase_chain");
            chain.push(" and owner_id <> 0 and owner_id = ").bind(owner.0);
            chain.execute(connection).await?;
            erased.events = delete_owned::<D>(connection, &EVENTS, *owner, limit).await?;
            erased.idempotency_records = delete_owned::<D>(connection, &IDEMPOTENCY_RECORDS, *owner, limit).await?;
            erased.day_results = days::erase::<D>(connection, *owner, limit).await?;
        }
        Erasure::StoredBefore { time, now } => {
            let (purpose, order) = ("erase_old_simulations", "id");
            let rows = DeletedRows { table: "simulations", purpose, key: "id", order, limit };
            erased.simulations =
                Statement::<D>::delete_rows(connection, rows, |rows| push_old_simulations(rows, *time)).await?;
            let (purpose, order) = ("erase_old_commitments", "created_at, id");
            let rows = DeletedRows { table: "commitments", purpose, key: "id", order, limit };
            erased.commitments =
                Statement::<D>::delete_rows(connection, rows, |rows| push_old_commitments(rows, *time, *now)).await?;
            erased.day_results = days::erase_old::<D>(connection, *time, limit).await?;
        }
    }
    // Last of all, so that whoever deletes a profile can do so again after a failure.
    if erased.is_nothing() {
        profiles::erase::<D>(connection, erasure).await?;
    }
    Ok(erased)
}

/// How much all [`batch`]es would delete in total.
pub(super) async fn count<D: Dialect>(connection: &mut D::Connection, erasure: &Erasure) -> Result<Erased, StoreError> {
    let mut games = Statement::<D>::new("select count(*)");
    push_games(&mut games, erasure);
    let mut erased = Erased { games: games.count(connection).await?, ..Erased::default() };
    let of_games = |readings: &mut Statement<D>| {
        readings.push("readings.game_id in (select games.id");
        push_games(readings, erasure);
        readings.push(")");
    };
    erased.readings = count_where::<D>(connection, "readings", of_games).await?;
    erased.readings +=
        count_where::<D>(connection, "readings", |readings| push_other_readings(readings, erasure)).await?;
    match erasure {
        Erasure::Name(name) => {
            erased.tables = count_where::<D>(connection, "tables", |rows| tables::push_has_name(rows, name)).await?;
            erased.notes = count_where::<D>(connection, "reading_notes", |rows| notes::push_names(rows, name)).await?;
        }
        Erasure::Owner(owner) => {
            erased.tables = count_owned::<D>(connection, &TABLES, *owner).await?;
            erased.simulations = count_owned::<D>(connection, &SIMULATIONS, *owner).await?;
            erased.commitments = count_owned::<D>(connection, &COMMITMENTS, *owner).await?;
            erased.idempotency_records = count_owned::<D>(connection, &IDEMPOTENCY_RECORDS, *owner).await?;
            erased.day_results = count_owned::<D>(connection, &DAY_RESULTS, *owner).await?;
            erased.events = count_owned::<D>(connection, &EVENTS, *owner).await?;
        }
        Erasure::StoredBefore { time, now } => {
            let of_games = |rows: &mut Statement<D>| {
                rows.push("game_id in (select id from games where ");
                push_condition(rows, erasure);
                rows.push(")");
            };
            erased.tables = count_where::<D>(connection, "tables", of_games).await?;
            erased.simulations =
                count_where::<D>(connection, "simulations", |rows| push_old_simulations(rows, *time)).await?;
            erased.commitments =
                count_where::<D>(connection, "commitments", |rows| push_old_commitments(rows, *time, *now)).await?;
            erased.day_results =
                count_where::<D>(connection, "day_results", |rows| days::push_before(rows, *time)).await?;
        }
    }
    Ok(erased)
}

/// Number of rows of a table that meet a condition.
async fn count_where<D: Dialect>(
    connection: &mut D::Connection,
    table: &'static str,
    condition: impl FnOnce(&mut Statement<D>),
) -> Result<u64, StoreError> {
    let mut statement = Statement::<D>::new("select count(*) from ");
    statement.push(table).push(" where ");
    condition(&mut statement);
    statement.count(connection).await
}

/// Adds the `from` and `where` clauses for the games to erase.
fn push_games<D: Dialect>(statement: &mut Statement<D>, erasure: &Erasure) {
    match erasure {
        Erasure::Name(name) => {
            statement.push(" from ").push(game_players::WITH_GAMES);
            game_players::is_of(statement, name);
        }
        Erasure::Owner(_) | Erasure::StoredBefore { .. } => {
            statement.push(" from games where ");
            push_condition(statement, erasure);
        }
    }
}

/// Adds the condition that a row of `games` is to be erased.
fn push_condition<D: Dialect>(statement: &mut Statement<D>, erasure: &Erasure) {
    match erasure {
        Erasure::Name(name) => game_players::plays(statement, "games.id", name, false),
        // 0 is the anonymous owner, which the index of owners leaves out.
        Erasure::Owner(owner) => {
            statement.push("games.owner_id <> 0 and games.owner_id = ").bind(owner.0);
        }
        Erasure::StoredBefore { time, .. } => {
            statement.push("games.created_at < ").bind_time(*time);
        }
    }
}

/// The next games to erase.
async fn targets<D: Dialect>(
    connection: &mut D::Connection,
    erasure: &Erasure,
    limit: u32,
) -> Result<Vec<Target>, StoreError> {
    let mut statement = Statement::<D>::new("select games.id, games.players");
    push_games(&mut statement, erasure);
    statement.push(match erasure {
        Erasure::Name(_) => " order by named.game_id",
        Erasure::Owner(_) => " order by games.position, games.id",
        Erasure::StoredBefore { .. } => " order by games.created_at, games.id",
    });
    statement.push(" limit ").number(limit);
    let rows = statement.rows(connection).await?;
    let read = |row: &D::Row| {
        let mut cells = Cells::<D>::of(row);
        let (id, players) = (cells.next()?, cells.next::<String>()?);
        let seats = player_list::from_text(&players).ok();
        Ok(Target { id, names: seats.map(|seats| seats.into_iter().map(|seat| seat.name).collect()) })
    };
    rows.iter().map(read).collect()
}

/// Adds a list of the games' ids.
fn push_ids<D: Dialect>(statement: &mut Statement<D>, targets: &[Target]) {
    statement.push("(");
    for game in targets {
        statement.item(game.id);
    }
    statement.push(")");
}

async fn delete_readings<D: Dialect>(connection: &mut D::Connection, targets: &[Target]) -> Result<u64, StoreError> {
    let mut statement = Statement::<D>::delete_from("readings", "erase_readings");
    statement.push(" and game_id in ");
    push_ids(&mut statement, targets);
    Ok(statement.execute(connection).await?)
}

/// Deletes these games if they still match, in case the statement runs with another one's arguments.
async fn delete_games<D: Dialect>(
    connection: &mut D::Connection,
    erasure: &Erasure,
    targets: &[Target],
) -> Result<Vec<DeletedGame>, StoreError> {
    let mut statement = Statement::<D>::delete_from("games", "erase_games");
    statement.push(" and ");
    push_condition(&mut statement, erasure);
    statement.push(" and games.id in ");
    push_ids(&mut statement, targets);
    statement.push(" returning ").push(&deletion::COLUMNS);
    statement.rows(connection).await?.iter().map(deletion::read::<D>).collect()
}

/// Deletes the rows of the games in `game_players`: by key if the names are known, otherwise with a scan.
async fn delete_names<D: Dialect>(connection: &mut D::Connection, targets: &[Target]) -> Result<(), StoreError> {
    let mut known = Vec::new();
    for game in targets {
        known.extend(game.names.iter().flatten().map(|name| (name.as_str(), GameId(game.id))));
    }
    game_players::delete::<D>(connection, &known, "erase_names").await?;
    for game in targets.iter().filter(|game| game.names.is_none()) {
        game_players::delete_all::<D>(connection, GameId(game.id), "erase_names").await?;
    }
    Ok(())
}

/// Deletes up to `limit` readings that do not go with an erased game, of spreads and of games that belong to others;
/// returns how many.
async fn delete_other_readings<D: Dialect>(
    connection: &mut D::Connection,
    erasure: &Erasure,
    limit: u32,
) -> Result<u64, StoreError> {
    let order = match erasure {
        Erasure::Name(_) | Erasure::Owner(_) => "id",
        Erasure::StoredBefore { .. } => "created_at, id",
    };
    let rows = DeletedRows { table: "readings", purpose: "erase_other_readings", key: "id", order, limit };
    Statement::<D>::delete_rows(connection, rows, |statement| push_other_readings(statement, erasure)).await
}

/// Adds the condition that a row of `readings` is to be erased although its game is not.
fn push_other_readings<D: Dialect>(statement: &mut Statement<D>, erasure: &Erasure) {
    match erasure {
        Erasure::Name(name) => statement.push("spread is not null and querent = ").bind(name.clone()),
        // 0 is the anonymous owner. Who plays at another owner's table has a reading of that owner's game.
        Erasure::Owner(owner) => statement.push("owner_id <> 0 and owner_id = ").bind(owner.0).push(
            " and (spread is not null or not exists \
                 (select 1 from games where games.id = readings.game_id and games.owner_id = readings.owner_id))",
        ),
        Erasure::StoredBefore { time, .. } => statement.push("spread is not null and created_at < ").bind_time(*time),
    };
}

/// Adds the condition that a commitment is old and no longer usable, and proves nothing of a game or reading that
/// stays.
fn push_old_commitments<D: Dialect>(statement: &mut Statement<D>, time: DateTime<Utc>, now: DateTime<Utc>) {
    statement.push("created_at < ").bind_time(time).push(" and expires_at <= ").bind_time(now);
    not_reserved(statement);
    statement.push(
        " and (game_id is null or not exists (select 1 from games where games.id = commitments.game_id)) \
         and (reading_id is null \
         or not exists (select 1 from readings where readings.id = commitments.reading_id))",
    );
}

/// Adds the condition that a simulation is old and has ended.
fn push_old_simulations<D: Dialect>(statement: &mut Statement<D>, time: DateTime<Utc>) {
    statement.push("finished_at is not null and created_at < ").bind_time(time);
}

/// A database table whose rows belong to owners.
struct OwnedTable {
    name: &'static str,
    /// The column that tells an owner's rows apart.
    key: &'static str,
}

const TABLES: OwnedTable = OwnedTable { name: "tables", key: "id" };
const SIMULATIONS: OwnedTable = OwnedTable { name: "simulations", key: "id" };
const COMMITMENTS: OwnedTable = OwnedTable { name: "commitments", key: "id" };
const IDEMPOTENCY_RECORDS: OwnedTable = OwnedTable { name: "idempotency_records", key: "request" };
const EVENTS: OwnedTable = OwnedTable { name: "owner_events", key: "position, id" };
const DAY_RESULTS: OwnedTable = OwnedTable { name: "day_results", key: "day" };

/// Number of rows of an owner.
async fn count_owned<D: Dialect>(
    connection: &mut D::Connection,
    table: &OwnedTable,
    owner: OwnerId,
) -> Result<u64, StoreError> {
    count_where::<D>(connection, table.name, |statement| push_owner(statement, owner)).await
}

/// Deletes up to `limit` rows of an owner.
async fn delete_owned<D: Dialect>(
    connection: &mut D::Connection,
    table: &OwnedTable,
    owner: OwnerId,
    limit: u32,
) -> Result<u64, StoreError> {
    let rows = DeletedRows { table: table.name, purpose: "erase_owned", key: table.key, order: table.key, limit };
    Statement::<D>::delete_rows(connection, rows, |statement| push_owner(statement, owner)).await
}

fn push_owner<D: Dialect>(statement: &mut Statement<D>, owner: OwnerId) {
    statement.push("owner_id = ").bind(owner.0);
}
