//! Foolery: a climbing game for three to seven (`docs/rules/foolery.md`).
//!
//! This file holds the state and the turn structure, in the order of the rules page. `play.rs` says what a set of cards is
//! and what may follow, `rules.rs` checks steps in the page's order, and `moves.rs` lists legal moves.

mod codec;
mod combinations;
mod deal;
mod exchange;
mod game;
mod moves;
mod options;
mod play;
mod rules;
mod score;
mod seen;
mod state;
mod step;
mod view;
mod wish;

#[cfg(test)]
pub(crate) mod tests;

use super::{Player, PlayerSet};
use crate::cards::{Card, Hand};

use exchange::{Give, MOST_GIVES, gives};

pub use options::{Options, Scoring};
pub use play::{Kind, Play};
pub use score::{Dealt, Detail, Each, MOST, Title};
pub use state::{ExchangeSeen, GiftSeen, GiveDue, HandView, PhaseId, RequestSeen, StandingSeen, State};
pub use step::{Cards, Move, Step, StepKind};
pub use view::View;
pub use wish::{Wants, Wish};

/// A match of Foolery (foolery.md, "State").
#[derive(Clone, Debug, PartialEq)]
pub struct Foolery {
    options: Options,
    players: usize,
    phase: Phase,
    dealer: Player,
    /// The finishing order of the deal before; empty in the first deal.
    before: Each<Player>,
    scores: Each<i64>,
    /// Finished deals.
    deals: Vec<Dealt>,
    table: Table,
}

/// What the game waits for, and what belongs to that moment alone.
#[derive(Clone, Debug, PartialEq)]
enum Phase {
    Deal,
    /// The give of this place is due.
    Exchange {
        give: usize,
    },
    Lead {
        turn: Player,
    },
    Follow {
        turn: Player,
        trick: Trick,
    },
    Over,
}

/// A trick: its standing play and who has passed.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Trick {
    owner: Player,
    cards: Hand,
    standing: Play,
    passed: PlayerSet,
}

/// What there is of a deal, from its `deal` step on.
#[derive(Clone, Debug, Default, PartialEq)]
struct Table {
    hands: [Hand; MOST],
    pile: Hand,
    /// The players in the deal.
    within: PlayerSet,
    out: Each<Player>,
    stuck: Option<Player>,
    /// How many were led.
    tricks: u8,
    /// By place in the exchange.
    requests: [Option<Wants>; MOST_GIVES],
    /// What was given, by place in the exchange.
    gifts: [Hand; MOST_GIVES],
}

/// foolery.md, "Turn structure".
impl Foolery {
    /// 1: hands are set.
    fn deal(&mut self, hands: &[Hand]) {
        self.table = Table { within: PlayerSet::all(self.players), ..Table::default() };
        self.table.hands[..hands.len()].copy_from_slice(hands);
        if self.before.is_empty() {
            self.lead_falls_to(self.dealer);
        } else {
            self.phase = Phase::Exchange { give: 0 };
        }
    }

    /// 2: a wish binds nobody.
    fn request(&mut self, wants: Wants) {
        if let Phase::Exchange { give } = self.phase {
            self.table.requests[give] = Some(wants);
        }
    }

    /// 2: the cards change hands at once; after the last give the King leads.
    fn give(&mut self, cards: Hand) {
        let Phase::Exchange { give } = self.phase else { return };
        let gives = gives(self.players);
        let (from, to) = gives[give].between(&self.before);
        self.table.hands[from.index()] = self.table.hands[from.index()] - cards;
        self.table.hands[to.index()] = self.table.hands[to.index()] | cards;
        self.table.gifts[give] = cards;
        if give + 1 < gives.len() {
            self.phase = Phase::Exchange { give: give + 1 };
        } else {
            self.lead_falls_to(self.before[0]);
        }
    }

    /// 3 and 4: a lead, or a play that follows.
    fn lay(&mut self, player: Player, cards: Hand) {
        let Some(play) = Play::of(cards) else { return };
        let (skip, passed) = match &self.phase {
            Phase::Follow { trick, .. } => (play.skips(trick.standing), trick.passed),
            Phase::Deal | Phase::Exchange { .. } | Phase::Lead { .. } | Phase::Over => {
                self.table.tricks += 1;
                (false, PlayerSet::EMPTY)
            }
        };
        let hand = &mut self.table.hands[player.index()];
        *hand = *hand - cards;
        self.table.pile = self.table.pile | cards;
        self.after_a_play(skip, Trick { owner: player, cards, standing: play, passed });
    }

    /// 4: the turn passes on, no skip.
    fn pass(&mut self, player: Player) {
        if let Phase::Follow { mut trick, .. } = self.phase {
            trick.passed.insert(player);
            self.turn_passes_on(player, false, trick);
        }
    }

    fn after_a_play(&mut self, skip: bool, trick: Trick) {
        let player = trick.owner;
        if self.table.hands[player.index()].is_empty() {
            self.table.out.push(player);
            self.table.within.remove(player);
            if self.table.within.len() == 1 {
                return self.end_of_deal();
            }
        }
        if trick.standing.kind == Kind::Fool {
            self.lead_falls_to(player);
        } else {
            self.turn_passes_on(player, skip, trick);
        }
    }

    fn turn_passes_on(&mut self, from: Player, mut skip: bool, trick: Trick) {
        let gone = if self.options.pass_out { trick.passed } else { PlayerSet::EMPTY };
        let asked = self.table.within.without(gone);
        let mut seat = self.next_seat(from);
        while seat != trick.owner {
            if asked.contains(seat) {
                if !skip {
                    self.phase = Phase::Follow { turn: seat, trick };
                    return;
                }
                skip = false;
            }
            seat = self.next_seat(seat);
        }
        self.lead_falls_to(seat);
    }

    fn lead_falls_to(&mut self, player: Player) {
        let mut seat = player;
        loop {
            if self.table.within.contains(seat) {
                if self.table.hands[seat.index()] != Hand::of(Card::FOOL) {
                    self.phase = Phase::Lead { turn: seat };
                    return;
                }
                self.table.stuck = Some(seat);
                self.table.within.remove(seat);
                if self.table.within.len() == 1 {
                    return self.end_of_deal();
                }
            }
            seat = self.next_seat(seat);
        }
    }

    fn end_of_deal(&mut self) {
        let table = &self.table;
        let order: Each<Player> = table.out.iter().copied().chain(table.within.iter()).chain(table.stuck).collect();
        let dealt = Dealt::new(self.dealer, order.clone(), table.stuck, table.tricks);
        for (score, points) in self.scores.iter_mut().zip(dealt.points(self.options.scoring)) {
            *score += points;
        }
        self.deals.push(dealt);
        if self.deals.len() == self.options.deals.size() {
            self.phase = Phase::Over;
            return;
        }
        self.dealer = order[self.players - 2];
        self.before = order;
        self.table = Table::default();
        self.phase = Phase::Deal;
    }

    fn next_seat(&self, seat: Player) -> Player {
        let next = seat.0 + 1;
        if usize::from(next) == self.players { Player(0) } else { Player(next) }
    }

    fn hand(&self, player: Player) -> Hand {
        self.table.hands[player.index()]
    }

    /// The give that is due in the exchange, with its giver and its taker.
    fn give_due(&self, give: usize) -> (Give, Player, Player) {
        let due = gives(self.players)[give];
        let (from, to) = due.between(&self.before);
        (due, from, to)
    }

    /// Who may play the Fool out of turn ("What may follow").
    fn may_fool(&self, turn: Player, trick: &Trick) -> PlayerSet {
        if !self.options.fool_any_time {
            return PlayerSet::EMPTY;
        }
        self.table.within.without(PlayerSet::of(turn).union(PlayerSet::of(trick.owner)))
    }
}
