//! The tables of a copy. What follows from games is not copied: the service counts them again.

use std::sync::LazyLock;

use crate::{
    service::store::{ColumnType, CopiedTable},
    storage::opening::POSTGRES_TEXT,
};

/// What is copied, in an order in which rows come after those that they refer to.
const NAMES: [&str; 23] = [
    "secrets",
    "api_keys",
    "profiles",
    "profile_links",
    "commitments",
    "commitment_chains",
    "idempotency_records",
    "games",
    "game_players",
    "game_tags",
    "analyses",
    "analysis_parts",
    "readings",
    "reading_notes",
    "note_people",
    "tables",
    "table_changes",
    "days",
    "day_results",
    "day_scores",
    "simulations",
    "simulation_chunks",
    "owner_events",
];

/// The tables with their columns, those of the key first. The schema of Postgres says them for SQLite too.
pub(super) static TABLES: LazyLock<Vec<CopiedTable>> = LazyLock::new(|| NAMES.into_iter().map(of_schema).collect());

/// A table by the lines of its columns: `name type …`, and its primary key. What has a position is copied in the order in
/// which it was committed.
fn of_schema(name: &'static str) -> CopiedTable {
    let begin = format!("create table {name} (\n");
    let lines =
        POSTGRES_TEXT.split_once(&begin).and_then(|(_, rest)| rest.split_once("\n)")).expect("a table of the schema").0;
    let (mut key, mut columns) = (Vec::new(), Vec::new());
    for line in lines.lines() {
        let (column, rest) = line.trim().split_once(' ').unwrap_or_default();
        if let Some((_, primary)) = rest.split_once("primary key (") {
            key = primary.split(')').next().into_iter().flat_map(|names| names.split(", ")).collect();
        } else if let Some(kind) = column_type(rest.split([' ', ',']).next().unwrap_or_default()) {
            columns.push((column, kind));
        }
    }
    let in_commit_order = columns.iter().any(|(column, _)| *column == "position");
    if in_commit_order {
        key = vec!["position", "id"];
    }
    columns.sort_by_key(|(column, _)| key.iter().position(|part| part == column).unwrap_or(key.len()));
    CopiedTable { name, columns, key: key.len(), in_commit_order }
}

/// `None` for what is no type: a line that goes on, or a comment.
fn column_type(name: &str) -> Option<ColumnType> {
    Some(match name {
        "boolean" => ColumnType::Bool,
        "smallint" => ColumnType::Small,
        "integer" => ColumnType::Int,
        "bigint" => ColumnType::Big,
        "text" => ColumnType::Text,
        "bytea" => ColumnType::Bytes,
        "uuid" => ColumnType::Uuid,
        "timestamptz" => ColumnType::Time,
        "date" => ColumnType::Date,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use sqlx::{Connection, Executor, Row, SqliteConnection};

    use super::*;
    use crate::storage::opening::SQLITE;

    /// What is not copied: the schema itself, and what is counted of games.
    const DERIVED: &[&str] = &[
        "arcana_schema",
        "standings_lease",
        "standings_progress",
        "player_standings",
        "player_pairs",
        "layout_counts",
        "standings_progress_next",
        "player_standings_next",
        "player_pairs_next",
        "layout_counts_next",
    ];

    #[tokio::test]
    async fn every_table_and_column_of_the_schema_is_copied_or_derived() {
        const COLUMNS: &str = "select tables.name, columns.name from pragma_table_list as tables, \
            pragma_table_info(tables.name) as columns where tables.type = 'table' and tables.name not like 'sqlite_%'";
        let mut connection = SqliteConnection::connect("sqlite::memory:").await.expect("a connection");
        connection.execute(sqlx::raw_sql(SQLITE)).await.expect("a schema");
        let rows = sqlx::query(COLUMNS).fetch_all(&mut connection).await.expect("columns");
        let named: Vec<(String, String)> = rows.iter().map(|row| (row.get(0), row.get(1))).collect();
        let is_copied = |(table, _): &&(String, String)| !DERIVED.contains(&table.as_str());
        let stored: BTreeSet<_> = named.iter().filter(is_copied).map(|(table, column)| (&**table, &**column)).collect();
        let of = |table: &'static CopiedTable| table.columns.iter().map(|(column, _)| (table.name, *column));
        assert_eq!(stored, TABLES.iter().flat_map(of).collect());
        let first = |name| TABLES.iter().find(|table| table.name == name).map(|table| &table.columns[..table.key]);
        let key = [("simulation_id", ColumnType::Uuid), ("number", ColumnType::Int)];
        assert_eq!(first("simulation_chunks"), Some(&key[..]));
        assert_eq!(first("games"), Some(&[("position", ColumnType::Big), ("id", ColumnType::Uuid)][..]));
        assert!(named.len() > stored.len() && stored.len() > 150, "{}", stored.len());
    }
}
