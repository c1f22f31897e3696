//! `arcana play`: bots play a whole game, which is printed, or a person plays with them, locally or at a service.

mod choose;
mod host;
mod leaving;
mod local;
mod page;
mod printed;
mod remote;
mod setup;
mod sitting;
mod terminal;
mod wrap;

use std::process::ExitCode;

use anyhow::{Context, bail};

use self::{local::Local, setup::Setup, terminal::Terminal};
use crate::{
    config::Play,
    games::{Ruleset, with_game},
};

/// Plays a game and prints it, or lets a person play it at the terminal.
pub fn play(settings: &Play) -> anyhow::Result<ExitCode> {
    if let Some(link) = &settings.table {
        return remote::join(settings, link, &mut Terminal::new()?);
    }
    // `requires` of clap does not see these beside a ruleset. The other flags for tables may come from the environment.
    if settings.invitation.is_some() {
        bail!("--invitation: only with --table");
    }
    let ruleset: Ruleset = settings.ruleset.as_deref().context("which game?")?.parse()?;
    match settings.seat {
        None => printed::print(settings, ruleset),
        Some(seat) => with_game!(ruleset, G => {
            let mut host = Local::<G>::of(ruleset, Setup::of(settings)?, settings, seat)?;
            sitting::sit(&mut host, &mut Terminal::new()?, settings.deck)
        }),
    }
}
