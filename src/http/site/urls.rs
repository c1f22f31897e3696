//! URLs of pages.

use chrono::NaiveDate;

use crate::{
    cards::{Card, Deck},
    games::{Player, Ruleset, Viewer},
    service::records::{GameId, ReadingId, SimulationId, TableId},
};

/// All deals of the day.
pub const DAYS: &str = "/days";
/// Today's deal, whatever day it is.
pub const TODAY: &str = "/days/today";

/// The page of a deal of the day.
pub fn day(date: NaiveDate) -> String {
    format!("{DAYS}/{date}")
}

/// Where it is the reader's turn, for scripts of other pages.
pub const TURNS: &str = "/turns";

/// The reader's own page.
pub const ME: &str = "/me";

/// A game's page.
pub fn game(id: GameId) -> String {
    format!("/games/{id}")
}

/// The page of a player's reading of a deal.
pub fn players_reading(game: GameId, player: Player, deal: u32) -> String {
    format!("/games/{game}/readings/{}?deal={deal}", player.0)
}

/// A reading's page.
pub fn reading(id: ReadingId) -> String {
    format!("/readings/{id}")
}

/// The web app manifest.
pub const MANIFEST: &str = "/manifest.webmanifest";

/// The site's icon for a screen of apps.
pub const ICON: &str = "/icon.png";

/// The tables that anyone may join.
pub const OPEN_TABLES: &str = "/tables";

/// A table's page.
pub fn table(id: TableId) -> String {
    format!("/tables/{id}")
}

/// The form that sets up a table for a game.
pub fn new_table(ruleset: Ruleset) -> String {
    format!("/tables/new?ruleset={}", ruleset.id())
}

/// The learning path through the cards.
pub const PATH: &str = "/learn/cards";

/// A day of the learning path, from 1.
pub fn path_day(day: usize) -> String {
    format!("{PATH}/{day}")
}

/// The page with the pictures of all cards.
pub const DECK: &str = "/deck";

/// A card's page, with the names of a deck.
pub fn card(card: Card, deck: Deck) -> String {
    match deck == Deck::default() {
        true => format!("/cards/{card}"),
        false => format!("/cards/{card}?deck={}", deck.id()),
    }
}

/// The lesson of a game.
pub fn lesson(ruleset: Ruleset) -> String {
    format!("/learn/{}", ruleset.id())
}

/// The deal calculator, filled in with the seeds of a game.
pub fn calculator(game: GameId, seed: &str, client_seed: &str) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("game", &game.to_string()).append_pair("seed", seed);
    if !client_seed.is_empty() {
        query.append_pair("client_seed", client_seed);
    }
    format!("/rules/chance?{}#calculator", query.finish())
}

/// The page of a player's games.
pub fn player(name: &str) -> String {
    match name {
        // Browsers resolve these as relative path segments, even percent-encoded.
        "." | ".." => format!("/games?player={name}"),
        _ => format!("/players/{}", encoded(name)),
    }
}

/// The leaderboard of a game.
pub fn leaderboard(ruleset: Ruleset) -> String {
    format!("/leaderboards/{}", ruleset.id())
}

/// The form that starts a simulation.
pub const SIMULATIONS: &str = "/simulations";

/// A simulation's page.
pub fn simulation(id: SimulationId) -> String {
    format!("{SIMULATIONS}/{id}")
}

/// Percent-encodes a text for a path segment.
fn encoded(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>().replace('+', "%20")
}

/// A position in a game, and the viewer.
#[derive(Clone, Copy, Debug)]
pub struct ReplayPosition {
    /// The game.
    pub id: GameId,
    /// Number of steps played.
    pub step: usize,
    /// The viewer.
    pub viewer: Viewer,
    /// The player whose decisions are analysed.
    pub analysis: Option<Player>,
}

impl ReplayPosition {
    /// The URL of another step.
    pub fn at(self, step: usize) -> String {
        format!("{}?step={step}{}#replay", game(self.id), self.view())
    }

    /// The URL for another viewer.
    pub fn seen_by(self, viewer: Viewer) -> String {
        ReplayPosition { viewer, ..self }.at(self.step)
    }

    /// The viewer and the analysis as query parameters.
    pub fn view(self) -> String {
        let view = match self.viewer {
            Viewer::All => String::new(),
            Viewer::Public => "&view=public".to_owned(),
            Viewer::Player(player) => format!("&view={}", player.0),
        };
        let analysis = self.analysis.map(|player| format!("&analysis={}", player.0));
        view + &analysis.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_players_name_can_be_anything() {
        assert_eq!(player("Ada"), "/players/Ada");
        assert_eq!(player("a/b c?+é"), "/players/a%2Fb%20c%3F%2B%C3%A9");
        assert_eq!(player(".."), "/games?player=..");
    }
}
