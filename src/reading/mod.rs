//! Readings: the tricks of a finished deal of Fortunes, laid out and read (`reading.md`).
//!
//! [`read`] turns one player's [`Tricks`] into a [`Reading`], which is plain data. Its forms only show what stands
//! there: [`plain`] text, [`markdown`], [`html`], [`svg`] and [`png`]. What a reading says is data too: [`texts`].
//!
//! ```
//! use arcana::reading::{Choice, Disposition, Heading, Layout, TeamOutcome, Trick, Tricks, plain, read};
//!
//! let card = "wa02".parse().expect("a card");
//! let own = vec![Trick { card, disposition: Disposition::Well }];
//! let tricks = Tricks { own, partner: vec![], outcome: TeamOutcome::Won, seats: None };
//! let reading = read(&tricks, Choice::default()).expect("one card cannot be there twice");
//! assert_eq!(reading.layout, Layout::Simple);
//! assert!(plain(&reading, &Heading::default()).contains("At your root lies the Two of Wands"));
//! ```

mod element;
mod formats;
mod layout;
mod narrate;
mod place;
mod read;
pub mod texts;
mod tricks;

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    cards::{Card, Deck},
    games::Player,
};

pub use crate::games::fortunes::Disposition;
pub use element::{Element, SuitCounts, SuitOrStars};
pub use formats::{Heading, html, markdown, plain, png, svg};
pub use layout::{Layout, Spot, UnknownLayout, Zone};
pub use place::{Place, Sphere};
pub use read::{Choice, ReadingError, read};
pub use texts::{Language, TextsVersion};
pub use tricks::{Seats, Side, Source, TeamOutcome, Trick, Tricks};

/// A player's reading: their tricks and those of their partner, laid out (`reading.md`, "Output").
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// Layout of the cards.
    pub layout: Layout,
    /// Verdict on the deal for the querent's team.
    pub verdict: Verdict,
    /// The querent; null for tricks sent in without a game.
    #[schema(required)]
    pub player: Option<Player>,
    /// The querent's partner; null for tricks sent in without a game.
    #[schema(required)]
    pub partner: Option<Player>,
    /// Deck whose card names are used.
    pub deck: Deck,
    /// The language of its texts.
    #[serde(skip)]
    pub language: Language,
    /// The version of its texts.
    #[serde(skip)]
    pub texts_version: TextsVersion,
    /// Zones of the layout, nearest to the querent first.
    pub zones: Vec<ZoneReading>,
    /// Eleventh and later tricks, which have no place in any layout.
    pub beyond: Vec<ReadCard>,
    /// Tricks up to the tenth for which this layout has no place.
    pub unplaced: Vec<ReadCard>,
    /// Summary of the whole reading.
    pub summary: Summary,
}

/// A zone with its places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ReadingZone)]
pub struct ZoneReading {
    /// The zone.
    pub zone: Zone,
    /// Places of the zone, including empty ones.
    pub places: Vec<PlaceReading>,
}

/// A place of a layout, with its cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ReadingPlace)]
pub struct PlaceReading {
    /// The place.
    pub place: Place,
    /// Court of the place; null in the Future and the Fate.
    #[schema(required, example = "The Self")]
    pub court: Option<&'static str>,
    /// Topic of a card at this place.
    #[schema(example = "Root, Origin")]
    pub meaning: &'static str,
    /// The heavenly body or creature that the place corresponds to.
    #[schema(required, example = "The World")]
    pub correspondence: Option<&'static str>,
    /// Its sphere of the tree of life or its element; null in the simple layout, the Future and the Fate.
    #[schema(required)]
    pub sphere: Option<Sphere>,
    /// Tricks that belong to this place, by owner and number.
    pub sources: &'static [Source],
    /// Cards at this place: none, one, or two for the shared fate (own first).
    pub cards: Vec<ReadCard>,
    /// Place and cards in one or two sentences.
    #[schema(example = "At your root lies the Two of Wands: you start from a plan that looks beyond the horizon. \
                   Choose your coast before you hire the ship.")]
    pub text: String,
}

/// A card of a reading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ReadingCard)]
pub struct ReadCard {
    /// The card.
    pub id: Card,
    /// Name of the card in the deck of the reading.
    #[schema(example = "Two of Wands")]
    pub name: String,
    /// Suit of the card, or `stars`.
    pub suit: SuitOrStars,
    /// Upright (`well`) or reversed (`ill`).
    pub disposition: Disposition,
    /// The winner.
    pub from: Side,
    /// Number of the trick in the order won, from 1.
    #[schema(minimum = 1, maximum = 19, example = 1)]
    pub trick: u8,
    /// Meaning of the card in its orientation.
    #[schema(value_type = Vec<String>, example = json!(["vision", "planning", "boldness", "dominion"]))]
    pub keywords: &'static [String],
}

/// Summary of a reading; all cards count, own and partner's, placed or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ReadingSummary)]
pub struct Summary {
    /// Number of cards.
    #[schema(maximum = 19, example = 9)]
    pub cards: u8,
    /// Number of well-disposed cards.
    #[schema(maximum = 19, example = 6)]
    pub well: u8,
    /// Number of ill-disposed cards.
    #[schema(maximum = 19, example = 3)]
    pub ill: u8,
    /// Number of cards of each suit.
    pub suits: SuitCounts,
    /// Element of the suit with the most cards; null if tied or without cards.
    #[schema(required)]
    pub element: Option<Element>,
    /// Number of court cards.
    #[schema(maximum = 16, example = 2)]
    pub courts: u8,
    /// Number of Stars.
    #[schema(maximum = 19, example = 1)]
    pub stars: u8,
    /// Summary in a few sentences.
    pub text: String,
}

/// Verdict on the deal for the querent's team (`reading.md`, "Verdict").
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReadingVerdict)]
pub enum Verdict {
    /// It won.
    Fortune,
    /// It lost.
    Doom,
    /// Nobody won.
    Balance,
}

impl Reading {
    /// All its cards: those in places, zone by zone, then those without a place, then those beyond.
    pub fn cards(&self) -> impl Iterator<Item = &ReadCard> {
        let placed = self.places().flat_map(|place| &place.cards);
        placed.chain(&self.unplaced).chain(&self.beyond)
    }

    /// Its places, zone by zone.
    pub fn places(&self) -> impl Iterator<Item = &PlaceReading> {
        self.zones.iter().flat_map(|zone| &zone.places)
    }
}

impl Verdict {
    /// All three.
    pub const ALL: [Verdict; 3] = [Verdict::Fortune, Verdict::Doom, Verdict::Balance];

    /// The verdict's id, as in `fortune`.
    pub const fn id(self) -> &'static str {
        match self {
            Verdict::Fortune => "fortune",
            Verdict::Doom => "doom",
            Verdict::Balance => "balance",
        }
    }

    /// The verdict for people, as in `Fortune`.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Fortune => "Fortune",
            Verdict::Doom => "Doom",
            Verdict::Balance => "Balance",
        }
    }
}

impl From<TeamOutcome> for Verdict {
    fn from(outcome: TeamOutcome) -> Verdict {
        match outcome {
            TeamOutcome::Won => Verdict::Fortune,
            TeamOutcome::Lost => Verdict::Doom,
            TeamOutcome::Drawn => Verdict::Balance,
        }
    }
}
