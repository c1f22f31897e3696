//! The schema, step by step: what lies in the folder `migrations`, as sqlx wants it.
//!
//! The macro of sqlx that would read the folder brings both drivers along a second time, compiled for the compiler's use.

use std::borrow::Cow;

use sqlx::{
    SqlStr,
    migrate::{Migration, MigrationType, Migrator},
};

use super::open_error::OpenError;

/// A step: its number, what it is about, its statements.
type Step = (i64, &'static str, &'static str);

/// The steps in a folder of `migrations`. What a release has brought is never changed.
macro_rules! steps {
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
        ]
    };
}

const POSTGRES: &[Step] = steps!("postgres");

const SQLITE: &[Step] = steps!("sqlite");

/// The statement that returns the steps of a schema.
pub(super) const APPLIED: &str = "select version from _sqlx_migrations where success order by version";

/// Is a schema that has these steps the one that this release works with?
pub(super) fn check(applied: &[i64]) -> Result<(), OpenError> {
    let known = || POSTGRES.iter().map(|(version, ..)| *version);
    if let Some(newer) = applied.iter().find(|version| known().all(|known| known != **version)) {
        return Err(OpenError::NewerSchema(*newer));
    }
    match known().find(|version| !applied.contains(version)) {
        Some(missing) => Err(OpenError::OlderSchema(missing)),
        None => Ok(()),
    }
}

/// What brings a Postgres database up to date.
pub(super) fn of_postgres() -> Migrator {
    migrator(POSTGRES)
}

/// What brings a SQLite database up to date.
pub(super) fn of_sqlite() -> Migrator {
    migrator(SQLITE)
}

fn migrator(steps: &'static [Step]) -> Migrator {
    let migrations = steps.iter().map(|(version, about, sql)| {
        Migration::new(*version, Cow::Borrowed(about), MigrationType::Simple, SqlStr::from_static(sql), false)
    });
    Migrator::with_migrations(migrations.collect())
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs};

    use super::*;

    #[test]
    fn every_file_of_the_folder_is_a_step() {
        for (folder, steps) in [("postgres", POSTGRES), ("sqlite", SQLITE)] {
            let path = format!("{}/migrations/{folder}", env!("CARGO_MANIFEST_DIR"));
            let files = fs::read_dir(path).expect("the folder is there");
            let files: BTreeSet<String> =
                files.map(|file| file.expect("a file").file_name().into_string().expect("text")).collect();
            let named: BTreeSet<String> =
                steps.iter().map(|(version, about, _)| format!("{version:04}_{about}.sql")).collect();
            assert_eq!(named, files);
        }
    }
}
