//! How ratings are displayed and explained.

use std::borrow::Cow;

use maud::{Markup, html};

use crate::{
    http::site::games::when,
    service::projection::AsOf,
    statistics::{Estimate, Interval, rating::Rating},
};

/// A rating with an interval of two standard deviations.
pub fn rated(Rating { mu, sigma }: Rating) -> Estimate {
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
pub fn about(as_of: Option<AsOf>) -> Markup {
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
