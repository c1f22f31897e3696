//! The power is cut while the service writes to SQLite: unsynced data is lost, but nothing that was confirmed with 201.

use std::{
    fs,
    path::{Path, PathBuf},
};

use tempfile::TempDir;

use crate::{
    cluster::key,
    ledger::{Ledger, What},
    load::{Caller, Load},
    preload::compiled,
    program::{Program, after},
};

/// A machine whose disk loses unsynced data.
struct Machine {
    place: TempDir,
    library: PathBuf,
}

impl Machine {
    fn new() -> Machine {
        let place = TempDir::new().expect("a temporary folder");
        let library = compiled(&place, "power.c");
        Machine { place, library }
    }

    /// The folder of the database after this number of power cuts.
    fn folder(&self, cuts: usize) -> PathBuf {
        let path = self.place.path().canonicalize().expect("the folder is there").join(format!("disk-{cuts}"));
        fs::create_dir_all(&path).expect("a folder");
        path
    }

    /// Starts the service, with the disk after this number of power cuts.
    fn serve(&self, cuts: usize) -> Program {
        let synced = self.synced(cuts);
        fs::create_dir_all(&synced).expect("a folder");
        let folder = self.folder(cuts);
        seed(&folder, &synced);
        let mut command = after("", &["--database-url", &url(&folder)]);
        command.env("LD_PRELOAD", &self.library).env("SYNCED_OF", &folder).env("SYNCED_TO", &synced);
        Program::start(command)
    }

    fn synced(&self, cuts: usize) -> PathBuf {
        self.place.path().join(format!("synced-{cuts}"))
    }

    /// Makes the disk that the next power cut leaves: the files that the folder had at its last sync, each with its
    /// bytes at its own last sync.
    fn cut(&self, cuts: usize) {
        let (synced, disk) = (self.synced(cuts), self.folder(cuts + 1));
        for line in fs::read_to_string(synced.join("names")).expect("the folder was synced").lines() {
            let (inode, name) = line.split_once(' ').expect("an inode and a name");
            let bytes = fs::read(synced.join(inode)).unwrap_or_default();
            fs::write(disk.join(name), bytes).expect("a file");
        }
    }
}

fn url(folder: &Path) -> String {
    format!("sqlite://{}", folder.join("arcana.db").display())
}

/// Marks everything on the disk as synced when the machine starts.
fn seed(folder: &Path, synced: &Path) {
    use std::os::unix::fs::MetadataExt;
    let mut names = String::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let inode = entry.metadata().expect("a file").ino();
        fs::copy(entry.path(), synced.join(inode.to_string())).expect("a copy");
        names += &format!("{inode} {}\n", entry.file_name().display());
    }
    if !names.is_empty() {
        fs::write(synced.join("names"), names).expect("a file");
    }
}

#[test]
fn confirmed_data_survives_power_cuts() {
    let machine = Machine::new();
    drop(machine.serve(0));
    machine.cut(0);
    // The key is created on the disk after the first cut: its schema is complete.
    let caller_key = key(&url(&machine.folder(1)));
    let mut whole = Ledger::default();
    for cuts in 1..=3 {
        let service = machine.serve(cuts);
        let caller = Caller::new(&service.address, &caller_key);
        let load = Load::start_at(&caller, whole.next());
        load.after(What::Write, 120);
        service.kill();
        let ledger = load.stop();
        eprintln!("drill power cut: {} answered with 201 before the cut", ledger.created.len());
        whole.add(ledger);
        machine.cut(cuts);
    }
    let service = machine.serve(4);
    whole.hold(&Caller::new(&service.address, &caller_key));
}

#[test]
fn unsynced_data_is_lost() {
    // The drill proves nothing if its disk loses nothing.
    let machine = Machine::new();
    let service = machine.serve(0);
    let folder = machine.folder(0);
    fs::write(folder.join("beside"), "never synced").expect("a file");
    machine.cut(0);
    service.kill();
    let left: Vec<_> = fs::read_dir(machine.folder(1)).expect("a folder").collect();
    assert!(left.iter().flatten().all(|entry| entry.file_name() != "beside"));
    assert!(left.iter().flatten().any(|entry| entry.file_name() == "arcana.db"));
}
