//! A game in play at a table, of any ruleset.

use std::any::Any;

use serde_json::value::RawValue;

use crate::{
    cards::Deck,
    games::{NamedDue, Player, PlayerSet, ShownHand, Viewer},
    players::Skill,
    service::{Finished, Purpose, ServiceError, Snapshot, error::IllegalStep},
};

/// A step as a player sends it.
#[derive(Clone, Copy, Debug)]
pub struct SentStep<'a> {
    /// The step, in which cards may have names.
    pub step: &'a RawValue,
    /// The deck that these names are of, and those in a refusal; by default that of the ruleset.
    pub deck: Option<Deck>,
}

/// What a game in play waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    /// A step of the table.
    Table,
    /// A step of one of these players.
    Players {
        /// The game waits until one of these acts.
        must: PlayerSet,
        /// These may speak before that.
        may: PlayerSet,
        /// Those of them who are given time, since they can gain by it.
        given_time: PlayerSet,
        /// Is it hidden from the others which player is asked?
        secret: bool,
    },
    /// Nothing: the game is over.
    Over,
}

/// A step as a viewer sees it, and what is due after it.
#[derive(Debug)]
pub struct SeenEntry {
    /// Number of steps played, including this one.
    pub n: usize,
    /// The step; `null` if the viewer may not know anything of it.
    pub step: Box<RawValue>,
    /// What is due then, as far as the viewer knows.
    pub due: NamedDue,
    /// The hand of another player that the step shows to the viewer.
    pub shown_hand: Option<ShownHand>,
}

/// A game in play, of any ruleset.
pub trait Session: Send + Sync {
    /// A copy, to be played on.
    fn boxed_clone(&self) -> Box<dyn Session>;

    /// Number of steps played.
    fn step_count(&self) -> usize;

    /// What the game waits for.
    fn waits(&self) -> Waits;

    /// The lowest step count at which the player already had the present decision to make, or might speak. Where
    /// several players may act, a step is accepted although others were faster.
    fn open_since(&self, player: Player) -> usize;

    /// Plays the table's step that is due.
    fn draw(&mut self);

    /// Lets a bot act for a player who must. False if the player has no step to make.
    fn act(&mut self, player: Player, skill: Skill) -> bool;

    /// Lets a bot decide for a player who may speak. False if it does not speak.
    fn speak(&mut self, player: Player, skill: Skill) -> bool;

    /// Plays a player's step; `player` may be left out of it.
    ///
    /// # Errors
    /// Why the step is illegal. The error contains nothing that the player may not know.
    fn submit(&mut self, player: Player, sent: SentStep<'_>, names: &[&str]) -> Result<(), Box<IllegalStep>>;

    /// The legal step of a player with this number, from 1, after `after` steps.
    ///
    /// # Errors
    /// `Internal`.
    fn choice(&self, player: Player, after: usize, number: u32) -> Result<Option<Box<RawValue>>, ServiceError>;

    /// The game as a viewer may see it.
    fn snapshot(&self, viewer: Viewer) -> Result<Snapshot, ServiceError>;

    /// A cursor behind the first `from` steps.
    ///
    /// # Errors
    /// `Internal`.
    fn follower(&self, from: usize) -> Result<Box<dyn Follower>, ServiceError>;

    /// The last step, as JSON; empty before the first.
    fn last_step(&self) -> String;

    /// Replays further steps, each as JSON on a line of its own.
    ///
    /// # Errors
    /// The number of the first one that cannot be repeated.
    fn replay(&mut self, steps: &str) -> Result<(), usize>;

    /// Approximate size in memory, in bytes.
    fn bytes(&self) -> usize;

    /// The finished game.
    ///
    /// # Errors
    /// `Internal` if the game is not over.
    fn finished(&self, purpose: Purpose) -> Result<Finished, ServiceError>;

    /// The concrete type, for a follower of the same game.
    fn as_any(&self) -> &dyn Any;
}

/// A position in the steps of a game in play, from which they are read one after another.
pub trait Follower: Send + Sync {
    /// Up to `most` further steps, as a viewer sees them.
    ///
    /// # Errors
    /// `Internal`.
    fn follow(&mut self, session: &dyn Session, most: usize, viewer: Viewer) -> Result<Vec<SeenEntry>, ServiceError>;
}
