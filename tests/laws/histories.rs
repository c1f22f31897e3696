//! What a seat has received since the first step does not reveal which of the consistent deals was dealt.

use std::collections::VecDeque;

use arcana::{
    cards::Hand,
    chance::Chance,
    games::{Foolery, Fortunes, GameStep, Log, Observe, Player, Reversal, Viewer, foolery, fortunes, reversal},
    players::Skill,
};
use serde_json::{Value, json};

use crate::{
    received::all_received,
    setups::{Setups, for_every_game, played},
};

/// Number of positions checked in each game, and of alternative games tried for each viewer.
const MOMENTS: usize = 5;
const OTHERS: usize = 2;

for_every_game! {
    other_histories_look_the_same:
    fortunes(Fortunes, 18, 4),
    foolery(Foolery, 8, 4),
    reversal(Reversal, 20, 5),
}

/// A game for which another plausible log can be constructed.
trait Retold: Setups {
    /// Steps to a state that a viewer cannot distinguish from the one after these steps.
    fn retold(steps: &[Self::Step], other: &Self) -> Option<Vec<Self::Step>>;
}

fn other_histories_look_the_same<G: Retold>(number: usize, skill: Skill) {
    let log = played::<G>(number, skill);
    let mut probe = Chance::of_table(&format!("{} {number}", G::INFO.id), "histories");
    let mut found = 0;
    for _ in 0..MOMENTS {
        let steps = log.steps[..=probe.below(log.steps.len() as u32) as usize].to_vec();
        let begun = Log::<G> { steps, ..log.clone() };
        let (steps, game) = (&begun.steps, begun.replay().expect("a game that was played"));
        for viewer in Player::all(log.players).map(Viewer::Player).chain([Viewer::Public]) {
            for _ in 0..OTHERS {
                let other = game.resample_hidden(viewer, &mut probe);
                let Some(retold) = G::retold(steps, &other) else { continue };
                let retold = Log::<G> { steps: retold, ..log.clone() };
                // A player who did not follow suit before may hold the suit in the other deal, which is then
                // inconsistent.
                let Some(from) = (0..steps.len()).find(|place| steps[*place] != retold.steps[*place]) else { continue };
                if retold.replay().is_ok() {
                    found += 1;
                    // Up to there the histories are the same.
                    let received = |log: &Log<G>| all_received(log, from, viewer);
                    assert_eq!(received(&begun), received(&retold), "set-up {number}: {viewer:?} can tell");
                }
            }
        }
    }
    assert!(number > 0 || found > 0, "no other history of {} was found", G::INFO.id);
}

/// The index of the last deal among these steps.
fn last_deal<S: GameStep>(steps: &[S]) -> Option<usize> {
    let is_deal = |step: &S| json!(step)["type"] == "deal";
    steps.iter().rposition(is_deal)
}

fn step<S: GameStep>(step: Value) -> S {
    serde_json::from_value(step).expect("a step")
}

impl Retold for Fortunes {
    fn retold(steps: &[fortunes::Step], other: &Fortunes) -> Option<Vec<fortunes::Step>> {
        let state = other.state(Viewer::All);
        let mut hands = state.hands?.map(|hand| hand.cards.expect("all cards"));
        let deal = last_deal(steps)?;
        for step in &steps[deal..] {
            if let fortunes::Step::Play { player, card } = step {
                hands[player.index()].insert(card.card().expect("a card"));
            }
        }
        let mut retold = steps.to_vec();
        retold[deal] = step(json!({"type": "deal", "hands": hands, "discarded": state.discarded}));
        Some(retold)
    }
}

impl Retold for Foolery {
    fn retold(steps: &[foolery::Step], other: &Foolery) -> Option<Vec<foolery::Step>> {
        let state = other.state(Viewer::All);
        let deal = last_deal(steps)?;
        let mut hands: Vec<Hand> = state.hands.iter().map(|hand| hand.cards.expect("all cards")).collect();
        let mut gifts: VecDeque<_> = state.gifts.iter().map(|gift| (gift, gift.cards.expect("all cards"))).collect();
        let mut retold = steps.to_vec();
        for step in &mut retold[deal..] {
            match step {
                foolery::Step::Play { player, cards } => hands[player.index()] = hands[player.index()] | cards.hand(),
                foolery::Step::Give { cards, .. } => *cards = foolery::Cards::of(gifts.pop_front()?.1),
                foolery::Step::Deal { .. } | foolery::Step::Request { .. } | foolery::Step::Pass { .. } => {}
            }
        }
        for gift in state.gifts.iter().rev() {
            let cards = gift.cards.expect("all cards");
            hands[gift.to.index()] = hands[gift.to.index()] - cards;
            hands[gift.from.index()] = hands[gift.from.index()] | cards;
        }
        retold[deal] = step(json!({"type": "deal", "hands": hands}));
        Some(retold)
    }
}

impl Retold for Reversal {
    fn retold(steps: &[reversal::Step], other: &Reversal) -> Option<Vec<reversal::Step>> {
        let choices = other.state(Viewer::All).choices;
        let mut retold = steps.to_vec();
        for step in retold.iter_mut().rev() {
            match step {
                reversal::Step::Choose { player, action, amount } => {
                    let choice = choices[player.index()]?;
                    (*action, amount.0) = (choice.action, choice.amount.into());
                }
                reversal::Step::Roll { .. } | reversal::Step::Reroll { .. } => break,
            }
        }
        Some(retold)
    }
}
