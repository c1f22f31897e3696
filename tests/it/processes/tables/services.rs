//! Two services on one database serve the same tables.

use std::time::{Duration, Instant};

use arcana::chance::Chance;
use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{
    any,
    database::{block_on, fresh_postgres},
    follower::{Follower, Framing},
    fortunes, number,
    player::{Player, Table},
    program::Program,
    text,
};

/// Maximum delay of an event at the other service, with a large margin for a busy machine.
const SOON: Duration = Duration::from_secs(20);

/// Number of tables with an absent player at a time.
const LEFT_ALONE: usize = 20;

/// Sends a step to each of two services at the same time: two different legal ones, or the same one twice. Returns the
/// one that was played, and the table after it.
async fn raced(callers: &[Player; 2], table: &Table, seat: usize, seen: &Value, chance: &mut Chance) -> (Value, Value) {
    let steps = [any(&seen["legal"], chance), any(&seen["legal"], chance)];
    let after = &seen["step_count"];
    let send = |caller: usize| callers[caller].step(table, seat, after, steps[caller], None);
    let (one, two) = tokio::join!(send(0), send(1));
    let answers = [one.expect("an answer"), two.expect("an answer")];
    let accepted = |answer: &(StatusCode, Value)| answer.0 == StatusCode::OK;
    let made = usize::from(!accepted(&answers[0]));
    assert!(accepted(&answers[made]) && !accepted(&answers[1 - made]), "one of both: {answers:?}");
    let (status, refused) = &answers[1 - made];
    assert!(
        [
            (StatusCode::CONFLICT, "table_moved_on"),
            (StatusCode::CONFLICT, "table_over"),
            (StatusCode::UNPROCESSABLE_ENTITY, "illegal_step")
        ]
        .contains(&(*status, text(&refused["code"]))),
        "{refused}"
    );
    (steps[made].clone(), answers[made].1.clone())
}

/// Plays a table to its end with racing steps; returns those played.
async fn race(callers: &[Player; 2], table: &Table, chance: &mut Chance) -> (Vec<Value>, Value) {
    let mut made = Vec::new();
    for round in 0.. {
        for seat in table.persons() {
            let mut seen = callers[round % 2].seen(table, seat).await;
            while seen["legal"].get(0).is_some() {
                let (step, now) = raced(callers, table, seat, &seen, chance).await;
                made.push(step);
                seen = now;
            }
            if seen["phase"] == "over" {
                return (made, seen);
            }
        }
    }
    unreachable!("a game ends")
}

#[test]
fn of_two_racing_steps_one_is_made() {
    block_on(async {
        let database = fresh_postgres().await;
        let programs = [Program::serve(database.url()), Program::serve(database.url())];
        let callers = [&programs[0], &programs[1]].map(|program| Player::of(&program.address));
        let mut chance = Chance::of_table("races", "");
        for number in 0..3 {
            let table = callers[0].set_up(&format!("race-{number}"), &fortunes()).await;
            let [one, two] = [0, 1].map(|at| Follower::start(&callers[at].address, &table, 0, 1, Framing::Lines));
            let (made, over) = race(&callers, &table, &mut chance).await;
            let log = callers[1].get(&format!("/v1/games/{}/log", text(&over["game"]))).await;
            let by_persons = log["steps"].as_array().expect("steps").iter();
            let by_persons = by_persons.filter(|step| step["player"] == 0 || step["player"] == 2);
            assert!(by_persons.eq(made.iter()), "{log}, but {made:?}");
            // The hands of a deal are told to whoever reads it when the game is over.
            let ids = |(events, _): (Vec<Value>, usize)| -> Vec<Value> {
                let step = |event: &Value| json!(["type", "player", "card"].map(|field| &event["data"]["step"][field]));
                events.into_iter().map(|event| json!([event["id"], event["event"], step(&event)])).collect()
            };
            assert_eq!(ids(one.all().await), ids(two.all().await), "both tell the same");
        }
    });
}

#[test]
fn a_step_at_one_service_is_an_event_at_the_other() {
    block_on(async {
        let database = fresh_postgres().await;
        let (one, other) = (Program::serve(database.url()), Program::serve(database.url()));
        let player = Player::of(&one.address);
        let table = player.set_up("told", &fortunes()).await;
        let (mut chance, mut took) = (Chance::of_table("told", ""), Vec::new());
        let after = number(&table.made["version"]);
        let mut follower = Follower::start(&other.address, &table, 0, after, Framing::EventStream);
        for seat in table.persons().into_iter().cycle() {
            let mut seen = player.seen(&table, seat).await;
            while let (Some(_), begun) = (seen["legal"].get(0), Instant::now()) {
                let n = number(&seen["step_count"]) + 1;
                let step = any(&seen["legal"], &mut chance);
                let answer = player.step(&table, seat, &seen["step_count"], step, None).await.expect("an answer");
                assert_eq!(answer.0, StatusCode::OK, "{}", answer.1);
                while follower.next("step").await["data"]["n"] != n {}
                took.push(begun.elapsed());
                seen = answer.1;
            }
            if seen["phase"] == "over" {
                break;
            }
        }
        took.sort();
        assert!(took.len() > 30 && took[took.len() - 1] < SOON, "{took:?}");
    });
}

#[test]
fn a_deadline_is_carried_out_once() {
    block_on(async {
        let database = fresh_postgres().await;
        let programs = [Program::serve(database.url()), Program::serve(database.url())];
        let callers = [&programs[0], &programs[1]].map(|program| Player::of(&program.address));
        let clock = json!({"step_seconds": 5, "speak_seconds": 0});
        let bot = json!({"type": "bot", "bot": "random"});
        let seats = json!([{"type": "person"}, bot, bot, bot]);
        let body = json!({"ruleset": "fortunes", "clock": clock, "seats": seats});
        let mut left = Vec::new();
        for number in 0..LEFT_ALONE {
            let table = callers[number % 2].set_up(&format!("left-{number}"), &body).await;
            let seen = callers[number % 2].seen(&table, 0).await;
            left.push((
                Follower::start(&callers[0].address, &table, 0, super::number(&seen["version"]), Framing::Lines),
                seen,
            ));
        }
        for (mut follower, seen) in left {
            // The absent player's step, then those of the bots, until the player is due again.
            let away = follower.next("seat").await;
            assert_eq!((&away["data"]["change"], &away["id"]), (&json!("away"), &json!(number(&seen["version"]) + 1)));
            let mut by_player = 0;
            loop {
                let step = follower.next("step").await;
                by_player += usize::from(step["data"]["step"]["player"] == 0);
                if step["data"]["due"]["players"] == json!([0]) {
                    assert!(step["data"]["deadline"].as_str() > seen["deadline"].as_str(), "{step} {seen}");
                    break;
                }
            }
            assert_eq!(by_player, 1);
            follower.leave();
        }
    });
}
