//! Writes the sentences of the synthesis from its facts.

use crate::{
    QuestionKind, ReadCard, Reading, Side, SuitOrStars, Variants, Verdict,
    texts::{Edition, Slots, Wordings, edition},
    usual::Measure,
};
use arcana_engine::cards::Suit;

use super::{
    facts::{Leaning, ReadingFacts, Way},
    remark::{Remark, Remarks},
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
            return vec![self.sentence(&self.edition.words.few.none, Slots::default()), self.closing().to_owned()];
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
        let meeting = self.phrase(self.edition.words.meeting(way.meeting()), Slots::default());
        let ends = Slots { root: &root, last: &last, meeting: &meeting, ..Slots::default() };
        if way.root.from == Side::Partner {
            return self.sentence(&self.edition.words.way.partner, ends);
        }
        let center = way.center.map(|center| self.name(center)).unwrap_or_default();
        let through = self.edition.words.by.of(way.center.map(|center| center.disposition));
        let by = self.phrase(through, Slots { card: &center, ..Slots::default() });
        let (start, end) = (self.theme(way.root), self.theme(way.last));
        let wordings = self.edition.words.way.of(way.root.disposition, way.last.disposition);
        self.sentence(wordings, Slots { by: &by, start, end, ..ends })
    }

    /// The number of the querent's cards compared with the partner's.
    fn share(&mut self) -> String {
        let counts = &self.facts.counts;
        let (own, partner, total) =
            (self.number(counts.get(Measure::Own)), self.number(counts.partner()), self.number(counts.cards));
        let slots = Slots { own: &own, partner: &partner, total: &total, ..Slots::default() };
        self.sentence(self.edition.words.share(self.facts.share()), slots)
    }

    /// Remarkable features.
    fn remarks(&mut self) -> String {
        let words = &self.edition.words.remarks;
        match Remarks::on(self.reading, &self.facts.counts) {
            Remarks::None => {
                let suits = self.reading.summary.suits;
                let suit = suits.leading().map_or("", |suit| suit.name(self.reading.deck));
                self.sentence(self.edition.words.unremarkable(suits), Slots { suit, ..Slots::default() })
            }
            Remarks::Ordinary(first) => {
                let first = self.remark(&first);
                self.sentence(&words.ordinary, Slots { first: &first, ..Slots::default() })
            }
            Remarks::One(first) => {
                let first = self.remark(&first);
                self.sentence(&words.one, Slots { first: &first, ..Slots::default() })
            }
            Remarks::Two(first, second) => {
                let (first, second) = (self.remark(&first), self.remark(&second));
                self.sentence(&words.two, Slots { first: &first, second: &second, ..Slots::default() })
            }
        }
    }

    fn remark(&mut self, remark: &Remark) -> String {
        let (deck, language, words) = (self.reading.deck, self.reading.language, &self.edition.words.remarks);
        let stars = SuitOrStars::Stars.name(deck);
        match remark {
            Remark::Alike(rank, cards) => {
                let alike = format!("{} {}", self.number(*cards), language.several(deck.rank_name(*rank)));
                self.phrase(words.alike.of(*rank), Slots { alike: &alike, ..Slots::default() })
            }
            Remark::Leads(suit, cards) => {
                let (count, share) = (self.number(*cards), self.part(*cards));
                let slots = Slots { suit: deck.suit_name(*suit), count: &count, share: &share, ..Slots::default() };
                self.phrase(words.leads.of(*suit), slots)
            }
            Remark::Missing(suits) => {
                let names: Vec<_> = suits.iter().map(|suit| deck.suit_name(*suit)).collect();
                let (suit, either) = (language.list(&names), language.list_or(&names));
                self.phrase(self.missing(suits), Slots { suit: &suit, either: &either, ..Slots::default() })
            }
            Remark::Shared([one, other]) => {
                let names = [*one, *other].map(|suit| deck.suit_name(suit));
                self.phrase(&words.shared, Slots { suit: &language.list(&names), ..Slots::default() })
            }
            Remark::NoStars => self.phrase(&words.no_stars, Slots { suit: stars, ..Slots::default() }),
            Remark::OneStar(card) => {
                let name = language.card_within_sentence(*card, deck);
                self.phrase(&words.one_star, Slots { suit: stars, card: &name, ..Slots::default() })
            }
            Remark::ManyStars(cards) => {
                let slots = Slots { suit: stars, count: &self.number(*cards), ..Slots::default() };
                self.phrase(&words.many_stars, slots)
            }
            Remark::NoCourts => self.phrase(&words.no_courts, Slots::default()),
            Remark::OneCourt(card) => {
                let name = language.card_within_sentence(*card, deck);
                self.phrase(&words.one_court, Slots { card: &name, ..Slots::default() })
            }
            Remark::ManyCourts(cards) => {
                let wordings = self.edition.words.many_courts(*cards, self.facts.counts.cards);
                self.phrase(wordings, Slots { count: &self.number(*cards), ..Slots::default() })
            }
        }
    }

    /// The reversed cards with the verdict; for a yes-or-no question, the answer.
    fn turned(&mut self) -> String {
        let (turned, total) = (self.facts.counts.get(Measure::Turned), self.facts.counts.cards);
        let (turned, upright, total) = (self.number(turned), self.number(self.facts.upright()), self.number(total));
        let slots = Slots { turned: &turned, upright: &upright, total: &total, ..Slots::default() };
        let wordings = if self.kind == QuestionKind::YesNo {
            self.edition.words.leaning(self.facts.leaning(), self.facts.verdict)
        } else {
            self.edition.words.turned(self.facts.turned(), self.facts.verdict)
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
        let slots = Slots { closing: said, card: &name, theme, ..Slots::default() };
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
        self.sentence(wordings.of(card.disposition), Slots { card: &name, theme, ..Slots::default() })
    }

    fn two_cards(&mut self, way: Way<'_>) -> String {
        let (root, last) = (self.name(way.root), self.name(way.last));
        let meeting = self.phrase(self.edition.words.meeting(way.meeting()), Slots::default());
        let slots = Slots { root: &root, last: &last, meeting: &meeting, ..Slots::default() };
        self.sentence(&self.edition.words.few.two, slots)
    }

    fn two_turned(&mut self) -> String {
        let turned = self.facts.counts.get(Measure::Turned);
        self.sentence(self.edition.words.few.two_turned.of(turned), Slots::default())
    }

    fn sentence(&mut self, wordings: &Wordings, slots: Slots<'_>) -> String {
        self.variants.pick(wordings.all()).fill(slots)
    }

    /// A phrase, which begins without a capital.
    fn phrase(&mut self, wordings: &Wordings, slots: Slots<'_>) -> String {
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
