//! Which card a file shows, by its name.

use crate::cards::{Card, Deck, Rank, Suit, alias};

/// The card of a file name without its ending: an id (`wa02`), a common name (`two-of-wands`), or the name of a public
/// scan of the deck of 1909 (`RWS_Tarot_00_Fool`, `Wands02`, `Pents14`, `300px-Tarot_Nine_of_Wands`).
pub fn card(stem: &str) -> Option<Card> {
    let name = stem.trim().to_ascii_lowercase().replace([' ', '_'], "-");
    let name = match name.split_once("px-") {
        Some((width, rest)) if width.bytes().all(|byte| byte.is_ascii_digit()) => rest,
        _ => &name,
    };
    let name = name.strip_prefix("rws-").unwrap_or(name);
    let name = name.strip_prefix("tarot-").unwrap_or(name);
    alias(name, Some(Deck::WaiteSmith)).or_else(|| trump(name)).or_else(|| minor(name))
}

/// `00-fool`.
fn trump(name: &str) -> Option<Card> {
    let (digits, _) = name.split_once('-').filter(|(digits, _)| digits.len() == 2)?;
    number(digits).filter(|number| *number <= 21).map(Card::trump)
}

/// `wands02`; courts continue after the ten.
fn minor(name: &str) -> Option<Card> {
    let (word, digits) = name.split_at_checked(name.len().checked_sub(2)?)?;
    let suit = match word {
        "wands" => Suit::Wands,
        "cups" => Suit::Cups,
        "swords" => Suit::Swords,
        "pents" | "pentacles" => Suit::Pentacles,
        _ => return None,
    };
    Some(Card::minor(suit, number(digits).and_then(Rank::new)?))
}

fn number(digits: &str) -> Option<u8> {
    digits.parse().ok().filter(|_: &u8| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_by_ids_or_like_public_scans() {
        for (stem, id) in [
            ("ar00", "ar00"),
            ("WAAC", "waac"),
            ("the-fool", "ar00"),
            ("RWS_Tarot_00_Fool", "ar00"),
            ("RWS Tarot 08 Strength", "ar08"),
            ("300px-RWS_Tarot_21_World", "ar21"),
            ("Wands01", "waac"),
            ("Tarot_Nine_of_Wands", "wa09"),
            ("Cups11", "cupa"),
            ("Pents12", "pekn"),
            ("Swords14", "swki"),
        ] {
            assert_eq!(card(stem).map(Card::id).as_deref(), Some(id), "{stem}");
        }
        for stem in ["", "back", "Wands15", "Wands00", "RWS_Tarot_22_More", "wands", "é1", "+1-fool"] {
            assert_eq!(card(stem), None, "{stem}");
        }
    }
}
