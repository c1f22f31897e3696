//! The games: each a state machine fed with steps (`docs/rules/README.md`, "The log").
//!
//! A [`Game`] checks a step as its rules page says, in the page's order, and applies it if it is legal. Chance is a
//! step too (the table's), so a log replays without a random generator. In memory a move is small and `Copy`; the wire
//! form ([`Game::Step`]) is used only for input and output.

mod checks;
mod default_options;
mod due;
mod excerpt;
mod faces;
pub mod foolery;
pub mod fortuna;
pub mod fortunes;
pub mod fortuno;
mod game;
mod log;
mod moves;
mod number;
mod observe;
mod options;
mod outcome;
mod player;
pub mod reversal;
mod ruleset;
mod ruleset_info;
mod seen;
mod steps;
mod strict;
#[cfg(test)]
mod tests;
mod violation;

pub use crate::violation;
pub use crate::with_game;
pub use checks::{expected, game_over, known_player, known_player_of, not_allowed};
pub use default_options::default_options;
pub use due::{Due, DueOf, Kinds, NamedDue};
pub use excerpt::excerpt;
pub use faces::{Face, Faces, Listed};
pub use foolery::Foolery;
pub use fortuna::Fortuna;
pub use fortunes::Fortunes;
pub use fortuno::Fortuno;
pub use game::Game;
pub use log::{
    DealUnknown, Document, Form, Guess, Legal, Log, LogCodec, LogError, Numbers, RawStep, Refusal, Trail,
    check_as_seen, legal_steps, parse_options, replay, without_mark,
};
pub use number::Number;
pub use observe::{Observe, Viewer};
pub use options::{Between, FAULTS_REPORTED, FieldFault, FieldFaultKind, FieldFaults, QUOTED};
pub use outcome::{Outcome, places_by};
pub use player::{Player, PlayerSet};
pub use reversal::Reversal;
pub use ruleset::{Ruleset, UnknownRuleset};
pub use ruleset_info::{PlayerCount, RulesetInfo};
pub use seen::{SeenStep, ShownHand, StepPart};
pub use steps::{AnyStepKind, GameStep};
pub use violation::{Arg, Code, Labels, Violation};
