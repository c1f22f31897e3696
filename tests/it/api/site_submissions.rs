//! Forms that are submitted twice, as by a double click, create one thing, and both responses lead to it.

use futures::future::join;
use reqwest::header::CONTENT_TYPE;

use crate::api::{
    answer::Answer,
    app::Request,
    browser::{Browser, from_own_page},
};

/// A form that creates something.
struct Creating {
    page: &'static str,
    action: &'static str,
    fields: &'static [(&'static str, &'static str)],
    /// One more field, which makes it another form.
    changed: (&'static str, &'static str),
}

const FORMS: [Creating; 6] = [
    Creating { page: "/", action: "/readings", fields: &[("question", "What comes?")], changed: ("seed", "y") },
    Creating { page: "/readings/new", action: "/readings", fields: &[("querent", "Ada")], changed: ("deck", "thoth") },
    Creating {
        page: "/games/new?ruleset=fortuna",
        action: "/games",
        fields: &[("ruleset", "fortuna"), ("seat.0", "adept"), ("seat.1", "random")],
        changed: ("seed", "y"),
    },
    Creating {
        page: "/tables/new?ruleset=reversal",
        action: "/tables/new",
        fields: &[("ruleset", "reversal"), ("name", "Ada")],
        changed: ("client_seed", "y"),
    },
    Creating {
        page: "/tables/new?ruleset=foolery",
        action: "/tables/new",
        fields: &[("ruleset", "foolery"), ("seat.0", "me"), ("seat.1", "open"), ("seat.2", "open")],
        changed: ("name", "Ada"),
    },
    Creating {
        page: "/simulations",
        action: "/simulations",
        fields: &[("ruleset", "fortuna"), ("bots", "random"), ("games", "3")],
        changed: ("seed", "y"),
    },
];

/// The hidden field that tells the form with an action from all others.
fn once(page: &str, action: &str) -> String {
    let path = action.split('?').next().expect("a path");
    let form = page.split("<form").find(|form| form.contains(&format!("action=\"{path}"))).expect("the form");
    let value = form.split("name=\"once\" value=\"").nth(1).expect("a hidden field");
    value.split('"').next().expect("its value").to_owned()
}

/// The target of a redirect.
fn location(answer: &Answer) -> String {
    answer.text(303);
    answer.header("location").expect("a location").to_owned()
}

on_both! {
    async fn what_a_form_creates_is_created_once(app: &TestApp) {
        for Creating { page, action, fields, changed } in FORMS {
            // Each browser has the cookies of one response, as if it had dropped the other.
            let (browser, other) = (Browser::new(app), Browser::new(app));
            let once = once(&browser.open(page).await, action);
            other.open(page).await;
            let sent = [fields, &[("once", once.as_str())]].concat();
            let (first, second) = join(browser.submit(action, &sent), other.submit(action, &sent)).await;
            let made = location(&first);
            assert_eq!(location(&second), made, "{action}");
            assert_eq!(location(&browser.submit(action, &sent).await), made, "{action}, later");
            for browser in [&browser, &other] {
                let page = browser.open(&made).await;
                let ends = ["/close\"", "/stop\"", "/delete\""].map(|end| page.contains(&format!("action=\"{made}{end}")));
                assert!(ends.contains(&true), "{made} can be ended: {page}");
            }
            let others = [fields.to_vec(), [&sent[..], &[changed]].concat()];
            for another in others {
                assert_ne!(location(&browser.submit(action, &another).await), made, "{action} {another:?}");
            }
        }
    }

    async fn a_draw_is_stored_once(app: &TestApp) {
        let browser = Browser::new(app);
        let drawn = location(&browser.send(Request::get("/spreads/celtic-cross/reading")).await);
        let page = browser.open(&drawn).await;
        let (_, query) = drawn.split_once('?').expect("a seed");
        let keep = async |query: &str| {
            let action = format!("/readings/spread/celtic-cross?{query}");
            location(&browser.submit(&action, &[("once", &once(&page, &action))]).await)
        };
        let (first, second) = join(keep(query), keep(query)).await;
        assert_eq!(first, second);
        assert_ne!(keep(&query.replace("seed=", "seed=other")).await, first);
    }

    async fn a_log_is_stored_once(app: &TestApp) {
        let game = app.play(&serde_json::json!({"ruleset": "fortuna", "seed": "x"})).await;
        let log = app.get(format!("/v1/games/{}/log", game["id"].as_str().expect("an id"))).await.text(200);
        let browser = Browser::new(app);
        let once = once(&browser.open("/games/import").await, "/games/import");
        let upload = || {
            let mut body = String::new();
            for (name, value) in [("once", &once), ("log", &log)] {
                body += &format!("--xyz\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
            }
            let request = Request::post("/games/import", body + "--xyz--\r\n");
            from_own_page(request.with(CONTENT_TYPE, "multipart/form-data; boundary=xyz"))
        };
        let (first, second) = join(browser.send(upload()), browser.send(upload())).await;
        assert_eq!(location(&first), location(&second));
    }
}
