//! Narrator for the first version of the texts: one sentence for each position and each part of the summary.

use crate::cards::{Card, Deck};
use crate::reading::{
    Disposition, Element, Language, Place, ReadCard, Reading, Side, SuitOrStars, Summary, Verdict,
    texts::{
        Frame, Meaning, Slots,
        first::{Edition, edition},
    },
};

/// Writes the texts of one reading.
#[derive(Clone, Copy)]
struct Narrator {
    edition: &'static Edition,
    language: Language,
    deck: Deck,
}

/// Writes the texts of a reading whose cards are in position.
pub(super) fn narrate(reading: &mut Reading) {
    let narrator = Narrator::of(reading);
    for place in reading.zones.iter_mut().flat_map(|zone| &mut zone.places) {
        (place.text, place.plain) = narrator.place(place.place, &place.cards);
    }
    (reading.summary.text, reading.summary.plain) = narrator.summary(reading.verdict, &reading.summary);
}

impl Narrator {
    fn of(reading: &Reading) -> Narrator {
        Narrator { edition: edition(reading.language), language: reading.language, deck: reading.deck }
    }

    /// The meaning of a card in its orientation.
    fn meaning(self, card: Card, disposition: Disposition) -> &'static Meaning {
        self.edition.cards.card(card, self.deck).meaning(disposition)
    }

    /// A position and its cards, in one or two sentences, and the same without advice.
    fn place(self, place: Place, cards: &[ReadCard]) -> (String, String) {
        let text = match cards {
            [] => self.edition.place(place).empty.fill(Slots::default()),
            [card] => self.framed(self.frame(place, card), card),
            [first, others @ ..] => {
                let first = self.framed(self.frame(place, first), first);
                let joined = &self.edition.partners_ninth.joined;
                let others = others.iter().map(|card| self.framed(joined.of(card.disposition), card));
                [first].into_iter().chain(others).collect::<Vec<_>>().join(" ")
            }
        };
        match cards {
            [card] if place != Place::PartnerOutcome => {
                (format!("{text} {}", self.meaning(card.id, card.disposition).sentence), text)
            }
            _ => (text.clone(), text),
        }
    }

    /// The summary: verdict, leading element, Stars, courts, and number of reversed cards; and the same without the
    /// first and the last of them.
    fn summary(self, verdict: Verdict, summary: &Summary) -> (String, String) {
        let texts = &self.edition.summary;
        let mut sentences = vec![texts.verdict.of(verdict).fill(Slots::default())];
        if summary.cards == 0 {
            sentences.push(texts.bare.fill(Slots::default()));
        } else {
            sentences.push(self.element(summary));
            sentences.extend(self.stars(summary));
            sentences.extend(self.courts(summary));
            sentences.push(self.turned(summary));
        }
        // The first sentence is the verdict, and the last weighs the reversed cards.
        let plain = if summary.cards == 0 { &sentences[1..] } else { &sentences[1..sentences.len() - 1] };
        (sentences.join(" "), plain.join(" "))
    }

    fn frame(self, place: Place, card: &ReadCard) -> &'static Frame {
        if place == Place::SharedFate && card.from == Side::Partner {
            return self.edition.partners_ninth.alone.of(card.disposition);
        }
        self.edition.place(place).of(card.disposition)
    }

    fn framed(self, frame: &Frame, card: &ReadCard) -> String {
        let name = self.language.card_within_sentence(card.id, self.deck);
        let theme = &self.meaning(card.id, card.disposition).theme;
        frame.fill(Slots { card: &name, theme, ..Slots::default() })
    }

    fn element(self, summary: &Summary) -> String {
        let texts = &self.edition.summary;
        let leading = SuitOrStars::ALL.into_iter().find(|suit| Some(suit.element()) == summary.element);
        match leading {
            None => texts.no_element.fill(Slots::default()),
            Some(suit) => {
                let slots = Slots { suit: suit.name(self.deck), ..Slots::default() };
                texts.element.of(suit.element()).fill(slots)
            }
        }
    }

    /// A sentence about the Stars; `None` if they lead, which was mentioned before.
    fn stars(self, summary: &Summary) -> Option<String> {
        let texts = &self.edition.summary.stars;
        let frame = match summary.stars {
            _ if summary.element == Some(Element::Spirit) => return None,
            0 => &texts.none,
            1 => &texts.one,
            _ => &texts.several,
        };
        Some(self.counted(frame, summary.stars, summary.cards))
    }

    fn courts(self, summary: &Summary) -> Option<String> {
        let texts = &self.edition.summary.courts;
        let frame = match summary.courts {
            0 => return None,
            1 => &texts.one,
            courts if courts * 2 > summary.cards => &texts.many,
            _ => &texts.several,
        };
        Some(self.counted(frame, summary.courts, summary.cards))
    }

    fn turned(self, summary: &Summary) -> String {
        let texts = &self.edition.summary.turned;
        let (ill, cards) = (summary.ill, summary.cards);
        let frame = match ill {
            0 => &texts.none,
            _ if ill == cards => &texts.all,
            _ if ill * 3 < cards => &texts.few,
            _ if ill * 3 <= cards * 2 => &texts.half,
            _ => &texts.most,
        };
        self.counted(frame, ill, cards)
    }

    fn counted(self, frame: &Frame, count: u8, total: u8) -> String {
        let (count, total) = (self.language.count(count), self.language.count(total));
        let suit = SuitOrStars::Stars.name(self.deck);
        frame.fill(Slots { suit, count: &count, total: &total, ..Slots::default() })
    }
}

#[cfg(test)]
mod tests;
