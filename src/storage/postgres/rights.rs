//! The rights of the service's role on the tables, which another role may have created.

use sqlx::{AssertSqlSafe, Executor, PgConnection, Row};

use crate::storage::open_error::OpenError;

/// The tables that are read and written. Only a partitioned database has the last one (docs/operation/growth.md).
const TABLES: &str = "'games', 'game_players', 'readings', 'commitments', 'commitment_chains', 'api_keys', \
    'idempotency_records', 'position_offset', 'secrets', 'tables', 'simulations', 'simulation_chunks', 'projections', \
    'player_standings', 'player_pairs', 'layout_counts', 'external_ids'";

/// The view and the table that are only read; the table is that of a partitioned database.
const ONLY_READ: &str = "'named_games', 'games_past'";

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
    use std::fs;

    use super::*;

    /// The names behind these words in the migrations.
    fn named(words: &str) -> Vec<String> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations/postgres");
        let scripts =
            fs::read_dir(folder).expect("a folder").map(|file| fs::read_to_string(file.expect("a file").path()));
        let name = |rest: &str| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().map(ToOwned::to_owned);
        let named = |script: String| script.split(words).skip(1).filter_map(name).collect::<Vec<_>>();
        scripts.flat_map(|script| named(script.expect("text"))).collect()
    }

    #[test]
    fn every_table_and_view_is_listed() {
        let dropped = named("drop table ");
        let made = [named("create table "), named("create view ")].concat();
        assert!(made.len() > 10, "{made:?}");
        for name in made.iter().filter(|name| !dropped.contains(name)) {
            let listed = |list: &str| list.contains(&format!("'{name}'"));
            assert!(listed(TABLES) || listed(ONLY_READ), "{name}");
        }
    }
}
