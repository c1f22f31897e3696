//! Players: an index, and small sets of them.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

/// A player: the index into the log's `players`, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(example = 0, maximum = 19))]
pub struct Player(pub u8);

impl Player {
    /// The index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The name of a player who gave none, as in `Player 1`.
    pub fn default_name(self) -> String {
        format!("Player {}", u16::from(self.0) + 1)
    }

    /// Is this a name as of a player who gave none?
    pub fn is_default_name(name: &str) -> bool {
        let number = name.strip_prefix("Player ");
        number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
    }

    /// The player `places` seats further round a table of `players`.
    pub const fn after(self, places: usize, players: usize) -> Player {
        Player(((self.0 as usize + places) % players) as u8)
    }

    /// All players at a table of `players`, from 0.
    pub fn all(players: usize) -> impl DoubleEndedIterator<Item = Player> + ExactSizeIterator + Clone {
        (0..players as u8).map(Player)
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "player {}", self.0)
    }
}

/// A set of players. Iterates and serializes in ascending order.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct PlayerSet(u32);

impl PlayerSet {
    /// The empty set.
    pub const EMPTY: PlayerSet = PlayerSet(0);

    /// The set of this player.
    pub const fn of(player: Player) -> PlayerSet {
        PlayerSet(1 << player.0)
    }

    /// All players at a table of `players`.
    pub const fn all(players: usize) -> PlayerSet {
        PlayerSet((1 << players) - 1)
    }

    /// Whether the set contains the player.
    pub const fn contains(self, player: Player) -> bool {
        player.0 < 32 && self.0 >> player.0 & 1 == 1
    }

    /// The union of both sets.
    pub const fn union(self, others: PlayerSet) -> PlayerSet {
        PlayerSet(self.0 | others.0)
    }

    /// The players of this set that are not in the other.
    pub const fn without(self, others: PlayerSet) -> PlayerSet {
        PlayerSet(self.0 & !others.0)
    }

    /// The intersection of both sets.
    pub const fn intersection(self, others: PlayerSet) -> PlayerSet {
        PlayerSet(self.0 & others.0)
    }

    /// Renumbers the players by their distance from `first` round a table of `players`; the one after `first` comes
    /// first.
    pub const fn counted_from(self, first: Player, players: usize) -> PlayerSet {
        let turned = self.0 >> first.0 | self.0 << (players - first.0 as usize);
        PlayerSet(turned & PlayerSet::all(players).0)
    }

    /// Adds a player.
    pub const fn insert(&mut self, player: Player) {
        self.0 |= 1 << player.0;
    }

    /// Removes a player.
    pub const fn remove(&mut self, player: Player) {
        self.0 &= !(1 << player.0);
    }

    /// Number of players in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The player with the lowest index.
    pub const fn first(self) -> Option<Player> {
        if self.0 == 0 { None } else { Some(Player(self.0.trailing_zeros() as u8)) }
    }

    /// The n-th player (from 0), ascending.
    #[inline]
    pub fn nth(self, n: usize) -> Option<Player> {
        let mut left = self.0;
        for _ in 0..n {
            left &= left.wrapping_sub(1);
        }
        PlayerSet(left).first()
    }

    /// The players, ascending.
    pub fn iter(self) -> impl Iterator<Item = Player> + Clone {
        let mut left = self;
        std::iter::from_fn(move || {
            let first = left.first()?;
            left.remove(first);
            Some(first)
        })
    }
}

impl FromIterator<Player> for PlayerSet {
    fn from_iter<I: IntoIterator<Item = Player>>(players: I) -> PlayerSet {
        players.into_iter().fold(PlayerSet::EMPTY, |set, player| set.union(PlayerSet::of(player)))
    }
}

impl fmt::Debug for PlayerSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(|player| player.0)).finish()
    }
}

impl Serialize for PlayerSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_counted_from_any_player() {
        let players = 7;
        let set: PlayerSet = [Player(0), Player(2), Player(6)].into_iter().collect();
        for first in Player::all(players) {
            let counted = set.counted_from(first, players);
            let walked = (0..players).filter(|places| set.contains(first.after(*places, players)));
            assert_eq!(counted.iter().map(Player::index).collect::<Vec<_>>(), walked.collect::<Vec<_>>(), "{first:?}");
        }
        assert_eq!(PlayerSet::all(3).counted_from(Player(2), 3), PlayerSet::all(3));
    }

    #[test]
    fn a_set_iterates_in_ascending_order() {
        let set: PlayerSet = [Player(19), Player(0), Player(7)].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [Player(0), Player(7), Player(19)]);
        assert_eq!([0, 1, 2, 3].map(|n| set.nth(n)), [Some(Player(0)), Some(Player(7)), Some(Player(19)), None]);
        assert_eq!(PlayerSet::EMPTY.iter().next(), None);
        assert_eq!(PlayerSet::all(20).iter().count(), 20);
    }
}
