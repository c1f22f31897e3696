//! `arcana import`.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read},
    process::ExitCode,
};

use anyhow::{Context, bail, ensure};
use futures::{StreamExt, TryStreamExt, stream};
use indicatif::ProgressBar;

use super::{local, output};
use crate::{
    cards::Deck,
    config::{Import, STEP_LIMIT},
    games::{fortunes::Sheet, without_mark},
    http::{
        api::bulk_import::{self, ImportLine},
        reply::problem::Problem,
    },
    service::{
        self, ProblemCode, Purpose, ServiceError, Tag,
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
    /// Maximum length of a line, in bytes.
    max_line: usize,
    /// The deck whose card names refusals have.
    deck: Option<Deck>,
    /// Tags of all games, besides those that they have.
    tags: Vec<Tag>,
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
    output::print_done(&format!("{} stored, {} rejected\n", sum.stored, sum.rejected))?;
    Ok(if sum.rejected == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn run(settings: &Import) -> anyhow::Result<Sum> {
    let reader = Reader::open(settings)?;
    let service = local::service(&settings.database, STEP_LIMIT).await?;
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
    bar.finish_and_clear();
    service.close().await;
    counted.map(|()| sum)
}

impl Sum {
    /// Counts the lines of a batch, and prints which were not stored, and why. Errors of the service end the import.
    fn count(&mut self, lines: Vec<ImportLine<GameId>>) -> anyhow::Result<()> {
        let (last, mut failures) = (lines.last().map_or(0, |line| line.number), Vec::new());
        for ImportLine { number, state } in lines {
            match state {
                Ok(_) => self.stored += 1,
                Err(problem) if problem.status() >= 500 => failures.push((number, cause(&problem))),
                Err(problem) => {
                    self.rejected += 1;
                    output::note(&format!("line {number}: {}", one_line(&problem)));
                }
            }
        }
        let same_cause = failures.chunk_by(|(_, cause), (_, next)| cause == next);
        same_cause.for_each(|failures| output::note(&failed(failures)));
        let Sum { stored, rejected } = self;
        match failures.len() {
            0 => Ok(()),
            failed => bail!(
                "{stored} stored, {rejected} rejected, and {failed} could not be stored; no line after {last} was tried"
            ),
        }
    }
}

/// Why the service failed, without its advice to callers.
fn cause(problem: &Problem) -> String {
    problem.inner().map_or_else(|| problem.to_string(), |inner| format!("{}: {inner}", problem.kind().id))
}

/// Lines that failed for the same cause.
fn failed(failures: &[(usize, String)]) -> String {
    match failures {
        [] => String::new(),
        [(number, cause)] => format!("line {number}: {cause}"),
        [(first, cause), .., (last, _)] if last - first < failures.len() => format!("lines {first} to {last}: {cause}"),
        [(first, cause), .., (last, _)] => format!("{} of lines {first} to {last}: {cause}", failures.len()),
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

fn spinner() -> anyhow::Result<ProgressBar> {
    local::progress(None, "{spinner} {binary_bytes} read")
}

impl Reader {
    fn open(settings: &Import) -> anyhow::Result<Reader> {
        let tags = settings.tag.iter().map(|tag| Tag::new(tag)).collect::<Result<_, _>>().context("--tag")?;
        let reader = |input, bar| Reader { input, count: 0, max_line: MAX_LINE, deck: settings.deck, tags, bar };
        if settings.file.as_os_str() == "-" {
            return Ok(reader(Box::new(BufReader::new(io::stdin())), spinner()?));
        }
        let context = || format!("cannot read {}", settings.file.display());
        let file = File::open(&settings.file).with_context(context)?;
        let metadata = file.metadata().with_context(context)?;
        ensure!(!metadata.is_dir(), "{} is a folder", settings.file.display());
        // The length of a pipe or a device is not known.
        let bar = match metadata.is_file() {
            true => {
                local::progress(Some(metadata.len()), "{wide_bar} {binary_bytes} of {binary_total_bytes}, {eta} left")?
            }
            false => spinner()?,
        };
        Ok(reader(Box::new(BufReader::new(file)), bar))
    }

    /// The whole input, if it is a score sheet and nothing of it has been read.
    fn sheet(&mut self) -> io::Result<Option<ImportLine<service::Import>>> {
        if self.count > 0 || !Sheet::is_begun(&String::from_utf8_lossy(self.input.fill_buf()?)) {
            return Ok(None);
        }
        let mut text = String::new();
        self.input.by_ref().take(self.max_line as u64).read_to_string(&mut text)?;
        self.count = text.lines().count();
        let import = service::Import::of_sheet(&text, self.deck)
            .map(|(import, _)| service::Import { tags: self.tags.clone(), ..import });
        Ok(Some(ImportLine { number: 1, state: import.map_err(|errors| ServiceError::from(errors).into()) }))
    }

    /// The next batch of lines, without empty ones; `None` at the end.
    fn batch(&mut self) -> io::Result<Option<Vec<ImportLine<service::Import>>>> {
        if let Some(sheet) = self.sheet()? {
            return Ok(Some(vec![sheet]));
        }
        let (mut batch, mut size) = (Vec::new(), 0);
        while batch.len() < bulk_import::BATCH && size < BATCH_BYTES {
            let Some((line, length)) = self.line()? else { break };
            size += length;
            let line = if self.count == 1 { without_mark(&line) } else { &line };
            match line.trim_ascii() {
                [] => {}
                line if line.len() > self.max_line => {
                    let detail = format!("A line may have at most {} bytes.", self.max_line);
                    batch.push(ImportLine {
                        number: self.count,
                        state: Err(Problem::new(ProblemCode::TooLarge, detail)),
                    });
                }
                line => batch.push(bulk_import::read(self.count, line, self.deck, &self.tags)),
            }
        }
        self.bar.inc(size as u64);
        Ok((size > 0).then_some(batch))
    }

    /// The next line, truncated above the maximum length, and its length in bytes with its ending.
    fn line(&mut self) -> io::Result<Option<(Vec<u8>, usize)>> {
        let mut line = Vec::new();
        // The ending may have two bytes, and a byte order mark has three.
        let limit = self.max_line + 5;
        let mut length = self.input.by_ref().take(limit as u64).read_until(b'\n', &mut line)?;
        if length == 0 {
            return Ok(None);
        }
        self.count += 1;
        if length == limit && !line.ends_with(b"\n") {
            length += self.input.skip_until(b'\n')?;
        }
        Ok(Some((line, length)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of all lines and of those that are too long.
    fn numbers(text: &'static str) -> [Vec<usize>; 2] {
        let bar = ProgressBar::hidden();
        let mut reader =
            Reader { input: Box::new(text.as_bytes()), count: 0, max_line: 4, deck: None, tags: Vec::new(), bar };
        let lines = reader.batch().expect("in memory").expect("a line");
        assert_eq!(reader.bar.position(), text.len() as u64);
        assert!(reader.batch().expect("in memory").is_none());
        let too_long = lines.iter().filter(|line| {
            line.state.as_ref().is_err_and(|problem| problem.detail() == "A line may have at most 4 bytes.")
        });
        [lines.iter().map(|line| line.number).collect(), too_long.map(|line| line.number).collect()]
    }

    #[test]
    fn lines_that_fail_for_one_cause_are_reported_together() {
        let reported = |lines: &[usize]| failed(&lines.iter().map(|line| (*line, "x".to_owned())).collect::<Vec<_>>());
        assert_eq!(reported(&[7]), "line 7: x");
        assert_eq!(reported(&[1, 2, 3]), "lines 1 to 3: x");
        assert_eq!(reported(&[1, 2, 4]), "3 of lines 1 to 4: x");
    }

    #[test]
    fn the_ending_of_a_line_does_not_count() {
        let [all, too_long] = numbers("1234\r\n12345\r\n\n1234\n1234567890\n12345\n1234");
        assert_eq!(all, [1, 2, 4, 5, 6, 7]);
        assert_eq!(too_long, [2, 5, 6]);
    }

    #[test]
    fn a_byte_order_mark_does_not_count_at_the_start() {
        assert_eq!(numbers("\u{feff}1234\r\n\u{feff}12\n1234"), [vec![1, 2, 3], vec![2]]);
        assert_eq!(numbers("\u{feff}\n1234"), [vec![2], vec![]]);
    }
}
