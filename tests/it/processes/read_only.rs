//! Read-only commands work on a read-only file and do not change it.

use std::{
    fs::{self, Permissions},
    os::unix::fs::PermissionsExt,
    path::Path,
    process::Command,
};

use crate::processes::{
    caller::{ask, client},
    database::{block_on, fresh_sqlite},
    program::{Program, arcana, ended, printed},
};

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).expect("it is ours");
}

/// The program as a user that file modes apply to, unlike root.
fn bound_by_modes(arguments: &[&str]) -> Command {
    let mut command = Command::new("setpriv");
    if printed(Command::new("id").arg("-u")).trim() == "0" {
        command.arg("--bounding-set=-dac_override");
    }
    command.args(["--", env!("CARGO_BIN_EXE_arcana")]).args(arguments);
    command
}

#[test]
fn a_file_on_a_medium_that_is_read_only_is_scrubbed_and_exported_and_stays_as_it_is() {
    block_on(async {
        let database = fresh_sqlite().await;
        let service = Program::serve(database.url());
        for number in 0..4 {
            ask(&client(), &service.address, number).await.expect("an answer");
        }
        service.terminate();
        let file = Path::new(database.url().strip_prefix("sqlite://").expect("a file"));
        let folder = file.parent().expect("a folder");
        set_mode(file, 0o444);
        set_mode(folder, 0o555);
        let before = fs::read(file).expect("it can be read");

        let (status, said) = ended(bound_by_modes(&["scrub", "--database-url", database.url()]));
        let exported =
            bound_by_modes(&["export", "--unlisted", "--database-url", database.url()]).output().expect("it starts");
        let (refused, why) = ended(bound_by_modes(&["--listen", "127.0.0.1:0", "--database-url", database.url()]));
        let mode = fs::metadata(file).expect("it is there").permissions().mode() & 0o777;
        set_mode(folder, 0o755);
        assert_eq!((status, said.as_str()), (Some(0), "4 games, 2 readings and 0 simulations checked, 0 damaged\n"));
        assert_eq!(exported.stdout.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).count(), 4);
        assert!(refused == Some(2) && why.contains("cannot open the database"), "{why}");
        assert_eq!(mode, 0o444, "who cannot open it leaves it alone");
        assert!(fs::read(file).expect("it can be read") == before, "the file was written to");
        assert_eq!(fs::read_dir(folder).expect("a folder").count(), 1);

        // Damage is found there as well.
        set_mode(file, 0o600);
        database.execute("update games set step_count = step_count + 1").await;
        let damaged = arcana(&["scrub", "--database-url", database.url()]);
        assert_eq!(ended(damaged).0, Some(1));
    });
}
