//! The journal of a table: one byte for each version, enough to replay its events.

use crate::games::Player;

/// A journal entry. The first entry makes version 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JournalEntry {
    /// It was set up.
    Created,
    /// A new invitation to an open seat replaced the one before.
    Invited(Player),
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

impl JournalEntry {
    /// The stored byte: the kind in the upper bits, the player in the lower.
    pub(super) const fn to_byte(self) -> u8 {
        let (kind, player) = match self {
            JournalEntry::Created => (0, 0),
            // The kinds are used up, and a table is set up by no player.
            JournalEntry::Invited(player) => (0, player.0 + 1),
            JournalEntry::Taken(player) => (1, player.0),
            JournalEntry::Left(player) => (2, player.0),
            JournalEntry::Away(player) => (3, player.0),
            JournalEntry::Back(player) => (4, player.0),
            JournalEntry::Step => (5, 0),
            JournalEntry::Over => (6, 0),
            JournalEntry::Closed => (7, 0),
        };
        kind << PLAYER_BITS | player
    }

    /// The entry of a stored byte.
    pub(super) const fn from_byte(byte: u8) -> JournalEntry {
        let player = Player(byte & ((1 << PLAYER_BITS) - 1));
        match byte >> PLAYER_BITS {
            0 if player.0 == 0 => JournalEntry::Created,
            0 => JournalEntry::Invited(Player(player.0 - 1)),
            1 => JournalEntry::Taken(player),
            2 => JournalEntry::Left(player),
            3 => JournalEntry::Away(player),
            4 => JournalEntry::Back(player),
            5 => JournalEntry::Step,
            6 => JournalEntry::Over,
            // Kind 7: three bits hold no more.
            _ => JournalEntry::Closed,
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
            JournalEntry::Created,
            JournalEntry::Invited(player),
            JournalEntry::Invited(Player(0)),
            JournalEntry::Taken(player),
            JournalEntry::Left(Player(0)),
            JournalEntry::Away(player),
            JournalEntry::Back(player),
            JournalEntry::Step,
            JournalEntry::Over,
            JournalEntry::Closed,
        ] {
            assert_eq!(JournalEntry::from_byte(entry.to_byte()), entry);
        }
    }
}
