//! What a game waits for.

use super::{Player, PlayerSet};

/// A type of step: its place in the list of the game's step types ([`super::RulesetInfo::steps`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StepType(pub u8);

/// A set of step types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct StepTypes(u32);

impl StepTypes {
    /// None.
    pub const EMPTY: StepTypes = StepTypes(0);

    /// Just these.
    pub const fn of(types: &[StepType]) -> StepTypes {
        let mut set = StepTypes::EMPTY;
        let mut index = 0;
        while index < types.len() {
            set = set.with(types[index]);
            index += 1;
        }
        set
    }

    /// These and one more.
    pub const fn with(self, step_type: StepType) -> StepTypes {
        StepTypes(self.0 | 1 << step_type.0)
    }

    /// Is the type among them?
    pub const fn contains(self, step_type: StepType) -> bool {
        self.0 >> step_type.0 & 1 == 1
    }

    /// The types, in the order of the game's list.
    pub fn iter(self) -> impl Iterator<Item = StepType> {
        (0..32).map(StepType).filter(move |step_type| self.contains(*step_type))
    }
}

/// What a game waits for at one moment (`docs/rules/README.md`, "The log").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// One step of the table.
    Table(StepType),
    /// A step by any one of these players.
    Players {
        /// The game cannot go on before one of these has acted.
        must: PlayerSet,
        /// These may speak before that, and need not.
        may: PlayerSet,
        /// What is acceptable, from anybody among them.
        types: StepTypes,
    },
    /// The game is over.
    Over,
}

impl Due {
    /// One player has to make a step of one of these types.
    pub const fn player(player: Player, types: &[StepType]) -> Due {
        Due::Players { must: PlayerSet::of(player), may: PlayerSet::EMPTY, types: StepTypes::of(types) }
    }

    /// Is the game over?
    pub const fn is_over(self) -> bool {
        matches!(self, Due::Over)
    }

    /// Is a step of this type due, from whomever?
    pub const fn accepts(self, step_type: StepType) -> bool {
        match self {
            Due::Table(due) => due.0 == step_type.0,
            Due::Players { types, .. } => types.contains(step_type),
            Due::Over => false,
        }
    }

    /// Everybody who may act now.
    pub const fn players(self) -> PlayerSet {
        match self {
            Due::Players { must, may, .. } => must.union(may),
            Due::Table(_) | Due::Over => PlayerSet::EMPTY,
        }
    }
}
