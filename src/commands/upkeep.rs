//! Commands that change what is stored, besides `import`: `arcana erase`, `arcana reindex` and `arcana migrate`.

use std::process::ExitCode;

use anyhow::{Context, bail};

use super::{local, output};
use crate::{
    config::{Database, Erase},
    narration::counted,
    service::{Erased, Erasure, Name, audit::Actor, records::OwnerId},
    storage::{self, Settings},
};

/// Erases a player's or owner's data, or only counts it.
pub fn erase(settings: &Erase) -> anyhow::Result<ExitCode> {
    let _log = local::log_audit(settings.audit)?;
    local::run(erase_or_count(settings))
}

async fn erase_or_count(settings: &Erase) -> anyhow::Result<ExitCode> {
    let erasure = erasure(settings)?;
    // Only what erases may change the database, and with it the schema.
    let service = match settings.yes {
        true => local::existing(&settings.database).await?,
        false => local::reader(&settings.database).await?,
    };
    let code = if settings.yes {
        let outcome = service.erase(Actor::Command, &erasure, None).await?;
        let code = if outcome.purged { ExitCode::SUCCESS } else { unpurged() };
        output::print_done(&format!("erased: {}\n", listed(outcome.erased)))?;
        code
    } else {
        output::print(&format!("to erase: {}\n", listed(service.erasable(&erasure).await?)))?;
        unconfirmed()
    };
    service.close().await;
    Ok(code)
}

fn unpurged() -> ExitCode {
    output::note(
        "It is deleted, but still in the database's files: another program reads from it, such as a backup. \
         Run the command again when it has ended.",
    );
    ExitCode::FAILURE
}

fn unconfirmed() -> ExitCode {
    output::note("Nothing was erased. Use --yes to erase permanently.");
    ExitCode::FAILURE
}

fn erasure(settings: &Erase) -> anyhow::Result<Erasure> {
    match (&settings.name, settings.owner) {
        (Some(name), None) => Ok(Erasure::Name(Name::new(name).context("--name")?.into_string())),
        (None, Some(owner)) => Ok(Erasure::Owner(OwnerId(owner))),
        (Some(_), Some(_)) | (None, None) => bail!("either --name or --owner is required"),
    }
}

/// What was erased, as a sentence.
fn listed(erased: Erased) -> String {
    let Erased { games, readings, tables, simulations, commitments, idempotency_records, day_results, notes, events } =
        erased;
    let words = [
        (games, "game"),
        (readings, "reading"),
        (tables, "table"),
        (simulations, "simulation"),
        (commitments, "commitment"),
        (idempotency_records, "idempotency record"),
        (day_results, "day result"),
        (notes, "note"),
        (events, "event"),
    ];
    words.map(|(count, what)| counted(count, what)).join(", ")
}

/// Rebuilds counters, ratings and leaderboards from the stored games.
pub fn reindex(database: &Database) -> anyhow::Result<ExitCode> {
    local::run(rebuild(database))
}

async fn rebuild(database: &Database) -> anyhow::Result<ExitCode> {
    let service = local::existing(database).await?;
    let total = service.game_count().await?;
    let bar = local::games_progress(total)?;
    let mut reindexing = service.reindex().await?;
    while reindexing.run_batch().await? {
        bar.set_position(reindexing.counted());
    }
    bar.finish_and_clear();
    output::print_done(&format!("reindexed: {} games\n", reindexing.counted()))?;
    service.close().await;
    Ok(ExitCode::SUCCESS)
}

/// Creates the schema in an empty database.
pub fn migrate(database: &Database) -> anyhow::Result<ExitCode> {
    let connections = Settings { pooler: local::storage_pooler(database.pooler), ..Settings::default() };
    let migrated = async {
        storage::migrate(&database.url, &connections).await.with_context(|| local::cannot_open(&database.url))
    };
    let created = local::run(migrated)?;
    output::print_done(if created { "Created the schema.\n" } else { "The schema is up to date.\n" })?;
    Ok(ExitCode::SUCCESS)
}
