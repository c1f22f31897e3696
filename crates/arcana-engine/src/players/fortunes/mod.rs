//! The bot that plays Fortunes well.
//!
//! It samples the hidden cards consistently with the plays, lets a quick player finish each deal, and chooses what is
//! best on average.

mod bets;
mod card;
mod endgame;
mod hidden;
mod lanes;
mod sage;

#[cfg(test)]
mod tests;

use std::time::Duration;

use super::{Bot, Easy, HasBots, Search};
use crate::{
    chance::Chance,
    games::fortunes::{Fortunes, Move, Options, View},
};

pub use endgame::Endings;

impl HasBots for Fortunes {
    const ADEPT_VERSION: u32 = 1;
    const SEARCH: Option<Search<Self>> = Some(sage::SEARCH);

    fn adept() -> Box<dyn Bot<Fortunes>> {
        Box::new(Adept)
    }

    fn easy() -> Box<dyn Bot<Fortunes>> {
        Box::new(Easy)
    }

    fn thinking(_players: usize, options: &Options) -> Duration {
        DEAL * options.r#match.most_deals()
    }
}

/// Time that four of them take for a deal, on a machine that is less than half as fast as the one of
/// `docs/benchmarks.md`.
const DEAL: Duration = Duration::from_millis(2);

/// Plays Fortunes by Monte Carlo sampling.
#[derive(Clone, Copy, Debug)]
struct Adept;

impl Bot<Fortunes> for Adept {
    fn choose(&mut self, view: &View<'_>, moves: &[Move], _must: bool, chance: &mut Chance) -> Option<Move> {
        let (Some(me), [first, others @ ..]) = (view.player(), moves) else { return None };
        if others.is_empty() {
            return Some(*first);
        }
        Some(match first {
            Move::Play(_) => Move::Play(card::best(*view, me, chance)),
            Move::Bid(_) => Move::Bid(bets::bid(*view, me, chance)),
            Move::Wager(_) => Move::Wager(bets::wager(*view, me, chance)),
            Move::Stake(_) => Move::Stake(bets::stake(*view, me, chance)),
        })
    }
}
