//! `arcana migrate`.

use std::process::ExitCode;

use anyhow::Context;

use super::{local, output};
use crate::{
    config::Migration,
    storage::{self, Settings},
};

/// Applies pending schema migrations to a database.
pub fn migrate(settings: &Migration) -> anyhow::Result<ExitCode> {
    let database = &settings.database;
    let connections = Settings { pooler: local::storage_pooler(database.pooler), ..Settings::default() };
    let migrated = async {
        storage::migrate(&database.url, &connections).await.with_context(|| local::cannot_open(&database.url))
    };
    output::print_done(&message(&local::run(migrated)?))?;
    Ok(ExitCode::SUCCESS)
}

/// What is printed when these migrations were applied.
fn message(applied: &[i64]) -> String {
    match applied {
        [] => "The schema is up to date.\n".to_owned(),
        [only] => format!("Applied the migration {only}.\n"),
        [first, .., last] => format!("Applied the migrations {first} to {last}.\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_applied_is_named() {
        assert_eq!(message(&[]), "The schema is up to date.\n");
        assert_eq!(message(&[15]), "Applied the migration 15.\n");
        assert_eq!(message(&[8, 9, 10]), "Applied the migrations 8 to 10.\n");
    }
}
