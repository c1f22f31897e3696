//! Seats at tables: taken, left, and taken again.

use arcana::{
    http::Settings,
    service::{Scope, Scopes},
};
use reqwest::{
    Method,
    header::{ACCEPT, COOKIE},
};
use serde_json::{Value, json};

use crate::api::{
    app::Request,
    keys::{key, shown},
    plays::{sha256, text},
    tables::{KEY, Table, reversal},
};

on_both! {
    async fn the_host_lets_bots_play_at_open_seats(app: &TestApp) {
        let host = key(app, &[Scope::Read, Scope::Write]).await;
        let other = key(app, &[Scope::Read, Scope::Write]).await;
        let seats = |name| json!([{"type": "person", "name": name}, {"type": "open"}, {"type": "open"}, {"type": "open"}]);
        // Whoever takes the third seat without a name is called so.
        app.post_with(&host, "/v1/tables", &json!({"ruleset": "fortunes", "seats": seats("Player 3")})).await.problem(422, "invalid_body");
        let seats = seats("Alcor");
        let made = app.post_with(&host, "/v1/tables", &json!({"ruleset": "fortunes", "seats": seats})).await.is(201);
        let (table, path) = (Table::of(made.clone()), format!("{}/bots", text(&made["links"]["self"])));
        app.post_with(&other, &path, &json!({})).await.problem(403, "forbidden");
        app.post_with(&host, &path, &json!({"seat": 4})).await.problem(404, "not_found");
        app.post_with(&host, &path, &json!({"seats": 1})).await.problem(422, "invalid_body");
        let one = app.post_with(&host, &path, &json!({"seat": 1})).await.is(200);
        assert_eq!((&one["phase"], &one["seats"][1]["type"]), (&json!("waiting"), &json!("bot")));
        app.post_with(&host, &path, &json!({"seat": 1})).await.problem(409, "seat_taken");
        app.post_with(&host, &path, &json!({"seat": 0})).await.problem(409, "seat_taken");
        let all = app.post_with(&host, &path, &json!({})).await.is(200);
        let names: Vec<_> = all["seats"].as_array().expect("seats").iter().map(|seat| &seat["name"]).collect();
        assert_eq!((text(&all["phase"]), json!(names)), ("playing", json!(["Alcor", "Bellatrix", "Capella", "Deneb"])));
        assert_eq!(table.play(app).await["phase"], "over");
        app.post_with(&host, &path, &json!({})).await.problem(409, "table_over");
    }

    async fn the_host_lets_a_bot_play_for_who_is_gone(app: &TestApp) {
        let host = key(app, &[Scope::Read, Scope::Write]).await;
        let seats = json!([{"type": "person", "name": "Ada"}, {"type": "open"}]);
        let made = app.post_with(&host, "/v1/tables", &json!({"ruleset": "reversal", "seats": seats, "clock": {"step_seconds": null}})).await.is(201);
        let mut table = Table::of(made);
        table.join(app, json!({"name": "Bel"})).await;
        let (path, bel) = (format!("{}/bots", table.path), json!({"seat": 1}));
        let due = async || {
            for seat in [0, 1] {
                let seen = table.seen(app, seat).await;
                if seat == 0 && !seen["legal"].as_array().expect("steps").is_empty() {
                    table.step(app, 0, &seen["step_count"], &seen["legal"][0]).await.is(200);
                }
            }
            !table.seen(app, 1).await["legal"].as_array().expect("steps").is_empty()
        };
        assert!(due().await, "Bel is due when Ada has acted");
        app.post_with(&host, &path, &bel).await.problem(409, "seat_taken");
        app.clock.advance(chrono::TimeDelta::minutes(5));
        let replaced = app.post_with(&host, &path, &bel).await.is(200);
        assert_eq!((&replaced["seats"][1]["type"], &replaced["seats"][1]["name"]), (&json!("bot"), &json!("Bel")));
        app.send(shown(Request::get(&table.path), table.token(1))).await.problem(403, "bad_seat_token");
    }

    async fn bots_take_the_open_seats_when_nobody_has_come_in_time(app: &TestApp) {
        let seats = json!([{"type": "person", "name": "Ada"}, {"type": "open"}, {"type": "open"}, {"type": "bot"}]);
        let clock = json!({"fill_seconds": 30});
        let table = Table::set_up(app, &json!({"ruleset": "fortunes", "listed": true, "seats": seats, "clock": clock})).await;
        assert_eq!((&table.made["phase"], &table.made["clock"]["fill_seconds"]), (&json!("waiting"), &json!(30)));
        let wake = async |seconds: i64| {
            app.clock.advance(chrono::TimeDelta::seconds(seconds));
            app.aside(async |service| service.wake_tables().await.expect("a database")).await;
            app.get(&table.path).await.is(200)
        };
        assert_eq!(wake(29).await["phase"], "waiting");
        app.post(format!("{}/seats/1", table.path), &json!({"name": "Bel"})).await.is(201);
        assert_eq!(wake(29).await["phase"], "waiting", "who comes is given time for others");
        let filled = wake(1).await;
        let kinds: Vec<_> = filled["seats"].as_array().expect("seats").iter().map(|seat| &seat["type"]).collect();
        assert_eq!((text(&filled["phase"]), json!(kinds)), ("playing", json!(["person", "person", "bot", "bot"])));
        let wrong = json!({"ruleset": "fortunes", "clock": {"fill_seconds": 4}});
        assert_eq!(app.post("/v1/tables", &wrong).await.problem(422, "invalid_body")["errors"][0]["pointer"], "/clock/fill_seconds");
    }

    async fn two_persons_play_by_invitation(app: &TestApp) {
        let mut table = Table::set_up(app, &reversal()).await;
        assert_eq!((&table.made["phase"], &table.made["state"]), (&json!("waiting"), &Value::Null));
        let joined = table.join(app, json!({"name": "Bel", "client_seed": "coffee grounds"})).await;
        assert_eq!((&joined["phase"], &joined["seat"], &joined["tokens"][0]), (&json!("playing"), &json!(1), &Value::Null));
        let over = table.play(app).await;
        let game = app.get(text(&over["links"]["game"])).await.is(200);
        assert_eq!(game["client_seed"], sha256("0:tea leaves\n1:coffee grounds\n"));
        let names: Vec<_> = game["players"].as_array().expect("players").iter().map(|player| &player["name"]).collect();
        assert_eq!(names, ["Ada", "Bel"]);
        let proof = app.get(format!("{}/verification", text(&game["links"]["self"]))).await.is(200);
        assert_eq!(proof["chance_matches"], true);
    }

    async fn a_listed_seat_can_be_taken_by_anyone_who_may_write(app: &TestApp) {
        let mut body = reversal();
        body["listed"] = json!(true);
        let table = Table::set_up(app, &body).await;
        let joined = app.post(format!("{}/seats/1", table.path), &json!({})).await.is(201);
        assert_eq!((&joined["phase"], &joined["seats"][1]["name"]), (&json!("playing"), &json!("Player 2")));
    }

    async fn who_guesses_an_idempotency_key_does_not_see_the_hand(app: &TestApp) {
        let seats = json!([{"type": "open"}, {"type": "bot"}, {"type": "bot"}, {"type": "bot"}]);
        let table = Table::set_up(app, &json!({"ruleset": "fortunes", "listed": true, "seats": seats})).await;
        let take = |key: &str| Request::post(format!("{}/seats/0", table.path), "{}").with(KEY, key);
        // The requests of two guests behind one address are the same.
        let behind_proxy = app.another(Settings { proxies: 1, ..Settings::default() });
        let first = behind_proxy.send(take("1")).await.is(201);
        assert_eq!(first["seat"], 0);
        let again = behind_proxy.send(take("1")).await.is(201);
        assert_eq!((&again["seat"], again.get("tokens"), &again["legal"]), (&Value::Null, None, &json!([])));
        assert_eq!(again["state"]["hands"][0]["cards"], Value::Null, "{again}");
    }

    async fn leaving_again_gets_the_same_invitation(app: &TestApp) {
        let table = Table::set_up(app, &reversal()).await;
        let leave = |token: &str| shown(Request::new(Method::DELETE, format!("{}/seats/0", table.path)), token);
        let left = app.send(leave(table.token(0))).await.is(200);
        let again = app.send(leave(table.token(0))).await.is(200);
        assert_eq!((&left["invitations"], &left["version"]), (&again["invitations"], &again["version"]));
        let invitation = json!({"invitation": left["invitations"][0]["invitation"]});
        let taken = app.post(format!("{}/seats/0", table.path), &invitation).await.is(201);
        app.send(leave(table.token(0))).await.problem(403, "bad_seat_token");
        let left = app.send(leave(text(&taken["tokens"][0]))).await.is(200);
        assert_ne!(left["invitations"][0]["invitation"], invitation["invitation"]);
    }

    async fn an_invitation_that_is_taken_back_is_void_at_once(app: &TestApp) {
        // Sent unchecked, since the app keeps tokens to itself.
        let made = app.send_unchecked(Request::post("/v1/tables", reversal().to_string())).await.is(201);
        let table = Table::of(made);
        let (seat, old) = table.invitation();
        let (taking, path) = (format!("{}/seats/{seat}", table.path), format!("{}/seats/{seat}/invitation", table.path));
        let token = text(&table.made["delete_token"]);
        let renew = |path: &str, token: &str| shown(Request::new(Method::DELETE, path), token);
        let first = app.send(renew(&path, token)).await;
        assert_eq!(first.header("cache-control"), Some("no-store"));
        let (first, second) = (first.is(200), app.send(renew(&path, token)).await.is(200));
        assert_eq!((&second["phase"], &second["seat"], second["invitations"].as_array().map(Vec::len)), (&json!("waiting"), &Value::Null, Some(1)));
        assert_eq!((&second["invitations"][0]["seat"], second.get("tokens")), (&json!(seat), None));
        for dead in [old.as_str(), text(&first["invitations"][0]["invitation"])] {
            app.post(&taking, &json!({"invitation": dead})).await.problem(403, "bad_invitation");
        }
        // Nobody else may, and other seats are not touched.
        app.send(renew(&path, &format!("delete_{}", "0".repeat(64)))).await.problem(403, "forbidden");
        app.send(renew(&path, table.token(0))).await.problem(403, "forbidden");
        app.send(renew(&format!("{}/seats/0/invitation", table.path), token)).await.problem(409, "seat_taken");
        app.send(renew(&format!("{}/seats/7/invitation", table.path), token)).await.problem(404, "not_found");
        app.post(&taking, &json!({"invitation": second["invitations"][0]["invitation"]})).await.is(201);
        app.send(renew(&path, token)).await.problem(409, "seat_taken");
        // Events go on behind it.
        let lines = app.send(Request::get(format!("{}/events?last_event_id=1", table.path)).with(ACCEPT, "application/x-ndjson"));
        let closing = app.send(shown(Request::new(Method::DELETE, &table.path), token));
        let (lines, closed) = tokio::join!(lines, closing);
        closed.text(204);
        assert!(lines.body().contains("\"event\":\"closed\""), "{}", lines.body());
        app.send(renew(&path, token)).await.problem(409, "table_over");
    }

    async fn only_the_owner_takes_an_invitation_back(app: &TestApp) {
        let (own, other) = (key(app, &[Scope::Write]).await, key(app, &[Scope::Write]).await);
        let admin = key(app, &[Scope::Admin]).await;
        let made = app.send(shown(Request::post("/v1/tables", reversal().to_string()), &own)).await.is(201);
        let path = format!("{}/seats/1/invitation", text(&made["links"]["self"]));
        let renew = |key: &str| shown(Request::new(Method::DELETE, &path), key);
        app.send(renew(&other)).await.problem(403, "forbidden");
        let anew = app.send(renew(&own)).await.is(200);
        assert_ne!(anew["invitations"][0]["invitation"], made["invitations"][0]["invitation"]);
        app.send(renew(&admin)).await.is(200);
    }

    async fn callers_who_may_only_read_need_an_invitation(app: &TestApp) {
        let mut body = reversal();
        body["listed"] = json!(true);
        let table = Table::set_up(app, &body).await;
        let seat = format!("{}/seats/1", table.path);
        let readers = app.another(Settings { anonymous: Scopes::READ, ..Settings::default() });
        let refused = readers.post(&seat, &json!({})).await;
        refused.problem(401, "unauthorized");
        assert_eq!(refused.header("www-authenticate"), Some("Bearer realm=\"arcana\""));
        let invitation = &table.made["invitations"][0]["invitation"];
        readers.post(&seat, &json!({"invitation": invitation})).await.is(201);
    }

    async fn a_table_is_found_again_by_its_key_although_the_person_has_left(app: &TestApp) {
        let make = || Request::post("/v1/tables", reversal().to_string()).with(KEY, "make");
        let table = Table::of(app.send(make()).await.is(201));
        app.send(shown(Request::new(Method::DELETE, format!("{}/seats/0", table.path)), table.token(0))).await.is(200);
        let again = app.send(make()).await.is(201);
        assert_eq!((&again["id"], &again["seat"]), (&table.made["id"], &Value::Null));
    }

    async fn a_seat_that_is_taken_again_has_another_token(app: &TestApp) {
        let seats = json!([{"type": "open"}, {"type": "open"}, {"type": "bot"}, {"type": "bot"}]);
        let table = Table::set_up(app, &json!({"ruleset": "fortunes", "seats": seats})).await;
        let path = format!("{}/seats/0", table.path);
        // Two callers happen to use the same idempotency key.
        let take = |invitation: &Value| Request::post(&path, json!({"invitation": invitation}).to_string()).with(KEY, "take");
        let first = app.send(take(&table.made["invitations"][0]["invitation"])).await.is(201);
        let first = text(&first["tokens"][0]);
        let left = app.send(shown(Request::new(Method::DELETE, &path), first)).await.is(200);
        let other = key(app, &[Scope::Write]).await;
        let second = app.send(shown(take(&left["invitations"][0]["invitation"]), &other)).await.is(201);
        let second = text(&second["tokens"][0]);
        assert_ne!(first, second);
        app.send(shown(Request::get(&table.path), first)).await.problem(403, "bad_seat_token");
        assert_eq!(app.send(shown(Request::get(&table.path), second)).await.is(200)["seat"], 0);
    }

    async fn a_seat_that_is_left_is_open_again_or_a_bots(app: &TestApp) {
        let mut table = Table::set_up(app, &reversal()).await;
        let leave = |seat: usize, token: &str| shown(Request::new(Method::DELETE, format!("{}/seats/{seat}", table.path)), token);
        let left = app.send(leave(0, table.token(0))).await.is(200);
        assert_eq!((&left["seats"][0]["type"], &left["seats"][0]["name"]), (&json!("open"), &Value::Null));
        let again = json!({"invitation": left["invitations"][0]["invitation"], "name": "Cal"});
        let taken = app.post(format!("{}/seats/0", table.path), &again).await.is(201);
        table.tokens[0] = Some(text(&taken["tokens"][0]).to_owned());
        table.join(app, json!({"name": "Bel"})).await;
        let left = shown(Request::new(Method::DELETE, format!("{}/seats/1", table.path)), table.token(1));
        let left = app.send(left).await.is(200);
        assert_eq!((&left["seats"][1]["type"], &left["seats"][1]["bot"]), (&json!("bot"), &json!("adept")));
        assert_eq!((&left["phase"], left.get("invitations")), (&json!("playing"), None));
        table.tokens[1] = None;
        assert_eq!(table.play(app).await["phase"], "over");
    }

    async fn a_guest_needs_no_key(app: &TestApp) {
        let mut table = Table::set_up(app, &reversal()).await;
        let closed = app.another(Settings { anonymous: Scopes::NONE, ..Settings::default() });
        closed.get(&table.path).await.problem(401, "unauthorized");
        table.join(&closed, json!({})).await;
        assert_eq!(table.play(&closed).await["phase"], "over");
        let events = closed.send(shown(Request::get(format!("{}/events?last_event_id=0", table.path)), table.token(1))).await;
        assert_eq!(events.status, 200);
        // The token is not valid anywhere else.
        for path in ["/v1/games", "/v1/tables"] {
            closed.send(shown(Request::get(path), table.token(1))).await.problem(401, "unauthorized");
        }
        // Nor does the page of the table lead the guest to others.
        let page = Request::get(table.path.replace("/v1", "")).with(COOKIE, &format!("arcana_seat={}", table.token(1)));
        let [here, there] = [closed.send_unchecked(page.clone()).await.text(200), app.send_unchecked(page).await.text(200)];
        assert!(here.contains("won.") && !here.contains("Watch the game again"), "{here}");
        assert!(there.contains("Watch the game again"));
    }
}
