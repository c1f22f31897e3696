//! A reading: its picture, its texts, where it comes from and how to pass it on.

use actix_web::{HttpRequest, http::StatusCode, web};
use maud::{Markup, html};

use super::{
    auth::PageAuth,
    deal_nav,
    deletion::Offer,
    error::{PageError, PageResult},
    game::proof,
    layout::{self, Section},
    look,
    made::Kind,
    preview,
    shared::Shared,
    urls,
};
use crate::{
    games::Player,
    http::{
        extract::query::{self, Query, digits},
        middleware::auth::Read,
    },
    reading::{art::Size, html::linked_fragment},
    service::{
        ReadChoice, Service, StoredReading,
        records::{GameId, ReadingId},
    },
};

/// The forms that a reading can be had in: the ending, and what it is.
const FORMS: [(&str, &str); 4] =
    [("svg", "picture (SVG)"), ("png", "picture (PNG)"), ("md", "text (Markdown)"), ("txt", "plain text")];

/// A stored reading.
pub async fn reading(request: HttpRequest, service: web::Data<Service>, path: web::Path<String>) -> PageResult {
    let mut query = Query::of(&request);
    let look = look::chosen(&mut query, &service);
    query.finish()?;
    let id = query::uuid(&path).ok_or_else(|| PageError::not_found("reading"))?;
    let stored = service.reading(ReadingId(id)).await?;
    let shown = service.proof(stored.record.game).await?;
    let heading = stored.heading();
    let deletion = Offer::of(&request, &service, Kind::Reading, stored.record.game);
    let title = heading.title(&stored.reading);
    let shared = Shared::new(&request, &title, &stored.reading.summary.text)
        .with_picture(preview::address(request.path()), "Cards of the reading");
    let body = html! {
        div.reading-page {
            (tools(&stored, &deletion))
            (linked_fragment(&stored.reading, &heading, service.pictures().linked(look, Size::Small)))
        }
        section.aside aria-labelledby="origin" {
            h2 #origin { "Source" }
            p {
                "These are the tricks of " a href=(urls::game(stored.record.game)) { "a game of Fortunes" }
                ": watch it card by card."
            }
            (proof(&stored.game.record, &shown))
        }
        (look::switch(&service, request.path(), look))
        (sharing(&stored, &title))
        (deletion.markup)
    };
    let files = ["site.js", "kept.js", "reading.js", "enlarge.js"];
    Ok(deletion.keep(layout::shared_page(&shared, &title, &files, &body)))
}

/// What a player of a game of Fortunes can read out of a deal.
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
    let id = query::uuid(&path.0).map(GameId).ok_or_else(|| PageError::not_found("game"))?;
    let player = path.1.parse().ok().filter(|_| digits(&path.1)).map(Player);
    let player = player.ok_or_else(|| PageError::not_found("player"))?;
    let found = service.game_reading(id, player, ReadChoice { deal, ..ReadChoice::default() }).await?;
    let body = html! {
        (deal_nav::others(id, player, &found))
        div.reading-page { (linked_fragment(&found.reading, &found.heading, service.pictures().linked(look, Size::Small))) }
        p.center.aside { a href=(urls::game(id)) { "Back to the game" } }
    };
    let title = found.heading.title(&found.reading);
    Ok(layout::page(StatusCode::OK, Section::Games.within(&title), &["enlarge.js"], &body))
}

/// What the page's script offers, and what it keeps in the browser's list of readings.
fn tools(stored: &StoredReading, deletion: &Offer) -> Markup {
    let StoredReading { record, reading, .. } = stored;
    html! {
        div #tools.tools.buttons hidden data-title=(stored.heading().title(reading)) data-question=(record.question)
            data-date=(record.created_at.format("%Y-%m-%d")) data-delete-token=[&deletion.proof] {
            button #copy.quiet type="button" { "Copy the text" }
            button #share.quiet type="button" { "Share" }
            button #print.quiet type="button" { "Print" }
            button #keep.quiet type="button" { "Keep in my readings" }
            span role="status" {}
        }
    }
}

fn sharing(stored: &StoredReading, title: &str) -> Markup {
    let page = urls::reading(stored.record.id);
    let resource = format!("/v1{page}");
    let embedded = html! { a href=(page) { img src={ (resource) ".svg" } alt=(title) width="380"; } };
    html! {
        section.aside aria-labelledby="share" {
            h2 #share { "Share" }
            p {
                "Anyone who has the URL of this page can read it. "
                @if stored.game.record.unlisted {
                    "Neither it nor its game is in a public list."
                } @else {
                    "It is in no public list, but its game is: anyone can see there who played, and which cards were won."
                }
            }
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
