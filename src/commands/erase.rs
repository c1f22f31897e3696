//! `arcana erase`.

use std::process::ExitCode;

use anyhow::{Context, bail};

use super::{local, output};
use crate::{
    config::Erase,
    service::{
        Erased, Erasure, Name,
        audit::{self, Actor},
        records::OwnerId,
    },
};

/// Erases a player's or owner's data, or only counts it.
pub fn erase(settings: &Erase) -> anyhow::Result<ExitCode> {
    let _log = local::log_audit(settings.audit)?;
    local::run(run(settings))
}

async fn run(settings: &Erase) -> anyhow::Result<ExitCode> {
    let erasure = erasure(settings)?;
    let service = local::existing(&settings.database).await?;
    let code = if settings.yes {
        let outcome = service.erase(&erasure, None).await?;
        audit::erased(Actor::Command, &erasure, outcome.erased);
        output::print(&format!("erased: {}\n", counted(outcome.erased)))?;
        ExitCode::SUCCESS
    } else {
        output::print(&format!("to erase: {}\n", counted(service.erasable(&erasure).await?)))?;
        if settings.dry_run { ExitCode::SUCCESS } else { unconfirmed() }
    };
    service.close().await;
    Ok(code)
}

fn unconfirmed() -> ExitCode {
    eprintln!("Nothing was erased. Use --yes to erase permanently.");
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
fn counted(erased: Erased) -> String {
    let Erased { games, readings, tables, simulations, commitments, idempotency_records } = erased;
    let words = [
        (games, "game", "games"),
        (readings, "reading", "readings"),
        (tables, "table", "tables"),
        (simulations, "simulation", "simulations"),
        (commitments, "commitment", "commitments"),
        (idempotency_records, "idempotency record", "idempotency records"),
    ];
    words.map(|(count, one, many)| format!("{count} {}", if count == 1 { one } else { many })).join(", ")
}
