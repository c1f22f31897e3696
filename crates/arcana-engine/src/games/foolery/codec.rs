//! The numbers of steps, in which logs are stored. Plays and gives determine most of a deal, so that is left out.

use super::{
    Cards, Foolery, Options, Step, StepKind, Wants, Wish,
    deal::{self, Owners},
};
use crate::{
    cards::Hand,
    games::{Guess, LogCodec, Numbers, Player, RawStep},
};

impl LogCodec for Foolery {
    const DEAL: Option<StepKind> = Some(StepKind::Deal);

    fn blank(kind: StepKind, player: Player) -> Step {
        match kind {
            StepKind::Deal => Step::Deal { hands: None },
            StepKind::Request => Step::Request { player, wants: Wants { first: Wish::Unknown, second: None } },
            StepKind::Give => Step::Give { player, cards: Cards::of(Hand::EMPTY) },
            StepKind::Play => Step::Play { player, cards: Cards::of(Hand::EMPTY) },
            StepKind::Pass => Step::Pass { player },
        }
    }

    fn numbers(_options: &Options, step: &mut Step, numbers: &mut Numbers<'_>) {
        match step {
            Step::Deal { .. } => numbers.new_deal(),
            Step::Request { wants, .. } => {
                wish(&mut wants.first, numbers);
                if let Some(second) = numbers.given(0, &mut wants.second, Wish::Unknown) {
                    wish(second, numbers);
                }
            }
            Step::Give { cards, .. } => set(cards, numbers),
            Step::Play { cards, .. } => set(cards, numbers),
            Step::Pass { .. } => {}
        }
    }

    fn deal(deal: &mut Step, later: &[Step], numbers: &mut Numbers<'_>) {
        let Step::Deal { hands: given } = deal else { return };
        let mut hands = deal::hands(given.as_deref().unwrap_or_default());
        hands.truncate(numbers.players());
        hands.extend((hands.len()..numbers.players()).map(|_| Hand::EMPTY));
        numbers.hands(&mut hands, &Owners::by_steps(later).hands);
        *given = Some(deal::spelled(&hands));
    }

    fn normalize(&self, step: Step, later: &[RawStep<'_>]) -> Step {
        match step {
            Step::Deal { hands: None } => {
                let found = deal::found(later, self.dealer, self.players);
                Step::Deal { hands: found.map(|hands| deal::spelled(&hands)) }
            }
            Step::Deal { .. } | Step::Request { .. } | Step::Give { .. } | Step::Play { .. } | Step::Pass { .. } => {
                step.in_pack_order()
            }
        }
    }

    fn guesses(&self, later: &[RawStep<'_>], most: usize) -> Vec<Guess<Step>> {
        deal::guessed(later, self.dealer, self.players, most)
    }
}

/// A wish; one that is none becomes the first.
fn wish(wish: &mut Wish, numbers: &mut Numbers<'_>) {
    let number = numbers.even(wish.number().unwrap_or_default().into(), Wish::COUNT.into());
    *wish = Wish::new(number as u8).unwrap_or(Wish::Unknown);
}

fn set<const MOST: usize>(cards: &mut Cards<MOST>, numbers: &mut Numbers<'_>) {
    let mut list = cards.hand().to_list();
    numbers.cards(&mut list, 1, MOST);
    *cards = Cards::of(list.iter().filter_map(|card| card.card()).collect());
}
