//! The synthesis of a reading: three to five sentences that connect its cards with each other, the verdict and the
//! question (`reading.md`, "Texts").
//!
//! First come the facts about all cards (`ReadingFacts`), then the sentences (`tell`).

pub(crate) mod facts;

use arcana_engine::cards::Suit;

use self::facts::{Leaning, ReadingFacts, Remark, Remarks, Way};
use crate::{
    QuestionKind, ReadCard, Reading, Side, SuitOrStars, Variants, Verdict,
    texts::{Edition, Slot, Wordings, edition},
    usual::Measure,
};

/// Writes the synthesis of a reading whose cards are in position, and the same without verdict, lean and closing.
pub fn tell(reading: &Reading, variants: &mut Variants) -> (String, String) {
    let (facts, edition) = (ReadingFacts::of(reading), edition(reading.language));
    let mut teller = SynthesisTeller { reading, facts, kind: reading.question_kind, edition, variants };
    let sentences = teller.sentences();
    // The verdict is told last but one, if there are two cards or more.
    let plain = sentences.len() - if sentences.len() > 2 { 2 } else { 1 };
    (sentences.join(" "), sentences[..plain].join(" "))
}

struct SynthesisTeller<'a> {
    reading: &'a Reading,
    facts: ReadingFacts<'a>,
    kind: QuestionKind,
    edition: &'a Edition,
    variants: &'a mut Variants,
}

impl<'a> SynthesisTeller<'a> {
    fn sentences(&mut self) -> Vec<String> {
        let Some(way) = self.facts.way else {
            return vec![self.sentence(&self.edition.words.few.none, &[]), self.closing().to_owned()];
        };
        match self.facts.counts.cards {
            1 => vec![self.only_card(way.root), self.closing().to_owned()],
            2 => vec![self.two_cards(way), self.two_turned(), self.closing().to_owned()],
            _ => self.whole(way),
        }
    }

    /// The path, then the shares and the remarks in either order, then reversed cards and verdict, then the question.
    fn whole(&mut self, way: Way<'_>) -> Vec<String> {
        let first = self.way(way);
        // Without own cards, the path has said so.
        let share = (way.root.from == Side::Own).then(|| self.share());
        let remarks = self.remarks();
        let middle = if *self.variants.pick(&[true, false]) { [share, Some(remarks)] } else { [Some(remarks), share] };
        let last = [self.turned(), self.parting()];
        [first].into_iter().chain(middle.into_iter().flatten()).chain(last).collect()
    }

    /// From the root through the centre to the end.
    fn way(&mut self, way: Way<'_>) -> String {
        let (root, last) = (self.name(way.root), self.name(way.last));
        let meeting = self.phrase(self.edition.words.meetings.of(way.meeting()), &[]);
        let ends: &[(Slot, &str)] = &[(Slot::Root, &root), (Slot::Last, &last), (Slot::Meeting, &meeting)];
        if way.root.from == Side::Partner {
            return self.sentence(&self.edition.words.way.partner, ends);
        }
        let center = way.center.map(|center| self.name(center)).unwrap_or_default();
        let through = self.edition.words.by.of(way.center.map(|center| center.disposition));
        let by = self.phrase(through, &[(Slot::Card, &center)]);
        let (start, end) = (self.theme(way.root), self.theme(way.last));
        let wordings = self.edition.words.way.of(way.root.disposition, way.last.disposition);
        self.sentence(wordings, &[ends, &[(Slot::By, by.as_str()), (Slot::Start, start), (Slot::End, end)]].concat())
    }

    /// The number of the querent's cards compared with the partner's.
    fn share(&mut self) -> String {
        let counts = &self.facts.counts;
        let (own, partner, total) =
            (self.number(counts.get(Measure::Own)), self.number(counts.partner()), self.number(counts.cards));
        let slots: &[(Slot, &str)] = &[(Slot::Own, &own), (Slot::Partner, &partner), (Slot::Total, &total)];
        self.sentence(self.edition.words.shares.of(self.facts.share()), slots)
    }

    /// Remarkable features.
    fn remarks(&mut self) -> String {
        let words = &self.edition.words.remarks;
        match Remarks::on(self.reading, &self.facts.counts) {
            Remarks::None => {
                let suits = self.reading.summary.suits;
                let suit = suits.leading().map_or("", |suit| suit.name(self.reading.deck));
                self.sentence(self.edition.words.unremarkable(suits), &[(Slot::Suit, suit)])
            }
            Remarks::Ordinary(first) => {
                let first = self.remark(&first);
                self.sentence(&words.ordinary, &[(Slot::First, &first)])
            }
            Remarks::One(first) => {
                let first = self.remark(&first);
                self.sentence(&words.one, &[(Slot::First, &first)])
            }
            Remarks::Two(first, second) => {
                let (first, second) = (self.remark(&first), self.remark(&second));
                self.sentence(&words.two, &[(Slot::First, &first), (Slot::Second, &second)])
            }
        }
    }

    fn remark(&mut self, remark: &Remark) -> String {
        let (deck, language, words) = (self.reading.deck, self.reading.language, &self.edition.words.remarks);
        let stars = SuitOrStars::Stars.name(deck);
        match remark {
            Remark::Alike(rank, cards) => {
                let alike = format!("{} {}", self.number(*cards), language.several(deck.rank_name(*rank)));
                self.phrase(words.alike.of(*rank), &[(Slot::Alike, &alike)])
            }
            Remark::Leads(suit, cards) => {
                let (count, share) = (self.number(*cards), self.part(*cards));
                let slots: &[(Slot, &str)] =
                    &[(Slot::Suit, deck.suit_name(*suit)), (Slot::Count, &count), (Slot::Share, &share)];
                self.phrase(words.leads.of(*suit), slots)
            }
            Remark::Missing(suits) => {
                let names: Vec<_> = suits.iter().map(|suit| deck.suit_name(*suit)).collect();
                let (suit, either) = (language.list(&names), language.list_or(&names));
                self.phrase(self.missing(suits), &[(Slot::Suit, &suit), (Slot::Either, &either)])
            }
            Remark::Shared([one, other]) => {
                let names = [*one, *other].map(|suit| deck.suit_name(suit));
                self.phrase(&words.shared, &[(Slot::Suit, &language.list(&names))])
            }
            Remark::NoStars => self.phrase(&words.no_stars, &[(Slot::Suit, stars)]),
            Remark::OneStar(card) => {
                let name = language.card_within_sentence(*card, deck);
                self.phrase(&words.one_star, &[(Slot::Suit, stars), (Slot::Card, &name)])
            }
            Remark::ManyStars(cards) => {
                let slots: &[(Slot, &str)] = &[(Slot::Suit, stars), (Slot::Count, &self.number(*cards))];
                self.phrase(&words.many_stars, slots)
            }
            Remark::NoCourts => self.phrase(&words.no_courts, &[]),
            Remark::OneCourt(card) => {
                let name = language.card_within_sentence(*card, deck);
                self.phrase(&words.one_court, &[(Slot::Card, &name)])
            }
            Remark::ManyCourts(cards) => {
                let wordings = self.edition.words.many_courts(*cards, self.facts.counts.cards);
                self.phrase(wordings, &[(Slot::Count, &self.number(*cards))])
            }
        }
    }

    /// The reversed cards with the verdict; for a yes-or-no question, the answer.
    fn turned(&mut self) -> String {
        let (turned, total) = (self.facts.counts.get(Measure::Turned), self.facts.counts.cards);
        let (turned, upright, total) = (self.number(turned), self.number(self.facts.upright()), self.number(total));
        let slots: &[(Slot, &str)] = &[(Slot::Turned, &turned), (Slot::Upright, &upright), (Slot::Total, &total)];
        let wordings = if self.kind == QuestionKind::YesNo {
            self.edition.words.leaning.of(self.facts.leaning()).of(self.facts.verdict)
        } else {
            self.edition.words.turned.of(self.facts.verdict).of(self.facts.turned())
        };
        self.sentence(wordings, slots)
    }

    /// The closing sentence, usually with a card to remember.
    fn parting(&mut self) -> String {
        let closing = self.closing();
        let with_card = *self.variants.pick(&[true, true, true, false]);
        let (Some(card), Some(said), true) = (self.facts.keepsake, closing.strip_suffix('.'), with_card) else {
            return closing.to_owned();
        };
        let (name, theme) = (self.name(card), self.theme(card));
        let slots: &[(Slot, &str)] = &[(Slot::Closing, said), (Slot::Card, &name), (Slot::Theme, theme)];
        self.sentence(self.edition.words.parting.of(card.disposition), slots)
    }

    /// The answer to the question: by the cards for yes or no, otherwise by the verdict.
    fn closing(&mut self) -> &'a str {
        let verdict = match (self.kind == QuestionKind::YesNo, self.facts.leaning()) {
            (true, Leaning::Yes) => Verdict::Fortune,
            (true, Leaning::Even) => Verdict::Balance,
            (true, Leaning::No) => Verdict::Doom,
            (false, _) => self.facts.verdict,
        };
        let closings: &[String] = self.edition.questions.of(self.kind).closing(verdict);
        self.variants.pick::<String>(closings)
    }

    fn only_card(&mut self, card: &ReadCard) -> String {
        let wordings = match card.from {
            Side::Own => &self.edition.words.few.own,
            Side::Partner => &self.edition.words.few.partner,
        };
        let (name, theme) = (self.name(card), self.theme(card));
        self.sentence(wordings.of(card.disposition), &[(Slot::Card, &name), (Slot::Theme, theme)])
    }

    fn two_cards(&mut self, way: Way<'_>) -> String {
        let (root, last) = (self.name(way.root), self.name(way.last));
        let meeting = self.phrase(self.edition.words.meetings.of(way.meeting()), &[]);
        let slots: &[(Slot, &str)] = &[(Slot::Root, &root), (Slot::Last, &last), (Slot::Meeting, &meeting)];
        self.sentence(&self.edition.words.few.two, slots)
    }

    fn two_turned(&mut self) -> String {
        let turned = self.facts.counts.get(Measure::Turned);
        self.sentence(self.edition.words.few.two_turned.of(turned), &[])
    }

    fn sentence(&mut self, wordings: &Wordings, slots: &[(Slot, &str)]) -> String {
        self.variants.pick(wordings.all()).fill(slots)
    }

    /// A phrase, which begins without a capital.
    fn phrase(&mut self, wordings: &Wordings, slots: &[(Slot, &str)]) -> String {
        self.variants.pick(wordings.all()).phrase(slots)
    }

    fn theme(&self, card: &ReadCard) -> &'a str {
        &self.edition.cards.card(card.id, self.reading.deck).meaning(card.disposition).theme
    }

    fn name(&self, card: &ReadCard) -> String {
        self.reading.language.card_within_sentence(card.id, self.reading.deck)
    }

    fn number(&self, number: u8) -> String {
        self.reading.language.count(number)
    }

    /// `five of the nine cards`, or `all nine cards`.
    fn part(&self, cards: u8) -> String {
        self.reading.language.part(cards, self.facts.counts.cards)
    }

    fn missing(&self, suits: &[Suit]) -> &'a Wordings {
        let words = &self.edition.words.remarks;
        match suits {
            [suit] => words.missing.of(*suit),
            _ => &words.several_missing,
        }
    }
}

#[cfg(test)]
mod tests;
