//! A reading as plain data (`reading.md`, "Output").

use arcana_engine::{
    cards::{Card, Deck},
    games::Player,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    Care, Disposition, Element, Language, Layout, NeighbourDignity, Place, QuestionKind, Side, Source, Sphere,
    SuitCounts, SuitOrStars, Verdict, Zone, rarity::Rarity,
};

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
    /// What the question is about.
    pub question_kind: QuestionKind,
    /// Why the question needs a person and not cards; null if it does not. Then no text tells the cards, leans or
    /// advises, and the summary says whom to turn to.
    #[schema(required)]
    pub care: Option<Care>,
    /// The language of its texts.
    #[serde(skip)]
    pub language: Language,
    /// Zones of the layout, nearest to the querent first.
    pub zones: Vec<ZoneReading>,
    /// Eleventh and later tricks, which have no place in any layout.
    pub beyond: Vec<ReadCard>,
    /// Tricks up to the tenth for which this layout has no place.
    pub unplaced: Vec<ReadCard>,
    /// Summary of the whole reading.
    pub summary: Summary,
    /// Rarity of its cards and layout; null with a requested layout that does not follow from the numbers of tricks.
    #[schema(required)]
    pub rarity: Option<Rarity>,
}

/// A zone with its places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ReadingZone)]
pub struct ZoneReading {
    /// The zone.
    pub zone: Zone,
    /// What the zone speaks of, in a line or two; null if the reading needs care.
    #[schema(required)]
    pub about: Option<String>,
    /// Places of the zone, including empty ones.
    pub places: Vec<PlaceReading>,
    /// Its empty places in one sentence; null if none is empty.
    #[schema(required)]
    pub empty: Option<String>,
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
    /// Place and cards in one or two sentences; empty for an empty place.
    #[schema(example = "At your root lies the Two of Wands: you start from a plan that looks beyond the horizon. \
                   Choose your coast before you hire the ship.")]
    pub text: String,
    /// The same without lean, verdict and advice.
    #[serde(skip)]
    pub(crate) plain: String,
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
    /// Title of the card, where the deck gives its minor cards titles besides their names.
    #[schema(required, example = "Dominion")]
    pub title: Option<&'static str>,
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
    /// How its trick was won; null for tricks sent in without a game.
    #[schema(required)]
    pub won: Option<Won>,
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
    /// How neighbours in reading order bear on each other; empty if the reading needs care and shows no card.
    pub dignities: Vec<NeighbourDignity>,
    /// Summary in a few sentences; the first one answers the question.
    pub text: String,
}

impl ZoneReading {
    /// Its places with cards, to be described one by one; `empty` tells the others.
    pub(crate) fn filled(&self) -> impl Iterator<Item = &PlaceReading> {
        self.places.iter().filter(|place| !place.cards.is_empty())
    }
}

impl Reading {
    /// All cards: those in positions, zone by zone, then those without one, then those beyond the tenth trick.
    pub fn cards(&self) -> impl Iterator<Item = &ReadCard> {
        let placed = self.places().flat_map(|place| &place.cards);
        placed.chain(&self.unplaced).chain(&self.beyond)
    }

    /// The same, mutable.
    pub(super) fn cards_mut(&mut self) -> impl Iterator<Item = &mut ReadCard> {
        let places = self.zones.iter_mut().flat_map(|zone| &mut zone.places);
        places.flat_map(|place| &mut place.cards).chain(&mut self.unplaced).chain(&mut self.beyond)
    }

    /// All positions, zone by zone.
    pub fn places(&self) -> impl Iterator<Item = &PlaceReading> {
        self.zones.iter().flat_map(|zone| &zone.places)
    }
}

/// How the trick of a card was won.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ReadingWon)]
pub struct Won {
    /// Number of the deal, from 1.
    #[schema(minimum = 1, example = 1)]
    pub deal: u32,
    /// Number of the trick in the deal, from 1.
    #[schema(minimum = 1, maximum = 19, example = 9)]
    pub trick: u8,
    /// Number of steps of the log up to the one that ended the trick: the game's table at that moment is
    /// `/v1/games/{id}/states/{step}`.
    #[schema(minimum = 1, example = 37)]
    pub step: u32,
    /// The card that was led; null if it is this card.
    #[schema(required)]
    pub lead: Option<PlayedCard>,
    /// The other cards of the led suit, which this card beat, in the order played.
    #[schema(max_items = 3)]
    pub beat: Vec<PlayedCard>,
    /// Stars on a trick of another suit, in the order played: each of them switched high and low.
    #[schema(max_items = 3)]
    pub stars: Vec<PlayedCard>,
    /// What decided the disposition of the card.
    pub decided_by: DecidedBy,
    /// All this in a sentence.
    #[schema(example = "You led it in the 9th trick of the deal, and it beat the Ten of Cups; the Tower turned it.")]
    pub text: String,
}

/// A card and who played it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ReadingPlayedCard)]
pub struct PlayedCard {
    /// The card.
    pub card: Card,
    /// The player.
    pub player: Player,
}

/// What decided which team a trick favoured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReadingDecidedBy)]
pub enum DecidedBy {
    /// Its lead: it favoured the leader's team.
    Lead,
    /// Stars: they switched it to the other team.
    Stars,
}
