//! The unshuffled pack (`chance.md`, "What is drawn from it").

use super::Card;

/// All 78 cards: `ar00` … `ar21`, then Wands, Cups, Swords, Pentacles, each from the ace to `ki`.
pub const PACK: [Card; Card::COUNT] = {
    let mut pack = [Card::FOOL; Card::COUNT];
    let mut index = 0;
    while index < Card::COUNT {
        pack[index] = match Card::new(index as u8) {
            Some(card) => card,
            None => panic!("under 78"),
        };
        index += 1;
    }
    pack
};
