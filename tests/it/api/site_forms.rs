//! The large forms: readings, games to watch, tricks entered by hand, logs.

use reqwest::header::{CONTENT_ENCODING, CONTENT_TYPE};
use serde_json::{Value, json};

use crate::api::{
    answer::Answer,
    app::{Request, TestApp},
    browser::{Browser, from_own_page},
    games_import::{a_log, sheet_of},
    plays::with,
};

/// Maximum size of a page, in bytes.
const LIMIT: usize = 100_000;

impl Browser<'_> {
    /// Fills in the form of a page and sends it.
    async fn fill_in(&self, page: &str, action: &str, fields: &[(&str, &str)]) -> Answer {
        within_limit(&self.send(Request::get(page)).await);
        let answer = self.submit(action, fields).await;
        within_limit(&answer);
        answer
    }

    /// Sends the form with a log as multipart.
    async fn upload(&self, fields: &[(&str, &str)]) -> Answer {
        self.open("/games/import").await;
        let mut body = String::new();
        for (name, value) in fields {
            let file = if *name == "file" { "; filename=\"game.json\"\r\nContent-Type: application/json" } else { "" };
            body += &format!("--xyz\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n{value}\r\n");
        }
        let request = Request::post("/games/import", body + "--xyz--\r\n");
        let request = request.with(CONTENT_TYPE, "multipart/form-data; boundary=xyz");
        let answer = self.send(from_own_page(request)).await;
        within_limit(&answer);
        answer
    }
}

fn within_limit(answer: &Answer) {
    assert!(answer.body.len() < LIMIT, "{}: {} bytes", answer.asked, answer.body.len());
}

/// The target of a redirect.
fn location(answer: &Answer) -> String {
    answer.text(303);
    answer.header("location").expect("a location").to_owned()
}

/// The log of a game that was played.
async fn log(app: &TestApp) -> Value {
    let game = app.play(&json!({"ruleset": "foolery", "players": [{"name": "Ada"}, {}, {}], "seed": "x"})).await;
    app.get(format!("/v1/games/{}/log", game["id"].as_str().expect("an id"))).await.is(200)
}

on_both! {
    async fn a_reading_is_requested_with_all_choices(app: &TestApp) {
        let browser = Browser::new(app);
        let fields = [
            ("querent", "Ada"), ("seed", "x"), ("client_seed", "tea"), ("bot.2", "random"),
            ("option.match", "deals"), ("option.match.deals", "2"), ("option.disposition", "led"),
        ];
        let address = location(&browser.fill_in("/readings/new", "/readings", &fields).await);
        let reading = app.get(format!("/v1{address}")).await.is(200);
        assert_eq!(reading["game"]["options"]["match"], json!({"type": "deals", "deals": 2}));
        assert_eq!(reading["game"]["options"]["disposition"], "led");
        assert_eq!(reading["game"]["client_seed"], "tea");
        let bots: Vec<_> = reading["game"]["players"].as_array().expect("players").iter().map(|one| &one["bot"]).collect();
        assert!(bots[2] != bots[0] && bots[1] == bots[3], "{bots:?}");
    }

    async fn a_game_is_watched_with_all_choices(app: &TestApp) {
        let browser = Browser::new(app);
        for ruleset in ["fortunes", "fortuno", "foolery", "fortuna", "reversal"] {
            let page = browser.open(&format!("/games/new?ruleset={ruleset}")).await;
            assert!(page.contains("How long the game lasts") && page.contains("House rules"), "{ruleset}");
        }
        let fields = [
            ("ruleset", "foolery"), ("seat.0", "adept"), ("name.0", "Ada"), ("seat.1", "random"), ("seat.2", "adept"),
            ("option.deals", "2"), ("option.scoring", "titles"), ("seed", "x"),
        ];
        let address = location(&browser.fill_in("/games/new?ruleset=foolery", "/games", &fields).await);
        let game = app.get(format!("/v1{address}")).await.is(200);
        assert_eq!((&game["options"]["deals"], &game["options"]["scoring"]), (&json!(2), &json!("titles")));
        assert_eq!(game["players"].as_array().map(Vec::len), Some(3));
        assert_eq!(game["players"][0]["name"], "Ada");
    }

    async fn the_address_fills_in_the_form_for_a_game(app: &TestApp) {
        let browser = Browser::new(app);
        let page = browser.open("/games/new?ruleset=foolery&seat.0=random&name.0=Ada&option.deals=3&seed=any+text").await;
        for part in ["value=\"random\" selected", "name=\"name.0\" maxlength=\"64\" placeholder=\"Player 1\" value=\"Ada\"", "value=\"any text\""] {
            assert!(page.contains(part), "{part}");
        }
        assert_eq!(page.matches("<details open>").count(), 2, "what is filled in is seen");
        // A default that is written out, and a choice that there is not.
        let page = browser.open("/games/new?ruleset=foolery&option.same_trumps=false&option.scoring=x").await;
        for part in ["<option value=\"\" selected>No</option>", "<option value=\"x\" selected>x</option>"] {
            assert!(page.contains(part), "{part}: {page}");
        }
        // A player that there is not, as the address says or as it was sent.
        let other = "<option value=\"wizard\" selected>wizard</option>";
        let page = browser.open("/games/new?ruleset=foolery&seat.1=wizard").await;
        assert_eq!(page.matches(other).count(), 1, "{page}");
        for (page, action) in [("/games/new?ruleset=fortuna", "/games"), ("/tables/new?ruleset=fortuna", "/tables/new")] {
            let sent = [("ruleset", "fortuna"), ("seat.0", "random"), ("seat.1", "wizard")];
            let page = browser.fill_in(page, action, &sent).await.text(422);
            assert_eq!(page.matches(other).count(), 1, "{action}: {page}");
        }
        for (path, status) in [("/games/new?ruleset=foolery&colour=red", 400), ("/games/new?seed=x", 400), ("/games/new?ruleset=whist", 400),
            ("/games/new?ruleset=foolery&seed=x&seed=y", 400), ("/games/new?ruleset=foolery&seed=", 200)] {
            browser.send(Request::get(path)).await.text(status);
        }
    }

    async fn errors_link_to_their_fields_by_label(app: &TestApp) {
        let browser = Browser::new(app);
        let wrong = [("option.match", "race"), ("option.betting.limit", "3"), ("querent", "\u{7}")];
        let page = browser.fill_in("/readings/new", "/readings", &wrong).await.text(422);
        for part in [
            "<div class=\"faults\" role=\"alert\" tabindex=\"-1\" autofocus>",
            "<a href=\"#option-match-target\">Points to reach, for a race: It has to be given.</a>",
            "<a href=\"#option-betting-limit\">Highest wager: It does not go with what is chosen above.</a>",
            "id=\"option-match-target\" name=\"option.match.target\" type=\"number\"",
            "aria-invalid=\"true\" aria-describedby=\"option-match-target-why option-match-target-hint\"",
            "<details open>",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
        let wrong = [("ruleset", "fortunes"), ("seat.0", "adept"), ("name", "\u{7}"), ("step_seconds", "1")];
        let page = browser.fill_in("/tables/new?ruleset=fortunes", "/tables/new", &wrong).await.text(422);
        for part in ["<a href=\"#seats\">Seats: ", "<a href=\"#name\">Your name: ", "<a href=\"#step_seconds\">Time for a step: "] {
            assert!(page.contains(part), "{part}: {page}");
        }
        for (field, label) in [("played_since", "Played from (day)"), ("since", "Stored from (day)")] {
            let page = browser.send(Request::get(format!("/games?{field}=yesterday"))).await.text(400);
            assert!(page.contains(&format!("<a href=\"#{field}\">{label}: ")), "{page}");
            assert!(page.contains(&format!("id=\"{field}\"")), "{page}");
        }
    }

    async fn tricks_entered_by_hand_are_read_and_encoded_in_a_link(app: &TestApp) {
        let browser = Browser::new(app);
        let before = app.stored().await;
        let fields = [
            ("own.1", "Two of Wands"), ("own.2", "the star"), ("own.2.turned", "yes"), ("partner.1", "Riga of Cups"),
            ("outcome", "won"), ("name", "Ada"), ("question", "Stay?"), ("rows.own", "5"),
        ];
        let link = location(&browser.fill_in("/readings/by-hand", "/readings/by-hand", &fields).await);
        assert_eq!(link, "/readings/by-hand?own=wa02.ar17-&partner=cuqu&outcome=won&name=Ada&question=Stay%3F");
        let page = browser.open(&link).await;
        for part in ["Fortune for Ada", "Asked: Stay?", "<svg", "Two of Wands", "Nothing of this reading is stored"] {
            assert!(page.contains(part), "{part}");
        }
        let change = browser.open(&format!("{link}&change=true")).await;
        assert!(change.contains("value=\"The Star\"") && change.contains("value=\"Riga of Cups\""), "{change}");
        assert_eq!(app.stored().await, before, "nothing is stored");
    }

    async fn wrong_tricks_are_shown_again_and_rows_can_be_added(app: &TestApp) {
        let browser = Browser::new(app);
        let path = "/readings/by-hand";
        let wrong = [("own.1", "Two of Moons"), ("partner.2", "wa02"), ("outcome", "")];
        let page = browser.fill_in(path, path, &wrong).await.text(422);
        for part in ["<a href=\"#own-1\">Trick 1: “Two of Moons” is not a card.", "<a href=\"#outcome\">", "value=\"wa02\""] {
            assert!(page.contains(part), "{part}: {page}");
        }
        let twice = [("own.1", "wa02"), ("partner.2", "Two of Wands"), ("outcome", "drawn")];
        let page = browser.fill_in(path, path, &twice).await.text(422);
        assert!(page.contains("<a href=\"#partner-2\">"), "{page}");
        let more = [("own.3", "wa02"), ("rows.own", "5"), ("more", "own")];
        let page = browser.fill_in(path, path, &more).await.text(200);
        assert!(page.contains("id=\"own-10\"") && page.contains("value=\"wa02\""), "{page}");
        assert_eq!(page.matches(" autofocus").count(), 1);
        let bad = browser.send(Request::get("/readings/by-hand?own=wa02.wa02&outcome=won")).await.text(400);
        assert!(bad.contains("<a href=\"#own-2\">"), "{bad}");
        browser.send(Request::get("/readings/by-hand?own=xx&outcome=won")).await.text(400);
    }

    async fn a_question_too_long_for_a_link_is_read_at_once(app: &TestApp) {
        let browser = Browser::new(app);
        let question = "問".repeat(400);
        let fields = [("own.1", "wa02"), ("outcome", "lost"), ("question", question.as_str())];
        let page = browser.fill_in("/readings/by-hand", "/readings/by-hand", &fields).await.text(200);
        assert!(page.contains("<svg") && page.contains("too long for a link"));
    }

    async fn a_legal_log_is_stored_and_shown_and_lists_may_omit_it(app: &TestApp) {
        let (browser, log) = (Browser::new(app), log(app).await.to_string());
        let listed = location(&browser.upload(&[("file", &log), ("log", "")]).await);
        let unlisted = location(&browser.upload(&[("log", &log), ("file", ""), ("unlisted", "yes")]).await);
        assert!(browser.open(&listed).await.contains("/delete\""), "the browser can delete it");
        assert_eq!(app.get(format!("/v1{unlisted}")).await.is(200)["unlisted"], true);
        let games = browser.open("/games?source=imported").await;
        assert!(games.contains(&listed) && !games.contains(&unlisted));
    }

    async fn a_log_and_a_sheet_are_stored_with_the_tags_of_the_form(app: &TestApp) {
        let (browser, log) = (Browser::new(app), a_log(app).await);
        let tagged = async |text: &str, tags: &str| browser.upload(&[("log", text), ("tags", tags)]).await;
        for text in [log.to_string(), sheet_of(&log)] {
            let page = location(&tagged(&text, "club, season 3").await);
            let game = app.get(format!("/v1{page}")).await.is(200);
            assert_eq!((&game["source"], &game["tags"]), (&json!("imported"), &json!(["club", "season 3"])));
        }
        let own = location(&tagged(&with(&log, "tags", json!(["cup"])).to_string(), "club").await);
        assert_eq!(app.get(format!("/v1{own}")).await.is(200)["tags"], json!(["club", "cup"]));
        let page = tagged(&log.to_string(), "club,\u{202e}").await.text(422);
        assert!(page.contains("<a href=\"#tags\">Tags: ") && page.contains("value=\"club,"), "{page}");
    }

    async fn a_log_is_only_checked_on_request(app: &TestApp) {
        let (browser, log) = (Browser::new(app), log(app).await.to_string());
        let before = app.stored().await;
        let page = browser.upload(&[("log", &format!("\u{feff}{log}")), ("check", "yes")]).await.text(200);
        assert!(page.contains("The log is legal") && page.contains("Foolery") && page.contains("Ada"), "{page}");
        assert_eq!(app.stored().await, before);
    }

    async fn a_log_that_breaks_a_rule_is_explained_in_words(app: &TestApp) {
        let (browser, mut log) = (Browser::new(app), log(app).await);
        let before = app.stored().await;
        let steps = log["steps"].as_array_mut().expect("steps");
        let first = steps.iter().position(|step| step["type"] == "play").expect("a play");
        steps[first]["cards"] = json!(["ar00", "ar00"]);
        let page = browser.upload(&[("log", &log.to_string())]).await.text(422);
        for part in [
            "The log breaks the rules", &format!("Step {} of the log", first + 1), "What was expected", "What would have been legal",
            "href=\"/rules/", "Nothing was stored.",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
        for (fields, part) in [
            (&[("log", "{")][..], "<a href=\"#log\">Or its text: The log is not valid JSON"),
            (&[("log", ""), ("file", "")], "<a href=\"#file\">The log as a file: Choose a file"),
            (&[("log", "{}"), ("file", "{}")], "not both"),
            (&[("log", "{\"ruleset\": \"chess\"}")], "Nothing was stored."),
            (&[("log", "1"), ("colour", "red")], "Unknown field"),
        ] {
            let page = browser.upload(fields).await.text(422);
            assert!(page.contains(part), "{part}: {page}");
        }
        assert_eq!(app.stored().await, before);
    }

    async fn a_form_cannot_be_longer_than_it_may_be_when_it_is_decompressed(app: &TestApp) {
        let body = "querent=".bytes().chain(std::iter::repeat_n(b'a', 32 << 20)).collect::<Vec<_>>();
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        std::io::Write::write_all(&mut packed, &body).expect("written");
        let packed = packed.finish().expect("written");
        let sent = |path: &'static str, coding: &str, body: &[u8]| {
            let form = Request::post(path, body.to_vec()).with(CONTENT_TYPE, "application/x-www-form-urlencoded");
            from_own_page(form.with(CONTENT_ENCODING, coding))
        };
        for path in ["/readings", "/games", "/tables/new", "/readings/01a1fde4-5995-7595-b87b-80f70bb81902/delete"] {
            app.send_unchecked(sent(path, "gzip", &packed)).await.text(413);
            // Only the codings of every other body.
            app.send_unchecked(sent(path, "br", b"x")).await.text(415);
            app.send_unchecked(sent(path, "identity", &body[..80 << 10])).await.text(413);
        }
    }

    async fn a_log_from_elsewhere_or_too_long_is_refused(app: &TestApp) {
        let browser = Browser::new(app);
        browser.open("/games/import").await;
        let form = |body: &str| Request::post("/games/import", body).with(CONTENT_TYPE, "multipart/form-data; boundary=xyz");
        browser.send(form("--xyz--")).await.text(403);
        browser.send(from_own_page(form("--xyz\r\nno form"))).await.text(400);
        browser.send(from_own_page(Request::post("/games/import", "{}"))).await.text(415);
        let long = "x".repeat((16 << 20) + (16 << 10) + 1);
        browser.send(from_own_page(form(&long))).await.text(413);
    }
}
