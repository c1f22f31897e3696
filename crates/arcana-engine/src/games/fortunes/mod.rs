//! Fortunes (`docs/rules/fortunes.md`): a trick-taking game for four in two teams, with all 78 cards but two.
//!
//! This file follows "Turn structure"; the files beside it answer the other parts of the page.

mod chips;
mod codec;
mod deal;
mod ends;
mod game;
mod moves;
mod options;
mod result;
mod rules;
mod score;
mod seen;
mod sheet;
mod state;
mod step;
mod trick;
mod tricks;
mod view;

#[cfg(test)]
mod tests;

use arrayvec::ArrayVec;

use super::{Player, not_allowed};
use crate::cards::{Card, Hand};

pub use deal::Dealt;
pub use ends::trick_ends;
pub use options::{Betting, DispositionRule, Match, MaxDeals, Options, StarsWhenBroken, Target, When};
pub use result::{Deal, Detail};
pub use rules::{PLAYERS, TRICKS, led_suit, partner, team};
pub use score::{MatchEnd, Settled, Tally, TeamScores, by_team, match_end};
pub use sheet::{Sheet, SheetFault};
pub use state::{HandView, OpenStakes, OpenTrick, PhaseId, State};
pub use step::{Choice, Move, Step, StepKind};
pub use trick::{Disposition, HighLow, Trick, type_after, winning_card};
pub use tricks::{Bets, Stakes, Tricks};
pub use view::View;

/// A match of Fortunes.
#[derive(Clone, Debug, PartialEq)]
pub struct Fortunes {
    options: Options,
    /// Finished deals.
    deals: Vec<Deal>,
    phase: Phase,
}

/// What each player has said, in turn: South, West, North, East.
type Said<T> = ArrayVec<T, PLAYERS>;

/// The phase of a match (fortunes.md, "Turn structure").
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "a match is nearly always in its tricks")]
enum Phase {
    /// 1 and 3: wagers, blind if nothing is dealt yet.
    Wagers { dealt: Option<Dealt>, said: Said<u32> },
    /// 2: the table deals; the wagers are the blind ones.
    Deal { wagers: Option<[u32; PLAYERS]> },
    /// 3: bids.
    Bids { dealt: Dealt, said: Said<u8> },
    /// 4: nineteen tricks, with their stakes.
    Tricks(Tricks),
    /// 5: the match is over.
    Over(MatchEnd),
}

/// How a deal begins: with blind wagers or with the cards.
fn first_phase(betting: Betting) -> Phase {
    match betting {
        Betting::Wager { when: When::Blind, .. } => Phase::Wagers { dealt: None, said: Said::new() },
        Betting::None {} | Betting::Wager { when: When::Open, .. } | Betting::Ante { .. } | Betting::Bid {} => {
            Phase::Deal { wagers: None }
        }
    }
}

/// What was said in turn, by player.
fn by_player<T: Copy + Default>(dealer: Player, said: &Said<T>) -> [T; PLAYERS] {
    let mut by_player = [T::default(); PLAYERS];
    for (n, value) in said.iter().enumerate() {
        by_player[rules::speaker(dealer, n).index()] = *value;
    }
    by_player
}

impl Fortunes {
    /// The player in the East seat of the current deal; after the match, of the last one.
    fn dealer(&self) -> Player {
        let over = matches!(self.phase, Phase::Over(_));
        rules::dealer_of(self.deals.len() - usize::from(over))
    }

    /// Number of the current deal, from 1, and of its finished tricks; after the match, the last deal and 0.
    pub fn progress(&self) -> (usize, usize) {
        let over = matches!(self.phase, Phase::Over(_));
        (self.deals.len() + usize::from(!over), self.current_tricks().map_or(0, |current| current.tricks.len()))
    }

    /// The tricks of the current deal.
    const fn current_tricks(&self) -> Option<&Tricks> {
        match &self.phase {
            Phase::Tricks(current) => Some(current),
            Phase::Wagers { .. } | Phase::Deal { .. } | Phase::Bids { .. } | Phase::Over(_) => None,
        }
    }

    /// Current hands and discarded cards, once the cards are dealt.
    const fn dealt(&self) -> Option<([Hand; PLAYERS], Hand)> {
        match &self.phase {
            Phase::Wagers { dealt: Some(dealt), .. } | Phase::Bids { dealt, .. } => {
                Some((dealt.hands, dealt.discarded))
            }
            Phase::Tricks(current) => Some((current.hands, current.discarded)),
            Phase::Wagers { dealt: None, .. } | Phase::Deal { .. } | Phase::Over(_) => None,
        }
    }

    /// Phase 2 ends.
    fn deal(&mut self, dealt: Dealt) {
        let dealer = self.dealer();
        let Phase::Deal { wagers } = self.phase else { return not_allowed() };
        let tricks = |bets| Phase::Tricks(Tricks::new(dealer, dealt, bets));
        self.phase = match (self.options.betting, wagers) {
            (Betting::Wager { .. }, Some(wagers)) => tricks(Bets::Wagers(wagers)),
            (Betting::Wager { .. }, None) => Phase::Wagers { dealt: Some(dealt), said: Said::new() },
            (Betting::Bid {}, _) => Phase::Bids { dealt, said: Said::new() },
            (Betting::Ante { ante, .. }, _) => tricks(Bets::Stakes(Stakes::new(ante.get() as u32))),
            (Betting::None {}, _) => tricks(Bets::None),
        };
    }

    fn wager(&mut self, amount: u32) {
        let dealer = self.dealer();
        let Phase::Wagers { dealt, said } = &mut self.phase else { return not_allowed() };
        said.push(amount);
        if !said.is_full() {
            return;
        }
        let wagers = by_player(dealer, said);
        self.phase = match *dealt {
            None => Phase::Deal { wagers: Some(wagers) },
            Some(dealt) => Phase::Tricks(Tricks::new(dealer, dealt, Bets::Wagers(wagers))),
        };
    }

    fn bid(&mut self, tricks: u8) {
        let dealer = self.dealer();
        let Phase::Bids { dealt, said } = &mut self.phase else { return not_allowed() };
        said.push(tricks);
        if said.is_full() {
            self.phase = Phase::Tricks(Tricks::new(dealer, *dealt, Bets::Bids(by_player(dealer, said))));
        }
    }

    fn stake(&mut self, player: Player, choice: Choice) {
        let Phase::Tricks(current) = &mut self.phase else { return not_allowed() };
        match choice {
            Choice::Fold => self.end_deal(Some(player)),
            Choice::Stay | Choice::Raise => current.stake(choice, self.options.raise()),
        }
    }

    fn play_card(&mut self, player: Player, card: Card) {
        let Phase::Tricks(current) = &mut self.phase else { return not_allowed() };
        if current.play(player, card, &self.options) {
            self.end_deal(None);
        }
    }

    /// Phase 5: the deal is scored; the match ends, or the next deal begins.
    fn end_deal(&mut self, folded_by: Option<Player>) {
        let Phase::Tricks(current) = &self.phase else { return not_allowed() };
        let deal = current.settle(&self.options, score::team_scores(&self.deals), folded_by);
        self.deals.push(deal);
        self.phase = match score::match_end(self.options.r#match, self.deals.len(), score::team_scores(&self.deals)) {
            Some(end) => Phase::Over(end),
            None => first_phase(self.options.betting),
        };
    }

    /// Maximum of the next wager (fortunes.md, option `betting`).
    fn most_wagered(&self) -> i64 {
        match self.options.betting {
            Betting::Wager { limit, .. } => limit.get(),
            Betting::None {} | Betting::Ante { .. } | Betting::Bid {} => 0,
        }
    }

    /// Maximum of the next bid: partners bid at most nineteen tricks together.
    fn most_bid(&self) -> u8 {
        let Phase::Bids { said, .. } = &self.phase else { return 0 };
        let partner = said.len().checked_sub(PLAYERS / 2).map_or(0, |n| said[n]);
        TRICKS as u8 - partner
    }
}
