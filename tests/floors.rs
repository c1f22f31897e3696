//! The house has floors: a floor uses what lies below it, never above (`src/lib.rs`).

use std::{fs, path::Path};

/// Each floor with the floors it may use besides itself.
const FLOORS: [(&str, &[&str]); 12] = [
    ("cards", &[]),
    ("chance", &["cards"]),
    ("clock", &[]),
    ("games", &["cards", "chance"]),
    ("players", &["cards", "chance", "games"]),
    ("reading", &["cards", "chance", "games"]),
    ("service", &["cards", "chance", "clock", "games", "players", "reading"]),
    ("storage", &["cards", "chance", "games", "players", "reading", "service"]),
    ("http", &["cards", "chance", "clock", "games", "players", "reading", "service"]),
    ("config", &["games", "players", "service"]),
    ("telemetry", &["config"]),
    (
        "commands",
        &["cards", "clock", "config", "games", "http", "players", "reading", "service", "storage", "telemetry"],
    ),
];

/// The crates that only the floors above `service` know.
const ABOVE_SERVICE: [&str; 3] = ["actix_web", "sqlx", "utoipa_actix_web"];

/// Every source file with its text; tests may use any floor and are left out.
fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.file_stem().is_some_and(|stem| stem == "tests") {
            continue;
        }
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).expect("a source file");
            let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned();
            found.push((path.strip_prefix("src").expect("below src").display().to_string(), text));
        }
    }
}

/// The floors that a source file names after `crate::`, alone or in a list of imports.
fn used(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for place in text.split("crate::").skip(1) {
        let Some(list) = place.strip_prefix('{') else {
            names.push(place.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default().to_owned());
            continue;
        };
        let (mut depth, mut name) = (0, String::new());
        for c in list.chars() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' | ':' if depth == 0 => names.push(std::mem::take(&mut name)),
                c if depth == 0 && (c.is_alphanumeric() || c == '_') => name.push(c),
                _ => {}
            }
        }
        names.push(name);
    }
    names
}

fn floor_of(file: &str) -> &str {
    file.split(['/', '.']).next().unwrap_or(file)
}

#[test]
fn no_floor_uses_one_above_it() {
    let mut files = Vec::new();
    sources(Path::new("src"), &mut files);
    assert!(files.len() > 50, "the source is not here");
    for (file, text) in files.iter().filter(|(file, _)| !["lib.rs", "main.rs"].contains(&file.as_str())) {
        let floor = floor_of(file);
        let (_, below) =
            FLOORS.iter().find(|(name, _)| *name == floor).unwrap_or_else(|| panic!("{file}: which floor?"));
        let names = used(text);
        let others = names.iter().filter(|name| FLOORS.iter().any(|(floor, _)| floor == name) && *name != floor);
        for other in others {
            assert!(below.contains(&other.as_str()), "{file} uses {other}");
        }
    }
}

#[test]
fn nothing_up_to_the_service_knows_the_web_or_a_database() {
    let mut files = Vec::new();
    sources(Path::new("src"), &mut files);
    let low = ["cards", "chance", "clock", "games", "players", "reading", "service"];
    for (file, text) in files.iter().filter(|(file, _)| low.contains(&floor_of(file))) {
        for name in ABOVE_SERVICE {
            assert!(!text.contains(&format!("{name}::")), "{file} uses {name}");
        }
    }
}

#[test]
fn imports_are_found_alone_and_in_lists() {
    let text = "use crate::{\n    cards::{Card, Deck},\n    games::Game,\n};\nfn f() { crate::service::g() }";
    let mut names = used(text);
    names.retain(|name| !name.is_empty() && name.starts_with(|c: char| c.is_lowercase()));
    assert_eq!(names, ["cards", "games", "service"]);
}
