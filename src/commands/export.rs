//! `arcana export`.

use std::{
    fs::File,
    io::{self, BufWriter, ErrorKind, Write},
    process::ExitCode,
};

use anyhow::Context;

use super::local;
use crate::{
    config::Export,
    http::lines,
    service::{Extent, Name, read_time, store::GameFilter},
};

/// Writes stored games as lines, as the service streams them.
pub fn export(settings: &Export) -> anyhow::Result<ExitCode> {
    local::run(run(settings))
}

async fn run(settings: &Export) -> anyhow::Result<ExitCode> {
    let filter = filter(settings)?;
    let service = local::service(&settings.database_url, 0).await?;
    let mut export = service.export_games(filter.clone(), Extent { after: None, limit: None }, !settings.no_log);
    let bar = local::progress(None, "{spinner} {human_pos} games written, {per_sec}")?;
    let mut output = output(settings)?;
    while let Some(page) = export.next().await? {
        let count = page.len() as u64;
        let lines = lines::games(page, &filter).map_err(|problem| anyhow::anyhow!("{problem}"))?;
        if !written(output.write_all(&lines))? {
            break;
        }
        bar.inc(count);
    }
    written(output.flush())?;
    bar.finish();
    service.close().await;
    Ok(ExitCode::SUCCESS)
}

/// Is it written? A reader that has gone away is no error.
fn written(result: io::Result<()>) -> anyhow::Result<bool> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(error).context("the games cannot be written"),
        Ok(()) => Ok(true),
    }
}

fn output(settings: &Export) -> anyhow::Result<Box<dyn Write>> {
    let Some(path) = &settings.output else { return Ok(Box::new(io::stdout())) };
    let file = File::create(path).with_context(|| format!("{} cannot be written", path.display()))?;
    Ok(Box::new(BufWriter::new(file)))
}

fn filter(settings: &Export) -> anyhow::Result<GameFilter> {
    let time = |text: &Option<String>, flag| text.as_deref().map(read_time).transpose().context(flag);
    let name = |text: &String| Name::new(text).map(Name::into_string).context("--player");
    Ok(GameFilter {
        ruleset: settings.ruleset.as_deref().map(str::parse).transpose()?,
        players: settings.player.iter().map(name).collect::<Result<_, _>>()?,
        since: time(&settings.since, "--since")?,
        until: time(&settings.until, "--until")?,
        ..GameFilter::default()
    })
}
