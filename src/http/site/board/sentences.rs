//! What is said beside a board, to the reader as `You`.

use super::view::{BoardPage, BoardView};
use crate::{
    games::{Due, Player},
    narration::joined,
};

impl<G: BoardPage> BoardView<'_, G> {
    /// The sentence of the last step, with its result.
    pub fn with_upshot(&self, sentence: String) -> String {
        match G::upshot(self) {
            Some(upshot) => format!("{sentence} {upshot}"),
            None => sentence,
        }
    }

    /// A player's name, or `You`.
    pub fn name(&self, player: Player) -> &str {
        if self.you == Some(player) { "You" } else { self.names.player(player) }
    }

    /// A player's action, with the verb's form for `You` and for a name: `You lead`, `Ada leads`.
    pub fn does(&self, player: Player, you: &str, other: &str) -> String {
        format!("{} {}", self.name(player), if self.you == Some(player) { you } else { other })
    }

    /// The action of all players who are due, as [`does`](BoardView::does). Several players take the first form.
    pub fn all_due(&self, you: &str, other: &str) -> String {
        self.do_it(&self.due.players().iter().collect::<Vec<_>>(), you, other)
    }

    fn do_it(&self, players: &[Player], you: &str, other: &str) -> String {
        match players {
            [] => format!("Somebody {other}"),
            [one] => self.does(*one, you, other),
            several => {
                let (own, others): (Vec<Player>, Vec<Player>) =
                    several.iter().partition(|player| self.you == Some(**player));
                let names = own.into_iter().chain(others).map(|player| self.name(player)).collect::<Vec<&str>>();
                format!("{} {you}", joined(&names))
            }
        }
    }

    /// What the game waits for if no player is due, or how it ended.
    pub fn waits_for_table(&self) -> Option<String> {
        match self.due {
            Due::Table(kind) => Some(format!("Next: the table {}.", G::table_does(kind)?)),
            Due::Over => Some(format!("The game is over. {}.", self.ended())),
            Due::Players { .. } => None,
        }
    }

    /// The winners, once the game is over.
    fn ended(&self) -> String {
        let winners = self.game.outcome().map(|outcome| outcome.winners).unwrap_or_default();
        match winners.as_slice() {
            [] => "It is a draw".to_owned(),
            winners => self.do_it(winners, "win", "wins"),
        }
    }
}
