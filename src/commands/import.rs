//! `arcana import`.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read},
    process::ExitCode,
};

use anyhow::{Context, bail};
use futures::{StreamExt, TryStreamExt, stream};
use indicatif::ProgressBar;

use super::{local, output};
use crate::{
    config::Import,
    http::{
        api::bulk_import::{self, Line},
        reply::problem::Problem,
    },
    service::{
        self, ProblemCode, Purpose,
        records::{GameId, OwnerId},
    },
};

/// Maximum length of a line, in bytes.
const MAX_LINE: usize = 64 << 20;

/// Approximate size of a batch of lines that are checked together, in bytes.
const BATCH_BYTES: usize = 4 << 20;

/// Reads the lines of a file in batches.
struct Reader {
    input: Box<dyn BufRead>,
    /// Number of lines read.
    count: usize,
    bar: ProgressBar,
}

/// Summary of the import.
#[derive(Debug, Default)]
struct Sum {
    stored: usize,
    rejected: usize,
}

/// Checks and stores the logs of a file, and prints which lines were rejected.
pub fn import(settings: &Import) -> anyhow::Result<ExitCode> {
    let sum = local::run(run(settings))?;
    output::print(&format!("{} stored, {} rejected\n", sum.stored, sum.rejected))?;
    Ok(if sum.rejected == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn run(settings: &Import) -> anyhow::Result<Sum> {
    let reader = Reader::open(settings)?;
    let service = local::service(&settings.database, settings.step_limit).await?;
    let bar = reader.bar.clone();
    let batches = stream::try_unfold(reader, async |mut reader| {
        let batch = reader.batch().context("cannot read the file")?;
        anyhow::Ok(batch.map(|batch| (batch, reader)))
    });
    let checked =
        batches.map_ok(|batch| async { anyhow::Ok(bulk_import::check(&service, batch, Purpose::Store).await) });
    let mut checked = Box::pin(checked.try_buffered(local::threads()));
    let (mut sum, mut counted) = (Sum::default(), Ok(()));
    while let Some(batch) = checked.next().await.transpose()? {
        let stored = bulk_import::store(&service, OwnerId(settings.owner), batch).await;
        counted = bar.suspend(|| sum.count(stored));
        if counted.is_err() {
            break;
        }
    }
    bar.finish();
    service.close().await;
    counted.map(|()| sum)
}

impl Sum {
    /// Counts the lines of a batch, and prints which were not stored, and why. Errors of the service end the import.
    fn count(&mut self, lines: Vec<Line<GameId>>) -> anyhow::Result<()> {
        let (last, mut failed) = (lines.last().map_or(0, |line| line.number), 0);
        for Line { number, state } in lines {
            match state {
                Ok(_) => self.stored += 1,
                Err(problem) if problem.status() >= 500 => {
                    failed += 1;
                    eprintln!("line {number}: {problem} {}", problem.inner().unwrap_or_default());
                }
                Err(problem) => {
                    self.rejected += 1;
                    eprintln!("line {number}: {}", one_line(&problem));
                }
            }
        }
        let Sum { stored, rejected } = self;
        match failed {
            0 => Ok(()),
            _ => bail!(
                "{stored} stored, {rejected} rejected, and {failed} could not be stored; no line after {last} was tried"
            ),
        }
    }
}

/// A problem on one line: its code, the step or fields, and why.
fn one_line(problem: &Problem) -> String {
    let log = problem.illegal_log();
    let step = log.and_then(|log| log.index).map(|index| format!("step {index}: ")).unwrap_or_default();
    let reason = log.map(|log| format!("{}: ", log.reason.id())).unwrap_or_default();
    let place = |pointer: &Option<String>| pointer.clone().unwrap_or_default();
    let fields: Vec<_> =
        problem.errors().iter().map(|error| format!("{}: {}", place(&error.pointer), error.detail)).collect();
    let detail = if fields.is_empty() { problem.detail().to_owned() } else { fields.join(" ") };
    format!("{}: {step}{reason}{detail}", problem.kind().id)
}

impl Reader {
    fn open(settings: &Import) -> anyhow::Result<Reader> {
        if settings.file.as_os_str() == "-" {
            let bar = local::progress(None, "{spinner} {binary_bytes} read")?;
            return Ok(Reader { input: Box::new(BufReader::new(io::stdin())), count: 0, bar });
        }
        let context = || format!("cannot read {}", settings.file.display());
        let file = File::open(&settings.file).with_context(context)?;
        let length = file.metadata().with_context(context)?.len();
        let bar = local::progress(Some(length), "{wide_bar} {binary_bytes} of {binary_total_bytes}, {eta} left")?;
        Ok(Reader { input: Box::new(BufReader::new(file)), count: 0, bar })
    }

    /// The next batch of lines, without empty ones; `None` at the end.
    fn batch(&mut self) -> io::Result<Option<Vec<Line<service::Import>>>> {
        let (mut batch, mut size) = (Vec::new(), 0);
        while batch.len() < bulk_import::BATCH && size < BATCH_BYTES {
            let Some(line) = self.line()? else { break };
            size += line.len();
            if line.len() > MAX_LINE {
                let detail = format!("A line may have at most {MAX_LINE} bytes.");
                batch.push(Line { number: self.count, state: Err(Problem::new(ProblemCode::TooLarge, detail)) });
            } else if !line.trim_ascii().is_empty() {
                batch.push(bulk_import::read(self.count, line.trim_ascii()));
            }
        }
        self.bar.inc(size as u64);
        Ok((size > 0).then_some(batch))
    }

    /// The next line, truncated above the maximum length.
    fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let limit = MAX_LINE as u64 + 2;
        if self.input.by_ref().take(limit).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        self.count += 1;
        if !line.ends_with(b"\n") && line.len() > MAX_LINE {
            self.input.skip_until(b'\n')?;
        }
        Ok(Some(line))
    }
}
