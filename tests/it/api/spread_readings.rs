//! `POST /v1/readings` with `kind: "spread"`: drawn, stored, proven, listed and shown.

use arcana::service::Scope;
use chrono::TimeDelta;
use futures::future::join_all;
use reqwest::{
    Method,
    header::{ACCEPT, AUTHORIZATION, HeaderName},
};
use serde_json::{Value, json};

use crate::api::{
    app::{Request, TestApp},
    forms::FORMS,
    keys::{key, shown},
    plays::{sha256, text, with, without},
};

/// A reading of the Celtic Cross with the seed of the page about chance.
fn cross() -> Value {
    json!({"type": "spread", "spread": "celtic-cross", "deck": "waite-smith", "querent": "Ada",
        "question": "What comes of it?", "seed": "arcana"})
}

/// The cards of a reading by position; reversed ones are marked.
fn cards(reading: &Value) -> String {
    let places = reading["reading"]["places"].as_array().expect("places").iter();
    let stroke = |place: &Value| if place["card"]["reversed"] == true { "'" } else { "" };
    places.map(|place| format!("{}{}", text(&place["card"]["id"]), stroke(place))).collect::<Vec<_>>().join(" ")
}

async fn made(app: &TestApp, body: &Value) -> Value {
    app.post("/v1/readings", body).await.is(201)
}

/// The kinds of the readings that match, newest first.
async fn kinds(app: &TestApp, query: &str) -> Vec<String> {
    let list = app.get(format!("/v1/readings?{query}")).await.is(200);
    list["items"].as_array().expect("items").iter().map(|item| text(&item["type"]).to_owned()).collect()
}

/// The errors of a body.
async fn wrong(app: &TestApp, body: &Value) -> String {
    let wrong = app.post("/v1/readings", body).await.wrong(422, "invalid_body");
    wrong.into_iter().map(|(place, code)| format!("{place} {code}")).collect::<Vec<_>>().join(", ")
}

on_both! {
    async fn a_reading_of_a_spread_is_drawn_stored_and_returned(app: &TestApp) {
        let answer = app.post("/v1/readings", &cross()).await;
        let reading = answer.is(201);
        assert_eq!(answer.header("location"), reading["links"]["self"].as_str());
        assert_eq!(cards(&reading), "cu02' peki' peac ar01' sw09' cuac' ar14 pequ cu07' wa08");
        let dry = app.post("/v1/draws", &cross()).await.is(200);
        for field in ["type", "querent", "question", "deck", "texts_version", "draw", "reading"] {
            assert_eq!(reading[field], dry[field], "{field}");
        }
        assert_eq!(app.get(text(&reading["links"]["self"])).await.is(200), reading);
        assert_eq!(app.stored().await, (0, 1));
        // A clarifier: the next card of the same shuffle.
        let drawn = &reading["draw"];
        let next = json!({"type": "spread", "spread": "one-card", "seed": drawn["seed"], "skip": 10});
        let longer = json!({"spread": {"name": "All", "places": (0..11).map(|n| {
            json!({"id": format!("p{n}"), "name": "A", "x": n, "y": 0})
        }).collect::<Vec<_>>()}, "seed": drawn["seed"]});
        let eleven = cards(&app.post("/v1/draws", &longer).await.is(200));
        assert!(eleven.ends_with(&cards(&made(app, &next).await)), "{eleven}");
    }

    async fn own_spreads_and_cards_by_hand_are_stored_whole(app: &TestApp) {
        let places = json!([{"id": "mine", "name": "My wish", "x": 0.1, "y": 0}, {"id": "theirs", "name": "Their wish",
            "asks": "What do they hope for?", "x": 1.4, "y": 0, "rotation": 12.3}]);
        let given = json!([{"card": "the-fool", "reversed": true}, {"card": "cuqu"}]);
        let body = json!({"type": "spread", "spread": {"name": "Two wishes", "places": places}, "given": given,
            "significator": "waki"});
        let reading = made(app, &body).await;
        assert_eq!((cards(&reading).as_str(), &reading["draw"], &reading["querent"]), ("ar00' cuqu", &Value::Null, &Value::Null));
        assert_eq!(app.get(text(&reading["links"]["self"])).await.is(200), reading);
        assert_eq!(reading["reading"]["significator"]["id"], "waki");
        let listed = json!({"type": "spread", "spread": "one-card", "cards": ["wa02", "ar00"], "reversals": 0.1, "seed": "x",
            "when": "2026-11-22", "client_seed": "mine", "skip": 1});
        let reading = made(app, &listed).await;
        let drawn = &reading["draw"];
        assert_eq!((&drawn["cards"], &drawn["reversals"]), (&json!(["ar00", "wa02"]), &json!(0.1)));
        assert_eq!((&drawn["when"], &drawn["skip"]), (&json!("2026-11-22"), &json!(1)));
        assert_eq!(app.get(text(&reading["links"]["self"])).await.is(200), reading);
    }

    async fn a_commitment_proves_a_draw(app: &TestApp) {
        let promise = app.post("/v1/commitments", &json!({})).await.is(201);
        let body = with(&without(&cross(), "seed"), "commitment", promise["id"].clone());
        assert_eq!(wrong(app, &body).await, "/client_seed bad_value");
        let body = with(&body, "client_seed", json!("tea leaves"));
        app.post("/v1/draws", &body).await.wrong(422, "invalid_body");
        let reading = made(app, &body).await;
        let drawn = &reading["draw"];
        assert_eq!((&drawn["commitment"], &drawn["chance_origin"]), (&promise["id"], &json!("committed")));
        assert_eq!(sha256(text(&drawn["seed"])), text(&promise["seed_hash"]));
        assert_eq!(drawn["seed_hash"], promise["seed_hash"]);
        // Anyone can repeat the draw.
        let again = json!({"spread": "celtic-cross", "seed": drawn["seed"], "client_seed": "tea leaves"});
        assert_eq!(cards(&app.post("/v1/draws", &again).await.is(200)), cards(&reading));
        let used = app.get(format!("/v1/commitments/{}", text(&promise["id"]))).await.is(200);
        assert_eq!((&used["reading"], &used["game"]), (&reading["id"], &Value::Null));
        app.post("/v1/readings", &body).await.problem(409, "commitment_used");
        let game = json!({"ruleset": "fortunes", "commitment": promise["id"], "client_seed": "mine"});
        app.post("/v1/games", &game).await.problem(409, "commitment_used");
        assert_eq!(app.stored().await, (0, 1));
        app.delete(text(&reading["links"]["self"])).await.text(204);
        app.post("/v1/readings", &body).await.problem(409, "commitment_used");
    }

    async fn of_concurrent_draws_one_gets_the_commitment(app: &TestApp) {
        let promise = app.post("/v1/commitments", &json!({})).await.is(201);
        let body = json!({"type": "spread", "spread": "week", "commitment": promise["id"], "client_seed": "mine"});
        let answers = join_all((0..8).map(|_| app.post("/v1/readings", &body))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
        for answer in answers.iter().filter(|answer| answer.status != 201) {
            answer.problem(409, "commitment_used");
        }
        let late = app.post("/v1/commitments", &json!({})).await.is(201);
        app.clock.advance(TimeDelta::days(7));
        app.post("/v1/readings", &with(&body, "commitment", late["id"].clone())).await.problem(409, "commitment_used");
        assert_eq!(app.stored().await, (0, 1));
    }

    async fn all_errors_of_a_stored_draw_are_reported_together(app: &TestApp) {
        let many = json!({"type": "spread", "spread": "three-cards", "reversals": 2, "skip": 78, "cards": ["wa02", "wa99"],
            "significator": "joker", "commitment": "x", "seed": "mine"});
        assert_eq!(wrong(app, &many).await, "/commitment bad_value, /seed bad_value, /client_seed bad_value, \
            /significator unknown_card, /spread bad_value, /cards/1 unknown_card, /reversals bad_value, /skip bad_value");
        let given = json!({"type": "spread", "spread": "one-card", "given": [{"card": "wa02"}],
            "commitment": "0199aa00-0000-7000-8000-000000000000"});
        assert_eq!(wrong(app, &given).await, "/given bad_value");
        let day = json!({"type": "spread", "spread": "one-card", "when": "2026-11-22", "client_seed": "mine",
            "commitment": "0199aa00-0000-7000-8000-000000000000"});
        assert_eq!(wrong(app, &day).await, "/when bad_value", "a day needs a seed that is known");
        let of_games = json!({"type": "spread", "spread": "week", "bots": ["adept"], "options": {}, "x": 1});
        assert_eq!(wrong(app, &of_games).await, "/bots unknown_field, /options unknown_field, /x unknown_field");
        let of_spreads = json!({"type": "fortunes", "spread": "week", "given": [], "skip": 1, "bots": ["x"]});
        assert_eq!(wrong(app, &of_spreads).await, "/spread unknown_field, /given unknown_field, /skip unknown_field");
        assert_eq!(wrong(app, &json!({"spread": "week"})).await, "/spread unknown_field", "a game is played by default");
        assert_eq!(wrong(app, &json!({"type": "spread"})).await, "/spread missing_field");
        for kind in [json!("tarot"), json!(7), json!(null)] {
            let answer = app.post("/v1/readings", &json!({"type": kind, "x": 1})).await;
            assert!(answer.wrong(422, "invalid_body").iter().any(|(place, _)| place == "/x"), "{kind}");
        }
        assert_eq!(app.stored().await, (0, 0));
        made(app, &json!({"type": "fortunes"})).await;
        assert_eq!(app.stored().await, (1, 1));
    }

    async fn readings_of_both_kinds_are_listed_and_streamed_together(app: &TestApp) {
        app.sign_in().await;
        for _ in 0..2 {
            made(app, &json!({"querent": "Ada"})).await;
            app.clock.advance(TimeDelta::seconds(1));
            made(app, &cross()).await;
            app.clock.advance(TimeDelta::seconds(1));
        }
        assert_eq!(kinds(app, "").await, ["spread", "fortunes", "spread", "fortunes"]);
        assert_eq!(kinds(app, "type=spread").await, ["spread", "spread"]);
        assert_eq!(kinds(app, "type=fortunes&querent=Ada").await, ["fortunes", "fortunes"]);
        assert_eq!(kinds(app, "querent=Ada").await.len(), 4);
        assert_eq!(kinds(app, "type=spread&verdict=doom").await, [""; 0]);
        app.get("/v1/readings?type=tarot").await.wrong(400, "bad_parameter");
        let (mut met, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = app.get(format!("/v1/readings?limit=1{cursor}")).await.is(200);
            met.extend(page["items"].as_array().expect("items").iter().map(|item| item["id"].clone()));
            let Some(next) = page["next_cursor"].as_str() else { break };
            cursor = format!("&cursor={next}");
        }
        let lines = app.get_as("/v1/readings", "application/x-ndjson").await;
        let lines: Vec<Value> = lines.body().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let ids: Vec<_> = lines.iter().rev().map(|line| line["id"].clone()).collect();
        assert_eq!((met.len(), &met), (4, &ids));
        let one = app.get(format!("/v1/readings/{}", text(&lines[1]["id"]))).await.is(200);
        assert_eq!(without(&lines[1], "cursor"), one);
        let rest = format!("/v1/readings?cursor={}", text(&lines[1]["cursor"]));
        assert_eq!(app.get_as(rest, "application/x-ndjson").await.body().lines().count(), 2);
        let of_spreads = app.get_as("/v1/readings?type=spread", "application/x-ndjson").await;
        assert_eq!(of_spreads.body().lines().count(), 2);
    }

    async fn a_stored_spread_is_available_in_every_format_with_a_tag(app: &TestApp) {
        let reading = made(app, &cross()).await;
        let own = text(&reading["links"]["self"]);
        for (ending, media_type, content_type) in FORMS {
            let told = app.get(format!("{own}.{ending}")).await;
            assert_eq!((told.status, told.content_type()), (200, content_type));
            assert!(told.body == app.get_as(own, media_type).await.body, "{media_type}");
            let tag = told.header("etag").expect("a tag").to_owned();
            let known = Request::get(format!("{own}.{ending}")).with(HeaderName::from_static("if-none-match"), &tag);
            assert_eq!(app.send(known).await.status, 304, "{media_type}");
            if !["image/png", "image/svg+xml"].contains(&media_type) {
                assert!(told.body().contains("What comes of it?"), "{media_type}");
            }
        }
        assert_eq!(app.get(format!("{own}.png?width=200")).await.png_size().0, 200);
        assert_eq!(app.get(format!("{own}.txt?width=200")).await.wrong(400, "bad_parameter").len(), 1);
        app.send(Request::get(own).with(ACCEPT, "image/webp")).await.problem(406, "not_acceptable");
    }

    async fn the_same_request_under_a_key_stores_one_reading(app: &TestApp) {
        let sent = |body: &Value| {
            Request::post("/v1/readings", body.to_string()).with(HeaderName::from_static("idempotency-key"), "one")
        };
        let body = without(&cross(), "seed");
        let first = app.send(sent(&body)).await.is(201);
        let again = app.send(sent(&body)).await;
        assert_eq!((again.is(201), again.header("idempotent-replayed")), (first, Some("true")));
        app.send(sent(&json!({}))).await.problem(422, "idempotency_key_reused");
        assert_eq!(app.stored().await, (0, 1));
    }

    async fn a_stored_spread_is_deleted_by_its_token_its_owner_or_the_operator(app: &TestApp) {
        let answer = app.send_unchecked(Request::post("/v1/readings", cross().to_string())).await;
        let reading: Value = serde_json::from_slice(&answer.body).expect("JSON");
        let (own, token) = (text(&reading["links"]["self"]), text(&reading["delete_token"]));
        let game: Value = {
            let answer = app.send_unchecked(Request::post("/v1/readings", json!({}).to_string())).await;
            serde_json::from_slice(&answer.body).expect("JSON")
        };
        let delete = |token: &str| Request::new(Method::DELETE, own).with(AUTHORIZATION, &format!("Bearer {token}"));
        app.get(format!("{own}.svg")).await.text(200);
        app.send(delete(text(&game["delete_token"]))).await.problem(403, "forbidden");
        let other = key(app, &[Scope::Read, Scope::Write]).await;
        app.send(delete(&other)).await.problem(403, "forbidden");
        app.send(delete(token)).await.text(204);
        for address in [own.to_owned(), format!("{own}.svg")] {
            app.get(address).await.problem(404, "not_found");
        }
        let mine = Request::post("/v1/readings", cross().to_string());
        let owned = app.send(shown(mine, &other)).await.is(201);
        assert_eq!(owned.get("delete_token"), None);
        app.send(shown(Request::new(Method::DELETE, text(&owned["links"]["self"])), &other)).await.text(204);
        let third = made(app, &cross()).await;
        let admin = key(app, &[Scope::Admin]).await;
        app.send(shown(Request::new(Method::DELETE, text(&third["links"]["self"])), &admin)).await.text(204);
        assert_eq!(app.stored().await, (1, 1));
    }

    async fn a_querents_readings_of_spreads_are_erased_and_forgotten(app: &TestApp) {
        let (ada, bob) = (made(app, &cross()).await, made(app, &with(&cross(), "querent", json!("Bob"))).await);
        let svg = text(&ada["links"]["svg"]);
        app.get(svg).await.text(200);
        let admin = key(app, &[Scope::Admin]).await;
        let erase = shown(Request::post("/v1/erasures", json!({"name": "Ada"}).to_string()), &admin);
        let erased = app.send(erase).await.is(200);
        assert_eq!((&erased["readings"], &erased["games"]), (&json!(1), &json!(0)));
        app.get(svg).await.problem(404, "not_found");
        app.get(text(&bob["links"]["self"])).await.is(200);
    }

    async fn the_page_shows_the_cards_and_where_they_come_from(app: &TestApp) {
        let promise = app.post("/v1/commitments", &json!({})).await.is(201);
        let body = json!({"type": "spread", "spread": "celtic-cross", "querent": "Ada", "question": "<b>Why</b>?",
            "commitment": promise["id"], "client_seed": "tea leaves"});
        let reading = made(app, &body).await;
        let shown = async |path: String| app.send_unchecked(Request::get(path)).await;
        let page = shown(format!("/readings/{}", text(&reading["id"]))).await;
        let text_of = page.text(200);
        for told in ["Celtic Cross for Ada", "&lt;b&gt;Why&lt;/b&gt;?", "tea leaves", text(&promise["seed_hash"]), "Nobody could choose"] {
            assert!(text_of.contains(told), "{told}");
        }
        for place in reading["reading"]["places"].as_array().expect("places") {
            assert!(text_of.contains(text(&place["card"]["name"])), "{place}");
        }
        let preview = shown(format!("/readings/{}/preview.png", text(&reading["id"]))).await;
        assert_eq!(preview.png_size(), (1200, 630));
        let by_hand = json!({"type": "spread", "spread": "one-card", "given": [{"card": "wa02"}]});
        let by_hand = made(app, &by_hand).await;
        assert!(shown(format!("/readings/{}", text(&by_hand["id"]))).await.text(200).contains("by hand"));
    }
}
