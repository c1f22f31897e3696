//! The rights of the service's role on the tables, which another role may have created.

use sqlx::{AssertSqlSafe, Executor, PgConnection, Row};

use crate::storage::open_error::OpenError;

/// The tables that are read and written. Only a partitioned database has the last one (docs/operation/growth.md).
const TABLES: &str = "'games', 'game_players', 'readings', 'reading_notes', 'note_people', 'commitments', 'commitment_chains', 'api_keys', \
    'profiles', 'profile_links', 'idempotency_records', 'position_offset', 'secrets', 'tables', 'table_changes', 'days', 'day_results', 'day_scores', 'simulations', \
    'simulation_chunks', 'standings_lease', 'standings_progress', 'player_standings', 'player_pairs', 'layout_counts', \
    'standings_progress_next', 'player_standings_next', 'player_pairs_next', 'layout_counts_next', 'external_ids'";

/// What is only read; `games_past` is a table of a partitioned database.
const ONLY_READ: &str = "'arcana_schema', 'named_games', 'games_past'";

/// What a role does with the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// It reads a server that accepts no writes.
    Read,
    /// It reads and writes.
    Write,
}

/// Checks that the role of a connection has the rights that a service needs. Without one of them the service would start,
/// be ready, and fail with each request that uses the table. Tables that do not exist are ignored.
///
/// # Errors
/// `MissingRight`.
pub(super) async fn check(connection: &mut PgConnection, access: Access) -> Result<(), OpenError> {
    let rights = match access {
        Access::Read => "'select'",
        Access::Write => "'select', 'insert', 'update', 'delete'",
    };
    let sql = format!(
        "select name, needed from (\
         select name, needed from unnest(array[{TABLES}]) as name cross join unnest(array[{rights}]) as needed \
         union all select name, 'select' from unnest(array[{ONLY_READ}]) as name) as all_needed \
         where not has_table_privilege(to_regclass(name), needed) order by name, needed limit 1"
    );
    match connection.fetch_optional(sqlx::raw_sql(AssertSqlSafe(sql))).await? {
        None => Ok(()),
        Some(row) => Err(OpenError::MissingRight { table: row.try_get(0)?, right: row.try_get(1)? }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names behind these words in the schema.
    fn named(words: &str) -> Vec<&str> {
        let script = include_str!("../../../schema/postgres.sql");
        let name = |rest: &'static str| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next();
        script.split(words).skip(1).filter_map(name).collect()
    }

    #[test]
    fn every_table_and_view_is_listed() {
        let made = [named("create table "), named("create view ")].concat();
        assert!(made.len() > 10, "{made:?}");
        for name in made {
            let listed = |list: &str| list.contains(&format!("'{name}'"));
            assert!(listed(TABLES) || listed(ONLY_READ), "{name}");
        }
    }
}
