//! Mutated logs are checked or refused, and never cause a panic.

use arcana::{
    cards::Deck,
    chance::Chance,
    games::{
        Document, Foolery, Fortuna, Fortunes, Fortuno, Game, Labels, Log, LogCodec, Refusal, Reversal, parse_options,
    },
    players::{HasBots, Skill, play_out, seat},
};
use proptest::{
    collection::vec,
    prelude::*,
    test_runner::{TestCaseResult, TestRunner},
};
use serde_json::{Value, json};

/// Number of different games to mutate.
const SEEDS: u32 = 40;

#[test]
fn fortunes_survives_any_log() {
    survive::<Fortunes>(
        4,
        &[
            json!({"match": {"type": "deals", "deals": 2}}),
            json!({"betting": {"type": "wager", "when": "blind"}, "stars_when_broken": "void_only"}),
            json!({"betting": {"type": "wager", "when": "open"}, "match": {"type": "race", "target": 20}}),
            json!({"betting": {"type": "ante"}, "match": {"type": "deals", "deals": 4}}),
            json!({"betting": {"type": "bid"}, "match": {"type": "race_exact", "target": 10, "max_deals": 3}}),
        ],
    );
}

#[test]
fn foolery_survives_any_log() {
    survive::<Foolery>(
        4,
        &[json!({}), json!({"deals": 3, "fool_any_time": true, "pass_out": true, "same_trumps": true})],
    );
}

#[test]
fn fortuno_survives_any_log() {
    let other = json!({"hand_size": 3, "ace_numerical": true, "lovers_win": "joint", "flipped_knight": "pass"});
    let quiet = json!({"fortuno_calls": false, "slap_races": false, "lovers_win": "both", "max_turns": 50});
    survive::<Fortuno>(5, &[json!({}), other, quiet]);
}

#[test]
fn fortuna_survives_any_log() {
    let choose = json!({"opponent": "choose", "big_turns": true, "max_turns": 30});
    survive::<Fortuna>(4, &[json!({}), choose, json!({"calls": false, "teams": true})]);
}

#[test]
fn reversal_survives_any_log() {
    survive::<Reversal>(3, &[json!({}), json!({"zero": true, "overflow": "cap", "lack": "each", "floor": true})]);
}

/// Mutates steps, texts and bytes of random games with these options.
fn survive<G: HasBots>(players: usize, options: &[Value]) {
    let game = (0..SEEDS, 0..options.len());
    let of = |(seed, option): (u32, usize)| random_log::<G>(players, &options[option], seed);
    run((game.clone(), vec(change(), 1..4)), |(game, changes)| {
        let mut document = document(&of(game));
        for change in changes {
            change.make(document["steps"].as_array_mut().expect("a list"));
        }
        is_checked::<G>(&document.to_string())
    });
    run((game.clone(), vec((any::<u32>(), "[ -~]{0,3}"), 1..4)), |(game, places)| {
        let mut text = document(&of(game)).to_string();
        for (place, piece) in places {
            let at = place as usize % text.len();
            text.replace_range(at..(at + piece.len()).min(text.len()), &piece);
        }
        is_checked::<G>(&text)
    });
    run((game, vec((any::<u32>(), any::<u8>()), 1..4)), |(game, places)| bytes_are_read(&of(game), &places));
}

fn run<S: Strategy>(strategy: S, test: impl Fn(S::Value) -> TestCaseResult) {
    // `PROPTEST_CASES` sets the number of logs.
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if let Err(error) = TestRunner::new(config).run(&strategy, test) {
        panic!("{error}");
    }
}

fn random_log<G: HasBots>(players: usize, options: &Value, seed: u32) -> Log<G> {
    let options = parse_options::<G>(options.clone()).expect("valid options");
    let (seed, mut steps) = (format!("mutations {seed}"), Vec::new());
    let mut game = G::new(players, options.clone()).expect("a valid number of players");
    let mut bots = seat::<G>(&vec![Skill::Random; players], &seed, "");
    play_out(&mut game, &mut bots, &mut Chance::of_table(&seed, ""), |_, step| steps.push(step));
    Log { players, options, steps }
}

fn document<G: Game>(log: &Log<G>) -> Value {
    json!({
        "ruleset": G::INFO.id,
        "options": log.options,
        "players": (0..log.players).map(|index| json!({"name": format!("P{index}")})).collect::<Vec<_>>(),
        "steps": log.steps,
    })
}

/// A change of a list of steps. Numbers are taken modulo the number of places.
#[derive(Clone, Debug)]
enum Change {
    /// Drops a step.
    Drop(u32),
    /// Repeats a step elsewhere.
    Repeat(u32, u32),
    /// Swaps two steps.
    Swap(u32, u32),
    /// Drops everything from a step on.
    Cut(u32),
    /// Drops all fields of a step but its type.
    Strip(u32),
    /// Inserts a step.
    Insert(u32, Value),
    /// Replaces the value at a path.
    Replace(Vec<u32>, Value),
    /// Removes a child of the object or list at a path.
    Remove(Vec<u32>),
    /// Copies the value at one path to another.
    Copy(Vec<u32>, Vec<u32>),
    /// Adds a field to a step.
    Add(u32, String, Value),
}

fn change() -> impl Strategy<Value = Change> {
    let path = || vec(any::<u32>(), 1..5);
    prop_oneof![
        any::<u32>().prop_map(Change::Drop),
        (any::<u32>(), any::<u32>()).prop_map(|(from, to)| Change::Repeat(from, to)),
        (any::<u32>(), any::<u32>()).prop_map(|(a, b)| Change::Swap(a, b)),
        any::<u32>().prop_map(Change::Cut),
        any::<u32>().prop_map(Change::Strip),
        (any::<u32>(), anything()).prop_map(|(at, value)| Change::Insert(at, value)),
        (path(), anything()).prop_map(|(path, value)| Change::Replace(path, value)),
        path().prop_map(Change::Remove),
        (path(), path()).prop_map(|(from, to)| Change::Copy(from, to)),
        (any::<u32>(), "[a-z_]{1,6}", anything()).prop_map(|(at, name, value)| Change::Add(at, name, value)),
    ]
}

/// Arbitrary JSON, with a preference for what occurs in logs.
fn anything() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-2i64..25).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "(ar|wa|cu|sw|pe)(0[0-9]|1[0-9]|2[0-2]|ac|pa|kn|qu|ki)".prop_map(Value::from),
        "[ -~]{0,8}".prop_map(Value::from),
        ".{0,3}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Value::from),
            vec(("type|player|card|cards|[a-z]{1,5}", inner), 0..4)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

impl Change {
    fn make(self, steps: &mut Vec<Value>) {
        if steps.is_empty() {
            return;
        }
        let count = steps.len();
        let at = |place: u32| place as usize % count;
        match self {
            Change::Drop(place) => drop(steps.remove(at(place))),
            Change::Repeat(from, to) => steps.insert(at(to), steps[at(from)].clone()),
            Change::Swap(a, b) => steps.swap(at(a), at(b)),
            Change::Cut(place) => steps.truncate(at(place)),
            Change::Strip(place) => steps[at(place)] = json!({"type": steps[at(place)]["type"]}),
            Change::Insert(place, value) => steps.insert(at(place), value),
            Change::Replace(path, value) => *target(steps, &path) = value,
            Change::Remove(path) => remove(target(steps, &path)),
            Change::Copy(from, to) => *target(steps, &to) = target(steps, &from).clone(),
            Change::Add(place, name, value) => {
                let place = at(place);
                if let Value::Object(fields) = &mut steps[place] {
                    fields.insert(name, value);
                }
            }
        }
    }
}

/// The value at a path: into a step, then a field, and so on as far as possible.
fn target<'a>(steps: &'a mut [Value], path: &[u32]) -> &'a mut Value {
    let (first, rest) = path.split_first().expect("paths have a step");
    let place = *first as usize % steps.len();
    rest.iter().fold(&mut steps[place], |value, part| child(value, *part as usize))
}

/// The child of an object or list; the value itself if it has none.
fn child(value: &mut Value, part: usize) -> &mut Value {
    let size = value.as_array().map(Vec::len).or(value.as_object().map(serde_json::Map::len)).unwrap_or_default();
    if size == 0 {
        return value;
    }
    match value {
        Value::Array(list) => &mut list[part % size],
        Value::Object(fields) => fields.values_mut().nth(part % size).expect("under their number"),
        leaf @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) => leaf,
    }
}

fn remove(value: &mut Value) {
    match value {
        Value::Array(list) => drop(list.pop()),
        Value::Object(fields) => {
            if let Some(last) = fields.keys().next_back().cloned() {
                fields.remove(&last);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => *value = Value::Null,
    }
}

/// A document is refused with a reason, or is a complete game whose bytes decode to it.
fn is_checked<G: LogCodec>(text: &str) -> TestCaseResult {
    let Ok(document) = Document::read(text, &[]) else { return Ok(()) };
    match document.replay::<G>() {
        Ok((game, log)) => {
            prop_assert!(game.outcome().is_some());
            prop_assert_eq!(log.replay().map(|again| again.outcome()), Ok(game.outcome()));
            let read = Log::from_bytes(log.players, log.options.clone(), log.steps.len(), &log.to_bytes());
            prop_assert_eq!(read, Ok(log));
        }
        Err(refusal) => is_explained::<G>(&refusal, &document)?,
    }
    Ok(())
}

/// A refusal has an index, a sentence, and legal steps.
fn is_explained<G: LogCodec>(refusal: &Refusal, document: &Document<'_>) -> TestCaseResult {
    let labels = Labels { deck: Deck::Fortunes, players: &document.players };
    prop_assert!(refusal.fault.sentence(labels).ends_with('.'), "{:?}", refusal);
    let Some(index) = refusal.index else { return Ok(()) };
    prop_assert!(index <= document.steps.len());
    for legal in refusal.legal.iter().take(3) {
        let text = legal.to_string();
        let mut better = document.clone();
        better.steps.truncate(index);
        better.steps.push(serde_json::from_str(&text)?);
        if let Err(next) = better.replay::<G>() {
            prop_assert!(next.index != Some(index), "{} was legal, and then {:?}", text, next);
        }
    }
    Ok(())
}

/// Damaged bytes, with a valid checksum, are refused or decode to steps that can be checked.
fn bytes_are_read<G: LogCodec>(log: &Log<G>, places: &[(u32, u8)]) -> TestCaseResult {
    let mut bytes = log.to_bytes();
    let end = bytes.len() - 4;
    for (place, byte) in places {
        bytes[*place as usize % end] = *byte;
    }
    prop_assert!(Log::<G>::from_bytes(log.players, log.options.clone(), log.steps.len(), &[]).is_err());
    let sum = crc32fast::hash(&bytes[..end]).to_le_bytes();
    bytes[end..].copy_from_slice(&sum);
    for step_count in [log.steps.len(), log.steps.len() / 2, log.steps.len() * 2] {
        if let Ok(read) = Log::<G>::from_bytes(log.players, log.options.clone(), step_count, &bytes) {
            let _ = read.replay();
        }
    }
    Ok(())
}
