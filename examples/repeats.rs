//! Measures how much of a reading its reader has read before: `cargo run --release --example repeats -- adept`
//!
//! Sixty people request ten readings each, with one kind of question per person, of games among bots of one skill. It
//! counts the sentences about positions, about empty positions and of summaries that occur verbatim in an earlier
//! reading of the same person.

use std::{collections::HashSet, env, process::ExitCode};

use arcana::{
    chance::Chance,
    games::{Fortunes, Game, Player},
    players::{Skill, play_out, seat},
    reading::{QuestionKind, Reading, ReadingChoice, Tricks, Variants, read_with},
};

const PEOPLE: usize = 60;
const READINGS: usize = 10;

fn main() -> ExitCode {
    let skill = match env::args().nth(1).as_deref() {
        None | Some("adept") => Skill::Adept,
        Some("random") => Skill::Random,
        Some(_) => {
            eprintln!("repeats [adept|random]");
            return ExitCode::FAILURE;
        }
    };
    let tricks: Vec<Vec<Tricks>> =
        (0..PEOPLE).map(|person| (0..READINGS).map(|n| won(skill, person, n)).collect()).collect();
    let mut counted = [Share::default(); READINGS];
    let (mut again, mut repeated) = (Share::default(), Vec::new());
    for (person, all) in tricks.iter().enumerate() {
        let (mut known, mut every) = (HashSet::new(), Vec::new());
        for (number, tricks) in all.iter().enumerate() {
            let said = sentences(&told(tricks, person, number));
            counted[number].all += said.len();
            counted[number].known += said.iter().filter(|sentence| known.contains(*sentence)).count();
            repeated.extend(said.iter().filter(|sentence| known.contains(*sentence)).cloned());
            known.extend(said.iter().cloned());
            every.extend(said);
        }
        again.all += every.len();
        again.known += most(every).iter().filter(|(_, times)| *times > 1).map(|(_, times)| times).sum::<usize>();
    }
    let all = Share::sum(&counted);
    println!("{} bots, {PEOPLE} people, {READINGS} readings each:", skill.id());
    println!("  {:<34}{all}", "known from an earlier one");
    println!("  {:<34}{again}", "said more than once in the ten");
    for (number, name) in [(1, "second against the first"), (4, "fifth against four"), (9, "tenth against nine")] {
        println!("  {name:<34}{}", counted[number]);
    }
    println!("  most often:");
    for (sentence, times) in most(repeated).into_iter().take(12) {
        println!("  {times:>5} {sentence}");
    }
    ExitCode::SUCCESS
}

/// The share of sentences that a person knows.
#[derive(Clone, Copy, Default)]
struct Share {
    known: usize,
    all: usize,
}

impl Share {
    fn sum(shares: &[Share]) -> Share {
        let sum = |count: fn(&Share) -> usize| shares.iter().map(count).sum();
        Share { known: sum(|share| share.known), all: sum(|share| share.all) }
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let share = 100.0 * self.known as f64 / self.all.max(1) as f64;
        write!(f, "{share:4.1} % of {} sentences", self.all)
    }
}

fn seed(person: usize, number: usize) -> String {
    format!("repeats {person} {number}")
}

/// The tricks of a game among bots of this skill, with the person in the dealer's seat.
fn won(skill: Skill, person: usize, number: usize) -> Tricks {
    let seed = seed(person, number);
    let mut game = Fortunes::new(4, Default::default()).expect("four play Fortunes");
    play_out(&mut game, &mut seat(&[skill; 4], &seed, ""), &mut Chance::of_table(&seed, ""), |_, _| ());
    let outcome = game.outcome().expect("the game is over");
    Tricks::of_deal(outcome.detail.deals.last().expect("a deal"), Player(0))
}

fn told(tricks: &Tricks, person: usize, number: usize) -> Reading {
    let question_kind = QuestionKind::ALL[person % QuestionKind::ALL.len()];
    let variants = Variants::of_game(&seed(person, number), "", 1, Player(0));
    let choice = ReadingChoice { question_kind, ..ReadingChoice::default() };
    read_with(tricks, choice, variants).expect("a deal can be read").told_for("", [])
}

/// All sentences of a reading, except introductions of zones.
fn sentences(reading: &Reading) -> Vec<String> {
    let places = reading.places().map(|place| place.text.as_str());
    let empties = reading.zones.iter().filter_map(|zone| zone.empty.as_deref());
    let texts = places.chain(empties).chain([reading.summary.text.as_str()]);
    texts.flat_map(parted).collect()
}

/// A text split into sentences.
fn parted(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for word in text.split(' ') {
        let part = parts.last_mut().expect("there is one");
        *part = format!("{part} {word}").trim().to_owned();
        if word.ends_with(['.', '?', '!']) {
            parts.push(String::new());
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// The sentences by frequency, most frequent first.
fn most(mut sentences: Vec<String>) -> Vec<(String, usize)> {
    sentences.sort_unstable();
    let mut counted: Vec<(String, usize)> =
        sentences.chunk_by(|one, other| one == other).map(|alike| (alike[0].clone(), alike.len())).collect();
    counted.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
    counted
}
