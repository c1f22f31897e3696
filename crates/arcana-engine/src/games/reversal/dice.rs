//! A player's dice, packed: four bits a die.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{
    chance::Chance,
    games::{Face, Faces},
};

/// Dice per player.
pub const DICE: usize = 5;

/// Dice of a player in the order listed. Of a list longer than five it stores the first five and the length.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Dice(u32);

/// Bit offset of the length.
const LENGTH: u32 = 24;
/// The lowest of four bits for each die.
const EACH: u32 = 0x1_1111;

impl Dice {
    /// `count` dice, at most five, rolled one after the other.
    pub fn rolled(count: usize, chance: &mut Chance) -> Dice {
        let faces = (0..count.min(DICE)).fold(0, |faces, place| faces | u32::from(chance.die()) << (4 * place));
        Dice(faces | (count as u32) << LENGTH)
    }

    /// Number of listed dice, up to 255.
    pub const fn len(self) -> usize {
        (self.0 >> LENGTH) as usize
    }

    /// Whether the list is empty.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The faces in the order listed; an invalid face may have become another invalid one.
    pub fn iter(self) -> impl ExactSizeIterator<Item = Face> {
        (0..self.len().min(DICE)).map(move |place| Face((self.0 >> (4 * place)) as u8 & 0xf))
    }

    /// Number of dice that show 4, 5 or 6: only these faces have the third bit set.
    pub(super) const fn successes(self) -> u8 {
        how_many(self.0 >> 2)
    }

    /// Number of dice that show this face.
    pub(super) const fn showing(self, face: u8) -> u8 {
        let other = self.0 ^ (EACH * face as u32);
        how_many(!(other | other >> 1 | other >> 2))
    }

    /// Sum of the faces.
    pub(super) const fn sum(self) -> u8 {
        let pairs = (self.0 & 0x0f_0f0f) + (self.0 >> 4 & 0x0f_0f0f);
        (pairs + (pairs >> 8) + (pairs >> 16)) as u8
    }
}

/// Number of dice whose lowest bit is set: the product adds them up in the highest place.
const fn how_many(places: u32) -> u8 {
    ((places & EACH).wrapping_mul(EACH) >> 16) as u8 & 0xf
}

impl FromIterator<Face> for Dice {
    fn from_iter<I: IntoIterator<Item = Face>>(faces: I) -> Dice {
        let listed: Faces<DICE> = faces.into_iter().collect();
        let faces = listed.iter().rev().fold(0, |faces, face| faces << 4 | u32::from(face.0.min(0xf)));
        Dice(faces | (listed.len() as u32) << LENGTH)
    }
}

impl fmt::Debug for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Serialize for Dice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let padding = (DICE..self.len()).map(|_| Face::default());
        self.iter().chain(padding).collect::<Vec<_>>().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Dice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Dice, D::Error> {
        let listed = Faces::<DICE>::deserialize(deserializer)?;
        let rest = (DICE..listed.len()).map(|_| Face::default());
        Ok(listed.iter().chain(rest).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dice(list: &[u8]) -> Dice {
        list.iter().copied().map(Face).collect()
    }

    #[test]
    fn dice_keep_their_order() {
        for list in ["[]", "[6]", "[3,3,4,6,1]", "[6,5,4,2,1]"] {
            let dice: Dice = serde_json::from_str(list).expect("dice");
            assert_eq!(serde_json::to_string(&dice).expect("JSON"), list);
        }
    }

    #[test]
    fn invalid_dice_stay_invalid_and_long_lists_stay_too_long() {
        assert!(dice(&[0, 7, 8, 99, 255]).iter().all(|face| !face.is_die()));
        let many: Dice = serde_json::from_str("[1,2,3,4,5,6,6]").expect("a list");
        assert_eq!((many.len(), many.iter().len()), (7, 5));
    }

    #[test]
    fn successes_sum_and_counts_are_computed_from_packed_dice() {
        assert_eq!((dice(&[]).successes(), dice(&[]).sum()), (0, 0));
        assert_eq!((dice(&[1, 2, 3, 4, 5]).successes(), dice(&[1, 2, 3, 4, 5]).sum()), (2, 15));
        assert_eq!((dice(&[6, 6, 6, 6, 6]).successes(), dice(&[6, 6, 6, 6, 6]).sum()), (5, 30));
        for (face, expected) in (1..).zip([1, 0, 2, 1, 0, 1]) {
            assert_eq!(dice(&[3, 3, 4, 6, 1]).showing(face), expected);
        }
    }
}
