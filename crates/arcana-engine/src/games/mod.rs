//! The games: each a state machine fed with steps (`docs/rules/README.md`, "The log").
//!
//! A [`Game`] checks a step as its rules page says, in the page's order, and applies it if it is legal. Chance is a
//! step too (the table's), so a log replays without a random generator. In memory a move is small and `Copy`; the wire
//! form ([`Game::Step`]) is used only for input and output.

mod fields;
pub mod foolery;
pub mod fortuna;
pub mod fortunes;
pub mod fortuno;
mod game;
mod log;
mod moves;
mod observe;
mod options;
mod player;
pub mod reversal;
mod ruleset;
mod steps;
#[cfg(test)]
mod tests;
mod violation;

pub use crate::{violation, with_game};
pub use fields::{Face, Faces, Listed, Number};
pub use foolery::Foolery;
pub use fortuna::Fortuna;
pub use fortunes::Fortunes;
pub use fortuno::Fortuno;
pub use game::{Game, Outcome, expected, game_over, known_player, known_player_of, not_allowed, places_by};
pub use log::{
    DealUnknown, Document, Form, Guess, Legal, Log, LogCodec, LogError, Numbers, RawStep, Refusal, Trail,
    check_as_seen, legal_steps, parse_options, replay, without_mark,
};
pub use observe::{Observe, SeenStep, ShownHand, StepPart, Viewer};
pub use options::{Between, FAULTS_REPORTED, FieldFault, FieldFaultKind, FieldFaults, QUOTED};
pub use player::{Player, PlayerSet};
pub use reversal::Reversal;
pub use ruleset::{PlayerCount, Ruleset, RulesetInfo, UnknownRuleset, default_options};
pub use steps::{AnyStepKind, Due, DueOf, GameStep, Kinds, NamedDue};
pub use violation::{Arg, Code, Labels, Violation, excerpt};
