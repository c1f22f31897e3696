//! Addresses of pages.

use crate::service::records::{GameId, ReadingId, TableId};

/// A game's page.
pub fn game(id: GameId) -> String {
    format!("/games/{id}")
}

/// A reading's page.
pub fn reading(id: ReadingId) -> String {
    format!("/readings/{id}")
}

/// A table's page.
pub fn table(id: TableId) -> String {
    format!("/tables/{id}")
}

/// The page of a player's games.
pub fn player(name: &str) -> String {
    match name {
        // Browsers take these for folders, however they are written.
        "." | ".." => format!("/games?player={name}"),
        _ => format!("/players/{}", encoded(name)),
    }
}

/// A text as a part of a path.
fn encoded(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>().replace('+', "%20")
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
