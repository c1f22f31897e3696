//! A player's moves, and which of them are legal, in a fixed order (foolery.md, "Plays", "Turn structure").
//!
//! Rarer kinds come first, so that a truncated list is still varied.

use std::ops::ControlFlow::Continue;

use super::{Foolery, Kind, Phase, Play, Step, Wants, Wish, combinations::Combinations, exchange};
use crate::{
    cards::{Card, Hand},
    games::{
        Game, Player,
        moves::{
            Flow, List, MoveSink,
            combinatorics::{each_choice, nth_choice, number_of_choices},
            nth_of_counted,
        },
    },
};

/// A player's step in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// [`Step::Request`]
    Request(Wants),
    /// [`Step::Give`]
    Give(Hand),
    /// [`Step::Play`]
    Play(Hand),
    /// [`Step::Pass`]
    Pass,
}

impl Move {
    /// The player who makes a step, and the move; `None` for table steps and for steps that are not a valid move.
    pub fn of_step(step: &Step) -> Option<(Player, Move)> {
        Some(match step {
            Step::Deal { .. } => return None,
            Step::Request { player, wants } => (*player, Move::Request(*wants)),
            Step::Give { player, cards } => (*player, Move::Give(cards.hand())),
            Step::Play { player, cards } => (*player, Move::Play(cards.hand())),
            Step::Pass { player } => (*player, Move::Pass),
        })
    }
}

/// The five-card kinds, rarest first.
const FIVES: [Kind; 5] = [Kind::FiveOfAKind, Kind::StraightFlush, Kind::FullHouse, Kind::Flush, Kind::Straight];

impl Foolery {
    /// Lists a player's legal moves; false when there are more than may be listed.
    pub(super) fn hand_moves(&self, player: Player, limit: usize, moves: &mut Vec<Move>) -> bool {
        let held = Combinations::of(self.hand(player));
        self.moves_of(player, &held, &mut List::new(moves, limit)).is_continue()
    }

    /// One of the listed moves, by its index.
    #[inline]
    pub(super) fn nth_hand_move(&self, player: Player, place: impl FnOnce(usize) -> usize) -> Option<Move> {
        let held = Combinations::of(self.hand(player));
        if let Some(standing) = self.to_follow(player) {
            return held.pick_following(standing, self.options.same_trumps, place).map(following);
        }
        nth_of_counted(Foolery::INFO.moves_limit, place, |list| self.moves_of(player, &held, list))
    }

    fn moves_of(&self, player: Player, held: &Combinations, list: &mut impl MoveSink<Move>) -> Flow {
        match &self.phase {
            Phase::Exchange { give } => self.list_exchange(player, *give, list),
            Phase::Lead { turn } if *turn == player => leads(held, list),
            Phase::Follow { turn, trick } if *turn == player => {
                follows(held, trick.standing, self.options.same_trumps, list)
            }
            Phase::Follow { turn, trick } if self.may_fool(*turn, trick).contains(player) => fool(held, list),
            Phase::Deal | Phase::Lead { .. } | Phase::Follow { .. } | Phase::Over => Continue(()),
        }
    }

    /// All gives, then single wishes, then pairs of wishes.
    fn list_exchange(&self, player: Player, give: usize, list: &mut impl MoveSink<Move>) -> Flow {
        let (due, from, _) = self.give_due(give);
        if from != player {
            return Continue(());
        }
        let hand = self.hand(player);
        let (fixed, choice) =
            if due.highest { exchange::highest(hand, due.count) } else { (Hand::EMPTY, exchange::givable(hand)) };
        gives(fixed, choice, due.count - fixed.len(), list)?;
        if due.highest && self.current.requests[give].is_none() { requests(due.count, list) } else { Continue(()) }
    }
}

/// The fixed cards with `more` others from a choice.
fn gives(fixed: Hand, choice: Hand, more: usize, list: &mut impl MoveSink<Move>) -> Flow {
    list.span(
        || number_of_choices(choice.len(), more),
        |place| Move::Give(fixed | nth_choice(choice, more, place)),
        |list| each_choice(choice, more, fixed, &mut |cards| list.add(Move::Give(cards))),
    )
}

fn wishes() -> impl Iterator<Item = Wish> {
    (0..Wish::COUNT).filter_map(Wish::new).filter(|wish| *wish != Wish::Card(Card::FOOL))
}

fn requests(most: usize, list: &mut impl MoveSink<Move>) -> Flow {
    for first in wishes() {
        list.add(Move::Request(Wants { first, second: None }))?;
    }
    if most < 2 {
        return Continue(());
    }
    for first in wishes() {
        for second in wishes().filter(|second| *second != first || !matches!(first, Wish::Card(_))) {
            list.add(Move::Request(Wants { first, second: Some(second) }))?;
        }
    }
    Continue(())
}

fn leads(held: &Combinations, list: &mut impl MoveSink<Move>) -> Flow {
    if held.has_trumps_alone() {
        return (1..=3).try_for_each(|count| held.trumps(count, 0, list));
    }
    (1..=4).try_for_each(|count| held.of_one_rank(count, 1, list))?;
    if held.is_short() {
        return Continue(());
    }
    FIVES.into_iter().try_for_each(|kind| held.five(kind, 1, list))
}

fn follows(held: &Combinations, standing: Play, same_trumps: bool, list: &mut impl MoveSink<Move>) -> Flow {
    list.add(Move::Pass)?;
    fool(held, list)?;
    if standing.is_normal() && standing.count < 5 {
        held.of_one_rank(standing.count, standing.value, list)?;
    } else if standing.is_normal() {
        for kind in FIVES.into_iter().filter(|kind| *kind >= standing.kind) {
            held.five(kind, if kind == standing.kind { standing.value } else { 1 }, list)?;
        }
    }
    held.trumps(standing.trumps_to_follow(same_trumps), standing.trumps_above(), list)
}

fn fool(held: &Combinations, list: &mut impl MoveSink<Move>) -> Flow {
    if held.fool { list.add(Move::Play(Hand::of(Card::FOOL))) } else { Continue(()) }
}

// Eight of ten choices are what follows a play of fewer than five cards. Their kinds are counted and chosen here, in the
// order of the list above, instead of passing that list twice: a quarter of the instructions of random games. What is
// chosen stays a set until it is laid, which gains 5 % of the time: a move is written in parts and copied as a whole.

impl Foolery {
    /// The play that a player is to follow in turn, if it has fewer than five cards.
    #[inline]
    fn to_follow(&self, player: Player) -> Option<&Play> {
        match &self.phase {
            Phase::Follow { turn, trick } if *turn == player && trick.standing.count < 5 => Some(&trick.standing),
            Phase::Deal | Phase::Exchange { .. } | Phase::Lead { .. } | Phase::Follow { .. } | Phase::Over => None,
        }
    }

    /// Plays one of the listed moves, by its index.
    #[inline]
    pub(super) fn play_nth_of(&mut self, player: Player, place: impl FnOnce(usize) -> usize) -> Option<Move> {
        if let Some(standing) = self.to_follow(player) {
            let held = Combinations::of(self.hand(player));
            let laid = held.pick_following(standing, self.options.same_trumps, place)?;
            if laid.is_empty() {
                self.pass(player)
            } else {
                self.lay(player, laid)
            }
            return Some(following(laid));
        }
        let mv = self.nth_move(player, place)?;
        self.play_unchecked(player, mv);
        Some(mv)
    }
}

/// The move that lays these cards, or passes.
#[inline]
fn following(laid: Hand) -> Move {
    if laid.is_empty() { Move::Pass } else { Move::Play(laid) }
}

impl Combinations {
    /// The cards of one of the moves that follow a play of fewer than five cards, by its index in the list; none to
    /// pass.
    #[inline]
    fn pick_following(&self, standing: &Play, same_trumps: bool, place: impl FnOnce(usize) -> usize) -> Option<Hand> {
        let (count, above) = (standing.trumps_to_follow(same_trumps), standing.trumps_above());
        let fools = usize::from(self.fool);
        let ranks =
            if standing.is_normal() { self.suits.number_of_one_rank(standing.count, standing.value) } else { 0 };
        let all = 1 + fools + ranks + self.number_of_trumps(count, above);
        let number = all.min(Foolery::INFO.moves_limit);
        let place = Some(place(number)).filter(|place| *place < number)?;
        let Some(place) = place.checked_sub(1) else { return Some(Hand::EMPTY) };
        let Some(place) = place.checked_sub(fools) else { return Some(Hand::of(Card::FOOL)) };
        match place.checked_sub(ranks) {
            None => self.nth_of_one_rank(standing.count, standing.value, place),
            Some(place) => Some(self.nth_trumps(count, place)),
        }
    }
}
