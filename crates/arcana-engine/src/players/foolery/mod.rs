//! Foolery's adept: sheds cards that are hard to get rid of while it has the lead, and spends winning cards to get the
//! lead.
//!
//! A hand is split into plays (`hand_split.rs`). A move is worth the cost that it saves, plus the lead as far as it is
//! likely to stand (`odds.rs`).

mod hand_split;
mod odds;
mod ranks;
mod sage;
mod weights;

#[cfg(test)]
mod tests;

use std::time::Duration;

use super::{Bot, Easy, HasBots, Search};
use crate::{
    cards::{Card, Hand, Rank},
    chance::Chance,
    games::foolery::{Each, Foolery, Move, Options, Play, View, Wants, Wish},
};
use odds::{Others, SURE};
use weights::Weights;

impl HasBots for Foolery {
    const ADEPT_VERSION: u32 = 1;
    const SEARCH: Option<Search<Self>> = Some(sage::SEARCH);

    fn adept() -> Box<dyn Bot<Foolery>> {
        Box::new(Adept { weights: Weights::ADEPT })
    }

    fn easy() -> Box<dyn Bot<Foolery>> {
        Box::new(Easy)
    }

    fn thinking(_players: usize, options: &Options) -> Duration {
        DEAL * options.deals.get() as u32
    }
}

/// Time it takes for a deal.
const DEAL: Duration = Duration::from_millis(1);

/// Evaluates each legal move and makes the best.
#[derive(Clone, Copy, Debug)]
struct Adept {
    weights: Weights,
}

/// Worth of going out: more than anything else.
const OUT: i32 = 100_000;

impl Bot<Foolery> for Adept {
    fn choose(&mut self, view: &View<'_>, moves: &[Move], must: bool, _chance: &mut Chance) -> Option<Move> {
        let table = Position::of(view, &self.weights);
        if let Some(wants) = table.wish().filter(|_| moves.iter().any(|mv| matches!(mv, Move::Request(_)))) {
            return Some(Move::Request(wants));
        }
        // `max_by_key` returns the last maximum; reversed, that is the first move listed.
        let weighed = moves.iter().rev().map(|mv| (table.worth(*mv), *mv));
        let (worth, best) = weighed.max_by_key(|(worth, _)| *worth)?;
        (must || worth > table.worth(Move::Pass)).then_some(best)
    }
}

/// What the adept knows when it chooses.
struct Position<'a> {
    weights: &'a Weights,
    hand: Hand,
    /// Cost of the hand.
    cost: i32,
    others: Others,
    /// Number of cards of each other player in the deal.
    sizes: Each<usize>,
    /// The wishes of a give's recipient.
    wishes: Option<Wants>,
}

impl<'a> Position<'a> {
    fn of(view: &View<'_>, weights: &'a Weights) -> Position<'a> {
        let me = view.player();
        let others = view.within().iter().filter(|player| Some(*player) != me);
        let sizes: Each<usize> = others.map(|player| view.size(player)).collect();
        let stuck = view.stuck().map_or(Hand::EMPTY, |player| view.known(player));
        let others = Others {
            cards: Hand::PACK - view.hand() - view.pile() - stuck,
            with_five: sizes.iter().filter(|size| **size >= 5).count() as i32,
            same_trumps: view.options().same_trumps,
        };
        let cost = hand_split::cost(view.hand(), weights);
        Position { weights, hand: view.hand(), cost, others, sizes, wishes: view.wishes_of_taker() }
    }

    fn worth(&self, mv: Move) -> i32 {
        match mv {
            Move::Pass => self.weights.pass,
            Move::Play(cards) => Play::of(cards).map_or(0, |play| self.worth_of_play(cards, play)),
            Move::Give(cards) => self.worth_of_give(cards),
            // Worthwhile wishes have been made before.
            Move::Request(_) => i32::MIN,
        }
    }

    fn worth_of_play(&self, cards: Hand, play: Play) -> i32 {
        let rest = self.hand - cards;
        if rest.is_empty() {
            return OUT;
        }
        let stands = self.others.let_stand(play, self.weights);
        let gain = self.cost - hand_split::cost(rest, self.weights);
        gain + (stands * self.worth_of_lead(rest) - (SURE - stands) * self.harm(play)) / SURE
    }

    /// Worth of leading from this hand.
    fn worth_of_lead(&self, rest: Hand) -> i32 {
        if rest == Hand::of(Card::FOOL) {
            return -self.weights.stuck;
        }
        let least = self.sizes.iter().min().copied().unwrap_or(0);
        let urgency = least.checked_sub(1).and_then(|at| self.weights.urgency.get(at)).copied().unwrap_or(0);
        let lead = self.weights.lead * (SURE + urgency) / SURE;
        if hand_split::is_one_lead(rest) { lead + self.weights.out_next } else { lead }
    }

    /// Harm from others who may go out on the play.
    fn harm(&self, play: Play) -> i32 {
        if !play.is_normal() {
            return 0;
        }
        let may_go_out = self.sizes.iter().filter(|size| **size == usize::from(play.count)).count();
        may_go_out as i32 * self.weights.lets_out
    }

    /// Keeps the most valuable cards; among equals it grants a wish.
    fn worth_of_give(&self, cards: Hand) -> i32 {
        let granted = |wants: Wants| wants.iter().any(|wish| cards.iter().any(|card| wish.is_met_by(card)));
        let kept = hand_split::cost(self.hand - cards, self.weights);
        i32::from(self.wishes.is_some_and(granted)) - 2 * kept
    }

    /// Wishes for more of the rank of which most are held, the lowest first: a King is likely to give that away.
    fn wish(&self) -> Option<Wants> {
        let held = |rank: &Rank| (self.hand & Hand::rank(*rank)).len();
        let ranks = Rank::ALL.into_iter().rev().filter(|rank| (2..=3).contains(&held(rank)));
        ranks.max_by_key(held).map(|rank| Wants { first: Wish::Rank(rank), second: None })
    }
}
