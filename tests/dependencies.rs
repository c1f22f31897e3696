//! Dependencies: every licence is allowed, and every direct dependency is explained.

use std::{collections::BTreeMap, process::Command};

use serde_json::Value;

/// The allowed licences, by SPDX id.
const ALLOWED: [&str; 10] = [
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Zlib",
];

/// The output of `cargo metadata` for this platform.
fn metadata() -> Value {
    let told = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).output().expect("the program starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let rustc = told("rustc", &["-vV"]);
    let host = rustc.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let asked = ["metadata", "--locked", "--format-version", "1", "--filter-platform", host];
    serde_json::from_str(&told(env!("CARGO"), &asked)).expect("JSON")
}

fn packages(metadata: &Value) -> &[Value] {
    metadata["packages"].as_array().expect("packages")
}

/// Whether an expression allows a choice of only allowed licences. `/` is an old form of `OR`.
fn may_be(expression: &str) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut place = 0;
    either(&words, &mut place) && place == words.len()
}

fn either(words: &[&str], place: &mut usize) -> bool {
    let mut fits = both(words, place);
    while words.get(*place) == Some(&"OR") {
        *place += 1;
        // The rest is always parsed.
        fits |= both(words, place);
    }
    fits
}

fn both(words: &[&str], place: &mut usize) -> bool {
    let mut fits = one(words, place);
    while words.get(*place) == Some(&"AND") {
        *place += 1;
        fits &= one(words, place);
    }
    fits
}

fn one(words: &[&str], place: &mut usize) -> bool {
    let word = words.get(*place).copied().unwrap_or_default();
    *place += 1;
    if word == "(" {
        let fits = either(words, place);
        *place += 1;
        return fits;
    }
    // An exception only adds permissions.
    if words.get(*place) == Some(&"WITH") {
        *place += 2;
    }
    ALLOWED.contains(&word)
}

/// The crates in the tables of `docs/dependencies.md`: features and licence.
fn explained() -> BTreeMap<String, (String, String)> {
    let rows = include_str!("../docs/dependencies.md").lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let [_, name, features, licence, why, _] = row.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("{row}: not four columns")
        };
        assert!(why.ends_with('.'), "{row}: no sentence says why");
        (name.trim_matches('`').to_owned(), (features.to_owned(), licence.to_owned()))
    })
    .collect()
}

/// A dependency's features, formatted as in the tables.
fn features(dependency: &Value) -> String {
    let named = dependency["features"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let defaults = (dependency["uses_default_features"] == true).then_some("defaults");
    let all: Vec<&str> = defaults.into_iter().chain(named).collect();
    if all.is_empty() { "none".to_owned() } else { all.join(", ") }
}

#[test]
fn every_licence_is_allowed() {
    let metadata = metadata();
    let wrong = packages(&metadata).iter().filter(|package| !may_be(package["license"].as_str().unwrap_or_default()));
    let wrong: Vec<_> = wrong.map(|package| format!("{}: {}", package["name"], package["license"])).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_dependency_is_explained_with_its_features() {
    let metadata = metadata();
    let licence = |name: &str| {
        let of_it = |package: &&Value| package["name"] == name;
        packages(&metadata).iter().find(of_it).and_then(|package| package["license"].as_str()).unwrap_or_default()
    };
    let own = packages(&metadata).iter().find(|package| package["name"] == "arcana").expect("the package");
    // Tests may use more features of a dependency; those of the program are explained.
    let (of_tests, of_program): (Vec<_>, Vec<_>) = own["dependencies"]
        .as_array()
        .expect("dependencies")
        .iter()
        .partition(|dependency| dependency["kind"] == "dev");
    let there: BTreeMap<_, _> = of_tests
        .into_iter()
        .chain(of_program)
        .map(|dependency| {
            let name = dependency["name"].as_str().expect("a name");
            (name.to_owned(), (features(dependency), licence(name).to_owned()))
        })
        .collect();
    assert_eq!(explained(), there, "docs/dependencies.md is to say what Cargo.toml says");
}

#[test]
fn an_expression_is_allowed_if_an_allowed_licence_can_be_chosen() {
    for good in ["MIT", "MIT/Apache-2.0", "GPL-3.0-only OR MIT", "(MIT OR GPL-2.0-only) AND Unicode-3.0"] {
        assert!(may_be(good), "{good}");
    }
    assert!(may_be("Apache-2.0 WITH LLVM-exception"));
    for bad in ["", "GPL-3.0-or-later", "MIT AND GPL-3.0-only", "LGPL-2.1 OR AGPL-3.0", "MIT MIT", "(MIT"] {
        assert!(!may_be(bad), "{bad}");
    }
}
