//! `arcana migrate`.

use std::process::ExitCode;

use anyhow::Context;

use super::{local, output};
use crate::{
    config::Migration,
    storage::{self, Settings},
};

/// Creates the schema in an empty database.
pub fn migrate(settings: &Migration) -> anyhow::Result<ExitCode> {
    let database = &settings.database;
    let connections = Settings { pooler: local::storage_pooler(database.pooler), ..Settings::default() };
    let migrated = async {
        storage::migrate(&database.url, &connections).await.with_context(|| local::cannot_open(&database.url))
    };
    let created = local::run(migrated)?;
    output::print_done(if created { "Created the schema.\n" } else { "The schema is up to date.\n" })?;
    Ok(ExitCode::SUCCESS)
}
