//! Exact endings: what the teams win of a deal whose cards are all known, when all four play as well as can be.
//!
//! Alpha-beta over cards, with a table of the positions between tricks. The lead goes round whoever wins, so what is left
//! to be won depends on the cards that are left and nothing else: positions that were reached by other ways, in other
//! suits or in another deal are the same, and equal cards are tried once.

mod cards;
mod known;
#[cfg(test)]
mod tests;

use arrayvec::ArrayVec;

use self::{
    cards::{Cards, Places, STARS, SUITS},
    known::{Found, Known},
};
use crate::{
    cards::Hand,
    games::{
        Player,
        fortunes::{DispositionRule, HighLow, Options, PLAYERS, StarsWhenBroken, TRICKS, Tricks, led_suit},
    },
};

/// The most cards of a hand for which an ending is computed.
pub const MOST_CARDS: usize = 7;

/// Endings under the same house rules; what is found of one serves the others.
pub struct Endings {
    rules: Rules,
    known: Known,
    /// Number of cards tried so far.
    tried: u64,
}

/// What decides a trick besides its cards.
#[derive(Clone, Copy)]
struct Rules {
    /// A Star may be played on any mundane trick, once they are broken.
    at_will: bool,
    /// The final type of a trick decides which team it favours, not the first.
    ended: bool,
}

/// The trick on the table.
#[derive(Clone, Copy)]
struct Trick {
    leader: usize,
    /// Number of cards played to it.
    played: usize,
    led: usize,
    /// The cards of the led suit among them.
    lying: Places,
    /// Whether Stars have switched it.
    switched: bool,
}

/// A card by its suit and place.
type Place = (usize, Places);

/// A card, what comes of it, and how soon it should be tried.
struct Try {
    promise: i32,
    place: Place,
    cards: Cards,
    trick: Trick,
}

/// The cards and the trick of a table; seats are counted from East.
fn start(table: &Tricks) -> (Cards, Trick) {
    let mut trick = Trick::led_by(table.tricks.len() % PLAYERS);
    let mut hands = std::array::from_fn(|seat| table.hands[table.dealer.after(seat, PLAYERS).index()]);
    for (place, card) in table.trick.iter().enumerate() {
        hands[(trick.leader + place) % PLAYERS].insert(*card);
    }
    let mut cards = Cards::of(hands, table.broken);
    let mut left = hands.into_iter().fold(Hand::EMPTY, |all, hand| all | hand);
    for card in &table.trick {
        let suit = card.suit().map_or(STARS, |suit| 1 + suit.index());
        let below = left & led_suit(*card) & Hand::from_bits((1 << card.index()) - 1);
        trick.play(&mut cards, (suit, 1 << (2 * below.len())));
        if suit != trick.led {
            left.remove(*card);
        }
    }
    (cards, trick)
}

/// Bounds between which a result has to be known.
#[derive(Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl Endings {
    /// Nothing is known yet.
    pub fn new(options: &Options) -> Endings {
        let rules = Rules {
            at_will: options.stars_when_broken == StarsWhenBroken::AtWill,
            ended: options.disposition == DispositionRule::Ended,
        };
        Endings { rules, known: Known::default(), tried: 0 }
    }

    /// The points that a player's team still wins, less the other team's; `None` with more than seven cards in a hand.
    pub fn lead(&mut self, table: &Tricks, player: Player) -> Option<i64> {
        let left = TRICKS - table.tricks.len();
        if left == 0 || left > MOST_CARDS {
            return (left == 0).then_some(0);
        }
        let (cards, trick) = start(table);
        let most = 2 * left as i32;
        let high = self.value(&cards, trick, left, Window { alpha: -most, beta: most });
        Some(i64::from(if HighLow::of(player, table.dealer) == HighLow::High { high } else { -high }))
    }

    /// Number of cards tried since the beginning: what the work is measured by.
    pub const fn tried(&self) -> u64 {
        self.tried
    }

    /// What the High team wins more than the Low team from here, exactly where it lies in the window.
    fn value(&mut self, cards: &Cards, trick: Trick, left: usize, window: Window) -> i32 {
        if trick.played == PLAYERS {
            let (points, cards) = self.rules.taken(cards, trick);
            let rest = Window { alpha: window.alpha - points, beta: window.beta - points };
            return points + if left > 1 { self.between_tricks(cards, left - 1, rest) } else { 0 };
        }
        self.best(cards, trick, left, window, None).0
    }

    /// As [`Endings::value`], before a trick.
    fn between_tricks(&mut self, mut cards: Cards, left: usize, window: Window) -> i32 {
        let trick = Trick::led_by((TRICKS - left) % PLAYERS);
        if left == 1 {
            return self.value(&cards, trick, left, window);
        }
        cards.sort();
        let key = cards.key();
        let mut found = self.known.of(key).unwrap_or_else(|| self.rules.bounds(&cards, left));
        if found.least >= window.beta || found.least == found.most {
            return found.least;
        }
        if found.most <= window.alpha {
            return found.most;
        }
        let window = Window { alpha: window.alpha.max(found.least), beta: window.beta.min(found.most) };
        let (value, best) = self.best(&cards, trick, left, window, found.lead);
        if value > window.alpha {
            found.least = value;
        }
        if value < window.beta {
            found.most = value;
        }
        found.lead = best;
        self.known.keep(key, found);
        value
    }

    /// The best of the cards that may be played now, and its value; `first` is tried first.
    fn best(
        &mut self,
        cards: &Cards,
        trick: Trick,
        left: usize,
        mut window: Window,
        first: Option<Place>,
    ) -> (i32, Option<Place>) {
        let high = is_high(trick.seat());
        let mut tries = self.tries(cards, trick, first);
        tries.sort_unstable_by_key(|tried| -tried.promise);
        let (mut value, mut best) = (if high { i32::MIN } else { i32::MAX }, None);
        for tried in &tries {
            self.tried += 1;
            let of_this = self.value(&tried.cards, tried.trick, left, window);
            if if high { of_this > value } else { of_this < value } {
                (value, best) = (of_this, Some(tried.place));
            }
            if high {
                window.alpha = window.alpha.max(value)
            } else {
                window.beta = window.beta.min(value)
            }
            if window.alpha >= window.beta {
                break;
            }
        }
        (value, best)
    }

    /// The cards that may be played now, one of equal ones.
    fn tries(&self, cards: &Cards, trick: Trick, first: Option<Place>) -> ArrayVec<Try, MOST_CARDS> {
        let mut tries = ArrayVec::new();
        for (suit, held) in self.rules.playable(cards, trick).into_iter().enumerate() {
            let mut left = cards.unlike(suit, held);
            while left != 0 {
                let place = (suit, left & left.wrapping_neg());
                left &= left - 1;
                let (mut after, mut trick) = (*cards, trick);
                trick.play(&mut after, place);
                let promise =
                    if first == Some(place) { i32::MAX } else { self.rules.promise(cards, &after, trick, place) };
                tries.push(Try { promise, place, cards: after, trick });
            }
        }
        tries
    }
}

/// Whether a seat from East is on the High team.
const fn is_high(seat: usize) -> bool {
    seat.is_multiple_of(2)
}

impl Rules {
    /// The cards that may be played now, by suit (fortunes.md, "Which cards may be played").
    fn playable(self, cards: &Cards, trick: Trick) -> [Places; SUITS] {
        let mut held = std::array::from_fn(|suit| cards.held(suit, trick.seat()));
        if trick.played == 0 {
            let minors = held[STARS + 1..].iter().any(|held| *held != 0);
            if minors && !cards.broken {
                held[STARS] = 0;
            }
        } else if held[trick.led] != 0 {
            let stars = self.at_will && cards.broken;
            for (suit, held) in held.iter_mut().enumerate() {
                if suit != trick.led && !(suit == STARS && stars) {
                    *held = 0;
                }
            }
        }
        held
    }

    /// What the High team wins more than the Low team with this trick as it lies.
    fn points(self, cards: &Cards, trick: Trick) -> i32 {
        let started = is_high(trick.leader);
        let ended = started ^ trick.switched;
        let winner = cards.owner(trick.led, cards.winning(trick.led, trick.lying, ended));
        let favoured = if self.ended { ended } else { started };
        match (is_high(winner), favoured) {
            (true, true) => 2,
            (true, false) => 1,
            (false, true) => -1,
            (false, false) => -2,
        }
    }

    /// What the High team wins more with this full trick, and the cards that are left.
    fn taken(self, cards: &Cards, trick: Trick) -> (i32, Cards) {
        let (points, mut rest, mut lying) = (self.points(cards, trick), *cards, trick.lying);
        while lying != 0 {
            let highest = 1 << (63 - lying.leading_zeros());
            rest.remove(trick.led, highest);
            lying ^= highest;
        }
        (points, rest)
    }

    /// Bounds of what is left to be won: the first type of each trick is known, and at most each Star switches one.
    fn bounds(self, cards: &Cards, left: usize) -> Found {
        let high = (TRICKS - left..TRICKS).filter(|number| is_high(number % PLAYERS)).count();
        let low = left - high;
        let switches = if self.ended { cards.stars() as usize } else { 0 };
        Found {
            most: (2 * high + low + low.min(switches)) as i32,
            least: -((2 * low + high + high.min(switches)) as i32),
            lead: None,
        }
    }

    /// How likely a card is the best: what its trick would bring now, unless it can still be contested, then the less it
    /// is worth keeping.
    fn promise(self, before: &Cards, after: &Cards, trick: Trick, (suit, place): Place) -> i32 {
        let ended = is_high(trick.leader) ^ trick.switched;
        let holder = after.winning(trick.led, trick.lying, ended);
        let better = if ended { !(holder | (holder - 1)) } else { holder - 1 };
        let others = 1 - after.owner(trick.led, holder) % 2;
        let contested = (trick.played..PLAYERS)
            .map(|place| (trick.leader + place) % PLAYERS)
            .any(|seat| seat % 2 == others && after.held(trick.led, seat) & better != 0);
        let now = self.points(after, trick);
        let now = if is_high(trick.seat()) { -now } else { now };
        let (at, end) = (place.trailing_zeros() as i32, before.top(suit).trailing_zeros() as i32);
        let keep = (at - end / 2).abs() / 2;
        16 * (if contested { -now / 2 } else { now }) - keep
    }
}

impl Trick {
    const fn led_by(leader: usize) -> Trick {
        Trick { leader, played: 0, led: STARS, lying: 0, switched: false }
    }

    /// Whose turn it is.
    const fn seat(&self) -> usize {
        (self.leader + self.played) % PLAYERS
    }

    /// Plays a card. Those that do not follow are taken away at once.
    const fn play(&mut self, cards: &mut Cards, (suit, place): Place) {
        if self.played == 0 {
            self.led = suit;
        }
        if suit == self.led {
            self.lying |= place;
        } else {
            cards.remove(suit, place);
            self.switched ^= suit == STARS;
        }
        cards.broken |= suit == STARS;
        self.played += 1;
    }
}
