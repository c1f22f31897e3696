//! The page `/me`: a profile in a browser, on several devices, and by its recovery text.

use arcana::{http::Settings, service::Scopes};
use chrono::TimeDelta;
use reqwest::header::{COOKIE, HeaderName, ORIGIN, USER_AGENT};
use serde_json::json;

use crate::api::{
    app::{Request, TestApp},
    browser::{Browser, from_own_page},
    keys::shown,
    profiles::{ask, profile},
};

/// The value of the read-only field with this id.
fn shown_once(page: &str, id: &str) -> String {
    let field = page.split(&format!("id=\"{id}\"")).nth(1).expect("a field");
    let (tag, contents) = field.split_once('>').expect("a tag");
    let value = tag.split_once("value=\"").and_then(|(_, value)| value.split('"').next());
    value.or(contents.split('<').next()).expect("a value").to_owned()
}

/// A browser with a profile, and the recovery text.
async fn signed_up<'a>(app: &'a TestApp, name: &str) -> (Browser<'a>, String) {
    let browser = Browser::new(app);
    let page = browser.submit("/me", &[("name", name)]).await.text(200);
    let text = shown_once(&page, "recovery");
    (browser, text)
}

/// The path of a new link for another device.
async fn link(browser: &Browser<'_>) -> String {
    let whole = shown_once(&browser.submit("/me/link", &[]).await.text(200), "link");
    format!("/me{}", whole.split_once("/me").expect("the path").1)
}

/// Sends a request with the cookie of a browser and another header.
async fn with_cookie(app: &TestApp, cookie: &str, path: &str, header: (&'static str, &str)) -> u16 {
    let request = Request::get(path).with(COOKIE, cookie).with(HeaderName::from_static(header.0), header.1);
    app.send_unchecked(request).await.status
}

/// The cookie that a browser gets with a profile.
async fn cookie(app: &TestApp, name: &str) -> String {
    let answer = app.send_unchecked(from_own_page(Browser::form("/me", &[("name", name)]))).await;
    let set = answer.header("set-cookie").expect("a cookie");
    assert_eq!(answer.header("cache-control"), Some("private, no-store"));
    assert!(set.contains("; HttpOnly; SameSite=Lax") && set.contains("Max-Age=31536000"), "{set}");
    set.split(';').next().expect("a pair").to_owned()
}

on_both! {
    async fn a_browser_makes_and_keeps_a_profile(app: &TestApp) {
        let (browser, text) = signed_up(app, "Ada").await;
        let page = browser.send(Request::get("/me")).await;
        assert_eq!(page.header("cache-control"), Some("private, no-store"));
        assert!(page.text(200).contains("<h1><bdi>Ada</bdi></h1>"), "{}", page.body());
        assert!(!page.body().contains(&text), "it is shown once");
        assert_eq!(app.send(shown(Request::get("/v1/profiles/me"), &text)).await.is(200)["name"], "Ada");
        assert!(Browser::new(app).open("/me").await.contains("Make the profile"));
    }

    async fn devices_and_tables_are_told_apart(app: &TestApp) {
        let (ada, _) = signed_up(app, "Ada").await;
        let phone = Browser::new(app);
        let agent = "Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0";
        let link = Browser::form(&link(&ada).await, &[]).with(USER_AGENT, agent);
        assert_eq!(phone.send(from_own_page(link)).await.status, 303);
        assert_eq!(ada.submit("/tables/new", &[("ruleset", "fortuna")]).await.status, 303);
        let page = phone.open("/me").await;
        for told in ["Firefox on Android of ", "Browser of ", "Recovery text of ", ">Fortuna</a>", ">in play</span>"] {
            assert!(page.contains(told), "{told}: {page}");
        }
    }

    async fn a_name_that_cannot_be_had_is_told_in_the_form(app: &TestApp) {
        profile(app, "Ada").await;
        let browser = Browser::new(app);
        let taken = browser.submit("/me", &[("name", "ADA")]).await.text(409);
        assert!(taken.contains("ADA 2 is free"), "{taken}");
        assert!(browser.submit("/me", &[("name", " ")]).await.text(422).contains("A name is required"));
        assert!(browser.submit("/me", &[("name", "Bel"), ("x", "1")]).await.text(422).contains("Unknown field"));
    }

    async fn where_it_is_closed_the_page_says_so(app: &TestApp) {
        let closed = app.another(Settings { sign_up: false, anonymous: Scopes::NONE, ..Settings::default() });
        let browser = Browser::new(&closed);
        assert!(browser.open("/me").await.contains("lets nobody make a profile"));
        browser.submit("/me", &[("name", "Ada")]).await.problem_page(403, "sign_up_closed");
        let text = profile(app, "Ada").await;
        assert_eq!(browser.submit("/me/key", &[("key", &text)]).await.status, 303);
        browser.open("/games").await;
        assert_eq!(Browser::new(&closed).send(Request::get("/games")).await.status, 401);
    }

    async fn what_a_browser_makes_is_its_profiles(app: &TestApp) {
        let (browser, text) = signed_up(app, "Ada").await;
        let made = browser.submit("/games", &[("ruleset", "reversal")]).await;
        assert_eq!(made.status, 303, "{}", made.body());
        let game = made.header("location").expect("its page").replace("/games/", "/v1/games/");
        let delete = shown(Request::new(reqwest::Method::DELETE, game), &text);
        app.send(delete).await.text(204);
    }

    async fn a_profile_is_asked_for_no_name_and_others_once(app: &TestApp) {
        let (ada, _) = signed_up(app, "Ada").await;
        let fields = |page: &str| page.matches(" name=\"name").count();
        for (path, forms) in [("/", 2), ("/tables/new", 1), ("/tables/new?ruleset=fortunes", 1)] {
            assert_eq!(fields(&Browser::new(app).open(path).await), forms, "{path}");
            let page = ada.open(path).await;
            assert_eq!(fields(&page), 0, "{path}");
            assert!(page.contains("You sit under your name, <a href=\"/me\"><bdi>Ada</bdi></a>."), "{path}");
        }
        let made = ada.submit("/tables/new", &[("ruleset", "fortuna")]).await;
        let table = format!("/v1{}", made.header("location").expect("its page"));
        assert_eq!(app.get(&table).await.json()["seats"][0]["name"], "Ada");
        let refused = ada.submit("/tables/new", &[("ruleset", "fortuna"), ("name", "Bel")]).await.text(422);
        assert!(refused.contains("href=\"#name\"") && refused.contains("send <code>Ada</code>"), "{refused}");
    }

    async fn the_cookie_speaks_only_to_our_own_pages(app: &TestApp) {
        let cookie = cookie(app, "Ada").await;
        let me = "/v1/profiles/me";
        let own = format!("http://{}", app.address);
        for ours in [("sec-fetch-site", "same-origin"), ("origin", own.as_str())] {
            assert_eq!(with_cookie(app, &cookie, me, ours).await, 200, "{ours:?}");
        }
        for other in [("sec-fetch-site", "cross-site"), ("sec-fetch-site", "same-site"), ("sec-fetch-site", "none"),
            ("origin", "https://evil.example"), ("accept", "*/*")] {
            assert_eq!(with_cookie(app, &cookie, me, other).await, 401, "{other:?}");
        }
        let answer = app.send_unchecked(from_own_page(Request::get("/v1/games").with(COOKIE, &cookie))).await;
        assert_eq!(answer.header("cache-control"), Some("private, no-store"));
    }

    async fn no_allowed_origin_has_the_cookie(app: &TestApp) {
        let cookie = cookie(app, "Ada").await;
        let origins = arcana::http::Origins::read(&["https://friend.example".to_owned()]).expect("origins");
        let open = app.another(Settings { origins, ..Settings::default() });
        let sent = |site: &str| {
            let request = Request::post("/v1/games", json!({"ruleset": "foolery"}).to_string()).with(COOKIE, &cookie);
            request.with(ORIGIN, "https://friend.example").with(HeaderName::from_static("sec-fetch-site"), site)
        };
        let made = open.send_unchecked(sent("cross-site")).await.is(201);
        assert!(made["delete_token"].is_string(), "it was made by nobody: {made}");
        app.send_unchecked(sent("cross-site")).await.problem(403, "cross_site");
    }

    async fn the_key_in_a_cookie_is_no_key_for_programs(app: &TestApp) {
        let cookie = cookie(app, "Ada").await;
        let (name, key) = cookie.split_once('=').expect("a pair");
        app.send(shown(Request::get("/v1/games"), key)).await.problem(401, "unauthorized");
        let text = profile(app, "Bel").await;
        let as_cookie = format!("{name}={text}");
        assert_eq!(with_cookie(app, &as_cookie, "/v1/profiles/me", ("sec-fetch-site", "same-origin")).await, 401);
    }

    async fn forms_of_other_sites_are_refused(app: &TestApp) {
        let (browser, _) = signed_up(app, "Ada").await;
        for path in ["/me", "/me/key", "/me/link", "/me/device?link=x", "/me/recovery", "/me/sign-out", "/me/delete"] {
            for site in ["cross-site", "same-site", "none"] {
                let request = Browser::form(path, &[]).with(HeaderName::from_static("sec-fetch-site"), site);
                assert_eq!(browser.send(request).await.status, 403, "{path}");
            }
        }
        assert!(browser.open("/me").await.contains("Ada"));
    }

    async fn a_link_takes_the_profile_to_another_device_once(app: &TestApp) {
        let (first, _) = signed_up(app, "Ada").await;
        let path = link(&first).await;
        let second = Browser::new(app);
        for _ in 0..2 {
            assert!(second.open(&path).await.contains("takes the profile of"), "opening it uses nothing up");
        }
        assert!(second.open("/me").await.contains("Make the profile"));
        assert_eq!(second.submit(&path, &[]).await.status, 303);
        assert!(second.open("/me").await.contains("<h1><bdi>Ada</bdi></h1>"));
        let third = Browser::new(app);
        third.submit(&path, &[]).await.problem_page(410, "link_used");
        third.send(Request::get(&path)).await.problem_page(410, "link_used");
    }

    async fn a_link_is_valid_for_ten_minutes(app: &TestApp) {
        let (first, _) = signed_up(app, "Ada").await;
        let path = link(&first).await;
        app.clock.advance(TimeDelta::minutes(10));
        let second = Browser::new(app);
        second.send(Request::get(&path)).await.problem_page(410, "link_expired");
        second.submit(&path, &[]).await.problem_page(410, "link_expired");
        second.send(Request::get(format!("/me/device?link=link_{}", "0".repeat(64)))).await.problem_page(404, "not_found");
        assert_eq!(second.send(Request::get("/me/device?link=x")).await.status, 404);
    }

    async fn a_device_is_revoked_from_another(app: &TestApp) {
        let (first, _) = signed_up(app, "Ada").await;
        let path = link(&first).await;
        let second = Browser::new(app);
        second.submit(&path, &[]).await;
        // The newest comes first.
        let page = first.open("/me").await;
        assert_eq!(page.matches("/revoke\"").count(), 3, "two browsers and the recovery text: {page}");
        let revoke = page.split("action=\"").find(|rest| rest.starts_with("/me/devices/")).expect("a form");
        let revoke = revoke.split('"').next().expect("a path");
        assert_eq!(first.submit(revoke, &[]).await.status, 303);
        assert!(second.open("/me").await.contains("Make the profile"));
        assert!(first.open("/me").await.contains("Ada"));
        let (other, _) = signed_up(app, "Bel").await;
        assert_eq!(other.submit(revoke, &[]).await.status, 404);
    }

    async fn signing_out_ends_the_key_of_the_browser(app: &TestApp) {
        let (browser, text) = signed_up(app, "Ada").await;
        assert_eq!(browser.submit("/me/sign-out", &[]).await.status, 303);
        assert!(browser.open("/me").await.contains("Make the profile"));
        assert!(browser.submit("/me/key", &[("key", "arcana_x")]).await.text(422).contains("not the recovery text"));
        assert_eq!(browser.submit("/me/key", &[("key", &format!(" {text} "))]).await.status, 303);
        let page = browser.open("/me").await;
        assert_eq!(page.matches("/revoke\"").count(), 2, "the old key is gone: {page}");
    }

    async fn a_new_recovery_text_brings_the_profile_back(app: &TestApp) {
        let (browser, _) = signed_up(app, "Ada").await;
        let text = shown_once(&browser.submit("/me/recovery", &[]).await.text(200), "recovery");
        assert_eq!(Browser::new(app).submit("/me/key", &[("key", &text)]).await.status, 303);
    }

    async fn a_browser_keeps_a_profile_no_longer_than_its_keys_last(app: &TestApp) {
        let sent = crate::api::keys::key_for_an_hour(app).await;
        app.post_with(&sent, "/v1/profiles", &json!({"name": "Ada"})).await.is(201);
        let browser = Browser::new(app);
        assert_eq!(browser.submit("/me/key", &[("key", &sent)]).await.status, 303);
        let text = shown_once(&browser.submit("/me/recovery", &[]).await.text(200), "recovery");
        app.clock.advance(TimeDelta::minutes(61));
        assert!(browser.open("/me").await.contains("Make the profile"));
        app.send(shown(Request::get("/v1/games"), &text)).await.problem(401, "unauthorized");
    }

    async fn deleting_the_profile_frees_the_name(app: &TestApp) {
        let (browser, text) = signed_up(app, "Ada").await;
        browser.submit("/me/delete", &[]).await.text(200);
        assert!(browser.open("/me").await.contains("Make the profile"));
        app.send(shown(Request::get("/v1/games"), &text)).await.problem(401, "unauthorized");
        ask(app, "Ada").await.is(201);
        assert_eq!(browser.submit("/me/delete", &[]).await.status, 403);
    }
}
