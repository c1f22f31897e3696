//! The standings of one name.

use maud::{Markup, html};

use super::ratings::{about, rated, readable};
use crate::{
    games::Ruleset,
    http::site::{
        charts::{After, Bar, Unit, bars, curve},
        urls,
    },
    service::projection::{Pair, Profile, Standing},
    spelling::whole,
    statistics::{Estimate, course::RatedAfter, rating::Rating},
};

/// The standings of a name, by game.
pub fn player(profile: &Profile) -> Markup {
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

fn game(ruleset: Ruleset) -> Markup {
    html! { a href=(urls::leaderboard(ruleset)) { (ruleset.info().name) } }
}

fn rating(standing: &Standing) -> Bar {
    let streak = match standing.streak {
        0 => String::new(),
        1.. => format!("{} won", whole(standing.streak)),
        ..0 => format!("{} without a win", whole(-standing.streak)),
    };
    Bar {
        label: game(standing.key.ruleset),
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
        label: game(standing.key.ruleset),
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
