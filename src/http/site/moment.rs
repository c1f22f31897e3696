//! A moment of a stored game, and the address of its page.

use super::urls;
use crate::{games::Viewer, service::records::GameId};

/// Which moment of which game is looked at, and through whose eyes.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// The game.
    pub id: GameId,
    /// The steps that were made.
    pub step: usize,
    /// Who looks.
    pub viewer: Viewer,
}

impl Moment {
    /// The address of the page of another step.
    pub fn at(self, step: usize) -> String {
        format!("{}?step={step}{}#replay", urls::game(self.id), self.view())
    }

    /// The address of the page of another viewer.
    pub fn seen_by(self, viewer: Viewer) -> String {
        Moment { viewer, ..self }.at(self.step)
    }

    /// Who looks, as a part of a query.
    pub fn view(self) -> String {
        match self.viewer {
            Viewer::All => String::new(),
            Viewer::Public => "&view=public".to_owned(),
            Viewer::Player(player) => format!("&view={}", player.0),
        }
    }
}
