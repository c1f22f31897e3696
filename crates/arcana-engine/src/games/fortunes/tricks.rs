//! The nineteen tricks of one deal, as they are played.

use arrayvec::ArrayVec;

use super::{Choice, Dealt, Options, Trick, rules};
use crate::{
    cards::{Card, Hand},
    games::{Code, Player, Violation, violation},
};

/// A deal from its first trick on.
#[derive(Clone, Debug, PartialEq)]
pub struct Tricks {
    /// East.
    pub dealer: Player,
    /// The remaining hands, by player.
    pub hands: [Hand; rules::PLAYERS],
    /// The two cards set aside unseen.
    pub discarded: Hand,
    /// The tricks that were won.
    pub tricks: ArrayVec<Trick, { rules::TRICKS }>,
    /// The trick on the table, from its leader.
    pub trick: ArrayVec<Card, { rules::PLAYERS }>,
    /// Whether a Star has been played.
    pub broken: bool,
    /// What was wagered, bid or staked.
    pub bets: Bets,
}

/// What is at stake in a deal (option `betting`).
#[derive(Clone, Debug, PartialEq)]
pub enum Bets {
    /// Nothing.
    None,
    /// Wagers, by player.
    Wagers([u32; rules::PLAYERS]),
    /// Bids, by player.
    Bids([u8; rules::PLAYERS]),
    /// The pot.
    Stakes(Stakes),
}

/// The pot of a deal (option `betting`, `ante`).
#[derive(Clone, Debug, PartialEq)]
pub struct Stakes {
    /// Amount paid in by each player; the same for all after each round.
    pub paid: u32,
    /// Amount each player must have paid in at the end of the round.
    pub level: u32,
    /// The round of stakes before the trick, from its leader.
    pub round: ArrayVec<Choice, { rules::PLAYERS }>,
}

impl Bets {
    /// The bids by player, if the betting is `bid`.
    pub const fn bids(&self) -> Option<[u8; rules::PLAYERS]> {
        match self {
            Bets::Bids(bids) => Some(*bids),
            Bets::None | Bets::Wagers(_) | Bets::Stakes(_) => None,
        }
    }

    /// The wagers by player, if any.
    pub const fn wagers(&self) -> Option<[u32; rules::PLAYERS]> {
        match self {
            Bets::Wagers(wagers) => Some(*wagers),
            Bets::None | Bets::Bids(_) | Bets::Stakes(_) => None,
        }
    }

    /// The pot, if any.
    pub const fn stakes(&self) -> Option<&Stakes> {
        match self {
            Bets::Stakes(stakes) => Some(stakes),
            Bets::None | Bets::Wagers(_) | Bets::Bids(_) => None,
        }
    }
}

impl Stakes {
    /// The pot after everybody has paid the ante.
    pub fn new(ante: u32) -> Stakes {
        Stakes { paid: ante, level: ante, round: ArrayVec::new() }
    }

    /// Applies a choice other than folding; after the last of a round everybody pays.
    fn take(&mut self, choice: Choice, raise: u32) {
        if choice == Choice::Raise {
            self.level += raise;
        }
        self.round.push(choice);
        if self.round.is_full() {
            self.paid = self.level;
        }
    }
}

impl Tricks {
    /// The first trick of a deal.
    pub fn new(dealer: Player, dealt: Dealt, bets: Bets) -> Tricks {
        let Dealt { hands, discarded } = dealt;
        Tricks { dealer, hands, discarded, tricks: ArrayVec::new(), trick: ArrayVec::new(), broken: false, bets }
    }

    /// Positions of all cards: by player, the discarded ones, those played.
    pub fn places(&self) -> [Hand; 6] {
        let [a, b, c, d] = self.hands;
        [a, b, c, d, self.discarded, self.played()]
    }

    /// The cards played.
    pub fn played(&self) -> Hand {
        !self.hands.into_iter().fold(self.discarded, |all, hand| all | hand)
    }

    /// Who leads the trick that is due or on the table.
    #[inline]
    pub fn leader(&self) -> Player {
        rules::leader(self.dealer, self.tricks.len())
    }

    /// The player whose stake is due; `None` when a card is due.
    #[inline]
    pub fn stake_due(&self) -> Option<Player> {
        let stakes = self.bets.stakes().filter(|stakes| !stakes.round.is_full())?;
        Some(self.leader().after(stakes.round.len(), rules::PLAYERS))
    }

    /// The player whose card is due, once the stakes are made.
    #[inline]
    pub fn turn(&self) -> Player {
        self.leader().after(self.trick.len(), rules::PLAYERS)
    }

    /// The cards that a player may play in turn.
    #[inline]
    pub fn playable(&self, player: Player, options: &Options) -> Hand {
        let led = self.trick.first().copied();
        rules::playable(self.hands[player.index()], led, self.broken, options.stars_when_broken)
    }

    /// The page's checks of a card, after this number of other deals.
    ///
    /// # Errors
    /// `card_not_held`, then the reason why it may not be played.
    pub fn check(&self, player: Player, card: Card, options: &Options, deals: usize) -> Result<(), Violation> {
        let (hand, trick) = (self.hands[player.index()], in_words(self.tricks.len(), deals));
        if !hand.contains(card) {
            return Err(match self.played_before(card) {
                Some((number, by)) => violation!(
                    Code::CardNotHeld,
                    "{} does not hold {} in {}: {} played it in trick {}.",
                    player,
                    card,
                    trick,
                    by,
                    number + 1
                ),
                None => violation!(Code::CardNotHeld, "{} does not hold {} in {}.", player, card, trick),
            });
        }
        if !self.playable(player, options).contains(card) {
            return Err(rules::refusal(player, hand, (trick, self.trick.first().copied()), card));
        }
        Ok(())
    }

    /// The trick of this deal, from 0, to which a card was played, and who played it.
    fn played_before(&self, card: Card) -> Option<(usize, Player)> {
        let tricks = self.tricks.iter().map(|trick| trick.cards.as_slice()).chain([self.trick.as_slice()]);
        tricks.enumerate().find_map(|(number, cards)| {
            let place = cards.iter().position(|played| *played == card)?;
            Some((number, rules::leader(self.dealer, number).after(place, rules::PLAYERS)))
        })
    }

    /// Plays a card; true when it was the last of the deal.
    #[inline]
    pub fn play(&mut self, player: Player, card: Card, options: &Options) -> bool {
        self.hands[player.index()].remove(card);
        self.broken |= card.is_trump();
        // The last card is taken from the argument: reading all four from memory would stall until each is written.
        let &[first, second, third] = self.trick.as_slice() else {
            self.trick.push(card);
            return false;
        };
        self.trick.clear();
        let cards = [first, second, third, card];
        self.tricks.push(Trick::of(self.dealer, self.leader(), cards, options.disposition));
        if let Bets::Stakes(stakes) = &mut self.bets {
            stakes.round.clear();
        }
        self.tricks.is_full()
    }

    /// Stays or raises.
    pub fn stake(&mut self, choice: Choice, raise: u32) {
        if let Bets::Stakes(stakes) = &mut self.bets {
            stakes.take(choice, raise);
        }
    }
}

/// The trick after this number of others, after this number of other deals: `trick 3`, or `trick 3 of deal 2`.
fn in_words(tricks: usize, deals: usize) -> String {
    let of_deal = if deals > 0 { format!(" of deal {}", deals + 1) } else { String::new() };
    format!("trick {}{of_deal}", tricks + 1)
}
