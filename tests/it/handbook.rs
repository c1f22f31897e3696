//! Examples in the developers' documentation are current: commands with their flags, and a deal to recompute.
//! `scripts/outside-test handbook` makes the calls of the pages, compares the answers that they show, and runs the clients.

use std::{
    fs,
    path::{Path, PathBuf},
};

use arcana::{
    cards::Deck,
    chance::{Chance, client_seed_of_seats, seed_hash},
    config::Cli,
    games::{Fortunes, Game, Player, Viewer},
    hex::unhex,
    narration::Names,
    players::{Skill, play_out, seat},
    scenes::{Scene, SceneView, happened},
};
use clap::CommandFactory;
use serde_json::{Value, json};

const PAGE: &str = include_str!("../../docs/tables.md");

/// The figure in the row with this name.
fn figure(name: &str) -> &'static str {
    let row = PAGE.lines().find_map(|line| line.strip_prefix(&format!("| {name} | `"))).expect("a row of this name");
    row.strip_suffix("` |").expect("a row with one figure")
}

/// Every page of the documentation, with its text.
fn pages() -> Vec<(PathBuf, String)> {
    fn below(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        entries.flat_map(|path| if path.is_dir() { below(&path) } else { vec![path] }).collect()
    }
    let mut pages = below(Path::new("docs"));
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    pages.extend(["README.md", "CONTRIBUTING.md", "SECURITY.md"].map(PathBuf::from));
    pages.into_iter().map(|page| (page.clone(), fs::read_to_string(page).expect("a page"))).collect()
}

/// What stands behind this word on the pages where a command begins: in a span of code, a line, or behind a pipe.
fn commands<'a>(text: &'a str, word: &str) -> Vec<&'a str> {
    let starts = ["`", "\n", "| ", "; ", "do ", "exec arcana ", "sudo -u arcana "];
    let mut found = Vec::new();
    for (at, _) in text.match_indices(word) {
        if starts.iter().any(|start| text[..at].ends_with(start)) {
            let rest = &text[at + word.len()..];
            found.push(&rest[..rest.find(['`', '\n', '#', '|', ';', '>']).unwrap_or(rest.len())]);
        }
    }
    found
}

#[test]
fn every_command_of_the_pages_exists_with_its_flags() {
    let mut program = Cli::command();
    program.build();
    let serve = program.find_subcommand("serve").expect("the default");
    let mut seen = 0;
    for (page, text) in pages() {
        for shown in commands(&text, "arcana ") {
            let words: Vec<_> = shown.split_whitespace().collect();
            let command = words.iter().fold(&program, |command, word| command.find_subcommand(word).unwrap_or(command));
            let has_flag = |flag: &str| {
                let of_default = serve.get_arguments().filter(|_| command.get_name() == "arcana");
                command.get_arguments().chain(of_default).any(|known| known.get_long() == Some(flag))
            };
            let names_command =
                words.first().is_some_and(|word| word.starts_with(|first: char| first.is_ascii_lowercase()));
            assert!(!names_command || command.get_name() != "arcana", "{}: arcana {shown}", page.display());
            assert!(
                words.iter().filter_map(|word| word.strip_prefix("--")).all(has_flag),
                "{}: arcana {shown}",
                page.display()
            );
            seen += 1;
        }
    }
    assert!(seen > 40, "{seen} commands were found");
}

#[test]
fn every_script_example_and_test_of_the_pages_exists() {
    let exists = |folder: &str, name: &str| {
        ["", "crates/arcana-engine", "crates/arcana-reading"].iter().any(|package| {
            let path = Path::new(package).join(folder).join(name);
            path.exists() || path.with_extension("rs").exists()
        })
    };
    for (page, text) in pages() {
        for shown in commands(&text, "scripts/") {
            let name = shown.split([' ', '/']).next().expect("a name");
            assert!(exists("scripts", name), "{}: scripts/{shown}", page.display());
        }
        for shown in commands(&text, "cargo ") {
            for (flag, folder) in [("--example", "examples"), ("--test", "tests"), ("--bench", "benches")] {
                let name = shown.split_whitespace().skip_while(|word| *word != flag).nth(1);
                assert!(name.is_none_or(|name| exists(folder, name)), "{}: cargo {shown}", page.display());
            }
        }
    }
}

#[test]
fn the_program_is_installed_before_its_first_command() {
    let readme = include_str!("../../README.md");
    let installed = readme.find("\ncargo install --path . --locked\n").expect("how to install it");
    assert!(readme.find("\narcana ").expect("a command") > installed);
    assert!(readme.find("`arcana ").expect("a command") > installed);
}

#[test]
fn the_deal_on_the_page_follows_from_its_seeds() {
    let given = [figure("client seed of seat 0"), "", figure("client seed of seat 2"), ""];
    assert_eq!(client_seed_of_seats(given.into_iter()), figure("`client_seed`"));
    assert_eq!(seed_hash(figure("`seed`")), figure("`seed_hash`"));
    let mut chance = Chance::of_table(figure("`seed`"), figure("`client_seed`"));
    let mut game = Fortunes::new(4, Default::default()).expect("four play Fortunes");
    let deal = serde_json::to_value(game.draw(&mut chance)).expect("JSON");
    let shown = |name: &str| figure(name).split(' ').map(Value::from).collect::<Vec<_>>();
    assert_eq!(sorted(&deal["hands"][0]), sorted(&json!(shown("cards of seat 0"))));
    assert_eq!(sorted(&deal["discarded"]), sorted(&json!(shown("set aside"))));
    let mut by_key = Chance::from_key(unhex(figure("key")).expect("a key"));
    let words: Vec<_> = (0..3).map(|_| format!("{:08x}", by_key.word())).collect();
    assert_eq!(words.join(" "), figure("first words"));
}

fn sorted(cards: &Value) -> Vec<&str> {
    let mut cards: Vec<_> = cards.as_array().expect("cards").iter().filter_map(Value::as_str).collect();
    cards.sort_unstable();
    cards
}

#[test]
fn the_table_in_plain_text_is_shown_as_it_is() {
    let names = Names { players: vec!["Ada", "Bel", "Cyd", "Dov"], deck: Deck::Fortunes };
    let start = Fortunes::new(4, Default::default()).expect("four play");
    let (mut game, mut steps, cyd) = (start.clone(), Vec::new(), Player(2));
    let mut bots = seat(&[Skill::Adept; 4], "tell", "");
    play_out(&mut game, &mut bots, &mut Chance::of_table("tell", ""), |game, step| {
        steps.push(step);
        if steps.len() == 6 {
            let (happened, made) = happened(&names, start.clone(), &steps, Viewer::Player(cyd));
            let view = SceneView::played_by(cyd, game, &names, made).after(&steps);
            let text = Scene::of(&view).after(happened).text();
            assert!(PAGE.contains(&format!("\nFortunes, step 6\n{text}POST steps ")), "{text}");
        }
    });
}
