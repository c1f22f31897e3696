//! Settings of `play` and `simulate`: games at the command line.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::{
    cards::Deck,
    games::Ruleset,
    players::{Effort, Skill},
};

/// What is played instead of a ruleset: the deal of the day.
pub const DAY: &str = "day";

/// Reads a bot, as in `adept` or `sage:6`.
fn bot(label: &str) -> Result<Skill, String> {
    let known = || {
        format!("bots are {}; sage may have an effort from 1 to 10, as in sage:6", Skill::ALL.map(Skill::id).join(", "))
    };
    Skill::from_label(label).ok_or_else(known)
}

/// Settings of `play`.
#[derive(Debug, Args)]
#[command(group(clap::ArgGroup::new("person").args(["seat", "table"]).multiple(true)))]
pub struct Play {
    /// Ruleset to play, or `day`: the deal of the day of a running service
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(
            Ruleset::ALL.into_iter().map(Ruleset::id).chain([DAY])),
        required_unless_present = "table", conflicts_with = "table")]
    pub ruleset: Option<String>,
    /// Seed; the same seed gives the same game; random by default
    #[arg(long)]
    pub seed: Option<String>,
    /// Second part of the seed
    #[arg(long, default_value = "")]
    pub client_seed: String,
    /// Options that differ from the defaults, as a JSON object
    #[arg(long, default_value = "{}", value_name = "JSON")]
    pub options: String,
    /// Number of players; by default that of the ruleset
    #[arg(long, value_name = "COUNT")]
    pub players: Option<usize>,
    /// Bot in every seat that no person has: `adept`, `easy`, `random`, or `sage` with its effort, as in `sage:6`
    #[arg(long, default_value = Skill::ALL[0].id(), value_parser = bot)]
    pub bot: Skill,
    /// Print the log document instead, which can be verified and imported
    #[arg(long, conflicts_with = "seat")]
    pub log: bool,
    /// Play in this seat yourself, at the terminal; seats are numbered from 0
    #[arg(long, value_name = "SEAT")]
    pub seat: Option<u8>,
    /// Play at a table of a running service: its URL, or the link of an invitation
    #[arg(long, value_name = "URL", conflicts_with_all = ["log", "players", "open_hands", "seed", "options", "bot"])]
    pub table: Option<String>,
    /// Invitation to the seat, if it is not in the link
    #[arg(long, value_name = "INVITATION")]
    pub invitation: Option<String>,
    /// Base URL of the service whose deal of the day is played
    #[arg(long, env = "ARCANA_ADDRESS", default_value = "http://127.0.0.1:8080", value_name = "URL")]
    pub address: String,
    /// API key, for a service that requires one, and that of a profile for the deal of the day; it is not sent with an
    /// invitation, which needs none
    #[arg(long, env = "ARCANA_KEY", hide_env_values = true, value_name = "KEY")]
    pub key: Option<String>,
    /// Token of the seat, to come back to it
    #[arg(long, env = "ARCANA_SEAT_TOKEN", hide_env_values = true, value_name = "TOKEN")]
    pub token: Option<String>,
    /// Deck whose names the cards have: `fortunes`, `waite-smith`, `thoth` or `french`; by default that of the ruleset
    #[arg(long, value_name = "DECK")]
    pub deck: Option<Deck>,
    /// Your name
    #[arg(long, requires = "person", value_name = "NAME")]
    pub name: Option<String>,
    /// Question for the reading of your tricks, in Fortunes
    #[arg(long, requires = "person", value_name = "TEXT")]
    pub question: Option<String>,
    /// Never show the hands of other players until the game is over: the default
    #[arg(long, requires = "person", conflicts_with = "open_hands")]
    pub hands_hidden: bool,
    /// Show all hands, for learning a game
    #[arg(long, requires = "seat")]
    pub open_hands: bool,
}

/// Settings of `simulate`.
#[derive(Debug, Args)]
pub struct Simulate {
    /// Ruleset to play
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(Ruleset::ALL.map(Ruleset::id)))]
    pub ruleset: String,
    /// Number of games
    #[arg(long, default_value_t = 1000, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub games: u64,
    /// Bots by seat, separated by commas; fewer than players take turns around the table. `sage:6` is sage with effort 6
    #[arg(long, default_value = Skill::ALL[0].id(), value_name = "BOTS", value_delimiter = ',', value_parser = bot)]
    pub bots: Vec<Skill>,
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

/// Settings of `analyse`.
#[derive(Debug, Args)]
pub struct Analyse {
    /// File with a log document; `-` for standard input
    pub file: PathBuf,
    /// Only this player; players are numbered from 0
    #[arg(long, value_name = "PLAYER")]
    pub player: Option<u8>,
    /// How long the search thinks, from 1 to 10
    #[arg(long, default_value = "4", value_name = "EFFORT", value_parser = effort)]
    pub effort: Effort,
    /// Format of the analysis
    #[arg(long, default_value = "text", value_name = "FORMAT")]
    pub format: AnalyseFormat,
}

/// What an analysis is printed as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AnalyseFormat {
    /// A table for people.
    Text,
    /// For programs.
    Json,
}

/// Settings of `ladder`.
#[derive(Debug, Args)]
pub struct Ladder {
    /// Ruleset to play
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(Ruleset::ALL.map(Ruleset::id)))]
    pub ruleset: String,
    /// Number of deals of each pair, each played with the seats changed
    #[arg(long, default_value_t = 200, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub deals: u64,
    /// Each bot alone among adepts, in every seat in turn (in Fortunes as a team), instead of every pair with half of the seats each
    #[arg(long)]
    pub alone: bool,
    /// Efforts of sage, separated by commas
    #[arg(long, default_value = "1,4,10", value_name = "EFFORTS", value_delimiter = ',', value_parser = effort)]
    pub efforts: Vec<Effort>,
    /// Seed; the same seed gives the same figures; random by default
    #[arg(long)]
    pub seed: Option<String>,
    /// Number of threads; by default one per core
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Format of the figures
    #[arg(long, default_value = "markdown", value_name = "FORMAT")]
    pub format: LadderFormat,
}

/// What a ladder is printed as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LadderFormat {
    /// A table.
    Markdown,
    /// For programs.
    Json,
}

/// Reads an effort.
fn effort(text: &str) -> Result<Effort, String> {
    text.parse().ok().and_then(Effort::new).ok_or_else(|| "expected a whole number from 1 to 10".to_owned())
}

/// What figures are printed as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SimulateFormat {
    /// A table for people.
    Text,
    /// As the service has it.
    Json,
    /// Each game on a line, instead of figures.
    Ndjson,
}
