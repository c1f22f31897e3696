//! Writes the texts of a reading of a spread.

use super::{
    facts::{Facts, Striking},
    known::{Telling, own_telling},
    output::{Answer, YesNo},
    place::SpreadPlace,
    spread::Spread,
    words::{Words, words},
};
use crate::{
    cards::{Card, Deck},
    reading::{
        DrawnCard, Language, QuestionKind, SuitOrStars, Variants,
        synthesis::meeting_of,
        texts::{
            Frame, Slots,
            second::{Edition, edition},
        },
    },
};

/// The spread that answers yes or no.
const ANSWERING: &str = "yes-no";

/// Writes the texts of one reading in order.
pub(super) struct Teller {
    edition: &'static Edition,
    words: &'static Words,
    language: Language,
    deck: Deck,
    kind: QuestionKind,
    variants: Variants,
}

/// Does the spread answer yes or no?
pub(super) fn answers(spread: &Spread) -> bool {
    match spread {
        Spread::Known(known) => known.id == ANSWERING,
        Spread::Own(_) => false,
    }
}

/// The texts for a position of a spread, by index.
pub(super) fn telling(spread: &Spread, position: usize) -> &'static Telling {
    match spread {
        Spread::Known(known) => &known.tellings[position],
        Spread::Own(_) => own_telling(position),
    }
}

impl Teller {
    /// A teller for these cards, which determine the wordings.
    pub fn new(language: Language, deck: Deck, kind: QuestionKind, cards: &[DrawnCard]) -> Teller {
        let cards = cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let variants = Variants::of_text(&cards);
        Teller { edition: edition(language), words: words(), language, deck, kind, variants }
    }

    /// A card at its position, with its advice.
    pub fn place(&mut self, telling: &'static Telling, place: &SpreadPlace, drawn: DrawnCard) -> String {
        let meaning = self.edition.cards.card(drawn.card, self.deck).meaning(drawn.disposition);
        let slots = Slots {
            card: &self.name(drawn.card),
            theme: &meaning.theme,
            matter: &self.edition.questions.of(self.kind).matter,
            place: &place.name,
            ..Slots::default()
        };
        let text = self.variants.pick(telling.wordings(drawn.disposition)).fill(slots);
        let advice = self.variants.pick(meaning.advice.in_zone(telling.advice));
        format!("{text} {advice}")
    }

    /// The answer: yes if more cards are upright than reversed.
    pub fn answer(&mut self, facts: &Facts) -> Answer {
        let (upright, reversed) = (facts.upright(), facts.reversed);
        let (answer, count) = if upright > reversed { (YesNo::Yes, upright) } else { (YesNo::No, reversed) };
        let share = self.language.part(count, facts.cards);
        let text = self.sentence(self.words.answer(answer), Slots { share: &share, ..Slots::default() });
        Answer { answer, upright, reversed, text }
    }

    /// The summary, in two to five sentences. It does not repeat the counts of an answer.
    pub fn summary(&mut self, facts: &Facts, answered: bool) -> String {
        let mut sentences = Vec::new();
        if facts.cards == 1 {
            let element = SuitOrStars::of(facts.ends.0).element();
            sentences.push(self.sentence(self.words.single(element), Slots::default()));
        } else {
            sentences.push(self.way(facts));
        }
        if facts.cards > 2 {
            sentences.push(self.lead(facts));
            sentences.extend(self.striking(facts));
        }
        if facts.cards > 1 && !answered {
            sentences.push(self.reversed(facts));
        }
        sentences.push(self.sentence(self.words.closing(self.kind), Slots::default()));
        sentences.join(" ")
    }

    /// From the first card to the last.
    fn way(&mut self, facts: &Facts) -> String {
        let (root, last) = (self.name(facts.ends.0), self.name(facts.ends.1));
        let (one, other) = facts.elements();
        let meeting = self.variants.pick(meeting_of(one, other).all()).phrase(Slots::default());
        let slots = Slots { root: &root, last: &last, meeting: &meeting, ..Slots::default() };
        self.sentence(&self.words.way, slots)
    }

    /// The leading suit, or that none leads.
    fn lead(&mut self, facts: &Facts) -> String {
        let element = facts.suits.element();
        let leading = SuitOrStars::ALL.into_iter().find(|suit| Some(suit.element()) == element);
        let count = leading.map_or(0, |suit| facts.suits.get(suit));
        let suit = leading.map_or("", |suit| suit.name(self.deck));
        self.counted(self.words.lead(element), suit, count, facts)
    }

    /// The most remarkable feature, besides the suits.
    fn striking(&mut self, facts: &Facts) -> Option<String> {
        let majors = SuitOrStars::Stars.name(self.deck);
        Some(match facts.striking()? {
            Striking::Alike(rank, cards) => {
                let alike =
                    format!("{} {}", self.language.count(cards), self.language.several(self.deck.rank_name(rank)));
                self.words.alike(rank).fill(Slots { alike: &alike, ..Slots::default() })
            }
            Striking::ManyMajors => self.counted(self.words.many_majors(), majors, facts.suits.stars, facts),
            Striking::NoMajors => self.counted(self.words.no_majors(), majors, 0, facts),
            Striking::ManyCourts => self.counted(&self.words.courts, "", facts.courts, facts),
        })
    }

    fn reversed(&mut self, facts: &Facts) -> String {
        let (reversed, total) = (self.language.count(facts.reversed), self.language.count(facts.cards));
        let slots = Slots { reversed: &reversed, total: &total, ..Slots::default() };
        self.sentence(self.words.reversed(facts.reversed()), slots)
    }

    /// A sentence about a number of cards.
    fn counted(&mut self, wordings: &[Frame], suit: &str, count: u8, facts: &Facts) -> String {
        let share = self.language.part(count, facts.cards);
        self.sentence(wordings, Slots { suit, share: &share, ..Slots::default() })
    }

    fn sentence(&mut self, wordings: &[Frame], slots: Slots<'_>) -> String {
        self.variants.pick(wordings).fill(slots)
    }

    fn name(&self, card: Card) -> String {
        self.language.card_within_sentence(card, self.deck)
    }
}
