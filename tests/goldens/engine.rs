//! The interface between these tests and the engine. Renaming or moving engine code changes only this file.

use arcana::{
    chance::Chance,
    games::{AnyStepKind, Document, Due, DueOf, Outcome, Player, Refusal, Viewer, legal_steps, parse_options},
    players::{Skill, play_out, seat},
};
use serde_json::{Value, json};

pub use arcana::{
    games::{Foolery, Fortuna, Fortunes, Fortuno, Log, Reversal},
    players::HasBots as Golden,
};

/// A played game, and what was observed.
pub struct Game<G: Golden> {
    pub log: Log<G>,
    /// For observed steps: the number of the step, and what each viewer sees.
    pub moments: Vec<Moment>,
}

/// What one viewer sees after a step, as JSON.
pub struct Moment {
    pub label: String,
    pub due: String,
    pub state: String,
    pub legal: String,
}

/// Plays a game. Steps selected by `looks` are observed by all viewers.
pub fn play<G: Golden>(
    players: usize,
    options: &Value,
    adept: &[bool],
    seed: &str,
    looks: fn(usize) -> bool,
) -> Game<G> {
    let options = parse_options::<G>(options.clone()).expect("valid options");
    let mut game = G::new(players, options.clone()).expect("a valid number of players");
    let skills: Vec<_> = adept.iter().map(|adept| if *adept { Skill::Adept } else { Skill::Random }).collect();
    let mut bots = seat::<G>(&skills, seed, "goldens");
    let (mut moments, mut steps) = (see(&game, 0), Vec::new());
    play_out(&mut game, &mut bots, &mut Chance::of_table(seed, "goldens"), |game, step| {
        steps.push(step);
        if looks(steps.len()) {
            moments.extend(see(game, steps.len()));
        }
    });
    moments.extend(see(&game, steps.len()));
    Game { log: Log { players, options, steps }, moments }
}

fn see<G: Golden>(game: &G, step: usize) -> Vec<Moment> {
    let viewers = Player::all(game.players()).map(Viewer::Player);
    let viewers = [Viewer::All, Viewer::Public].into_iter().chain(viewers);
    let seen = |viewer| {
        let legal = legal_steps(game, viewer);
        Moment {
            label: format!("{step} {viewer:?}"),
            due: due::<G>(game.due_for(viewer)).to_string(),
            state: text(&game.state(viewer)),
            legal: format!("{} {}", legal.truncated, text(&legal.steps)),
        }
    };
    viewers.map(seen).collect()
}

fn due<G: Golden>(due: DueOf<G::Step>) -> Value {
    match due {
        Due::Table(step) => json!({"table": step.name()}),
        Due::Players { must, may, kinds } => {
            let types: Vec<_> = kinds.iter().map(AnyStepKind::name).collect();
            json!({"must": must, "may": may, "types": types})
        }
        Due::Over => json!({"over": true}),
    }
}

/// The ruleset's id.
pub fn id<G: Golden>() -> &'static str {
    G::INFO.id
}

/// The names of its step types.
pub fn step_types<G: Golden>() -> Vec<&'static str> {
    G::INFO.steps.to_vec()
}

/// The encoded log, which is decoded again and compared.
pub fn stored<G: Golden>(log: &Log<G>) -> Vec<u8> {
    let bytes = log.to_bytes();
    let read = Log::<G>::from_bytes(log.players, log.options.clone(), log.steps.len(), &bytes);
    assert!(read.as_ref() == Ok(log), "a stored log is read as it was: {log:?}");
    bytes
}

/// The result of a log, as JSON.
pub fn result<G: Golden>(log: &Log<G>) -> Value {
    json!(outcome(log))
}

/// The result of a log.
pub fn outcome<G: Golden>(log: &Log<G>) -> Outcome<G::Detail> {
    log.replay().expect("a played log is legal").outcome().expect("it is over")
}

/// Checks other steps in place of some steps of a log. `instead` chooses them, given the step's index, the players who
/// are due, and what is due.
pub fn probe<G: Golden>(
    log: &Log<G>,
    mut instead: impl FnMut(usize, &[u64], &[&str]) -> Vec<Value>,
) -> Vec<(Value, String)> {
    let mut game = G::new(log.players, log.options.clone()).expect("a valid number of players");
    let mut verdicts = Vec::new();
    for (number, step) in log.steps.iter().enumerate() {
        let due = game.due();
        if let (Due::Players { kinds, .. }, 1) = (due, number % 3) {
            let players: Vec<_> = due.players().iter().map(|player| u64::from(player.0)).collect();
            let types: Vec<_> = kinds.iter().map(AnyStepKind::name).collect();
            let verdict = |step: Value| {
                let read = serde_json::from_value(step.clone());
                let code = read.map(|step| json!(game.check(&step).map_err(|fault| fault.code)));
                (step, code.unwrap_or(Value::Null).to_string())
            };
            verdicts.extend(instead(number, &players, &types).into_iter().map(verdict));
        }
        game.apply_unchecked(step);
    }
    verdicts
}

/// The log document.
pub fn document<G: Golden>(log: &Log<G>) -> Value {
    let players: Vec<_> = (0..log.players).map(|index| json!({"name": format!("P{index}")})).collect();
    json!({"ruleset": G::INFO.id, "options": log.options, "players": players, "steps": log.steps})
}

/// The verdict on a document: the encoded log, or the code and index of the error and the legal steps.
pub fn judge<G: Golden>(document: &str) -> Value {
    let document = match Document::read(document, &["played_at"]) {
        Ok(document) => document,
        Err(fault) => return json!({"form": fault.code}),
    };
    match document.replay::<G>() {
        Ok((game, log)) => json!({"accepted": log.to_bytes(), "scores": game.outcome().map(|outcome| outcome.scores)}),
        Err(refusal) => refused::<G>(&refusal),
    }
}

fn refused<G: Golden>(refusal: &Refusal) -> Value {
    let unknown = refusal.deal_unknown.as_ref();
    json!({
        "index": refusal.index,
        "code": refusal.fault.code,
        "due": refusal.due,
        "legal": refusal.legal,
        "more": refusal.legal_truncated,
        "slip": unknown.and_then(|unknown| unknown.slip()).map(refused::<G>),
        "missing": unknown.map(|unknown| unknown.missing().iter().map(|fault| fault.code).collect::<Vec<_>>()),
    })
}

/// The errors in options: locations and kinds.
pub fn option_faults<G: Golden>(options: Value) -> Value {
    match parse_options::<G>(options) {
        Ok(options) => json!({"options": options}),
        Err(faults) => faults.0.iter().map(|fault| format!("{} {:?}", fault.pointer, fault.kind)).collect(),
    }
}

/// The default options, as JSON.
pub fn default_options<G: Golden>() -> Value {
    json!(G::Options::default())
}

fn text(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("JSON")
}
