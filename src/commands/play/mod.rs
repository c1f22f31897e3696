//! `arcana play`: bots play a whole game, which is printed, or a person sits down with them.

mod choose;
mod local;
mod printed;
mod screens;
mod set_up;
mod sheet;
mod sitting;
mod table;
mod terminal;
mod words;

use std::process::ExitCode;

use self::{local::Local, set_up::SetUp, terminal::Terminal};
use crate::{
    config::Play,
    games::{Ruleset, with_game},
};

/// Plays a game and prints it, or lets a person play it at the terminal.
pub fn play(settings: &Play) -> anyhow::Result<ExitCode> {
    let ruleset: Ruleset = settings.ruleset.parse()?;
    match settings.seat {
        None => printed::print(settings, ruleset),
        Some(seat) => with_game!(ruleset, G => {
            let mut table = Local::<G>::of(SetUp::of(settings)?, settings, seat)?;
            sitting::sit::<G>(&mut table, &mut Terminal::new()?)
        }),
    }
}
