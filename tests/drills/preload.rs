//! Small libraries in C that change what the system does for a program.

use std::{path::PathBuf, process::Command};

use tempfile::TempDir;

use crate::program::printed;

/// Compiles a file of this folder; returns the library for `LD_PRELOAD`.
pub fn compiled(place: &TempDir, source: &str) -> PathBuf {
    let library = place.path().join(source).with_extension("so");
    let mut compiler = Command::new("cc");
    compiler.args(["-std=gnu11", "-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o"]).arg(&library);
    compiler.arg(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/drills").join(source)).arg("-ldl");
    printed(&mut compiler);
    library
}
