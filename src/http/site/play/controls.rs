//! Controls for playing in a browser, as described by each game.

use std::borrow::Cow;

use crate::{
    cards::{Card, Hand},
    games::{GameStep, Player},
    scenes::{HasScene, SceneView},
};

/// Maximum number of legal steps listed. If there are more, inputs make the others.
const LEGAL_LIMIT: usize = 4_000;

/// A game that can be played in a browser.
pub trait PlayPage: HasScene {
    /// May players speak before whoever must act, so that bots wait for them?
    const SPEAKS: bool = false;

    /// What was best in a game that is over, each with its name.
    fn highlights(_view: &SceneView<'_, Self>) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// The controls for a player with these legal steps.
    fn controls(view: &SceneView<'_, Self>, legal: &Choices<Self::Step>) -> Controls<Self::Step>;
}

/// The legal steps of a player who may act.
#[derive(Clone, Debug)]
pub struct Choices<S> {
    /// The player.
    pub player: Player,
    /// The legal steps, or the first of thousands.
    pub steps: Vec<S>,
}

impl<S: GameStep> Choices<S> {
    /// The legal steps of a player; `None` if there are none.
    pub fn of<G: HasScene<Step = S, Move = S::Move>>(game: &G, player: Player) -> Option<Choices<S>> {
        let mut moves = Vec::new();
        game.moves(player, LEGAL_LIMIT, &mut moves);
        let steps: Vec<_> = moves.into_iter().map(|mv| S::of_move(player, mv)).collect();
        (!steps.is_empty()).then_some(Choices { player, steps })
    }

    /// Is a step of this kind legal?
    pub fn has(&self, kind: S::Kind) -> bool {
        self.steps.iter().any(|step| step.kind() == kind)
    }

    /// The legal steps of this kind.
    pub fn kind(&self, kind: S::Kind) -> impl Iterator<Item = &S> {
        self.steps.iter().filter(move |step| step.kind() == kind)
    }

    /// The cards in all legal steps of this kind.
    pub fn cards<G: HasScene<Step = S>>(&self, kind: S::Kind) -> Hand {
        self.kind(kind).map(G::moved).fold(Hand::EMPTY, |all, cards| all | cards)
    }
}

/// The controls of a player.
#[derive(Clone, Debug)]
pub struct Controls<S> {
    /// The form around the player's hand.
    pub hand: StepForm<S>,
    /// All other forms.
    pub forms: Vec<StepForm<S>>,
}

impl<S> Default for Controls<S> {
    fn default() -> Controls<S> {
        Controls { hand: StepForm::default(), forms: Vec::new() }
    }
}

/// A form. Each button sends its step, with the inputs' values filled in.
#[derive(Clone, Debug)]
pub struct StepForm<S> {
    /// Its legend.
    pub legend: Cow<'static, str>,
    /// Is it seldom used, so that it is folded?
    pub folded: bool,
    /// Cards that play a step when clicked.
    pub cards: Vec<(Card, S)>,
    /// Inputs that fill in fields of the step.
    pub inputs: Vec<Input>,
    /// Buttons with their labels.
    pub buttons: Vec<(String, S)>,
}

impl<S> Default for StepForm<S> {
    fn default() -> StepForm<S> {
        StepForm { legend: "".into(), folded: false, cards: Vec::new(), inputs: Vec::new(), buttons: Vec::new() }
    }
}

impl<S> StepForm<S> {
    /// A form with buttons only.
    pub fn of_buttons(
        legend: impl Into<Cow<'static, str>>,
        buttons: impl IntoIterator<Item = (String, S)>,
    ) -> StepForm<S> {
        StepForm { legend: legend.into(), buttons: buttons.into_iter().collect(), ..StepForm::default() }
    }

    /// Does it have nothing to click?
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty() && self.buttons.is_empty()
    }

    /// The cards with a checkbox.
    pub fn ticked(&self) -> Hand {
        let cards = self.inputs.iter().map(|input| match input {
            Input::Cards { name: _, cards } => *cards,
            Input::Choice { .. } | Input::Number { .. } | Input::Flag { .. } => Hand::EMPTY,
        });
        cards.fold(Hand::EMPTY, |all, cards| all | cards)
    }
}

/// An input that fills in a field of a step.
#[derive(Clone, Debug)]
pub enum Input {
    /// Any number of these cards, each with a checkbox.
    Cards {
        /// Name of the field.
        name: &'static str,
        /// The cards.
        cards: Hand,
    },
    /// One of several values. Several inputs of the same name make a list in order.
    Choice {
        /// Name of the field.
        name: &'static str,
        /// Label of the input.
        label: String,
        /// Value and label of each option.
        options: Vec<(String, String)>,
        /// Label of the empty option; `None` if a value is required.
        none: Option<&'static str>,
    },
    /// A number.
    Number {
        /// Name of the field.
        name: &'static str,
        /// Label of the input.
        label: &'static str,
        /// Maximum, from 0.
        max: i64,
    },
    /// A checkbox.
    Flag {
        /// Name of the field.
        name: &'static str,
        /// Label of the input.
        label: &'static str,
    },
}

impl Input {
    /// The field that it fills in.
    pub const fn name(&self) -> &'static str {
        match self {
            Input::Cards { name, .. }
            | Input::Choice { name, .. }
            | Input::Number { name, .. }
            | Input::Flag { name, .. } => name,
        }
    }
}
