//! Foolery: a climbing game for three to seven (`docs/rules/foolery.md`).
//!
//! This file holds the state and the turn structure, in the order of the rules page. `play.rs` says what a set of cards
//! is and what may follow, `rules.rs` checks steps in the page's order, and `moves.rs` lists legal moves.

mod codec;
mod combinations;
mod deal;
mod exchange;
mod game;
mod moves;
mod options;
mod pick;
mod play;
mod rules;
mod score;
mod seen;
mod state;
mod step;
mod suits;
mod view;
mod wish;

#[cfg(test)]
pub(crate) mod tests;

use super::{Player, PlayerSet, not_allowed};
use crate::cards::{Card, Hand};

use exchange::{Give, MOST_GIVES, gives};

pub use options::{Options, Scoring};
pub use play::{Kind, Play};
pub use score::{Dealt, Detail, Each, PLAYERS_LIMIT, Title};
pub use state::{ExchangeSeen, GiftSeen, GiveDue, HandView, PhaseId, RequestSeen, StandingSeen, State};
pub use step::{Cards, Move, Step, StepKind};
pub use suits::{at_least, suits};
pub use view::View;
pub use wish::{Wants, Wish};

/// A match of Foolery (foolery.md, "State").
#[derive(Clone, Debug, PartialEq)]
pub struct Foolery {
    options: Options,
    players: usize,
    phase: Phase,
    dealer: Player,
    /// The finishing order of the previous deal; empty in the first deal.
    before: Each<Player>,
    scores: Each<i64>,
    /// Finished deals.
    deals: Vec<Dealt>,
    current: CurrentDeal,
}

/// What the game waits for, with the data of that phase.
#[derive(Clone, Debug, PartialEq)]
enum Phase {
    Deal,
    /// The give at this index is due.
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

/// The state of a deal, from its `deal` step on.
#[derive(Clone, Debug, Default, PartialEq)]
struct CurrentDeal {
    hands: [Hand; PLAYERS_LIMIT],
    pile: Hand,
    /// The players in the deal.
    within: PlayerSet,
    out: Each<Player>,
    stuck: Option<Player>,
    /// Number of tricks led.
    tricks: u8,
    /// By index in the exchange.
    requests: [Option<Wants>; MOST_GIVES],
    /// What was given, by index in the exchange.
    gifts: [Hand; MOST_GIVES],
}

/// foolery.md, "Turn structure".
impl Foolery {
    /// 1: hands are set.
    fn deal(&mut self, hands: &[Hand]) {
        self.current = CurrentDeal { within: PlayerSet::all(self.players), ..CurrentDeal::default() };
        self.current.hands[..hands.len()].copy_from_slice(hands);
        if self.before.is_empty() {
            self.lead_falls_to(self.dealer);
        } else {
            self.phase = Phase::Exchange { give: 0 };
        }
    }

    /// 2: a wish binds nobody.
    fn request(&mut self, wants: Wants) {
        if let Phase::Exchange { give } = self.phase {
            self.current.requests[give] = Some(wants);
        }
    }

    /// 2: the cards change hands at once; after the last give the King leads.
    fn give(&mut self, cards: Hand) {
        let Phase::Exchange { give } = self.phase else { return not_allowed() };
        let gives = gives(self.players);
        let (from, to) = gives[give].between(&self.before);
        self.current.hands[from.index()] = self.current.hands[from.index()] - cards;
        self.current.hands[to.index()] = self.current.hands[to.index()] | cards;
        self.current.gifts[give] = cards;
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
                self.current.tricks += 1;
                (false, PlayerSet::EMPTY)
            }
        };
        let hand = &mut self.current.hands[player.index()];
        *hand = *hand - cards;
        self.current.pile = self.current.pile | cards;
        self.after_a_play(skip, Trick { owner: player, cards, standing: play, passed });
    }

    /// 4: the turn passes on, no skip.
    fn pass(&mut self, player: Player) {
        let Phase::Follow { trick, .. } = &mut self.phase else { return not_allowed() };
        trick.passed.insert(player);
        let (owner, passed) = (trick.owner, trick.passed);
        let next = self.next_asked(player, false, owner, passed);
        // The trick is updated in place: most steps are passes.
        if let (Some(next), Phase::Follow { turn, .. }) = (next, &mut self.phase) {
            *turn = next;
        } else {
            self.lead_falls_to(owner);
        }
    }

    fn after_a_play(&mut self, skip: bool, trick: Trick) {
        let player = trick.owner;
        if self.current.hands[player.index()].is_empty() {
            self.current.out.push(player);
            self.current.within.remove(player);
            if self.current.within.len() == 1 {
                return self.end_of_deal();
            }
        }
        if trick.standing.kind == Kind::Fool {
            self.lead_falls_to(player);
        } else if let Some(turn) = self.next_asked(player, skip, player, trick.passed) {
            self.phase = Phase::Follow { turn, trick };
        } else {
            self.lead_falls_to(player);
        }
    }

    /// The next player who may follow, before the turn returns to the owner of the standing play.
    fn next_asked(&self, from: Player, skip: bool, owner: Player, passed: PlayerSet) -> Option<Player> {
        let gone = if self.options.pass_out { passed } else { PlayerSet::EMPTY };
        let first = self.next_seat(from);
        // Branchless: a loop round the table depends on hands, and its branches would be mispredicted.
        let places_to_owner = self.seat_after(owner, self.players - first.index()).index();
        let within = self.current.within.without(gone).counted_from(first, self.players);
        let mut asked = within.intersection(PlayerSet::all(places_to_owner));
        if skip && let Some(skipped) = asked.first() {
            asked.remove(skipped);
        }
        asked.first().map(|places| self.seat_after(first, places.index()))
    }

    fn lead_falls_to(&mut self, player: Player) {
        let mut seat = player;
        loop {
            if self.current.within.contains(seat) {
                if self.current.hands[seat.index()] != Hand::of(Card::FOOL) {
                    self.phase = Phase::Lead { turn: seat };
                    return;
                }
                self.current.stuck = Some(seat);
                self.current.within.remove(seat);
                if self.current.within.len() == 1 {
                    return self.end_of_deal();
                }
            }
            seat = self.next_seat(seat);
        }
    }

    fn end_of_deal(&mut self) {
        let current = &self.current;
        let order: Each<Player> =
            current.out.iter().copied().chain(current.within.iter()).chain(current.stuck).collect();
        let dealt = Dealt::new(self.dealer, order.clone(), current.stuck, current.tricks);
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
        self.current = CurrentDeal::default();
        self.phase = Phase::Deal;
    }

    fn next_seat(&self, seat: Player) -> Player {
        self.seat_after(seat, 1)
    }

    /// The seat `places` further on, at most once round the table.
    fn seat_after(&self, seat: Player, places: usize) -> Player {
        let seat = seat.index() + places;
        Player(if seat < self.players { seat } else { seat - self.players } as u8)
    }

    fn hand(&self, player: Player) -> Hand {
        self.current.hands[player.index()]
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
        self.current.within.without(PlayerSet::of(turn).union(PlayerSet::of(trick.owner)))
    }
}
