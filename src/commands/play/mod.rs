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
    config::{DAY, Play},
    games::{Ruleset, with_game},
};

/// Plays a game and prints it, or lets a person play it at the terminal.
pub fn play(settings: &Play) -> anyhow::Result<ExitCode> {
    if let Some(link) = &settings.table {
        return remote::join(settings, link, &mut Terminal::new()?);
    }
    if settings.ruleset.as_deref() == Some(DAY) {
        refuse_beside_day(settings)?;
        return remote::play_day(settings, &mut Terminal::new()?);
    }
    if settings.deck.is_some() && settings.seat.is_none() {
        bail!("--deck: only with --seat, --table or the deal of the day");
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

/// The seat, the cards and the bots of a deal of the day are the service's.
fn refuse_beside_day(settings: &Play) -> anyhow::Result<()> {
    let given = [
        ("--seat", settings.seat.is_some()),
        ("--seed", settings.seed.is_some()),
        ("--players", settings.players.is_some()),
        ("--invitation", settings.invitation.is_some()),
        ("--options", settings.options != "{}"),
        ("--log", settings.log),
    ];
    match given.into_iter().find(|(_, given)| *given) {
        Some((flag, _)) => bail!("{flag}: not with the deal of the day, whose seats and cards are the service's"),
        None => Ok(()),
    }
}
