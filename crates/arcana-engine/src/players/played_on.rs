//! Playouts by the game's own adepts, from deals that its player cannot tell apart.

use super::{HasBots, Judged, Playouts, Seated, playout::play_due};
use crate::{
    chance::Chance,
    games::{Due, Player},
};

/// A game whose adepts play on after a move, until the position can be valued.
pub trait Valued: HasBots {
    /// The legal moves that are worth playouts, the adept's own first; none where only the adept can choose.
    fn candidates(view: &Self::View<'_>, moves: &[Self::Move]) -> Vec<Self::Move>;

    /// What this position is worth to a player this number of steps after `start`, as soon as it can be said.
    fn worth(&self, player: Player, start: &Self, steps: usize) -> Option<i64>;
}

/// Playouts to the end of a game, or until it can be valued.
pub struct PlayedOn<G: Valued> {
    /// The player whose result counts.
    me: Player,
    adepts: Vec<Seated<G>>,
}

impl<G: Valued> PlayedOn<G> {
    /// Playouts for this player.
    pub const fn new(me: Player) -> PlayedOn<G> {
        PlayedOn { me, adepts: Vec::new() }
    }

    /// The worth of a position after the player's move.
    fn play_on(&mut self, start: &G, mut game: G, chance: &mut Chance) -> i64 {
        let mut moves = Vec::new();
        for steps in 0.. {
            if let Some(worth) = game.worth(self.me, start, steps) {
                return worth;
            }
            match game.due() {
                Due::Over => break,
                Due::Table(_) => drop(game.draw(chance)),
                Due::Players { must, may, .. } => {
                    play_due(&mut game, &mut self.adepts, (must, may), &mut moves);
                }
            }
        }
        0
    }
}

impl<G: Valued> Playouts<G> for PlayedOn<G> {
    fn candidates(&self, view: &G::View<'_>, moves: &[G::Move]) -> Vec<G::Move> {
        G::candidates(view, moves)
    }

    fn play(&mut self, view: &G::View<'_>, moves: &mut [Judged<G::Move>], chance: &mut Chance) {
        let start = G::imagined(view, chance);
        while self.adepts.len() < start.players() {
            self.adepts.push(Seated::new(G::adept(), chance.fork()));
        }
        // Each move meets the same chance.
        let luck = chance.fork();
        for judged in moves {
            let (mut game, mut chance) = (start.clone(), luck.clone());
            game.play_unchecked(self.me, judged.mv);
            judged.add(self.play_on(&start, game, &mut chance));
        }
    }
}
