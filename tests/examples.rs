//! The readings in `docs/examples/` are current: their games are played and read again, and their spreads drawn.
//!
//! `UPDATE_GOLDEN=1 cargo test --test examples` updates them. Read them before committing.

use std::{env, fs, path::PathBuf};

use arcana::{
    cards::Deck,
    chance::Chance,
    games::{Fortunes, Game, Player},
    players::{Skill, play_out, seat},
    reading::{
        Draw, Heading, KnownSpread, PlayedDeal, QuestionKind, Reading, ReadingChoice, Spread, SpreadChoice, markdown,
        read_spread, spread,
        svg::{Embedding, Faces},
    },
};

/// A reading: its file, the seed of its game or draw, the querent and question, and the deck.
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

/// Readings of spreads, each with its spread.
const SPREADS: [(&str, Example); 6] = [
    (
        "three-card",
        Example {
            file: "who-three-card",
            seed: "example of three",
            querent: "Gro",
            question: "Who will help me with the move?",
            deck: Deck::WaiteSmith,
        },
    ),
    (
        "decision",
        Example {
            file: "choice-decision",
            seed: "example of two ways",
            querent: "Hal",
            question: "Should I take over the bakery or stay at the office?",
            deck: Deck::WaiteSmith,
        },
    ),
    (
        "celtic-cross",
        Example {
            file: "why-celtic-cross",
            seed: "example of ten",
            querent: "Ida",
            question: "Why does my sister not call?",
            deck: Deck::Thoth,
        },
    ),
    (
        "relationship",
        Example {
            file: "what-relationship",
            seed: "example of a bond",
            querent: "Jon",
            question: "What does Ben expect of me?",
            deck: Deck::Fortunes,
        },
    ),
    (
        "week",
        Example {
            file: "spanish-week",
            seed: "example of a week",
            querent: "Ivo",
            question: "¿Qué me espera esta semana en el trabajo?",
            deck: Deck::WaiteSmith,
        },
    ),
    (
        "yes-no",
        Example {
            file: "care-yes-no",
            seed: "example of care",
            querent: "Kim",
            question: "Should I sue my landlord?",
            deck: Deck::WaiteSmith,
        },
    ),
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
    let heading = Heading { partner: Some("Player 3".to_owned()), ..heading(example) };
    (reading.expect("a deal can be read").told_for(example.question, []), heading)
}

fn heading(example: &Example) -> Heading {
    Heading {
        querent: Some(example.querent.to_owned()),
        question: Some(example.question.to_owned()).filter(|question| !question.is_empty()),
        ..Heading::default()
    }
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
fn the_spreads_of_the_folder_are_current() {
    for (id, example) in SPREADS {
        let known = KnownSpread::find(id, None).expect("a spread");
        let cards: Vec<_> = Draw::new(example.seed, "").take(known.places.len()).collect();
        let choice = SpreadChoice {
            deck: example.deck,
            question_kind: QuestionKind::of(example.question),
            ..SpreadChoice::of(Spread::Known(known))
        };
        let reading = read_spread(choice, &cards).expect("a card for each place").told_for(example.question, []);
        compare(&format!("{}.md", example.file), &spread::markdown(&reading, &heading(&example)));
    }
}

#[test]
fn the_picture_of_the_readme_is_current() {
    let (reading, heading) = read(&EXAMPLES[0]);
    compare("love-simple-fortune.svg", &Faces::Drawn.reading(&reading, &heading, Embedding::Standalone));
}
