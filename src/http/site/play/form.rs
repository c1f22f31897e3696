//! Renders forms. Each button holds its step as JSON, and the form lists the fields to fill in.

use maud::{Markup, html};

use super::controls::{Controls, Input, StepForm};
use crate::{
    cards::{Card, Deck, Hand},
    games::GameStep,
    http::site::board::{Look, OwnPlace, face},
};

/// Contents of every form on a page.
#[derive(Clone, Debug)]
pub struct Carried {
    /// URL that forms are sent to.
    pub action: String,
    /// Hidden fields.
    pub hidden: Markup,
    /// Names and values of a refused form, to be corrected.
    pub entered: Vec<(String, String)>,
}

impl Carried {
    /// The entered values of a field, if they were sent by this form: others have fields of the same name.
    fn values<S: GameStep>(&self, form: &StepForm<S>, name: &str) -> impl Iterator<Item = &str> {
        let step = self.entered.iter().find(|(key, _)| key == "step").map(|(_, step)| step.as_str());
        let mut steps = form.buttons.iter().map(|(_, step)| step).chain(form.cards.iter().map(|(_, step)| step));
        let is_sent = step.is_some_and(|sent| steps.any(|step| json(step) == sent));
        self.entered.iter().filter(move |(key, _)| is_sent && key == name).map(|(_, value)| value.as_str())
    }
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
            None if form.ticked().contains(card) => self.tick(form, "cards", card, &face),
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
                    (self.rest(own, own.ticked()))
                }
            }
            @for form in self.controls.forms.iter().filter(|form| !form.is_empty()) {
                @if form.folded {
                    details.folded-step { summary { (form.legend) } (self.beside(form)) }
                } @else {
                    (self.beside(form))
                }
            }
        }
    }
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

impl<S: GameStep> Acting<'_, S> {
    /// A form that is not around the hand.
    fn beside(&self, form: &StepForm<S>) -> Markup {
        html! {
            form.step-form method="post" action=(self.carried.action) {
                fieldset {
                    @if !form.legend.is_empty() { legend { (form.legend) } }
                    (filled(form, self.carried))
                    (self.rest(form, Hand::EMPTY))
                }
            }
        }
    }

    /// Inputs and buttons. The checkboxes of `shown` cards are elsewhere.
    fn rest(&self, form: &StepForm<S>, shown: Hand) -> Markup {
        let deck = self.deck;
        html! {
            @for place in 0..form.inputs.len() { (self.input(form, place, shown)) }
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

    /// The input at this place among those of its form.
    fn input(&self, form: &StepForm<S>, place: usize, shown: Hand) -> Markup {
        let entered = |name: &str, earlier: usize| self.carried.values(form, name).nth(earlier);
        match &form.inputs[place] {
            Input::Cards { name, cards } => html! {
                @if !(*cards - shown).is_empty() {
                    ul.cards { @for card in (*cards - shown).iter() { li { (self.tick(form, name, card, &face(card, self.deck, Look::default()))) } } }
                }
            },
            Input::Choice { name, label, options, none } => {
                let earlier = form.inputs[..place].iter().filter(|input| input.name() == *name).count();
                let entered = entered(name, earlier);
                // Each list preselects a different value, so that an unchanged form may be legal.
                let preselected = options.get(place).filter(|_| none.is_none()).map(|(value, _)| value.as_str());
                html! {
                    label.field { (label) " " select name=(name) {
                        @if let Some(none) = none { option value="" { (none) } }
                        @for (value, text) in options {
                            option value=(value) selected[entered.or(preselected) == Some(value.as_str())] { (text) }
                        }
                    } }
                }
            }
            Input::Number { name, label, max } => html! {
                label.field { (label) " " input type="number" name=(name) min="0" max=(max) value=(entered(name, 0).unwrap_or("0")) inputmode="numeric" required; }
            },
            Input::Flag { name, label } => html! {
                label.flag { input type="checkbox" name=(name) value="yes" checked[entered(name, 0).is_some()]; " " (label) }
            },
        }
    }

    fn tick(&self, form: &StepForm<S>, name: &str, card: Card, face: &Markup) -> Markup {
        let checked = self.carried.values(form, name).any(|value| value.parse() == Ok(card));
        html! { label.pick { input type="checkbox" name=(name) value=(card) checked[checked]; (face) } }
    }
}

/// A step as JSON, the value of its button.
fn json<S: GameStep>(step: &S) -> String {
    serde_json::to_string(step).expect("a step has a JSON form")
}
