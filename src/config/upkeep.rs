//! Commands of whoever keeps the database: erasing and scrubbing.

use clap::Args;

use super::DatabasePooler;

/// The number of an owner, as `arcana keys list` has it; 0 is nobody's.
fn owner(text: &str) -> Result<i64, String> {
    let number = text.parse().ok().filter(|number| (1..1 << 53).contains(number));
    number.ok_or_else(|| format!("expected an owner's number, 1 to {}", (1_i64 << 53) - 1))
}

/// What to erase for good.
#[derive(Debug, Args)]
#[command(group(clap::ArgGroup::new("whose").required(true)))]
pub struct Erase {
    /// Erase every game with a player of this exact name, with its readings
    #[arg(long, value_name = "NAME", group = "whose")]
    pub name: Option<String>,
    /// Erase every game and reading of this owner, and the owner's commitments and idempotency records; keys stay
    #[arg(long, value_name = "NUMBER", value_parser = owner, group = "whose")]
    pub owner: Option<i64>,
    /// Only count what would be erased
    #[arg(long, conflicts_with = "yes")]
    pub dry_run: bool,
    /// Erase without asking: without this flag nothing is erased
    #[arg(long)]
    pub yes: bool,
    /// Where games are stored: `sqlite://FILE` or `postgres://…`
    #[arg(
        long,
        env = "DATABASE_URL",
        hide_env_values = true,
        default_value = "sqlite://./data/arcana.db",
        value_name = "URL"
    )]
    pub database_url: String,
    /// What stands between arcana and Postgres
    #[arg(long, env = "ARCANA_DATABASE_POOLER", default_value = "none", value_name = "POOLER")]
    pub database_pooler: DatabasePooler,
}

/// Which stored games to look into.
#[derive(Debug, Args)]
pub struct Scrub {
    /// Go on behind this game: where a scrub that was stopped said it had come to
    #[arg(long, value_name = "ID")]
    pub after: Option<uuid::Uuid>,
    /// Look into so many games at most; all of them by default
    #[arg(long, value_name = "COUNT")]
    pub limit: Option<u64>,
    /// Where games are stored: `sqlite://FILE` or `postgres://…`, also a replica
    #[arg(
        long,
        env = "DATABASE_URL",
        hide_env_values = true,
        default_value = "sqlite://./data/arcana.db",
        value_name = "URL"
    )]
    pub database_url: String,
    /// What stands between arcana and Postgres
    #[arg(long, env = "ARCANA_DATABASE_POOLER", default_value = "none", value_name = "POOLER")]
    pub database_pooler: DatabasePooler,
}

/// Which database to bring up to date.
#[derive(Debug, Args)]
pub struct Migration {
    /// Where games are stored: `sqlite://FILE` (made with its folder when there is none) or `postgres://…`
    #[arg(
        long,
        env = "DATABASE_URL",
        hide_env_values = true,
        default_value = "sqlite://./data/arcana.db",
        value_name = "URL"
    )]
    pub database_url: String,
    /// What stands between arcana and Postgres
    #[arg(long, env = "ARCANA_DATABASE_POOLER", default_value = "none", value_name = "POOLER")]
    pub database_pooler: DatabasePooler,
}
