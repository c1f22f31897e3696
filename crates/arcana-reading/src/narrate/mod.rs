//! Writes the texts of a reading (`reading.md`, "Texts"): advice for each zone, several wordings, and the kind of question.

use crate::{
    Language, Layout, Place, PlaceReading, ReadCard, Reading, Side, Variants, Zone, ZoneReading, synthesis,
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
}

/// Writes the texts of a reading whose cards are in position: for each zone its positions, then the empty ones; last
/// the summary.
pub(crate) fn narrate(reading: &mut Reading, variants: Variants) {
    let edition = edition(reading.language);
    let matter = &edition.questions.of(reading.question_kind).matter;
    let Reading { language, deck, layout, .. } = *reading;
    let mut narrator = Narrator { edition, language, deck, layout, matter, variants };
    for zone in &mut reading.zones {
        zone.about = Some(narrator.about(zone.zone));
        for place in &mut zone.places {
            (place.text, place.plain) = narrator.place(zone.zone, place);
        }
        zone.empty = narrator.empty(zone);
    }
    (reading.summary.text, reading.summary.plain) = synthesis::tell(reading, &mut narrator.variants);
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
        let theme = &self.texts(card).meaning(card.disposition).theme;
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
