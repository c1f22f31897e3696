//! The reference run that the program carries.

use std::sync::LazyLock;

use super::{FateCounts, Share, written::BadTable};

/// The readings of a run of single deals among four bots of a kind, by the default options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The number of this table: another table of the program has another one.
    pub version: u32,
    /// Deal *i*, from 0, was played from the seed `{seed}/{i}`.
    pub seed: String,
    /// How many deals were played.
    pub deals: u32,
    /// The bots' kind and version, as in `bot:adept@1`.
    pub bot: String,
    /// The version of the rules of Fortunes.
    pub rules_version: u32,
    /// What their readings show.
    pub counts: FateCounts,
}

/// The names of the numbers and texts at the top of the table.
const HEAD: [&str; 5] = ["version", "seed", "deals", "bot", "rules"];

static REFERENCE: LazyLock<Reference> =
    LazyLock::new(|| Reference::parse(include_str!("reference.txt")).expect("a test reads the table"));

impl Reference {
    /// The one that readings are compared with.
    pub fn of_program() -> &'static Reference {
        &REFERENCE
    }

    /// How many readings it has: four of each deal.
    pub fn readings(&self) -> u32 {
        self.counts.total()
    }

    /// So many of its readings.
    pub fn share(&self, count: u64) -> Share {
        Share::new(count, self.readings())
    }

    /// The seed of the game whose deal this is, from 0.
    pub fn seed_of(&self, deal: u32) -> String {
        format!("{}/{deal}", self.seed)
    }

    /// Reads a table.
    ///
    /// # Errors
    /// When it is not one.
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

    /// The table as text, as [`parse`](Reference::parse) reads it.
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
