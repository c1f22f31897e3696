//! Where a person plays: at a table of this process, or of a service.

use serde_json::Value;

use crate::games::Ruleset;

/// A table with a person at it.
pub trait Host {
    /// What is played.
    fn ruleset(&self) -> Ruleset;

    /// Goes on until the person may act, or for a while.
    ///
    /// # Errors
    /// The game cannot go on.
    fn look(&mut self) -> anyhow::Result<Seen>;

    /// Makes a step of the person.
    ///
    /// # Errors
    /// The game cannot go on.
    fn make(&mut self, decision: &Decision) -> anyhow::Result<Made>;

    /// The person does nothing now.
    fn pass(&mut self);

    /// What is told when the game is over.
    ///
    /// # Errors
    /// It cannot be fetched.
    fn ending(&mut self) -> anyhow::Result<String>;
}

/// What a person sees.
pub struct Seen {
    /// The table with the numbered choices, or what it waits for.
    pub text: String,
    /// Whether the person is prompted.
    pub prompt: Prompt,
}

/// Whether a person is prompted for a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prompt {
    /// For a step.
    Step,
    /// Others are to act.
    Not,
    /// The game is over.
    Over,
    /// The table was closed before the end of the game.
    Closed,
}

/// What a person decides.
#[derive(Debug, PartialEq)]
pub enum Decision {
    /// The choice with this number.
    Choice(u32),
    /// A step as in a log; the player may be left out.
    Step(Value),
}

/// What has become of it.
pub enum Made {
    /// It was made.
    Done,
    /// It was refused, for this reason.
    Refused(String),
    /// It was not made, since others were faster.
    MovedOn,
}
