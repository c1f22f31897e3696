//! Files that only their owner may read: the database holds names, questions and the seeds of pending commitments.

use std::{
    fs::{self, DirBuilder, OpenOptions, Permissions},
    io::{self, ErrorKind},
    os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
};

/// What the owner may do with a file: read and write.
const FILE_MODE: u32 = 0o600;

/// What the owner may do with a folder.
const FOLDER_MODE: u32 = 0o700;

/// The bits of a mode that everybody on the machine has.
const EVERYBODY: u32 = 0o007;

/// What SQLite appends to a database's name for the files beside it.
const BESIDE: [&str; 3] = ["-wal", "-shm", "-journal"];

/// Makes a folder, and those above it, for the owner alone; one that is there stays as it is.
///
/// # Errors
/// When it cannot be made.
pub(crate) fn create_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(folder)
}

/// Sees to it that a database file and those beside it are not open to everybody on the machine.
///
/// The file is created empty when there is none: SQLite takes that for a new database, and gives the files beside it the
/// mode of the database. A file that everybody may read is closed to all but its owner. One that is open to a group is
/// left alone, since somebody has set it so: a backup program, say, that runs as another user.
pub(crate) fn create_or_tighten(database: &Path) {
    // What goes wrong here, SQLite meets again and reports.
    let _ = OpenOptions::new().write(true).create_new(true).mode(FILE_MODE).open(database);
    for file in std::iter::once(database.to_owned()).chain(BESIDE.map(|suffix| with_suffix(database, suffix))) {
        if let Err(error) = tighten(&file) {
            tracing::warn!(file = %file.display(), %error, "the database is readable by all users of this machine: run chmod 600");
        }
    }
}

fn with_suffix(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

fn tighten(file: &Path) -> io::Result<()> {
    let mode = match fs::metadata(file) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        metadata => metadata?.permissions().mode(),
    };
    if mode & EVERYBODY == 0 {
        return Ok(());
    }
    // A file that its owner has set read-only stays so.
    let private = mode & FILE_MODE;
    fs::set_permissions(file, Permissions::from_mode(private))?;
    let file = file.display();
    tracing::warn!(%file, "the database was readable by all users of this machine: its mode is now {private:04o}");
    Ok(())
}
