//! The bot for Fortuna: makes correct calls and challenges wrong ones, unless something else wins more often.
//!
//! Nothing is hidden, so who answers knows whether a call is wrong and what a challenge does. A wrong call is worth no
//! more than the right one against the best answer; against mistakes it is, where a challenge is the mistake. There the
//! bot calls wrongly, and for the same reason it accepts such calls: of its own kind's wrong calls it challenges none.

mod ahead;
mod duel;
#[cfg(test)]
mod tests;
mod turn_stats;
mod win_chance;

use std::{sync::Arc, time::Duration};

use self::{turn_stats::TurnStats, win_chance::WinChance};
use super::{Bot, Easy, HasBots};
use crate::{
    chance::Chance,
    games::{
        Player,
        fortuna::{Answer, Fortuna, Move, Options, Special, Turn, View, opponent, settle},
    },
};

impl HasBots for Fortuna {
    const ADEPT_VERSION: u32 = 2;

    fn adept() -> Box<dyn Bot<Fortuna>> {
        Box::new(Adept { stats: None })
    }

    fn easy() -> Box<dyn Bot<Fortuna>> {
        Box::new(Easy)
    }

    fn thinking(players: usize, options: &Options) -> Duration {
        let turns = options.max_turns.get() as u32;
        TURN * turns * if options.big_turns { players as u32 } else { 1 }
    }
}

/// Time for a turn, or for each player's part of a big turn.
const TURN: Duration = Duration::from_micros(20);

/// How often an opponent is expected to choose worse than he could.
const MISTAKES: f64 = 0.2;
const BOTH: [Answer; 2] = [Answer::Accept, Answer::Challenge];
/// How much more often one move has to win than another to be preferred.
const MARGIN: f64 = 1e-6;
/// How much more often a wrong call has to win than the right one: less is no reason to look like a liar.
const BLUFF: f64 = 0.002;

/// Points decide, marbles only end the game: the leader wants it to end, the trailing side wants it to continue.
struct Adept {
    stats: Option<Arc<TurnStats>>,
}

impl Bot<Fortuna> for Adept {
    fn choose(&mut self, view: &View<'_>, moves: &[Move], _must: bool, _chance: &mut Chance) -> Option<Move> {
        let stats = self.stats.get_or_insert_with(|| TurnStats::of(view.players(), view.options()));
        let (Some(roller), Some(turn)) = (view.roller(), view.turn()) else { return moves.first().copied() };
        let sight = Sight { view, stats, roller, turn };
        match (view.call(), view.opponent()) {
            (Some(call), Some(own)) => Some(Move::Answer(sight.answer(call, own))),
            _ => sight.call(moves),
        }
    }
}

/// A turn that has been rolled and flipped.
struct Sight<'a> {
    view: &'a View<'a>,
    stats: &'a TurnStats,
    roller: Player,
    turn: Turn,
}

impl Sight<'_> {
    /// The table after this call and answer.
    fn after(&self, call: Option<Special>, opponent: Player, answer: Answer) -> WinChance {
        let settled = settle(self.view.options(), &self.turn, call, answer);
        WinChance::after(self.view.totals(), self.roller, opponent, settled)
    }

    /// The opponent's best answer.
    fn answer(&self, call: Option<Special>, opponent: Player) -> Answer {
        let [accepted, challenged] = BOTH.map(|answer| self.after(call, opponent, answer));
        self.better(&accepted, &challenged, opponent)
    }

    fn better(&self, accepted: &WinChance, challenged: &WinChance, opponent: Player) -> Answer {
        let [accepted, challenged] = [accepted, challenged].map(|after| self.worth(after, opponent));
        if challenged > accepted + MARGIN { Answer::Challenge } else { Answer::Accept }
    }

    fn worth(&self, after: &WinChance, player: Player) -> f64 {
        after.worth(self.view.options(), self.stats, player)
    }

    /// The call that wins most often; the correct one if another hardly wins more.
    fn call(&self, moves: &[Move]) -> Option<Move> {
        let right = self.turn.shown(self.view.options()).special();
        let mut best: Option<(f64, Move)> = None;
        // All false calls are equivalent, so two names suffice: the correct one first.
        for name in [right, wrong(right)] {
            for mv in moves.iter().filter(|mv| matches!(mv, Move::Call { name: said, .. } if *said == name)) {
                let value = self.value(mv, name)? + if name == right { BLUFF } else { 0. };
                if best.is_none_or(|(most, _)| value > most + MARGIN) {
                    best = Some((value, *mv));
                }
            }
        }
        best.map(|(_, mv)| mv).or_else(|| moves.first().copied())
    }

    fn value(&self, mv: &Move, call: Option<Special>) -> Option<f64> {
        let Move::Call { opponent: named, .. } = mv else { return None };
        let fixed = || opponent(self.view.options(), self.view.totals().marbles, self.roller);
        let opponent = named.or_else(fixed)?;
        let [accepted, challenged] = BOTH.map(|answer| self.after(call, opponent, answer));
        let (better, worse) = match self.better(&accepted, &challenged, opponent) {
            Answer::Accept => (accepted, challenged),
            Answer::Challenge => (challenged, accepted),
        };
        let own = |after| self.worth(after, self.roller);
        Some((1. - MISTAKES) * own(&better) + MISTAKES * own(&worse))
    }
}

/// A wrong call.
const fn wrong(right: Option<Special>) -> Option<Special> {
    match right {
        None => Some(Special::WolfGrin),
        Some(_) => None,
    }
}
