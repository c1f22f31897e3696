//! Cost of getting rid of a hand, in turns.

use crate::{
    cards::{Card, Hand, Rank},
    games::fortuno::View,
};

/// Extra turns for a Major that makes its player draw, take or be dealt cards.
const BURDENS: [(u8, f64); 8] = [(2, 1.3), (5, 2.0), (8, 0.5), (12, 2.0), (15, 0.4), (17, 0.2), (18, 0.6), (21, 0.5)];
/// The same by card.
const BURDEN_OF: [f64; Card::COUNT] = {
    let (mut burdens, mut place) = ([0.0; Card::COUNT], 0);
    while place < BURDENS.len() {
        burdens[BURDENS[place].0 as usize] = BURDENS[place].1;
        place += 1;
    }
    burdens
};
/// Probability that a card cannot be played in a turn, if no ace is barred. A table, because the cost of a hand is
/// computed after every move.
const STUCK_WITH: [f64; Card::COUNT] = {
    let (mut stuck, mut index) = ([1.0 - MINOR_EASE; Card::COUNT], 0);
    while index < Card::COUNT {
        if let Some(card) = Card::new(index as u8) {
            if card.is_trump() {
                stuck[index] = 1.0 - 0.75;
            } else if Hand::rank(Rank::ACE).contains(card) {
                stuck[index] = 1.0 - 0.8;
            }
        }
        index += 1;
    }
    stuck[FORTUNE.index()] = 1.0 - 0.05;
    stuck
};
/// Probability that a Minor can be played in a turn; for aces only if barred.
const MINOR_EASE: f64 = 0.3;
const FORTUNE: Card = Card::trump(10);
const TOWER: Card = Card::trump(16);
const AEON: Card = Card::trump(20);
const PRIESTESS: Card = Card::trump(2);
const HIEROPHANT: Card = Card::trump(5);
/// Extra turns for a hand without a playable card.
const STUCK: f64 = 2.0;

/// Number of turns it takes to get rid of these cards.
pub(super) fn cost(hand: Hand, view: &View<'_>) -> f64 {
    if hand.is_empty() {
        return 0.0;
    }
    let count = hand.len();
    let gambit = hand.contains(PRIESTESS) && hand.contains(HIEROPHANT);
    let barred_aces = view.barred() & Hand::rank(Rank::ACE);
    let (mut turns, mut stuck) = (count as f64, STUCK);
    for card in hand & Hand::TRUMPS {
        stuck *= STUCK_WITH[card.index()];
        if !(gambit && (card == PRIESTESS || card == HIEROPHANT)) {
            turns += burden(card, count);
        }
    }
    for card in hand & Hand::MINORS {
        stuck *= if barred_aces.contains(card) { 1.0 - MINOR_EASE } else { STUCK_WITH[card.index()] };
    }
    turns + stuck
}

/// The Princesses and Princes that may join Lust.
pub(super) fn joining(hand: Hand, view: &View<'_>) -> Hand {
    hand & ((Hand::rank(Rank::PAGE) | Hand::rank(Rank::KNIGHT)) - view.barred())
}

/// Extra turns of this Major in a hand of this size.
fn burden(card: Card, count: usize) -> f64 {
    let others = count as f64 - 1.0;
    match card {
        FORTUNE if count == 1 => 3.0,
        FORTUNE if count == 2 => 0.7,
        FORTUNE => -0.2,
        AEON => (6.0 - others).max(-3.0) * 0.5,
        TOWER => (3.0 - others).clamp(-1.0, 2.0) * 0.6,
        card => BURDEN_OF[card.index()],
    }
}
