//! Writes the texts of a reading of a spread.

use super::{
    facts::{SpreadFacts, Striking, Tie},
    output::{Answer, YesNo},
    spread::{Spread, SpreadPlace, Telling, own_telling},
    words::{SpreadWords, words},
};
use crate::{
    DrawnCard, Language, QuestionKind, SuitOrStars, Variants,
    element::Meeting,
    texts::{Edition, Frame, Slot, edition},
};
use arcana_engine::cards::{Card, Deck};

/// Writes the texts of one reading in order.
pub(super) struct SpreadTeller {
    edition: &'static Edition,
    words: &'static SpreadWords,
    language: Language,
    deck: Deck,
    kind: QuestionKind,
    variants: Variants,
}

/// The texts for a position of a spread, by index.
pub(super) fn telling(spread: &Spread, position: usize) -> &'static Telling {
    match spread {
        Spread::Known(known) => &known.tellings[position],
        Spread::Own(_) => own_telling(position),
    }
}

impl SpreadTeller {
    /// A teller for these cards, which determine the wordings.
    pub fn new(language: Language, deck: Deck, kind: QuestionKind, cards: &[DrawnCard]) -> SpreadTeller {
        let cards = cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let variants = Variants::of_text(&cards);
        SpreadTeller { edition: edition(language), words: words(language), language, deck, kind, variants }
    }

    /// A card at its position, with its advice and without.
    pub fn place(&mut self, telling: &'static Telling, place: &SpreadPlace, drawn: DrawnCard) -> (String, String) {
        let meaning = self.edition.cards.card(drawn.card, self.deck).meaning(drawn.disposition);
        let slots: &[(Slot, &str)] = &[
            (Slot::Card, &self.name(drawn.card)),
            (Slot::Theme, &meaning.theme),
            (Slot::Matter, &self.edition.questions.of(self.kind).matter),
            (Slot::Place, &place.name),
        ];
        let text = self.variants.pick(telling.wordings.of(drawn.disposition)).fill(slots);
        let advice = self.variants.pick(meaning.advice.in_zone(telling.advice));
        (format!("{text} {advice}"), text)
    }

    /// The answer: yes if more cards are upright than reversed.
    pub fn answer(&mut self, facts: &SpreadFacts) -> Answer {
        let (upright, reversed) = (facts.upright(), facts.reversed);
        let (answer, count) = if upright > reversed { (YesNo::Yes, upright) } else { (YesNo::No, reversed) };
        let share = self.language.part(count, facts.cards);
        let text = self.sentence(self.words.answer.of(answer), &[(Slot::Share, &share)]);
        Answer { answer, upright, reversed, text }
    }

    /// The summary, in one to five sentences, and what it tells before it leans and closes. It does not repeat the counts
    /// of an answer.
    pub fn summary(&mut self, facts: &SpreadFacts, answers: bool) -> (String, String) {
        let mut sentences = Vec::new();
        if facts.cards == 1 {
            sentences.extend((!facts.element_is_settled()).then(|| self.single(facts.ends.0)));
        } else {
            sentences.push(self.way(facts));
        }
        if facts.cards > 2 {
            sentences.extend((!facts.suits_are_settled()).then(|| self.lead(facts)));
            sentences.extend(self.striking(facts));
        }
        let plain = sentences.join(" ");
        sentences.extend(self.lying(facts, answers));
        sentences.push(self.sentence(self.words.closing(self.kind, facts.answer()), &[]));
        (sentences.join(" "), plain)
    }

    /// What a single card is of.
    fn single(&mut self, card: Card) -> String {
        let (name, element) = (self.name(card), SuitOrStars::of(card).element());
        self.sentence(self.words.single.of(element), &[(Slot::Card, &name)])
    }

    /// From the first card to the last.
    fn way(&mut self, facts: &SpreadFacts) -> String {
        let (root, last) = (self.name(facts.ends.0), self.name(facts.ends.1));
        if facts.meeting_is_settled() {
            return self.sentence(&self.words.exact.bare_way, &[(Slot::Root, &root), (Slot::Last, &last)]);
        }
        let (one, other) = facts.elements();
        let meeting = self.variants.pick(self.edition.words.meetings.of(Meeting::of(one, other)).all()).phrase(&[]);
        let slots: &[(Slot, &str)] = &[(Slot::Root, &root), (Slot::Last, &last), (Slot::Meeting, &meeting)];
        self.sentence(&self.words.way, slots)
    }

    /// What the upright and reversed cards say, unless an answer did or it was settled.
    fn lying(&mut self, facts: &SpreadFacts, answers: bool) -> Option<String> {
        let exact = &self.words.exact;
        let asked = answers || self.kind == QuestionKind::YesNo;
        let wordings = match (facts.settled.disposition(), exact.unfit(self.kind)) {
            (Some(disposition), _) if asked => exact.settled.of(disposition),
            (Some(_), _) => return None,
            (None, unfit) if answers => unfit?,
            (None, _) if asked => exact.leaning.of(facts.leaning()),
            (None, _) if facts.cards > 1 => return self.reversed(facts),
            (None, _) => return None,
        };
        let (upright, reversed) = (self.language.count(facts.upright()), self.language.count(facts.reversed));
        Some(self.sentence(wordings, &[(Slot::Upright, &upright), (Slot::Reversed, &reversed)]))
    }

    /// The leading suit, or that none leads.
    fn lead(&mut self, facts: &SpreadFacts) -> String {
        match (facts.tie(), facts.suits.leading()) {
            (Some(tie), _) => self.tie(&tie),
            (None, Some(suit)) => {
                let wordings = self.words.lead.of(suit.element());
                self.counted(wordings, suit.name(self.deck), facts.suits.get(suit), facts)
            }
            (None, None) => self.counted(&self.words.no_lead, "", 0, facts),
        }
    }

    /// Suits of which none leads.
    fn tie(&mut self, tie: &Tie) -> String {
        let named = |suits: &[SuitOrStars]| {
            let names = suits.iter().map(|suit| match suit {
                SuitOrStars::Stars => format!("the {}", suit.name(self.deck)),
                SuitOrStars::Wands | SuitOrStars::Cups | SuitOrStars::Swords | SuitOrStars::Pentacles => {
                    suit.name(self.deck).to_owned()
                }
            });
            let names = names.collect::<Vec<_>>();
            self.language.list(&names.iter().map(String::as_str).collect::<Vec<_>>())
        };
        let (wordings, suit, count) = match tie {
            Tie::Once => (&self.words.exact.tie.once, String::new(), 1),
            Tie::Evenly => (&self.words.no_lead, String::new(), 0),
            Tie::Two(suits, count) => (&self.words.exact.tie.two, named(suits), *count),
            Tie::Several(suits, count) => (&self.words.exact.tie.several, named(suits), *count),
        };
        let count = self.language.count(count);
        self.sentence(wordings, &[(Slot::Suit, &suit), (Slot::Count, &count)])
    }

    /// The most remarkable feature, besides the suits.
    fn striking(&mut self, facts: &SpreadFacts) -> Option<String> {
        let majors = SuitOrStars::Stars.name(self.deck);
        Some(match facts.striking()? {
            Striking::Alike(rank, cards) => {
                let alike =
                    format!("{} {}", self.language.count(cards), self.language.several(self.deck.rank_name(rank)));
                self.words.alike.of(rank).fill(&[(Slot::Alike, &alike)])
            }
            Striking::ManyMajors => self.counted(&self.words.majors.many, majors, facts.suits.stars, facts),
            Striking::NoMajors => self.counted(&self.words.majors.none, majors, 0, facts),
            Striking::ManyCourts => self.counted(&self.words.courts, "", facts.courts, facts),
        })
    }

    /// The proportion of reversed cards, unless it was settled.
    fn reversed(&mut self, facts: &SpreadFacts) -> Option<String> {
        if facts.reversed_is_settled() {
            return None;
        }
        let (reversed, total) = (self.language.count(facts.reversed), self.language.count(facts.cards));
        let slots: &[(Slot, &str)] = &[(Slot::Reversed, &reversed), (Slot::Total, &total)];
        Some(self.sentence(self.words.reversed.of(facts.reversed()), slots))
    }

    /// A sentence about a number of cards.
    fn counted(&mut self, wordings: &[Frame], suit: &str, count: u8, facts: &SpreadFacts) -> String {
        let share = self.language.part(count, facts.cards);
        self.sentence(wordings, &[(Slot::Suit, suit), (Slot::Share, &share)])
    }

    fn sentence(&mut self, wordings: &[Frame], slots: &[(Slot, &str)]) -> String {
        self.variants.pick(wordings).fill(slots)
    }

    fn name(&self, card: Card) -> String {
        self.language.card_within_sentence(card, self.deck)
    }
}
