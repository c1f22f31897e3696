//! What a browser has created, it can delete on its page.

use arcana::service::Scope;
use reqwest::header::{COOKIE, ORIGIN};

use crate::api::{
    app::{Request, TestApp},
    keys::{key, shown},
    site::{form, guarded, made, page, plain_form, preview},
};

/// The delete form on a page, as a browser with these cookies sends it.
async fn deletion(app: &TestApp, address: &str, cookies: &str) -> Request {
    let answer = app.send_unchecked(Request::get(address).with(COOKIE, cookies)).await;
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let shown = answer.text(200);
    assert!(shown.contains(&format!("<form method=\"post\" action=\"{address}/delete\">")), "{address}");
    form(&format!("{address}/delete"), &[]).with(COOKIE, cookies)
}

on_both! {
    async fn a_browser_can_delete_what_it_has_created(app: &TestApp) {
        for (path, fields) in [("/readings", ("querent", "Ada")), ("/games", ("ruleset", "foolery"))] {
            let (address, cookies) = made(app, path, &[fields]).await;
            let resource = format!("/v1{address}");
            let thing = app.get(&resource).await.is(200);
            let game = thing["links"]["game"].as_str().unwrap_or(&resource).to_owned();
            app.get(&game).await.is(200);
            let form = deletion(app, &address, &cookies).await;
            let answer = app.send_unchecked(form.clone()).await;
            guarded(&answer);
            assert!(answer.text(200).contains("<h1>Deleted</h1>"));
            let emptied = format!("arcana_made=; Path={path}; Max-Age=0; HttpOnly; SameSite=Lax");
            assert_eq!(answer.header("set-cookie"), Some(emptied.as_str()));
            page(app, &address, 404).await;
            // Nor is it, or its game, served from the cache.
            app.get(&resource).await.problem(404, "not_found");
            app.get(&game).await.problem(404, "not_found");
            // Sent again, as by a double click, it says the same; a reading is dropped from the reader's list.
            let again = app.send_unchecked(form).await;
            let again = again.text(if path == "/games" { 200 } else { 404 });
            assert!(again.contains(&format!("data-forget=\"{address}\"")), "{again}");
        }
    }

    async fn nobody_else_deletes_it_on_its_page(app: &TestApp) {
        for (path, fields) in [("/readings", ("querent", "Ada")), ("/games", ("ruleset", "foolery"))] {
            let (address, cookies) = made(app, path, &[fields]).await;
            let (_, others) = made(app, path, &[fields]).await;
            let own = deletion(app, &address, &cookies).await;
            let stranger = app.send_unchecked(Request::get(&address).with(COOKIE, &others)).await;
            assert!(!stranger.text(200).contains("/delete"));
            assert!(!page(app, &address, 200).await.contains("/delete"));
            let theirs = form(&format!("{address}/delete"), &[]);
            let wrong = cookies.replace("delete_", "delete_0");
            let made = cookies.strip_prefix("arcana_made=").expect("the cookie");
            let (id, _) = made.split_once(':').expect("an id and a token");
            let guessed = format!("arcana_made={id}:delete_{}", "0".repeat(64));
            let foreign = own.clone().with(ORIGIN, "http://evil.example");
            for request in [
                theirs.clone().with(COOKIE, &guessed), theirs.clone(), own.clone().with(COOKIE, &others), own.clone().with(COOKIE, &wrong),
                foreign, plain_form(&format!("{address}/delete"), &[]).with(COOKIE, &cookies),
            ] {
                app.send_unchecked(request).await.text(403);
            }
            let answer = app.send_unchecked(Request::get(format!("{address}/delete")).with(COOKIE, &cookies)).await;
            assert_eq!((answer.status, answer.header("location")), (303, Some(address.as_str())));
            page(app, &address, 200).await;
            app.send_unchecked(own).await.text(200);
        }
    }

    async fn a_browser_can_delete_the_last_twenty_of_a_kind(app: &TestApp) {
        let (first, mut cookies) = made(app, "/games", &[("ruleset", "reversal")]).await;
        for _ in 0..20 {
            let form = form("/games", &[("ruleset", "reversal")]).with(COOKIE, &cookies);
            let answer = app.send_unchecked(form).await;
            let cookie = answer.header("set-cookie").and_then(|cookie| cookie.split(';').next()).expect("a cookie");
            assert!(cookie.len() < 2_500);
            cookies = cookie.to_owned();
            deletion(app, answer.header("location").expect("a location"), &cookies).await;
        }
        let answer = app.send_unchecked(Request::get(first).with(COOKIE, &cookies)).await;
        assert!(!answer.text(200).contains("/delete"), "the oldest is forgotten");
    }

    async fn resources_created_with_a_key_leave_no_cookie(app: &TestApp) {
        let key = key(app, &[Scope::Read, Scope::Write]).await;
        let answer = app.send_unchecked(shown(form("/games", &[("ruleset", "reversal")]), &key)).await;
        answer.text(303);
        assert_eq!(answer.header("set-cookie"), None);
    }

    async fn deleted_resources_have_no_picture(app: &TestApp) {
        let (address, cookies) = made(app, "/readings", &[("seed", "x")]).await;
        preview(app, &address).await;
        app.send_unchecked(deletion(app, &address, &cookies).await).await.text(200);
        app.send_unchecked(Request::get(format!("{address}/preview.png"))).await.text(404);
        page(app, "/games/7/preview.png", 404).await;
        page(app, "/readings/01a202e3-3de1-7620-85cc-5249700ab22c/preview.png", 404).await;
    }
}
