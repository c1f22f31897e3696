//! Foolery: a climbing game for three to seven (`docs/rules/foolery.md`).
//!
//! This file holds the state and the turn structure, in the order of the rules page, and [`Game`]: what is due and what is
//! legal. `play.rs` says what a set of cards is and what may follow, `rules.rs` checks steps in the page's order, and
//! `moves.rs` lists legal moves.

mod combinations;
mod deal;
mod exchange;
mod moves;
mod options;
mod play;
mod rules;
mod score;
mod steps;
#[cfg(test)]
pub(crate) mod tests;
mod view;

use super::{
    AnyStepKind, Code, Due, Game, GameStep, Kinds, Outcome, Player, PlayerCount, PlayerSet, RulesetInfo, Violation,
    expected, known_player_of, not_allowed, violation,
};
use crate::{
    cards::{Card, Deck, Hand},
    chance::Chance,
};
use exchange::{Give, MOST_GIVES, gives};

pub use exchange::{Wants, Wish};
pub use moves::Move;
pub use options::{Options, Scoring};
pub use play::{Kind, Play, at_least, suits};
pub use score::{Dealt, Detail, Each, PLAYERS_LIMIT, Title};
pub use steps::{Cards, Step, StepKind};
pub use view::{ExchangeSeen, GiftSeen, GiveDue, HandView, PhaseId, RequestSeen, StandingSeen, State, View};

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

impl Game for Foolery {
    const INFO: RulesetInfo = RulesetInfo {
        id: "foolery",
        name: "Foolery",
        players: PlayerCount { min: 3, max: PLAYERS_LIMIT as u8, step: 1, default: 4 },
        deck: Some(Deck::French),
        authors: "Jared McComb",
        rules_version: 1,
        steps: StepKind::NAMES,
        card_fields: &["cards", "hands", "wants"],
        // There are hardly ever more than a few hundred plays, but thousands of requests of two wishes.
        moves_limit: 1024,
        has_readings: false,
    };

    type Options = Options;
    type Step = Step;
    type Move = Move;
    type Detail = Detail;

    fn set_up(players: usize, options: Options) -> Result<Foolery, Violation> {
        Ok(Foolery {
            options,
            players,
            phase: Phase::Deal,
            dealer: Player(0),
            before: Each::new(),
            scores: Player::all(players).map(|_| 0).collect(),
            deals: Vec::new(),
            current: CurrentDeal::default(),
        })
    }

    #[inline]
    fn due(&self) -> Due<StepKind> {
        match &self.phase {
            Phase::Deal => Due::Table(StepKind::Deal),
            Phase::Exchange { give } => {
                let (due, from, _) = self.give_due(*give);
                let asks = due.highest && self.current.requests[*give].is_none();
                Due::player(from, if asks { &[StepKind::Request, StepKind::Give] } else { &[StepKind::Give] })
            }
            Phase::Lead { turn } => Due::player(*turn, &[StepKind::Play]),
            Phase::Follow { turn, trick } => Due::Players {
                must: PlayerSet::of(*turn),
                may: self.may_fool(*turn, trick),
                kinds: Kinds::of(&rules::PLAY_OR_PASS),
            },
            Phase::Over => Due::Over,
        }
    }

    fn check_form(&self, step: &Step) -> Result<(), Violation> {
        match step {
            Step::Deal { hands: Some(hands) } if hands.len() != self.players => {
                Err(violation!(Code::Malformed, "The deal has {} hands for {} players.", hands.len(), self.players))
            }
            Step::Deal { .. } | Step::Request { .. } | Step::Give { .. } | Step::Play { .. } | Step::Pass { .. } => {
                known_player_of(step, self.players)
            }
        }
    }

    fn check_due(&self, due: Due<StepKind>, step: &Step) -> Result<(), Violation> {
        let due = match (&self.phase, step) {
            // Of the right type, and refused with `must_lead`.
            (Phase::Lead { turn }, Step::Pass { .. }) => Due::player(*turn, &[StepKind::Pass]),
            (Phase::Deal | Phase::Exchange { .. } | Phase::Lead { .. } | Phase::Follow { .. } | Phase::Over, _) => due,
        };
        expected(due, step)?;
        match (&self.phase, step.player()) {
            (Phase::Follow { turn, .. }, Some(player)) if player != *turn && !step.is_fool_alone() => {
                Err(violation!(Code::WrongPlayer, "Out of turn {} may play only the Fool, by itself.", player))
            }
            (Phase::Deal | Phase::Exchange { .. } | Phase::Lead { .. } | Phase::Follow { .. } | Phase::Over, _) => {
                Ok(())
            }
        }
    }

    fn check_rules(&self, step: &Step) -> Result<(), Violation> {
        match step {
            Step::Deal { hands } => deal::check(hands.as_ref(), self.dealer),
            Step::Request { wants, .. } => self.check_request(*wants),
            Step::Give { player, cards } => self.check_give(*player, cards),
            Step::Play { player, cards } => self.check_play(*player, cards),
            Step::Pass { player } => self.check_pass(*player),
        }
    }

    fn apply_unchecked(&mut self, step: &Step) {
        match step {
            Step::Deal { hands } => self.deal(&deal::hands(hands.as_deref().unwrap_or_default())),
            Step::Request { .. } | Step::Give { .. } | Step::Play { .. } | Step::Pass { .. } => {
                if let Some((player, mv)) = Move::of_step(step) {
                    self.play_unchecked(player, mv);
                }
            }
        }
    }

    fn moves(&self, player: Player, limit: usize, out: &mut Vec<Move>) -> bool {
        self.hand_moves(player, limit, out)
    }

    #[inline]
    fn nth_move(&self, player: Player, place: impl FnOnce(usize) -> usize) -> Option<Move> {
        self.nth_hand_move(player, place)
    }

    #[inline]
    fn play_nth(&mut self, player: Player, place: impl FnOnce(usize) -> usize) -> Option<Move> {
        self.play_nth_of(player, place)
    }

    #[inline]
    fn play_unchecked(&mut self, player: Player, mv: Move) {
        match mv {
            Move::Pass => self.pass(player),
            Move::Play(cards) => self.lay(player, cards),
            Move::Give(cards) => self.give(cards),
            Move::Request(wants) => self.request(wants),
        }
    }

    fn draw(&mut self, chance: &mut Chance) -> Step {
        assert!(self.phase == Phase::Deal, "no table step is due");
        let hands = deal::cut(&chance.pack(), self.dealer, self.players);
        self.deal(&hands);
        Step::Deal { hands: Some(deal::spelled(&hands)) }
    }

    fn outcome(&self) -> Option<Outcome<Detail>> {
        (self.phase == Phase::Over).then(|| score::outcome(&self.scores, self.deals.clone()))
    }
}
