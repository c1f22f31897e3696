//! `arcana export`.

use std::{
    fs::{self, File, OpenOptions, Permissions},
    io::{self, BufWriter, ErrorKind, IsTerminal, Write},
    os::unix::fs::{OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
    process::{self, ExitCode},
};

use anyhow::Context;
use indicatif::ProgressBar;

use super::local;
use crate::{
    config::Export,
    http::{
        api::bulk_export::{self, Lines},
        reply::problem::Problem,
    },
    service::{Name, Range, Service, Tag, read_time, store::GameFilter},
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
    let tag = |text: &String| Tag::new(text).map(Tag::into_string).context("--tag");
    Ok(GameFilter {
        ruleset: settings.ruleset.as_deref().map(str::parse).transpose()?,
        players: settings.player.iter().map(name).collect::<Result<_, _>>()?,
        tags: settings.tag.iter().map(tag).collect::<Result<_, _>>()?,
        since: time(&settings.since, "--since")?,
        until: time(&settings.until, "--until")?,
        unlisted: settings.unlisted,
        ..GameFilter::default()
    })
}

/// Mode of new files: read and write for the owner.
const MODE: u32 = 0o600;

/// A file being written. When it is finished, it appears under its name and replaces an older file.
///
/// An unfinished file is removed.
#[derive(Debug)]
pub struct NewFile {
    writer: BufWriter<File>,
    /// The temporary and the final path; `None`: a pipe or a device, which is written in place.
    rename: Option<Rename>,
}

#[derive(Debug)]
struct Rename {
    from: PathBuf,
    to: PathBuf,
    finished: bool,
}

impl NewFile {
    /// Is what is there a pipe or a device, which is written in place?
    fn is_in_place(path: &Path) -> bool {
        fs::metadata(path).is_ok_and(|old| !old.is_file())
    }

    /// Starts to write a file of this name.
    ///
    /// # Errors
    /// The folder is not writable.
    pub fn create(path: &Path) -> io::Result<NewFile> {
        let (to, mode) = match fs::metadata(path) {
            Ok(old) if old.is_dir() => return Err(ErrorKind::IsADirectory.into()),
            Ok(old) if !old.is_file() => {
                let writer = BufWriter::new(OpenOptions::new().write(true).open(path)?);
                return Ok(NewFile { writer, rename: None });
            }
            // A symbolic link keeps pointing to the file.
            Ok(old) => (fs::canonicalize(path)?, old.permissions().mode()),
            Err(error) if error.kind() == ErrorKind::NotFound => (target(path), MODE),
            Err(error) => return Err(error),
        };
        let mut from = to.clone().into_os_string();
        from.push(format!(".{}.partial", process::id()));
        let from = PathBuf::from(from);
        let file = OpenOptions::new().write(true).create_new(true).mode(MODE).open(&from)?;
        file.set_permissions(Permissions::from_mode(mode & 0o777))?;
        Ok(NewFile { writer: BufWriter::new(file), rename: Some(Rename { from, to, finished: false }) })
    }

    /// Puts the file in place once all of it is on disk.
    ///
    /// # Errors
    /// The rest cannot be written. An older file is still in place then.
    pub fn finish(mut self) -> io::Result<()> {
        self.writer.flush()?;
        let Some(rename) = &mut self.rename else { return Ok(()) };
        self.writer.get_ref().sync_all()?;
        fs::rename(&rename.from, &rename.to)?;
        rename.finished = true;
        Ok(())
    }
}

/// Where a symbolic link points to, also if nothing is there yet; the path itself if it is no link.
fn target(path: &Path) -> PathBuf {
    let mut target = path.to_owned();
    while let Ok(next) = fs::read_link(&target) {
        target = target.parent().unwrap_or(Path::new("")).join(next);
    }
    target
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Drop for Rename {
    fn drop(&mut self) {
        if !self.finished {
            // A failure is harmless: a partial file remains, with a temporary name.
            let _ = fs::remove_file(&self.from);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        entries.map(|entry| entry.expect("a file").file_name().into_string().expect("text")).collect()
    }

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).expect("it is there").permissions().mode() & 0o777
    }

    #[test]
    fn a_file_appears_when_finished_and_only_its_owner_can_read_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.ndjson");
        let mut file = NewFile::create(&path).expect("a file");
        file.write_all(b"new").expect("written");
        assert!(!path.exists());
        file.finish().expect("finished");
        assert_eq!(fs::read(&path).expect("it is there"), b"new");
        assert_eq!(mode(&path), 0o600);
        assert_eq!(names(folder.path()), ["games.ndjson"]);
    }

    #[test]
    fn an_older_file_stays_until_it_is_replaced_and_passes_on_its_mode() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.ndjson");
        fs::write(&path, "old").expect("a file");
        fs::set_permissions(&path, Permissions::from_mode(0o640)).expect("a mode");
        let mut unfinished = NewFile::create(&path).expect("a file");
        unfinished.write_all(b"half").expect("written");
        drop(unfinished);
        assert_eq!(fs::read(&path).expect("it is there"), b"old");
        assert_eq!(names(folder.path()), ["games.ndjson"]);
        let mut file = NewFile::create(&path).expect("a file");
        file.write_all(b"new").expect("written");
        file.finish().expect("finished");
        assert_eq!((fs::read(&path).expect("it is there").as_slice(), mode(&path)), (&b"new"[..], 0o640));
    }

    #[test]
    fn a_link_stays_also_if_it_points_to_nothing_yet() {
        let folder = tempfile::tempdir().expect("a folder");
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("games.ndjson", &link).expect("a link");
        let mut file = NewFile::create(&link).expect("a file");
        file.write_all(b"new").expect("written");
        file.finish().expect("finished");
        assert!(link.is_symlink());
        assert_eq!(fs::read(folder.path().join("games.ndjson")).expect("it is there"), b"new");
    }

    #[test]
    fn a_device_is_written_in_place() {
        let mut file = NewFile::create(Path::new("/dev/null")).expect("it opens");
        file.write_all(b"gone").expect("written");
        file.finish().expect("finished");
        assert!(!fs::metadata("/dev/null").expect("it is there").is_file());
        assert!(NewFile::create(Path::new("/")).is_err());
    }
}
