//! How a turn begins and ends, who is next, and what may be done in it (fortuno.md, "Turn structure").

use arrayvec::ArrayVec;

use super::{
    After, Anchor, Direction, Fortuno, PLAYERS_LIMIT, Pending, Turn,
    cards::{ART, FORTUNE, LUST, numericals},
    score::Ended,
    steps::StepKind,
    tasks::{Moment, Question, TableStep, Task},
};
use crate::{
    cards::{Card, Hand, Rank},
    games::{Kinds, Player, PlayerSet},
};

/// By the Minor on top, the cards that may be played on it: its suit, its rank, and the Majors.
const FOLLOWING: [Hand; Card::COUNT] = {
    let mut following = [Hand::EMPTY; Card::COUNT];
    let mut index = 0;
    while index < Card::COUNT {
        if let Some(top) = Card::new(index as u8)
            && let (Some(suit), Some(rank)) = (top.suit(), top.rank())
        {
            let all = Hand::suit(suit).bits() | Hand::rank(rank).bits() | majors_on(top).bits();
            following[index] = Hand::from_bits(all);
        }
        index += 1;
    }
    following
};

/// The Majors, without Lust on an Ace.
const fn majors_on(top: Card) -> Hand {
    match top.rank() {
        Some(rank) if rank.value() == Rank::ACE.value() => {
            Hand::from_bits(Hand::TRUMPS.bits() & !Hand::of(LUST).bits())
        }
        Some(_) | None => Hand::TRUMPS,
    }
}

impl Fortuno {
    /// The table deals; then the turn of player 1 begins.
    pub(super) fn deal(&mut self, hands: impl Iterator<Item = Hand>, pile: impl DoubleEndedIterator<Item = Card>) {
        for (place, hand) in self.hands.iter_mut().zip(hands) {
            *place = hand;
        }
        self.draw.extend(pile.rev());
        self.then(Task::BeginTurn { seat: super::FIRST, reward: false });
    }

    pub(super) fn begin_turn(&mut self, seat: Player, reward: bool) {
        let previous = self.turn.previous;
        self.turn = Turn { seat, reward, decider: None, pending: self.after.pending, previous };
        self.after = After { anchor: Anchor::Player(seat), skips: 0, pending: None, race: None };
        self.act();
    }

    /// End of the turn, 1: it is counted.
    pub(super) fn end_turn(&mut self) {
        self.turns += 1;
        self.turn.previous = self.turn.seat;
        self.win_check();
        if self.end.is_none() && self.team.is_some() {
            self.then(Task::TurnLimit);
            self.part_team();
        } else if self.end.is_none() {
            self.turn_limit();
        }
    }

    /// End of the turn, 3: the team parts at the end of its original's next turn.
    fn part_team(&mut self) {
        let Some(team) = &mut self.team else { return };
        if team.original == self.turn.seat && !team.fresh {
            self.then(Task::WinCheck);
            self.then(Task::Divorce);
        } else {
            team.fresh = false;
        }
    }

    /// End of the turn, 4: the option `max_turns`.
    pub(super) fn turn_limit(&mut self) {
        if self.turns as usize >= self.options.max_turns.size() {
            self.end_with(Ended::TurnLimit, self.with_fewest_cards());
        } else {
            self.pass_on();
        }
    }

    /// End of the turn, 5 and 6: the race, or the next seat.
    fn pass_on(&mut self) {
        if let Some(fourth) = self.after.race {
            return self.wait(Question::Table(TableStep::Slap { fourth }));
        }
        let (seat, passed_over) = self.find_next_seat();
        if self.team.is_none_or(|team| team.fresh || !passed_over.contains(team.original)) {
            return self.begin_turn(seat, false);
        }
        self.then(Task::BeginTurn { seat, reward: false });
        self.then(Task::WinCheck);
        self.then(Task::Divorce);
    }

    /// Finds the next player who is not skipped; returns that player and those skipped.
    fn find_next_seat(&mut self) -> (Player, PlayerSet) {
        let (mut player, mut passed_over) = (self.next_from(self.after.anchor), PlayerSet::EMPTY);
        loop {
            let hermit = &mut self.hermit[player.index()];
            if self.after.skips == 0 && *hermit == 0 {
                return (player, passed_over);
            }
            self.after.skips = self.after.skips.saturating_sub(1);
            *hermit = hermit.saturating_sub(1);
            passed_over.insert(player);
            player = self.next_from(Anchor::Player(player));
        }
    }

    /// The next player in the direction; after an elimination, counted from the place left empty.
    pub(super) fn next_from(&self, anchor: Anchor) -> Player {
        let count = self.order.len();
        let place = match (anchor, self.direction) {
            (Anchor::Player(player), Direction::Forward) => self.place_of(player) + 1,
            (Anchor::Player(player), Direction::Backward) => self.place_of(player) + count - 1,
            (Anchor::Gap(place), Direction::Forward) => place,
            (Anchor::Gap(place), Direction::Backward) => place + count - 1,
        };
        // At most once round the table.
        self.order[if place < count { place } else { place - count }]
    }

    /// These players, from the next one in the direction on; the seat comes last.
    pub(super) fn ring(&self, players: PlayerSet) -> ArrayVec<Player, PLAYERS_LIMIT> {
        let mut ring = ArrayVec::new();
        let mut player = self.turn.seat;
        for _ in 0..self.order.len() {
            player = self.next_from(Anchor::Player(player));
            if players.contains(player) {
                ring.push(player);
            }
        }
        ring
    }

    /// The players in.
    pub(super) const fn players_in(&self) -> PlayerSet {
        self.cached.inside
    }

    /// The players in who are hermits.
    pub(super) fn hermits(&self) -> PlayerSet {
        self.order.iter().copied().filter(|player| self.hermit[player.index()] > 0).collect()
    }

    pub(super) fn reverse_direction(&mut self) {
        self.direction = self.direction.reversed();
    }
}

impl Fortuno {
    /// Waits for the actors, or ends the turn in which they can do nothing.
    pub(super) fn act(&mut self) {
        match self.moment() {
            Some(moment) => self.wait(Question::Act(moment)),
            None if self.turn.reward => {
                self.idle = 0;
                self.then(Task::EndTurn);
            }
            None => self.idle_turn(),
        }
    }

    fn idle_turn(&mut self) {
        self.idle += 1;
        if self.idle >= self.order.len() {
            return self.end_with(Ended::Stuck, self.with_fewest_cards());
        }
        self.then(Task::EndTurn);
    }

    /// The first line of the table that fits; `None` where there is no step.
    pub(super) fn moment(&self) -> Option<Moment> {
        if self.turn.reward {
            return (!self.usable().is_empty()).then(|| Moment::Reward { playable: self.rewards() });
        }
        if let Some(pending) = self.turn.pending {
            return Some(Moment::Answer { playable: self.answers(pending) });
        }
        let on_minor = self.minor_on_top().is_some();
        if !on_minor && self.can_draw() {
            return Some(Moment::Flip);
        }
        let playable = self.own_turn_cards();
        match (on_minor, playable.is_empty()) {
            (true, false) => Some(Moment::Follow { playable }),
            (true, true) => self.can_draw().then_some(Moment::Search),
            (false, false) => Some(Moment::Free { playable }),
            (false, true) => None,
        }
    }

    /// The kinds of step allowed in a moment, from the actors or anybody.
    #[inline]
    pub(super) fn act_kinds(&self, moment: Moment) -> Kinds<StepKind> {
        let mut kinds = moment.other();
        if !moment.playable().is_empty() {
            kinds = kinds.with(StepKind::Play);
            if self.may_dispute() {
                kinds = kinds.with(StepKind::Dispute);
            }
        }
        if self.window.is_some() { kinds.with(StepKind::Accuse) } else { kinds }
    }

    /// The top card, when it counts as a Minor.
    fn minor_on_top(&self) -> Option<Card> {
        self.top().filter(|card| !card.is_trump())
    }

    /// "Which cards may be played": in a player's own turn, on the Minor on top or freely.
    pub(super) fn own_turn_cards(&self) -> Hand {
        let usable = self.usable();
        if usable == Hand::of(FORTUNE) {
            return usable;
        }
        let fitting = self.minor_on_top().map_or(Hand::PACK, |top| self.follows(top));
        usable & (fitting - Hand::of(FORTUNE))
    }

    /// The cards that fit on a Minor.
    fn follows(&self, top: Card) -> Hand {
        FOLLOWING[top.index()] | (Hand::rank(Rank::ACE) - self.barred())
    }

    /// Any card except Fortune, and except Lust on an Ace.
    fn rewards(&self) -> Hand {
        let majors = self.top().map_or(Hand::TRUMPS, majors_on);
        self.usable() & ((Hand::MINORS | majors) - Hand::of(FORTUNE))
    }

    /// The cards that answer a pending draw: those that stack, Fortune if there is a source, and Art.
    fn answers(&self, pending: Pending) -> Hand {
        self.usable() & (self.named_answers(pending) | Hand::of(ART))
    }

    /// The cards that Art may be named as in answer to a draw.
    pub(super) fn named_answers(&self, pending: Pending) -> Hand {
        let stacking = pending.rank.map_or(Hand::EMPTY, Hand::rank) - self.barred();
        if pending.source.is_some() { stacking | Hand::of(FORTUNE) } else { stacking }
    }

    /// Whether there is one of these sets.
    #[inline]
    pub(super) fn has_sets(&self) -> bool {
        let numericals = numericals(self.options.ace_numerical);
        (self.usable() & numericals).has_whole_rank() && (self.team.is_none() || self.sets().next().is_some())
    }

    /// The sets in the hands that the actors may use: whose, and of which rank.
    pub(super) fn sets(&self) -> impl Iterator<Item = (Player, Rank)> {
        let numericals = numericals(self.options.ace_numerical);
        self.speakers().iter().flat_map(move |owner| {
            let hand = self.hands[owner.index()] & numericals;
            hand.whole_ranks().map(move |rank| (owner, rank))
        })
    }
}
