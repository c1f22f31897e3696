//! What the table draws (fortuno.md, "Chance").

use super::{Fortuno, Step, series::spelled, task::Question};
use crate::{
    cards::{Card, Hand},
    chance::Chance,
    games::{Player, PlayerSet},
};

impl Fortuno {
    /// The table's step that is due, drawn from this stream.
    pub(super) fn table_step(&self, chance: &mut Chance) -> Step {
        match self.question().copied() {
            Some(Question::Deal) => self.draw_deal(chance),
            Some(Question::Reshuffle) => {
                let below = self.below_the_top().iter().map(|discard| discard.card);
                let mut cards: Vec<Card> = below.filter(|card| !self.doomed.contains(*card)).collect();
                chance.shuffle(&mut cards);
                Step::Reshuffle { cards: spelled(cards) }
            }
            Some(Question::Redeal { touched }) => {
                let ring = self.ring(touched);
                let mut cards: Vec<Card> = ring.iter().flat_map(|player| self.hands[player.index()]).collect();
                chance.shuffle(&mut cards);
                Step::Redeal { cards: spelled(cards) }
            }
            Some(Question::Rps) => Step::Rps { winner: one_of(self.speakers(), chance) },
            Some(Question::Slap { .. }) => Step::Slap { first: one_of(self.slappers(), chance) },
            Some(Question::Seats { touched }) => self.draw_seats(touched, chance),
            Some(
                Question::Act(_)
                | Question::Give { .. }
                | Question::Divorce
                | Question::Steal { .. }
                | Question::Chariot(_)
                | Question::NameFool { .. }
                | Question::NameArt { .. }
                | Question::PickLover
                | Question::PickSun
                | Question::Gambit { .. }
                | Question::Orgy
                | Question::Return
                | Question::Offers { .. }
                | Question::Judgement(_)
                | Question::Switch { .. }
                | Question::PassCards { .. }
                | Question::Ask
                | Question::MoonPlay { .. },
            )
            | None => panic!("the table is not due"),
        }
    }

    fn draw_deal(&self, chance: &mut Chance) -> Step {
        let pack = chance.pack();
        let (dealt, pile) = pack.split_at(self.players * self.options.hand_size.size());
        // Hands are in pack order, as in accepted deals.
        let hand = |cards: &[Card]| cards.iter().copied().collect::<Hand>().to_list();
        let hands = dealt.chunks(self.options.hand_size.size()).map(hand).collect();
        Step::Deal { hands: Box::new(hands), pile: Box::new(spelled(pile.iter().copied())) }
    }

    /// The touched players are shuffled among their places until the circle is a new one.
    fn draw_seats(&self, touched: PlayerSet, chance: &mut Chance) -> Step {
        let mut moved: Vec<Player> = self.order.iter().copied().filter(|player| touched.contains(*player)).collect();
        loop {
            chance.shuffle(&mut moved);
            let mut next = moved.iter().copied();
            let seat = |player: &Player| if touched.contains(*player) { next.next() } else { Some(*player) };
            let order: Vec<Player> = self.order.iter().filter_map(seat).collect();
            if !self.same_circle(&order) {
                return Step::Seats { order: Box::new(order), song: None };
            }
        }
    }
}

/// One of these players, ascending, all equally likely.
fn one_of(players: PlayerSet, chance: &mut Chance) -> Player {
    let place = chance.below(players.len() as u32) as usize;
    players.iter().nth(place).expect("the index is in range")
}
