//! The readings in `docs/examples/` are current: their games are played and read again.
//!
//! `UPDATE_GOLDEN=1 cargo test --test examples` updates them. Read them before committing.

use std::{env, fs, path::PathBuf};

use arcana::{
    cards::Deck,
    chance::Chance,
    games::{Fortunes, Game, Player},
    players::{Skill, play_out, seat},
    reading::{
        Heading, PlayedDeal, QuestionKind, Reading, ReadingChoice, markdown,
        svg::{Embedding, Faces},
    },
};

/// A reading: its file, the seed of its game, the querent and question, and the deck.
struct Example {
    file: &'static str,
    seed: &'static str,
    querent: &'static str,
    question: &'static str,
    deck: Deck,
}

const EXAMPLES: [Example; 6] = [
    Example {
        file: "love-simple-fortune",
        seed: "example 0",
        querent: "Ada",
        question: "Does she love me as I love her?",
        deck: Deck::Fortunes,
    },
    Example {
        file: "choice-simple-doom",
        seed: "example 6",
        querent: "Bela",
        question: "Shall I take the post in Bergen, or stay with the orchestra?",
        deck: Deck::WaiteSmith,
    },
    Example {
        file: "timing-broad-balance",
        seed: "example 7",
        querent: "Cyd",
        question: "When should I tell my friends that I am moving away?",
        deck: Deck::Fortunes,
    },
    Example {
        file: "work-fate-fortune",
        seed: "example 19",
        querent: "Dag",
        question: "How can I finish my thesis this winter?",
        deck: Deck::Thoth,
    },
    Example {
        file: "yes-no-broad-doom",
        seed: "example 4",
        querent: "Eda",
        question: "Will they let us keep the garden?",
        deck: Deck::WaiteSmith,
    },
    Example { file: "open-fate-fortune", seed: "example 26", querent: "Finn", question: "", deck: Deck::Fortunes },
];

/// Four adepts play the game; the querent is the dealer and reads the last deal.
fn read(example: &Example) -> (Reading, Heading) {
    let mut game = Fortunes::new(4, Default::default()).expect("four play Fortunes");
    let mut bots = seat(&[Skill::Adept; 4], example.seed, "");
    let mut steps = Vec::new();
    play_out(&mut game, &mut bots, &mut Chance::of_table(example.seed, ""), |_, step| steps.push(step));
    let deals = PlayedDeal::all(&steps, game.outcome().expect("the game is over").detail.deals);
    let choice = ReadingChoice {
        deck: example.deck,
        question_kind: QuestionKind::of(example.question),
        ..ReadingChoice::default()
    };
    let reading = deals.last().expect("a deal").read(Player(0), choice, Some((example.seed, "")));
    let heading = Heading {
        querent: Some(example.querent.to_owned()),
        partner: Some("Player 3".to_owned()),
        question: Some(example.question.to_owned()).filter(|question| !question.is_empty()),
        ..Heading::default()
    };
    (reading.expect("a deal can be read").told_for("", []), heading)
}

/// Compares a file of the folder, or writes it anew.
fn compare(file: &str, now: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/examples").join(file);
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, now).expect("a reading can be written");
    }
    let kept = fs::read_to_string(&path).expect("a reading");
    assert!(kept == now, "{file} is another than the program gives:\n{now}");
}

#[test]
fn the_readings_of_the_folder_are_current() {
    for example in EXAMPLES {
        let (reading, heading) = read(&example);
        compare(&format!("{}.md", example.file), &markdown::document(&reading, &heading));
    }
}

#[test]
fn the_picture_of_the_readme_is_current() {
    let (reading, heading) = read(&EXAMPLES[0]);
    compare("love-simple-fortune.svg", &Faces::Drawn.reading(&reading, &heading, Embedding::Standalone));
}
