//! `arcana erase`.

use std::process::ExitCode;

use anyhow::{Context, bail};

use super::{local, output};
use crate::{
    config::Erase,
    narration::counted,
    service::{Erased, Erasure, Name, audit::Actor, records::OwnerId},
};

/// Erases a player's or owner's data, or only counts it.
pub fn erase(settings: &Erase) -> anyhow::Result<ExitCode> {
    let _log = local::log_audit(settings.audit)?;
    local::run(run(settings))
}

async fn run(settings: &Erase) -> anyhow::Result<ExitCode> {
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
    let Erased { games, readings, tables, simulations, commitments, idempotency_records } = erased;
    let words = [
        (games, "game"),
        (readings, "reading"),
        (tables, "table"),
        (simulations, "simulation"),
        (commitments, "commitment"),
        (idempotency_records, "idempotency record"),
    ];
    words.map(|(count, what)| counted(count, what)).join(", ")
}
