//! Layers: a module may use those below it, never those above (`src/lib.rs`).

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    fs,
    path::Path,
};

/// Each layer with the layers it may use besides itself.
const FLOORS: [(&str, &[&str]); 18] = [
    ("enum_index", &[]),
    ("cards", &["enum_index"]),
    ("hex", &[]),
    ("chance", &["cards", "hex"]),
    ("clock", &[]),
    ("interval", &[]),
    ("spelling", &[]),
    ("games", &["cards", "chance", "enum_index", "hex"]),
    ("players", &["cards", "chance", "games"]),
    ("reading", &["cards", "chance", "enum_index", "games", "hex", "interval", "spelling"]),
    ("narration", &["cards", "games"]),
    ("statistics", &["cards", "chance", "games", "interval", "players", "reading"]),
    ("service", &["cards", "chance", "clock", "enum_index", "games", "hex", "players", "reading", "statistics"]),
    ("storage", &["cards", "chance", "games", "hex", "players", "reading", "service", "statistics"]),
    (
        "http",
        &[
            "cards",
            "chance",
            "clock",
            "enum_index",
            "games",
            "hex",
            "narration",
            "players",
            "reading",
            "service",
            "spelling",
            "statistics",
        ],
    ),
    ("config", &["cards", "games", "players", "service"]),
    ("telemetry", &["config"]),
    (
        "commands",
        &[
            "cards",
            "chance",
            "clock",
            "config",
            "games",
            "hex",
            "http",
            "narration",
            "players",
            "reading",
            "service",
            "spelling",
            "statistics",
            "storage",
            "telemetry",
        ],
    ),
];

/// Crates that only the layers above `service` may use.
const ABOVE_SERVICE: [&str; 3] = ["actix_web", "sqlx", "utoipa_actix_web"];

/// Every source file with its text, except tests, which may use any layer.
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

/// The layers that a source file names after `crate::`, alone or in a list of imports.
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
fn no_layer_uses_one_above_it() {
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
    let low = ["cards", "chance", "clock", "games", "narration", "players", "reading", "service", "statistics"];
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

/// What a source file names.
#[derive(Debug, Default)]
struct Named {
    /// Paths from the crate root.
    paths: HashSet<String>,
    /// Re-exports by name; a re-export alone is not an import.
    handed_on: HashMap<String, String>,
}

/// The tokens of a source text without comments: words, `::`, and single characters.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    for mut rest in text.lines().filter_map(|line| line.split("//").next()) {
        rest = rest.trim_start();
        while let Some(first) = rest.chars().next() {
            let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            let length = if rest.starts_with("::") { 2 } else { word.max(first.len_utf8()) };
            tokens.push(&rest[..length]);
            rest = rest[length..].trim_start();
        }
    }
    tokens
}

/// Parses a tree of imports: each path below `base` with its local name. Returns the index after it.
fn read_tree(tokens: &[&str], mut at: usize, base: &[&str], found: &mut Vec<(Vec<String>, String)>) -> usize {
    let mut path = base.to_vec();
    while at < tokens.len() {
        match tokens[at] {
            "::" => at += 1,
            "{" => {
                at += 1;
                while tokens[at] != "}" {
                    at = if tokens[at] == "," { at + 1 } else { read_tree(tokens, at, &path, found) };
                }
                return at + 1;
            }
            "," | ";" | "}" | "as" => break,
            word => {
                path.push(word);
                at += 1;
            }
        }
    }
    let (renamed, at) = if tokens[at] == "as" { (Some(tokens[at + 1]), at + 2) } else { (None, at) };
    if path.len() > 1 && path.last() == Some(&"self") {
        path.pop();
    }
    let name = renamed.or(path.last().copied()).unwrap_or_default();
    found.push((path.iter().map(|&word| word.to_owned()).collect(), name.to_owned()));
    at
}

/// A path from the crate root, as written in a module; `None` for external paths.
fn from_root(path: &[String], module: &[String], children: &[&str]) -> Option<String> {
    let ups = path.iter().take_while(|word| *word == "super").count();
    let path = match path.first()?.as_str() {
        "crate" => path[1..].to_vec(),
        "self" => [module, &path[1..]].concat(),
        "super" => [&module[..module.len() - ups], &path[ups..]].concat(),
        first if children.contains(&first) => [module, path].concat(),
        _ => return None,
    };
    Some(path.join("::"))
}

/// Tokens that can precede an import; after any other, `use` is a word in a text.
const BEFORE_IMPORTS: [&str; 6] = [";", "{", "}", "]", ")", "pub"];

/// What a module names in its imports and its code.
fn named(text: &str, module: &str) -> Named {
    let module: Vec<_> = module.split("::").map(ToOwned::to_owned).collect();
    let tokens = tokens(text);
    let children: Vec<_> =
        tokens.windows(3).filter(|window| window[0] == "mod" && window[2] == ";").map(|window| window[1]).collect();
    let (mut named, mut words, mut at) = (Named::default(), HashSet::new(), 0);
    while at < tokens.len() {
        let (mut found, public) = (Vec::new(), at > 0 && ["pub", ")"].contains(&tokens[at - 1]));
        if tokens[at] == "use" && (at == 0 || BEFORE_IMPORTS.contains(&tokens[at - 1])) {
            at = read_tree(&tokens, at + 1, &[], &mut found);
        } else {
            let start = at;
            at += 1;
            while at + 1 < tokens.len() && tokens[at] == "::" {
                at += 2;
            }
            let path: Vec<_> =
                tokens[start..at].iter().filter(|token| **token != "::").map(|&word| word.to_owned()).collect();
            words.extend(path.first().cloned());
            let is_visibility = start > 1 && tokens[start - 2..start] == ["(", "in"];
            if path.len() > 1 && !is_visibility {
                found.push((path, String::new()));
            }
        }
        for (path, name) in found {
            match from_root(&path, &module, &children) {
                Some(path) if public && !name.is_empty() => drop(named.handed_on.insert(name, path)),
                Some(path) => drop(named.paths.insert(path)),
                None => {}
            }
        }
    }
    let used = named.handed_on.iter().filter(|(name, _)| words.contains(*name)).map(|(_, path)| path.clone());
    named.paths.extend(used.collect::<Vec<_>>());
    named
}

/// The module that defines what a path names, after following re-exports.
fn module_of(path: &str, modules: &BTreeMap<String, Named>, steps: usize) -> Option<String> {
    let ends = path.match_indices("::").map(|(end, _)| end).chain([path.len()]);
    let end = ends.filter(|end| modules.contains_key(&path[..*end])).last()?;
    let (module, rest) = (&path[..end], path[end..].trim_start_matches("::"));
    let (name, below) = rest.split_once("::").unwrap_or((rest, ""));
    match modules[module].handed_on.get(name) {
        Some(source) if steps > 0 => module_of(&format!("{source}::{below}"), modules, steps - 1),
        _ => Some(module.to_owned()),
    }
}

#[test]
fn no_files_import_each_other_in_a_cycle() {
    let mut files = Vec::new();
    sources(Path::new("src"), &mut files);
    let module = |file: &str| file.trim_end_matches(".rs").trim_end_matches("/mod").replace('/', "::");
    files.retain(|(file, _)| !["lib.rs", "main.rs"].contains(&file.as_str()));
    let modules: BTreeMap<_, _> = files.iter().map(|(file, text)| (module(file), named(text, &module(file)))).collect();
    let mut imports: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (file, _) in &files {
        let targets = modules[&module(file)].paths.iter().filter_map(|path| module_of(path, &modules, 8));
        imports.insert(module(file), targets.filter(|target| *target != module(file)).collect());
    }
    // Files that import nothing, or are not imported, are in no cycle. They are removed until only cycles are left.
    loop {
        let left: HashSet<_> = imports.keys().cloned().collect();
        let imported: HashSet<_> = imports.values().flatten().cloned().collect();
        imports.values_mut().for_each(|targets| targets.retain(|target| left.contains(target)));
        imports.retain(|file, targets| !targets.is_empty() && imported.contains(file));
        if imports.len() == left.len() {
            break;
        }
    }
    // Every remaining file imports another one: following the imports leads to a cycle.
    let mut way: Vec<&String> = Vec::new();
    let mut next = imports.keys().next();
    while let Some(file) = next.filter(|file| !way.contains(file)) {
        way.push(file);
        next = imports[file].first();
    }
    let ring: Vec<_> = way.into_iter().chain(next).skip_while(|file| Some(*file) != next).cloned().collect();
    assert!(imports.is_empty(), "a cycle of imports: {}", ring.join(" -> "));
}

#[test]
fn what_a_file_names_is_found_in_imports_and_in_code() {
    let text = "mod a;\npub use a::{One, Two as Three};\nuse super::{b::{self, c}, d};\n// crate::no\n\
                pub(in crate::no) fn f() -> One { crate::e::g(); a::h() }";
    let named = named(text, "x::y");
    let mut paths: Vec<_> = named.paths.iter().map(String::as_str).collect();
    paths.sort_unstable();
    assert_eq!(paths, ["e::g", "x::b", "x::b::c", "x::d", "x::y::a::One", "x::y::a::h"]);
    assert_eq!(named.handed_on.get("Three").map(String::as_str), Some("x::y::a::Two"));
}

/// Games that only their own files may name; Fortunes has readings as well.
const WITHOUT_READINGS: [&str; 4] = ["foolery", "fortuna", "fortuno", "reversal"];

/// Files outside a game's own that name it: one line registers the ruleset, the others are lists of modules.
const LISTS: [&str; 10] = [
    "commands/play/screens/mod.rs",
    "games/mod.rs",
    "games/ruleset.rs",
    "http/site/board/mod.rs",
    "http/site/learn/mod.rs",
    "http/site/options/mod.rs",
    "http/site/play/mod.rs",
    "narration/mod.rs",
    "players/mod.rs",
    "statistics/mod.rs",
];

/// The name of the share of reversed cards in draws, which is not the game.
const REVERSED_CARDS: &str = "reversals";

/// The lines of code in a file that name a game, in any spelling.
fn lines_naming<'a>(game: &str, text: &'a str) -> Vec<&'a str> {
    let is_name = |token: &&str| token.to_ascii_lowercase().replace(REVERSED_CARDS, "").contains(game);
    let names = |line: &&str| tokens(line).iter().any(is_name);
    text.lines().map(str::trim).filter(names).collect()
}

#[test]
fn a_game_is_named_only_in_its_own_files_and_in_lists() {
    let mut files = Vec::new();
    sources(Path::new("src"), &mut files);
    for game in WITHOUT_READINGS {
        let is_its_own = |file: &str| file.split(['/', '.']).any(|part| part == game);
        let others = files.iter().filter(|(file, _)| !is_its_own(file));
        let mut lists: Vec<_> = others.filter(|(_, text)| !lines_naming(game, text).is_empty()).collect();
        lists.sort();
        assert_eq!(lists.iter().map(|(file, _)| file.as_str()).collect::<Vec<_>>(), LISTS, "{game}");
        for (file, text) in lists {
            let entries = lines_naming(game, text);
            let is_entry = |line: &&str| match file.as_str() {
                "games/ruleset.rs" => line.contains(" = ") && entries.len() == 1,
                _ => line.contains(&format!("mod {game};")) || line.starts_with(&format!("pub use {game}::")),
            };
            assert!(entries.iter().all(is_entry), "{file}: {entries:?}");
        }
    }
}
