//! `arcana scrub`.

use std::process::ExitCode;

use futures::{StreamExt, stream};
use indicatif::ProgressBar;

use super::{local, output};
use crate::{
    config::Database,
    games::Ruleset,
    narration::{counted, joined},
    service::{
        Damage, DamagedRow, Scrubbed, Service, ServiceError,
        records::{GameId, ReadingId, SimulationId},
    },
};

/// Number of ids per database query.
const PAGE: u32 = 500;

/// How far a scrub came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    /// Everything was checked.
    All,
    /// It was interrupted.
    Interrupt,
    /// An error ended it.
    Error,
}

/// Progress of a scrub.
#[derive(Debug, Default)]
struct Sum {
    games: u64,
    readings: u64,
    simulations: u64,
    damaged: u64,
}

/// Checks every stored game and prints the damage.
pub fn scrub(database: &Database) -> anyhow::Result<ExitCode> {
    local::run(run(database))
}

async fn run(database: &Database) -> anyhow::Result<ExitCode> {
    let service = local::reader(database).await?;
    let bar = local::games_progress(service.game_count().await?)?;
    let mut sum = Sum::default();
    let ended = tokio::select! {
        ended = walk(&service, &bar, &mut sum) => ended,
        signal = tokio::signal::ctrl_c() => signal.map(|()| Extent::Interrupt).map_err(Into::into),
    };
    bar.finish_and_clear();
    service.close().await;
    sum.report(*ended.as_ref().unwrap_or(&Extent::Error));
    Ok(match (ended?, sum.damaged) {
        (Extent::Interrupt, _) => ExitCode::from(local::INTERRUPTED),
        (Extent::All | Extent::Error, 0) => ExitCode::SUCCESS,
        (Extent::All | Extent::Error, _) => ExitCode::FAILURE,
    })
}

/// Checks the games, then the readings without a game, then the simulations, then the standings.
async fn walk(service: &Service, bar: &ProgressBar, sum: &mut Sum) -> anyhow::Result<Extent> {
    let page = async |last: Option<GameId>| service.game_ids(last, PAGE).await;
    check_each(
        page,
        |id| service.scrub(id),
        |scrubbed| {
            bar.suspend(|| print_damage(&scrubbed.damages))?;
            sum.games += 1;
            sum.add(&scrubbed);
            bar.inc(1);
            Ok(())
        },
    )
    .await?;
    walk_spreads(service, bar, sum).await?;
    walk_simulations(service, bar, sum).await?;
    for ruleset in Ruleset::ALL {
        let damages = service.scrub_standings(ruleset).await?;
        bar.suspend(|| print_damage(&damages))?;
        sum.damaged += damages.len() as u64;
    }
    Ok(Extent::All)
}

/// Checks the readings of spreads, which belong to no game.
async fn walk_spreads(service: &Service, bar: &ProgressBar, sum: &mut Sum) -> anyhow::Result<()> {
    let page = async |last: Option<ReadingId>| service.spread_ids(last, PAGE).await;
    check_each(
        page,
        |id| service.scrub_spread(id),
        |scrubbed| {
            bar.suspend(|| print_damage(&scrubbed.damages))?;
            sum.add(&scrubbed);
            Ok(())
        },
    )
    .await
}

/// Checks the simulations.
async fn walk_simulations(service: &Service, bar: &ProgressBar, sum: &mut Sum) -> anyhow::Result<()> {
    let page = async |last: Option<SimulationId>| service.simulation_ids(last, PAGE).await;
    check_each(
        page,
        |id| service.scrub_simulation(id),
        |damage| {
            bar.suspend(|| print_damage(damage.as_slice()))?;
            sum.simulations += 1;
            sum.damaged += u64::from(damage.is_some());
            Ok(())
        },
    )
    .await
}

/// Checks the records that are listed page by page, concurrently and in the order of their ids.
async fn check_each<Id: Copy, Found, Check: Future<Output = Result<Found, ServiceError>>>(
    page: impl AsyncFn(Option<Id>) -> Result<Vec<Id>, ServiceError>,
    check: impl Fn(Id) -> Check,
    mut found: impl FnMut(Found) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut last = None;
    loop {
        let ids = page(last).await?;
        let Some(end) = ids.last() else { return Ok(()) };
        last = Some(*end);
        let mut checks = stream::iter(ids.into_iter().map(&check)).buffered(2 * local::threads());
        while let Some(checked) = checks.next().await {
            found(checked?)?;
        }
    }
}

/// Prints damage, one record per line.
fn print_damage(damages: &[Damage]) -> anyhow::Result<()> {
    for Damage { place, why } in damages {
        let (kind, id) = match place {
            DamagedRow::Game(id) => ("game", id.to_string()),
            DamagedRow::Reading(id) => ("reading", id.to_string()),
            DamagedRow::Simulation(id) => ("simulation", id.to_string()),
            DamagedRow::Standings(ruleset) => ("standings of", ruleset.id().to_owned()),
        };
        output::print(&format!("{kind} {id}: {why}\n"))?;
    }
    Ok(())
}

impl Sum {
    fn add(&mut self, scrubbed: &Scrubbed) {
        self.readings += scrubbed.readings;
        self.damaged += scrubbed.damages.len() as u64;
    }

    /// Prints a summary to standard error, and what was not checked.
    fn report(&self, extent: Extent) {
        let Sum { games, readings, simulations, damaged, .. } = self;
        let checked = [("game", games), ("reading", readings), ("simulation", simulations)];
        let checked = checked.map(|(what, number)| counted(*number, what));
        output::note(&format!("{} checked, {damaged} damaged", joined(&checked)));
        let how = match extent {
            Extent::All => return,
            Extent::Interrupt => "was interrupted",
            Extent::Error => "was ended by an error",
        };
        output::note(&format!("The scrub {how}: not everything was checked."));
    }
}
