//! Candidates for a deal that a log omits.

use crate::{
    cards::Hand,
    games::{Code, Player, Violation, violation},
};

/// A candidate for an omitted deal.
#[derive(Clone, Debug)]
pub struct Guess<S> {
    /// The `deal` step.
    pub deal: S,
    /// For each player, the cards that the steps name and the number of cards dealt.
    pub named: Vec<(Hand, usize)>,
}

impl<S> Guess<S> {
    /// Whether the steps leave some cards of this player unnamed.
    pub fn is_short(&self, player: Player) -> bool {
        self.named.get(player.index()).is_some_and(|(hand, dealt)| hand.len() < *dealt)
    }

    /// The players whose cards are missing, as sentences.
    pub fn missing(&self) -> Vec<Violation> {
        let short = Player::all(self.named.len()).zip(&self.named).filter(|(player, _)| self.is_short(*player));
        let violation = |(player, (hand, dealt)): (Player, &(Hand, usize))| {
            violation!(Code::DealUnknown, "For {} the steps name {} of {} cards.", player, hand.len(), *dealt)
        };
        short.map(violation).collect()
    }
}

/// Fills hands up to their sizes with the cards that are in no hand, starting at the `place`-th of them.
pub fn filled(named: &[(Hand, usize)], place: usize) -> Vec<Hand> {
    let mut rest = named.iter().fold(Hand::PACK, |rest, (hand, _)| rest - *hand);
    let mut take = || {
        let card = rest.nth(place % rest.len().max(1)).or_else(|| rest.first());
        card.inspect(|card| {
            rest.remove(*card);
        })
    };
    let fill = |(hand, dealt): &(Hand, usize)| {
        let mut full = *hand;
        while full.len() < *dealt
            && let Some(card) = take()
        {
            full.insert(card);
        }
        full
    };
    named.iter().map(fill).collect()
}
