//! The page of a reading: picture, texts, origin, and links to share it.

use actix_web::{HttpRequest, http::StatusCode, web};
use chrono::{DateTime, Utc};
use maud::{Markup, html};

use super::{clarifiers, notes};
use crate::{
    games::Player,
    http::{
        extract::query::{Query, digits},
        middleware::auth::Read,
        site::{
            delete_tokens::Resource,
            deletion::{CreatorForm, deletion_form},
            error::{PageAuth, PageError, PageResult},
            form::Once,
            games::proof,
            layout::{self, Section},
            look,
            open_graph::Shared,
            preview, urls,
        },
    },
    reading::{CardLook, Care, art::Size, html::linked_fragment, spread},
    service::{
        ChanceOrigin, PlayersReading, ReadChoice, Service, StoredReading, StoredSpread,
        records::{AnyReading, DrawingRecord, GameId, ReadingId},
    },
};

/// The page of a stored reading of either kind.
pub async fn reading(request: HttpRequest, service: web::Data<Service>, path: web::Path<String>) -> PageResult {
    let mut query = Query::of(&request);
    let look = look::chosen(&mut query, &service);
    query.finish()?;
    let id = PageError::id(&path, ReadingId, "reading")?;
    match service.reading(id).await? {
        AnyReading::Fortunes(stored) => of_game(&request, &service, &stored, look).await,
        AnyReading::Spread(stored) => of_spread(&request, &service, &stored, look).await,
    }
}

/// What a preview of the page tells: the names of the cards. The summary has words of the question, which is for those who
/// open the page; of one that needs care nothing is told.
fn preview_text<'a>(care: Option<Care>, names: impl Iterator<Item = &'a str>) -> String {
    match care {
        None => names.collect::<Vec<_>>().join(", "),
        Some(_) => String::new(),
    }
}

/// The page of a stored reading of a game.
async fn of_game(request: &HttpRequest, service: &Service, stored: &StoredReading, look: CardLook) -> PageResult {
    let shown = service.proof(stored.record.game).await?;
    let heading = stored.heading().with_chosen_names();
    let deletion = deletion_form(request, Resource::Reading(stored.record.game), stored.game.record.owner);
    let title = heading.title(&stored.reading);
    let (record, care) = (&stored.record, stored.reading.care);
    let following = service.following(record.id, record.owner).await?;
    let notes = notes::section(request, service, (record.id, record.owner), care).await?;
    let entry =
        ListEntry { title: &title, question: &record.question, created_at: record.created_at, asks: care.is_none() };
    let about = preview_text(stored.reading.care, stored.reading.cards().map(|card| card.name.as_str()));
    let shared =
        Shared::new(request, &title, &about).with_picture(preview::address(request.path()), "Cards of the reading");
    let body = html! {
        div.reading-page {
            (tools(&entry, &deletion))
            (linked_fragment(&stored.reading, &heading, service.pictures().linked(look, Size::Small)))
        }
        (notes)
        (clarifiers::asked_further(&following, &[]))
        @if care.is_none() { (clarifiers::follow_up(record.id, "three-card")) }
        section.aside aria-labelledby="origin" {
            h2 #origin { "Source" }
            p {
                "These are the tricks of " a href=(urls::game(stored.record.game)) { "a game of Fortunes" }
                ": watch it card by card."
            }
            (proof(&stored.game.record, &shown))
        }
        (look::switch(service, request.path(), look))
        @if care.is_none() { (sharing(record.id, &title, seen_by(stored.game.record.unlisted))) }
        (deletion.markup)
    };
    let files = ["site.js", "my_readings.js", "reading.js", "notes.js", "enlarge.js"];
    Ok(deletion.on(layout::shared_page(
        &shared,
        &layout::with_question(&title, &heading, stored.reading.care),
        &files,
        &body,
    )))
}

/// Who can find the reading without its URL.
const fn seen_by(unlisted: bool) -> &'static str {
    match unlisted {
        true => "Neither it nor its game is in a public list.",
        false => "It is in no public list, but its game is: anyone can see there who played, and which cards were won.",
    }
}

/// The page of a player's reading of a deal in a stored game.
pub async fn of_player(
    request: HttpRequest,
    _auth: PageAuth<Read>,
    service: web::Data<Service>,
    path: web::Path<(String, String)>,
) -> PageResult {
    let mut query = Query::of(&request);
    let deal = query.between("deal", 1, u32::MAX);
    let look = look::chosen(&mut query, &service);
    query.finish()?;
    let id = PageError::id(&path.0, GameId, "game")?;
    let player = path.1.parse().ok().filter(|_| digits(&path.1)).map(Player);
    let player = player.ok_or_else(|| PageError::not_found("player"))?;
    let found = service.game_reading(id, player, ReadChoice { deal, ..ReadChoice::default() }).await?;
    let body = html! {
        (other_readings(id, player, &found))
        div.reading-page { (linked_fragment(&found.reading, &found.heading, service.pictures().linked(look, Size::Small))) }
        p.center.aside { a href=(urls::game(id)) { "Back to the game" } }
    };
    let title = found.heading.title(&found.reading);
    Ok(layout::page(StatusCode::OK, Section::Games.within(&title), &["enlarge.js"], &body))
}

/// Maximum number of deals listed, around the current one.
const MAX_LISTED: u32 = 24;

/// Links to the other players' readings of this deal, and to this player's readings of other deals.
fn other_readings(game: GameId, player: Player, read: &PlayersReading) -> Markup {
    let first = read.deal.saturating_sub(MAX_LISTED / 2).clamp(1, read.deals.saturating_sub(MAX_LISTED - 1).max(1));
    let listed = first..=read.deals.min(first + MAX_LISTED - 1);
    html! {
        nav.others.aside aria-label="Readings of this game" {
            span.label { "Reading of" }
            ul.inline {
                @for other in Player::all(read.names.len()) {
                    li {
                        a href=(urls::players_reading(game, other, read.deal))
                            aria-current=[(other == player).then_some("page")] { bdi { (read.names[other.index()]) } }
                    }
                }
            }
        }
        @if read.deals > 1 {
            nav.others.aside aria-label="Deals of this game" {
                span.label { "In" }
                ul.inline {
                    @for deal in listed {
                        li {
                            a href=(urls::players_reading(game, player, deal))
                                aria-current=[(deal == read.deal).then_some("page")] { "Deal " (deal) }
                        }
                    }
                }
            }
        }
    }
}

/// The page of a stored reading of a spread.
async fn of_spread(request: &HttpRequest, service: &Service, stored: &StoredSpread, look: CardLook) -> PageResult {
    let StoredSpread { record, reading } = stored;
    let heading = stored.heading();
    let deletion = deletion_form(request, Resource::Spread(record.id), record.owner);
    let title = heading.title_of_spread(reading);
    let notes = notes::section(request, service, (record.id, record.owner), reading.care).await?;
    let following = service.following(record.id, record.owner).await?;
    let asks = reading.care.is_none();
    let entry = ListEntry { title: &title, question: &record.question, created_at: record.created_at, asks };
    let about = preview_text(reading.care, reading.places.iter().map(|it| it.card.name.as_str()));
    let shared =
        Shared::new(request, &title, &about).with_picture(preview::address(request.path()), "Cards of the reading");
    let body = html! {
        div.reading-page {
            (tools(&entry, &deletion))
            (spread::linked_fragment(reading, &heading, service.pictures().linked(look, Size::Small)))
        }
        (clarifiers::going_on(stored, &following, deletion.is_shown(), &Once::new(service)))
        (notes)
        (source(record.drawing.as_ref()))
        (look::switch(service, request.path(), look))
        @if asks { (sharing(record.id, &title, "It is in no public list.")) }
        (deletion.markup)
    };
    let files = ["spread.css", "site.js", "my_readings.js", "reading.js", "notes.js", "enlarge.js"];
    let title = layout::with_question(&title, &heading, reading.care);
    Ok(deletion.on(layout::shared_page(&shared, &title, &files, &body)))
}

/// The origin of the cards, and how to verify it.
fn source(drawing: Option<&DrawingRecord>) -> Markup {
    html! {
        section.aside aria-labelledby="origin" {
            h2 #origin { "Source" }
            @match drawing {
                None => p { "These cards were drawn by hand, and entered." }
                Some(drawing) => (drawn(drawing)),
            }
        }
    }
}

fn drawn(drawing: &DrawingRecord) -> Markup {
    html! {
        p { (chosen(ChanceOrigin::of_drawing(drawing))) }
        dl.pairs {
            dt { "Seed" } dd { code { (drawing.seed.text()) } }
            @if let Some(date) = drawing.when { dt { "Day" } dd { (date.format("%-d %B %Y")) } }
            @if !drawing.client_seed.is_empty() { dt { "Caller’s seed" } dd { code { (drawing.client_seed) } } }
            dt { "SHA-256 of the seed" } dd { code { (drawing.seed.hash()) } }
            @if let Some(commitment) = drawing.commitment {
                dt { "Commitment" } dd { a href={ "/v1/commitments/" (commitment) } { (commitment) } }
            }
            dt { "Chance of a reversed card" } dd { (drawing.reversals.share()) }
            @if drawing.skip > 0 { dt { "Cards seen before" } dd { (drawing.skip) } }
        }
        p {
            "The same seeds draw the same cards again. To check it, compute the draw as the page on "
            a href="/rules/chance#draws" { "chance" } " describes."
        }
    }
}

/// Who could have chosen the cards.
const fn chosen(origin: ChanceOrigin) -> &'static str {
    match origin {
        ChanceOrigin::Committed => {
            "Nobody could choose these cards: the service had committed to the hash of its seed before the caller added a \
             seed of their own."
        }
        ChanceOrigin::Service => "The service chose the seed when the cards were asked for.",
        ChanceOrigin::Caller => "The caller sent the seed, and may have chosen it for its cards.",
        ChanceOrigin::Unknown => "It is not known who chose the seed.",
    }
}

/// Formats of a reading: file extension and label.
const FORMS: [(&str, &str); 4] =
    [("svg", "picture (SVG)"), ("png", "picture (PNG)"), ("md", "text (Markdown)"), ("txt", "plain text")];

/// The entry in the browser's list of readings.
struct ListEntry<'a> {
    /// Its title.
    pub title: &'a str,
    /// Its question.
    pub question: &'a str,
    /// When it was stored.
    pub created_at: DateTime<Utc>,
    /// May one ask later what came of it, and offer to share it? Not of a reading that needs care.
    pub asks: bool,
}

/// Controls for the page's script, with the entry for the browser's list of readings.
fn tools(entry: &ListEntry<'_>, deletion: &CreatorForm) -> Markup {
    html! {
        div #tools.tools.buttons hidden data-title=(entry.title) data-question=(entry.question)
            data-date=(entry.created_at.format("%Y-%m-%d")) data-delete-token=[&deletion.delete_token] data-asks[entry.asks] {
            button #copy.quiet type="button" { "Copy the text" }
            @if entry.asks { button #cards-only.quiet type="button" aria-pressed="false" { "Cards only" } }
            @if entry.asks { button #share-page.quiet type="button" { "Share" } }
            button #print.quiet type="button" { "Print" }
            button #keep.quiet type="button" { "Keep in my readings" }
            span role="status" {}
        }
    }
}

/// The URL of a reading, its preview and its files. `seen_by` says who else can find it.
fn sharing(id: ReadingId, title: &str, seen_by: &str) -> Markup {
    let page = urls::reading(id);
    let resource = format!("/v1{page}");
    let embedded = html! { a href=(page) { img src={ (resource) ".svg" } alt=(title) width="380"; } };
    html! {
        section.aside aria-labelledby="share" {
            h2 #share { "Share" }
            p { "Anyone who has the URL of this page can read it. " (seen_by) }
            p.field {
                label for="address" { "Address" }
                input #address.whole type="text" readonly value=(page) data-whole-address;
            }
            p.field {
                label for="embed" { "Embed the picture in your page" }
                input #embed.whole type="text" readonly value=(embedded.into_string()) data-whole-address;
            }
            p { "Download as:" }
            ul.links {
                @for (ending, name) in FORMS {
                    li { a href={ (resource) "." (ending) } download { (name) } }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::{Heading, ReadingChoice, TeamOutcome, Tricks, read};

    /// The deals to link, and the current one.
    fn linked(deal: u32, deals: u32) -> (Vec<u32>, u32) {
        let bare = Tricks { own: vec![], partner: vec![], outcome: TeamOutcome::Drawn, seats: None };
        let reading = read(&bare, ReadingChoice::default()).expect("no cards").told_for("", []);
        let names = ["Ada", "Bel", "Cyd", "Dov"].map(str::to_owned).to_vec();
        let read = PlayersReading { reading, heading: Heading::default(), deal, deals, names };
        let page = other_readings(GameId(uuid::Uuid::nil()), Player(2), &read).into_string();
        let links = |marked: bool| {
            let links = page.split("<a ").filter(move |link| !marked || link.contains("aria-current"));
            let number = |link: &str| link.split("\">Deal ").nth(1)?.split('<').next()?.parse().ok();
            links.filter_map(number).collect::<Vec<u32>>()
        };
        (links(false), links(true)[0])
    }

    #[test]
    fn deals_are_linked_and_the_current_one_is_marked() {
        assert_eq!(linked(2, 3), (vec![1, 2, 3], 2));
        assert_eq!(linked(1, 24), ((1..=24).collect(), 1));
    }

    #[test]
    fn of_many_deals_those_around_the_current_one_are_linked() {
        assert_eq!(linked(1, 200), ((1..=24).collect(), 1));
        assert_eq!(linked(100, 200), ((88..=111).collect(), 100));
        assert_eq!(linked(200, 200), ((177..=200).collect(), 200));
    }
}
