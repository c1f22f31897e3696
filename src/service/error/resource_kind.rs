//! What a caller can ask for.

use std::fmt;

/// What does not exist or belongs to another owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "they say themselves what they are")]
pub enum ResourceKind {
    Commitment,
    Game,
    Key,
    Player,
    Reading,
    Seat,
    Simulation,
    Step,
    Table,
}

impl fmt::Display for ResourceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ResourceKind::Commitment => "commitment",
            ResourceKind::Game => "game",
            ResourceKind::Key => "key",
            ResourceKind::Player => "player",
            ResourceKind::Reading => "reading",
            ResourceKind::Seat => "seat",
            ResourceKind::Simulation => "simulation",
            ResourceKind::Step => "step",
            ResourceKind::Table => "table",
        })
    }
}
