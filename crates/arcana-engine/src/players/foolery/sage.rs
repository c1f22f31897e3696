//! What the search of Foolery tries and plays on with.

use super::{Position, weights::Weights};
use crate::{
    games::{
        Game, Observe, Player, Viewer,
        foolery::{Foolery, Move, View},
    },
    players::{
        Search,
        played_on::{PlayedOn, Valued},
    },
};

/// The most moves of a decision that are tried.
const TRIED: usize = 5;
/// Worth of winning, shared among the winners.
const WON: i64 = 1000;

/// Plays and is played out by adepts.
pub const SEARCH: Search<Foolery> = Search {
    version: 3,
    playouts: 32,
    at_once: 1,
    doubt: Some(1.0),
    to_adept: 140,
    begin: |view| Box::new(PlayedOn::<Foolery>::new(view.player().unwrap_or(Player(0)))),
};

impl Valued for Foolery {
    /// Plays and passes alone: what is given and asked for is left to the adept.
    fn candidates(view: &View<'_>, moves: &[Move]) -> Vec<Move> {
        let table = Position::of(view, &Weights::ADEPT);
        let mut plays = moves.to_vec();
        plays.retain(|mv| matches!(mv, Move::Play(_) | Move::Pass));
        plays.sort_by_cached_key(|mv| -table.worth(*mv));
        plays.truncate(TRIED);
        plays
    }

    /// Until the deal is over, as if first in it won the match; the last deal decides it.
    fn worth(&self, player: Player, start: &Foolery, _steps: usize) -> Option<i64> {
        let finished = |game: &Foolery| game.view(Viewer::Public).finished().len();
        let deal = self.view(Viewer::Public).finished().get(finished(start))?;
        let winners = self.outcome().map_or_else(|| deal.order[..1].to_vec(), |outcome| outcome.winners);
        Some(if winners.contains(&player) { WON / winners.len() as i64 } else { 0 })
    }
}
