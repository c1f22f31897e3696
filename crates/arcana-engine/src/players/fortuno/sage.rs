//! What the search of Fortuno tries and plays on with.

use super::Position;
use crate::{
    games::{
        Game, Observe, Player, Viewer,
        fortuno::{Fortuno, Move, View},
    },
    players::{
        Search,
        played_on::{PlayedOn, Valued},
    },
};

/// The most moves of a decision that are tried.
const TRIED: usize = 5;
/// The most steps of a playout; what comes then is left to the adept's estimate.
const STEPS: usize = 60;
/// Worth of winning, shared among the winners.
const WON: i64 = 1000;

/// Plays and is played out by adepts.
pub const SEARCH: Search<Fortuno> = Search {
    version: 3,
    playouts: 64,
    at_once: 1,
    doubt: Some(1.0),
    to_adept: 100,
    begin: |view| Box::new(PlayedOn::<Fortuno>::new(view.player().unwrap_or(Player(0)))),
};

impl Valued for Fortuno {
    /// Composed moves are left to the adept, and so are calls: it never forgets one.
    fn candidates(view: &View<'_>, moves: &[Move]) -> Vec<Move> {
        let Some(table) = Position::of(view).filter(|_| !view.asks_for_composition()) else { return Vec::new() };
        let mut weighed: Vec<(f64, Move)> = moves.iter().map(|mv| (table.worth(*mv), *mv)).collect();
        weighed.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let plays_alike =
            |one: Move, other: Move| matches!((one, other), (Move::Play(one, _), Move::Play(other, _)) if one == other);
        weighed.dedup_by(|(_, one), (_, before)| plays_alike(*one, *before));
        weighed.into_iter().map(|(_, mv)| mv).take(TRIED).collect()
    }

    fn worth(&self, player: Player, _start: &Fortuno, steps: usize) -> Option<i64> {
        if let Some(winners) = self.outcome().map(|outcome| outcome.winners) {
            return Some(if winners.contains(&player) { WON / winners.len() as i64 } else { 0 });
        }
        if steps < STEPS {
            return None;
        }
        let view = self.view(Viewer::Player(player));
        // Whoever is eliminated holds no card either.
        if !view.players_in().contains(player) {
            return Some(0);
        }
        Position::of(&view).map(|table| (table.win_chance.after(|_| ()).clamp(0.0, 1.0) * WON as f64) as i64)
    }
}
