//! How a reading is presented, in any format.

use std::borrow::Cow;

use super::heading::{Heading, softens};
use crate::{Disposition, Place, PlaceReading, ReadCard, Reading, Side, Sphere, Won, texts::texts};
use arcana_engine::cards::{Card, Deck};

/// The parts of a reading to present, and their labels.
#[derive(Clone, Debug)]
pub(super) struct Presentation<'a> {
    reading: &'a Reading,
    heading: &'a Heading,
    /// The partner's name in the genitive: `Cyd’s`.
    partners: Option<String>,
}

impl<'a> Presentation<'a> {
    /// The presentation of a reading.
    pub fn of(reading: &'a Reading, heading: &'a Heading) -> Presentation<'a> {
        let partners = heading.partner_name().map(|name| format!("{name}’s"));
        Presentation { reading, heading, partners }
    }

    /// The title of a position.
    pub fn title(&self, place: Place) -> Cow<'_, str> {
        match &self.partners {
            Some(partners) if place == Place::PartnerOutcome => format!("{partners} outcome").into(),
            Some(_) | None => for_people(place).0.into(),
        }
    }

    /// The topic of a position, unless that is its title, and its correspondence.
    pub fn about(&self, place: &PlaceReading) -> String {
        let meaning = place.court.map(|_| place.meaning);
        let sphere = place.sphere.map(|sphere| match sphere {
            Sphere::Tree(number) => format!("sphere {number}"),
            Sphere::Element(element) => element.id().to_owned(),
        });
        let known = [for_people(place.place).1, meaning, place.correspondence].into_iter().flatten().map(str::to_owned);
        known.chain(sphere).collect::<Vec<_>>().join(" · ")
    }

    /// What stands below a reading: the rules' word for the verdict where the title has milder ones, and where the
    /// meanings are from.
    pub fn small_print(&self) -> impl Iterator<Item = &'static str> {
        [self.rules_word(), Some(texts(self.reading.language).about(self.reading.deck))].into_iter().flatten()
    }

    /// The rules' word for the verdict, where the title has milder ones.
    pub fn rules_word(&self) -> Option<&'static str> {
        softens(self.reading).then_some("In the words of the rules the verdict is doom: the deal was lost.")
    }

    /// A position on one line: `The Self · Root, Origin`.
    pub fn line(&self, place: &PlaceReading) -> String {
        let about = self.about(place);
        let about = (!about.is_empty()).then_some(about);
        [self.title(place.place)].into_iter().chain(about.map(Cow::from)).collect::<Vec<_>>().join(" · ")
    }

    /// A position and its cards in brief: `Root, Origin: Two of Wands, turned`.
    pub fn label(&self, place: &PlaceReading) -> String {
        let card = |card: &ReadCard| match card.disposition {
            Disposition::Well => card.name.clone(),
            Disposition::Ill => format!("{}, turned", card.name),
        };
        let cards = match &place.cards[..] {
            [] => "empty".to_owned(),
            cards => cards.iter().map(card).collect::<Vec<_>>().join(" and "),
        };
        format!("{}: {cards}", self.title(place.place))
    }

    /// A position's text, or that it is empty if only the zone says so.
    pub fn text<'b>(&self, place: &'b PlaceReading) -> Cow<'b, str> {
        if place.text.is_empty() { self.label(place).into() } else { place.text.as_str().into() }
    }

    /// The page of a card, with the names of the reading's deck.
    pub fn card_page(&self, card: &ReadCard) -> String {
        card_page(card.id, self.reading.deck)
    }

    /// The trick a card is from, as in `your 3rd trick`.
    pub fn origin(&self, card: &ReadCard) -> String {
        let owner = match card.from {
            Side::Own => "your",
            Side::Partner => self.partners.as_deref().unwrap_or("your partner’s"),
        };
        format!("{owner} {} trick", self.reading.language.ordinal(card.trick))
    }

    /// How rare the reading is, if known.
    pub fn rarity(&self) -> Option<&'a str> {
        self.reading.rarity.as_ref().map(|rarity| rarity.text.as_str())
    }

    /// The URL of the page with the step that ended a trick, and the text of the link.
    pub fn moment(&self, won: &Won) -> Option<(String, String)> {
        let game = self.heading.game.as_ref()?;
        Some((format!("/games/{game}?step={}#replay", won.step), format!("Watch trick {}", won.trick)))
    }
}

/// The page of a card, with the names of this deck.
pub fn card_page(card: Card, deck: Deck) -> String {
    match deck == Deck::default() {
        true => format!("/cards/{card}"),
        false => format!("/cards/{card}?deck={}", deck.id()),
    }
}

/// The title of a position for the querent, unique among all positions, and its subtitle.
const fn for_people(place: Place) -> (&'static str, Option<&'static str>) {
    match place {
        Place::Astral => ("The Astral", Some("The Aether, or collective unconscious")),
        Place::HouseOfIllusion => ("The House of Illusion", Some("Time")),
        Place::Union => ("The House of Peace at the end", None),
        Place::GiftGiven => ("The gift you give", None),
        Place::SharedFate => ("The fate you share", None),
        Place::GiftReceived => ("The gift you receive", None),
        Place::Outcome => ("Your outcome", Some("For your partner, a trap avoided")),
        Place::PartnerOutcome => ("Your partner’s outcome", Some("For you, a trap avoided")),
        Place::TheSelf
        | Place::HouseOfMagic
        | Place::HouseOfConsciousness
        | Place::HouseOfWar
        | Place::HouseOfPeace
        | Place::ShrineOfTheGoddess
        | Place::FathersHouse
        | Place::Center
        | Place::Abyss
        | Place::GreyRealms
        | Place::TirInnaNOc
        | Place::Hopes
        | Place::Fears
        | Place::Enemies
        | Place::Allies => (place.title(), None),
    }
}

#[cfg(test)]
mod tests;
