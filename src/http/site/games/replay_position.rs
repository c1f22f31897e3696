//! A position in a stored game, and the URL of its page.

use crate::{games::Viewer, http::site::urls, service::records::GameId};

/// A position in a game, and the viewer.
#[derive(Clone, Copy, Debug)]
pub struct ReplayPosition {
    /// The game.
    pub id: GameId,
    /// Number of steps played.
    pub step: usize,
    /// The viewer.
    pub viewer: Viewer,
}

impl ReplayPosition {
    /// The URL of another step.
    pub fn at(self, step: usize) -> String {
        format!("{}?step={step}{}#replay", urls::game(self.id), self.view())
    }

    /// The URL for another viewer.
    pub fn seen_by(self, viewer: Viewer) -> String {
        ReplayPosition { viewer, ..self }.at(self.step)
    }

    /// The viewer as a query parameter.
    pub fn view(self) -> String {
        match self.viewer {
            Viewer::All => String::new(),
            Viewer::Public => "&view=public".to_owned(),
            Viewer::Player(player) => format!("&view={}", player.0),
        }
    }
}
