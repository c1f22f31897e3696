//! A deck of pictures from a folder: whole, or refused.

use std::{
    collections::BTreeMap,
    fmt, fs, io,
    path::{Path, PathBuf},
};

use super::{
    collection::Art,
    files::{self, File},
    scaled::{self, Scaled},
};
use arcana_engine::cards::{Card, PACK};

/// Maximum size of a file, in bytes.
const FILE_LIMIT: u64 = 16 << 20;
/// Maximum number of missing cards or unused files that are named.
const NAMED: usize = 10;

/// The result of loading a folder.
#[derive(Debug)]
pub struct Loaded {
    /// The pictures.
    pub art: Art,
    /// The pictures whose names are not those of cards.
    pub unknown: Vec<String>,
}

/// The errors in a folder, one per line.
#[derive(Debug)]
pub struct BadArt {
    folder: PathBuf,
    faults: Vec<String>,
}

impl fmt::Display for BadArt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot use the folder {}:", self.folder.display())?;
        self.faults.iter().try_for_each(|fault| write!(f, "\n  {fault}"))
    }
}

impl std::error::Error for BadArt {}

/// Reads, checks and scales the pictures of a folder: one of each card, named as usual (`docs/operation/README.md`).
///
/// # Errors
/// All errors in the folder.
pub fn load(folder: &Path) -> Result<Loaded, BadArt> {
    let bad = |faults| BadArt { folder: folder.to_owned(), faults };
    let files = files::pictures(folder).map_err(|error| bad(vec![error.to_string()]))?;
    let mut faults = Vec::new();
    let (chosen, unknown) = chosen(files, &mut faults);
    let read = PACK
        .iter()
        .filter_map(|card| chosen.get(card))
        .filter_map(|file| read(&file.path).map_err(|fault| faults.push(format!("{} {fault}", file.name))).ok());
    let cards: Vec<[Scaled; 3]> = read.collect();
    let missing = PACK.iter().filter(|card| !chosen.contains_key(card)).map(ToString::to_string).collect::<Vec<_>>();
    if !missing.is_empty() {
        faults.push(format!("{} of {} cards have no picture: {}", missing.len(), Card::COUNT, first(&missing)));
        if !unknown.is_empty() {
            faults.push(format!("pictures whose names name no card: {}", first(&unknown)));
        }
    }
    if faults.is_empty() { Ok(Loaded { art: Art::new(cards), unknown }) } else { Err(bad(faults)) }
}

/// The picture of each card, and the pictures of none.
fn chosen(files: Vec<File>, faults: &mut Vec<String>) -> (BTreeMap<Card, File>, Vec<String>) {
    let (mut chosen, mut unknown) = (BTreeMap::<Card, File>::new(), Vec::new());
    for file in files {
        let Some(card) = file.card else {
            unknown.push(file.name);
            continue;
        };
        match chosen.get(&card) {
            Some(other) if other.rank == file.rank => {
                faults.push(format!("{} and {} both show {card}", other.name, file.name))
            }
            Some(other) if other.rank < file.rank => {}
            Some(_) | None => {
                chosen.insert(card, file);
            }
        }
    }
    (chosen, unknown)
}

/// The first of many names.
pub fn first(names: &[String]) -> String {
    let more = if names.len() > NAMED { " …" } else { "" };
    format!("{}{more}", names[..names.len().min(NAMED)].join(", "))
}

fn read(path: &Path) -> Result<[Scaled; 3], String> {
    let unreadable = |error: io::Error| format!("cannot be read: {error}");
    let about = fs::metadata(path).map_err(unreadable)?;
    if !about.is_file() {
        return Err("is not a file".to_owned());
    }
    if about.len() > FILE_LIMIT {
        return Err(format!("is too large: {} bytes, and at most {FILE_LIMIT} are accepted", about.len()));
    }
    scaled::sizes(&fs::read(path).map_err(unreadable)?)
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::art::{Size, stands_for};
    use arcana_engine::cards::{Deck, Rank, Suit};

    /// A folder with files of these names, which are no pictures.
    fn folder(files: impl IntoIterator<Item = String>) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for name in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, "").expect("a file");
        }
        folder
    }

    fn draw(folder: &tempfile::TempDir, name: &str, (width, height): (u32, u32)) {
        RgbImage::from_pixel(width, height, Rgb([9, 9, 9])).save(folder.path().join(name)).expect("a file");
    }

    /// The names of scans: by number, and by suit and number.
    fn numbered(card: Card) -> String {
        match (card.suit(), card.rank()) {
            (Some(suit), Some(rank)) => {
                format!("{}_{:02}.png", Deck::WaiteSmith.suit_name(suit).to_lowercase(), rank.value())
            }
            _ => format!("major_{:02}.jpg", card.index()),
        }
    }

    /// A picture in a deck of the specification of Arcana Land.
    fn specified(card: Card, size: &str) -> String {
        let name = |rank: Rank| Deck::WaiteSmith.rank_name(rank).to_lowercase();
        match (card.suit(), card.rank()) {
            (Some(suit), Some(rank)) => {
                format!("{size}/minor_arcana/{}/{}.png", Deck::WaiteSmith.suit_name(suit).to_lowercase(), name(rank))
            }
            _ => format!("{size}/major_arcana/{:02}.png", card.index()),
        }
    }

    /// The file that shows each card.
    fn files_of(folder: &tempfile::TempDir) -> BTreeMap<Card, String> {
        let mut faults = Vec::new();
        let (chosen, _) = chosen(files::pictures(folder.path()).expect("files"), &mut faults);
        assert!(faults.is_empty(), "{faults:?}");
        chosen.into_iter().map(|(card, file)| (card, file.name)).collect()
    }

    fn named(name: impl Fn(Card) -> String) -> BTreeMap<Card, String> {
        PACK.into_iter().map(|card| (card, name(card))).collect()
    }

    fn refusal(folder: &tempfile::TempDir) -> String {
        load(folder.path()).expect_err("no whole deck").to_string()
    }

    #[test]
    fn a_folder_with_all_cards_is_a_deck() {
        let folder = folder(["back.png", "notes.txt"].map(str::to_owned));
        let width = |card: Card| 100 + card.index() as u32;
        PACK.into_iter().for_each(|card| draw(&folder, &numbered(card), (width(card), 180)));
        let Loaded { art, unknown } = load(folder.path()).expect("art");
        assert_eq!(unknown, ["back.png"]);
        let shown = |card, deck| stands_for(card, deck).map(|shown| art.picture(shown, Size::Large).size.0);
        for card in PACK {
            assert_eq!(shown(card, Deck::WaiteSmith), Some(width(card)), "{card}");
            assert_eq!(shown(card, Deck::French), None);
        }
        let (strength, justice) = (Card::trump(8), Card::trump(11));
        assert_eq!(shown(strength, Deck::Thoth), Some(width(justice)), "Adjustment");
        assert_eq!(shown(justice, Deck::Thoth), Some(width(strength)), "Lust");
    }

    #[test]
    fn names_decide_which_card_a_picture_shows_where_decks_count_otherwise() {
        let like_marseille = |card: Card| match card.number() {
            Some(8) => "XI_Strength.png".to_owned(),
            Some(11) => "VIII_Justice.png".to_owned(),
            Some(_) | None => numbered(card),
        };
        assert_eq!(files_of(&folder(PACK.map(like_marseille))), named(like_marseille));
    }

    #[test]
    fn a_deck_that_is_not_whole_is_refused_with_what_is_missing() {
        let some = |kept: &dyn Fn(Card) -> bool| {
            folder(PACK.into_iter().filter(|card| kept(*card)).map(numbered).chain(["wnads_01.png".to_owned()]))
        };
        let text = refusal(&some(&|card| card.is_trump() && card.index() > 9));
        let missing = "66 of 78 cards have no picture: ar00, ar01, ar02, ar03, ar04, ar05, ar06, ar07, ar08, ar09 …";
        assert!(text.contains(missing), "{text}");
        let text = refusal(&some(&|card| card != Card::minor(Suit::Wands, Rank::ACE)));
        let missing = "1 of 78 cards have no picture: waac\n  pictures whose names name no card: wnads_01.png";
        assert!(text.ends_with(missing), "{text}");
        assert!(refusal(&folder([])).contains("78 of 78 cards have no picture"));
        assert!(load(Path::new("no/such")).is_err());
    }

    #[test]
    fn all_errors_of_a_folder_are_reported_together() {
        let folder = folder(PACK.into_iter().map(numbered).chain(["two-of-wands.png".to_owned()]));
        draw(&folder, "major_00.jpg", (300, 200));
        let text = refusal(&folder);
        for fault in [
            "major_00.jpg is not upright: 300 x 200 pixels",
            "cups_02.png is not a JPEG, PNG or WebP picture",
            "two-of-wands.png and wands_02.png both show wa02",
        ] {
            assert!(text.contains(fault), "{fault} is not in {text}");
        }
    }

    #[test]
    fn folders_may_be_those_of_the_parts_of_a_deck() {
        let parts = |card: Card| match (card.suit(), card.rank()) {
            (Some(suit), Some(rank)) => format!("{}/{:02}.png", Deck::WaiteSmith.suit_name(suit), rank.value()),
            _ => format!("Major_Arcana/{}.png", Deck::WaiteSmith.card_name(card)),
        };
        assert_eq!(files_of(&folder(PACK.into_iter().map(parts).chain(["thumbs/00.png".to_owned()]))), named(parts));
    }

    #[test]
    fn a_deck_of_the_arcana_land_specification_is_read_in_the_size_that_fits() {
        let others = ["h1200/major_arcana/06.two_women.png", "h1200/major_arcana/00.jpg", "card_backs/classic.png"];
        let sizes = ["h750", "h1200", "h2400"].into_iter();
        let all = sizes.flat_map(|size| PACK.map(|card| specified(card, size)));
        let folder = folder(all.chain(["deck.toml".to_owned()]).chain(others.map(str::to_owned)));
        assert_eq!(files_of(&folder), named(|card| specified(card, "h1200")));
        fs::remove_dir_all(folder.path().join("h2400")).expect("a folder");
        fs::remove_file(folder.path().join("h1200/minor_arcana/cups/ace.png")).expect("a file");
        let ace = Card::minor(Suit::Cups, Rank::ACE);
        assert_eq!(files_of(&folder)[&ace], specified(ace, "h750"));
        for size in ["h1200", "h750"] {
            fs::remove_dir_all(folder.path().join(size).join("minor_arcana/cups")).expect("a folder");
        }
        assert!(refusal(&folder).contains("14 of 78 cards have no picture: cuac, cu02"));
    }

    #[test]
    fn a_deck_of_the_arcana_land_specification_says_which_trump_is_which() {
        let folder = folder(PACK.map(|card| specified(card, "h750")).into_iter().chain(["names/en.toml".to_owned()]));
        let justice = || files_of(&folder)[&Card::trump(11)].clone();
        assert_eq!(justice(), "h750/major_arcana/11.png");
        let in_version_1 = "[major_arcana]\n08 = \"Justice\"\n11 = \"Strength\"\n";
        fs::write(folder.path().join("names/en.toml"), in_version_1).expect("a file");
        assert_eq!(justice(), "h750/major_arcana/08.png");
        fs::remove_file(folder.path().join("names/en.toml")).expect("a file");
        let in_version_2 =
            "[cards.\"major_arcana.08\"]\nname = \"Adjustment\"\n[cards.\"major_arcana.11\"]\nname = \"Lust\"\n";
        fs::write(folder.path().join("deck.toml"), in_version_2).expect("a file");
        assert_eq!(justice(), "h750/major_arcana/08.png");
        fs::write(folder.path().join("deck.toml"), "[cards").expect("a file");
        assert!(refusal(&folder).contains("deck.toml cannot be read: "));
    }
}
