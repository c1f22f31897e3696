//! Leaderboards, and the standings of one name. Names are not accounts, which every page states.

mod player;
mod ratings;

use actix_web::{HttpRequest, http::StatusCode, web};
use maud::{Markup, html};

pub use player::player;
pub use ratings::readable;

use self::ratings::{about, rated};
use super::{
    auth::PageAuth,
    charts::{Bar, Unit, bars},
    error::{PageError, PageResult},
    form::{Field, Form},
    layout::{self, Section},
    urls,
};
use crate::{
    games::Ruleset,
    http::{api::leaderboards::MOST_GAMES, extract::query::Query, middleware::auth::Read},
    service::{PageSize, Service, projection::Standing},
    spelling::whole,
};

/// Number of names on a page.
const PAGE_SIZE: u16 = 50;

const MIN_GAMES: Field<'_> = Field { limit: Some(10), ..Field::text("min_games", "min_games", "Games at least") };

/// The leaderboard of a game.
pub async fn leaderboard(
    request: HttpRequest,
    _auth: PageAuth<Read>,
    service: web::Data<Service>,
    path: web::Path<String>,
) -> PageResult {
    let mut query = Query::filled(&request);
    let min_games = query.between(MIN_GAMES.name, 1, MOST_GAMES).unwrap_or(1);
    let form = Form::from(query.pairs().to_vec());
    query.finish()?;
    let ruleset: Ruleset = path.parse().map_err(|_| PageError::not_found("leaderboard"))?;
    let board = service.leaderboard(ruleset, min_games, None, PageSize::new(PAGE_SIZE)).await?;
    let title = format!("Leaderboard of {}", ruleset.info().name);
    let body = html! {
        h1 { (title) }
        (games(ruleset))
        search {
            form.filters method="get" action=(urls::leaderboard(ruleset)) {
                (form.line(&MIN_GAMES))
                p { button type="submit" { "Show" } }
            }
        }
        @if board.page.items.is_empty() {
            p.none { "No name has played that many listed games." }
        } @else {
            (bars("The best first", &["Name", "Rating", "Games", "Won"], Unit::Number, &rows(&board.page.items)))
        }
        @if board.page.next.is_some() { p.hint { "These are the first " (PAGE_SIZE) ". Programs get all of them." } }
        (about(board.as_of))
    };
    Ok(layout::page(StatusCode::OK, Section::Games.within(&title), &["guide.css", "charts.css"], &body))
}

/// Links to the leaderboards of all games.
fn games(shown: Ruleset) -> Markup {
    html! {
        nav.choice aria-label="Games" {
            ul.inline {
                @for ruleset in Ruleset::ALL {
                    li { a href=(urls::leaderboard(ruleset)) aria-current=[(ruleset == shown).then_some("page")] { (ruleset.info().name) } }
                }
            }
        }
    }
}

fn rows(standings: &[Standing]) -> Vec<Bar> {
    let row = |(rank, standing): (u32, &Standing)| Bar {
        label: html! { (rank) ". " a href=(urls::player(&standing.key.name)) { bdi { (readable(&standing.key.name)) } } },
        cells: vec![whole(standing.games), whole(standing.wins)],
        figure: Some(rated(standing.rating)),
    };
    (1..).zip(standings).map(row).collect()
}
