//! Names of profiles: which look alike, and which nobody can have.

use unicode_normalization::UnicodeNormalization;

use crate::{
    games::Player,
    players::Skill,
    service::{
        Name,
        projection::BOT,
        text::{askable, is_blank},
    },
};

/// The highest seat whose own name is nobody's.
const SEATS: u8 = 16;

/// Maximum number of characters that a number takes in a proposed name, with the space before it.
const NUMBER_LENGTH: usize = 5;

/// What bots at tables are called by default: after stars. The names are nobody else's, and as many as players at a table.
const BOTS: [&str; 20] = [
    "Alcor",
    "Bellatrix",
    "Capella",
    "Deneb",
    "Electra",
    "Fomalhaut",
    "Gienah",
    "Hadar",
    "Izar",
    "Kochab",
    "Merope",
    "Mizar",
    "Naos",
    "Pollux",
    "Procyon",
    "Rigel",
    "Spica",
    "Talitha",
    "Thuban",
    "Wezen",
];

/// Names for `count` bots at a table with these people and bots, none of which looks like another one there.
pub fn bot_names<'a>(count: usize, others: impl Iterator<Item = &'a str>) -> impl Iterator<Item = Name> {
    let others: Vec<Likeness> = others.map(Likeness::of).collect();
    let is_free = move |name: &&str| others.iter().all(|other| !other.resembles(&Likeness::of(name)));
    BOTS.into_iter().filter(is_free).take(count).map(|name| Name::new(name).expect("it is a name"))
}

/// What a name looks like, by the skeletons of UTS 39. Two names look alike if they share one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Likeness {
    /// In small letters: case does not tell names apart.
    pub folded: String,
    /// As it is written: a Cyrillic capital that looks like a Latin one may have a small letter that does not.
    pub cased: String,
}

impl Likeness {
    /// That of a name.
    pub fn of(name: &str) -> Likeness {
        let letters: String = name.nfkc().filter(|c| !c.is_whitespace() && !is_blank(*c)).collect();
        // A skeleton has capitals, such as `O` for zero: it is folded as well.
        let folded = |text: &str| caseless::default_case_fold_str(&skeleton(text));
        Likeness { folded: folded(&caseless::default_case_fold_str(&letters)), cased: folded(&letters) }
    }

    /// Do both look alike?
    pub fn resembles(&self, other: &Likeness) -> bool {
        self.folded == other.folded || self.cased == other.cased
    }
}

fn skeleton(text: &str) -> String {
    unicode_security::skeleton(text).collect()
}

/// Whether nobody can have this name: bots and seats are called so, no URL keeps it, or nothing of it is seen.
pub fn is_reserved(name: &Name) -> bool {
    let likeness = Likeness::of(name.as_str());
    let bots = Skill::ALL.iter().map(|skill| skill.id().to_owned());
    let seats = (0..SEATS).map(|seat| Player(seat).default_name());
    likeness.folded.is_empty()
        || askable(name.as_str()).is_err()
        || likeness.folded.starts_with(BOT)
        || bots.chain(seats).chain(BOTS.map(str::to_owned)).any(|other| likeness.resembles(&Likeness::of(&other)))
}

/// Whether it is the name of a seat whose player gave none, which nobody can have.
pub fn is_seat_name(name: &str) -> bool {
    Player::is_default_name(name) && (0..SEATS).any(|seat| Player(seat).default_name() == name)
}

/// A name like this one that somebody can have with a number behind it: not one that begins as those of bots do.
pub fn bearable(name: &Name) -> Name {
    let has_free_ones = |name: &Name| !is_reserved(&numbered(name, 2));
    let behind = |name: &Name| Name::new(name.as_str().rsplit(':').next().unwrap_or_default().trim()).ok();
    let guest = || Name::new("Guest").expect("it is a name");
    if has_free_ones(name) { name.clone() } else { behind(name).filter(has_free_ones).unwrap_or_else(guest) }
}

/// A name like this one, with a number of up to four digits behind it.
pub fn numbered(name: &Name, number: u32) -> Name {
    let room = usize::from(Name::LIMIT) - NUMBER_LENGTH;
    let base: String = name.as_str().chars().take(room).collect();
    Name::new(&format!("{} {number}", base.trim_end())).expect("what begins as a name does, and fits, is one")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alike(one: &str, other: &str) -> bool {
        Likeness::of(one).resembles(&Likeness::of(other))
    }

    #[test]
    fn names_that_look_alike_share_a_skeleton() {
        for (one, other) in [
            ("Ada", "ADA"),
            ("Ada", "A d a"),
            ("Ada", "\u{410}d\u{430}"),
            ("Bob", "\u{412}ob"),
            ("bob", "b0b"),
            ("BOB", "b0b"),
            ("Lola", "1ola"),
            ("lan", "Ian"),
            ("Ada", "\u{ff21}\u{200b}da"),
            ("Stra\u{df}e", "STRASSE"),
            ("\u{410}\u{43d}\u{43d}\u{430}", "\u{410}\u{41d}\u{41d}\u{410}"),
            ("Tom", "Torn"),
        ] {
            assert!(alike(one, other), "{one} {other}");
        }
    }

    #[test]
    fn names_that_look_different_do_not() {
        for (one, other) in [("Ada", "Adam"), ("Zoe", "Zo\u{eb}"), ("Ada", "Ada 2"), ("Bel", "Bob")] {
            assert!(!alike(one, other), "{one} {other}");
        }
    }

    #[test]
    fn names_of_bots_and_seats_are_nobodys() {
        let reserved = |name: &str| is_reserved(&Name::new(name).expect("a name"));
        for name in [
            "adept",
            "Adept",
            "\u{430}dept",
            "random",
            "Player 1",
            "player 4",
            "bot:adept@2",
            "Bot:x",
            ".",
            "easy",
            "Bellatrix",
            "RIGEL",
        ] {
            assert!(reserved(name), "{name}");
        }
        assert!(!reserved("Ada") && !reserved("Adeptus"));
    }

    #[test]
    fn bots_are_called_as_nobody_else_at_the_table() {
        let names: Vec<_> = bot_names(20, ["Ada", "ALC0R"].into_iter()).map(Name::into_string).collect();
        assert_eq!((names.len(), names[0].as_str()), (19, "Bellatrix"), "one is taken");
        let alike = |one: usize, other: usize| alike(&names[one], &names[other]);
        assert!((0..19).all(|one| (0..one).all(|other| !alike(one, other))));
    }

    #[test]
    fn no_name_of_a_bot_is_proposed() {
        let proposed = |name: &str| bearable(&Name::new(name).expect("a name")).into_string();
        let names = ["Ada", "Player 1", "bot:x", "Bot:adept@2", "bot:"].map(proposed);
        // `Player 1 2` looks like the name of a seat, and nothing is behind `bot:`.
        assert_eq!(names, ["Ada", "Guest", "x", "adept@2", "Guest"]);
    }

    #[test]
    fn a_proposed_name_has_a_number_and_fits() {
        let names = |name: &str| -> Vec<String> {
            [2, 9999].map(|number| numbered(&Name::new(name).expect("a name"), number).into_string()).to_vec()
        };
        assert_eq!(names("Ada"), ["Ada 2", "Ada 9999"]);
        assert!(names(&"é".repeat(64)).iter().all(|name| name.chars().count() <= 64));
    }
}
