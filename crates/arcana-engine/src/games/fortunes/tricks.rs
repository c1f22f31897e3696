//! The nineteen tricks of a deal (fortunes.md, "Who wins a trick"): as they are played, who wins them, and where they end in a
//! log.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::{
    Choice, Dealt, DispositionRule, Options, Step,
    rules::{self, PLAYERS},
};
use crate::{
    cards::{Card, Hand},
    enum_index::enum_index,
    games::{Code, Player, Violation, violation},
};

#[cfg(feature = "schema")]
use {deserr::Deserr, utoipa::ToSchema};

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

    /// The rules page's checks of a card, after this number of other deals.
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

/// High or low: a type of trick, and the team that it favours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(ToSchema), schema(as = FortunesHighLow))]
pub enum HighLow {
    /// The highest card wins; East and West.
    High,
    /// The lowest card wins; South and North.
    Low,
}

/// Whether a trick favoured the team of its winner, so that its card lies upright or reversed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(Deserr, ToSchema), deserr(rename_all = lowercase), schema(as = Disposition))]
pub enum Disposition {
    /// It favoured the winner's team: upright, worth 2 points.
    Well,
    /// It did not: reversed, worth 1 point.
    Ill,
}

/// A trick that was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ToSchema), schema(as = FortunesTrick))]
pub struct Trick {
    /// The player who led.
    pub leader: Player,
    /// In the order played, from the leader.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Card>, min_items = 4, max_items = 4))]
    pub cards: [Card; 4],
    /// Type at the start of the trick, that of the leader's team.
    pub started: HighLow,
    /// Type at the end of the trick, after all Stars played to it.
    pub ended: HighLow,
    /// The winner.
    pub winner: Player,
    /// The card that won.
    pub card: Card,
    /// Disposition of the winner.
    pub disposition: Disposition,
}

impl HighLow {
    /// The team of a player, seated by the dealer, who is East (fortunes.md, "Set-up").
    pub const fn of(player: Player, dealer: Player) -> HighLow {
        if rules::team(player) == rules::team(dealer) { HighLow::High } else { HighLow::Low }
    }

    /// The other type.
    pub const fn switched(self) -> HighLow {
        match self {
            HighLow::High => HighLow::Low,
            HighLow::Low => HighLow::High,
        }
    }

    /// The partnership that is this team: 0 for players 0 and 2, 1 for players 1 and 3.
    pub const fn team(self, dealer: Player) -> usize {
        match self {
            HighLow::High => rules::team(dealer),
            HighLow::Low => 1 - rules::team(dealer),
        }
    }
}

enum_index!(pub Disposition);

impl Disposition {
    /// Both.
    pub const ALL: [Disposition; 2] = [Disposition::Well, Disposition::Ill];

    /// fortunes.md, "Scoring & result".
    pub const fn points(self) -> u8 {
        match self {
            Disposition::Well => 2,
            Disposition::Ill => 1,
        }
    }
}

impl Trick {
    /// Who wins these four cards, and how (fortunes.md, "Who wins a trick").
    #[inline]
    pub fn of(dealer: Player, leader: Player, cards: [Card; 4], rule: DispositionRule) -> Trick {
        let started = HighLow::of(leader, dealer);
        let ended = type_after(&cards, started);
        let place = winning_place(cards, ended);
        let (card, winner) = (cards[place], leader.after(place, rules::PLAYERS));
        let favoured = match rule {
            DispositionRule::Ended => ended,
            DispositionRule::Led => started,
        };
        let well = HighLow::of(winner, dealer) == favoured;
        let disposition = if well { Disposition::Well } else { Disposition::Ill };
        Trick { leader, cards, started, ended, winner, card, disposition }
    }
}

/// The type of a trick after these cards, the led one first: every Star on a mundane trick switches it.
#[inline]
pub fn type_after(cards: &[Card], started: HighLow) -> HighLow {
    let stars = cards.iter().filter(|card| card.is_trump()).count();
    let switches = cards.first().is_some_and(|led| !led.is_trump()) && stars % 2 == 1;
    if switches { started.switched() } else { started }
}

/// The place of the card that wins among these four: as [`winning_card`], which takes twice the time.
#[inline]
fn winning_place(cards: [Card; 4], ended: HighLow) -> usize {
    const XXI: Card = Card::trump(21);
    // Cards are compared by their height with the place below it, and those that do not follow have none: branchless,
    // since all of this is unpredictable.
    let lowest_first = if ended == HighLow::Low { 127 } else { 0 };
    let suit = rules::led_suit(cards[0]);
    let height = |place: usize| {
        let card = cards[place];
        let follows = u32::from(suit.contains(card));
        (u32::from(card.byte() ^ lowest_first) << 2 | place as u32) * follows
    };
    let place = (height(1).max(height(2)).max(height(3)).max(height(0)) & 3) as usize;
    if cards[place] == XXI && ended == HighLow::High {
        return cards.iter().position(|card| *card == Card::FOOL).unwrap_or(place);
    }
    place
}

/// The card that wins among these when the trick ends now; the led card is one of them.
pub fn winning_card(cards: Hand, led: Card, ended: HighLow) -> Card {
    const FOOL_AND_XXI: Hand = Hand::from_bits(1 | 1 << 21);
    let running = cards & rules::led_suit(led);
    // Both ends are computed before one is chosen: the choice is unpredictable, so this avoids a branch.
    let (lowest, highest) = (running.first().unwrap_or(led), running.last().unwrap_or(led));
    match ended {
        HighLow::High if running.contains_all(FOOL_AND_XXI) => Card::FOOL,
        HighLow::High => highest,
        HighLow::Low => lowest,
    }
}

/// Number of steps up to the end of each trick, deal by deal.
pub fn trick_ends(steps: &[Step]) -> Vec<Vec<u32>> {
    let (mut deals, mut cards) = (Vec::new(), 0);
    for (made, step) in (1..).zip(steps) {
        match step {
            Step::Deal { .. } => {
                deals.push(Vec::new());
                cards = 0;
            }
            Step::Play { .. } => {
                cards += 1;
                if cards % PLAYERS == 0
                    && let Some(ends) = deals.last_mut()
                {
                    ends.push(made);
                }
            }
            Step::Wager { .. } | Step::Bid { .. } | Step::Stake { .. } => {}
        }
    }
    deals
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;

    #[test]
    fn the_winning_place_is_that_of_the_winning_card() {
        let mut chance = Chance::of_table("places", "");
        let few = |below: u32, chance: &mut Chance| -> [Card; 4] {
            let mut pack: Vec<Card> = crate::cards::PACK.into_iter().take(below as usize).collect();
            chance.shuffle(&mut pack);
            [pack[0], pack[1], pack[2], pack[3]]
        };
        for below in [4, 22, 22, 30, 50, 78].into_iter().cycle().take(6_000) {
            let mut cards = few(below, &mut chance);
            if chance.below(3) == 0 && !cards[2..].contains(&Card::trump(21)) && !cards[2..].contains(&Card::FOOL) {
                (cards[0], cards[1]) = (Card::trump(21), Card::FOOL);
            }
            chance.shuffle(&mut cards);
            for ended in [HighLow::High, HighLow::Low] {
                let card = winning_card(cards.into_iter().collect(), cards[0], ended);
                assert_eq!(cards[winning_place(cards, ended)], card, "{cards:?} {ended:?}");
            }
        }
    }
}
