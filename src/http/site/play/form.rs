//! Renders forms. Each button holds its step as JSON, and the form lists the fields to fill in.

use maud::{Markup, html};

use super::controls::{Controls, Input, StepForm};
use crate::{
    cards::{Card, Deck, Hand},
    games::GameStep,
    http::site::table::{Look, OwnPlace, face},
};

/// Contents of every form on a page.
#[derive(Clone, Debug)]
pub struct Carried {
    /// URL that forms are sent to.
    pub action: String,
    /// Hidden fields.
    pub hidden: Markup,
}

/// The seat of a player who may act.
pub struct Acting<'a, S> {
    /// The player's controls.
    pub controls: Controls<S>,
    /// Contents of every form.
    pub carried: &'a Carried,
    /// The deck that names the cards.
    pub deck: Deck,
}

impl<S: GameStep> OwnPlace for Acting<'_, S> {
    /// A button, a checkbox, or only the card.
    fn card(&self, card: Card, face: Markup) -> Markup {
        let form = &self.controls.hand;
        match form.cards.iter().find(|(own, _)| *own == card) {
            Some((_, step)) => html! { button.pick name="step" value=(json(step)) { (face) } },
            None if form.ticked().contains(card) => tick("cards", card, &face),
            None => face,
        }
    }

    /// The form around the hand, and all other forms below it.
    fn hand(&self, hand: Markup) -> Markup {
        let own = &self.controls.hand;
        html! {
            @if own.is_empty() {
                (hand)
            } @else {
                form.hand-form method="post" action=(self.carried.action) {
                    (filled(own, self.carried))
                    (hand)
                    (rest(own, self.deck, own.ticked()))
                }
            }
            @for form in self.controls.forms.iter().filter(|form| !form.is_empty()) {
                form.step-form method="post" action=(self.carried.action) {
                    fieldset {
                        @if !form.legend.is_empty() { legend { (form.legend) } }
                        (filled(form, self.carried))
                        (rest(form, self.deck, Hand::EMPTY))
                    }
                }
            }
        }
    }
}

fn tick(name: &str, card: Card, face: &Markup) -> Markup {
    html! { label.pick { input type="checkbox" name=(name) value=(card); (face) } }
}

/// Hidden fields: those of every form, and the list of fields to fill in.
fn filled<S>(form: &StepForm<S>, carried: &Carried) -> Markup {
    // The fields of an object have separate inputs, as in `request.suit`.
    let field = |input: &Input| input.name().split('.').next().unwrap_or_default().to_owned();
    let mut names: Vec<_> = form.inputs.iter().map(field).collect();
    names.dedup();
    html! {
        (carried.hidden)
        @if !names.is_empty() { input type="hidden" name="fill" value=(names.join(",")); }
    }
}

/// Inputs and buttons. The checkboxes of `shown` cards are elsewhere.
fn rest<S: GameStep>(form: &StepForm<S>, deck: Deck, shown: Hand) -> Markup {
    html! {
        @for (place, one) in form.inputs.iter().enumerate() { (input(one, deck, shown, place)) }
        @if !form.cards.is_empty() && shown.is_empty() && !form.legend.is_empty() {
            ul.cards { @for (card, step) in &form.cards {
                li { button.pick name="step" value=(json(step)) { (face(*card, deck, Look { playable: true, ..Look::default() })) } }
            } }
        }
        @if !form.buttons.is_empty() {
            p.buttons { @for (label, step) in &form.buttons { button name="step" value=(json(step)) { (label) } " " } }
        }
    }
}

fn input(input: &Input, deck: Deck, shown: Hand, place: usize) -> Markup {
    match input {
        Input::Cards { name, cards } if (*cards - shown).is_empty() => {
            html! { span.unseen { (name) ": tick cards of the hand" } }
        }
        Input::Cards { name, cards } => html! {
            ul.cards { @for card in (*cards - shown).iter() { li { (tick(name, card, &face(card, deck, Look::default()))) } } }
        },
        Input::Choice { name, label, options, none } => html! {
            label.field { (label) " " select name=(name) {
                @if let Some(none) = none { option value="" { (none) } }
                @for (index, (value, text)) in options.iter().enumerate() {
                    // Each list preselects a different value, so that an unchanged form may be legal.
                    option value=(value) selected[none.is_none() && index == place] { (text) }
                }
            } }
        },
        Input::Number { name, label, max } => html! {
            label.field { (label) " " input type="number" name=(name) min="0" max=(max) value="0" inputmode="numeric" required; }
        },
        Input::Flag { name, label } => html! {
            label.flag { input type="checkbox" name=(name) value="yes"; " " (label) }
        },
    }
}

/// A step as JSON, the value of its button.
fn json<S: GameStep>(step: &S) -> String {
    serde_json::to_string(step).unwrap_or_default()
}
