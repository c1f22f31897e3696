//! Schema migrations: the scripts of the folder `migrations`.
//!
//! sqlx has a macro for this, but it compiles both drivers a second time, for use at compile time.

use std::borrow::Cow;

use sqlx::{
    SqlStr,
    migrate::{Migration, MigrationType, Migrator},
};

use super::open_error::OpenError;

/// A migration script: its version, description and SQL.
type Script = (i64, &'static str, &'static str);

/// The scripts of a subfolder of `migrations`. Released scripts never change.
macro_rules! scripts {
    ($folder:literal) => {
        &[
            (1, "games", include_str!(concat!("../../migrations/", $folder, "/0001_games.sql"))),
            (2, "keys", include_str!(concat!("../../migrations/", $folder, "/0002_keys.sql"))),
            (3, "positions", include_str!(concat!("../../migrations/", $folder, "/0003_positions.sql"))),
            (4, "access", include_str!(concat!("../../migrations/", $folder, "/0004_access.sql"))),
            (5, "commitment_chain", include_str!(concat!("../../migrations/", $folder, "/0005_commitment_chain.sql"))),
            (6, "tables", include_str!(concat!("../../migrations/", $folder, "/0006_tables.sql"))),
            (7, "question_kinds", include_str!(concat!("../../migrations/", $folder, "/0007_question_kinds.sql"))),
            (8, "spread_readings", include_str!(concat!("../../migrations/", $folder, "/0008_spread_readings.sql"))),
            (9, "simulations", include_str!(concat!("../../migrations/", $folder, "/0009_simulations.sql"))),
            (10, "projection", include_str!(concat!("../../migrations/", $folder, "/0010_projection.sql"))),
            (11, "games_by_played", include_str!(concat!("../../migrations/", $folder, "/0011_games_by_played.sql"))),
            (12, "names_in_rows", include_str!(concat!("../../migrations/", $folder, "/0012_names_in_rows.sql"))),
            (13, "rating_courses", include_str!(concat!("../../migrations/", $folder, "/0013_rating_courses.sql"))),
            (14, "full_indexes", include_str!(concat!("../../migrations/", $folder, "/0014_full_indexes.sql"))),
            (15, "tables_by_game", include_str!(concat!("../../migrations/", $folder, "/0015_tables_by_game.sql"))),
            (16, "ratings_again", include_str!(concat!("../../migrations/", $folder, "/0016_ratings_again.sql"))),
            (17, "ranks", include_str!(concat!("../../migrations/", $folder, "/0017_ranks.sql"))),
        ]
    };
}

const POSTGRES: &[Script] = scripts!("postgres");

const SQLITE: &[Script] = scripts!("sqlite");

/// Creates what all migrations of SQLite create.
pub(super) const SQLITE_SCHEMA: SqlStr = SqlStr::from_static(include_str!("../../migrations/sqlite_schema.sql"));

/// Selects the versions of the migrations that were applied.
pub(super) const APPLIED: &str = "select version from _sqlx_migrations where success order by version";

/// Checks that a schema with these migrations is the one that this release requires.
///
/// # Errors
/// `NewerSchema`, `OlderSchema`.
pub(super) fn check(applied: &[i64]) -> Result<(), OpenError> {
    refuse_newer(applied)?;
    match pending(applied).first() {
        Some(missing) => Err(OpenError::OlderSchema(*missing)),
        None => Ok(()),
    }
}

/// Checks that no newer release has applied one of these migrations. The highest is reported: the version of the schema.
///
/// # Errors
/// `NewerSchema`.
pub(super) fn refuse_newer(applied: &[i64]) -> Result<(), OpenError> {
    match applied.iter().filter(|version| known().all(|known| known != **version)).max() {
        Some(newer) => Err(OpenError::NewerSchema(*newer)),
        None => Ok(()),
    }
}

/// The versions that a schema with these migrations lacks.
pub(super) fn pending(applied: &[i64]) -> Vec<i64> {
    known().filter(|version| !applied.contains(version)).collect()
}

fn known() -> impl Iterator<Item = i64> {
    POSTGRES.iter().map(|(version, ..)| *version)
}

/// The migrations of Postgres.
pub(super) fn of_postgres() -> Migrator {
    migrator(POSTGRES)
}

/// The migrations of SQLite.
pub(super) fn of_sqlite() -> Migrator {
    migrator(SQLITE)
}

fn migrator(scripts: &'static [Script]) -> Migrator {
    let migrations = scripts.iter().map(|(version, description, sql)| {
        Migration::new(*version, Cow::Borrowed(description), MigrationType::Simple, SqlStr::from_static(sql), false)
    });
    Migrator::with_migrations(migrations.collect())
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs};

    use super::*;

    #[test]
    fn every_file_in_the_folders_is_listed() {
        for (folder, scripts) in [("postgres", POSTGRES), ("sqlite", SQLITE)] {
            let path = format!("{}/migrations/{folder}", env!("CARGO_MANIFEST_DIR"));
            let files = fs::read_dir(path).expect("the folder is there");
            let files: BTreeSet<String> =
                files.map(|file| file.expect("a file").file_name().into_string().expect("text")).collect();
            let listed: BTreeSet<String> =
                scripts.iter().map(|(version, description, _)| format!("{version:04}_{description}.sql")).collect();
            assert_eq!(listed, files);
        }
    }
}
