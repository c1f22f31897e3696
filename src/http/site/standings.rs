//! Leaderboards, and the standings of one name. Names are not accounts, which every page states.

use std::borrow::Cow;

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web};
use maud::{Markup, html};

use super::{
    charts::{After, Bar, Unit, bars, curve},
    error::{PageAuth, PageError, PageResult, faults},
    form::{Field, Form},
    games::when,
    layout::{self, Section},
    urls,
};
use crate::{
    games::Ruleset,
    http::{
        api::leaderboards::Filter,
        extract::{list_query::FromQuery, query::Query},
        middleware::{auth::Read, rate_limit},
    },
    service::{
        PageSize, Service, Tag,
        projection::{AsOf, Leaderboard, Pair, PlayerProfile, Ranked, SeasonGames, Standing},
    },
    spelling::whole,
    statistics::{Estimate, Interval, course::RatedAfter, rating::Rating},
};

/// Number of names on a page.
const PAGE_SIZE: u16 = 50;

/// How often the store is asked for the names of a page.
const MOST_REQUESTS: u32 = 50;

const BOTS: Field<'_> = Field::text("bots", "bots", "Bots");
const SINCE: Field<'_> = Field::text("since", "since", "Played from (day)");
const UNTIL: Field<'_> = Field::text("until", "until", "Played before (day)");
const TAG: Field<'_> = Field { limit: Some(Tag::LIMIT), ..Field::text("tag", "tag", "Tag") };
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
    let filter = Filter::from_query(&mut query);
    let mut form = Form::from(query.pairs().to_vec());
    if let Err(problem) = query.finish() {
        form.wrong = faults(&problem);
        return Ok(shown(StatusCode::BAD_REQUEST, ruleset, &form, &Markup::default()));
    }
    let board = first_names(&request, &service, ruleset, &filter).await?;
    let names = html! {
        @if !board.page.items.is_empty() {
            (bars("The best first", &["Name", "Rating", "Games", "Won"], Unit::Number, &rows(&board.page.items)))
        }
        (remark(ruleset, filter.entrants.min_games, board.page.items.len(), board.page.next.is_some()))
        @if let Some(season) = board.season { (about_season(season)) }
        (about(board.as_of))
    };
    Ok(shown(StatusCode::OK, ruleset, &form, &names))
}

fn shown(status: StatusCode, ruleset: Ruleset, form: &Form, names: &Markup) -> HttpResponse {
    let title = format!("Leaderboard of {}", ruleset.info().name);
    let body = html! {
        h1 { (title) }
        (games(ruleset))
        (form.faults([MIN_GAMES, BOTS, SINCE, UNTIL, TAG]))
        search {
            form.filters method="get" action=(urls::leaderboard(ruleset)) {
                (form.line(&MIN_GAMES))
                (form.choice(&BOTS, &[("", "Ranked too"), ("false", "Left out")]))
                (form.line(&form.day(SINCE)))
                (form.line(&form.day(UNTIL)))
                (form.repeated_line(&TAG))
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
    filter: &Filter,
) -> Result<Leaderboard, PageError> {
    let mut board = filter.page(request, service, ruleset, None, PageSize::new(PAGE_SIZE)).await?;
    for _ in 1..MOST_REQUESTS {
        let missing = usize::from(PAGE_SIZE).saturating_sub(board.page.items.len());
        let Some(from) = board.page.next.as_ref().filter(|_| missing > 0) else { break };
        rate_limit::charge(request, 1)?;
        let more = filter.page(request, service, ruleset, Some(from), PageSize::up_to(missing as u32)).await?;
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

/// How many games a season has.
fn about_season(season: SeasonGames) -> Markup {
    html! {
        p.hint {
            @if season.truncated { "The newest " (whole(season.games)) " games that match are counted" }
            @else { "Counted of these games: " (whole(season.games)) }
            ". Everybody begins as a newcomer."
        }
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

/// The standings of a name, by game.
pub fn player(profile: &PlayerProfile) -> Markup {
    let standings = &profile.standings;
    html! {
        (bars("Ratings", &["Game", "Rating", "Streak", "Most wins in a row"], Unit::Number, &standings.iter().map(rating).collect::<Vec<_>>()))
        (bars("Games won", &["Game", "Share", "Games", "Won", "Shared"], Unit::Share, &standings.iter().map(won).collect::<Vec<_>>()))
        div.figures-row { @for standing in standings { (course(standing)) } }
        @for standing in standings { (seats(standing)) }
        (frequent("Partners", &["Partner", "Won together", "Games"], &profile.partners, |pair| {
            (pair.counts.partner_wins, pair.counts.partner_games)
        }))
        (frequent("Opponents", &["Opponent", "Won against", "Games"], &profile.opponents, |pair| {
            (pair.counts.opponent_wins, pair.counts.opponent_games)
        }))
        (about(profile.as_of))
    }
}

fn linked_game(ruleset: Ruleset) -> Markup {
    html! { a href=(urls::leaderboard(ruleset)) { (ruleset.info().name) } }
}

fn rating(standing: &Standing) -> Bar {
    let streak = match standing.streak {
        0 => String::new(),
        1.. => format!("{} won", whole(standing.streak)),
        ..0 => format!("{} without a win", whole(-standing.streak)),
    };
    Bar {
        label: linked_game(standing.key.ruleset),
        cells: vec![streak, whole(standing.longest_wins)],
        figure: Some(rated(standing.rating)),
    }
}

/// The rating over time.
fn course(standing: &Standing) -> Markup {
    let first = RatedAfter { games: 0, rating: Rating::NEWCOMER };
    let points = std::iter::once(first).chain(standing.rated_after());
    let points: Vec<_> = points.map(|point| After { games: point.games, figure: rated(point.rating) }).collect();
    curve(&format!("Rating in {}", standing.key.ruleset.info().name), "Rating", &points)
}

fn won(standing: &Standing) -> Bar {
    Bar {
        label: linked_game(standing.key.ruleset),
        cells: [standing.games, standing.wins, standing.shared_wins].map(whole).to_vec(),
        figure: share(standing.wins, standing.games),
    }
}

/// The share of games won by seat, if the name has had several.
fn seats(standing: &Standing) -> Markup {
    let seats = standing.seats.iter().zip(1..).filter(|(seat, _)| seat.games > 0);
    let rows: Vec<_> = seats
        .map(|(seat, number): (_, u32)| Bar {
            label: html! { "seat " (number) },
            cells: vec![whole(seat.games)],
            figure: share(seat.wins, seat.games),
        })
        .collect();
    let caption = format!("{} by seat", standing.key.ruleset.info().name);
    html! { @if rows.len() > 1 { (bars(&caption, &["Seat", "Share", "Games"], Unit::Share, &rows)) } }
}

/// The names met most often.
fn frequent(caption: &str, columns: &[&str], pairs: &[Pair], counts: impl Fn(&Pair) -> (i64, i64)) -> Markup {
    let rows: Vec<_> = pairs
        .iter()
        .map(|pair| {
            let (wins, games) = counts(pair);
            Bar {
                label: html! { a href=(urls::player(&pair.other)) { bdi { (readable(&pair.other)) } } " (" (pair.key.ruleset.info().name) ")" },
                cells: vec![whole(games)],
                figure: share(wins, games),
            }
        })
        .collect();
    html! { @if !rows.is_empty() { (bars(caption, columns, Unit::Share, &rows)) } }
}

fn share(wins: i64, games: i64) -> Option<Estimate> {
    Estimate::of_share(u64::try_from(wins).ok()?, u64::try_from(games).ok()?)
}

/// A rating with an interval of two standard deviations.
fn rated(Rating { mu, sigma }: Rating) -> Estimate {
    Estimate::new(mu, Some(Interval { low: mu - 2.0 * sigma, high: mu + 2.0 * sigma }))
}

/// A name for people: bots are counted as `bot:adept@2`.
pub fn readable(name: &str) -> Cow<'_, str> {
    match name.strip_prefix("bot:").and_then(|bot| bot.split_once('@')) {
        Some((bot, version)) => format!("{bot} (bot, version {version})").into(),
        None => name.into(),
    }
}

/// Explains the figures and how recent they are.
fn about(as_of: Option<AsOf>) -> Markup {
    html! {
        p.hint {
            "Ratings are Weng-Lin (Bradley-Terry): a newcomer has 25, the interval is two deviations to either side, and the \
             order is that of the rating minus three deviations. Names are not accounts: all games under a name count as \
             one player’s, and a name that had several seats has won if one of them did. Each version of a bot is rated by \
             itself; programs find it as "
            code { "bot:adept@2" } "."
            @if let Some(as_of) = as_of { " Counted up to the game stored " (when(as_of.stored_at)) "." }
        }
    }
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
