//! Settings of exports and imports.

use clap::Args;

use super::database::Database;
use crate::{cards::Deck, games::Ruleset};

/// Settings of `export`.
#[derive(Debug, Args)]
pub struct Export {
    /// Database of the command
    #[command(flatten)]
    pub database: Database,
    /// Only games of this ruleset
    #[arg(long, value_parser = clap::builder::PossibleValuesParser::new(Ruleset::ALL.map(Ruleset::id)))]
    pub ruleset: Option<String>,
    /// Only games with a player of this exact name; if repeated, with all of them
    #[arg(long, value_name = "NAME")]
    pub player: Vec<String>,
    /// Only games stored at this time or later, as in `2026-01-02T03:04:05Z`
    #[arg(long, value_name = "TIME")]
    pub since: Option<String>,
    /// Only games stored before this time
    #[arg(long, value_name = "TIME")]
    pub until: Option<String>,
    /// Leave out logs, without which the games cannot be imported
    #[arg(long)]
    pub no_log: bool,
    /// Include unlisted games, which were played for a reading; after an import they are listed
    #[arg(long)]
    pub unlisted: bool,
    /// File to write; standard output by default, and for `-`
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<std::path::PathBuf>,
}

/// Settings of `import`.
#[derive(Debug, Args)]
pub struct Import {
    /// File with a log document, or a line of an export, on each line; `-` for standard input
    pub file: std::path::PathBuf,
    /// Database of the command
    #[command(flatten)]
    pub database: Database,
    /// Owner of the imported games, as shown by `arcana keys list`; 0 is the caller without a key
    #[arg(long, default_value_t = 0, value_name = "NUMBER", value_parser = clap::value_parser!(i64).range(0..1 << 53))]
    pub owner: i64,
    /// Deck whose card names a refusal has: `fortunes`, `waite-smith`, `thoth` or `french`; by default that of the
    /// ruleset
    #[arg(long, value_name = "DECK")]
    pub deck: Option<Deck>,
}
