//! The hands of a deal: shuffled, given in a step, or derived from later steps.

use super::{Step, rules};
use crate::{
    cards::{Card, Hand, Spelled},
    chance::Chance,
    games::{Code, Guess, RawStep, Violation, log::filled, violation},
};

/// Four hands of nineteen cards, and the two cards set aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dealt {
    /// Hands by player.
    pub hands: [Hand; rules::PLAYERS],
    /// The other two cards.
    pub discarded: Hand,
}

impl Dealt {
    /// Shuffles and deals (chance.md, "What is drawn from it").
    pub fn shuffled(chance: &mut Chance) -> Dealt {
        let pack = chance.pack();
        let (dealt, discarded) = pack.split_at(rules::DEALT);
        let mut hands = [Hand::EMPTY; rules::PLAYERS];
        for (hand, cards) in hands.iter_mut().zip(dealt.chunks_exact(rules::TRICKS)) {
            *hand = cards.iter().copied().collect();
        }
        Dealt { hands, discarded: discarded.iter().copied().collect() }
    }

    /// These hands with all other cards discarded, if each has nineteen cards.
    pub fn of_hands(hands: [Hand; rules::PLAYERS]) -> Option<Dealt> {
        let held = hands.into_iter().fold(Hand::EMPTY, |all, hand| all | hand);
        let whole = hands.iter().all(|hand| hand.len() == rules::TRICKS) && held.len() == rules::DEALT;
        whole.then_some(Dealt { hands, discarded: !held })
    }

    /// The hands that a step gives.
    ///
    /// # Errors
    /// `unknown_card`, `duplicate_card`, `bad_deal`, in this order.
    pub fn given(hands: &[Vec<Spelled>], discarded: &[Spelled]) -> Result<Dealt, Violation> {
        Dealt::given_whole(hands, discarded).map_or_else(|| Dealt::given_in_turn(hands, discarded), Ok)
    }

    /// The hands that a step gives, if it is correct: nearly all are, and each is checked several times.
    fn given_whole(hands: &[Vec<Spelled>], discarded: &[Spelled]) -> Option<Dealt> {
        let set = |list: &[Spelled]| list.iter().map(|card| card.card()).collect::<Option<Hand>>();
        let mut sets = [Hand::EMPTY; rules::PLAYERS];
        for (hand, list) in sets.iter_mut().zip(hands) {
            *hand = set(list).filter(|_| list.len() == rules::TRICKS)?;
        }
        let dealt = Dealt::of_hands(sets)?;
        let is_whole = hands.len() == rules::PLAYERS && discarded.len() == rules::DISCARDED;
        (is_whole && set(discarded)? == dealt.discarded).then_some(dealt)
    }

    /// Checks in the order of the page.
    fn given_in_turn(hands: &[Vec<Spelled>], discarded: &[Spelled]) -> Result<Dealt, Violation> {
        let (mut seen, mut twice) = (Hand::EMPTY, None);
        for spelled in hands.iter().map(Vec::as_slice).chain([discarded]).flatten() {
            let Some(card) = spelled.card() else {
                return Err(violation!(Code::UnknownCard, "The deal contains an unknown card."));
            };
            if !seen.insert(card) {
                twice = twice.or(Some(card));
            }
        }
        if let Some(twice) = twice {
            return Err(violation!(Code::DuplicateCard, "{} is dealt twice.", twice));
        }
        let mut sets = [Hand::EMPTY; rules::PLAYERS];
        for (set, list) in sets.iter_mut().zip(hands) {
            *set = list.iter().filter_map(|card| card.card()).collect();
        }
        Dealt::of_hands(sets)
            .filter(|_| hands.len() == rules::PLAYERS && discarded.len() == rules::DISCARDED)
            .ok_or_else(|| {
                violation!(Code::BadDeal, "A deal must give each of the four players 19 cards and discard two.")
            })
    }

    /// The hands derived from the plays after the deal (fortunes.md, "A log without hands"); `None` if they are not
    /// determined.
    pub fn found(later: &[RawStep<'_>]) -> Option<Dealt> {
        let mut hands = [Hand::EMPTY; rules::PLAYERS];
        let mut seen = Hand::EMPTY;
        for raw in later.iter().take_while(|raw| !raw.has_type("deal")) {
            let Some((player, card)) = named(*raw) else { continue };
            if seen.insert(card) {
                hands[player].insert(card);
            }
        }
        Dealt::of_hands(hands)
    }

    /// By player, the cards that the steps up to the next deal play.
    pub fn played(later: &[Step]) -> [Hand; rules::PLAYERS] {
        let mut hands = [Hand::EMPTY; rules::PLAYERS];
        for step in later {
            match step {
                Step::Deal { .. } => break,
                Step::Play { player, card } => {
                    let card = card.card().filter(|card| hands.iter().all(|hand| !hand.contains(*card)));
                    hands[player.index()] = hands[player.index()] | card.map_or(Hand::EMPTY, Hand::of);
                }
                Step::Wager { .. } | Step::Bid { .. } | Step::Stake { .. } => {}
            }
        }
        hands
    }

    /// Candidate deals for the later plays: the cards that they name, filled up with others.
    pub fn guessed(later: &[RawStep<'_>], most: usize) -> Vec<Guess<Step>> {
        let mut hands = [Hand::EMPTY; rules::PLAYERS];
        let mut seen = Hand::EMPTY;
        for (player, card) in later.iter().take_while(|raw| !raw.has_type("deal")).filter_map(|raw| named(*raw)) {
            if hands[player].len() < rules::TRICKS && seen.insert(card) {
                hands[player].insert(card);
            }
        }
        let named = hands.map(|hand| (hand, rules::TRICKS)).to_vec();
        let guess = |place| {
            let hands = <[Hand; rules::PLAYERS]>::try_from(filled(&named, place)).ok()?;
            Some(Guess { deal: Dealt::of_hands(hands)?.step(), named: named.clone() })
        };
        (0..most).filter_map(guess).collect()
    }

    /// Positions of all cards: by player, then the discarded ones.
    pub fn places(&self) -> [Hand; 5] {
        let [a, b, c, d] = self.hands;
        [a, b, c, d, self.discarded]
    }

    /// Whether the lists of a `deal` step are in pack order.
    pub fn is_in_order(hands: &[Vec<Spelled>], discarded: &[Spelled]) -> bool {
        hands.iter().map(Vec::as_slice).chain([discarded]).all(|list| list.is_sorted_by_key(|card| card.card()))
    }

    /// The `deal` step, lists in pack order.
    pub fn step(&self) -> Step {
        let hands = self.hands.into_iter().map(Hand::to_list).collect();
        Step::Deal { hands: Some(hands), discarded: Some(self.discarded.to_list()) }
    }
}

/// The player and the card of a well-formed `play`.
fn named(raw: RawStep<'_>) -> Option<(usize, Card)> {
    match raw.read::<Step>().ok()? {
        Step::Play { player, card } if player.index() < rules::PLAYERS => Some((player.index(), card.card()?)),
        Step::Play { .. } | Step::Deal { .. } | Step::Wager { .. } | Step::Bid { .. } | Step::Stake { .. } => None,
    }
}
