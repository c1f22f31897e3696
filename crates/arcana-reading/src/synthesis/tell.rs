//! Writes the sentences of a summary.

use super::{
    asked::{Asked, Form},
    laid::{Laid, LaidCard, Lean, Pair, Striking},
    tense::Tense,
};
use crate::{
    Dignity, Disposition, Language, SuitOrStars, Variants,
    texts::{Answer, Edition, Frame, Meaning, Slot, When, Wordings, edition},
};
use arcana_engine::{
    cards::{Rank, Suit},
    spelling::capital,
};

/// How much of a summary is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Telling {
    /// All of it.
    Whole,
    /// No lean, verdict or advice: for a question that nobody here can read.
    Open,
    /// The same, and no answer: for one that cards must not answer.
    Plain,
}

/// A summary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    pub text: String,
    /// The lean to yes or no in a sentence, where the cards were laid for one.
    pub answer: Option<String>,
}

/// Tells the cards for what was asked.
pub(crate) fn tell(laid: &Laid, asked: &Asked, telling: Telling) -> Told {
    let told = laid.cards.iter().map(|card| card.told).collect();
    let mut teller =
        Teller { laid, asked, edition: edition(laid.language), variants: laid.variants.clone(), told, said: None };
    match telling {
        Telling::Whole => teller.whole(),
        Telling::Open => {
            let open = laid.roles.map(|_| teller.open());
            let text = open.into_iter().chain(teller.joined()).collect::<Vec<_>>().join(" ");
            Told { text, answer: None }
        }
        Telling::Plain => Told { text: teller.joined().join(" "), answer: None },
    }
}

/// What is asked where nothing is.
static NOTHING: Asked = Asked::open();

struct Teller<'a> {
    laid: &'a Laid,
    asked: &'a Asked,
    edition: &'static Edition,
    variants: Variants,
    /// For each card, which of its themes was told last.
    told: Vec<usize>,
    /// The sentence of a card that the answer says.
    said: Option<&'static str>,
}

/// The two ways of a choice: the better one, or the first, and the other.
struct Sides {
    way: String,
    rival: String,
}

impl Teller<'_> {
    fn whole(&mut self) -> Told {
        let words = &self.edition.words;
        let Some(roles) = self.laid.roles else {
            return Told { text: self.sentence(&words.bare, &[]), answer: None };
        };
        let first = self.answer();
        let is_lean = matches!(self.asked.form, Form::YesNo | Form::Open);
        let answer = (self.laid.answers && self.laid.settled.disposition().is_none()).then(|| match is_lean {
            true => first.clone(),
            // The question has another answer, so the lean is told without it.
            false => {
                self.asked = &NOTHING;
                self.yes_or_no()
            }
        });
        let mut sentences = vec![first];
        sentences.extend(self.joined());
        sentences.extend(self.striking());
        let last = &self.laid.cards[roles.outcome];
        let card = self.name(roles.outcome);
        let verdict = self.laid.verdict.map(|verdict| words.verdict.of(verdict).of(last.disposition));
        sentences.extend(verdict.map(|wordings| self.sentence(wordings, &[(Slot::Card, &card)])));
        let card = self.name(roles.counsel);
        let said = self.said(roles.counsel);
        sentences.push(self.sentence(&words.closing, &[(Slot::Card, &card), (Slot::Said, said)]));
        Told { text: sentences.join(" "), answer }
    }

    /// The line through the reading and the pairs of its places.
    fn joined(&mut self) -> Vec<String> {
        let line = self.line();
        let pairs = self.laid.told_pairs();
        // Pairs that bear on each other alike are told in different words.
        let start = *self.variants.pick(&[0, 1, 2, 3]);
        let pairs = (start..).zip(&pairs).map(|(number, pair)| self.pair(pair, number)).collect::<Vec<_>>();
        line.into_iter().chain(pairs).collect()
    }

    /// The answer to what was asked.
    fn answer(&mut self) -> String {
        match &self.asked.form {
            Form::YesNo => self.yes_or_no(),
            Form::Open if self.laid.answers => self.yes_or_no(),
            Form::Open => self.open(),
            Form::Choice(names) => self.choice(names.as_ref()),
            Form::When => self.when(&self.edition.words.answer.when),
            Form::Ago => self.when(&self.edition.words.answer.ago),
            Form::Count => self.count(),
            Form::Why => {
                let root = self.laid.roles.map_or(0, |roles| roles.root);
                let answers = &self.edition.words.answer;
                // What is to come has not been brought about.
                let answer = if self.asked.tense == Tense::Future { &answers.what } else { &answers.why };
                self.at_place(root, answer)
            }
            Form::What => self.at_place(self.telling(), &self.edition.words.answer.what),
            Form::Which => {
                let lies = self.laid.cards[self.telling()].disposition;
                self.at_place(self.telling(), self.edition.words.answer.which.of(lies))
            }
            Form::How => self.how(),
            Form::Who => self.who(),
            Form::Where => self.place(),
        }
    }

    fn yes_or_no(&mut self) -> String {
        let words = &self.edition.words.answer;
        if let Some(all) = self.laid.settled.disposition() {
            let card = self.weightiest(all, all);
            return self.told(&words.unable, card, &[(Slot::Lie, self.lie(all))]);
        }
        let (leans, lies, against) = match self.laid.lean() {
            Lean::Even => {
                let cards = self.weightiest(Disposition::Well, Disposition::Ill);
                return self.told(&words.even, cards, &[]);
            }
            Lean::Yes => (&words.yes, Disposition::Well, Disposition::Ill),
            Lean::No => (&words.no, Disposition::Ill, Disposition::Well),
        };
        let answer = match self.laid.leans_clearly() {
            _ if self.laid.total() == 1 => &leans.single,
            true => &leans.clear,
            false => &leans.narrow,
        };
        let share = self.share(self.laid.count(lies));
        self.told(answer, self.weightiest(lies, against), &[(Slot::Share, &share), (Slot::Lie, self.lie(lies))])
    }

    /// Of two ways: by their own cards, else the upright cards stand for the one that is named first.
    fn choice(&mut self, names: Option<&[String; 2]>) -> String {
        let names = names.unwrap_or(&self.edition.words.ways);
        let sides = |first: bool| {
            let [one, other] = names;
            let (way, rival) = if first { (one, other) } else { (other, one) };
            Sides { way: way.clone(), rival: rival.clone() }
        };
        match self.laid.ways {
            Some(ways) => self.by_their_cards(ways, sides),
            None => self.by_the_count(sides),
        }
    }

    fn by_their_cards(&mut self, ways: [[usize; 2]; 2], sides: impl Fn(bool) -> Sides) -> String {
        let words = &self.edition.words.answer.way;
        let upright = |index: usize| i8::from(self.laid.cards[index].disposition == Disposition::Well);
        // Where a way leads weighs twice as much as where it begins.
        let [one, other] = ways.map(|[start, end]| upright(start) + 2 * upright(end));
        let settled = self.laid.settled.disposition();
        let wordings = match (settled, one.abs_diff(other)) {
            (Some(_), _) => &words.unable,
            (None, 0) => &words.even,
            (None, 1) => &words.narrow,
            (None, _) => &words.clear,
        };
        let first = one >= other || settled.is_some();
        let Sides { way, rival } = sides(first);
        let [[_, one], [_, other]] = ways;
        let (better, worse) = if first { (one, other) } else { (other, one) };
        let lie = settled.map(|all| self.lie(all)).unwrap_or_default();
        self.of_two(wordings, (better, worse), &[(Slot::Way, &way), (Slot::Rival, &rival), (Slot::Lie, lie)])
    }

    fn by_the_count(&mut self, sides: impl Fn(bool) -> Sides) -> String {
        let words = &self.edition.words.answer.named;
        let settled = self.laid.settled.disposition();
        let first = settled.is_some() || self.laid.lean() != Lean::No;
        let Sides { way, rival } = sides(first);
        let [for_first, against_first] = &self.edition.words.orders;
        let (lies, against) =
            if first { (Disposition::Well, Disposition::Ill) } else { (Disposition::Ill, Disposition::Well) };
        let lies = settled.unwrap_or(lies);
        let wordings = match (settled, self.laid.lean()) {
            (Some(_), _) => &words.unable,
            (None, Lean::Even) => &words.even,
            (None, Lean::Yes | Lean::No) if self.laid.total() == 1 => &words.single,
            (None, Lean::Yes | Lean::No) if self.laid.leans_clearly() => &words.clear,
            (None, Lean::Yes | Lean::No) => &words.narrow,
        };
        let share = self.share(self.laid.count(lies));
        let slots: &[(Slot, &str)] = &[
            (Slot::Way, &way),
            (Slot::Rival, &rival),
            (Slot::Order, if first { for_first } else { against_first }),
            (Slot::Share, &share),
            (Slot::Lie, self.lie(lies)),
        ];
        self.of_two(wordings, self.weightiest(lies, against), slots)
    }

    /// A span that a card counts, or that it names none.
    fn when(&mut self, words: &When) -> String {
        let counts = match self.asked.tense {
            Tense::Past => self.telling(),
            Tense::Present | Tense::Future => self.outcome(),
        };
        let span = self.pips(counts).map(|(suit, pips)| {
            let [one, several] = self.edition.words.units.of(suit);
            format!("{} {}", self.language().count(pips), if pips == 1 { one } else { several })
        });
        let answer = match (&span, self.laid.cards[counts].disposition) {
            (None, _) => &words.no_date,
            (Some(_), Disposition::Well) => &words.within,
            (Some(_), Disposition::Ill) => &words.after,
        };
        self.told(answer, (counts, counts), &[(Slot::Span, &span.unwrap_or_default())])
    }

    /// A number that a card shows, or that it shows none.
    fn count(&mut self) -> String {
        let words = &self.edition.words.answer.count;
        let counts = self.telling();
        let pips = self.pips(counts).map(|(_, pips)| self.language().count(pips));
        let answer = if pips.is_some() { &words.number } else { &words.no_number };
        self.told(answer, (counts, counts), &[(Slot::Span, &pips.unwrap_or_default())])
    }

    /// The quarter of a card's suit, or that it names no place.
    fn place(&mut self) -> String {
        let words = &self.edition.words;
        let points = self.telling();
        match self.laid.cards[points].card.suit() {
            Some(suit) => {
                let quarter = words.quarters.of(suit);
                self.told(&words.answer.place.quarter, (points, points), &[(Slot::Place, quarter)])
            }
            None => self.told(&words.answer.place.nowhere, (points, points), &[]),
        }
    }

    /// What the card that helps advises.
    fn how(&mut self) -> String {
        let words = &self.edition.words.answer.how;
        let counsel = self.laid.roles.map_or(0, |roles| roles.counsel);
        let (card, said) = (self.name(counsel), self.said(counsel));
        let asked = self.head(&words.of_clause, &words.of_subject, &[(Slot::Card, &card)]);
        format!("{asked}: “{said}”")
    }

    /// The pips of a card and their suit.
    fn pips(&self, index: usize) -> Option<(Suit, u8)> {
        let card = self.laid.cards[index].card;
        card.suit().zip(card.rank()).filter(|(_, rank)| !rank.is_court()).map(|(suit, rank)| (suit, rank.value()))
    }

    fn outcome(&self) -> usize {
        self.laid.roles.map_or(0, |roles| roles.outcome)
    }

    /// The card that tells of the time that is asked about.
    fn telling(&self) -> usize {
        self.laid.roles.map_or(0, |roles| match self.asked.tense {
            Tense::Past => roles.root,
            Tense::Present => roles.now,
            Tense::Future => roles.outcome,
        })
    }

    fn at_place(&mut self, index: usize, answer: &Answer) -> String {
        let place = self.laid.cards[index].at.as_str();
        self.told(answer, (index, index), &[(Slot::Place, place)])
    }

    /// The court that carries most, if any lies there.
    fn who(&mut self) -> String {
        let words = &self.edition.words.answer.who;
        let is_person = |index: usize| self.laid.cards[index].card.rank().is_some_and(Rank::is_court);
        let person = self.laid.by_weight().find(|index| is_person(*index));
        match person {
            Some(person) => self.told(&words.person, (person, person), &[]),
            None => {
                let telling = self.telling();
                self.told(&words.nobody, (telling, telling), &[])
            }
        }
    }

    fn open(&mut self) -> String {
        let outcome = self.outcome();
        let matter = &self.edition.questions.of(self.laid.kind).matter;
        let wordings = &self.edition.words.answer.open;
        self.of_two(wordings, (outcome, outcome), &[(Slot::Matter, matter)])
    }

    /// The foremost cards that lie so.
    fn weightiest(&self, lies: Disposition, against: Disposition) -> (usize, usize) {
        let card = self.laid.foremost(lies).unwrap_or(0);
        (card, self.laid.foremost(against).unwrap_or(card))
    }

    /// An answer to the question, and the two cards that it is told from.
    fn told(&mut self, answer: &Answer, cards: (usize, usize), slots: &[(Slot, &str)]) -> String {
        let cards = self.cards(cards);
        let slots = [cards.each_ref().map(|(slot, said)| (*slot, said.as_str())).as_slice(), slots].concat();
        let head = self.head(&answer.of_clause, &answer.of_subject, &slots);
        format!("{head}: {}", self.variants.pick(answer.cards.all()).phrase(&slots))
    }

    /// The beginning of an answer, with the whole question where it is a clause.
    fn head(&mut self, of_clause: &Wordings, of_subject: &Wordings, slots: &[(Slot, &str)]) -> String {
        let (wordings, slot, asked) = match &self.asked.clause {
            Some(clause) => (of_clause, Slot::Clause, clause.clone()),
            None => (of_subject, Slot::About, self.about()),
        };
        self.variants.pick(wordings.all()).fill(&[&[(slot, asked.as_str())], slots].concat())
    }

    /// A sentence with the names and themes of two cards.
    fn of_two(&mut self, wordings: &Wordings, cards: (usize, usize), slots: &[(Slot, &str)]) -> String {
        let frame = self.variants.pick(wordings.all());
        capital(&self.phrase(frame, cards, slots))
    }

    fn phrase(&mut self, frame: &Frame, cards: (usize, usize), slots: &[(Slot, &str)]) -> String {
        let cards = self.cards(cards);
        frame.phrase(&[cards.each_ref().map(|(slot, said)| (*slot, said.as_str())).as_slice(), slots].concat())
    }

    /// The names and themes of two cards.
    fn cards(&mut self, (card, other): (usize, usize)) -> [(Slot, String); 4] {
        let theme = self.theme(card).to_owned();
        let counter = if card == other { theme.clone() } else { self.theme(other).to_owned() };
        let (card, other) = (self.name(card), self.name(other));
        [(Slot::Card, card), (Slot::Theme, theme), (Slot::Other, other), (Slot::Counter, counter)]
    }

    /// From the root by way of the heart to the outcome.
    fn line(&mut self) -> Option<String> {
        let roles = self.laid.roles.filter(|roles| roles.root != roles.outcome)?;
        let words = &self.edition.words.line;
        let all_partners = !self.laid.cards.iter().any(|card| card.own);
        let wordings = match [roles.root, roles.outcome].contains(&roles.heart) {
            _ if all_partners => &words.partner,
            true => &words.two,
            false => &words.three,
        };
        let frame: &Frame = self.variants.pick(wordings.all());
        let (start, end) = (self.theme(roles.root), self.theme(roles.outcome));
        let [root, heart, last] = [roles.root, roles.heart, roles.outcome].map(|index| self.name(index));
        Some(frame.fill(&[
            (Slot::Root, &root),
            (Slot::Start, start),
            (Slot::Heart, &heart),
            (Slot::Last, &last),
            (Slot::End, end),
        ]))
    }

    /// Two cards and how they bear on each other, in the wording of this number.
    fn pair(&mut self, Pair { cards, names: [first, second] }: &Pair, number: usize) -> String {
        let dignity = self.laid.dignity(*cards);
        let elements = cards.map(|index| SuitOrStars::of(self.laid.cards[index].card).element().id());
        let elements = match dignity {
            Some(Dignity::Alike) => elements[0].to_owned(),
            _ => self.language().list(&elements),
        };
        let slots: &[(Slot, &str)] = &[(Slot::First, first), (Slot::Second, second), (Slot::Elements, &elements)];
        let words = &self.edition.words;
        let frames = dignity.map_or(&words.bare_pair, |dignity| words.pair.of(dignity)).all();
        capital(&self.phrase(&frames[number % frames.len()], (cards[0], cards[1]), slots))
    }

    fn striking(&mut self) -> Vec<String> {
        let (words, deck, language) = (&self.edition.words, self.laid.deck, self.language());
        let told = self.laid.striking().into_iter().map(|striking| match striking {
            Striking::Alike(rank, cards) => {
                let alike = format!("{} {}", language.count(cards), language.several(deck.rank_name(rank)));
                self.sentence(words.alike.of(rank), &[(Slot::Alike, &alike)])
            }
            Striking::Leads(suit, cards) => {
                let share = self.share(cards);
                self.sentence(words.leads.of(suit), &[(Slot::Share, &share), (Slot::Suit, suit.name(deck))])
            }
        });
        told.collect()
    }

    fn sentence(&mut self, wordings: &Wordings, slots: &[(Slot, &str)]) -> String {
        self.variants.pick(wordings.all()).fill(slots)
    }

    /// What leads in to an answer: `as to your thesis, `.
    fn about(&mut self) -> String {
        let Some(subject) = &self.asked.subject else { return String::new() };
        self.variants.pick(self.edition.words.about.all()).phrase(&[(Slot::Subject, subject)])
    }

    /// A theme of the card that was not told just before.
    fn theme(&mut self, index: usize) -> &'static str {
        self.told[index] += 1;
        let themes = &self.meaning(index).themes;
        &themes[self.told[index] % themes.len()]
    }

    /// What a card says to the querent, which it has not said before.
    fn said(&mut self, index: usize) -> &'static str {
        let sentences = self.meaning(index).sentences.iter().map(String::as_str);
        let left = sentences.filter(|sentence| Some(*sentence) != self.said).collect::<Vec<_>>();
        let said = *self.variants.pick(&left);
        self.said = Some(said);
        said
    }

    fn meaning(&self, index: usize) -> &'static Meaning {
        let LaidCard { card, disposition, .. } = self.laid.cards[index];
        self.edition.cards.card(card, self.laid.deck).meaning(disposition)
    }

    /// The name of a card within a sentence, with how it lies if it is not upright.
    fn name(&self, index: usize) -> String {
        let LaidCard { card, disposition, .. } = self.laid.cards[index];
        let lies = match disposition {
            Disposition::Well => None,
            Disposition::Ill => Some(self.lie(disposition)),
        };
        self.language().lying_card(card, self.laid.deck, lies)
    }

    fn lie(&self, disposition: Disposition) -> &'static str {
        let words = &self.edition.words.lie;
        match (disposition, self.laid.verdict) {
            (Disposition::Well, _) => &words.upright,
            (Disposition::Ill, None) => &words.reversed,
            (Disposition::Ill, Some(_)) => &words.turned,
        }
    }

    /// `five of the nine cards`, or `all nine cards`.
    fn share(&self, cards: u8) -> String {
        self.language().part(cards, self.laid.total())
    }

    const fn language(&self) -> Language {
        self.laid.language
    }
}
