//! Private files: the database contains names, questions and the seeds of pending commitments.

use std::{
    fs::{self, DirBuilder, OpenOptions, Permissions},
    io::{self, ErrorKind},
    os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
};

/// Mode of files: read and write for the owner.
const FILE_MODE: u32 = 0o600;

/// Mode of folders.
const FOLDER_MODE: u32 = 0o700;

/// The bits of a mode for other users.
const OTHERS: u32 = 0o007;

/// Suffixes of the files that SQLite keeps next to a database.
const SIDE_SUFFIXES: [&str; 3] = ["-wal", "-shm", "-journal"];

/// Creates a folder and its parents for the owner only; existing ones are unchanged.
///
/// # Errors
/// It cannot be created.
pub(crate) fn create_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(folder)
}

/// Creates a missing file, empty: SQLite treats it as a new database, and gives the files next to it the same mode.
pub(crate) fn create(database: &Path) {
    // If this fails, SQLite fails too and reports it.
    let _ = OpenOptions::new().write(true).create_new(true).mode(FILE_MODE).open(database);
}

/// Ensures that a database file and the files next to it are not accessible to all users. Not for a file of which it is
/// not yet known that it is this service's database: other programs may need it.
///
/// A file that all users can read is restricted to its owner. One that is open to a group is left alone, since that
/// must be intended, for example for a backup program of another user.
pub(crate) fn tighten_all(database: &Path) {
    for file in std::iter::once(database.to_owned()).chain(SIDE_SUFFIXES.map(|suffix| with_suffix(database, suffix))) {
        match tighten(&file) {
            Ok(()) => (),
            // For the mode only the owner is asked, so it is somebody else: usually a backup was restored as root.
            Err(error) if error.kind() == ErrorKind::PermissionDenied => {
                tracing::warn!(file = %file.display(), %error, "the database is readable by all users of this machine and belongs to another one: run chown and chmod 600");
            }
            Err(error) => {
                tracing::warn!(file = %file.display(), %error, "the database is readable by all users of this machine: run chmod 600");
            }
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
    if mode & OTHERS == 0 {
        return Ok(());
    }
    // A read-only file stays read-only.
    let private = mode & FILE_MODE;
    fs::set_permissions(file, Permissions::from_mode(private))?;
    let file = file.display();
    tracing::warn!(%file, "the database was readable by all users of this machine: its mode is now {private:04o}");
    Ok(())
}
