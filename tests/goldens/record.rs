//! Compact records: a hash for each set-up and kind.

use std::{
    collections::BTreeMap,
    env, fs,
    io::Write,
    path::{Path, PathBuf},
};

use xxhash_rust::xxh3::Xxh3;

/// Hashes records by set-up and kind.
#[derive(Default)]
pub struct Record {
    hashes: BTreeMap<(String, &'static str), (Xxh3, usize)>,
    /// Folder to which full records are written, if requested.
    dump: Option<PathBuf>,
}

impl Record {
    /// An empty record for this file.
    pub fn new(file: &str) -> Record {
        let dump = env::var_os("GOLDEN_DUMP").map(|folder| Path::new(&folder).join(file));
        if let Some(folder) = &dump {
            fs::create_dir_all(folder).expect("a folder for the dump");
        }
        Record { dump, ..Record::default() }
    }

    /// Adds a record with its description.
    pub fn add(&mut self, setup: &str, kind: &'static str, about: &str, what: impl AsRef<[u8]>) {
        let (hash, count) = self.hashes.entry((setup.to_owned(), kind)).or_default();
        let what = what.as_ref();
        hash.update(what);
        hash.update(&what.len().to_le_bytes());
        *count += 1;
        if let Some(folder) = &self.dump {
            let path = folder.join(format!("{setup}-{kind}"));
            let mut file = fs::File::options().create(true).append(true).open(path).expect("a file of the dump");
            let line = match std::str::from_utf8(what) {
                Ok(text) => format!("{about}: {text}\n"),
                Err(_) => format!("{about}: {what:?}\n"),
            };
            file.write_all(line.as_bytes()).expect("written");
        }
    }

    /// Compares with the stored hashes, or updates them if requested.
    pub fn compare(&self, file: &str) {
        let line = |((setup, kind), (hash, count)): (&(String, &str), &(Xxh3, usize))| {
            format!("{setup} {kind} {count} {:032x}\n", hash.digest128())
        };
        let now: String = self.hashes.iter().map(line).collect();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/goldens").join(format!("{file}.txt"));
        if env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&path, &now).expect("a golden file can be written");
        }
        let before = fs::read_to_string(&path).expect("a golden file");
        let changed: Vec<_> = now.lines().filter(|line| !before.lines().any(|other| other == *line)).collect();
        let gone = before.lines().filter(|line| !now.lines().any(|other| other == *line)).count();
        assert!(
            changed.is_empty() && gone == 0,
            "{file} is not as it was recorded; {} of {} lines differ (main.rs says how to see what):\n{}",
            changed.len().max(gone),
            self.hashes.len(),
            changed.join("\n")
        );
    }
}
