//! Legal moves, listed in a fixed order (foolery.md, "Plays", "Turn structure").
//!
//! Rarer kinds come first, so that a truncated list is still varied.

use std::ops::ControlFlow::Continue;

use super::{Foolery, Kind, Move, Phase, Play, Wants, Wish, combinations::Combinations, exchange, pick::following};
use crate::{
    cards::{Card, Hand},
    games::{
        Game, Player,
        moves::combinatorics::{each_choice, nth_choice, number_of_choices},
        moves::{Flow, List, MoveSink, nth_of_counted},
    },
};

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
