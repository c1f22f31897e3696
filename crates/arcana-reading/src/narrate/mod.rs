//! Writes the texts of a reading's places and zones (`reading.md`, "Texts"). The summary is told by `synthesis/`.

use crate::{
    Dignity, Language, Layout, Place, PlaceReading, ReadCard, Reading, Settled, Side, Variants, Zone, ZoneReading,
    synthesis::{Laid, LaidCard, Pair, Roles},
    texts::{CardTexts, Edition, Frame, Slot, edition},
};
use arcana_engine::cards::Deck;

/// Writes the texts of one reading in order.
struct Narrator {
    edition: &'static Edition,
    language: Language,
    deck: Deck,
    layout: Layout,
    /// The topic of the question, within a sentence.
    matter: &'static str,
    variants: Variants,
    /// The cards as they lie, as far as they were told.
    cards: Vec<LaidCard>,
}

/// Writes the texts of a reading whose cards are in position: for each zone its positions, then the empty ones. The
/// summary is told from the cards as they lie.
pub(crate) fn narrate(reading: &mut Reading, variants: Variants) -> Laid {
    let edition = edition(reading.language);
    let matter = &edition.questions.of(reading.question_kind).matter;
    let Reading { language, deck, layout, .. } = *reading;
    let mut narrator = Narrator { edition, language, deck, layout, matter, variants, cards: Vec::new() };
    for zone in &mut reading.zones {
        zone.about = Some(narrator.about(zone.zone));
        for place in &mut zone.places {
            (place.text, place.plain) = narrator.place(zone.zone, place);
        }
        zone.empty = narrator.empty(zone);
    }
    let Narrator { mut cards, variants, .. } = narrator;
    let roles = roles(reading, &cards);
    reading.summary.dignities = Dignity::of_neighbours(cards.iter().map(|card| card.card));
    let placed = cards.len();
    cards.extend(reading.unplaced.iter().chain(&reading.beyond).map(|card| laid(card, "", "", 0)));
    Laid {
        language,
        deck,
        kind: reading.question_kind,
        pairs: pairs(edition, reading, &cards[..placed]),
        cards,
        roles,
        ways: None,
        answers: false,
        verdict: Some(reading.verdict),
        settled: Settled::default(),
        variants,
    }
}

fn laid(card: &ReadCard, place: &str, at: &str, told: usize) -> LaidCard {
    LaidCard {
        card: card.id,
        disposition: card.disposition,
        own: card.from == Side::Own,
        place: place.to_owned(),
        at: at.to_owned(),
        told,
    }
}

/// The index of the first card of a place.
fn index_of(reading: &Reading, cards: &[LaidCard], place: Place) -> Option<usize> {
    let there = reading.places().find(|there| there.place == place)?.cards.first()?;
    cards.iter().position(|card| card.card == there.id)
}

/// From the first card by way of the House of Consciousness to the outcome, else to the card told last; thinking helps.
fn roles(reading: &Reading, cards: &[LaidCard]) -> Option<Roles> {
    let at = |place| index_of(reading, cards, place);
    let outcome = at(Place::Outcome).or(cards.len().checked_sub(1))?;
    let heart = at(Place::HouseOfConsciousness).unwrap_or(outcome);
    Some(Roles { root: 0, heart, now: heart, outcome, counsel: at(Place::HouseOfMagic).unwrap_or(0) })
}

/// The pairs of places that both have a card.
fn pairs(edition: &Edition, reading: &Reading, cards: &[LaidCard]) -> Vec<Pair> {
    let pairs = edition.words.pairs.iter().filter_map(|pair| {
        let [one, other] = pair.of.map(|place| index_of(reading, cards, place));
        Some(Pair { cards: [one?, other?], names: [pair.first.clone(), pair.second.clone()] })
    });
    pairs.collect()
}

impl Narrator {
    /// Introduces a zone. The first one also explains the houses, and the spheres if there are any.
    fn about(&self, zone: Zone) -> String {
        let zones = &self.edition.zones;
        let mut lines = vec![zones.of(zone).about.as_str()];
        if self.layout.zones().first() == Some(&zone) {
            lines.push(&zones.houses);
            lines.extend(self.layout.has_spheres().then_some(zones.spheres.as_str()));
        }
        lines.join(" ")
    }

    /// The cards of a position, each with its advice, and the same without advice; empty without cards.
    fn place(&mut self, zone: Zone, place: &PlaceReading) -> (String, String) {
        let (mut sentences, mut plain) = (Vec::new(), Vec::new());
        for (index, card) in place.cards.iter().enumerate() {
            let sentence = self.card(place.place, index, card);
            plain.push(sentence.clone());
            sentences.push(sentence);
            // The querent cannot act on the partner's outcome.
            if place.place != Place::PartnerOutcome {
                let wordings = self.texts(card).meaning(card.disposition).advice.in_zone(zone);
                sentences.push(self.variants.pick(wordings).clone());
            }
        }
        (sentences.join(" "), plain.join(" "))
    }

    /// The meaning of the card at this index of a position.
    fn card(&mut self, place: Place, index: usize, card: &ReadCard) -> String {
        let places = &self.edition.places;
        let wordings = match (place == Place::SharedFate && card.from == Side::Partner, index) {
            (true, 0) => &places.partners_ninth.alone,
            (true, _) => &places.partners_ninth.joined,
            (false, _) => places.of(place),
        };
        let frame: &Frame = self.variants.pick(wordings.of(card.disposition));
        let name = self.language.card_within_sentence(card.id, self.deck);
        let told = *self.variants.pick(&[0, 1, 2]);
        let (name_of_place, at) = (self.edition.zones.place_name(place), self.edition.words.at.of(place));
        self.cards.push(laid(card, name_of_place, at, told));
        let theme = &self.texts(card).meaning(card.disposition).themes[told];
        frame.fill(&[(Slot::Card, &name), (Slot::Theme, theme), (Slot::Matter, self.matter)])
    }

    /// The empty positions of a zone, in one sentence.
    fn empty(&mut self, zone: &ZoneReading) -> Option<String> {
        let empty = zone.places.iter().filter(|place| place.cards.is_empty());
        let names = empty.map(|place| self.edition.zones.place_name(place.place)).collect::<Vec<_>>();
        let texts = &self.edition.zones.of(zone.zone).empty;
        let wordings = match names.len() {
            0 => return None,
            all if all == zone.places.len() => &texts.all,
            _ => &texts.some,
        };
        let (places, either) = (self.language.list(&names), self.language.list_or(&names));
        Some(self.variants.pick(wordings).fill(&[(Slot::Places, &places), (Slot::Either, &either)]))
    }

    fn texts(&self, card: &ReadCard) -> &'static CardTexts {
        self.edition.cards.card(card.id, self.deck)
    }
}

#[cfg(test)]
mod tests;
