//! Where the steps so far have left the cards, as far as the log shows: the next card named is likely in one of the
//! usual places.

use super::{
    super::PLAYERS_LIMIT,
    coder::{Coder, Odds},
};
use crate::{
    cards::{Card, Hand},
    games::{OutOfBits, Player},
};

/// Number of kinds of place: the player's hand, unknown hands, the draw pile, other hands, the discard pile.
const KINDS: usize = 5;

/// The purpose of a list of cards.
#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose {
    Reshuffle,
    Redeal,
    Divorce,
}

/// By purpose, the odds that a card of each kind of place is in the list, in percent.
const MEMBERS: [[u32; KINDS]; 3] = [[5, 10, 40, 5, 95], [90, 90, 15, 90, 5], [50, 20, 10, 10, 2]];

/// The odds that a single card comes from a kind of place, if it is not from an earlier one, in percent.
const SINGLE: [u32; KINDS] = [45, 50, 70, 80, 50];

/// Where the cards are, as far as the log shows.
#[derive(Clone, Debug)]
pub(super) struct Places {
    /// Cards known to be in a player's hand.
    hands: [Hand; PLAYERS_LIMIT],
    /// Cards drawn before the last reshuffle, or moved to an unknown hand.
    drawn: Hand,
    /// Cards of the last draw pile, drawn since or not.
    pile: Hand,
    discard: Hand,
    single: [Odds; KINDS],
    members: [[Odds; KINDS]; 3],
}

impl Places {
    pub(super) fn new() -> Places {
        Places {
            hands: [Hand::EMPTY; PLAYERS_LIMIT],
            drawn: Hand::EMPTY,
            pile: Hand::PACK,
            discard: Hand::EMPTY,
            single: SINGLE.map(Odds::percent),
            members: MEMBERS.map(|row| row.map(Odds::percent)),
        }
    }

    /// The kinds of place, for a player.
    fn kinds(&self, player: Player) -> [Hand; KINDS] {
        let own = self.hands[player.index()];
        let all = self.hands.iter().fold(Hand::EMPTY, |all, hand| all | *hand);
        [own, self.drawn, self.pile, all - own, self.discard]
    }

    /// Codes a card that a player names, and moves it.
    pub(super) fn card(
        &mut self,
        card: Card,
        player: Player,
        to: To,
        coder: &mut impl Coder,
    ) -> Result<Card, OutOfBits> {
        let mut left = Hand::PACK;
        for (cards, odds) in self.kinds(player).into_iter().zip(&mut self.single) {
            if cards.is_empty() {
                continue;
            }
            if cards == left || coder.flag(cards.contains(card), odds)? {
                left = cards;
                break;
            }
            left = left - cards;
        }
        let below = left & Hand::from_bits((1 << card.index()) - 1);
        let place = coder.even(below.len() as u32, left.len() as u32)?;
        let card = left.nth(place as usize).ok_or(OutOfBits)?;
        self.put(Hand::of(card), to);
        Ok(card)
    }

    /// Moves cards.
    pub(super) fn put(&mut self, cards: Hand, to: To) {
        if to == To::Nowhere {
            return;
        }
        self.hands.iter_mut().for_each(|hand| *hand = *hand - cards);
        for place in [&mut self.drawn, &mut self.pile, &mut self.discard] {
            *place = *place - cards;
        }
        let place = match to {
            To::Hand(player) => &mut self.hands[player.index()],
            To::AnyHand | To::Nowhere => &mut self.drawn,
            To::Discard => &mut self.discard,
            To::Pile => &mut self.pile,
        };
        *place = *place | cards;
    }

    /// Starts a new draw pile: the rest of the old one is in hands.
    pub(super) fn new_pile(&mut self, cards: Hand) {
        self.put(self.pile - cards, To::AnyHand);
        self.put(cards, To::Pile);
    }

    /// Codes which cards are in a list.
    pub(super) fn members(
        &mut self,
        cards: Hand,
        player: Player,
        purpose: Purpose,
        coder: &mut impl Coder,
    ) -> Result<Hand, OutOfBits> {
        let mut found = Hand::EMPTY;
        for (kind, odds) in self.kinds(player).into_iter().zip(&mut self.members[purpose as usize]) {
            for card in kind {
                if coder.flag(cards.contains(card), odds)? {
                    found.insert(card);
                }
            }
        }
        Ok(found)
    }
}

/// Where a card goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum To {
    /// Nowhere: it is only named.
    Nowhere,
    Hand(Player),
    AnyHand,
    Discard,
    Pile,
}

/// Codes a choice of `count` cards of a pool, all equally likely.
pub(super) fn choice(pool: Hand, chosen: Hand, count: usize, coder: &mut impl Coder) -> Result<Hand, OutOfBits> {
    let (mut found, mut left) = (Hand::EMPTY, pool.len());
    for card in pool {
        let missing = count.checked_sub(found.len()).ok_or(OutOfBits)?;
        if missing > left {
            return Err(OutOfBits);
        }
        if coder.ratio(chosen.contains(card), missing as u32, left as u32)? {
            found.insert(card);
        }
        left -= 1;
    }
    if found.len() == count { Ok(found) } else { Err(OutOfBits) }
}

/// Codes the order of all cards of a pool, all equally likely.
pub(super) fn order(mut pool: Hand, cards: &[Card], coder: &mut impl Coder) -> Result<Vec<Card>, OutOfBits> {
    let mut found = Vec::with_capacity(pool.len());
    for number in 0..pool.len() {
        let card = cards.get(number).copied().unwrap_or(Card::FOOL);
        let below = pool & Hand::from_bits((1 << card.index()) - 1);
        let place = coder.even(below.len() as u32, pool.len() as u32)?;
        let card = pool.nth(place as usize).ok_or(OutOfBits)?;
        pool.remove(card);
        found.push(card);
    }
    Ok(found)
}
