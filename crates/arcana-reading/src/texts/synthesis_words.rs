//! The texts of summaries: `summary.json`.

use serde::Deserialize;

use super::wordings::{ByDisposition, ByRank, Each, Slot, Wordings};
use crate::{Dignity, Disposition, Place, SuitOrStars, Verdict};
use arcana_engine::cards::Suit;

/// All texts of a summary.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SummaryWords {
    /// Before an answer: what it is about.
    pub about: Wordings,
    /// The names of places with their prepositions.
    pub at: Each<Place, String>,
    pub lie: Lie,
    /// Two ways without names.
    pub ways: [String; 2],
    /// What cards that lie upright, or not, say of the way that is named first.
    pub orders: [String; 2],
    /// What the pips of a suit count: one, and several.
    pub units: BySuit<[String; 2]>,
    /// Where a suit points.
    pub quarters: BySuit<String>,
    pub answer: Answers,
    pub line: Lines,
    /// The places of a deal's layout that belong together.
    pub pairs: Vec<PlacePair>,
    /// How the elements of two cards bear on each other.
    pub pair: Each<Dignity, Wordings>,
    /// The same where that was settled.
    pub bare_pair: Wordings,
    pub alike: ByRank<Wordings>,
    pub leads: Each<SuitOrStars, Wordings>,
    pub verdict: Each<Verdict, ByDisposition<Wordings>>,
    /// Without any card.
    pub bare: Wordings,
    pub closing: Wordings,
}

/// How cards lie: `reversed` in a spread, `turned` in the reading of a deal.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lie {
    pub upright: String,
    pub reversed: String,
    pub turned: String,
}

/// Something for each suit.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BySuit<T> {
    wands: T,
    cups: T,
    swords: T,
    pentacles: T,
}

/// The first sentence, by what was asked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answers {
    pub yes: Leans,
    pub no: Leans,
    /// As many cards lean to yes as to no.
    pub even: Answer,
    /// How every card was to lie was settled.
    pub unable: Answer,
    /// Two ways that have cards of their own.
    pub way: Ways,
    /// Two ways of which the first has the upright cards, the second the others.
    pub named: NamedWays,
    pub when: When,
    /// When it was.
    pub ago: When,
    pub count: Count,
    pub why: Answer,
    pub how: Counsel,
    pub what: Answer,
    pub which: ByDisposition<Answer>,
    pub who: Who,
    #[serde(rename = "where")]
    pub place: Where,
    pub open: Wordings,
}

/// An answer, and the cards that it is told from: `a narrow yes: …`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The answer to a question that is known as a clause.
    pub of_clause: Wordings,
    /// The answer where at most a subject is known.
    pub of_subject: Wordings,
    /// What it is told from.
    pub cards: Wordings,
}

/// What goes before the words of the card that helps.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counsel {
    pub of_clause: Wordings,
    pub of_subject: Wordings,
}

/// By whether the last card has pips.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Count {
    pub number: Answer,
    pub no_number: Answer,
}

/// By whether the last card has a suit.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Where {
    pub quarter: Answer,
    pub nowhere: Answer,
}

/// By whether a court is among the cards.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Who {
    pub person: Answer,
    pub nobody: Answer,
}

/// By the weight of an answer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leans {
    pub clear: Answer,
    pub narrow: Answer,
    pub single: Answer,
}

/// By the weight of one way against the other.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ways {
    pub clear: Wordings,
    pub narrow: Wordings,
    pub even: Wordings,
    pub unable: Wordings,
}

/// The same, where a single card may have to do.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedWays {
    pub clear: Wordings,
    pub narrow: Wordings,
    pub single: Wordings,
    pub even: Wordings,
    pub unable: Wordings,
}

/// By what a card says of time.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct When {
    pub within: Answer,
    pub after: Answer,
    pub no_date: Answer,
}

/// From the root by way of the heart to the outcome.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lines {
    pub three: Wordings,
    pub two: Wordings,
    /// All cards are the partner's.
    pub partner: Wordings,
}

/// Two places that belong together, with their names within a sentence.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacePair {
    pub of: [Place; 2],
    pub first: String,
    pub second: String,
}

/// A list of wordings, the slots that each of them needs, and those that it may have.
type Checked<'a> = (&'a Wordings, &'static [Slot], &'static [Slot]);

impl Answer {
    /// The lists, of which the first two need these slots and the last has those.
    fn slots(
        &self,
        [clause, subject]: [&'static [Slot]; 2],
        cards: (&'static [Slot], &'static [Slot]),
    ) -> [Checked<'_>; 3] {
        [(&self.of_clause, clause, &[]), (&self.of_subject, subject, &[]), (&self.cards, cards.0, cards.1)]
    }
}

impl Answers {
    fn slots(&self) -> Vec<Checked<'_>> {
        use Slot::{About, Card, Clause, Counter, Lie, Matter, Order, Other, Place, Rival, Share, Span, Theme, Way};
        let Answers { yes, no, even, unable, way, named, when, ago, count, why, how, what, which, who, place, open } =
            self;
        let plain: [&'static [Slot]; 2] = [&[Clause], &[About]];
        let spanned: [&'static [Slot]; 2] = [&[Clause, Span], &[About, Span]];
        let placed: [&'static [Slot]; 2] = [&[Clause, Place], &[About, Place]];
        let themed: [&'static [Slot]; 2] = [&[Clause, Theme], &[About, Theme]];
        let one: (&'static [Slot], &'static [Slot]) = (&[Card, Theme], &[]);
        let mut lists: Vec<Checked<'_>> = vec![
            (&way.clear, &[Way, Rival, Card, Theme, Other], &[]),
            (&way.narrow, &[Way, Rival, Card, Theme, Other], &[]),
            (&way.even, &[Way, Rival, Card, Theme, Other, Counter], &[]),
            (&way.unable, &[Way, Rival, Card, Theme, Other, Lie, Counter], &[]),
            (&named.clear, &[Way, Order, Share, Lie, Card, Theme], &[]),
            (&named.narrow, &[Way, Order, Card, Theme, Other], &[Rival, Share, Lie]),
            (&named.single, &[Way, Order, Card, Theme], &[]),
            (&named.even, &[Way, Rival, Card, Theme, Other], &[Counter]),
            (&named.unable, &[Way, Rival, Card, Theme, Lie], &[]),
            (open, &[Card, Theme], &[Matter]),
        ];
        for Leans { clear, narrow, single } in [yes, no] {
            lists.extend(clear.slots(plain, (&[Share, Lie, Card, Theme], &[])));
            lists.extend(narrow.slots(plain, (&[Card, Theme, Other], &[Share, Lie])));
            lists.extend(single.slots(plain, one));
        }
        lists.extend(even.slots(plain, (&[Card, Theme, Other], &[Counter])));
        lists.extend(unable.slots([&[Clause, Lie], &[About, Lie]], one));
        let counted = [&when.within, &when.after, &ago.within, &ago.after, &count.number];
        lists.extend(counted.into_iter().flat_map(|answer| answer.slots(spanned, one)));
        let at_place = [why, what].into_iter().chain(Disposition::ALL.map(|lies| which.of(lies)));
        lists.extend(at_place.flat_map(|answer| answer.slots(themed, (&[Card, Place], &[]))));
        lists.extend([(&how.of_clause, &[Clause, Card][..], &[][..]), (&how.of_subject, &[About, Card], &[])]);
        lists.extend(place.quarter.slots(placed, one));
        let others = [&when.no_date, &ago.no_date, &count.no_number, &who.person, &who.nobody, &place.nowhere];
        lists.extend(others.into_iter().flat_map(|answer| answer.slots(plain, one)));
        lists
    }
}

impl SummaryWords {
    /// Checks that every list has the slots that it needs, and no others.
    pub fn checked(self) -> Result<SummaryWords, String> {
        for (list, needed, optional) in self.answer.slots().into_iter().chain(self.slots()) {
            list.all().iter().try_for_each(|frame| frame.check(needed, optional))?;
        }
        Ok(self)
    }

    fn slots(&self) -> Vec<Checked<'_>> {
        use Slot::{Alike, Card, Counter, Elements, End, First, Heart, Last, Other, Root, Said, Second, Share, Start};
        use Slot::{Subject, Suit, Theme};
        let mut lists: Vec<Checked<'_>> = vec![
            (&self.about, &[Subject], &[]),
            (&self.bare, &[], &[]),
            (&self.closing, &[Card, Said], &[]),
            (&self.line.three, &[Root, Heart, Last], &[Start, End]),
            (&self.line.two, &[Root, Last], &[Start, End]),
            (&self.line.partner, &[Root, Last], &[Start, End]),
            (&self.bare_pair, &[First, Second, Card, Other], &[Theme, Counter]),
        ];
        for (dignity, list) in self.pair.iter() {
            lists.push(match dignity {
                Dignity::Spirit => (list, &[First, Second, Card, Other], &[Theme, Counter]),
                Dignity::Strengthens | Dignity::Weakens | Dignity::Alike | Dignity::Neutral => {
                    (list, &[First, Second, Elements, Card, Other], &[Theme, Counter])
                }
            });
        }
        for list in self.alike.all() {
            lists.push((list, &[Alike], &[]));
        }
        for (_, list) in self.leads.iter() {
            lists.push((list, &[Share, Suit], &[]));
        }
        for (_, verdict) in self.verdict.iter() {
            lists.extend(Disposition::ALL.map(|lies| -> Checked<'_> { (verdict.of(lies), &[Card], &[]) }));
        }
        lists
    }
}

impl<T> BySuit<T> {
    /// What there is for a suit.
    pub const fn of(&self, suit: Suit) -> &T {
        match suit {
            Suit::Wands => &self.wands,
            Suit::Cups => &self.cups,
            Suit::Swords => &self.swords,
            Suit::Pentacles => &self.pentacles,
        }
    }
}
