//! Rules without state: who sits where, and which cards may be played (fortunes.md, "Which cards may be played").

use super::StarsWhenBroken;
use crate::{
    cards::{Card, Hand, Suit},
    games::{Arg, Code, Player, Violation, violation},
};

/// fortunes.md, "Set-up": exactly four play.
pub const PLAYERS: usize = 4;
/// fortunes.md, "Set-up": the cards of a hand, and so the tricks of a deal.
pub const TRICKS: usize = 19;
/// All cards that are dealt.
pub const DEALT: usize = PLAYERS * TRICKS;
/// fortunes.md, "Set-up": the cards set aside unseen.
pub const DISCARDED: usize = 2;

/// The dealer, who sits East, of the deal after this number of others.
pub const fn dealer_of(deals_before: usize) -> Player {
    Player((deals_before % PLAYERS) as u8)
}

/// The n-th player (from 0) to wager or bid: South, West, North, East (fortunes.md, "Turn structure").
pub const fn speaker(dealer: Player, n: usize) -> Player {
    dealer.after(1 + n, PLAYERS)
}

/// The leader of the trick after this number of others: the lead goes round from East, regardless of who won the last
/// trick.
pub const fn leader(dealer: Player, tricks_before: usize) -> Player {
    dealer.after(tricks_before, PLAYERS)
}

/// The player opposite.
pub const fn partner(player: Player) -> Player {
    player.after(PLAYERS / 2, PLAYERS)
}

/// Which of the two partnerships a player belongs to: 0 for players 0 and 2, 1 for players 1 and 3.
pub const fn team(player: Player) -> usize {
    player.index() % 2
}

/// By led card, the cards that follow it: its suit, or all Stars.
const FOLLOWING: [Hand; Card::COUNT] = {
    let mut following = [Hand::TRUMPS; Card::COUNT];
    let mut index = Card::TRUMPS;
    while index < Card::COUNT {
        following[index] = Hand::suit(Suit::ALL[(index - Card::TRUMPS) / 14]);
        index += 1;
    }
    following
};

/// All cards of the led suit; a led Star requires Stars.
pub const fn led_suit(led: Card) -> Hand {
    FOLLOWING[led.index()]
}

/// The cards of a hand that may be played (fortunes.md, "Which cards may be played").
///
/// `led` is the first card of the trick; `None` for the leader.
#[inline]
pub fn playable(hand: Hand, led: Option<Card>, broken: bool, rule: StarsWhenBroken) -> Hand {
    let Some(led) = led else { return may_lead(hand, broken) };
    let suit = led_suit(led);
    let following = hand & suit;
    if following.is_empty() {
        return hand;
    }
    match rule {
        // A led Star requires Stars, which are among the following cards already.
        StarsWhenBroken::AtWill if broken => following | hand & Hand::TRUMPS,
        StarsWhenBroken::AtWill | StarsWhenBroken::VoidOnly => following,
    }
}

fn may_lead(hand: Hand, broken: bool) -> Hand {
    let mundane = hand & Hand::MINORS;
    if broken || mundane.is_empty() { hand } else { mundane }
}

/// Why a held card that is not [`playable`] is refused in this trick (fortunes.md, "Errors").
pub fn refusal(player: Player, hand: Hand, (trick, led): (String, Option<Card>), card: Card) -> Violation {
    let Some(led) = led else {
        return violation!(
            Code::StarsNotBroken,
            "{} may not lead {} to {}: none of the {} has been played.",
            player,
            card,
            trick,
            Arg::Trumps
        );
    };
    let code = if card.is_trump() { Code::StarNotAllowed } else { Code::MustFollow };
    let following = hand & led_suit(led);
    violation!(
        code,
        "{} must follow suit in {}, in which {} was led: with {} in hand, {} may not be played.",
        player,
        trick,
        led,
        following,
        card
    )
}
