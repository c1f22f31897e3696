//! A quick player for deals with all cards known; it maximizes the worth of each trick.
//!
//! The reference implementation, card by card. Games use `lanes`, which must choose the same cards.

use crate::{
    cards::{Card, Hand, PACK},
    games::{
        Player,
        fortunes::{DispositionRule, HighLow, Options, Tricks, led_suit, partner, team, winning_card},
    },
};

/// Plays a deal to its end.
pub fn roll_out(table: &mut Tricks, options: &Options) {
    loop {
        let player = table.turn();
        let Some(card) = quick_card(table, player, options) else { return };
        table.play(player, card, options);
    }
}

/// The cards of the led suit that beat this one in a trick of this final type.
pub fn beating(card: Card, ended: HighLow) -> Hand {
    let below = Hand::from_bits((1 << card.index()) - 1);
    let better = match ended {
        HighLow::High => !below - Hand::of(card),
        HighLow::Low => below,
    };
    better & led_suit(card)
}

/// Keep value of a card, from 0: extreme ranks win tricks, Stars switch them.
const fn keep(card: Card) -> usize {
    match (card.rank(), card.number()) {
        (Some(rank), _) if rank.value() > 7 => rank.value() as usize - 8,
        (Some(rank), _) => 7 - rank.value() as usize,
        (None, Some(number)) if number > 10 => 7 + (number as usize - 10) / 2,
        (None, Some(number)) => 7 + (11 - number as usize) / 2,
        (None, None) => 0,
    }
}

/// The cards by keep value.
const KEEP: [Hand; 13] = {
    let mut levels = [0u128; 13];
    let mut index = 0;
    while index < Card::COUNT {
        levels[keep(PACK[index])] |= 1 << index;
        index += 1;
    }
    let mut keep = [Hand::EMPTY; 13];
    let mut level = 0;
    while level < keep.len() {
        keep[level] = Hand::from_bits(levels[level]);
        level += 1;
    }
    keep
};

/// The least valuable card.
fn least(cards: Hand) -> Option<Card> {
    KEEP.into_iter().find_map(|level| (cards & level).first())
}

/// A plausible card, chosen without looking beyond this trick.
fn quick_card(table: &Tricks, player: Player, options: &Options) -> Option<Card> {
    let legal = table.playable(player, options);
    if legal.len() == 1 {
        return legal.first();
    }
    let opponents = opponents_to_come(table);
    let seat = Seat { table, player, options, legal, opponents };
    let card = if table.trick.is_empty() { seat.lead() } else { seat.follow() };
    card.or(legal.first())
}

struct Seat<'a> {
    table: &'a Tricks,
    player: Player,
    options: &'a Options,
    legal: Hand,
    /// The cards of the other team's players who still play to this trick.
    opponents: Hand,
}

/// The cards of the opponents of the next player who play to this trick later.
fn opponents_to_come(table: &Tricks) -> Hand {
    let (next, left) = (table.turn(), 4 - table.trick.len());
    let hands = (1..left).step_by(2).map(|place| table.hands[next.after(place, 4).index()]);
    hands.fold(Hand::EMPTY, |all, hand| all | hand)
}

/// Worth of a trick to a team: its points less the other's.
fn worth(side: HighLow, ours: bool, favoured: HighLow) -> i32 {
    match (ours, side == favoured) {
        (true, true) => 2,
        (true, false) => 1,
        (false, true) => -1,
        (false, false) => -2,
    }
}

impl Seat<'_> {
    fn side(&self) -> HighLow {
        HighLow::of(self.player, self.table.dealer)
    }

    /// A card that nobody of the other team beats, of the suit in which the team is strongest.
    fn lead(&self) -> Option<Card> {
        let (ended, opponents) = (self.side(), self.opponents);
        let partner = self.table.hands[partner(self.player).index()];
        let mut rest = self.legal;
        let mut helped = None;
        while let Some(first) = rest.first() {
            let suit = led_suit(first);
            let threat = opponents & suit;
            let own = best(rest & suit, ended)?;
            if (beating(own, ended) & threat).is_empty() {
                return Some(own);
            }
            let partners = best(partner & suit, ended);
            if partners.is_some_and(|card| (beating(card, ended) & threat).is_empty()) {
                helped = least(rest & suit);
            }
            rest = rest - suit;
        }
        helped.or_else(|| least(self.legal))
    }

    fn follow(&self) -> Option<Card> {
        let table = self.table;
        let led = table.trick[0];
        let started = HighLow::of(table.leader(), table.dealer);
        let stars = table.trick.iter().filter(|card| card.is_trump()).count();
        let switches = !led.is_trump();
        let now = if switches && stars % 2 == 1 { started.switched() } else { started };
        let (card, value) = self.as_it_is(led, started, now);
        let turning = if switches { self.legal & Hand::TRUMPS } else { Hand::EMPTY };
        let Some(star) = least(turning) else { return card };
        let turned = now.switched();
        let worth = self.value(led, started, turned, self.holder(led, turned));
        if worth > value || card.is_none() { Some(star) } else { card }
    }

    /// The winning card on the table if the trick has this final type.
    fn holder(&self, led: Card, ended: HighLow) -> Card {
        winning_card(self.table.trick.iter().copied().collect(), led, ended)
    }

    /// Worth of the trick if this card on the table wins.
    fn value(&self, led: Card, started: HighLow, ended: HighLow, winner: Card) -> i32 {
        let place = self.table.trick.iter().position(|card| *card == winner).unwrap_or_default();
        let ours = team(self.table.leader().after(place, 4)) == team(self.player);
        let safe = (self.opponents & led_suit(led) & beating(winner, ended)).is_empty();
        worth(self.side(), ours && safe, self.favoured(started, ended))
    }

    fn favoured(&self, started: HighLow, ended: HighLow) -> HighLow {
        match self.options.disposition {
            DispositionRule::Ended => ended,
            DispositionRule::Led => started,
        }
    }

    /// The best card that does not switch the trick, and its worth.
    fn as_it_is(&self, led: Card, started: HighLow, now: HighLow) -> (Option<Card>, i32) {
        let suit = led_suit(led);
        let follow = self.legal & suit;
        let holder = self.holder(led, now);
        let as_before = self.value(led, started, now, holder);
        let beats = follow & beating(holder, now);
        let win = worth(self.side(), true, self.favoured(started, now));
        if as_before < win
            && let Some(threat) = self.cheapest_safe(beats, suit, now)
        {
            return (Some(threat), win);
        }
        let plain = if follow.is_empty() { self.legal - Hand::TRUMPS } else { follow };
        let spare = if (plain - beats).is_empty() { plain } else { plain - beats };
        (least(spare), as_before)
    }

    /// The weakest of these that no later opponent beats.
    fn cheapest_safe(&self, beats: Hand, suit: Hand, now: HighLow) -> Option<Card> {
        let threat = best(self.opponents & suit, now);
        let safe = threat.map_or(beats, |threat| beats & beating(threat, now));
        best(safe, now.switched())
    }
}

/// The strongest card if the trick has this final type.
fn best(cards: Hand, ended: HighLow) -> Option<Card> {
    match ended {
        HighLow::High => cards.last(),
        HighLow::Low => cards.first(),
    }
}
