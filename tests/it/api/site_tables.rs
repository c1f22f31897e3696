//! Tables in a browser, played with forms only.

use arcana::{
    cards::{Card, Deck},
    http::Settings,
    service::Scopes,
};
use chrono::TimeDelta;
use futures::future::join;
use reqwest::header::{IF_NONE_MATCH, ORIGIN};

use crate::api::{answer::Answer, app::Request, browser::Browser};

impl Browser<'_> {
    /// Sets up a table; returns its path.
    pub async fn sits_down(&self, fields: &[(&str, &str)]) -> String {
        self.open("/tables/new?ruleset=fortunes").await;
        let answer = self.submit("/tables/new", fields).await;
        answer.text(303);
        answer.header("location").expect("a location").to_owned()
    }
}

/// The unescaped values of an attribute in a page.
pub fn values(page: &str, before: &str) -> Vec<String> {
    let plain = |text: &str| text.replace("&quot;", "\"").replace("&amp;", "&");
    page.split(before).skip(1).filter_map(|rest| rest.split('"').next()).map(plain).collect()
}

pub fn steps(page: &str) -> Vec<String> {
    values(page, "name=\"step\" value=\"")
}

pub fn after(page: &str) -> String {
    values(page, "name=\"after\" value=\"").first().cloned().unwrap_or_default()
}

/// Sits down at a table where something is due of the reader at once, and opens it. Where a bot takes part in what comes
/// first, as some cards of Fortuno ask, the page waits.
async fn sits_down_to_move(browser: &Browser<'_>, ruleset: &str) -> (String, String) {
    for _ in 0..20 {
        let table = browser.sits_down(&[("ruleset", ruleset)]).await;
        let page = browser.open(&table).await;
        if !after(&page).is_empty() {
            return (table, page);
        }
    }
    panic!("{ruleset}: nothing is ever due of whoever sits down");
}

/// Makes the first step of a page that is accepted: with one card, where any may be led; else one that needs nothing else to
/// be filled in. Where a combination has to be beaten, the player passes. Returns the form.
async fn made_with_a_form(browser: &Browser<'_>, table: &str, page: &str) -> Option<Vec<(&'static str, String)>> {
    let cards = values(page, "name=\"cards\" value=\"");
    let card = cards.first().map(|card| [("fill", "cards".to_owned()), ("cards", card.clone())]);
    for (step, fills) in steps(page).into_iter().flat_map(|step| [(step.clone(), true), (step, false)]) {
        let filled = card.iter().filter(|_| fills).flatten().cloned();
        let sent: Vec<_> = [("step", step), ("after", after(page))].into_iter().chain(filled).collect();
        if browser.submit(&format!("{table}/steps"), &borrowed(&sent)).await.status == 303 {
            return Some(sent);
        }
    }
    None
}

fn borrowed<'a>(fields: &'a [(&'a str, String)]) -> Vec<(&'a str, &'a str)> {
    fields.iter().map(|(name, value)| (*name, value.as_str())).collect()
}

/// The path of a table to which a form leads.
pub fn led_to(answer: &Answer) -> String {
    answer.text(303);
    answer.header("location").expect("a location").to_owned()
}

on_both! {
    async fn a_friend_is_invited_from_the_first_page(app: &TestApp) {
        let (host, friend) = (Browser::new(app), Browser::new(app));
        host.open("/").await;
        let table = led_to(&host.submit("/tables/new", &[("ruleset", "fortunes"), ("name", "Ada"), ("with", "friend")]).await);
        let page = host.open(&table).await;
        let link = values(&page, "readonly value=\"").remove(0);
        let link = &link[link.find("/tables/").expect("a path")..];
        let invitation = friend.open(link).await;
        let words = ["<bdi>Ada</bdi> invites you", "to a game of Fortunes. ", "Everybody has 2 minutes for a step; then a bot makes it. ", "The invitation holds until"];
        assert!(words.iter().all(|words| invitation.contains(words)), "{invitation}");
        let proof = values(&invitation, "name=\"invitation\" value=\"").remove(0);
        friend.submit(&format!("{table}/seats/2"), &[("name", "Bel"), ("invitation", &proof)]).await.text(303);
        let page = friend.open(&table).await;
        assert!(page.contains("data-phase=\"playing\"") && page.contains("<bdi>Ada</bdi> is "), "{page}");
        let mark = "data-presence=\"";
        assert!(["thinking", "here"].contains(&values(&page, mark)[0].as_str()), "{page}");
        app.clock.advance(TimeDelta::seconds(60));
        assert_eq!(values(&friend.open(&table).await, mark), ["away"], "nobody has asked for the host's seat for a minute");
        assert!(!friend.open(&table).await.contains("/bots"), "only the host lets bots play");
        assert!(Browser::new(app).open(&table).await.contains("data-presence"), "onlookers see it too");
    }

    async fn every_page_tells_whose_turn_it_is(app: &TestApp) {
        let browser = Browser::new(app);
        let nobody = browser.send(Request::get("/cards")).await;
        assert_eq!((nobody.header("cache-control"), nobody.body().contains("Your turn")), (Some("no-cache"), false));
        browser.send(Request::get("/turns")).await.text(204);
        let table = browser.sits_down(&[("ruleset", "reversal"), ("option.target", "1"), ("seat.0", "me"), ("seat.1", "adept")]).await;
        let turn = format!("<a href=\"{table}\" data-table=\"{table}\">Your turn: Reversal of Fortune</a>");
        for path in ["/cards", "/learn", "/daily", "/tables/new", "/"] {
            let page = browser.open(path).await;
            assert!(page.contains(&turn) && page.contains("<title>Your turn · ") && page.contains("icon-turn.svg"), "{path}: {page}");
        }
        let told = browser.send(Request::get("/cards")).await;
        assert_eq!(told.header("cache-control"), Some("private, no-cache"));
        let asked = browser.send(Request::get("/turns")).await;
        assert_eq!(asked.text(200), turn);
        let tag = asked.header("etag").expect("a tag").to_owned();
        browser.send(Request::get("/turns").with(IF_NONE_MATCH, &tag)).await.text(304);
        assert!(!browser.open(&table).await.contains(&turn), "the page of the table says so itself");
        assert!(!Browser::new(app).open("/cards").await.contains(&turn));
        let mut page = browser.open(&table).await;
        while let Some(step) = steps(&page).first() {
            browser.submit(&format!("{table}/steps"), &[("step", step), ("after", &after(&page))]).await.text(303);
            page = browser.open(&table).await;
        }
        assert!(!browser.open("/cards").await.contains("Your turn"));
        browser.send(Request::get("/turns")).await.text(204);
    }

    async fn who_wants_to_play_now_sits_down_with_whoever_waits_or_with_bots(app: &TestApp) {
        let (ada, bel, cyd) = (Browser::new(app), Browser::new(app), Browser::new(app));
        let play = async |browser: &Browser<'_>, ruleset: &str, once: &str| {
            browser.submit("/tables/play", &[("ruleset", ruleset), ("once", once)]).await
        };
        let once = async |browser: &Browser<'_>| values(&browser.open("/").await, "name=\"once\" value=\"").remove(0);
        let first = once(&ada).await;
        // A double click is one seat.
        let (one, two) = join(play(&ada, "fortunes", &first), play(&ada, "fortunes", &first)).await;
        let table = led_to(&one);
        assert_eq!(led_to(&two), table);
        assert!(ada.open(&table).await.contains("When nobody has come for 30 seconds, bots take the open ones."));
        let other = led_to(&play(&cyd, "reversal", &once(&cyd).await).await);
        assert_ne!(other, table, "another game");
        assert_eq!(led_to(&play(&bel, "fortunes", &once(&bel).await).await), table);
        let page = bel.open(&table).await;
        assert_eq!((page.matches("<em>open</em>").count(), page.contains(">you</span>")), (2, true), "{page}");
        app.clock.advance(TimeDelta::seconds(30));
        app.aside(async |service| service.wake_tables().await.expect("a database")).await;
        assert!(bel.open(&table).await.contains("data-phase=\"playing\""));
        play(&ada, "chess", &once(&ada).await).await.text(303);
        assert!(app.get("/v1/tables").await.is(200)["items"].as_array().expect("tables").is_empty(), "all have begun");
    }

    async fn the_host_lets_bots_take_the_open_seats(app: &TestApp) {
        let (host, other) = (Browser::new(app), Browser::new(app));
        let table = host.sits_down(&[("ruleset", "fortunes"), ("with", "friend")]).await;
        assert!(host.open(&table).await.contains("Begin with bots in the open seats"));
        let path = format!("{table}/bots");
        other.open(&table).await;
        other.submit(&path, &[]).await.text(403);
        host.open(&table).await;
        host.submit(&path, &[("seat", "0")]).await.text(409);
        host.submit(&path, &[]).await.text(303);
        assert!(host.open(&table).await.contains("data-phase=\"playing\""));
    }

    async fn a_game_of_fortunes_is_played_with_forms_and_read(app: &TestApp) {
        let browser = Browser::new(app);
        let fields = [("ruleset", "fortunes"), ("name", "Ada"), ("question", "Stay?"), ("client_seed", "tea leaves")];
        let table = browser.sits_down(&fields).await;
        let mut page = browser.open(&table).await;
        assert!(page.contains("You lead") || page.contains("You follow"), "{page}");
        while let Some(step) = steps(&page).first() {
            assert!(page.len() < 100_000);
            let answer = browser.submit(&format!("{table}/steps"), &[("step", step), ("after", &after(&page))]).await;
            answer.text(303);
            page = browser.open(&table).await;
        }
        assert!(page.contains("Asked: Stay?") && page.contains("<svg") && page.contains("data-phase=\"over\""), "{page}");
        assert!(!page.contains("http-equiv"), "nothing more happens");
        let game = values(&page, "href=\"/games/");
        assert!(browser.open(&format!("/games/{}", game[0])).await.contains("every shuffle and roll matches the seed"));
        // The reading belongs to the person in the seat.
        let (other, delete) = (Browser::new(app), format!("{table}/delete"));
        let stranger = other.open(&table).await;
        assert!(!stranger.contains("Stay?") && stranger.contains("data-phase=\"over\"") && !stranger.contains(&delete));
        // Who has set the table up deletes the game, and the table goes with it.
        assert!(browser.open(&table).await.contains(&delete));
        other.submit(&delete, &[]).await.text(403);
        browser.open(&format!("/games/{}", game[0])).await;
        browser.submit(&delete, &[("colour", "red")]).await.text(422);
        let reading = values(&browser.open(&table).await, "data-won-reading=\"").remove(0);
        // A double click sends the form twice at once.
        let (first, second) = join(browser.submit(&delete, &[]), browser.submit(&delete, &[])).await;
        for deleted in [first.text(200), second.text(200), browser.submit(&delete, &[]).await.text(200)] {
            assert!(deleted.contains("The game, its readings and the table were deleted."), "{deleted}");
        }
        assert!(first.body().contains(&reading) || second.body().contains(&reading), "the reader's list drops the reading");
        assert_eq!(browser.send(Request::get(format!("/games/{}", game[0]))).await.status, 404);
        assert!(!browser.send(Request::get(&table)).await.text(404).contains("Stay?"));
    }

    async fn steps_that_a_page_has_not_shown_come_one_by_one_without_anything_to_click(app: &TestApp) {
        let browser = Browser::new(app);
        let table = browser.sits_down(&[("ruleset", "fortunes")]).await;
        let page = browser.open(&table).await;
        let seen: usize = after(&page).parse().expect("a number");
        assert!(!page.contains("<template"), "a page without script shows the table as it is");
        let path = format!("{table}/steps?seen={seen}");
        let made = browser.submit(&path, &[("step", &steps(&page).remove(0)), ("after", &after(&page))]).await;
        made.text(303);
        let page = browser.open(made.header("location").and_then(|to| to.strip_suffix("#play")).expect("a location")).await;
        let (before, scenes) = page.split_once("<template id=\"unseen\">").expect("scenes");
        let (scenes, behind) = scenes.split_once("</template>").expect("an end");
        let count: usize = after(&page).parse().expect("a number");
        assert!(count > seen);
        let numbers: Vec<_> = (seen + 1..=count).map(|n| n.to_string()).collect();
        assert_eq!(values(scenes, "<div data-n=\""), numbers);
        assert!(!scenes.contains("<form") && !scenes.contains("<button") && scenes.contains("class=\"cards hand\""), "{scenes}");
        assert!(!before.contains("seen=") && !behind.contains("seen="), "the page's own addresses are as ever");
    }

    async fn the_deck_that_was_chosen_holds_for_all_tables_of_a_browser(app: &TestApp) {
        let browser = Browser::new(app);
        let table = browser.sits_down(&[("ruleset", "fortunes")]).await;
        assert!(browser.open(&table).await.contains("cards-fortunes.css"));
        assert!(browser.open(&format!("{table}?deck=thoth")).await.contains("cards-thoth.css"));
        let other = browser.sits_down(&[("ruleset", "foolery")]).await;
        assert!(browser.open(&other).await.contains("cards-thoth.css"));
        assert!(!Browser::new(app).open(&other).await.contains("cards-thoth.css"));
        browser.open(&format!("{other}?deck=fortunes")).await;
        assert!(browser.open(&table).await.contains("cards-fortunes.css"));
    }

    async fn every_game_can_be_set_up_and_viewed_from_a_seat_and_as_a_spectator(app: &TestApp) {
        for ruleset in ["fortunes", "fortuno", "foolery", "fortuna", "reversal"] {
            let browser = Browser::new(app);
            let table = browser.sits_down(&[("ruleset", ruleset)]).await;
            let own = browser.open(&table).await;
            assert!(own.contains(">you</span>"), "{ruleset}");
            let others = Browser::new(app).open(&table).await;
            assert!(!others.contains(">you</span>") && steps(&others).is_empty(), "{ruleset}");
            assert!(!others.contains("cards hand"), "{ruleset}: no hand is open to strangers");
            assert!(others.contains(&format!("http-equiv=\"refresh\" content=\"4;url={table}\"")), "{ruleset}");
        }
    }

    async fn a_page_without_script_reloads_until_the_reader_stops_it(app: &TestApp) {
        let host = Browser::new(app);
        let fields = [("ruleset", "reversal"), ("name", "Ada"), ("seat.0", "me"), ("seat.1", "open")];
        let table = host.sits_down(&fields).await;
        let page = host.open(&table).await;
        assert!(page.contains("http-equiv") && page.contains("This page reloads every 4 seconds."), "{page}");
        let stopped = format!("{table}?refresh=off");
        assert!(page.contains(&format!("href=\"{stopped}\"")));
        let still = host.open(&stopped).await;
        assert!(!still.contains("http-equiv") && still.contains(&format!("href=\"{table}\">Reload automatically")), "{still}");
        host.send(Request::get(format!("{table}?refresh=on"))).await.text(400);
        // A form that is being filled in is not lost, and neither is the invitation in it.
        let link = values(&page, "readonly value=\"").remove(0);
        let (_, path) = link.split_once(&table).expect("the table");
        let invited = format!("{table}{path}");
        let form = Browser::new(app).open(&invited).await;
        assert!(!form.contains("http-equiv") && form.contains(&invited.replace('&', "&amp;")), "{form}");
        // After a step, and after one that is refused, it is still stopped; the address is the table's own.
        let guest = Browser::new(app);
        guest.open(&invited).await;
        let invitation = values(&form, "name=\"invitation\" value=\"").remove(0);
        guest.submit(&format!("{table}/seats/1"), &[("name", "Bel"), ("invitation", &invitation)]).await.text(303);
        let (first, second) = (host.open(&stopped).await, guest.open(&stopped).await);
        let (on_turn, page) = if first.contains("data-turn") { (&host, first) } else { (&guest, second) };
        let path = format!("{table}/steps?refresh=off");
        assert!(page.contains(&format!("action=\"{path}\"")), "{page}");
        let refused = on_turn.submit(&path, &[("step", "{}"), ("after", &after(&page))]).await.text(422);
        assert!(refused.contains(&format!("data-address=\"{stopped}\"")), "{refused}");
        let taken = on_turn.submit(&path, &[("step", &steps(&page).remove(0)), ("after", &after(&page))]).await;
        assert_eq!((taken.status, taken.header("location")), (303, Some(format!("{stopped}#play").as_str())));
    }

    async fn refused_actions_change_nothing(app: &TestApp) {
        let browser = Browser::new(app);
        let table = browser.sits_down(&[("ruleset", "fortunes")]).await;
        let page = browser.open(&table).await;
        let (step, count, path) = (steps(&page).remove(0), after(&page), format!("{table}/steps"));
        let good = [("step", step.as_str()), ("after", count.as_str())];
        // Neither a stranger nor another site's page nor one that the browser does not name can act.
        let stranger = Browser::new(app);
        stranger.open(&table).await;
        stranger.submit(&path, &good).await.text(403);
        browser.send(Browser::form(&path, &good)).await.text(403);
        let foreign = Browser::form(&path, &good);
        browser.send(foreign.with(ORIGIN, "http://evil.example")).await.text(403);
        // A card that is not in the hand, an invalid step, and an outdated click.
        let held: Vec<_> = values(&page, "&quot;card&quot;:&quot;").iter().map(|rest| rest[..4].to_owned()).collect();
        let missing = ["wa02", "cu02", "sw02", "pe02", "wa03", "cu03"].into_iter().find(|card| !page.contains(&format!("{card}&quot;")));
        let missing = missing.unwrap_or_else(|| panic!("{held:?}"));
        let wrong = format!(r#"{{"type":"play","card":"{missing}"}}"#);
        let answer = browser.submit(&path, &[("step", &wrong), ("after", &count)]).await.text(422);
        let fault = answer.split("role=\"alert\"").nth(1).and_then(|rest| rest.split("</p>").next()).expect("a fault");
        assert!(fault.contains(" does not hold ") && !fault.contains(missing), "a card is named as people name it: {fault}");
        assert!(answer.contains("<title>Please correct: Table of Fortunes"), "{answer}");
        // The cards have the names of the deck that the reader has chosen, also where a step is refused.
        let court = ["waqu", "cuqu", "swqu", "pequ", "waki", "cuki"].into_iter().find(|card| !held.iter().any(|held| held == card));
        let court: Card = court.expect("another's").parse().expect("a card");
        let wrong = format!(r#"{{"type":"play","card":"{court}"}}"#);
        for (query, deck) in [("", Deck::Fortunes), ("?deck=thoth", Deck::Thoth)] {
            let answer = browser.submit(&format!("{path}{query}"), &[("step", &wrong), ("after", &count)]).await.text(422);
            let why = format!(" does not hold {} in trick 1.", deck.card_name(court));
            assert!(answer.contains(&why) && answer.contains(&format!("action=\"{path}{query}\"")), "{why}: {answer}");
        }
        browser.submit(&path, &[("step", "{}"), ("after", &count)]).await.text(422);
        browser.submit(&path, &[("step", &step), ("after", "x")]).await.text(400);
        assert_eq!(after(&browser.open(&table).await), count, "nothing has changed");
        browser.submit(&path, &good).await.text(303);
        let other = steps(&page).remove(1);
        let answer = browser.submit(&path, &[("step", other.as_str()), ("after", count.as_str())]).await.text(409);
        assert!(answer.contains("The table has moved on"), "{answer}");
        // The address of a form that was refused leads back to the table.
        let back = browser.send(Request::get(&path)).await;
        assert_eq!((back.status, back.header("location")), (303, Some(table.as_str())));
    }

    async fn a_form_that_is_submitted_twice_is_carried_out_once(app: &TestApp) {
        for ruleset in ["fortunes", "fortuno", "foolery", "fortuna", "reversal"] {
            let browser = Browser::new(app);
            // Some hands of Fortuno have no step that is made with a button alone.
            let mut made = None;
            for _ in 0..20 {
                let (table, page) = sits_down_to_move(&browser, ruleset).await;
                made = made_with_a_form(&browser, &table, &page).await.map(|sent| (table, page, sent));
                if made.is_some() {
                    break;
                }
            }
            let (table, page, sent) = made.unwrap_or_else(|| panic!("{ruleset}: no step is ever made"));
            let next = after(&browser.open(&table).await);
            assert_ne!(next, after(&page), "{ruleset}: a step is made");
            let again = browser.submit(&format!("{table}/steps"), &borrowed(&sent)).await;
            assert_eq!((again.status, again.header("location")), (303, Some(format!("{table}#play").as_str())), "{ruleset}");
            assert_eq!(after(&browser.open(&table).await), next, "{ruleset}: nothing is played twice");
        }
    }

    async fn a_refused_combination_stays_ticked(app: &TestApp) {
        let browser = Browser::new(app);
        browser.open("/tables/new?ruleset=foolery").await;
        let set_up = browser.submit("/tables/new", &[("ruleset", "foolery"), ("name", "Ada")]).await;
        let table = set_up.header("location").expect("a location").to_owned();
        let page = browser.open(&table).await;
        assert!(page.contains("<title>Your turn: Table of Foolery"), "{page}");
        // No two cards of a hand of different ranks are a combination.
        let cards = values(&page, "name=\"cards\" value=\"");
        let (first, other) = (&cards[0], cards.iter().find(|card| card[2..] != cards[0][2..]).expect("another rank"));
        let step = steps(&page).into_iter().find(|step| step.contains("\"play\"")).expect("a button that plays");
        let sent = [("step", step.as_str()), ("fill", "cards"), ("cards", first), ("cards", other), ("after", &after(&page))];
        let refused = browser.submit(&format!("{table}/steps"), &sent).await.text(422);
        let ticked = |card: &str| refused.contains(&format!("name=\"cards\" value=\"{card}\" checked"));
        assert!(ticked(first) && ticked(other), "{refused}");
        assert_eq!(refused.matches("checked").count(), 3, "two cards and the switch of the keys");
    }

    async fn an_invitation_is_a_url_and_a_code_and_is_valid_once(app: &TestApp) {
        let host = Browser::new(app);
        let fields = [("ruleset", "fortuna"), ("name", "Ada"), ("seat.0", "me"), ("seat.1", "open")];
        let table = host.sits_down(&fields).await;
        let page = host.open(&table).await;
        let address = values(&page, "readonly value=\"").remove(0);
        let (_, path) = address.split_once("://").and_then(|(_, rest)| rest.split_once('/')).expect("a whole address");
        assert!(page.contains("<svg class=\"qr\"") && address.contains("?seat=1&invitation=invite_"), "{address}");
        let (guest, late) = (Browser::new(app), Browser::new(app));
        let asked = guest.open(&format!("/{path}")).await;
        late.open(&format!("/{path}")).await;
        let invitation = values(&asked, "name=\"invitation\" value=\"").remove(0);
        let sent = [("name", "Bel"), ("invitation", invitation.as_str())];
        guest.submit(&format!("{table}/seats/1"), &[("name", "Bel")]).await.text(403);
        guest.submit(&format!("{table}/seats/1"), &sent).await.text(303);
        late.submit(&format!("{table}/seats/1"), &sent).await.text(409);
        assert!(late.open(&format!("/{path}")).await.contains("data-phase=\"playing\""));
        let seated = guest.open(&table).await;
        assert!(seated.contains("Bel") && seated.contains("Ada") && seated.contains(">you</span>"));
        // A person who leaves is no longer at the table, and a bot plays on.
        let leave = async || {
            let left = guest.submit(&format!("{table}/seats/1/leave"), &[]).await;
            (left.status, left.header("location").map(ToOwned::to_owned))
        };
        assert_eq!(leave().await, (303, Some(format!("{table}?left=yes"))));
        assert!(!guest.open(&table).await.contains(">you</span>"));
        // A double click ends where the first click did.
        assert_eq!(leave().await, (303, Some(format!("{table}?left=yes"))));
        host.submit(&format!("{table}/seats/1/leave"), &[]).await.text(403);
    }

    async fn a_seat_that_is_left_before_the_game_has_a_new_invitation(app: &TestApp) {
        let host = Browser::new(app);
        let seats = [("seat.0", "me"), ("seat.1", "open"), ("seat.2", "open"), ("seat.3", "adept")];
        let table = host.sits_down(&[&[("ruleset", "fortunes"), ("name", "Ada")][..], &seats].concat()).await;
        let invitations = async || values(&host.open(&table).await, "readonly value=\"");
        let invited = invitations().await;
        let invitation = invited[0].rsplit('=').next().expect("an invitation");
        let (guest, next) = (Browser::new(app), Browser::new(app));
        let (path, leave) = (format!("{table}/seats/1"), format!("{table}/seats/1/leave"));
        next.open("/tables/new?ruleset=fortunes").await;
        guest.open(&table).await;
        guest.submit(&path, &[("name", "Bel"), ("invitation", invitation)]).await.text(303);
        assert_eq!(invitations().await, invited[1..]);
        let left = guest.submit(&leave, &[]).await;
        left.text(303);
        let again = guest.submit(&leave, &[]).await;
        assert_eq!((again.status, again.header("location")), (303, left.header("location")), "as by a double click");
        // The old invitation is not shown any more, and the new one can be passed on.
        assert_eq!(invitations().await, invited[1..]);
        assert!(host.open(&table).await.contains("The person who left seat 2 has a new invitation to it."));
        next.submit(&path, &[("name", "Cyd"), ("invitation", invitation)]).await.text(403);
        let outdated = next.open(&format!("{table}?seat=1&invitation={invitation}")).await;
        assert!(outdated.contains("This invitation is not valid, or no longer.") && !outdated.contains("Take seat 2"));
        let address = left.header("location").expect("a location").to_owned();
        let asked = next.open(&address).await;
        let invitation = values(&asked, "name=\"invitation\" value=\"").remove(0);
        next.submit(&path, &[("name", "Cyd"), ("invitation", &invitation)]).await.text(303);
        assert!(host.open(&table).await.contains("Cyd"));
        let late = guest.submit(&leave, &[]).await;
        assert_eq!((late.status, late.header("location")), (303, Some(format!("{table}?left=yes").as_str())));
        assert!(host.open(&table).await.contains("Cyd"));
    }

    async fn the_browser_that_set_a_table_up_closes_it(app: &TestApp) {
        let host = Browser::new(app);
        let fields = [("ruleset", "fortuna"), ("name", "Ada"), ("seat.0", "me"), ("seat.1", "open")];
        let table = host.sits_down(&fields).await;
        let (close, stranger) = (format!("{table}/close"), Browser::new(app));
        assert!(host.open(&table).await.contains(&format!("action=\"{close}\"")));
        assert!(!stranger.open(&table).await.contains(&close));
        stranger.submit(&close, &[]).await.text(403);
        host.send(Browser::form(&close, &[])).await.text(403);
        for action in [&close, &format!("{table}/seats/0/leave")] {
            host.submit(action, &[("colour", "red")]).await.text(422);
            host.submit(&format!("{action}?colour=red"), &[]).await.text(400);
        }
        assert!(host.open(&table).await.contains("data-phase=\"waiting\""), "nothing has changed");
        host.submit(&close, &[]).await.text(303);
        let page = stranger.open(&table).await;
        assert!(page.contains("data-phase=\"closed\"") && page.contains("The table was closed."), "{page}");
        assert!(!host.open(&table).await.contains(&close));
        // Once more, as after a double click: the page says that it is closed. So does a step that comes too late.
        host.submit(&close, &[]).await.text(303);
        host.submit(&format!("{table}/seats/0/leave"), &[]).await.text(303);
        let late = host.submit(&format!("{table}/steps"), &[("step", r#"{"type":"accept"}"#), ("after", "0")]).await.text(409);
        assert!(late.contains("data-phase=\"closed\"") && late.contains("role=\"alert\""), "{late}");
    }

    async fn the_host_takes_an_invitation_back(app: &TestApp) {
        let host = Browser::new(app);
        let seats = [("seat.0", "me"), ("seat.1", "open"), ("seat.2", "open")];
        let table = host.sits_down(&[&[("ruleset", "foolery"), ("name", "Ada")][..], &seats].concat()).await;
        let links = async || values(&host.open(&table).await, "readonly value=\"");
        let first = links().await;
        let form = format!("{table}/seats/1/invitation");
        assert!(host.open(&table).await.contains(&format!("action=\"{form}\"")));
        host.submit(&form, &[]).await.text(303);
        let second = links().await;
        assert_eq!((second.len(), &second[1]), (2, &first[1]));
        assert_ne!(second[0], first[0]);
        let path = |link: &str| format!("{table}{}", link.split_once(&table).expect("the table").1);
        let guest = Browser::new(app);
        assert!(guest.open(&path(&first[0])).await.contains("This invitation is not valid, or no longer."));
        let invited = guest.open(&path(&second[0])).await;
        assert!(!invited.contains(&form), "a guest takes nothing back");
        guest.submit(&form, &[]).await.text(403);
        let invitation = values(&invited, "name=\"invitation\" value=\"").remove(0);
        guest.submit(&format!("{table}/seats/1"), &[("name", "Bel"), ("invitation", &invitation)]).await.text(303);
        // Too late: the page shows who sits there.
        host.submit(&form, &[]).await.text(303);
        assert_eq!(links().await, second[1..]);
    }

    async fn a_seat_is_taken_once_by_a_form_that_is_submitted_twice(app: &TestApp) {
        let host = Browser::new(app);
        let fields = [("ruleset", "reversal"), ("name", "Ada"), ("seat.0", "me"), ("seat.1", "open")];
        let table = host.sits_down(&fields).await;
        let link = values(&host.open(&table).await, "readonly value=\"").remove(0);
        let invited = format!("{table}{}", link.split_once(&table).expect("the table").1);
        let (guest, same) = (Browser::new(app), Browser::new(app));
        let form = guest.open(&invited).await;
        same.open(&invited).await;
        let field = |name: &str| values(&form, &format!("name=\"{name}\" value=\"")).remove(0);
        let (once, invitation) = (field("once"), field("invitation"));
        let sent = [("name", "Bel"), ("invitation", invitation.as_str()), ("once", once.as_str())];
        let path = format!("{table}/seats/1");
        guest.submit(&path, &sent).await.text(303);
        // The browser drops the response to the first click, and with it the token of the seat.
        same.submit(&path, &sent).await.text(303);
        assert!(same.open(&table).await.contains(">you</span>"));
        // Whoever has the seat and sends another form is led to the table; others are told that it is taken.
        let other = [("name", "Cyd"), ("invitation", invitation.as_str()), ("once", once.as_str())];
        guest.submit(&path, &other).await.text(303);
        let stranger = Browser::new(app);
        let taken = stranger.open(&invited).await;
        assert!(taken.contains("This seat is taken."), "{taken}");
        stranger.submit(&path, &other).await.text(409);
    }

    async fn nobody_takes_a_second_seat_or_a_name_that_looks_the_same(app: &TestApp) {
        let host = Browser::new(app);
        let seats = [("seat.0", "me"), ("seat.1", "open"), ("seat.2", "open")];
        let table = host.sits_down(&[&[("ruleset", "foolery"), ("name", "Ada"), ("listed", "yes")][..], &seats].concat()).await;
        let guest = Browser::new(app);
        guest.open(&table).await;
        let same = guest.submit(&format!("{table}/seats/1"), &[("name", "ada\u{200b}")]).await.text(422);
        assert!(same.contains("the name of another player"), "{same}");
        guest.submit(&format!("{table}/seats/1"), &[("name", "Bel")]).await.text(303);
        let second = guest.submit(&format!("{table}/seats/2"), &[("name", "Cyd")]).await.text(409);
        assert!(second.contains("You sit at seat 2 of this table."), "{second}");
        assert!(guest.open(&table).await.contains(">you</span>"), "the seat is still that of the guest");
    }

    async fn names_that_look_the_same_are_marked_at_their_seat(app: &TestApp) {
        let browser = Browser::new(app);
        let seats = [("ruleset", "foolery"), ("seat.1", ""), ("seat.2", "adept"), ("name.2", "ada"), ("seat.3", "adept")];
        browser.open("/games/new?ruleset=foolery").await;
        let page = browser.submit("/games", &[&[("seat.0", "random"), ("name.0", "Ada")], &seats[..]].concat()).await.text(422);
        assert!(page.contains("<a href=\"#name-2\">Name in seat 3: It looks like"), "{page}");
    }

    async fn a_used_invitation_shows_the_table_only_to_those_who_may_read(app: &TestApp) {
        let host = Browser::new(app);
        let seats = [("seat.0", "me"), ("seat.1", "open")];
        let table = host.sits_down(&[&[("ruleset", "fortuna"), ("name", "Ada")][..], &seats].concat()).await;
        let link = values(&host.open(&table).await, "readonly value=\"").remove(0);
        let invited = format!("{table}{}", link.split_once(&table).expect("the table").1.replace("&amp;", "&"));
        let closed = app.another(Settings { anonymous: Scopes::NONE, ..Settings::default() });
        let (guest, stranger) = (Browser::new(&closed), Browser::new(&closed));
        let form = guest.open(&invited).await;
        let invitation = values(&form, "name=\"invitation\" value=\"").remove(0);
        guest.submit(&format!("{table}/seats/1"), &[("name", "Bel"), ("invitation", &invitation)]).await.text(303);
        assert!(guest.open(&table).await.contains(">you</span>"));
        stranger.send(Request::get(&invited)).await.text(401);
        stranger.send(Request::get(&table)).await.text(401);
        assert!(Browser::new(app).open(&invited).await.contains("This seat is taken."), "others may read");
    }

    async fn whoever_takes_no_seat_can_invite(app: &TestApp) {
        let host = Browser::new(app);
        let seats = [("seat.0", "open"), ("seat.1", "open")];
        let table = host.sits_down(&[&[("ruleset", "fortuna")][..], &seats].concat()).await;
        assert_eq!(values(&host.open(&table).await, "readonly value=\"").len(), 2);
        assert_eq!(values(&Browser::new(app).open(&table).await, "readonly value=\"").len(), 0);
    }

    async fn the_page_of_a_game_that_was_given_up_asks_nobody(app: &TestApp) {
        let host = Browser::new(app);
        let table = host.sits_down(&[("ruleset", "fortunes"), ("name", "Ada")]).await;
        assert!(host.open(&table).await.contains(", playable"));
        host.submit(&format!("{table}/close"), &[]).await.text(303);
        let page = host.open(&table).await;
        assert!(page.contains("The game was not played to its end."), "{page}");
        assert!(!page.contains(", playable") && !page.contains("data-turn"), "{page}");
    }

    async fn what_happened_tells_the_results_of_dice_and_tricks(app: &TestApp) {
        let host = Browser::new(app);
        for (ruleset, result) in [("reversal", "Ada rolls "), ("fortuna", "They show "), ("fortunes", "the trick, ")] {
            let table = host.sits_down(&[("ruleset", ruleset), ("name", "Ada")]).await;
            let mut page = host.open(&table).await;
            for _ in 0..8 {
                let Some(step) = steps(&page).into_iter().next() else { break };
                let sent = [("step", step.as_str()), ("after", &after(&page))];
                host.submit(&format!("{table}/steps"), &sent).await.text(303);
                page = host.open(&table).await;
            }
            let told = page.split("What happened").last().expect("a list");
            assert!(told.contains(result), "{ruleset}: {told}");
        }
    }

    async fn an_invitation_that_cannot_be_used_is_explained(app: &TestApp) {
        let host = Browser::new(app);
        let seats = [("seat.0", "me"), ("seat.1", "open")];
        let table = host.sits_down(&[&[("ruleset", "fortuna"), ("name", "Ada")][..], &seats].concat()).await;
        let invitation = format!("invite_{}", "ab".repeat(32));
        let reader = Browser::new(app);
        let seen = async |query: String| reader.send(Request::get(format!("{table}?{query}"))).await;
        assert!(seen(format!("seat=0&invitation={invitation}")).await.text(200).contains("This seat is taken."));
        assert!(seen(format!("seat=7&invitation={invitation}")).await.text(200).contains("This table has no such seat."));
        let cut = seen(format!("seat=1&invitation={}", &invitation[..30])).await;
        assert!(cut.text(400).contains("It is incomplete."));
    }

    async fn a_listed_table_is_found_among_the_open_ones(app: &TestApp) {
        let (host, guest) = (Browser::new(app), Browser::new(app));
        let fields = [("ruleset", "reversal"), ("name", "Ada <3"), ("seat.0", "me"), ("seat.1", "open"), ("listed", "yes")];
        let (table, unlisted) = (host.sits_down(&fields).await, host.sits_down(&fields[..4]).await);
        let page = guest.open("/tables").await;
        assert!(page.contains("Reversal of Fortune: 1 open seat") && page.contains("Ada &lt;3"), "{page}");
        let links = values(&page, "href=\"/tables/");
        assert!(links.iter().any(|link| table.ends_with(link)), "{links:?}");
        assert!(!links.iter().any(|link| unlisted.ends_with(link)), "{links:?}");
        host.submit(&format!("{table}/close"), &[]).await.text(303);
        assert!(guest.open("/tables").await.contains("No table is open."));
        guest.send(Request::get("/tables?cursor=00")).await.text(400);
        guest.send(Request::get("/tables?ruleset=fortunes")).await.text(400);
    }

    async fn an_invalid_form_for_a_table_is_shown_again(app: &TestApp) {
        let browser = Browser::new(app);
        let shown = browser.open("/tables/new").await;
        assert_eq!(values(&shown, "href=\"/tables/new?ruleset=").len(), 5);
        browser.open("/tables/new?ruleset=fortunes").await;
        let fields = [("ruleset", "fortunes"), ("name", "Ada"), ("seat.0", "me"), ("seat.1", "adept")];
        let again = browser.submit("/tables/new", &fields).await.text(422);
        assert!(again.contains("value=\"Ada\"") && again.contains("Fortunes takes exactly 4 players, not"), "{again}");
        // What was entered for oneself is not dropped.
        let bots = [("ruleset", "reversal"), ("name", "Ada"), ("client_seed", "mine"), ("seat.0", "adept"), ("seat.1", "adept")];
        let again = browser.submit("/tables/new", &bots).await.text(422);
        assert_eq!(again.matches("Choose a seat for yourself, or leave this empty.").count(), 4, "{again}");
        browser.send(Request::get("/tables/new?ruleset=whist")).await.text(400);
        browser.send(Request::get("/tables/01990000-0000-7000-8000-000000000000")).await.text(404);
    }
}
