//! What `scripts/release` packs.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;

use super::run::out;

/// The target of the archive. What is packed for it is not run.
const TARGET: &str = "aarch64-unknown-linux-gnu";

/// The name of the archive, and of the folder in it.
fn name() -> String {
    format!("arcana-{}-{TARGET}", env!("CARGO_PKG_VERSION"))
}

/// Packs this file as the program, into a folder.
fn pack(program: &Path, target: &str, folder: &Path) -> Output {
    let mut release = Command::new("scripts/release");
    release.arg("--program").args([program, Path::new(target)]).env("RELEASE_FOLDER", folder);
    release.env("SOURCE_DATE_EPOCH", "1700000000").current_dir(env!("CARGO_MANIFEST_DIR"));
    release.output().expect("the script starts")
}

/// Something in place of a program, of this version.
fn program(folder: &Path, version: &str) -> PathBuf {
    let file = folder.join(version);
    fs::write(&file, format!("#!/bin/sh\necho arcana {version}\n")).expect("a file");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o700)).expect("a mode");
    file
}

#[test]
fn an_archive_has_the_program_its_parts_and_all_licences() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = program(folder.path(), env!("CARGO_PKG_VERSION"));
    let packed = pack(&program, TARGET, folder.path());
    assert!(packed.status.success(), "{packed:?}");
    let archive = folder.path().join(format!("{}.tar.gz", name()));
    let sum = fs::read_to_string(archive.with_extension("gz.sha256")).expect("a check sum");
    assert_eq!(sum, out(&packed));
    let unpacked = Command::new("tar").arg("-xzvf").arg(&archive).arg("-C").arg(folder.path()).output().expect("tar");
    let inside = [
        "",
        "CHANGELOG.md",
        "LICENCES-OF-CRATES.txt",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "README.md",
        "arcana",
        "arcana.cdx.json",
    ];
    assert_eq!(out(&unpacked).lines().collect::<Vec<_>>(), inside.map(|file| format!("{}/{file}", name())));
    let read = |file: &str| fs::read_to_string(folder.path().join(name()).join(file)).expect("a text");
    assert_eq!(read("arcana"), fs::read_to_string(&program).expect("a text"));
    let mode = fs::metadata(folder.path().join(name()).join("arcana")).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o755);
    let (parts, licences): (Value, _) =
        (serde_json::from_str(&read("arcana.cdx.json")).expect("JSON"), read("LICENCES-OF-CRATES.txt"));
    let parts = parts["components"].as_array().expect("components").iter().filter(|part| part["type"] == "library");
    let mut count = 0;
    for part in parts {
        let (name, version) = (part["name"].as_str().expect("a name"), part["version"].as_str().unwrap_or_default());
        let line = if part["purl"].is_string() { format!("\n{name} {version}: ") } else { format!("\n{name}, in ") };
        assert!(licences.contains(&line), "{line}");
        count += 1;
    }
    assert!(count > 200, "{count}");
    for text in ["Apache License", "SIL OPEN FONT LICENSE", "Permission is hereby granted, free of charge"] {
        assert!(licences.contains(text), "{text}");
    }
}

#[test]
fn the_same_program_gives_the_same_archive_and_another_version_none() {
    let folders = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let (program, other) = (program(folders[0].path(), env!("CARGO_PKG_VERSION")), program(folders[0].path(), "9.9.9"));
    let [first, second] = folders.each_ref().map(|folder| {
        pack(&program, TARGET, folder.path());
        fs::read(folder.path().join(format!("{}.tar.gz", name()))).expect("an archive")
    });
    assert!(first == second, "they differ");
    let host = out(&Command::new("rustc").arg("-vV").output().expect("rustc"));
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let refused = pack(&other, host, folders[0].path());
    assert!(
        !refused.status.success() && String::from_utf8_lossy(&refused.stderr).contains("is not arcana"),
        "{refused:?}"
    );
}
