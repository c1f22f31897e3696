//! `/v1/spreads`, `/v1/draws` and `/v1/cards`: drawing cards for spreads, and searching cards.

use reqwest::header::{ACCEPT, IF_NONE_MATCH};
use serde_json::{Value, json};

use crate::api::{
    app::Request,
    forms::FORMS,
    plays::{text, with},
};

/// The cards of a draw by position; reversed ones are marked.
fn drawn(answer: &Value) -> String {
    let places = answer["reading"]["places"].as_array().expect("places").iter();
    let card = |place: &Value| {
        let stroke = if place["card"]["reversed"] == true { "'" } else { "" };
        format!("{}{stroke}", place["card"]["id"].as_str().expect("a card"))
    };
    places.map(card).collect::<Vec<_>>().join(" ")
}

/// A caller's own spread with some positions in a row.
fn own(places: usize) -> Value {
    let place =
        |n: usize| json!({"id": format!("p{n}"), "name": format!("Place {n}"), "x": (n % 20), "y": (n / 20) * 2});
    json!({"name": "My own", "places": (0..places).map(place).collect::<Vec<_>>()})
}

on_both! {
    async fn the_first_ten_cards_are_those_of_the_page(app: &TestApp) {
        let cross = json!({"type": "spread", "spread": "celtic-cross", "deck": "waite-smith", "querent": "Ada",
            "question": "What comes of it?", "reversals": 0.5, "cards": "all", "significator": null, "seed": "arcana",
            "client_seed": "", "skip": 0, "commitment": null, "given": null});
        let answer = app.post("/v1/draws", &cross).await.is(200);
        assert_eq!(drawn(&answer), "cu02' peki' peac ar01' sw09' cuac' ar14 pequ cu07' wa08");
        assert_eq!((&answer["querent"], &answer["reading"]["spread"]["id"]), (&json!("Ada"), &json!("celtic-cross")));
        assert_eq!(answer["reading"]["places"][1]["rotation"], 90.0);
        assert_eq!(app.post("/v1/draws", &cross).await.is(200), answer);
        assert_eq!(app.stored().await, (0, 0));
        let later = json!({"spread": "three-card", "seed": "arcana", "skip": 3});
        assert_eq!(drawn(&app.post("/v1/draws", &later).await.is(200)), "ar01' sw09' cuac'");
    }

    async fn an_omitted_seed_is_generated_and_draws_the_same_again(app: &TestApp) {
        let first = app.post("/v1/draws", &json!({"spread": "week"})).await.is(200);
        let again = json!({"spread": "week", "seed": first["draw"]["seed"]});
        let second = app.post("/v1/draws", &again).await.is(200);
        assert_eq!((&second["reading"], &second["draw"]["seed_hash"]), (&first["reading"], &first["draw"]["seed_hash"]));
        let origins = [&first, &second].map(|draw| draw["draw"]["chance_origin"].clone());
        assert_eq!(origins, ["service", "caller"], "who chose the seed");
        assert_ne!(app.post("/v1/draws", &json!({"spread": "week"})).await.is(200)["draw"]["seed"], first["draw"]["seed"]);
        let day = |when: &str| json!({"spread": "one-card", "seed": "arcana", "when": when});
        let of_day = app.post("/v1/draws", &day("2026-11-22")).await.is(200);
        let by_seed = json!({"spread": "one-card", "seed": "arcana@2026-11-22"});
        assert_eq!(drawn(&of_day), drawn(&app.post("/v1/draws", &by_seed).await.is(200)));
        assert_eq!(of_day["draw"]["when"], "2026-11-22");
    }

    async fn cards_given_by_hand_read_the_same_as_drawn_ones(app: &TestApp) {
        let answer = app.post("/v1/draws", &json!({"spread": "horseshoe", "seed": "any text"})).await.is(200);
        let places = answer["reading"]["places"].as_array().expect("places").iter();
        let given: Vec<_> = places.map(|it| json!({"card": it["card"]["id"], "reversed": it["card"]["reversed"]})).collect();
        let by_hand = app.post("/v1/draws", &json!({"spread": "horseshoe", "given": given})).await.is(200);
        assert_eq!((&by_hand["reading"], &by_hand["draw"]), (&answer["reading"], &Value::Null));
    }

    async fn the_shuffled_cards_can_be_chosen(app: &TestApp) {
        let sent = async |fields: Value| {
            let mut body = json!({"spread": "three-card", "seed": "any text"});
            body.as_object_mut().expect("an object").extend(fields.as_object().expect("an object").clone());
            app.post("/v1/draws", &body).await.is(200)
        };
        let majors = sent(json!({"cards": "majors", "reversals": 0})).await;
        assert!(drawn(&majors).split(' ').all(|card| card.starts_with("ar") && !card.ends_with('\'')));
        let minors = sent(json!({"cards": "minors", "reversals": 1})).await;
        assert!(drawn(&minors).split(' ').all(|card| !card.starts_with("ar") && card.ends_with('\'')));
        let listed = sent(json!({"cards": ["the-fool", "two-of-cups", "waki", "swki"], "significator": "waki"})).await;
        let mut cards: Vec<_> = drawn(&listed).split(' ').map(|card| card.trim_end_matches('\'').to_owned()).collect();
        cards.sort();
        assert_eq!(cards, ["ar00", "cu02", "swki"]);
        assert_eq!(listed["reading"]["significator"]["id"], "waki");
        assert_eq!((&majors["draw"]["cards"], &majors["draw"]["shuffled"]), (&json!("majors"), &json!(22)));
        assert_eq!(listed["draw"]["cards"], json!(["ar00", "waki", "cu02", "swki"]), "in pack order");
        assert_eq!(listed["draw"]["shuffled"], 3, "the significator is taken out");
        let framed = sent(json!({"frame": "mind-body-spirit", "question": "Will she marry me?"})).await;
        assert_eq!(framed["reading"]["places"][1]["id"], "body");
        assert_eq!(framed["reading"]["question_kind"], "love");
    }

    async fn a_draw_has_one_address_for_what_can_only_follow_one(app: &TestApp) {
        let asked = "seed=arcana&question=What+comes+of+it%3F&deck=waite-smith&reversals=0.25";
        let body = json!({"spread": "three-card", "seed": "arcana", "question": "What comes of it?",
            "deck": "waite-smith", "reversals": 0.25});
        let by_address = app.get(format!("/v1/draws/three-card?{asked}")).await;
        assert_eq!(by_address.is(200), app.post("/v1/draws", &body).await.is(200));
        assert_eq!((by_address.header("cache-control"), by_address.header("link")), (Some("no-cache"), None));
        let tag = by_address.header("etag").expect("a tag");
        let again = Request::get(format!("/v1/draws/three-card?{asked}")).with(IF_NONE_MATCH, tag);
        assert_eq!(app.send(again).await.status, 304);
        for (ending, _, content_type) in FORMS {
            let picture = app.get(format!("/v1/draws/three-card.{ending}?{asked}")).await;
            assert_eq!((picture.status, picture.content_type()), (200, content_type));
            assert_eq!(picture.header("referrer-policy"), Some("no-referrer"));
        }
        let day = app.get("/v1/draws/one-card?seed=arcana&when=2026-11-22").await.is(200);
        let body = json!({"spread": "one-card", "seed": "arcana", "when": "2026-11-22"});
        assert_eq!(day, app.post("/v1/draws", &body).await.is(200));
    }

    async fn a_draw_without_a_seed_tells_its_lasting_address(app: &TestApp) {
        let drawn_anew = app.get("/v1/draws/week.txt?deck=thoth").await;
        assert_eq!((drawn_anew.header("cache-control"), drawn_anew.header("etag")), (Some("no-store"), None));
        let link = drawn_anew.header("link").expect("a link");
        let address = link.strip_prefix('<').and_then(|link| link.strip_suffix(">; rel=\"canonical\"")).expect("canonical");
        assert!(address.starts_with("/v1/draws/week.txt?deck=thoth&seed="), "{address}");
        assert_eq!(app.get(address).await.text(200), drawn_anew.text(200));
        assert_ne!(app.get("/v1/draws/week.txt?deck=thoth").await.text(200), drawn_anew.text(200));
    }

    async fn faults_of_a_draw_by_address_name_their_parameters(app: &TestApp) {
        app.get("/v1/draws/no-such-spread.png").await.problem(404, "not_found");
        app.get("/v1/draws/week.gif").await.problem(406, "not_acceptable");
        let wrong = |query: &str| app.get(format!("/v1/draws/three-card?{query}"));
        for (query, parameter) in [
            ("reversals=2", "reversals"),
            ("reversals=half", "reversals"),
            ("when=2026-11-22", "when"),
            ("when=someday&seed=a", "when"),
            ("when=2999-01-01&seed=a", "when"),
            ("frame=none", "frame"),
            ("deck=marseille", "deck"),
            ("seed=", "seed"),
            ("width=800", "width"),
        ] {
            let problem = wrong(query).await.problem(400, "bad_parameter");
            assert_eq!(problem["errors"][0]["parameter"], parameter, "{query}: {problem}");
        }
        wrong("querent=Ada").await.problem(400, "unknown_parameter");
        // A question that needs a person and not cards gets no answer here either.
        let care = wrong("question=Should+I+end+it+all%3F").await.is(200);
        assert_eq!(care["care"], "self_harm");
    }

    async fn a_draw_is_available_in_every_format(app: &TestApp) {
        let body = json!({"spread": own(78), "seed": "any text", "querent": "Ada"}).to_string();
        let sent = async |path: &str, accept| app.send(Request::post(path, body.clone()).with(ACCEPT, accept)).await;
        for (_, media_type, content_type) in FORMS {
            let told = sent(if media_type == "image/png" { "/v1/draws?width=200" } else { "/v1/draws" }, media_type).await;
            assert_eq!((told.status, told.content_type()), (200, content_type));
            match media_type {
                "image/png" => assert_eq!(told.png_size().0, 200),
                _ => assert!(told.body().contains("Place 77"), "{media_type}"),
            }
        }
        sent("/v1/draws", "image/webp").await.problem(406, "not_acceptable");
        assert_eq!(sent("/v1/draws?width=300", "text/plain").await.wrong(400, "bad_parameter").len(), 1);
    }

    async fn cards_are_named_as_the_deck_names_them(app: &TestApp) {
        let case: Value = serde_json::from_str(include_str!("../../data/thoth-justice-strength.json")).expect("JSON");
        let ids = |reading: &Value| reading["places"].as_array().expect("places").iter().map(|place| place["card"]["id"].clone()).collect::<Vec<_>>();
        let names = |reading: &Value| reading["places"].as_array().expect("places").iter().map(|place| place["card"]["name"].clone()).collect::<Vec<_>>();
        for (deck, cards, called) in [
            ("thoth", ["ar08", "ar11"], ["Adjustment", "Lust"]),
            ("waite-smith", ["ar11", "ar08"], ["Justice", "Strength"]),
            ("fortunes", ["ar11", "ar08"], ["Justice", "Strength"]),
        ] {
            for given in [json!([{"card": "justice"}, {"card": "strength"}]), json!([{"card": "Adjustment"}, {"card": "lust"}])] {
                let reading = app.post("/v1/draws", &with(&with(&case, "deck", json!(deck)), "given", given)).await.is(200);
                assert_eq!((ids(&reading["reading"]), names(&reading["reading"])), (cards.map(Value::from).into(), called.map(Value::from).into()), "{deck}");
            }
        }
        let significator = with(&json!({"spread": "one-card", "deck": "thoth", "cards": ["8", "Adjustment"]}), "significator", json!("lust"));
        let wrong = app.post("/v1/draws", &significator).await.wrong(422, "invalid_body");
        assert_eq!(wrong, [("/cards/1".to_owned(), "duplicate_card".to_owned())]);
        let unknown = app.post("/v1/draws", &json!({"spread": "one-card", "significator": "Quean of Cups"})).await.problem(422, "unknown_card");
        assert_eq!(unknown["errors"][0]["pointer"], "/significator");
        assert!(unknown["errors"][0]["detail"].as_str().is_some_and(|detail| detail.contains("The nearest names: ")), "{unknown}");
    }

    async fn all_errors_are_reported_together(app: &TestApp) {
        let wrong = async |body: Value| {
            let wrong = app.post("/v1/draws", &body).await.wrong(422, "invalid_body");
            wrong.into_iter().map(|(place, code)| format!("{place} {code}")).collect::<Vec<_>>().join(", ")
        };
        let many = json!({"spread": own(79), "reversals": 2, "skip": 78, "when": "tomorrow", "cards": ["wa02", "wa02", "wa99"],
            "significator": "joker", "commitment": "x", "frame": "x"});
        assert_eq!(wrong(many).await, "/commitment bad_value, /significator unknown_card, /frame bad_value, /spread/places bad_value, \
            /when bad_value, /when bad_value, /cards/1 duplicate_card, /cards/2 unknown_card, /reversals bad_value, /skip bad_value");
        let given = json!([{"card": "wa02"}, {"card": "wa02", "reversed": true}]);
        let defaults = json!({"spread": "one-card", "given": [{"card": "wa02"}], "client_seed": "", "skip": 0});
        assert_eq!(wrong(defaults).await, "/client_seed bad_value, /skip bad_value");
        for year in ["0000-01-01", "-0001-01-01"] {
            let early = json!({"spread": "one-card", "seed": "any text", "when": year});
            assert_eq!(wrong(early).await, "/when bad_value");
        }
        let by_hand = json!({"spread": "three-cards", "given": given, "seed": "any text", "skip": 1, "reversals": 0.5});
        assert_eq!(wrong(by_hand.clone()).await, "/spread bad_value, /seed bad_value, /reversals bad_value, /skip bad_value, \
            /given/1/card duplicate_card");
        let short = with(&json!({"spread": "three-card", "significator": "wa02"}), "given", given);
        assert_eq!(wrong(short).await, "/given bad_value, /given/0/card duplicate_card, /given/1/card duplicate_card");
        let few = json!({"spread": "three-card", "cards": ["wa02", "wa03"]});
        assert_eq!(wrong(few).await, "/cards bad_value");
        assert_eq!(wrong(json!({"spread": "year", "cards": "majors", "skip": 11})).await, "/skip bad_value");
        let place = json!({"id": "A", "name": "A", "x": 25, "y": -1, "rotation": 400});
        assert_eq!(wrong(json!({"spread": {"name": "Mine", "places": [place]}})).await, "/spread/places/0/id bad_value, \
            /spread/places/0/x bad_value, /spread/places/0/y bad_value, /spread/places/0/rotation bad_value");
        assert_eq!(wrong(json!({"spread": 7, "reversals": "x"})).await, "/spread wrong_type, /reversals wrong_type");
        let problem = app.post("/v1/draws", &json!({"spread": [], "skip": 1e30})).await.problem(422, "invalid_body");
        let told: Vec<_> = problem["errors"].as_array().expect("errors").iter().map(|error| &error["detail"]).collect();
        assert_eq!(told, ["Expected a string or an object, not a list.", "The number is out of range."]);
        assert_eq!(wrong(json!({"spread": "week", "frame": "x"})).await, "/frame bad_value");
        assert_eq!(wrong(json!({})).await, "/spread missing_field");
    }

    async fn an_error_names_the_only_value_that_is_allowed(app: &TestApp) {
        let refused = app.post("/v1/draws", &json!({"type": "fortunes", "spread": "week"})).await;
        assert_eq!(refused.problem(422, "invalid_body")["detail"], "`/type`: Expected `spread`, not `fortunes`.");
        let refused = app.get("/v1/games?sort=created_at").await;
        assert_eq!(refused.problem(400, "bad_parameter")["detail"], "`sort`: Expected `played_at`.");
    }

    async fn what_the_cards_of_a_request_make_certain_is_not_told(app: &TestApp) {
        let summary = async |body: Value| text(&app.post("/v1/draws", &body).await.is(200)["reading"]["summary"]["text"]).to_owned();
        let lead = summary(json!({"spread": "three-card", "seed": "s1", "cards": ["cu02", "cu05", "cu09", "wa03"]})).await;
        assert!(![" lead with ", "is strongest", " in Cups, "].iter().any(|said| lead.contains(said)), "{lead}");
        let cards = ["wapa", "cukn", "swqu", "peki", "waqu", "cu02"];
        let courts = summary(json!({"spread": "five-card-cross", "seed": "a0", "cards": cards})).await;
        assert!(!courts.contains("court cards"), "{courts}");
        let cards = ["waac", "wa02", "cuac", "cu02", "swac", "sw02", "peac", "pe02"];
        let alike = summary(json!({"spread": "horseshoe", "seed": "a0", "cards": cards})).await;
        assert!(!alike.contains("lie here together"), "{alike}");
        // What was seen before cannot come again: after the Wand only Cups are left.
        let pool = ["cu02", "cu05", "cu09", "cuac", "wa03"];
        for seed in 0..20 {
            let first = app.post("/v1/draws", &json!({"spread": "one-card", "seed": seed.to_string(), "cards": pool})).await.is(200);
            let later = summary(json!({"spread": "three-card", "seed": seed.to_string(), "cards": pool, "skip": 1})).await;
            assert!(drawn(&first) != "wa03" || !later.contains("Cups lead"), "{later}");
        }
    }

    async fn spreads_are_listed_with_their_geometry(app: &TestApp) {
        let list = app.get("/v1/spreads").await.is(200);
        let items = list["items"].as_array().expect("items");
        assert_eq!(items.len(), 11);
        for item in items {
            let one = app.get(format!("/v1/spreads/{}", item["id"].as_str().expect("an id"))).await.is(200);
            assert_eq!(one, *item);
        }
        let three = app.get("/v1/spreads/three-card").await.is(200);
        assert_eq!(three["frames"].as_array().expect("frames").len(), 3);
        assert_eq!((&three["frame"], &three["places"]), (&three["frames"][0]["id"], &three["frames"][0]["places"]));
        app.get("/v1/spreads/nine").await.problem(404, "not_found");
        let yes = app.post("/v1/draws", &json!({"spread": "yes-no", "seed": "any text"})).await.is(200);
        assert!(["yes", "no"].iter().any(|word| yes["reading"]["answer"]["answer"] == *word));
    }

    async fn cards_are_found_by_any_filters(app: &TestApp) {
        let found = async |query: &str| {
            let list = app.get(format!("/v1/cards{query}")).await.is(200);
            let cards = list["items"].as_array().expect("cards").iter().map(|card| card["id"].as_str().expect("an id").to_owned());
            cards.collect::<Vec<_>>()
        };
        assert_eq!(found("").await.len(), 78);
        assert_eq!(found("?arcana=major").await.len(), 22);
        assert_eq!(found("?arcana=minor&suit=cups&rank=qu").await, ["cuqu"]);
        assert_eq!(found("?q=disks&suit=pentacles&deck=thoth&rank=02").await, ["pe02"]);
        assert_eq!(found("?arcana=major&suit=cups").await, [""; 0]);
        for (query, card) in [("King+of+Cups", "cuki"), ("the+pope", "ar05"), ("CK&deck=waite-smith", "cuki"), ("XIII", "ar13")] {
            assert!(found(&format!("?q={query}")).await.contains(&card.to_owned()), "{query}");
        }
        let wrong = app.get("/v1/cards?suit=clubs&rank=1&x=1").await.wrong(400, "unknown_parameter");
        assert_eq!(wrong.len(), 3, "{wrong:?}");
    }
}
