//! `arcana export`.

use std::{
    io::{self, ErrorKind, IsTerminal, Write},
    path::Path,
    process::ExitCode,
};

use anyhow::Context;
use indicatif::ProgressBar;

use super::{local, new_file::NewFile};
use crate::{
    config::Export,
    http::{
        api::bulk_export::{self, Lines},
        reply::problem::Problem,
    },
    service::{Name, Range, Service, read_time, store::GameFilter},
};

/// Writes stored games as lines, like the streaming API.
pub fn export(settings: &Export) -> anyhow::Result<ExitCode> {
    local::run(run(settings))
}

async fn run(settings: &Export) -> anyhow::Result<ExitCode> {
    let filter = filter(settings)?;
    let service = local::reader(&settings.database).await?;
    match settings.output.as_deref().filter(|path| path.as_os_str() != "-") {
        None => {
            // At a terminal it would run into the games.
            let bar = if io::stdout().is_terminal() { ProgressBar::hidden() } else { bar()? };
            write_games(settings, &service, filter, bar, &mut io::stdout()).await?;
        }
        Some(path) => {
            // The file is created only once signals are heard, so it is not asked what it is.
            let written = write_file(settings, &service, filter, path);
            let code = match NewFile::is_in_place(path) {
                // Its reader may keep the command waiting, where only the usual end by a signal helps.
                true => written.await.map(|()| None)?,
                false => local::until_signal(written).await?,
            };
            service.close().await;
            return Ok(code.unwrap_or(ExitCode::SUCCESS));
        }
    }
    service.close().await;
    Ok(ExitCode::SUCCESS)
}

/// Writes all games that match to a file. Without its end nothing remains of it.
async fn write_file(settings: &Export, service: &Service, filter: GameFilter, path: &Path) -> anyhow::Result<()> {
    let context = || format!("cannot write {}", path.display());
    let mut file = NewFile::create(path).with_context(context)?;
    write_games(settings, service, filter, bar()?, &mut file).await?;
    file.finish().with_context(context)
}

fn bar() -> anyhow::Result<ProgressBar> {
    local::progress(None, "{spinner} {human_pos} games written, {per_sec}")
}

/// Writes all games that match; ends early if the reader closes the pipe.
async fn write_games(
    settings: &Export,
    service: &Service,
    filter: GameFilter,
    bar: ProgressBar,
    output: &mut impl Write,
) -> anyhow::Result<()> {
    let mut export = service.export_games(filter.clone(), Range { after: None, limit: None }, !settings.no_log);
    while let Some(page) = export.next().await? {
        let count = page.len() as u64;
        let lines = bulk_export::games(page, &filter, None).map_err(into_error)?;
        if !write_lines(lines, output)? {
            break;
        }
        bar.inc(count);
    }
    is_open(output.flush())?;
    bar.finish_and_clear();
    Ok(())
}

/// Writes lines; false if the reader has closed the pipe.
fn write_lines(lines: Lines, output: &mut impl Write) -> anyhow::Result<bool> {
    for piece in lines {
        if !is_open(output.write_all(&piece.map_err(into_error)?))? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn into_error(problem: Problem) -> anyhow::Error {
    anyhow::anyhow!("{problem}")
}

/// True on success; false if the reader has closed the pipe, which is not an error.
fn is_open(result: io::Result<()>) -> anyhow::Result<bool> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(error).context("cannot write the games"),
        Ok(()) => Ok(true),
    }
}

fn filter(settings: &Export) -> anyhow::Result<GameFilter> {
    let time = |text: &Option<String>, flag| text.as_deref().map(read_time).transpose().context(flag);
    let name = |text: &String| Name::new(text).map(Name::into_string).context("--player");
    Ok(GameFilter {
        ruleset: settings.ruleset.as_deref().map(str::parse).transpose()?,
        players: settings.player.iter().map(name).collect::<Result<_, _>>()?,
        since: time(&settings.since, "--since")?,
        until: time(&settings.until, "--until")?,
        unlisted: settings.unlisted,
        ..GameFilter::default()
    })
}
