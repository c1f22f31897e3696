//! The service is killed repeatedly while people play and watch.

use std::{
    collections::BTreeSet,
    env,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use arcana::chance::Chance;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::{
    database::{TestDatabase, block_on, fresh_postgres, fresh_sqlite},
    follower::{Follower, Framing},
    fortunes, number,
    player::{Played, Player, Table},
    program::{Program, arcana},
    reversal, text,
};
use crate::processes::crash::stored;

/// Number of players at a time, each of whom plays at one table after another.
const PLAYERS: usize = 8;

/// How often the service is killed, on each database; `KILLS=1000` overrides it.
fn kills() -> usize {
    env::var("KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(50)
}

/// State shared by all players.
#[derive(Default)]
struct Hall {
    closing: AtomicBool,
    /// Number of tables in play.
    in_play: AtomicUsize,
}

/// A game, and the events that a watcher received.
struct Watched {
    played: Played,
    events: Vec<Value>,
    streams: usize,
}

/// Plays and watches at one table after another until stopped.
async fn plays(player: Player, name: usize, hall: Arc<Hall>) -> Vec<Watched> {
    let (mut chance, mut all) = (Chance::of_table(&format!("player {name}"), ""), Vec::new());
    while !hall.closing.load(Ordering::SeqCst) {
        let number = all.len();
        // In every second game of Fortunes, steps have no idempotency keys.
        let (body, keyed) = if name % 4 == 3 { (reversal(), true) } else { (fortunes(), number % 2 == 0) };
        let table = player.set_up(&format!("table-{name}-{number}"), &body).await;
        let follower = Follower::start(&player.address, &table, 0, 1, Framing::of(number));
        hall.in_play.fetch_add(1, Ordering::SeqCst);
        let played = player.play(table, keyed, &mut chance).await;
        hall.in_play.fetch_sub(1, Ordering::SeqCst);
        let (events, streams) = follower.all().await;
        all.push(Watched { played, events, streams });
    }
    all
}

/// Kills the service repeatedly at random times; returns the last instance, and the number of tables in play when
/// killed.
async fn killed(mut program: Program, url: &str, hall: &Hall) -> (Program, usize) {
    let listen = program.address.trim_start_matches("http://").to_owned();
    let (mut chance, mut hit) = (Chance::of_table("moments", ""), 0);
    for _ in 0..kills() {
        tokio::time::sleep(Duration::from_millis(20 + u64::from(chance.below(300)))).await;
        hit += hall.in_play.load(Ordering::SeqCst);
        program.kill();
        program = Program::start_at(arcana(&["--database-url", url]), &listen);
    }
    (program, hit)
}

/// A table whose only person has five seconds for each step and never acts.
async fn left_alone(player: &Player) -> (Table, Value) {
    let clock = json!({"step_seconds": 5, "speak_seconds": 0});
    let table = player.set_up("left-alone", &json!({"ruleset": "fortunes", "clock": clock})).await;
    let seen = player.seen(&table, 0).await;
    assert!(seen["deadline"].is_string() && seen["legal"].get(0).is_some(), "{seen}");
    (table, seen)
}

/// Checks that an abandoned table moved on by itself, once for each deadline.
async fn moved_on(player: &Player, table: &Table, seen: &Value) {
    let mut follower = Follower::start(&player.address, table, 0, number(&seen["version"]), Framing::Lines);
    let away = follower.next("seat").await;
    assert_eq!((&away["data"]["change"], &away["id"]), (&json!("away"), &json!(number(&seen["version"]) + 1)));
    let step = follower.next("step").await;
    assert_eq!(step["data"]["n"], number(&seen["step_count"]) + 1);
    assert_eq!(step["data"]["step"]["player"], 0, "{step}");
    follower.leave();
}

/// Checks a game against what is stored and against the events received.
async fn hold(player: &Player, watched: &Watched) {
    let Watched { played, events, .. } = watched;
    let game = player.get(text(&played.over["links"]["game"])).await;
    assert_eq!(game["source"], "table");
    let log = player.get(text(&game["links"]["log"])).await;
    let log = log["steps"].as_array().expect("steps");
    for seat in played.table.persons() {
        let stored: Vec<_> = log.iter().filter(|step| step["player"] == seat).collect();
        let made: Vec<_> = played.steps.iter().filter(|(by, _)| *by == seat).map(|(_, step)| step).collect();
        assert_eq!(stored, made, "seat {seat} of {}", played.table.path);
    }
    let proof = player.get(&format!("{}/verification", text(&game["links"]["self"]))).await;
    assert_eq!((&proof["chance_matches"], &proof["result_matches"]), (&json!(true), &json!(true)), "{proof}");
    assert_eq!(events.last().map(|event| &event["data"]["game"]), Some(&game["id"]));
    let steps: Vec<_> = events.iter().filter(|event| event["event"] == "step").map(|event| &event["data"]).collect();
    assert_eq!(steps.len(), log.len());
    for (told, (stored, n)) in steps.into_iter().zip(log.iter().zip(1..)) {
        let hidden = told["step"]["type"] == "deal" || told["step"]["action"].is_null() && stored["type"] == "choose";
        assert!(told["n"] == n && (hidden || told["step"] == *stored), "{told}, but {stored}");
    }
}

async fn tables_outlive_kills(database: TestDatabase) {
    let program = Program::serve(database.url());
    let player = Player::of(&program.address);
    let (alone, seen) = left_alone(&player).await;
    let hall = Arc::new(Hall::default());
    let mut players = JoinSet::new();
    for name in 0..PLAYERS {
        players.spawn(plays(Player::of(&program.address), name, Arc::clone(&hall)));
    }
    let (_program, hit) = killed(program, database.url(), &hall).await;
    hall.closing.store(true, Ordering::SeqCst);
    let games: Vec<Watched> = players.join_all().await.into_iter().flatten().collect();
    let (unanswered, streams) =
        games.iter().fold((0, 0), |(u, s), watched| (u + watched.played.unanswered, s + watched.streams));
    assert!(hit > kills() && unanswered > 0 && streams > games.len(), "{hit} {unanswered} {streams}");
    moved_on(&player, &alone, &seen).await;
    for watched in &games {
        hold(&player, watched).await;
    }
    // The game in play is not among the stored ones.
    let over: BTreeSet<_> = games.iter().map(|watched| text(&watched.played.over["game"]).to_owned()).collect();
    assert_eq!((over.len(), stored(database.url())), (games.len(), over.clone()));
    let listed = player.get("/v1/games?limit=100").await;
    assert!(listed["items"].as_array().expect("items").iter().all(|game| over.contains(text(&game["id"]))));
    assert_eq!(player.seen(&alone, 0).await["phase"], "playing");
}

#[test]
fn tables_outlive_kills_on_sqlite() {
    block_on(async { tables_outlive_kills(fresh_sqlite().await).await });
}

#[test]
fn tables_outlive_kills_on_postgres() {
    block_on(async { tables_outlive_kills(fresh_postgres().await).await });
}
