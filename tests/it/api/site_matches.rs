//! The pages of a match of Fortunes: deals, teams, and links between steps and readings.

use serde_json::{Value, json};

use crate::api::{
    app::{Request, TestApp},
    plays::text,
};

/// A match of several deals.
async fn played(app: &TestApp, deals: u32, bot: &str) -> Value {
    let players: Vec<_> = ["Ada", "Bel", "Cyd", "Dov"].map(|name| json!({"name": name, "bot": bot})).to_vec();
    let options = json!({"match": {"type": "deals", "deals": deals}});
    app.play(&json!({"ruleset": "fortunes", "seed": "arcana", "players": players, "options": options})).await
}

async fn page(app: &TestApp, path: &str) -> String {
    let page = app.send_unchecked(Request::get(path)).await.text(200);
    assert!(page.len() < 100_000, "{path}: {} bytes", page.len());
    page
}

/// The text between two markers of a page.
fn between<'a>(page: &'a str, start: &str, end: &str) -> &'a str {
    let rest = page.split_once(start).unwrap_or_else(|| panic!("{start} stands in {page}")).1;
    rest.split_once(end).unwrap_or_else(|| panic!("{end} follows {start}")).0
}

/// Markup without tags.
fn plain(markup: &str) -> String {
    let texts = markup.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    texts.collect::<String>().replace("&amp;", "&")
}

on_both! {
    async fn all_deals_of_a_match_are_linked_with_points_and_results_of_the_teams(app: &TestApp) {
        let game = played(app, 3, "random").await;
        let path = format!("/games/{}", text(&game["id"]));
        let shown = page(app, &format!("{path}?step=80")).await;
        let detail = &game["result"]["detail"];

        let teams = between(&shown, "<caption>Teams</caption>", "</table>");
        for (team, name) in ["Ada & Cyd", "Bel & Dov"].into_iter().enumerate() {
            let result = match game["result"]["winners"].as_array().expect("winners") {
                winners if winners.is_empty() => "drawn",
                winners if winners.contains(&json!(team)) => "won",
                _ => "lost",
            };
            assert!(plain(teams).contains(&format!("{name}{}{result}", detail["team_scores"][team])), "{teams}");
        }

        let deals = between(&shown, "<caption>Deals</caption>", "</table>");
        for deal in 1..=3 {
            for player in 0..4 {
                let link = format!("{path}/readings/{player}?deal={deal}");
                assert!(deals.contains(&format!("href=\"{link}\"")), "{link}");
                page(app, &link).await;
            }
            let start = 1 + 77 * (deal - 1);
            assert!(deals.contains(&format!("href=\"{path}?step={start}#replay\">{deal}</a>")), "{deals}");
            let dealt = page(app, &format!("{path}?step={start}")).await;
            assert!(between(&dealt, "id=\"said\"", "</p>").contains("The cards are dealt."));
        }
        let nav = between(&shown, "<nav class=\"viewers deals\"", "</nav>");
        assert!(nav.contains("aria-current=\"true\">Deal 2</a>"), "the 80th step is of the second deal: {nav}");
        assert_eq!(nav.matches("aria-current").count(), 1);
    }

    async fn the_deals_of_foolery_are_linked_with_everybodys_titles(app: &TestApp) {
        let players: Vec<_> = ["Ada", "Bel", "Cyd", "Dov"].map(|name| json!({"name": name, "bot": "random"})).to_vec();
        let order = json!({"ruleset": "foolery", "seed": "arcana", "players": players, "options": {"deals": 2}});
        let game = app.play(&order).await;
        let shown = page(app, &format!("/games/{}", text(&game["id"]))).await;
        let deals = between(&shown, "<caption>Deals</caption>", "</table>");
        let rows: Vec<_> = deals.split("<tr>").skip(2).map(plain).collect();
        assert_eq!(rows.len(), 2);
        for (row, deal) in rows.iter().zip(game["result"]["detail"]["deals"].as_array().expect("deals")) {
            for title in deal["titles"].as_array().expect("titles") {
                assert!(row.contains(text(title)), "{title} in {row}");
            }
        }
    }

    async fn a_game_of_one_deal_has_no_deal_navigation(app: &TestApp) {
        let game = played(app, 1, "random").await;
        let path = format!("/games/{}", text(&game["id"]));
        assert!(!page(app, &path).await.contains("viewers deals"));
        assert!(!page(app, &format!("{path}/readings/0")).await.contains("Deals of this game"));
    }

    async fn the_page_of_a_long_match_stays_small(app: &TestApp) {
        let game = played(app, 100, "random").await;
        let path = format!("/games/{}", text(&game["id"]));
        let middle = page(app, &format!("{path}?step={}", 77 * 49 + 5)).await;
        let deals = between(&middle, "<caption>Deals", "</table>");
        assert!(deals.starts_with(", those about the moment shown"), "{deals}");
        assert!(deals.contains(">50</a>") && !deals.contains(">1</a>") && !deals.contains(">100</a>"));
        let reading = page(app, &format!("{path}/readings/0?deal=100")).await;
        let nav = between(&reading, "aria-label=\"Deals of this game\"", "</nav>");
        assert!(nav.contains("aria-current=\"page\">Deal 100</a>") && !nav.contains(">Deal 1</a>"), "{nav}");
    }

    async fn a_reading_links_to_those_of_other_players_and_deals(app: &TestApp) {
        let game = played(app, 2, "random").await;
        let own = format!("/games/{}/readings", text(&game["id"]));
        let shown = page(app, &format!("{own}/1?deal=2")).await;
        let players = between(&shown, "aria-label=\"Readings of this game\"", "</nav>");
        assert!(players.contains(&format!("href=\"{own}/1?deal=2\" aria-current=\"page\"")), "{players}");
        assert!(players.contains(&format!("href=\"{own}/3?deal=2\"")), "{players}");
        let deals = between(&shown, "aria-label=\"Deals of this game\"", "</nav>");
        assert!(deals.contains(&format!("href=\"{own}/1?deal=1\">Deal 1</a>")), "{deals}");
    }

    async fn the_step_that_wins_a_trick_links_to_its_position_in_readings(app: &TestApp) {
        let game = played(app, 2, "random").await;
        let path = format!("/games/{}", text(&game["id"]));
        let mut linked = 0;
        for (deal, player) in [(1, 0), (1, 1), (2, 2), (2, 3)] {
            let reading = app.get(format!("/v1{path}/readings/{player}?deal={deal}")).await.is(200);
            let shown = page(app, &format!("{path}/readings/{player}?deal={deal}")).await;
            for zone in reading["zones"].as_array().expect("zones") {
                for place in zone["places"].as_array().expect("places") {
                    for card in place["cards"].as_array().expect("cards") {
                        let step = &card["won"]["step"];
                        let moment = app.send_unchecked(Request::get(format!("{path}/table/{step}"))).await.text(200);
                        let anchor = format!("place-{}", text(&place["place"]));
                        let link = format!("{path}/readings/{player}?deal={deal}#{anchor}");
                        let lies = between(&moment, "<p class=\"lies\">", "</p>");
                        assert!(lies.contains(&format!("href=\"{link}\"")), "{link} in {lies}");
                        assert!(shown.contains(&format!("id=\"{anchor}\"")), "{anchor}");
                        linked += 1;
                    }
                }
            }
        }
        assert!(linked > 20, "{linked}");
        let between_tricks = app.send_unchecked(Request::get(format!("{path}/table/3"))).await.text(200);
        assert!(!between_tricks.contains("class=\"lies\""));
    }

    async fn the_header_marks_where_a_page_is(app: &TestApp) {
        let game = played(app, 1, "random").await;
        let of_game = format!("/games/{}", text(&game["id"]));
        for (path, marked) in [
            ("/", "<a href=\"/\" aria-current=\"page\">Ask</a>"),
            ("/games", "<a href=\"/games\" aria-current=\"page\">Games</a>"),
            (of_game.as_str(), "<a href=\"/games\" aria-current=\"true\">Games</a>"),
            ("/tables/new", "<a href=\"/tables/new\" aria-current=\"page\">Play</a>"),
            ("/tables/new?ruleset=reversal", "<a href=\"/tables/new\" aria-current=\"true\">Play</a>"),
            ("/cards", "<a href=\"/cards\" aria-current=\"page\">Cards</a>"),
            ("/rules/fortunes", "<a href=\"/rules\" aria-current=\"true\">Rules</a>"),
        ] {
            let answer = app.send_unchecked(Request::get(path).with(reqwest::header::ACCEPT, "text/html")).await;
            let shown = answer.text(200);
            let header = between(&shown, "<nav aria-label=\"Pages\">", "</nav>");
            assert!(header.contains(marked), "{path}: {header}");
            assert_eq!(header.matches("aria-current").count(), 1, "{path}");
        }
    }
}
