//! Settings of `simulate`.

use clap::{Args, ValueEnum};

use crate::{games::Ruleset, players::Skill};

/// Settings of `simulate`.
#[derive(Debug, Args)]
pub struct Simulate {
    /// Ruleset to play
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(Ruleset::ALL.map(Ruleset::id)))]
    pub ruleset: String,
    /// Number of games
    #[arg(long, default_value_t = 1000, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub games: u64,
    /// Bots by seat, separated by commas; fewer than players take turns around the table
    #[arg(long, default_value = Skill::ALL[0].id(), value_name = "BOTS", value_delimiter = ',',
        value_parser = clap::builder::PossibleValuesParser::new(Skill::ALL.map(Skill::id)))]
    pub bots: Vec<String>,
    /// Seed; the same seed gives the same figures; random by default
    #[arg(long)]
    pub seed: Option<String>,
    /// Play each deal once for each rotation of the bots over the seats, and compare them on the same cards
    #[arg(long)]
    pub rotate: bool,
    /// Options that differ from the defaults, as a JSON object
    #[arg(long, default_value = "{}", value_name = "JSON")]
    pub options: String,
    /// Number of players; by default as many as bots, where the ruleset allows it, or else that of the ruleset
    #[arg(long, value_name = "COUNT")]
    pub players: Option<usize>,
    /// Number of threads; by default one per core
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Format of the figures; JSON is that of the service
    #[arg(long, default_value = "text", value_name = "FORMAT")]
    pub format: SimulateFormat,
}

/// What figures are printed as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SimulateFormat {
    /// A table for people.
    Text,
    /// As the service has it.
    Json,
}
