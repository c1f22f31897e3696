//! The page of a reading: picture, texts, origin, and links to share it.

use actix_web::{HttpRequest, http::StatusCode, web};
use maud::html;

use super::{
    deal_nav, stored_spread,
    tools::{self, ListEntry},
};
use crate::{
    games::Player,
    http::{
        extract::query::{Query, digits},
        middleware::auth::Read,
        site::{
            auth::PageAuth,
            delete_tokens::Resource,
            deletion::deletion_form,
            error::{PageError, PageResult},
            games::proof,
            layout::{self, Section},
            look,
            open_graph::Shared,
            preview, urls,
        },
    },
    reading::{CardLook, art::Size, html::linked_fragment},
    service::{
        ReadChoice, Service, StoredReading,
        records::{AnyReading, GameId, ReadingId},
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
        AnyReading::Spread(stored) => Ok(stored_spread::page(&request, &service, &stored, look)),
    }
}

/// The page of a stored reading of a game.
async fn of_game(request: &HttpRequest, service: &Service, stored: &StoredReading, look: CardLook) -> PageResult {
    let shown = service.proof(stored.record.game).await?;
    let heading = stored.heading().with_chosen_names();
    let deletion = deletion_form(request, Resource::Reading(stored.record.game));
    let title = heading.title(&stored.reading);
    let entry = ListEntry { title: &title, question: &stored.record.question, created_at: stored.record.created_at };
    let shared = Shared::new(request, &title, &stored.reading.summary.text)
        .with_picture(preview::address(request.path()), "Cards of the reading");
    let body = html! {
        div.reading-page {
            (tools::tools(&entry, &deletion))
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
        (look::switch(service, request.path(), look))
        (tools::sharing(stored.record.id, &title, seen_by(stored.game.record.unlisted)))
        (deletion.markup)
    };
    let files = ["site.js", "my_readings.js", "reading.js", "enlarge.js"];
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
        (deal_nav::others(id, player, &found))
        div.reading-page { (linked_fragment(&found.reading, &found.heading, service.pictures().linked(look, Size::Small))) }
        p.center.aside { a href=(urls::game(id)) { "Back to the game" } }
    };
    let title = found.heading.title(&found.reading);
    Ok(layout::page(StatusCode::OK, Section::Games.within(&title), &["enlarge.js"], &body))
}
