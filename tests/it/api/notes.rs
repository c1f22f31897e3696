//! Notes on readings: for the owner alone, in none of the reading's forms, and gone with the people and the reading.

use arcana::service::{Erasure, Name, Scope, audit::Actor};
use chrono::TimeDelta;
use reqwest::{
    Method,
    header::{ACCEPT, HeaderName},
};
use serde_json::{Value, json};

use crate::api::{
    answer::Answer,
    app::{Request, TestApp},
    browser::Browser,
    forms::FORMS,
    keys::{key, shown},
    plays::text,
    profiles::profile,
};

async fn reading(app: &TestApp, key: &str, question: &str) -> String {
    let asked =
        json!({"type": "spread", "spread": "one-card", "querent": "Ada", "question": question, "seed": "arcana"});
    text(&app.post_with(key, "/v1/readings", &asked).await.is(201)["id"]).to_owned()
}

/// Two owners, and a reading of the first.
async fn owned(app: &TestApp) -> (String, String, String) {
    let (ada, bel) = (profile(app, "Ada").await, key(app, &[Scope::Read, Scope::Write]).await);
    let reading = reading(app, &ada, "What comes of it?").await;
    (ada, bel, format!("/v1/readings/{reading}"))
}

async fn send(app: &TestApp, key: &str, method: Method, path: &str, body: &Value) -> Answer {
    let mut request = Request::post(path, body.to_string());
    request.method = method;
    app.send(shown(request, key)).await
}

async fn get(app: &TestApp, key: &str, path: &str) -> Answer {
    app.send(shown(Request::get(path), key)).await
}

fn items(list: &Value) -> &[Value] {
    list["items"].as_array().expect("items")
}

on_both! {
    async fn a_note_is_written_listed_changed_and_deleted(app: &TestApp) {
        let (ada, _, own) = owned(app).await;
        let notes = format!("{own}/notes");
        let body = json!({"text": "The letter came.\nOn Friday.", "mood": "hopeful", "people": ["Bel", " Cyd ", "Bel"],
            "tags": ["work"], "came_of_it": ""});
        let made = app.post_with(&ada, &notes, &body).await;
        let note = made.is(201);
        let path = format!("{notes}/{}", text(&note["id"]));
        assert_eq!(made.header("location"), Some(&*path));
        assert_eq!(note["people"], json!(["Bel", "Cyd"]));
        assert_eq!(note["text"], body["text"]);
        let listed = get(app, &ada, &notes).await;
        assert_eq!(listed.header("cache-control"), Some("private, no-store"));
        assert_eq!(listed.is(200), json!({"items": [note.clone()], "next_cursor": null}));
        app.clock.advance(TimeDelta::seconds(5));
        let changed = send(app, &ada, Method::PATCH, &path, &json!({"mood": null, "came_of_it": "A new post."})).await.is(200);
        assert_eq!((&changed["mood"], &changed["came_of_it"]), (&Value::Null, &json!("A new post.")));
        assert_eq!((&changed["text"], &changed["people"]), (&note["text"], &note["people"]));
        assert!(text(&changed["changed_at"]) > text(&note["changed_at"]));
        send(app, &ada, Method::PATCH, &path, &json!({})).await.problem(422, "invalid_body");
        assert_eq!(get(app, &ada, &notes).await.is(200)["items"][0]["changed_at"], changed["changed_at"]);
        send(app, &ada, Method::PATCH, &path.replace(text(&note["id"]), "note"), &json!({"text": "x"})).await.problem(400, "bad_parameter");
        app.send(shown(Request::new(Method::DELETE, &*path), &ada)).await.text(204);
        app.send(shown(Request::new(Method::DELETE, &*path), &ada)).await.problem(404, "not_found");
        send(app, &ada, Method::PATCH, &path, &json!({"text": "x"})).await.problem(404, "not_found");
        assert!(items(&get(app, &ada, &notes).await.is(200)).is_empty());
    }

    async fn notes_come_in_pages_and_there_are_at_most_100(app: &TestApp) {
        let (ada, _, own) = owned(app).await;
        let notes = format!("{own}/notes");
        for number in 0..100 {
            app.post_with(&ada, &notes, &json!({"text": number.to_string()})).await.is(201);
        }
        let full = app.post_with(&ada, &notes, &json!({"text": "more"})).await.problem(409, "conflict");
        assert_eq!(full["detail"], "The reading has 100 notes, and may have no more. Change or delete one.");
        let first = get(app, &ada, &format!("{notes}?limit=60")).await.is(200);
        let rest = get(app, &ada, &format!("{notes}?limit=60&cursor={}", text(&first["next_cursor"]))).await.is(200);
        assert_eq!((items(&first).len(), items(&rest).len(), &rest["next_cursor"]), (60, 40, &Value::Null));
        assert_eq!((&items(&first)[0]["text"], &items(&rest)[39]["text"]), (&json!("99"), &json!("0")));
        let other = reading(app, &ada, "And now?").await;
        let cursor = text(&first["next_cursor"]);
        get(app, &ada, &format!("/v1/readings/{other}/notes?cursor={cursor}")).await.problem(400, "bad_cursor");
    }

    async fn a_note_sent_twice_is_written_once(app: &TestApp) {
        let (ada, _, own) = owned(app).await;
        let notes = format!("{own}/notes");
        let request = |body: &str| {
            shown(Request::post(&*notes, body), &ada).with(HeaderName::from_static("idempotency-key"), "note-1")
        };
        let first = app.send(request(r#"{"text": "once"}"#)).await.is(201);
        let again = app.send(request(r#"{"text": "once"}"#)).await;
        assert_eq!(again.header("idempotent-replayed"), Some("true"));
        assert_eq!(again.is(201), first);
        app.send(request(r#"{"text": "twice"}"#)).await.problem(422, "idempotency_key_reused");
        assert_eq!(items(&get(app, &ada, &notes).await.is(200)).len(), 1);
    }

    async fn what_does_not_fit_is_told_by_its_field(app: &TestApp) {
        let (ada, _, own) = owned(app).await;
        let notes = format!("{own}/notes");
        let many: Vec<String> = (0..21).map(|number| format!("P{number}")).collect();
        for (body, pointer) in [
            (json!({}), "/text"),
            (json!({"text": " ", "people": []}), "/text"),
            (json!({"text": "x".repeat(100_000)}), "/text"),
            (json!({"text": "a\u{7}b"}), "/text"),
            (json!({"came_of_it": "x".repeat(4001)}), "/came_of_it"),
            (json!({"mood": "great"}), "/mood"),
            (json!({"people": many}), "/people"),
            (json!({"tags": many}), "/tags"),
            (json!({"tags": ["x".repeat(65)]}), "/tags/0"),
            (json!({"people": ["Bel", ""]}), "/people/1"),
        ] {
            let wrong = app.post_with(&ada, &notes, &body).await.wrong(422, "invalid_body");
            assert_eq!(wrong, [(pointer.to_owned(), "bad_value".to_owned())], "{body}");
        }
        let wrong = app.post_with(&ada, &notes, &json!({"text": "x", "note": "y"})).await.wrong(422, "invalid_body");
        assert_eq!(wrong, [("/note".to_owned(), "unknown_field".to_owned())]);
        assert!(items(&get(app, &ada, &notes).await.is(200)).is_empty());
    }

    async fn notes_are_the_owners_alone(app: &TestApp) {
        let (ada, bel, own) = owned(app).await;
        let notes = format!("{own}/notes");
        let note = app.post_with(&ada, &notes, &json!({"text": "A secret about Cyd"})).await.is(201);
        let path = format!("{notes}/{}", text(&note["id"]));
        for (method, path, body) in [
            (Method::GET, &notes, None),
            (Method::POST, &notes, Some(json!({"text": "x"}))),
            (Method::PATCH, &path, Some(json!({"text": "x"}))),
            (Method::DELETE, &path, None),
        ] {
            let request = match body {
                Some(body) => Request { method, ..Request::post(&**path, body.to_string()) },
                None => Request::new(method, &**path),
            };
            app.send(request.clone()).await.problem(404, "not_found");
            app.send(shown(request, &bel)).await.problem(404, "not_found");
        }
        // A reading made without a key is nobody's.
        let asked = json!({"type": "spread", "spread": "one-card"});
        let made = app.post("/v1/readings", &asked).await.is(201);
        let nobodys = format!("{}/notes", text(&made["links"]["self"]));
        app.get(&*nobodys).await.problem(404, "not_found");
        get(app, &ada, &nobodys).await.problem(404, "not_found");
        // Another reading of hers has no such note.
        let other = reading(app, &ada, "And now?").await;
        let elsewhere = format!("/v1/readings/{other}/notes/{}", text(&note["id"]));
        app.send(shown(Request::new(Method::DELETE, elsewhere), &ada)).await.problem(404, "not_found");
    }

    async fn no_form_of_the_reading_has_its_notes(app: &TestApp) {
        let (ada, _, own) = owned(app).await;
        let before = app.get(&*own).await.is(200);
        app.post_with(&ada, &format!("{own}/notes"), &json!({"text": "Zanzibar", "tags": ["Zanzibar"]})).await.is(201);
        assert_eq!(get(app, &ada, &own).await.is(200), before);
        for (ending, form, _) in FORMS.iter().filter(|(ending, ..)| *ending != "png") {
            let shown = app.send(Request::get(&*own).with(ACCEPT, form)).await;
            assert!(!shown.body().contains("Zanzibar"), "{ending}");
        }
        let list = get(app, &ada, "/v1/readings").await;
        assert!(!list.body().contains("Zanzibar"));
        let page = Browser::new(app).open(own.trim_start_matches("/v1")).await;
        assert!(!page.contains("Zanzibar") && page.contains("data-browser"), "{page}");
        // Her own export has them.
        let lines = app.send(shown(Request::get("/v1/readings").with(ACCEPT, "application/x-ndjson"), &ada)).await.lines();
        assert_eq!(lines[0]["notes"][0]["text"], "Zanzibar");
    }

    async fn an_export_has_all_notes_however_many(app: &TestApp) {
        let ada = profile(app, "Ada").await;
        for number in 0..3 {
            let id = reading(app, &ada, &number.to_string()).await;
            for note in 0..60 {
                let body = json!({"text": format!("{number} {note}")});
                app.post_with(&ada, &format!("/v1/readings/{id}/notes"), &body).await.is(201);
            }
        }
        let lines = app.send(shown(Request::get("/v1/readings").with(ACCEPT, "application/x-ndjson"), &ada)).await.lines();
        for (number, line) in lines.iter().enumerate() {
            let notes = line["notes"].as_array().expect("notes");
            assert_eq!((notes.len(), &notes[0]["text"]), (60, &json!(format!("{number} 59"))));
        }
        assert_eq!(lines.len(), 3);
    }

    async fn an_erasure_by_name_takes_the_notes_that_name_the_person(app: &TestApp) {
        let (ada, _, own) = owned(app).await;
        let notes = format!("{own}/notes");
        let of_bel = app.post_with(&ada, &notes, &json!({"text": "With her.", "people": ["Dov", "Bel"]})).await.is(201);
        app.post_with(&ada, &notes, &json!({"text": "Alone."})).await.is(201);
        let moved = app.post_with(&ada, &notes, &json!({"text": "No more.", "people": ["Bel"]})).await.is(201);
        let path = format!("{notes}/{}", text(&moved["id"]));
        send(app, &ada, Method::PATCH, &path, &json!({"people": ["Cyd"]})).await.is(200);
        let name = |name| Erasure::Name(Name::new(name).expect("a name").into_string());
        let counted = app.aside(async |service| service.erasable(&name("Bel")).await.expect("a count")).await;
        assert_eq!((counted.notes, counted.readings), (1, 0));
        let erased = app.aside(async |service| service.erase(Actor::Command, &name("Bel"), None).await.expect("erased")).await;
        assert_eq!((erased.erased.notes, erased.complete), (1, true));
        let left = get(app, &ada, &notes).await.is(200);
        assert_eq!(items(&left).iter().map(|note| text(&note["text"])).collect::<Vec<_>>(), ["No more.", "Alone."]);
        assert!(!left.to_string().contains(text(&of_bel["id"])));
    }

    async fn the_deletion_of_a_reading_deletes_its_notes(app: &TestApp) {
        let (ada, _, own) = owned(app).await;
        let note = app.post_with(&ada, &format!("{own}/notes"), &json!({"text": "x", "people": ["Bel"]})).await.is(201);
        app.send(shown(Request::new(Method::DELETE, &*own), &ada)).await.text(204);
        get(app, &ada, &format!("{own}/notes")).await.problem(404, "not_found");
        let id = arcana::service::records::NoteId(text(&note["id"]).parse().expect("an id"));
        assert_eq!(app.database.open().await.note(id).await.expect("a database"), None);
    }

    async fn the_page_of_ones_own_reading_keeps_notes_without_a_script(app: &TestApp) {
        let browser = Browser::new(app);
        browser.submit("/me", &[("name", "Ada")]).await.text(200);
        let made = browser.submit("/readings/spread/one-card?name=Ada&question=What+now%3F&seed=x", &[]).await;
        let page = made.header("location").expect("its page").to_owned();
        assert!(browser.open(&page).await.contains("Only you see them"));
        let notes = format!("{page}/notes");
        let fields = [("text", "The letter.\r\nOn Friday."), ("mood", "calm"), ("people", "Bel, Cyd"), ("tags", "work")];
        assert_eq!(browser.submit(&notes, &fields).await.header("location"), Some(&*format!("{page}#notes")));
        let shown = browser.open(&page).await;
        assert!(shown.contains("The letter.\nOn Friday.") && shown.contains("With <bdi>Bel, Cyd</bdi>"), "{shown}");
        let action = shown.split("/notes/").nth(1).and_then(|rest| rest.split('"').next()).expect("a form");
        let note = format!("{notes}/{action}");
        assert!(browser.submit(&note, &[("text", ""), ("mood", "odd")]).await.text(422).contains("Choose one of the list"));
        assert!(browser.submit(&notes, &[("text", " ")]).await.text(422).contains("says nothing yet"));
        assert_eq!(browser.submit(&note, &[("text", "Another."), ("came_of_it", "It did.")]).await.status, 303);
        let shown = browser.open(&page).await;
        assert!(shown.contains("Another.") && shown.contains("It did.") && !shown.contains("Friday"), "{shown}");
        assert_eq!(browser.submit(&format!("{note}/delete"), &[]).await.status, 303);
        assert!(!browser.open(&page).await.contains("Another."));
        let stranger = Browser::new(app);
        stranger.submit(&notes, &[("text", "x")]).await.problem_page(404, "not_found");
    }

    async fn after_30_days_somebody_is_asked_what_came_of_it_but_not_where_care_is_needed(app: &TestApp) {
        let browser = Browser::new(app);
        browser.submit("/me", &[("name", "Ada")]).await.text(200);
        let mut pages = Vec::new();
        for question in ["Will+the+bakery+open%3F", "I+want+to+die"] {
            let asked = format!("/readings/spread/one-card?question={question}&seed=x");
            let made = browser.submit(&asked, &[]).await;
            pages.push(made.header("location").expect("its page").to_owned());
        }
        let care = browser.open(&pages[1]).await;
        assert!(!care.contains("What came of it") && !care.contains("id=\"share"), "{care}");
        assert!(browser.open(&pages[0]).await.contains("id=\"share"));
        assert!(!browser.open("/readings").await.contains("What came of it?"));
        app.clock.advance(TimeDelta::days(31));
        let asked = browser.open("/readings").await;
        assert!(asked.contains("What came of it?") && asked.contains(&format!("{}#notes", pages[0])), "{asked}");
        assert!(!asked.contains(&pages[1]) && !asked.contains("die"), "{asked}");
        browser.submit(&format!("{}/notes", pages[0]), &[("came_of_it", "It opened.")]).await;
        assert!(!browser.open("/readings").await.contains("What came of it?"));
    }
}
