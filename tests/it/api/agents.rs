//! The Model Context Protocol at `/mcp`: what agents see, ask and are refused.

use arcana::{
    http::Settings,
    service::{Scope, Scopes},
};
use chrono::TimeDelta;
use reqwest::header::{ACCEPT, HeaderName};
use serde_json::{Value, json};

use crate::api::{
    answer::Answer,
    app::{Request, TestApp},
    keys::{key, shown},
};

/// The revision of clients that begin with `initialize`.
const EARLIER: &str = "2025-11-25";
/// The revision of clients that begin with `server/discover`, and say with each request who they are.
const LATER: &str = "2026-07-28";

fn message(revision: &str, method: &str, mut parameters: Value) -> Request {
    if revision == LATER {
        parameters["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": LATER,
            "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        });
    }
    let body = json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": parameters});
    let request = Request::post("/mcp", body.to_string())
        .with(ACCEPT, "application/json, text/event-stream")
        .with(HeaderName::from_static("mcp-protocol-version"), revision)
        .with(HeaderName::from_static("mcp-method"), method);
    match parameters["name"].as_str().or(parameters["uri"].as_str()) {
        Some(name) => request.with(HeaderName::from_static("mcp-name"), name),
        None => request,
    }
}

async fn result(app: &TestApp, request: Request) -> Value {
    let answer = app.send_unchecked(request).await;
    assert_eq!((answer.status, answer.header("cache-control")), (200, Some("no-store")), "{}", answer.body());
    let json: Value = answer.json();
    assert_eq!(json["error"], Value::Null);
    json["result"].clone()
}

async fn tools(app: &TestApp) -> Vec<Value> {
    let listed = result(app, message(EARLIER, "tools/list", json!({}))).await;
    listed["tools"].as_array().expect("a list").clone()
}

async fn call(app: &TestApp, name: &str, arguments: Value) -> Value {
    result(app, message(EARLIER, "tools/call", json!({"name": name, "arguments": arguments}))).await
}

/// What a tool answered: the object, and the text.
fn told(result: &Value) -> (&Value, &str) {
    assert_ne!(result["isError"], true, "{result}");
    (&result["structuredContent"], result["content"][0]["text"].as_str().expect("a text"))
}

fn refusal(result: &Value) -> &str {
    assert_eq!(result["isError"], true, "{result}");
    result["content"][0]["text"].as_str().expect("a text")
}

/// A table of Fortunes with one person: its id, and the token of the seat.
async fn table(app: &TestApp) -> (String, String) {
    let bot = json!({"type": "bot", "bot": "random"});
    let seats = json!([{"type": "person", "name": "Ada"}, bot, bot, bot]);
    let opened = call(app, "open_table", json!({"ruleset": "fortunes", "seats": seats})).await;
    let (table, shown) = told(&opened);
    let seen = call(app, "see_table", json!({"id": table["id"], "seat": table["tokens"][0]})).await;
    assert_eq!(told(&seen).1, shown, "whoever opens a table sees the own hand at once");
    let word = |value: &Value| value.as_str().expect("a text").to_owned();
    (word(&table["id"]), word(&table["tokens"][0]))
}

on_both! {
    async fn the_tools_are_told_in_both_revisions(app: &TestApp) {
        for revision in [EARLIER, LATER] {
            let listed = result(app, message(revision, "tools/list", json!({}))).await;
            let names: Vec<_> = listed["tools"].as_array().expect("a list").iter().map(|tool| &tool["name"]).collect();
            assert!(names.contains(&&json!("read_fortune")) && names.contains(&&json!("play_step")), "{names:?}");
            let read = result(app, message(revision, "resources/read", json!({"uri": "arcana:/rules/fortuna"}))).await;
            assert!(read["contents"][0]["text"].as_str().is_some_and(|text| text.starts_with("# Fortuna")));
        }
    }

    async fn tools_are_described_briefly(app: &TestApp) {
        let tools = tools(app).await;
        let descriptions: usize = tools.iter().filter_map(|tool| tool["description"].as_str()).map(str::len).sum();
        let inputs: usize = tools.iter().map(|tool| tool["inputSchema"].to_string().len()).sum();
        assert!(descriptions < 4_000 && inputs < 16_000, "{descriptions}, {inputs}");
        for tool in &tools {
            assert_eq!(tool["inputSchema"]["type"], "object");
            assert!(jsonschema::meta::is_valid(&tool["inputSchema"]), "{}", tool["name"]);
        }
    }

    async fn answers_are_as_their_schemas_say(app: &TestApp) {
        let (id, seat) = table(app).await;
        let yesterday = (arcana::clock::Clock::now(&*app.clock) - TimeDelta::days(1)).date_naive();
        let calls = [
            ("read_fortune", json!({"question": "Shall I move?", "seed": "1"})),
            ("draw_cards", json!({"spread": "three-card"})),
            ("look_up_card", json!({"q": "tower"})),
            ("play_game", json!({"ruleset": "fortuna"})),
            ("find_games", json!({"limit": 2})),
            ("deal_of_the_day", json!({"date": yesterday})),
            ("play_deal_of_the_day", json!({"date": yesterday})),
            ("see_table", json!({"id": id, "seat": seat})),
            ("play_step", json!({"id": id, "seat": seat, "after": 1, "choice": 1})),
        ];
        let tools = tools(app).await;
        for (name, arguments) in calls {
            let answered = call(app, name, arguments).await;
            let tool = tools.iter().find(|tool| tool["name"] == name).expect("it is listed");
            let (object, text) = told(&answered);
            let faults = jsonschema::validate(&tool["outputSchema"], object);
            assert!(faults.is_ok(), "{name}: {faults:?}");
            assert!(object.is_object() && !text.is_empty());
        }
    }

    async fn a_whole_game_is_played_by_numbers(app: &TestApp) {
        let (id, seat) = table(app).await;
        let mut seen = call(app, "see_table", json!({"id": id, "seat": seat})).await;
        for _ in 0..19 {
            let (table, text) = told(&seen);
            assert!(text.contains("You hold") && text.contains("\n1 "), "{text}");
            // As models write it.
            let after = table["step_count"].to_string();
            let step = json!({"id": id, "seat": seat, "after": after, "choice": "1"});
            seen = call(app, "play_step", step.clone()).await;
            // Sent again, it has been played.
            assert_eq!(call(app, "play_step", step).await["isError"], seen["isError"]);
        }
        let (table, _) = told(&seen);
        assert_eq!(table["phase"], "over");
    }

    async fn a_seat_sees_its_hand_and_nobody_else_does(app: &TestApp) {
        let (id, _) = table(app).await;
        let seen = call(app, "see_table", json!({"id": id})).await;
        let (table, text) = told(&seen);
        assert!(!text.contains("You hold") && !table.to_string().contains("seat_"), "{text}");
    }

    async fn a_key_plays_its_seat_and_no_answer_tells_a_token(app: &TestApp) {
        let [own, other, reader] =
            [key(app, &[Scope::Read, Scope::Write]).await, key(app, &[Scope::Read, Scope::Write]).await, key(app, &[Scope::Read]).await];
        let ask = async |key: &str, name: &str, arguments: Value| {
            let answered = result(app, shown(message(EARLIER, "tools/call", json!({"name": name, "arguments": arguments})), key)).await;
            let told = answered.to_string();
            let mut tokens = told.split("seat_").skip(1).filter(|rest| rest.starts_with(|digit: char| digit.is_ascii_hexdigit()));
            assert_eq!(tokens.next(), None, "{told}");
            answered
        };
        let bot = json!({"type": "bot", "bot": "random"});
        let seats = json!([{"type": "person"}, bot, bot, bot]);
        let opened = ask(&own, "open_table", json!({"ruleset": "fortunes", "seats": seats})).await;
        let (table, text) = told(&opened);
        assert!(text.contains("You hold") && table["seat"] == 0, "{text}");
        let id = table["id"].clone();
        for stranger in [&other, &reader] {
            assert!(!told(&ask(stranger, "see_table", json!({"id": id})).await).1.contains("You hold"));
            let step = json!({"id": id, "after": table["step_count"], "choice": 1});
            assert_eq!(ask(stranger, "play_step", step).await["isError"], true);
        }
        let mut seen = ask(&own, "see_table", json!({"id": id})).await;
        while told(&seen).0["phase"] == "playing" {
            assert!(told(&seen).1.contains("You hold"));
            seen = ask(&own, "play_step", json!({"id": id, "after": told(&seen).0["step_count"], "choice": 1})).await;
        }
        assert_eq!(told(&seen).0["phase"], "over");
        let two = json!({"ruleset": "reversal", "seats": [{"type": "person"}, {"type": "person", "name": "Bel"}]});
        let opened = ask(&own, "open_table", two).await;
        let id = told(&opened).0["id"].clone();
        let which = ask(&own, "play_step", json!({"id": id, "after": 0, "choice": 1})).await;
        assert!(refusal(&which).starts_with("Your key has the seats 0 and 1"), "{which}");
        assert_eq!(told(&ask(&own, "see_table", json!({"id": id, "seat": "1"})).await).0["seat"], 1);
        let yesterday = (arcana::clock::Clock::now(&*app.clock) - TimeDelta::days(1)).date_naive();
        let opened = ask(&own, "play_deal_of_the_day", json!({"date": yesterday})).await;
        let (table, _) = told(&opened);
        let step = json!({"id": table["id"], "after": table["step_count"], "choice": 1});
        assert_eq!(told(&ask(&own, "play_step", step).await).0["seat"], 0);
    }

    async fn a_refusal_says_what_a_model_needs(app: &TestApp) {
        let (id, seat) = table(app).await;
        let step = json!({"id": id, "seat": seat, "after": 0, "choice": 1});
        let late = call(app, "play_step", step).await;
        assert!(refusal(&late).starts_with("The table is at step 1: `after` must be 1."));
        let wrong = call(app, "draw_cards", json!({"spread": "three-card", "colour": "red"})).await;
        assert!(refusal(&wrong).starts_with("There is no argument `colour`. Arguments: "));
        let undrawn = call(app, "find_games", json!({"picture": true})).await;
        assert!(refusal(&undrawn).starts_with("There is no argument `picture`."));
        let wrong = call(app, "draw_cards", json!({"spread": "four"})).await;
        assert!(refusal(&wrong).contains("three-card"));
        let drawn = json!({"spread": "three-card", "picture": "please"});
        assert_eq!(refusal(&call(app, "draw_cards", drawn).await), "`picture` is true or false.");
        let seated = json!({"id": id, "seat": [0], "after": 1, "choice": 1});
        assert_eq!(refusal(&call(app, "play_step", seated).await), "`seat` is the token of a seat, or its number.");
        let missing = call(app, "see_table", json!({})).await;
        assert_eq!(refusal(&missing), "The argument `id` is missing.");
    }

    async fn an_unknown_tool_is_an_error_of_the_protocol(app: &TestApp) {
        let request = message(EARLIER, "tools/call", json!({"name": "nothing", "arguments": {}}));
        let answer: Value = app.send_unchecked(request).await.json();
        assert_eq!(answer["error"]["code"], -32602);
    }

    async fn numbers_that_look_like_seeds_stay_seeds(app: &TestApp) {
        let games = [json!(5), json!("5")].map(async |seed| {
            let played = call(app, "play_game", json!({"ruleset": "fortuna", "seed": seed})).await;
            told(&played).0["result"].clone()
        });
        let [first, second] = games;
        assert_eq!(first.await, second.await);
    }

    async fn games_are_played_and_found_by_tags(app: &TestApp) {
        let bots = vec![json!({"type": "bot", "bot": "random"}); 2];
        call(app, "play_game", json!({"ruleset": "fortuna", "tags": ["club"]})).await;
        call(app, "play_game", json!({"ruleset": "fortuna", "tags": ["club", "cup"]})).await;
        call(app, "open_table", json!({"ruleset": "reversal", "seats": bots, "tags": ["club", "cup"]})).await;
        for (tag, count) in [(json!("club"), 3), (json!(["club", "cup"]), 2), (json!(["club", "cup", "none"]), 0)] {
            let found = call(app, "find_games", json!({"tag": tag})).await;
            assert_eq!(told(&found).0["items"].as_array().map(Vec::len), Some(count), "{tag}");
        }
    }

    async fn a_picture_comes_when_it_is_asked_for(app: &TestApp) {
        for (name, arguments) in [("read_fortune", json!({})), ("draw_cards", json!({"spread": "one-card"}))] {
            let plain = call(app, name, arguments.clone()).await;
            assert_eq!(plain["content"].as_array().map(Vec::len), Some(1));
            let mut arguments = arguments;
            arguments["picture"] = json!(true);
            let drawn = call(app, name, arguments).await;
            assert_eq!((&drawn["content"][1]["type"], &drawn["content"][1]["mimeType"]), (&json!("image"), &json!("image/png")));
        }
    }

    async fn where_keys_are_wanted_agents_need_one(app: &TestApp) {
        let closed = app.another(Settings { anonymous: Scopes::NONE, ..Settings::default() });
        let refused: Answer = closed.send_unchecked(message(EARLIER, "tools/list", json!({}))).await;
        assert_eq!(refused.status, 401);
        assert!(refused.header("www-authenticate").is_some_and(|challenge| challenge.starts_with("Bearer")));
        let reader = key(app, &[Scope::Read]).await;
        let ask = |name: &str, arguments: Value| {
            shown(message(EARLIER, "tools/call", json!({"name": name, "arguments": arguments})), &reader)
        };
        told(&result(&closed, ask("find_games", json!({}))).await);
        let refused = result(&closed, ask("play_game", json!({"ruleset": "fortuna"}))).await;
        assert!(refusal(&refused).starts_with("The key lacks the required scope `write`."));
    }

    async fn what_is_no_message_is_told_as_the_protocol_tells_it(app: &TestApp) {
        for (body, code) in [("{", -32700), ("{\"a\": 1, }", -32700), ("{}", -32600), ("[]", -32600), ("7", -32600)] {
            let request = Request::post("/mcp", body.to_owned()).with(ACCEPT, "application/json, text/event-stream");
            let answer = app.send_unchecked(request).await;
            let told = answer.json();
            assert_eq!((answer.status, &told["error"]["code"], &told["id"]), (400, &json!(code), &Value::Null), "{body}");
        }
    }

    async fn only_messages_are_sent_there(app: &TestApp) {
        let answer = app.send_unchecked(Request::get("/mcp")).await;
        assert_eq!((answer.status, answer.header("allow")), (405, Some("POST")));
    }
}
