//! Measures how much of a reading its reader has read before: `cargo run --release -p arcana-reading --example repeats -- adept`
//!
//! - `adept` and `random`: sixty people request ten readings each, with one kind of question per person, of games among
//!   bots of one skill. It counts the sentences about positions, about empty positions and of summaries that occur verbatim
//!   in an earlier reading of the same person, and the sentences of summaries that are in most readings of a kind.
//! - `spreads`: the same sentences of summaries in 600 draws of each spread for each kind of question.
//! - `days`: how many of the phrases that cards stand for a person knows who reads three cards a day for twenty days.

use std::{
    collections::{BTreeMap, HashSet},
    env,
    process::ExitCode,
};

use arcana_engine::{
    chance::Chance,
    games::{Fortunes, Game, Player},
    players::{Skill, play_out, seat},
};
use arcana_reading::{
    Draw, KnownSpread, Language, QuestionKind, Reading, ReadingChoice, Spread, SpreadChoice, SpreadReading, Tricks,
    Variants, read_spread, read_with, texts::texts,
};

const PEOPLE: usize = 60;
const READINGS: usize = 10;
/// Readings of each spread for each kind of question.
const DRAWS: usize = 600;
const DAYS: usize = 20;

fn main() -> ExitCode {
    let skill = match env::args().nth(1).as_deref() {
        None | Some("adept") => Skill::Adept,
        Some("random") => Skill::Random,
        Some("spreads") => return spreads(),
        Some("days") => return days(),
        Some(_) => {
            eprintln!("repeats [adept|random|spreads|days]");
            return ExitCode::FAILURE;
        }
    };
    games(skill);
    ExitCode::SUCCESS
}

fn games(skill: Skill) {
    let tricks: Vec<Vec<Tricks>> =
        (0..PEOPLE).map(|person| (0..READINGS).map(|n| won(skill, person, n)).collect()).collect();
    let mut counted = [Share::default(); READINGS];
    let (mut again, mut repeated) = (Share::default(), Vec::new());
    let mut summaries = BTreeMap::<_, Vec<_>>::new();
    for (person, all) in tricks.iter().enumerate() {
        let (mut known, mut every) = (HashSet::new(), Vec::new());
        for (number, tricks) in all.iter().enumerate() {
            let reading = told(tricks, person, number);
            summaries.entry(reading.question_kind.id()).or_default().push(reading.summary.text.clone());
            let said = sentences(&reading);
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
    let most_often =
        summaries.iter().map(|(kind, texts)| (commonest(texts), *kind)).max_by_key(|((times, _), _)| *times);
    if let Some(((times, sentence), kind)) = most_often {
        println!("  in most summaries of a kind: {times} of {} of {kind}: {sentence}", summaries[kind].len());
    }
}

/// The sentence that is in most of these texts, with their number.
fn commonest(texts: &[String]) -> (usize, String) {
    let each = texts.iter().flat_map(|text| parted(text).into_iter().collect::<HashSet<_>>()).collect();
    most(each).into_iter().next().map(|(sentence, times)| (times, sentence)).unwrap_or_default()
}

fn read_three(seed: &str, spread: &'static KnownSpread, kind: QuestionKind) -> SpreadReading {
    let cards: Vec<_> = Draw::new(seed, "").take(spread.places.len()).collect();
    let choice = SpreadChoice { question_kind: kind, ..SpreadChoice::of(Spread::Known(spread)) };
    read_spread(choice, &cards).expect("a card for each place").told_for("", [])
}

fn spreads() -> ExitCode {
    for spread in KnownSpread::all() {
        let name = format!("{} {}", spread.id, spread.frame.as_deref().unwrap_or_default());
        let texts = |kind| {
            let draw = |number| read_three(&format!("repeats {number}"), spread, kind).summary.text;
            (0..DRAWS).map(draw).collect::<Vec<_>>()
        };
        let kinds = QuestionKind::ALL.map(|kind| (commonest(&texts(kind)), kind));
        if let Some(((times, sentence), kind)) = kinds.into_iter().max() {
            println!("{name:<40}{:4.1} of 100 of {kind}: {sentence}", times as f64 * 100.0 / DRAWS as f64);
        }
    }
    ExitCode::SUCCESS
}

fn days() -> ExitCode {
    let three = KnownSpread::find("three-card", None).expect("a spread");
    let (mut all, mut last) = (Share::default(), Share::default());
    for person in 0..PEOPLE {
        let mut known = HashSet::new();
        for day in 0..DAYS {
            let reading = read_three(&format!("repeats {person} {day}"), three, QuestionKind::Open);
            let said = phrases(&reading);
            let count = Share { known: said.iter().filter(|phrase| known.contains(*phrase)).count(), all: said.len() };
            all = Share::sum(&[all, count]);
            last = if day + 1 == DAYS { Share::sum(&[last, count]) } else { last };
            known.extend(said);
        }
    }
    println!("phrases known from an earlier day of {DAYS}: {all}; on the last day: {last}");
    ExitCode::SUCCESS
}

/// What its cards stand for, in places and summary.
fn phrases(reading: &SpreadReading) -> Vec<&'static str> {
    let told = reading.places.iter().map(|place| place.text.as_str()).chain([reading.summary.text.as_str()]);
    let told = told.collect::<Vec<_>>().join(" ").to_lowercase();
    let meanings = reading
        .places
        .iter()
        .map(|place| texts(Language::default()).card(place.card.id, reading.deck).meaning(place.card.disposition()));
    let phrases = meanings.flat_map(|meaning| meaning.themes.iter().chain(&meaning.sentences));
    phrases.map(String::as_str).filter(|phrase| told.contains(&phrase.to_lowercase())).collect()
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
        write!(f, "{share:4.1} % of {}", self.all)
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
        if word.trim_end_matches('”').ends_with(['.', '?', '!']) {
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
