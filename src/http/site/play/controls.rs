//! Inputs and buttons, as a game describes them.

use crate::{
    cards::{Card, Hand},
    games::{GameStep, Player},
    http::site::table::{TablePage, TableView},
};

/// The most legal steps that are looked through; where there are more, inputs make them.
const LEGAL_LIMIT: usize = 4_000;

/// A game that can be played in a browser.
pub trait PlayPage: TablePage {
    /// What a player may do, out of the legal steps.
    fn controls(view: &TableView<'_, Self>, legal: &Choices<Self::Step>) -> Controls<Self::Step>;
}

/// The legal steps of a player who may act.
#[derive(Clone, Debug)]
pub struct Choices<S> {
    /// The player.
    pub player: Player,
    /// The steps; of thousands the first.
    pub steps: Vec<S>,
}

impl<S: GameStep> Choices<S> {
    /// What a player may do now; `None` when that is nothing.
    pub fn of<G: TablePage<Step = S, Move = S::Move>>(game: &G, player: Player) -> Option<Choices<S>> {
        let mut moves = Vec::new();
        game.moves(player, LEGAL_LIMIT, &mut moves);
        let steps: Vec<_> = moves.into_iter().map(|mv| S::of_move(player, mv)).collect();
        (!steps.is_empty()).then_some(Choices { player, steps })
    }

    /// Is a step of this kind among them?
    pub fn has(&self, kind: S::Kind) -> bool {
        self.steps.iter().any(|step| step.kind() == kind)
    }

    /// Those of this kind.
    pub fn kind(&self, kind: S::Kind) -> impl Iterator<Item = &S> {
        self.steps.iter().filter(move |step| step.kind() == kind)
    }

    /// All cards that steps of this kind are made with.
    pub fn cards<G: TablePage<Step = S>>(&self, kind: S::Kind) -> Hand {
        self.kind(kind).map(G::moved).fold(Hand::EMPTY, |all, cards| all | cards)
    }
}

/// All that a player may do at one moment.
#[derive(Clone, Debug)]
pub struct Controls<S> {
    /// What is done with the cards of the own hand.
    pub hand: StepForm<S>,
    /// Everything else.
    pub forms: Vec<StepForm<S>>,
}

impl<S> Default for Controls<S> {
    fn default() -> Controls<S> {
        Controls { hand: StepForm::default(), forms: Vec::new() }
    }
}

/// One form. A button makes its step, once the inputs have filled in the fields of their names.
#[derive(Clone, Debug)]
pub struct StepForm<S> {
    /// What it is for.
    pub legend: &'static str,
    /// Cards that make a step by a click.
    pub cards: Vec<(Card, S)>,
    /// What fills in fields.
    pub inputs: Vec<Input>,
    /// Buttons with what stands on them.
    pub buttons: Vec<(String, S)>,
}

impl<S> Default for StepForm<S> {
    fn default() -> StepForm<S> {
        StepForm { legend: "", cards: Vec::new(), inputs: Vec::new(), buttons: Vec::new() }
    }
}

impl<S> StepForm<S> {
    /// A form of buttons alone.
    pub fn of_buttons(legend: &'static str, buttons: impl IntoIterator<Item = (String, S)>) -> StepForm<S> {
        StepForm { legend, buttons: buttons.into_iter().collect(), ..StepForm::default() }
    }

    /// Is there nothing to click?
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty() && self.buttons.is_empty()
    }

    /// The cards with a box to tick.
    pub fn ticked(&self) -> Hand {
        let cards = self.inputs.iter().map(|input| match input {
            Input::Cards { name: _, cards } => *cards,
            Input::Choice { .. } | Input::Number { .. } | Input::Flag { .. } => Hand::EMPTY,
        });
        cards.fold(Hand::EMPTY, |all, cards| all | cards)
    }
}

/// What fills in a field of a step.
#[derive(Clone, Debug)]
pub enum Input {
    /// Any number of these cards, each with a box to tick.
    Cards {
        /// The field.
        name: &'static str,
        /// The cards.
        cards: Hand,
    },
    /// One of some values. Several of one name make a list in their order.
    Choice {
        /// The field.
        name: &'static str,
        /// What stands before it.
        label: String,
        /// Values and what stands for them.
        options: Vec<(String, String)>,
        /// What stands for no value; `None` where there has to be one.
        none: Option<&'static str>,
    },
    /// A number.
    Number {
        /// The field.
        name: &'static str,
        /// What stands before it.
        label: &'static str,
        /// The most that it may be, from 0.
        most: i64,
    },
    /// Yes, when it is ticked.
    Flag {
        /// The field.
        name: &'static str,
        /// What stands behind it.
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
