//! Leaderboards, and the standings of one name. Names are not accounts, which every page states.

mod player;
mod ratings;

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web};
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
    problem, urls,
};
use crate::{
    games::Ruleset,
    http::{
        api::leaderboards::MOST_GAMES,
        extract::query::Query,
        middleware::{auth::Read, rate_limit},
    },
    service::{
        PageSize, Service,
        projection::{Leaderboard, Ranked},
    },
    spelling::whole,
};

/// Number of names on a page.
const PAGE_SIZE: u16 = 50;

/// How often the store is asked for the names of a page.
const MOST_REQUESTS: u32 = 50;

const MIN_GAMES: Field<'_> = Field { limit: Some(10), ..Field::text("min_games", "min_games", "Games at least") };

/// The leaderboard of a game.
pub async fn leaderboard(
    request: HttpRequest,
    _auth: PageAuth<Read>,
    service: web::Data<Service>,
    path: web::Path<String>,
) -> PageResult {
    let ruleset: Ruleset = path.parse().map_err(|_| PageError::not_found("leaderboard"))?;
    let mut query = Query::filled(&request);
    let min_games = query.between(MIN_GAMES.name, 1, MOST_GAMES).unwrap_or(1);
    let mut form = Form::from(query.pairs().to_vec());
    if let Err(problem) = query.finish() {
        form.wrong = problem::faults(&problem);
        return Ok(shown(StatusCode::BAD_REQUEST, ruleset, &form, &Markup::default()));
    }
    let board = first_names(&request, &service, ruleset, min_games).await?;
    let names = html! {
        @if !board.page.items.is_empty() {
            (bars("The best first", &["Name", "Rating", "Games", "Won"], Unit::Number, &rows(&board.page.items)))
        }
        (remark(ruleset, min_games, board.page.items.len(), board.page.next.is_some()))
        (about(board.as_of))
    };
    Ok(shown(StatusCode::OK, ruleset, &form, &names))
}

fn shown(status: StatusCode, ruleset: Ruleset, form: &Form, names: &Markup) -> HttpResponse {
    let title = format!("Leaderboard of {}", ruleset.info().name);
    let body = html! {
        h1 { (title) }
        (games(ruleset))
        (form.faults([MIN_GAMES]))
        search {
            form.filters method="get" action=(urls::leaderboard(ruleset)) {
                (form.line(&MIN_GAMES))
                p { button type="submit" { "Show" } }
            }
        }
        (names)
    };
    layout::page(status, Section::Games.within(&form.titled(&title)), &["guide.css", "charts.css"], &body)
}

/// The first names of a leaderboard. The store examines a limited number of names at once, so with a minimum number of
/// games it is asked again until the page is full. Each time counts as a request of its own.
async fn first_names(
    request: &HttpRequest,
    service: &Service,
    ruleset: Ruleset,
    min_games: u32,
) -> Result<Leaderboard, PageError> {
    let mut board = service.leaderboard(ruleset, min_games, None, PageSize::new(PAGE_SIZE)).await?;
    for _ in 1..MOST_REQUESTS {
        let missing = usize::from(PAGE_SIZE).saturating_sub(board.page.items.len());
        let Some(from) = board.page.next.as_ref().filter(|_| missing > 0) else { break };
        rate_limit::charge(request, 1)?;
        let more = service.leaderboard(ruleset, min_games, Some(from), PageSize::up_to(missing as u32)).await?;
        board.page.items.extend(more.page.items);
        board.page.next = more.page.next;
    }
    Ok(board)
}

/// How much of the leaderboard is shown.
fn remark(ruleset: Ruleset, min_games: u32, shown: usize, has_more: bool) -> Markup {
    match (shown, has_more) {
        (0, false) => html! { p.none { "No name has played that many listed games." } },
        (1.., false) => Markup::default(),
        (_, true) if shown >= usize::from(PAGE_SIZE) => {
            html! { p.hint { "These are the first " (shown) ". Programs get all of them." } }
        }
        (_, true) => html! {
            p.hint {
                "Found so far: " (shown) ". More names are to be checked: programs do so with the cursors of "
                code { "/v1/leaderboards/" (ruleset.id()) "?min_games=" (min_games) } "."
            }
        },
    }
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

fn rows(names: &[Ranked]) -> Vec<Bar> {
    let row = |Ranked { rank, standing }: &Ranked| Bar {
        label: html! { (rank) ". " a href=(urls::player(&standing.key.name)) { bdi { (readable(&standing.key.name)) } } },
        cells: vec![whole(standing.games), whole(standing.wins)],
        figure: Some(rated(standing.rating)),
    };
    names.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_said_than_was_looked_through() {
        let said = |shown, has_more| remark(Ruleset::Foolery, 3, shown, has_more).into_string();
        assert!(said(0, false).contains("No name has played"));
        assert_eq!(said(2, false), "");
        assert!(
            said(0, true).contains("Found so far: 0.")
                && said(0, true).contains("/v1/leaderboards/foolery?min_games=3")
        );
        assert!(said(2, true).contains("Found so far: 2."));
        assert!(said(50, true).contains("the first 50."));
    }
}
