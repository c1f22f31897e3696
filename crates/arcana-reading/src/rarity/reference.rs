//! The reference run that the program contains.

use std::sync::LazyLock;

use super::{RarityCounts, Share, written::BadTable};

/// The readings of a run of single deals among four bots of one kind, with default options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Version of this table.
    pub version: u32,
    /// Deal *i*, from 0, was played with the seed `{seed}/{i}`.
    pub seed: String,
    /// Number of deals.
    pub deals: u32,
    /// The bots' name and version, as in `bot:adept@1`.
    pub bot: String,
    /// Version of the rules of Fortunes.
    pub rules_version: u32,
    /// The counts of its readings.
    pub counts: RarityCounts,
}

/// Names of the header lines of the table.
const HEAD: [&str; 5] = ["version", "seed", "deals", "bot", "rules"];

static REFERENCE: LazyLock<Reference> =
    LazyLock::new(|| Reference::parse(include_str!("reference.txt")).expect("a test reads the table"));

impl Reference {
    /// The run that readings are compared with.
    pub fn of_program() -> &'static Reference {
        &REFERENCE
    }

    /// Number of readings: four of each deal.
    pub fn readings(&self) -> u32 {
        self.counts.total()
    }

    /// A count as a share of its readings.
    pub fn share(&self, count: u64) -> Share {
        Share::new(count, self.readings())
    }

    /// The seed of a deal's game, from 0.
    pub fn seed_of(&self, deal: u32) -> String {
        format!("{}/{deal}", self.seed)
    }

    /// Parses a table.
    ///
    /// # Errors
    /// The text is not a table.
    pub fn parse(text: &str) -> Result<Reference, BadTable> {
        let bad = || BadTable(text.lines().next().unwrap_or_default().to_owned());
        let mut rest = text;
        let mut values = Vec::new();
        for name in HEAD {
            let (line, below) = rest.split_once('\n').ok_or_else(bad)?;
            values.push(line.strip_prefix(name).and_then(|line| line.strip_prefix(' ')).ok_or_else(bad)?);
            rest = below;
        }
        let number = |place: usize| values[place].parse().map_err(|_| BadTable(values[place].to_owned()));
        Ok(Reference {
            version: number(0)?,
            seed: values[1].to_owned(),
            deals: number(2)?,
            bot: values[3].to_owned(),
            rules_version: number(4)?,
            counts: rest.parse()?,
        })
    }

    /// Formats the table for [`parse`](Reference::parse).
    pub fn text(&self) -> String {
        let values = [
            self.version.to_string(),
            self.seed.clone(),
            self.deals.to_string(),
            self.bot.clone(),
            self.rules_version.to_string(),
        ];
        let head = HEAD.iter().zip(values).map(|(name, value)| format!("{name} {value}\n"));
        head.collect::<String>() + &self.counts.to_string()
    }
}
