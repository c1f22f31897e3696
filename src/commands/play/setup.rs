//! The set-up of a game at the terminal, from the flags.

use anyhow::Context;

use crate::{
    commands::output,
    config::Play,
    games::Game,
    players::{HasBots, Skill},
    service::{ClientSeed, Ids, SeedText, SetupOf, records::Seed},
};

/// A valid set-up with its seeds and bots.
pub struct Setup<G: Game> {
    /// Players and options.
    pub game: SetupOf<G>,
    /// The bot in every seat without a person.
    pub skill: Skill,
    /// The seed; a random one by default.
    pub seed: Seed,
    /// The second part of the seed.
    pub client_seed: String,
}

impl<G: HasBots> Setup<G> {
    /// Parses the flags.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn of(settings: &Play) -> anyhow::Result<Setup<G>> {
        let players = settings.players.unwrap_or(usize::from(G::INFO.players.default));
        let seed = match &settings.seed {
            Some(seed) => Seed::Given(SeedText::new(seed).context("--seed")?.into_string()),
            None => Seed::Made(Ids::default().secret()),
        };
        let options = serde_json::from_str(&settings.options).context("--options is not valid JSON")?;
        let client_seed = ClientSeed::new(&settings.client_seed).context("--client-seed")?.into_string();
        let game = SetupOf::<G>::parse(options, players, None).map_err(|errors| output::refused(&errors))?;
        Ok(Setup { game, skill: settings.bot, seed, client_seed })
    }
}

/// The seeds that reproduce a game, in words.
pub fn seeds_text(seed: &str, client_seed: &str) -> String {
    if client_seed.is_empty() { format!("seed {seed}") } else { format!("seed {seed} and {client_seed}") }
}
