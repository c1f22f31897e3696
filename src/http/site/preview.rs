//! Preview images of readings and games, the favicon, and what installs the site.

use std::sync::OnceLock;

use actix_web::{
    HttpRequest, HttpResponse,
    body::MessageBody,
    http::{StatusCode, header},
    web,
};

use super::{
    assets,
    board::BoardPage,
    error::{PageAuth, PageError, PageResult},
    urls,
};
use serde_json::json;

use crate::{
    cards::Card,
    games::{Log, Player, with_game},
    http::{
        extract::{accept::Representation, query},
        middleware::{auth::Read, rate_limit},
        reply::response::{self, Caching},
    },
    narration::joined,
    reading::{
        Disposition,
        png::{self, Width},
        svg::{Preview, PreviewContent, SHOWN},
    },
    service::{
        Service,
        records::{AnyReading, GameId, GameRecord, ReadingId},
    },
};

/// Maximum number of players named. The others are counted.
const MAX_NAMED: usize = 4;

/// The preview of a stored reading.
pub async fn of_reading(request: HttpRequest, service: web::Data<Service>, path: web::Path<String>) -> PageResult {
    query::none(&request)?;
    let id = PageError::id(&path, ReadingId, "reading")?;
    match service.reading(id).await? {
        AnyReading::Fortunes(stored) => {
            let preview = Preview::of_reading(&stored.reading, &stored.heading().with_chosen_names());
            drawn(&request, &service, preview).await
        }
        AnyReading::Spread(stored) => {
            drawn(&request, &service, Preview::of_spread(&stored.reading, &stored.heading())).await
        }
    }
}

/// The preview of a stored game. Stored games are over, so nothing in them is hidden.
pub async fn of_game(
    request: HttpRequest,
    _auth: PageAuth<Read>,
    service: web::Data<Service>,
    path: web::Path<String>,
) -> PageResult {
    query::none(&request)?;
    let id = PageError::id(&path, GameId, "game")?;
    let stored = service.stored(id).await?;
    let preview = with_game!(stored.record.ruleset, G => {
        service.with_log::<G, _>(stored, |record, log| game_preview(&record, log)).await?
    });
    drawn(&request, &service, preview).await
}

/// The URL of a preview.
pub fn address(page: &str) -> String {
    format!("{page}/preview.png")
}

/// A preview as a picture.
pub async fn drawn(request: &HttpRequest, service: &Service, preview: Preview) -> PageResult {
    let letters = rate_limit::units_of_letters([preview.title.as_str(), preview.text.as_str()]);
    rate_limit::charge(request, rate_limit::units_of(Width::PREVIEW.drawing()) + letters)?;
    let picture = service.preview(preview).await?;
    Ok(response::written(StatusCode::OK, Caching::Revalidate, Representation::Png, picture))
}

fn game_preview<G: BoardPage>(record: &GameRecord, log: &Log<G>) -> Preview {
    Preview { title: G::INFO.name.to_owned(), text: outcome(record), content: last_moved(log) }
}

/// The cards or dice of the last step that has any.
fn last_moved<G: BoardPage>(log: &Log<G>) -> PreviewContent {
    let Some(deck) = G::INFO.deck else {
        let rolls = log.steps.iter().rev().map(G::thrown).find(|dice| !dice.is_empty());
        return PreviewContent::Dice(rolls.unwrap_or_default().into_iter().take(SHOWN).collect());
    };
    let moved = log.steps.iter().rev().flat_map(|step| G::moved(step).iter().collect::<Vec<_>>());
    let mut cards: Vec<Card> = Vec::new();
    for card in moved {
        if !cards.contains(&card) && cards.len() < SHOWN {
            cards.push(card);
        }
    }
    PreviewContent::Cards(deck, cards.into_iter().rev().map(|card| (card, Disposition::Well)).collect::<Vec<_>>())
}

/// The winners, in a sentence.
pub fn outcome(record: &GameRecord) -> String {
    let players: Vec<String> = record.players.iter().map(|seat| seat.name.clone()).collect();
    outcome_of(&players, &record.winners)
}

/// The winners among these players, in a sentence.
pub fn outcome_of(players: &[String], winners: &[Player]) -> String {
    let names: Vec<String> = winners.iter().filter_map(|winner| players.get(winner.index())).cloned().collect();
    match &names[..] {
        [] => format!("A draw of {}", listed(players)),
        names => format!("Won by {}", listed(names)),
    }
}

/// A list of names, shortened to a count beyond the maximum.
fn listed(names: &[String]) -> String {
    match names.split_at_checked(MAX_NAMED) {
        Some((named, others)) if others.len() > 1 => format!("{} and {} others", named.join(", "), others.len()),
        Some(_) | None => joined(names),
    }
}

/// The web app manifest, by which browsers install the site (W3C Web Application Manifest).
pub async fn manifest() -> HttpResponse {
    let icon = |address: &str, sizes: &str, kind: &str| json!({"src": address, "sizes": sizes, "type": kind});
    let sign = assets::address("icon.svg");
    let manifest = json!({
        "id": "/",
        "name": "Arcana",
        "short_name": "Arcana",
        "description": "Plays, checks, records and reads tarot games.",
        "start_url": "/",
        "display": "standalone",
        "background_color": "#f6f1e5",
        "theme_color": "#1d2a26",
        "icons": [icon(&sign, "any", "image/svg+xml"), icon(urls::ICON, "512x512", "image/png")],
    });
    for_a_day("application/manifest+json", manifest.to_string())
}

/// The favicon.
pub async fn favicon() -> HttpResponse {
    static ICON: OnceLock<Vec<u8>> = OnceLock::new();
    for_a_day("image/x-icon", ICON.get_or_init(png::icon).as_slice())
}

/// The icon for a screen of apps.
pub async fn icon() -> HttpResponse {
    static ICON: OnceLock<Vec<u8>> = OnceLock::new();
    for_a_day("image/png", ICON.get_or_init(png::large_icon).as_slice())
}

/// What browsers may keep for a day.
fn for_a_day(content_type: &'static str, body: impl MessageBody + 'static) -> HttpResponse {
    HttpResponse::Ok()
        .content_type(content_type)
        .insert_header((header::CACHE_CONTROL, "public, max-age=86400"))
        .body(body)
}
