//! How a turn begins and ends, and who is next (fortuno.md, "Turn structure").

use arrayvec::ArrayVec;

use super::{
    After, Anchor, Direction, Fortuno, MOST, Turn,
    score::Ended,
    task::{Question, Task},
};
use crate::{
    cards::{Card, Hand},
    games::{Player, PlayerSet},
};

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
            return self.wait(Question::Slap { fourth });
        }
        let (seat, passed_over) = self.find_next_seat();
        if self.team.is_none_or(|team| team.fresh || !passed_over.contains(team.original)) {
            return self.begin_turn(seat, false);
        }
        self.then(Task::BeginTurn { seat, reward: false });
        self.then(Task::WinCheck);
        self.then(Task::Divorce);
    }

    /// Goes from player to player until one is not passed over; tells who was.
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
        // Never further than once round the table.
        self.order[if place < count { place } else { place - count }]
    }

    /// These players, from the next one in the direction on; the seat comes last.
    pub(super) fn ring(&self, players: PlayerSet) -> ArrayVec<Player, MOST> {
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
    pub(super) fn players_in(&self) -> PlayerSet {
        self.order.iter().copied().collect()
    }

    /// The players in who are hermits.
    pub(super) fn hermits(&self) -> PlayerSet {
        self.order.iter().copied().filter(|player| self.hermit[player.index()] > 0).collect()
    }

    pub(super) fn reverse_direction(&mut self) {
        self.direction = self.direction.reversed();
    }
}
