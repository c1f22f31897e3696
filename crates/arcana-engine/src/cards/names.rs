//! The names of cards in each deck (`docs/rules/README.md`, "Cards").

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::{Card, Rank, Suit};

/// A deck, which determines only the names of the cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = DeckId))]
pub enum Deck {
    /// The deck of the Fortunes game: Heralds, Rigas, Righs and Stars.
    #[default]
    Fortunes,
    /// The deck of 1909.
    WaiteSmith,
    /// The Thoth deck: Princesses, Princes, Disks.
    Thoth,
    /// A French-suited tarot pack: Clubs, Hearts, Spades, Diamonds.
    French,
}

/// No deck has this id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownDeck(pub String);

impl fmt::Display for UnknownDeck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a deck. Decks: fortunes, waite-smith, thoth, french", self.0)
    }
}

impl std::error::Error for UnknownDeck {}

const MAJORS: [&str; Card::TRUMPS] = [
    "The Fool",
    "The Magician",
    "The High Priestess",
    "The Empress",
    "The Emperor",
    "The Hierophant",
    "The Lovers",
    "The Chariot",
    "Strength",
    "The Hermit",
    "Wheel of Fortune",
    "Justice",
    "The Hanged Man",
    "Death",
    "Temperance",
    "The Devil",
    "The Tower",
    "The Star",
    "The Moon",
    "The Sun",
    "Judgement",
    "The World",
];

/// The trumps that Thoth names otherwise, by their numbers.
const THOTH_MAJORS: [(usize, &str); 8] = [
    (1, "The Magus"),
    (2, "The Priestess"),
    (8, "Adjustment"),
    (10, "Fortune"),
    (11, "Lust"),
    (14, "Art"),
    (20, "The Aeon"),
    (21, "The Universe"),
];

const ROMAN: [&str; Card::TRUMPS] = [
    "0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV", "XVI", "XVII",
    "XVIII", "XIX", "XX", "XXI",
];

const NUMBERS: [&str; 10] = ["Ace", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];

/// Crowley's titles of the minor cards from ace to ten, by suit (The Book of Thoth, 1944).
const THOTH_TITLES: [[&str; NUMBERS.len()]; Suit::ALL.len()] = [
    [
        "The Root of the Powers of Fire",
        "Dominion",
        "Virtue",
        "Completion",
        "Strife",
        "Victory",
        "Valour",
        "Swiftness",
        "Strength",
        "Oppression",
    ],
    [
        "The Root of the Powers of Water",
        "Love",
        "Abundance",
        "Luxury",
        "Disappointment",
        "Pleasure",
        "Debauch",
        "Indolence",
        "Happiness",
        "Satiety",
    ],
    [
        "The Root of the Powers of Air",
        "Peace",
        "Sorrow",
        "Truce",
        "Defeat",
        "Science",
        "Futility",
        "Interference",
        "Cruelty",
        "Ruin",
    ],
    [
        "The Root of the Powers of Earth",
        "Change",
        "Works",
        "Power",
        "Worry",
        "Success",
        "Failure",
        "Prudence",
        "Gain",
        "Wealth",
    ],
];

impl Deck {
    /// All decks, in the order of the rules page.
    pub const ALL: [Deck; 4] = [Deck::Fortunes, Deck::WaiteSmith, Deck::Thoth, Deck::French];

    /// The deck's id, as in `waite-smith`.
    pub const fn id(self) -> &'static str {
        match self {
            Deck::Fortunes => "fortunes",
            Deck::WaiteSmith => "waite-smith",
            Deck::Thoth => "thoth",
            Deck::French => "french",
        }
    }

    /// The deck's display name.
    pub const fn name(self) -> &'static str {
        match self {
            Deck::Fortunes => "Fortunes deck",
            Deck::WaiteSmith => "Waite-Smith",
            Deck::Thoth => "Thoth",
            Deck::French => "French-suited",
        }
    }

    /// The deck's name for the trumps.
    pub const fn trumps_name(self) -> &'static str {
        match self {
            Deck::Fortunes => "Stars",
            Deck::WaiteSmith | Deck::Thoth => "Major Arcana",
            Deck::French => "Trumps",
        }
    }

    /// The deck's name for a suit.
    pub const fn suit_name(self, suit: Suit) -> &'static str {
        match (self, suit) {
            (Deck::French, Suit::Wands) => "Clubs",
            (Deck::French, Suit::Cups) => "Hearts",
            (Deck::French, Suit::Swords) => "Spades",
            (Deck::French, Suit::Pentacles) => "Diamonds",
            (Deck::Thoth, Suit::Pentacles) => "Disks",
            (_, Suit::Wands) => "Wands",
            (_, Suit::Cups) => "Cups",
            (_, Suit::Swords) => "Swords",
            (_, Suit::Pentacles) => "Pentacles",
        }
    }

    /// The deck's name for a rank.
    pub const fn rank_name(self, rank: Rank) -> &'static str {
        let courts = match self {
            Deck::Fortunes => ["Herald", "Knight", "Riga", "Righ"],
            Deck::WaiteSmith => ["Page", "Knight", "Queen", "King"],
            Deck::Thoth => ["Princess", "Prince", "Queen", "Knight"],
            Deck::French => ["Jack", "Cavalier", "Queen", "King"],
        };
        let value = rank.value() as usize;
        if value <= NUMBERS.len() { NUMBERS[value - 1] } else { courts[value - NUMBERS.len() - 1] }
    }

    /// The deck's name for a card, as in `Two of Wands` or `The Fool`.
    pub fn card_name(self, card: Card) -> String {
        if let (Some(suit), Some(rank)) = (card.suit(), card.rank()) {
            return format!("{} of {}", self.rank_name(rank), self.suit_name(suit));
        }
        let number = card.index();
        let of_thoth = THOTH_MAJORS.iter().find(|(other, _)| self == Deck::Thoth && *other == number);
        match self {
            Deck::French if card != Card::FOOL => format!("Trump {}", ROMAN[number]),
            Deck::Fortunes | Deck::WaiteSmith | Deck::Thoth | Deck::French => {
                of_thoth.map_or(MAJORS[number], |(_, name)| name).to_owned()
            }
        }
    }

    /// The card of Waite and Smith with the meaning of this deck's card, and this deck's card with the meaning of theirs.
    ///
    /// Thoth has Adjustment, its card of justice, where they have Strength, and Lust, its card of strength, where they
    /// have Justice.
    pub const fn counterpart(self, card: Card) -> Card {
        match (self, card.number()) {
            (Deck::Thoth, Some(8)) => Card::trump(11),
            (Deck::Thoth, Some(11)) => Card::trump(8),
            (Deck::Fortunes | Deck::WaiteSmith | Deck::Thoth | Deck::French, _) => card,
        }
    }

    /// The deck's title of a minor card besides its name, as in `Dominion` for the Two of Wands of Thoth.
    pub fn card_title(self, card: Card) -> Option<&'static str> {
        let (suit, rank) = (card.suit()?, card.rank()?);
        match self {
            Deck::Thoth => THOTH_TITLES[suit.index()].get(rank.value() as usize - 1).copied(),
            Deck::Fortunes | Deck::WaiteSmith | Deck::French => None,
        }
    }
}

impl Card {
    /// A trump's number as printed on the card, as in `XIV`; `None` for a minor card.
    pub fn roman(self) -> Option<&'static str> {
        ROMAN.get(self.index()).copied()
    }
}

impl FromStr for Deck {
    type Err = UnknownDeck;

    fn from_str(id: &str) -> Result<Deck, UnknownDeck> {
        Deck::ALL.into_iter().find(|deck| deck.id() == id).ok_or_else(|| UnknownDeck(id.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(deck: Deck, id: &str) -> String {
        deck.card_name(id.parse().expect("a card"))
    }

    #[test]
    fn each_deck_names_the_courts_its_own_way() {
        let names = |id| Deck::ALL.map(|deck| name(deck, id));
        assert_eq!(
            names("pepa"),
            ["Herald of Pentacles", "Page of Pentacles", "Princess of Disks", "Jack of Diamonds"]
        );
        assert_eq!(names("wakn"), ["Knight of Wands", "Knight of Wands", "Prince of Wands", "Cavalier of Clubs"]);
        assert_eq!(names("cuqu"), ["Riga of Cups", "Queen of Cups", "Queen of Cups", "Queen of Hearts"]);
        assert_eq!(names("swki"), ["Righ of Swords", "King of Swords", "Knight of Swords", "King of Spades"]);
    }

    #[test]
    fn thoth_gives_its_small_cards_titles() {
        let title = |deck: Deck, id: &str| deck.card_title(id.parse().expect("a card"));
        let titles = ["waac", "wa02", "cu10", "sw07", "pe02", "pe10", "pepa", "ar00"].map(|id| title(Deck::Thoth, id));
        let expected = [
            Some("The Root of the Powers of Fire"),
            Some("Dominion"),
            Some("Satiety"),
            Some("Futility"),
            Some("Change"),
            Some("Wealth"),
            None,
            None,
        ];
        assert_eq!(titles, expected);
        assert_eq!([Deck::Fortunes, Deck::WaiteSmith, Deck::French].map(|deck| title(deck, "wa02")), [None; 3]);
    }

    #[test]
    fn strength_and_justice_have_other_names_in_thoth() {
        assert_eq!(
            (name(Deck::WaiteSmith, "ar08"), name(Deck::WaiteSmith, "ar11")),
            ("Strength".into(), "Justice".into())
        );
        assert_eq!((name(Deck::Thoth, "ar08"), name(Deck::Thoth, "ar11")), ("Adjustment".into(), "Lust".into()));
        assert_eq!((name(Deck::French, "ar00"), name(Deck::French, "ar21")), ("The Fool".into(), "Trump XXI".into()));
    }
}
