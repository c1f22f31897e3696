//! The pages for people.

use arcana::clock::Clock;
use chrono::TimeDelta;
use reqwest::{
    Method,
    header::{ACCEPT, CONTENT_TYPE, COOKIE, HeaderName, ORIGIN},
};
use serde_json::{Value, json};

use crate::api::{
    answer::Answer,
    app::{Request, TestApp},
    browser::{Browser, from_own_page},
    keys::shown,
    plays::{text, with},
};

/// Maximum size of a page, in bytes (a reading with all its places has up to 101,000), and of one that has a whole reading
/// beside what it is about.
const LIMIT: usize = 125_000;
const LIMIT_WITH_READING: usize = 150_000;
const RULESETS: [&str; 5] = ["fortunes", "fortuno", "foolery", "fortuna", "reversal"];

/// A page, with checks that apply to all pages.
pub async fn page(app: &TestApp, path: &str, status: u16) -> String {
    page_within(app, path, status, LIMIT).await
}

/// A page of a game whose analysis tells the fortune that would have been.
pub async fn page_with_reading(app: &TestApp, path: &str) -> String {
    page_within(app, path, 200, LIMIT_WITH_READING).await
}

async fn page_within(app: &TestApp, path: &str, status: u16, limit: usize) -> String {
    let answer = app.send_unchecked(Request::get(path)).await;
    guarded(&answer);
    assert!(answer.body.len() < limit, "{path}: {} bytes", answer.body.len());
    let text = answer.text(status);
    assert_eq!(answer.content_type(), "text/html; charset=utf-8", "{path}");
    text
}

/// It has the headers of every response, and a page has those of pages too.
pub fn guarded(answer: &Answer) {
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{}", answer.asked);
    assert_eq!(answer.header("referrer-policy"), Some("no-referrer"), "{}", answer.asked);
    if answer.status != 303 {
        let policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
                      connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
        assert_eq!(answer.header("content-security-policy"), Some(policy), "{}", answer.asked);
    }
}

pub fn plain_form(path: &str, fields: &[(&str, &str)]) -> Request {
    let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
    Request::post(path, body).with(CONTENT_TYPE, "application/x-www-form-urlencoded")
}

/// The preview image of a page.
pub async fn preview(app: &TestApp, page: &str) -> Answer {
    let answer = app.send_unchecked(Request::get(format!("{page}/preview.png"))).await;
    assert_eq!((answer.status, answer.content_type()), (200, "image/png"), "{page}");
    assert_eq!(answer.png_size(), (1200, 630), "{page}");
    assert_eq!(answer.header("cross-origin-resource-policy"), Some("cross-origin"), "other sites show it");
    answer
}

/// A form as sent from its page.
pub fn form(path: &str, fields: &[(&str, &str)]) -> Request {
    from_own_page(plain_form(path, fields))
}

/// Sends a form; returns the target of the redirect.
async fn sent_on(app: &TestApp, path: &str, fields: &[(&str, &str)]) -> String {
    let answer = app.send_unchecked(form(path, fields)).await;
    answer.text(303);
    guarded(&answer);
    answer.header("location").expect("a location").to_owned()
}

async fn refused(app: &TestApp, path: &str, fields: &[(&str, &str)]) -> String {
    let answer = app.send_unchecked(form(path, fields)).await;
    guarded(&answer);
    answer.text(422)
}

/// Sends a form without a key; returns the path of what was created, and the cookies to delete it.
pub async fn made(app: &TestApp, path: &str, fields: &[(&str, &str)]) -> (String, String) {
    let request = form(path, fields);
    let answer = app.send_unchecked(request).await;
    answer.text(303);
    let cookie = answer.header("set-cookie").expect("a cookie");
    assert!(cookie.ends_with(&format!("; Path={path}; Max-Age=31536000; HttpOnly; SameSite=Lax")), "{cookie}");
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let cookie = cookie.split(';').next().expect("a pair");
    (answer.header("location").expect("a location").to_owned(), cookie.to_owned())
}

/// Number of cards in the first list of a fragment.
fn cards(piece: &str) -> usize {
    piece.split("</ul>").next().map_or(0, |list| list.matches("<li>").count())
}

/// Number of games listed on a page.
fn rows(page: &str) -> usize {
    page.matches("<td><a href=\"/games/").count()
}

on_both! {
    async fn a_reading_is_requested_by_a_form(app: &TestApp) {
        let fields = [("querent", "Ada"), ("question", "Stay?"), ("deck", "thoth"), ("seed", "x")];
        let address = sent_on(app, "/readings", &fields).await;
        let shown = page(app, &address, 200).await;
        for part in ["for Ada</bdi></h1>", "Asked: Stay?", "<svg", "/verification\">", "<code>x</code>"] {
            assert!(shown.contains(part), "{part}");
        }
        for ending in ["svg", "png", "md", "txt"] {
            assert!(shown.contains(&format!("/v1{address}.{ending}\" download")), "{ending}");
        }
        assert_eq!(shown.matches("<h1").count(), 1);
        page(app, &sent_on(app, "/readings", &[]).await, 200).await;
    }

    async fn a_day_has_its_card(app: &TestApp) {
        let own = page(app, "/daily?for=Ada&date=2026-11-22", 200).await;
        assert!(own.contains("Ada’s card of") && own.contains("<code>Ada@2026-11-22</code>"));
        assert_eq!(own, page(app, "/daily?date=2026-11-22&for=Ada", 200).await, "the same for whoever asks");
        assert!(page(app, "/daily", 200).await.contains("The card of today"));
        let left_empty = page(app, "/daily?for=&date=2026-11-22", 200).await;
        assert!(left_empty.contains("<code>arcana@2026-11-22</code>"));
        for wrong in ["date=tomorrow", "date=2026-02-30", "for=%07", "name=Ada", "date=2026-11-22&date=2026-11-23"] {
            page(app, &format!("/daily?{wrong}"), 400).await;
        }
    }

    async fn no_page_shows_the_card_of_a_day_that_has_begun_nowhere(app: &TestApp) {
        let ahead = app.clock.now() + TimeDelta::hours(14);
        let (begun, later) = (ahead.date_naive(), ahead.date_naive().succ_opt().expect("a date"));
        let shown = page(app, &format!("/daily?date={begun}"), 200).await;
        assert!(!shown.contains("rel=\"next\"") && shown.contains("rel=\"prev\""), "{shown}");
        let refused = page(app, &format!("/daily?date={later}"), 400).await;
        assert!(refused.contains(&format!("{later} has begun nowhere on earth yet.")) && !refused.contains("Turn it over"), "{refused}");
        // Nor by the way of a spread, whatever its seed.
        page(app, &format!("/spreads/one-card/reading?seed=arcana%40{later}"), 422).await;
        page(app, &format!("/spreads/one-card/reading?seed=arcana%40{begun}"), 200).await;
        for body in [json!({"seed": "arcana", "when": later}), json!({"seed": format!("arcana@{later}")})] {
            let draw = with(&body, "spread", json!("one-card"));
            let pointer = if body["when"].is_null() { "/seed" } else { "/when" };
            for (path, body) in [("/v1/draws", draw.clone()), ("/v1/readings", with(&draw, "type", json!("spread")))] {
                assert_eq!(app.post(path, &body).await.problem(422, "invalid_body")["errors"][0]["pointer"], pointer, "{path}");
            }
        }
        assert_eq!(app.get("/v1/readings").await.status, 401);
    }

    async fn the_deck_of_a_spread_is_that_of_waite_and_smith_or_the_last_one(app: &TestApp) {
        let browser = Browser::new(app);
        let form = browser.open("/spreads/one-card").await;
        assert!(form.contains("<option value=\"waite-smith\" selected"), "{form}");
        let drawn = app.post("/v1/draws", &json!({"spread": "celtic-cross", "seed": "x", "deck": "waite-smith"})).await.is(200);
        let places = drawn["reading"]["places"].as_array().expect("places").iter();
        let names: Vec<_> = places.map(|place| text(&place["card"]["name"]).to_owned()).collect();
        let shown = browser.open("/spreads/celtic-cross/reading?seed=x").await;
        assert!(names.iter().all(|name| shown.contains(name)), "{names:?} {shown}");
        browser.open("/spreads/celtic-cross/reading?seed=x&deck=thoth").await;
        assert!(browser.open("/spreads/one-card").await.contains("<option value=\"thoth\" selected"));
        let table = browser.submit("/tables/new", &[("ruleset", "fortunes")]).await;
        assert!(browser.open(table.header("location").expect("a table")).await.contains("cards-fortunes.css"), "tables have their own");
    }

    async fn all_problems_are_listed(app: &TestApp) {
        let list = page(app, "/problems", 200).await;
        let codes = list.matches("href=\"/problems/").count();
        assert!(codes > 40, "{codes}");
        for code in ["bad_json", "day_not_open", "seat_taken"] {
            assert!(list.contains(&format!("<a href=\"/problems/{code}\"><code>{code}</code></a>")), "{code}");
        }
    }

    async fn the_first_page_is_there_while_the_database_is_not(app: &TestApp) {
        let browser = Browser::new(app);
        browser.open("/me").await;
        browser.submit("/me", &[("name", "Ada")]).await.text(200);
        app.service.close().await;
        for browser in [browser, Browser::new(app)] {
            let first = browser.open("/").await;
            assert!(first.contains("Back in a moment") && first.contains("What do the cards say?"), "{first}");
            for works in ["/spreads", "/daily", "/cards", "/learn", "/spreads/one-card/reading?seed=x"] {
                browser.open(works).await;
            }
        }
    }

    async fn every_page_has_the_same_policy(app: &TestApp) {
        for path in ["/", "/problems/not_found", "/rules/README", "/docs/", "/learn", "/cards/ar00"] {
            page(app, path, 200).await;
        }
        let problem = app.get_as("/v1/made/up", "text/html").await;
        guarded(&problem);
        problem.problem_page(404, "not_found");
    }

    async fn the_page_of_my_readings_is_the_same_for_everybody(app: &TestApp) {
        let shown = page(app, "/readings", 200).await;
        let address = sent_on(app, "/readings", &[("question", "Stay?")]).await;
        assert_eq!(shown, page(app, "/readings", 200).await, "the service keeps no list");
        assert!(!shown.contains(&address));
        page(app, "/readings?player=Ada", 400).await;
    }

    async fn the_token_of_a_reading_is_shown_only_to_its_creator(app: &TestApp) {
        let (address, cookies) = made(app, "/readings", &[]).await;
        assert!(!page(app, &address, 200).await.contains("delete_"));
        let own = app.send_unchecked(Request::get(&address).with(COOKIE, &cookies)).await;
        assert_eq!(own.header("cache-control"), Some("no-store"));
        let own = own.text(200);
        let token = own.split("data-delete-token=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a token");
        let request = shown(Request::new(Method::DELETE, format!("/v1{address}")), token);
        assert_eq!(app.send_unchecked(request).await.status, 204);
    }

    async fn user_input_is_escaped(app: &TestApp) {
        let evil = "<script>alert('&\"')</script>";
        let fields = [("querent", evil), ("question", evil)];
        let address = sent_on(app, "/readings", &fields).await;
        let shown = page(app, &address, 200).await;
        let game = shown.split("href=\"/games/").nth(1).and_then(|rest| rest.split('"').next()).expect("a link");
        let game = (!game.is_empty()).then_some(game).expect("an id");
        for path in [format!("/games/{game}"), format!("/games/{game}?step=3"), address] {
            let shown = page(app, &path, 200).await;
            assert!(!shown.contains("<script>"), "{path}");
            assert!(shown.contains("&lt;script"), "{path}");
        }
        app.play(&json!({"ruleset": "foolery", "players": [{"name": evil}, {}, {}]})).await;
        let listed = page(app, "/games", 200).await;
        assert!(listed.contains("&lt;script") && !listed.contains("<script>"));
        let refusal = refused(app, "/readings", &[("querent", evil), ("deck", evil)]).await;
        assert!(!refusal.contains("<script>"));
    }

    async fn an_invalid_form_is_shown_again_with_its_errors(app: &TestApp) {
        let long = "x".repeat(65);
        let shown = refused(app, "/readings", &[("querent", &long), ("question", "Why?"), ("deck", "none")]).await;
        assert!(shown.contains("Expected 1 to 64 characters, not 65."));
        assert!(shown.contains("<code>none</code> is not a deck for readings."));
        assert!(shown.contains("value=\"Why?\""));
        for (fields, why) in [
            (&[("ruleset", "chess")][..], "<code>chess</code> is not a ruleset"),
            (&[], "Choose a game."),
            (&[("ruleset", "fortuna"), ("players", "3")], "Fortuna is for 2 to 20 players, an even number."),
            (&[("ruleset", "fortuna"), ("players", "two")], "Expected a non-negative integer."),
            (&[("ruleset", "fortuna"), ("colour", "red")], "Unknown field <code>colour</code>."),
            (&[("ruleset", "fortuna"), ("ruleset", "fortuno")], "It may be given only once."),
        ] {
            let shown = refused(app, "/games", fields).await;
            assert!(shown.contains(why), "{fields:?}");
        }
        assert_eq!(rows(&page(app, "/games", 200).await), 0);
    }

    async fn a_form_of_another_site_is_refused(app: &TestApp) {
        let site = HeaderName::from_static("sec-fetch-site");
        let good = form("/games", &[("ruleset", "fortuna")]);
        for foreign in [good.clone().with(site.clone(), "cross-site"), good.clone().with(site.clone(), "same-site"),
            good.clone().with(ORIGIN, "http://evil.example"), good.clone().with(ORIGIN, "null")]
        {
            let answer = app.send_unchecked(foreign).await;
            guarded(&answer);
            answer.text(403);
        }
        let own = good.with(site, "same-origin").with(ORIGIN, &format!("http://{}", app.address));
        app.send_unchecked(own).await.text(303);
        app.send_unchecked(from_own_page(Request::post("/games", "{}"))).await.text(415);
    }

    async fn a_name_that_xml_cannot_contain_is_drawn(app: &TestApp) {
        let body = json!({"spread": "one-card", "querent": "A\u{FFFF}", "seed": "x"});
        for form in ["image/png", "image/svg+xml", "text/html"] {
            let answer = app.send_unchecked(Request::post("/v1/draws", body.to_string()).with(ACCEPT, form)).await;
            assert_eq!(answer.status, 200, "{form}");
        }
        let own = "/spreads/own/reading.png?places=%EF%BF%BF&seed=x";
        assert_eq!(app.send_unchecked(Request::get(own)).await.status, 200);
    }

    async fn a_form_is_refused_if_the_browser_does_not_say_where_it_comes_from(app: &TestApp) {
        let plain = || plain_form("/games", &[("ruleset", "fortuna")]);
        app.send_unchecked(plain()).await.text(403);
        let site = HeaderName::from_static("sec-fetch-site");
        for (sent, status) in [("same-origin", 303), ("same-site", 403), ("cross-site", 403), ("none", 403)] {
            app.send_unchecked(plain().with(site.clone(), sent)).await.text(status);
        }
        app.send_unchecked(plain().with(ORIGIN, &format!("http://{}", app.address))).await.text(303);
    }

    async fn every_game_is_shown_from_its_first_step_to_its_last(app: &TestApp) {
        for ruleset in RULESETS {
            let address = sent_on(app, "/games", &[("ruleset", ruleset), ("seed", "x")]).await;
            let game = app.get(format!("/v1{address}")).await.is(200);
            let count = game["step_count"].as_u64().expect("a count");
            let stride = (count / 40).max(1) as usize;
            for step in (0..=count).step_by(stride).chain([count]) {
                let answer = app.send_unchecked(Request::get(format!("{address}/table/{step}"))).await;
                guarded(&answer);
                let table = answer.text(200);
                assert_eq!(table.matches("<div class=\"seat").count(), game["players"].as_array().map_or(0, Vec::len));
                assert_eq!(table.contains("Nothing has happened yet."), step == 0);
                assert_eq!(table.contains("The game is over."), step == count);
                assert!(!table.contains("<p class=\"made\"></p>"), "{ruleset} {step}");
                assert!(table.len() < LIMIT / 2, "{ruleset} {step}");
            }
            let opened = page(app, &address, 200).await;
            let dealt = ["fortunes", "fortuno", "foolery"].contains(&ruleset);
            assert_eq!(opened.contains("Nothing has happened yet."), !dealt, "{ruleset}");
            assert_eq!(opened.contains("polite\">The cards are dealt."), dealt, "{ruleset}");
            assert!(page(app, &format!("{address}?step={count}"), 200).await.contains("The game is over."));
            assert!(page(app, &format!("{address}?step=0"), 200).await.contains("?step=1#replay"));
            // As links look that were shared elsewhere.
            page(app, &format!("{address}?utm_source=letter&fbclid=x"), 200).await;
            app.get(format!("/v1{address}?fbclid=x")).await.problem(400, "unknown_parameter");
            page(app, &format!("{address}?view=20"), 404).await;
            page(app, &format!("{address}?step={}", count + 1), 404).await;
            page(app, &format!("{address}?step=one"), 404).await;
            page(app, &format!("{address}?colour=red"), 400).await;
        }
    }

    async fn a_replay_can_be_seen_from_one_seat(app: &TestApp) {
        let address = sent_on(app, "/games", &[("ruleset", "fortunes"), ("seed", "x")]).await;
        let hands = |shown: &str| shown.split("aria-label=\"Hand\"").skip(1).map(cards).collect::<Vec<_>>();
        let all = page(app, &format!("{address}?step=1"), 200).await;
        assert_eq!(hands(&all), [19, 19, 19, 19]);
        let own = page(app, &format!("{address}?step=1&view=2"), 200).await;
        assert_eq!(hands(&own), [19]);
        assert!(own.contains("?step=2&amp;view=2#replay"), "the other steps are seen by the same player");
        let piece = app.send_unchecked(Request::get(format!("{address}/table/1?view=public"))).await.text(200);
        assert!(hands(&piece).is_empty());
        assert_eq!(piece.matches("<b>19</b>").count(), 4);
    }

    async fn moves_of_a_replay_are_links_and_its_parts_can_be_skipped(app: &TestApp) {
        let address = sent_on(app, "/games", &[("ruleset", "fortunes"), ("seed", "x")]).await;
        let shown = page(app, &format!("{address}?step=7"), 200).await;
        let moves = shown.split("<ol").last().and_then(|list| list.split("</ol>").next()).expect("the moves");
        assert_eq!(moves.matches("?step=").count(), 77);
        assert!(moves.contains("data-step=\"7\" aria-current=\"step\""));
        for part in ["title=\"Previous trick\"", "title=\"Next trick\"", "step=5#replay", "step=9#replay"] {
            assert!(shown.contains(part), "{part}");
        }
    }

    async fn the_readings_of_a_game_can_be_viewed(app: &TestApp) {
        let address = sent_on(app, "/games", &[("ruleset", "fortunes")]).await;
        for player in 0..4 {
            assert!(page(app, &format!("{address}/readings/{player}"), 200).await.contains("<svg"));
        }
        page(app, &format!("{address}/readings/4"), 404).await;
        page(app, &format!("{address}/readings/0?deal=2"), 400).await;
    }

    async fn history_is_narrowed_and_paged(app: &TestApp) {
        let players = json!([{"name": "Ada"}, {"name": "a/b c?"}]);
        for ruleset in ["reversal", "fortuna"] {
            app.post("/v1/games", &json!({"ruleset": ruleset, "players": players, "seed": ruleset})).await.is(201);
        }
        for _ in 0..20 {
            app.post("/v1/games", &json!({"ruleset": "reversal"})).await.is(201);
        }
        let first = page(app, "/games", 200).await;
        assert_eq!(rows(&first), 20);
        let older = first.split("rel=\"next\" href=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a link");
        let second = page(app, older, 200).await;
        assert_eq!(rows(&second), 2);
        assert!(second.contains(">Newest</a>") && !second.contains("rel=\"next\""));
        for (query, count) in [
            ("ruleset=fortuna", 1), ("player=Ada", 2), ("seed=reversal", 1), ("source=imported", 0), ("winner=Nobody", 0),
            ("ruleset=&player=Ada&winner=&source=played&since=&until=&seed=", 2), ("since=2999-01-01", 0),
            ("until=2999-01-01&player=Ada", 2), ("since=2999-01-01T00:00:00Z", 0),
            ("played_since=2999-01-01", 0), ("played_until=2999-01-01&player=Ada&sort=played_at", 2),
            ("played_since=2000-01-01T00:00:00Z&played_until=&player=Ada&sort=", 2),
        ] {
            assert_eq!(rows(&page(app, &format!("/games?{query}"), 200).await), count, "{query}");
        }
        for query in ["ruleset=chess", "since=yesterday", "played_since=yesterday", "sort=x", "colour=red", "cursor=x"] {
            page(app, &format!("/games?{query}"), 400).await;
        }
        assert_eq!(rows(&page(app, "/players/Ada", 200).await), 2);
        assert!(first.contains("/players/Player%201") && second.contains("/players/a%2Fb%20c%3F"));
        assert_eq!(rows(&page(app, "/players/a%2Fb%20c%3F", 200).await), 2);
    }

    async fn what_is_not_there_is_a_page_that_says_so(app: &TestApp) {
        let none = "01990000-0000-7000-8000-000000000000";
        for path in [
            format!("/games/{none}"), format!("/games/{none}/table/0"), format!("/games/{none}/readings/0"),
            format!("/readings/{none}"), "/games/x".to_owned(), "/readings/x".to_owned(), "/players/Nobody".to_owned(),
            "/players/%07".to_owned(), "/assets/none.css".to_owned(),
        ] {
            assert!(page(app, &path, 404).await.contains("Not found"), "{path}");
        }
        let answer = app.send_unchecked(Request::new(Method::DELETE, "/games")).await;
        guarded(&answer);
        answer.text(405);
        assert_eq!(answer.header("allow"), Some("GET, HEAD, POST"));
    }

    async fn a_linked_reading_is_shown_with_a_picture(app: &TestApp) {
        let path = sent_on(app, "/readings", &[("querent", "Ada \"A\""), ("question", "Shall I stay?"), ("seed", "x")]).await;
        let text = page(app, &path, 200).await;
        let origin = text.split("property=\"og:url\" content=\"").nth(1).and_then(|rest| rest.strip_prefix("http://"));
        let host = origin.and_then(|rest| rest.split('/').next()).expect("a whole address");
        for tag in [
            "property=\"og:title\" content=\"Fortune for Ada &quot;A&quot;\"".to_owned(),
            format!("property=\"og:image\" content=\"http://{host}{path}/preview.png\""),
            "name=\"twitter:card\" content=\"summary_large_image\"".to_owned(),
            "name=\"description\" content=\"".to_owned(),
        ] {
            assert!(text.contains(&tag), "{tag}");
        }
        let picture = preview(app, &path).await;
        let again = app.send_unchecked(Request::get(format!("{path}/preview.png"))).await;
        assert_eq!(again.header("etag"), picture.header("etag"));
        assert_eq!(again.body, picture.body);
    }

    async fn every_game_has_its_own_preview_picture(app: &TestApp) {
        let mut pictures = std::collections::BTreeSet::new();
        for ruleset in RULESETS {
            let path = sent_on(app, "/games", &[("ruleset", ruleset), ("seed", "x")]).await;
            let text = page(app, &path, 200).await;
            assert!(text.contains("property=\"og:description\" content=\"Won by "), "{text}");
            pictures.insert(preview(app, &path).await.body);
        }
        assert_eq!(pictures.len(), RULESETS.len());
    }

    async fn browsers_can_install_the_site(app: &TestApp) {
        let home = page(app, "/", 200).await;
        assert!(home.contains("<link rel=\"manifest\" href=\"/manifest.webmanifest\">"), "{home}");
        let manifest = app.send_unchecked(Request::get("/manifest.webmanifest")).await;
        assert_eq!((manifest.status, manifest.content_type()), (200, "application/manifest+json"));
        let told: Value = serde_json::from_slice(&manifest.body).expect("JSON");
        assert_eq!((&told["name"], &told["start_url"], &told["display"]), (&json!("Arcana"), &json!("/"), &json!("standalone")));
        for icon in told["icons"].as_array().expect("icons") {
            let picture = app.send_unchecked(Request::get(icon["src"].as_str().expect("an address"))).await;
            assert_eq!((picture.status, picture.content_type()), (200, icon["type"].as_str().expect("a type")));
        }
    }

    async fn browsers_find_the_icon_of_the_site(app: &TestApp) {
        let icon = app.send_unchecked(Request::get("/favicon.ico")).await;
        assert_eq!((icon.status, icon.content_type()), (200, "image/x-icon"));
        let home = page(app, "/", 200).await;
        let address = home.split("rel=\"icon\" type=\"image/svg+xml\" href=\"").nth(1).expect("a sign");
        let sign = app.send_unchecked(Request::get(address.split('"').next().expect("an address"))).await;
        assert_eq!(sign.content_type(), "image/svg+xml");
        assert_eq!(sign.markup().root_element().attribute("viewBox"), Some("0 0 32 32"));
    }

    async fn styles_and_scripts_can_be_cached(app: &TestApp) {
        let home = page(app, "/", 200).await;
        let address = home.split('"').find(|part| part.starts_with("/assets/site.css?")).expect("a style sheet");
        let answer = app.send_unchecked(Request::get(address)).await;
        assert_eq!(answer.header("cache-control"), Some("public, max-age=31536000, immutable"));
        assert_eq!(answer.content_type(), "text/css; charset=utf-8");
        let tag = answer.header("etag").expect("a tag");
        let again = Request::get("/assets/site.css").with(HeaderName::from_static("if-none-match"), tag);
        app.send_unchecked(again).await.text(304);
        let font = home.split('"').find(|part| part.starts_with("/assets/Gelasio-Regular.woff2?")).expect("a font");
        let font = app.send_unchecked(Request::get(font)).await;
        assert_eq!(font.header("cache-control"), Some("public, max-age=31536000, immutable"));
        assert_eq!(font.content_type(), "font/woff2");
        assert!(font.body.starts_with(b"wOF2") && font.body.len() < 25_000);
        for script in ["/assets/site.js", "/assets/play.js", "/assets/replay.js", "/assets/reading.js"] {
            assert_eq!(app.send_unchecked(Request::get(script)).await.content_type(), "text/javascript; charset=utf-8");
        }
    }
}
