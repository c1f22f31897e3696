//! Writes the texts of the positions of a spread.

use super::{
    Settled, SpreadChoice,
    spread::{Spread, SpreadPlace, Telling, own_telling},
};
use crate::{
    DrawnCard, Variants,
    synthesis::{Laid, LaidCard, Roles},
    texts::{Edition, Slot, edition},
};

/// Writes the texts of one reading in order.
pub(super) struct SpreadTeller<'a> {
    choice: &'a SpreadChoice,
    edition: &'static Edition,
    variants: Variants,
    /// The cards as they lie, as far as they were told.
    cards: Vec<LaidCard>,
}

/// The texts for a position of a spread, by index.
fn telling(spread: &Spread, position: usize) -> &'static Telling {
    match spread {
        Spread::Known(known) => &known.tellings[position],
        Spread::Own(_) => own_telling(position),
    }
}

impl<'a> SpreadTeller<'a> {
    /// A teller for these cards, which determine the wordings.
    pub fn new(choice: &'a SpreadChoice, cards: &[DrawnCard]) -> SpreadTeller<'a> {
        let cards = cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let (edition, variants) = (edition(choice.language), Variants::of_text(&cards));
        SpreadTeller { choice, edition, variants, cards: Vec::new() }
    }

    /// A card at the next position, with its advice and without.
    pub fn place(&mut self, place: &SpreadPlace, DrawnCard { card, disposition }: DrawnCard) -> (String, String) {
        let SpreadChoice { spread, deck, language, question_kind, .. } = self.choice;
        let telling = telling(spread, self.cards.len());
        let meaning = self.edition.cards.card(card, *deck).meaning(disposition);
        let wordings = self.variants.pick(telling.wordings.of(disposition));
        let told = *self.variants.pick(&[0, 1, 2]);
        let text = wordings.fill(&[
            (Slot::Card, &language.card_within_sentence(card, *deck)),
            (Slot::Theme, &meaning.themes[told]),
            (Slot::Matter, &self.edition.questions.of(*question_kind).matter),
            (Slot::Place, &place.name),
        ]);
        let advice = self.variants.pick(meaning.advice.in_zone(telling.advice));
        let name = format!("“{}”", place.name);
        self.cards.push(LaidCard { card, disposition, own: true, at: format!("at {name}"), place: name, told });
        (format!("{text} {advice}"), text)
    }

    /// The cards as they lie, of which this was settled beforehand.
    pub fn laid(self, settled: Settled) -> Laid {
        let SpreadTeller { choice, cards, variants, .. } = self;
        let last = cards.len().saturating_sub(1);
        let (roles, pairs, ways) = match &choice.spread {
            Spread::Known(known) => (known.roles, known.pairs.clone(), known.ways),
            Spread::Own(_) => {
                (Roles { root: 0, heart: last / 2, now: last / 2, outcome: last, counsel: last }, Vec::new(), None)
            }
        };
        Laid {
            language: choice.language,
            deck: choice.deck,
            kind: choice.question_kind,
            roles: (!cards.is_empty()).then_some(roles),
            cards,
            pairs,
            ways,
            answers: choice.spread.answers(),
            verdict: None,
            settled,
            variants,
        }
    }
}
