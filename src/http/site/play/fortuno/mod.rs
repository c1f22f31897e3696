//! Controls of Fortuno: most steps are a click on a card or button; orders and requests are chosen from lists.

mod lists;

use self::lists::{ask, divorce, name, orgy, put_back, set};
use super::controls::{Choices, Controls, PlayPage, StepForm};
use crate::{
    cards::{Card, Rank},
    games::{Fortuno, Player, fortuno::Step},
    narration::known,
    scenes::SceneView,
};

impl PlayPage for Fortuno {
    const SPEAKS: bool = true;

    fn controls(view: &SceneView<'_, Fortuno>, legal: &Choices<Step>) -> Controls<Step> {
        let mut found = Found::default();
        for step in &legal.steps {
            found.sort(view, legal.player, step);
        }
        let Found { cards, sets, buttons, accusations, .. } = &found;
        let own = view.state.hands[legal.player.index()].cards.clone().unwrap_or_default();
        let (hand, others): (Vec<_>, Vec<_>) = cards.iter().cloned().partition(|(card, _)| own.contains(card));
        let mut forms = vec![
            StepForm { cards: others, ..StepForm::of_buttons("Other cards", []) },
            StepForm::of_buttons("Play, or play and call", found.calls.iter().cloned()),
            StepForm::of_buttons("", buttons.iter().cloned()),
        ];
        forms.extend(sets.iter().map(|rank| set(view, legal, *rank)));
        forms.extend(
            [divorce(view, legal), name(view, legal), orgy(view, legal), put_back(view, legal), ask(view, legal)]
                .into_iter()
                .flatten(),
        );
        // A false accusation may cost the accuser a card, so it is not offered beside the usual steps.
        let accused = StepForm::of_buttons("Who failed to call?", accusations.iter().cloned());
        let others =
            view.state.hands.iter().zip(Player::all(view.players())).filter(|(_, owner)| *owner != legal.player);
        let catches = others.map(|(hand, _)| hand.count).any(|count| count == 1);
        forms.push(StepForm { folded: !catches, ..accused });
        Controls { hand: StepForm { cards: hand, ..StepForm::default() }, forms }
    }
}

/// The legal steps by the control that makes them.
#[derive(Default)]
struct Found {
    /// Cards that play a step when clicked.
    cards: Vec<(Card, Step)>,
    /// Buttons for those that may come with the call: with it and without.
    calls: Vec<(String, Step)>,
    /// The ranks of playable sets.
    sets: Vec<Rank>,
    buttons: Vec<(String, Step)>,
    accusations: Vec<(String, Step)>,
}

impl Found {
    /// Assigns a step to its control. Steps made by lists are found by their kinds.
    fn sort(&mut self, view: &SceneView<'_, Fortuno>, player: Player, step: &Step) {
        let button = || (view.choice(player, step), step.clone());
        match step {
            Step::Play { player: _, cards, fortuno } => self.sort_play(&known(cards), *fortuno, button()),
            Step::Give { card: Some(card), .. }
            | Step::Offer { card: Some(card), .. }
            | Step::Take { card: Some(card), .. }
            | Step::PassCard { card, .. } => self.cards.extend(card.card().map(|card| (card, step.clone()))),
            Step::Accuse { .. } => self.accusations.push(button()),
            Step::Give { card: None, .. }
            | Step::Offer { card: None, .. }
            | Step::Take { card: None, .. }
            | Step::Flip { .. }
            | Step::Draw { .. }
            | Step::Decline { .. }
            | Step::Dispute { .. }
            | Step::Steal { .. }
            | Step::Chariot { .. }
            | Step::Gambit { .. }
            | Step::MoonPlay { .. }
            | Step::Pick { .. }
            | Step::Jaccuse { .. }
            | Step::Switch { .. } => self.buttons.push(button()),
            Step::Deal { .. }
            | Step::Reshuffle { .. }
            | Step::Rps { .. }
            | Step::Slap { .. }
            | Step::Seats { .. }
            | Step::Redeal { .. }
            | Step::Divorce { .. }
            | Step::Name { .. }
            | Step::Orgy { .. }
            | Step::Return { .. }
            | Step::Ask { .. } => {}
        }
    }

    /// A card is played by a click, without the call. The order of a set is chosen from lists.
    fn sort_play(&mut self, cards: &[Card], call: bool, (label, step): (String, Step)) {
        match cards {
            // The step with the call comes first.
            [_] if call => self.calls.push((label, step)),
            [card] => {
                let called = self
                    .calls
                    .iter()
                    .any(|(_, other)| matches!(other, Step::Play { cards, .. } if known(cards) == [*card]));
                self.calls.extend(called.then(|| (label, step.clone())));
                self.cards.push((*card, step));
            }
            [first, ..] => self.sets.extend(first.rank().filter(|rank| !self.sets.contains(rank))),
            [] => {}
        }
    }
}
