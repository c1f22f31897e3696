//! The journal of a table: one byte for each version, enough to replay its events.

use crate::games::Player;

/// A journal entry. The first entry makes version 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// It was set up.
    Created,
    /// A person took a seat.
    Taken(Player),
    /// A person left a seat.
    Left(Player),
    /// A person did not act in time.
    Away(Player),
    /// A person who was away acted.
    Back(Player),
    /// The next step of the log was made.
    Step,
    /// The game was stored.
    Over,
    /// The table was closed.
    Closed,
}

/// Number of bits that hold the player, of whom there are at most 20.
const PLAYER_BITS: u8 = 5;

impl Entry {
    /// The stored byte: the kind in the upper bits, the player in the lower.
    pub(super) const fn to_byte(self) -> u8 {
        let (kind, player) = match self {
            Entry::Created => (0, 0),
            Entry::Taken(player) => (1, player.0),
            Entry::Left(player) => (2, player.0),
            Entry::Away(player) => (3, player.0),
            Entry::Back(player) => (4, player.0),
            Entry::Step => (5, 0),
            Entry::Over => (6, 0),
            Entry::Closed => (7, 0),
        };
        kind << PLAYER_BITS | player
    }

    /// The entry of a stored byte.
    pub(super) const fn from_byte(byte: u8) -> Entry {
        let player = Player(byte & ((1 << PLAYER_BITS) - 1));
        match byte >> PLAYER_BITS {
            0 => Entry::Created,
            1 => Entry::Taken(player),
            2 => Entry::Left(player),
            3 => Entry::Away(player),
            4 => Entry::Back(player),
            5 => Entry::Step,
            6 => Entry::Over,
            // Kind 7: three bits hold no more.
            _ => Entry::Closed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_round_trip_through_bytes() {
        let player = Player(19);
        for entry in [
            Entry::Created,
            Entry::Taken(player),
            Entry::Left(Player(0)),
            Entry::Away(player),
            Entry::Back(player),
            Entry::Step,
            Entry::Over,
            Entry::Closed,
        ] {
            assert_eq!(Entry::from_byte(entry.to_byte()), entry);
        }
    }
}
