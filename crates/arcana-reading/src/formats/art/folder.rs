//! A deck of pictures from a folder: whole, or refused. The pictures are all in one folder, in folders by part of the
//! deck, or as the deck specification of Arcana Land lays them out.

use std::{
    collections::BTreeMap,
    fmt, fs, io,
    path::{Path, PathBuf},
};

use arcana_engine::cards::{Card, Deck, PACK, by_name};
use serde::{Deserialize, de::DeserializeOwned};

use super::{Art, Scaled};
use crate::formats::art;

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
    let files = pictures(folder).map_err(|error| bad(vec![error.to_string()]))?;
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
    art::sizes(&fs::read(path).map_err(unreadable)?)
}

/// Extensions of pictures, in the order in which the deck specification prefers them.
const ENDINGS: [&str; 4] = ["png", "webp", "jpeg", "jpg"];
/// Folders for parts of a deck, besides those named by a suit.
const PARTS: [&str; 6] = ["major_arcana", "minor_arcana", "major", "minor", "majors", "minors"];
/// The height of the largest pictures shown, in pixels: of decks in several sizes the next larger one is taken.
const HEIGHT: u32 = 1105;

/// A picture.
#[derive(Debug)]
pub struct File {
    /// The path in the folder.
    pub name: String,
    /// The whole path.
    pub path: PathBuf,
    /// The card it shows, if its name says so.
    pub card: Option<Card>,
    /// Which of several pictures of a card is taken: the one with the lowest rank. Two of the same rank are a fault.
    pub rank: usize,
}

/// The pictures of a folder, in the order of their names.
///
/// # Errors
/// If the folder, or a text in it, cannot be read.
fn pictures(folder: &Path) -> io::Result<Vec<File>> {
    let sizes = sizes(folder)?;
    if sizes.is_empty() { of_folder(folder) } else { of_specification(folder, &sizes) }
}

/// The folders `h<height>` of a deck of the specification, in the order in which it prefers them: the smallest of at
/// least the height that is shown, or else the largest.
fn sizes(folder: &Path) -> io::Result<Vec<String>> {
    let mut sizes: Vec<(bool, u32, String)> = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let height: Option<u32> = name.strip_prefix('h').and_then(|height| height.parse().ok());
        if let Some(height) = height.filter(|_| entry.path().is_dir()) {
            sizes.push((height < HEIGHT, height.abs_diff(HEIGHT), name));
        }
    }
    sizes.sort();
    Ok(sizes.into_iter().map(|(.., name)| name).collect())
}

/// The pictures of a folder and of the folders for parts of a deck in it.
fn of_folder(folder: &Path) -> io::Result<Vec<File>> {
    let found = within(folder, "", &is_part)?;
    Ok(found
        .into_iter()
        .map(|(name, path)| File { card: card_of(without_ending(&name)), name, path, rank: 0 })
        .collect())
}

/// Whether a folder holds a part of a deck: `major_arcana`, `cups`.
fn is_part(name: &str) -> bool {
    // A name of a suit followed by a number is that of a card.
    PARTS.contains(&name) || by_name(&format!("{name}/2"), Deck::WaiteSmith).is_ok_and(|card| !card.is_trump())
}

/// The pictures of a deck of the specification, of the artwork, size and kind that fit best.
fn of_specification(folder: &Path, sizes: &[String]) -> io::Result<Vec<File>> {
    let titles = Titles::of(folder)?;
    let mut files = Vec::new();
    for (place, size) in sizes.iter().enumerate() {
        for (name, path) in within(folder, size, &|_| true)? {
            let (_, stem) = without_ending(&name).split_once('/').unwrap_or_default();
            let ending = ENDINGS.iter().position(|ending| is_ending(&name, ending)).unwrap_or_default();
            let (base, variant) = stem.split_once('.').map_or((stem, 0), |(base, _)| (base, 1));
            let rank = (variant * sizes.len() + place) * ENDINGS.len() + ending;
            files.push(File { card: titles.card(base), name, path, rank });
        }
    }
    Ok(files)
}

/// The names and paths of the pictures below a folder, in order; of its folders, those that fit.
fn within(folder: &Path, below: &str, fits: &dyn Fn(&str) -> bool) -> io::Result<Vec<(String, PathBuf)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder.join(below))? {
        let entry = entry?;
        let own = entry.file_name().to_string_lossy().into_owned();
        let name = if below.is_empty() { own.clone() } else { format!("{below}/{own}") };
        if entry.path().is_dir() {
            if fits(&own.to_lowercase()) && name.matches('/').count() < DEEPEST {
                found.extend(within(folder, &name, fits)?);
            }
        } else if ENDINGS.iter().any(|ending| is_ending(&own, ending)) {
            found.push((name, entry.path()));
        }
    }
    found.sort();
    Ok(found)
}

/// How deep folders lie in one another: `h1200/minor_arcana/cups`.
const DEEPEST: usize = 3;

fn is_ending(name: &str, ending: &str) -> bool {
    Path::new(name).extension().is_some_and(|own| own.eq_ignore_ascii_case(ending))
}

fn without_ending(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// The names that a deck of the specification gives its trumps, by their ids. The numbers are the deck's own: in decks that
/// count like that of Marseille `major_arcana.08` is Justice.
struct Titles(BTreeMap<String, String>);

/// `deck.toml` since version 2.0 of the specification.
#[derive(Default, Deserialize)]
struct Manifest {
    #[serde(default)]
    cards: BTreeMap<String, toml::Table>,
}

/// `names/en.toml` of version 1.0.
#[derive(Default, Deserialize)]
struct Names {
    #[serde(default)]
    major_arcana: toml::Table,
}

impl Titles {
    /// Those in `deck.toml` and, in English, in `names`; a deck need not have any.
    fn of(folder: &Path) -> io::Result<Titles> {
        let Manifest { cards } = parsed(folder, "deck.toml")?;
        let Names { major_arcana } = parsed(folder, "names/en.toml")?;
        let names = major_arcana.iter().map(|(number, name)| (format!("major_arcana.{number}"), Some(name)));
        let cards = cards.iter().map(|(id, card)| (id.clone(), card.get("name")));
        Ok(Titles(names.chain(cards).filter_map(|(id, name)| Some((id, name?.as_str()?.to_owned()))).collect()))
    }

    /// The card at a place of the deck, as in `major_arcana/08` or `minor_arcana/wands/ace`.
    fn card(&self, place: &str) -> Option<Card> {
        let trump = place.strip_prefix("major_arcana/").map(|number| format!("major_arcana.{number}"));
        let named = trump.and_then(|id| by_name(self.0.get(&id)?, Deck::WaiteSmith).ok());
        named.or_else(|| by_name(place, Deck::WaiteSmith).ok())
    }
}

/// A TOML file of the folder, or nothing where it is missing.
fn parsed<T: Default + DeserializeOwned>(folder: &Path, name: &str) -> io::Result<T> {
    match fs::read_to_string(folder.join(name)) {
        Ok(text) => toml::from_str(&text).map_err(|why| {
            io::Error::new(io::ErrorKind::InvalidData, format!("{name} cannot be read: {}", why.message()))
        }),
        Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(T::default()),
        Err(why) => Err(why),
    }
}

/// What public scans of the deck of 1909 are called before the name of the card, in lower case.
const OF_SCANS: [&str; 3] = ["rws1909", "rws", "tarot"];

/// The card of a path without its ending, in a folder of pictures: an id (`wa02`), or a name as people and other programs
/// write it, also with the folders of its part of the deck (`Two of Wands`, `m00`, `RWS_Tarot_00_Fool`, `cups/01`).
fn card_of(path: &str) -> Option<Card> {
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
    use arcana_engine::cards::{Deck, PACK, Rank, Suit};
    use image::{Rgb, RgbImage};

    use crate::art::{Size, stands_for};

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
        let (chosen, _) = chosen(pictures(folder.path()).expect("files"), &mut faults);
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
            assert_eq!(card_of(path).map(Card::id).as_deref(), Some(id), "{path}");
        }
        for path in
            ["", "back", "Wands15", "Wands00", "RWS_Tarot_22_More", "wands", "é1", "+1-fool", "card_backs/classic"]
        {
            assert_eq!(card_of(path), None, "{path}");
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
                assert_eq!(card_of(&name), Some(picture), "{name}");
            }
        }
    }
}
