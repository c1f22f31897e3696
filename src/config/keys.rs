//! Settings of commands that manage API keys.

use clap::{Args, Subcommand};

use super::{
    database::{Audit, Database},
    values,
};
use crate::service::Scope;

/// Settings of `keys`.
#[derive(Debug, Args)]
pub struct Keys {
    /// Database of the command
    #[command(flatten)]
    pub database: Database,
    /// Audit events
    #[command(flatten)]
    pub audit: Audit,
    /// The subcommand.
    #[command(subcommand)]
    pub what: KeysCommand,
}

/// The subcommands of `keys`.
#[derive(Debug, Subcommand)]
pub enum KeysCommand {
    /// Create a key and print it; it is shown only once
    Create(NewKey),
    /// List all keys, newest first
    List,
    /// Revoke a key
    Revoke {
        /// Id of the key
        #[arg(value_parser = values::id)]
        id: uuid::Uuid,
    },
    /// Revoke all keys created before a time, for use after restoring a backup that contains revoked keys
    RevokeAll {
        /// Revoke keys created before this time, as in `2026-01-02T03:04:05Z`
        #[arg(long, value_name = "TIME")]
        before: String,
    },
}

/// Settings of `keys create`.
#[derive(Debug, Args)]
pub struct NewKey {
    /// Name of the key
    #[arg(long)]
    pub name: String,
    /// Scopes of the key: `read`, `write`, `admin`, separated by commas; no scope includes another
    #[arg(long, value_delimiter = ',', default_value = "read,write", value_name = "SCOPES")]
    pub scopes: Vec<Scope>,
    /// Owner of what this key creates, as shown by `arcana keys list`; a new owner by default
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(i64).range(1..1 << 53))]
    pub owner: Option<i64>,
    /// Number of days until the key expires; never by default
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=36_500))]
    pub days: Option<u32>,
}
