//! Possible positions of the cards that a player does not see.

use arrayvec::ArrayVec;

use crate::{
    cards::{Card, Hand},
    chance::Chance,
    games::{
        Player,
        fortunes::{Dealt, StarsWhenBroken, View, led_suit},
    },
};

/// Number of attempts to deal the hidden cards before the void suits of the others are ignored.
const TRIES: usize = 8;

/// What a player knows about hidden cards.
#[derive(Clone, Debug)]
pub struct Hidden {
    me: Player,
    own: Hand,
    sizes: [usize; 4],
    /// The cards in other hands or discarded.
    unseen: Hand,
    /// The cards that each player may hold, as far as the plays show.
    may_hold: [Hand; 4],
}

impl Hidden {
    /// What this player knows from the table.
    pub fn of(view: View<'_>, me: Player) -> Hidden {
        let own = view.hand();
        Hidden { me, own, sizes: view.hand_sizes(), unseen: !(own | view.played()), may_hold: may_hold(view) }
    }

    /// The cards in other hands or discarded.
    pub const fn unseen(&self) -> Hand {
        self.unseen
    }

    /// A random distribution of the hidden cards.
    pub fn deal(&self, chance: &mut Chance) -> Dealt {
        let mut others: ArrayVec<Player, 3> = Player::all(4).filter(|player| *player != self.me).collect();
        // The most constrained player chooses first.
        others.sort_by_key(|player| self.slack(*player));
        for _ in 0..TRIES {
            if let Some(dealt) = self.try_deal(&others, &self.may_hold, chance) {
                return dealt;
            }
        }
        self.try_deal(&others, &[Hand::PACK; 4], chance).expect("there is a card for every place")
    }

    fn slack(&self, player: Player) -> usize {
        (self.may_hold[player.index()] & self.unseen).len().saturating_sub(self.sizes[player.index()])
    }

    fn try_deal(&self, others: &[Player], may_hold: &[Hand; 4], chance: &mut Chance) -> Option<Dealt> {
        let mut dealt = Dealt { hands: [Hand::EMPTY; 4], discarded: Hand::EMPTY };
        dealt.hands[self.me.index()] = self.own;
        let mut left = self.unseen;
        for player in others {
            let hand = choose(left & may_hold[player.index()], self.sizes[player.index()], chance)?;
            dealt.hands[player.index()] = hand;
            left = left - hand;
        }
        dealt.discarded = left;
        Some(dealt)
    }
}

/// `count` of these cards; `None` if there are too few.
fn choose(from: Hand, count: usize, chance: &mut Chance) -> Option<Hand> {
    let (mut cards, mut chosen) = ([Card::FOOL; Card::COUNT], Hand::EMPTY);
    let size = from.iter().fold(0, |place, card| {
        cards[place] = card;
        place + 1
    });
    if count > size {
        return None;
    }
    for place in 0..count {
        let other = place + chance.below((size - place) as u32) as usize;
        chosen.insert(cards[other]);
        cards[other] = cards[place];
    }
    Some(chosen)
}

/// The cards that each player may hold: a player who did not follow a suit has none of it.
fn may_hold(view: View<'_>) -> [Hand; 4] {
    let mut may_hold = [Hand::PACK; 4];
    let mut broken = false;
    let finished = view.tricks().iter().map(|trick| (trick.leader, trick.cards.as_slice()));
    for (leader, cards) in finished.chain([(view.leader(), view.trick())]) {
        for (place, card) in cards.iter().enumerate() {
            let may = &mut may_hold[leader.after(place, 4).index()];
            *may = *may - lacking(cards[0], *card, place == 0, broken, view.options().stars_when_broken);
            broken |= card.is_trump();
        }
    }
    may_hold
}

/// The cards that a player who plays this card cannot hold.
fn lacking(led: Card, card: Card, leads: bool, broken: bool, rule: StarsWhenBroken) -> Hand {
    if leads {
        return if card.is_trump() && !broken { Hand::MINORS } else { Hand::EMPTY };
    }
    let suit = led_suit(led);
    let at_will = card.is_trump() && broken && rule == StarsWhenBroken::AtWill;
    if suit.contains(card) || at_will { Hand::EMPTY } else { suit }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cards::Suit,
        games::{Game, Observe, Viewer, fortunes::Fortunes},
        players::{Skill, play_out, seat},
    };

    #[test]
    fn a_player_who_does_not_follow_lacks_the_suit() {
        let card = |id: &str| id.parse::<Card>().expect("a card");
        let cups = Hand::suit(Suit::Cups);
        for (led, played, broken, rule, lacks) in [
            ("cu05", "cu02", false, StarsWhenBroken::AtWill, Hand::EMPTY),
            ("cu05", "wa02", true, StarsWhenBroken::AtWill, cups),
            ("cu05", "ar02", false, StarsWhenBroken::AtWill, cups),
            ("cu05", "ar02", true, StarsWhenBroken::AtWill, Hand::EMPTY),
            ("cu05", "ar02", true, StarsWhenBroken::VoidOnly, cups),
            ("ar05", "cu02", true, StarsWhenBroken::AtWill, Hand::TRUMPS),
        ] {
            assert_eq!(lacking(card(led), card(played), false, broken, rule), lacks, "{played} on {led}");
        }
        let leads = |broken| lacking(card("ar02"), card("ar02"), true, broken, StarsWhenBroken::AtWill);
        assert_eq!((leads(false), leads(true)), (Hand::MINORS, Hand::EMPTY));
    }

    #[test]
    fn sampled_deals_agree_with_the_plays() {
        let mut game = Fortunes::new(4, Default::default()).expect("four players");
        let mut bots = seat::<Fortunes>(&[Skill::Random; 4], "shown", "");
        let (mut chance, mut moments) = (Chance::of_table("hidden", ""), 0);
        play_out(&mut game, &mut bots, &mut Chance::of_table("shown", ""), |game, _| {
            let Some(hands) = game.state(Viewer::All).hands else { return };
            let hands = hands.map(|hand| hand.cards.expect("everything is seen"));
            for me in Player::all(4) {
                let hidden = Hidden::of(game.view(Viewer::Player(me)), me);
                let dealt = hidden.deal(&mut chance);
                assert_eq!(dealt.hands[me.index()], hands[me.index()]);
                for (player, hand) in hands.iter().enumerate() {
                    assert!(hidden.may_hold[player].contains_all(*hand), "{hand:?}");
                    assert_eq!(dealt.hands[player].len(), hand.len());
                }
                let all = dealt.hands.into_iter().fold(dealt.discarded, |all, hand| all | hand);
                assert_eq!((all, dealt.discarded.len()), (hidden.unseen | hidden.own, 2));
                moments += 1;
            }
        });
        assert_eq!(moments, 4 * 76);
    }
}
