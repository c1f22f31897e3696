//! Which card a file shows, by its name.

use arcana_engine::cards::{Card, Deck, by_name};

/// What public scans of the deck of 1909 are called before the name of the card, in lower case.
const OF_SCANS: [&str; 3] = ["rws1909", "rws", "tarot"];

/// The card of a path without its ending, in a folder of pictures: an id (`wa02`), or a name as people and other programs
/// write it, also with the folders of its part of the deck (`Two of Wands`, `m00`, `RWS_Tarot_00_Fool`, `cups/01`).
pub fn card(path: &str) -> Option<Card> {
    let starts = path.match_indices('/').map(|(place, _)| place + 1);
    let mut names = [0].into_iter().chain(starts).map(|start| &path[start..]);
    names.find_map(|name| by_name(of_card(name), Deck::WaiteSmith).ok())
}

/// The name without what stands before it: the width of a reduced picture, and what scans are called.
fn of_card(name: &str) -> &str {
    let name = match name.split_once("px-") {
        Some((width, rest)) if width.bytes().all(|byte| byte.is_ascii_digit()) => rest,
        Some(_) | None => name,
    };
    OF_SCANS.into_iter().fold(name, |name, word| {
        let rest = name.get(word.len()..).filter(|_| name[..word.len()].eq_ignore_ascii_case(word));
        rest.map_or(name, |rest| rest.trim_start_matches([' ', '_', '-']))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use arcana_engine::cards::PACK;

    #[test]
    fn files_are_named_by_ids_or_as_usual() {
        for (path, id) in [
            ("ar00", "ar00"),
            ("WAAC", "waac"),
            ("the-fool", "ar00"),
            ("RWS_Tarot_00_Fool", "ar00"),
            ("RWS Tarot 08 Strength", "ar08"),
            ("300px-RWS_Tarot_21_World", "ar21"),
            ("RWS1909_-_Cups_01", "cuac"),
            ("RWS_Tarot_Cups01", "cuac"),
            ("Wands01", "waac"),
            ("Tarot_Nine_of_Wands", "wa09"),
            ("Cups11", "cupa"),
            ("Pents12", "pekn"),
            ("Swords14", "swki"),
            ("00-TheFool", "ar00"),
            ("10-WheelOfFortune", "ar10"),
            ("0_-_The_Fool", "ar00"),
            ("wands_12_knight", "wakn"),
            ("08_Justice", "ar11"),
            ("major_arcana/00", "ar00"),
            ("minor_arcana/wands/ace", "waac"),
            ("cups/01", "cuac"),
            ("major/10-wheel-of-fortune", "ar10"),
            ("minor/swords/king-of-swords", "swki"),
            ("wands/wands01", "waac"),
        ] {
            assert_eq!(card(path).map(Card::id).as_deref(), Some(id), "{path}");
        }
        for path in
            ["", "back", "Wands15", "Wands00", "RWS_Tarot_22_More", "wands", "é1", "+1-fool", "card_backs/classic"]
        {
            assert_eq!(card(path), None, "{path}");
        }
    }

    #[test]
    fn whole_packs_of_usual_names_are_known() {
        for (number, picture) in PACK.into_iter().enumerate() {
            let (suit, rank) = (picture.suit(), picture.rank().map_or(0, |rank| rank.value()));
            let names = match suit {
                None => [
                    format!("major_{number:02}"),
                    format!("m{number:02}"),
                    format!("maj{number}"),
                    format!("ar{number:02}"),
                ],
                Some(suit) => {
                    let (name, letter) = (Deck::WaiteSmith.suit_name(suit), &suit.id()[..1]);
                    [
                        format!("{}_{rank:02}", name.to_lowercase()),
                        format!("{letter}{rank:02}"),
                        format!("{name}{rank:02}"),
                        format!("{name}_{rank}"),
                    ]
                }
            };
            for name in names {
                assert_eq!(card(&name), Some(picture), "{name}");
            }
        }
    }
}
