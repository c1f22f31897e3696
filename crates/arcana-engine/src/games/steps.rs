//! A game's steps: one tagged enum each, their kinds, and which of them a game waits for.
//!
//! Code that handles steps matches them or their kinds exhaustively, so a new step is a compile error until it is
//! handled.

use std::{fmt::Debug, hash::Hash, marker::PhantomData};

use serde::{Serialize, de::DeserializeOwned};
use strum::{VariantArray, VariantNames};

use super::{Player, PlayerSet};

/// A step in wire form: one tagged enum for logs, requests and the engine.
pub trait GameStep: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The kinds of step.
    type Kind: AnyStepKind + for<'a> From<&'a Self>;
    /// A player's step in memory: small and `Copy`.
    type Move: Copy + Debug + PartialEq;

    /// The kind of this step.
    fn kind(&self) -> Self::Kind {
        self.into()
    }

    /// The player who makes it; `None` for table steps.
    fn player(&self) -> Option<Player>;

    /// A player's move in wire form.
    fn of_move(player: Player, mv: Self::Move) -> Self;
}

/// A kind of step of any game: a variant without its fields.
pub trait AnyStepKind: VariantArray + VariantNames + Copy + Debug + Eq + Hash + Send + Sync + 'static {
    /// All of them, in the order of the page's table.
    const ALL: &'static [Self] = <Self as VariantArray>::VARIANTS;
    /// Their names in logs, in the same order.
    const NAMES: &'static [&'static str] = <Self as VariantNames>::VARIANTS;

    /// Its index in [`ALL`](AnyStepKind::ALL).
    fn index(self) -> usize;

    /// Its name in logs.
    fn name(self) -> &'static str {
        Self::NAMES[self.index()]
    }
}

/// A set of kinds of step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kinds<K>(u32, PhantomData<K>);

impl<K: AnyStepKind> Kinds<K> {
    /// The empty set.
    pub const EMPTY: Kinds<K> = Kinds(0, PhantomData);

    /// The set of these kinds.
    pub fn of(kinds: &[K]) -> Kinds<K> {
        kinds.iter().fold(Kinds::EMPTY, |all, kind| all.with(*kind))
    }

    /// This set with one more kind.
    pub fn with(self, kind: K) -> Kinds<K> {
        Kinds(self.0 | 1 << kind.index(), PhantomData)
    }

    /// Whether the set contains this kind.
    pub fn contains(self, kind: K) -> bool {
        self.0 >> kind.index() & 1 == 1
    }

    /// The kinds, in the order of the page's table.
    pub fn iter(self) -> impl Iterator<Item = K> {
        K::ALL.iter().copied().filter(move |kind| self.contains(*kind))
    }
}

/// What a game waits for at one moment (`docs/rules/README.md`, "The log").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due<K> {
    /// One step of the table.
    Table(K),
    /// A step by any one of these players.
    Players {
        /// The game cannot continue until one of these has acted.
        must: PlayerSet,
        /// These may act before that but need not.
        may: PlayerSet,
        /// Step kinds that any of them may make.
        kinds: Kinds<K>,
    },
    /// The game is over.
    Over,
}

/// What a game with these steps waits for.
pub type DueOf<S> = Due<<S as GameStep>::Kind>;

impl<K: AnyStepKind> Due<K> {
    /// One player must make a step of one of these kinds.
    pub fn player(player: Player, kinds: &[K]) -> Due<K> {
        Due::Players { must: PlayerSet::of(player), may: PlayerSet::EMPTY, kinds: Kinds::of(kinds) }
    }

    /// Is the game over?
    pub fn is_over(self) -> bool {
        matches!(self, Due::Over)
    }

    /// Is a step of this kind due from any player or the table?
    pub fn accepts(self, kind: K) -> bool {
        match self {
            Due::Table(due) => due == kind,
            Due::Players { kinds, .. } => kinds.contains(kind),
            Due::Over => false,
        }
    }

    /// All players who may act now.
    pub const fn players(self) -> PlayerSet {
        match self {
            Due::Players { must, may, .. } => must.union(may),
            Due::Table(_) | Due::Over => PlayerSet::EMPTY,
        }
    }

    /// The wire form.
    pub fn named(self) -> NamedDue {
        match self {
            Due::Table(kind) => NamedDue::Table { table: kind.name() },
            Due::Players { kinds, .. } => NamedDue::Players {
                players: self.players().iter().collect(),
                types: kinds.iter().map(AnyStepKind::name).collect(),
            },
            Due::Over => NamedDue::Over { over: true },
        }
    }
}

/// What the game waits for: a table step, a step by one of these players, or nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[cfg_attr(
    feature = "schema",
    derive(utoipa::ToSchema),
    schema(as = Due, example = json!({"players": [2], "types": ["play"]})),
)]
pub enum NamedDue {
    /// A table step of this type.
    #[cfg_attr(feature = "schema", schema(title = "DueTable"))]
    Table {
        /// Type of the step.
        table: &'static str,
    },
    /// Any one of these players; empty if the rules hide who is asked.
    #[cfg_attr(feature = "schema", schema(title = "DuePlayers"))]
    Players {
        /// Indexes of the players.
        players: Vec<Player>,
        /// Accepted step types.
        types: Vec<&'static str>,
    },
    /// The game is over.
    #[cfg_attr(feature = "schema", schema(title = "DueOver"))]
    Over {
        /// Always true.
        over: bool,
    },
}
