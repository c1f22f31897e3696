//! The refusal of a log, with the legal steps.

use serde_json::Value;

use crate::games::{Game, GameStep, NamedDue, Viewer, Violation};

/// Maximum number of legal steps listed in a refusal or a state.
const LEGAL_LIMIT: usize = 100;

/// The legal steps at one point of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Legal<S> {
    /// The steps; empty if the table is due.
    pub steps: Vec<S>,
    /// Whether there are more than those listed.
    pub truncated: bool,
}

/// The legal steps that a viewer may know: those of all players, those of the viewer, or none (public); at most 100.
pub fn legal_steps<G: Game>(game: &G, viewer: Viewer) -> Legal<G::Step> {
    let mut legal = Legal { steps: Vec::new(), truncated: false };
    let mut moves = Vec::new();
    for player in game.due().players().iter().filter(|player| viewer.sees(*player)) {
        moves.clear();
        let complete = game.moves(player, LEGAL_LIMIT - legal.steps.len(), &mut moves);
        legal.steps.extend(moves.iter().map(|mv| G::Step::of_move(player, *mv)));
        legal.truncated |= !complete;
    }
    legal
}

/// The refusal of a log: where, why, and which steps were legal (`docs/rules/README.md`, "What is refused").
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// Index of the step, from 0; `None` for a fault of the document, the number of steps if the log is incomplete.
    pub index: Option<usize>,
    /// The code and the sentence.
    pub fault: Violation,
    /// What was due there; `None` for a fault of the document.
    pub due: Option<Box<NamedDue>>,
    /// The legal steps of those due.
    pub legal: Vec<Value>,
    /// Whether there were more.
    pub legal_truncated: bool,
    /// Why a deal cannot be found.
    pub deal_unknown: Option<Box<DealUnknown>>,
}

/// Why a deal cannot be found from the later steps.
#[derive(Clone, Debug, PartialEq)]
pub enum DealUnknown {
    /// This later step is wrong.
    Slip(Refusal),
    /// No step is wrong, but cards of these players are missing.
    Missing(Vec<Violation>),
}

impl DealUnknown {
    /// The later step that is wrong.
    pub const fn slip(&self) -> Option<&Refusal> {
        match self {
            DealUnknown::Slip(slip) => Some(slip),
            DealUnknown::Missing(_) => None,
        }
    }

    /// The players whose cards are missing.
    pub const fn missing(&self) -> &[Violation] {
        match self {
            DealUnknown::Slip(_) => &[],
            DealUnknown::Missing(faults) => faults.as_slice(),
        }
    }
}

impl Refusal {
    /// A fault of the document itself.
    pub const fn of_document(fault: Violation) -> Refusal {
        Refusal { index: None, fault, due: None, legal: Vec::new(), legal_truncated: false, deal_unknown: None }
    }

    /// The refusal of a step at this point of a game.
    pub fn of_step<G: Game>(game: &G, index: usize, fault: Violation) -> Refusal {
        let legal = legal_steps(game, Viewer::All);
        let steps = legal.steps.iter().map(|step| serde_json::to_value(step).expect("a step is JSON")).collect();
        Refusal {
            index: Some(index),
            due: Some(Box::new(game.due().named())),
            legal: steps,
            legal_truncated: legal.truncated,
            ..Refusal::of_document(fault)
        }
    }
}
