//! Many games in one statement of Postgres: each column is bound as one array, so that the text is always the same.

use std::{collections::HashSet, sync::Arc};

use sqlx::{Arguments, AssertSqlSafe, PgConnection, error::BoxDynError, postgres::PgArguments};
use uuid::Uuid;

use super::session::names_statements;
use crate::{
    service::{
        records::{GameRecord, Seed, SeedRecord, StoredGame},
        store::{StoreError, Write},
    },
    storage::{
        games,
        outcome::{Outcome, Written},
        player_list,
    },
};

/// How games come in; a word on conflicts may follow. The position is what the column's default would be, worked out once
/// for all of them.
const GAMES: &str = "with game as (\
    insert into games (id, owner_id, ruleset, rules_version, source, created_at, played_at, external_id, options, \
    players, step_count, seed, seed_made, client_seed, deal_given, winners, places, scores, log, position) \
    select given.id, given.owner_id, given.ruleset, given.rules_version, given.source, given.created_at, \
    given.played_at, given.external_id, given.options, given.players, given.step_count, given.seed, given.seed_made, \
    given.client_seed, given.deal_given, given.winners, given.places, given.scores, given.log, placed.position \
    from unnest($1::uuid[], $2::bigint[], $3::smallint[], $4::smallint[], $5::smallint[], $6::timestamptz[], \
    $7::timestamptz[], $8::text[], $9::text[], $10::text[], $11::integer[], $12::text[], $13::bytea[], $14::text[], \
    $15::boolean[], $16::text[], $17::text[], $18::text[], $19::bytea[]) as given (id, owner_id, ruleset, \
    rules_version, source, created_at, played_at, external_id, options, players, step_count, seed, seed_made, \
    client_seed, deal_given, winners, places, scores, log) \
    cross join (select position_offset.value + cast(cast(pg_current_xact_id() as text) as bigint) as position \
    from position_offset) as placed";

/// What follows: who played in them.
const PLAYERS: &str = " returning id), named as (\
    insert into game_players (name, game_id, winner) select seat.name, seat.game_id, seat.winner \
    from unnest($20::text[], $21::uuid[], $22::boolean[]) as seat (name, game_id, winner)";

/// Which of them: those whose game was not left out.
const OF_STORED: &str = " where seat.game_id in (select game.id from game)";

/// The end: which games were stored.
const STORED: &str = ") select game.id from game";

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
        && write.game.record.seed_record.as_ref().is_none_or(|record| record.commitment.is_none())
}

/// Stores games that share a statement, each whole or not at all, and answers for each.
///
/// # Errors
/// When the statement fails as a whole: nothing is stored then.
pub(crate) async fn store(connection: &mut PgConnection, writes: &[Arc<Write>]) -> Result<Vec<Outcome>, StoreError> {
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
        false => Written::Taken(StoreError::Broken(format!("the id of game {id}, or its external id, is taken"))),
    }
}

/// The games in the order in which they lock the index of external ids: two services that did so in different orders
/// could wait for each other. Of equal ones the first stays the first.
fn in_order(writes: &[Arc<Write>]) -> Vec<&StoredGame> {
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
    let (on_conflict, of_stored) = match conflict {
        Conflict::Fails => ("", ""),
        Conflict::IsLeftOut => (" on conflict do nothing", OF_STORED),
    };
    let sql = AssertSqlSafe(format!("{GAMES}{on_conflict}{PLAYERS}{of_stored}{STORED}"));
    let named = names_statements(connection);
    let ids: Vec<Uuid> = sqlx::query_scalar_with(sql, arguments).persistent(named).fetch_all(connection).await?;
    Ok(ids.into_iter().collect())
}

/// The arrays, in the order of the statement's numbers.
fn arguments(games: &[&StoredGame]) -> Result<PgArguments, BoxDynError> {
    let mut arguments = PgArguments::default();
    let records: Vec<&GameRecord> = games.iter().map(|game| &game.record).collect();
    arguments.add(column(&records, |game| game.id.0))?;
    arguments.add(column(&records, |game| game.owner.0))?;
    arguments.add(column(&records, |game| game.ruleset.number()))?;
    arguments.add(narrow::<i16>(&records, |game| game.rules_version)?)?;
    arguments.add(column(&records, |game| games::source_number(game.source)))?;
    arguments.add(column(&records, |game| game.created_at))?;
    arguments.add(column(&records, |game| game.played_at))?;
    arguments.add(column(&records, |game| game.external_id.as_deref()))?;
    arguments.add(column(&records, |game| game.options.as_str()))?;
    arguments.add(column(&records, |game| player_list::to_text(&game.players)))?;
    arguments.add(narrow::<i32>(&records, |game| game.step_count)?)?;
    add_seed_record(&mut arguments, &records)?;
    arguments.add(column(&records, |game| player_list::list(game.winners.iter().map(|player| player.0))))?;
    arguments.add(column(&records, |game| player_list::list(&game.places)))?;
    arguments.add(column(&records, |game| player_list::list(&game.scores)))?;
    arguments.add(games.iter().map(|game| game.log.as_slice()).collect::<Vec<_>>())?;
    add_players(&mut arguments, &records)?;
    Ok(arguments)
}

fn add_seed_record(arguments: &mut PgArguments, records: &[&GameRecord]) -> Result<(), BoxDynError> {
    let given = |record: &SeedRecord| match &record.seed {
        Seed::Given(text) => Some(text.clone()),
        Seed::Made(_) => None,
    };
    let made = |record: &SeedRecord| match &record.seed {
        Seed::Given(_) => None,
        Seed::Made(bytes) => Some(bytes.to_vec()),
    };
    arguments.add(column(records, |game| game.seed_record.as_ref().and_then(given)))?;
    arguments.add(column(records, |game| game.seed_record.as_ref().and_then(made)))?;
    arguments.add(column(records, |game| game.seed_record.as_ref().map(|record| record.client_seed.as_str())))?;
    arguments.add(column(records, |game| game.seed_record.as_ref().is_some_and(|record| record.deal_given)))
}

fn add_players(arguments: &mut PgArguments, records: &[&GameRecord]) -> Result<(), BoxDynError> {
    let (mut names, mut games, mut winners) = (Vec::new(), Vec::new(), Vec::new());
    for record in records {
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

fn column<'a, T>(records: &[&'a GameRecord], cell: impl Fn(&'a GameRecord) -> T) -> Vec<T> {
    records.iter().map(|record| cell(record)).collect()
}

/// A column that may be too narrow for a number.
fn narrow<T: TryFrom<u32, Error: Into<BoxDynError>>>(
    records: &[&GameRecord],
    cell: impl Fn(&GameRecord) -> u32,
) -> Result<Vec<T>, BoxDynError> {
    records.iter().map(|record| T::try_from(cell(record)).map_err(Into::into)).collect()
}
