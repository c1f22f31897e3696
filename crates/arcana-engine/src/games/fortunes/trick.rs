//! A trick: four cards, their winner and the winner's disposition.

use serde::{Deserialize, Serialize};

use super::{DispositionRule, rules};
use crate::{
    cards::{Card, Hand},
    enum_index::enum_index,
    games::Player,
};

/// High or low: a type of trick, and the team that it favours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunesHighLow))]
pub enum HighLow {
    /// The highest card wins; East and West.
    High,
    /// The lowest card wins; South and North.
    Low,
}

/// Whether a trick favoured the team of its winner, so that its card lies upright or reversed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(
    feature = "schema",
    derive(deserr::Deserr, utoipa::ToSchema),
    deserr(rename_all = lowercase),
    schema(as = Disposition),
)]
pub enum Disposition {
    /// It favoured the winner's team: upright, worth 2 points.
    Well,
    /// It did not: reversed, worth 1 point.
    Ill,
}

/// A trick that was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunesTrick))]
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
