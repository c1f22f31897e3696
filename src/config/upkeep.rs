//! Settings of the maintenance commands: erase, scrub, reindex and migrate.

use clap::Args;

use super::database::{Audit, Database};

/// Parses an owner's number, as shown by `arcana keys list`. 0 is not an owner.
fn owner(text: &str) -> Result<i64, String> {
    let number = text.parse().ok().filter(|number| (1..1 << 53).contains(number));
    number.ok_or_else(|| format!("expected an owner's number, 1 to {}", (1_i64 << 53) - 1))
}

/// Settings of `erase`.
#[derive(Debug, Args)]
#[command(group(clap::ArgGroup::new("whose").required(true)))]
pub struct Erase {
    /// Erase every game with a player of this exact name with its readings, every table at which somebody of this name
    /// sits, and every reading of a spread for a querent of this name
    #[arg(long, value_name = "NAME", group = "whose")]
    pub name: Option<String>,
    /// Erase every game and reading of this owner, and the owner's tables, simulations, commitments and idempotency
    /// records, but no keys
    #[arg(long, value_name = "NUMBER", value_parser = owner, group = "whose")]
    pub owner: Option<i64>,
    /// Confirm the erasure; without this flag what would be erased is only counted
    #[arg(long)]
    pub yes: bool,
    /// Database of the command
    #[command(flatten)]
    pub database: Database,
    /// Audit events
    #[command(flatten)]
    pub audit: Audit,
}

/// Settings of `scrub`.
#[derive(Debug, Args)]
pub struct Scrub {
    /// Database of the command
    #[command(flatten)]
    pub database: Database,
}

/// Settings of `reindex`.
#[derive(Debug, Args)]
pub struct Reindex {
    /// Database of the command
    #[command(flatten)]
    pub database: Database,
}

/// Settings of `migrate`.
#[derive(Debug, Args)]
pub struct Migration {
    /// Database of the command
    #[command(flatten)]
    pub database: Database,
}
