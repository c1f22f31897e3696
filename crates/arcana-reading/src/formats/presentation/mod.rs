//! What every format shows of a reading: its heading, the labels of its cards and positions, and how little where it
//! needs care.

use std::borrow::Cow;

use arcana_engine::cards::{Card, Deck};
use maud::{Markup, html};

use crate::{
    Care, Disposition, Language, Place, PlaceReading, ReadCard, Reading, Shows, Side, Sphere, SpreadPlace,
    SpreadReading, SuitOrStars, Verdict, Won, texts::texts,
};

/// The title of a reading that needs care: neither a verdict nor what a person wrote.
pub(super) const UNTOLD: &str = "A reading";

/// What is told last of a reading of a known game.
pub(super) const HOW_WON: &str = "How the tricks were won";

/// The title of a reading of a lost deal.
const AGAINST: &str = "Against you today";

/// Whether the title has milder words than the rules have for the verdict.
fn softens(reading: &Reading) -> bool {
    reading.verdict == Verdict::Doom && reading.care.is_none()
}

/// The heading of a reading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    /// The querent's name.
    pub querent: Option<String>,
    /// The partner's name.
    pub partner: Option<String>,
    /// The question.
    pub question: Option<String>,
    /// The date, formatted.
    pub date: Option<String>,
    /// Id of the game whose page shows how the cards were won.
    pub game: Option<String>,
}

impl Heading {
    /// The same without names that nobody chose, as in `Player 1`.
    pub fn with_chosen_names(self) -> Heading {
        let is_chosen = |name: &String| {
            let number = name.strip_prefix("Player ");
            number.is_none_or(|number| number.is_empty() || !number.bytes().all(|digit| digit.is_ascii_digit()))
        };
        Heading { querent: self.querent.filter(is_chosen), partner: self.partner.filter(is_chosen), ..self }
    }

    /// `Fortune for Ada`, or the verdict alone; neither if the reading needs care. A lost deal is told in milder words,
    /// and the rules' word stands in the small print.
    pub fn title(&self, reading: &Reading) -> String {
        match reading.care {
            Some(_) => UNTOLD.to_owned(),
            None if softens(reading) => match spoken(&self.querent) {
                Some(querent) => format!("{AGAINST}: a reading for {querent}"),
                None => AGAINST.to_owned(),
            },
            None => self.titled(reading.verdict.name()),
        }
    }

    /// `Celtic Cross for Ada`, or the spread alone; neither if the reading needs care.
    pub fn title_of_spread(&self, reading: &SpreadReading) -> String {
        match reading.care {
            Some(_) => UNTOLD.to_owned(),
            None => self.titled(&reading.spread.name),
        }
    }

    /// A title for the querent, as in `Celtic Cross for Ada`, or without a name.
    fn titled(&self, what: &str) -> String {
        match spoken(&self.querent) {
            Some(querent) => format!("{what} for {querent}"),
            None => what.to_owned(),
        }
    }

    /// The names of querent and partner, as far as known.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        [&self.querent, &self.partner].into_iter().flatten().map(String::as_str)
    }

    /// The question on one line; `None` without one.
    pub fn question_line(&self) -> Option<String> {
        spoken(&self.question)
    }

    /// The partner's name on one line.
    fn partner_name(&self) -> Option<String> {
        spoken(&self.partner)
    }

    /// Lines with the question, the partner and the date, as far as known.
    pub fn lines(&self) -> Vec<String> {
        let known = [("Asked: ", &self.question), ("With ", &self.partner), ("Read on ", &self.date)];
        let known = known.into_iter().filter_map(|(label, value)| Some((label, spoken(value)?)));
        known.map(|(label, value)| format!("{label}{value}")).collect()
    }
}

/// A caller's text on one line, without control characters and others that XML forbids; `None` if nothing remains.
fn spoken(text: &Option<String>) -> Option<String> {
    let plain = text.as_deref()?.replace(|sign: char| sign.is_control() || turns_text(sign), " ");
    let plain = plain.replace(['\u{FFFE}', '\u{FFFF}'], "");
    let line = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    (!line.is_empty()).then_some(line)
}

/// Whether the character changes the text direction beyond its own text.
const fn turns_text(sign: char) -> bool {
    matches!(sign, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// The parts of a reading to present, and their labels.
#[derive(Clone, Debug)]
pub(super) struct Presentation<'a> {
    reading: &'a Reading,
    heading: &'a Heading,
    /// The partner's name in the genitive: `Cyd’s`.
    partners: Option<String>,
}

impl<'a> Presentation<'a> {
    /// The presentation of a reading.
    pub fn of(reading: &'a Reading, heading: &'a Heading) -> Presentation<'a> {
        let partners = heading.partner_name().map(|name| format!("{name}’s"));
        Presentation { reading, heading, partners }
    }

    /// The title of a position.
    pub fn title(&self, place: Place) -> Cow<'_, str> {
        match &self.partners {
            Some(partners) if place == Place::PartnerOutcome => format!("{partners} outcome").into(),
            Some(_) | None => for_people(place).0.into(),
        }
    }

    /// The topic of a position, unless that is its title, and its correspondence.
    pub fn about(&self, place: &PlaceReading) -> String {
        let meaning = place.court.map(|_| place.meaning);
        let sphere = place.sphere.map(|sphere| match sphere {
            Sphere::Tree(number) => format!("sphere {number}"),
            Sphere::Element(element) => element.id().to_owned(),
        });
        let known = [for_people(place.place).1, meaning, place.correspondence].into_iter().flatten().map(str::to_owned);
        known.chain(sphere).collect::<Vec<_>>().join(" · ")
    }

    /// What stands below a reading: the rules' word for the verdict where the title has milder ones, and where the
    /// meanings are from.
    pub fn small_print(&self) -> impl Iterator<Item = &'static str> {
        [self.rules_word(), Some(texts(self.reading.language).about(self.reading.deck))].into_iter().flatten()
    }

    /// The rules' word for the verdict, where the title has milder ones.
    pub fn rules_word(&self) -> Option<&'static str> {
        softens(self.reading).then_some("In the words of the rules the verdict is doom: the deal was lost.")
    }

    /// A position on one line: `The Self · Root, Origin`.
    pub fn line(&self, place: &PlaceReading) -> String {
        let about = self.about(place);
        let about = (!about.is_empty()).then_some(about);
        [self.title(place.place)].into_iter().chain(about.map(Cow::from)).collect::<Vec<_>>().join(" · ")
    }

    /// A position and its cards in brief: `Root, Origin: Two of Wands, turned`.
    pub fn label(&self, place: &PlaceReading) -> String {
        let card = |card: &ReadCard| match card.disposition {
            Disposition::Well => card.name.clone(),
            Disposition::Ill => format!("{}, turned", card.name),
        };
        let cards = match &place.cards[..] {
            [] => "empty".to_owned(),
            cards => cards.iter().map(card).collect::<Vec<_>>().join(" and "),
        };
        format!("{}: {cards}", self.title(place.place))
    }

    /// A position's text, or that it is empty if only the zone says so.
    pub fn text<'b>(&self, place: &'b PlaceReading) -> Cow<'b, str> {
        if place.text.is_empty() { self.label(place).into() } else { place.text.as_str().into() }
    }

    /// The page of a card, with the names of the reading's deck.
    pub fn card_page(&self, card: &ReadCard) -> String {
        card_page(card.id, self.reading.deck)
    }

    /// The trick a card is from, as in `your 3rd trick`.
    pub fn origin(&self, card: &ReadCard) -> String {
        let owner = match card.from {
            Side::Own => "your",
            Side::Partner => self.partners.as_deref().unwrap_or("your partner’s"),
        };
        format!("{owner} {} trick", self.reading.language.ordinal(card.trick))
    }

    /// How rare the reading is, if known.
    pub fn rarity(&self) -> Option<&'a str> {
        self.reading.rarity.as_ref().map(|rarity| rarity.text.as_str())
    }

    /// The URL of the page with the step that ended a trick, and the text of the link.
    pub fn moment(&self, won: &Won) -> Option<(String, String)> {
        let game = self.heading.game.as_ref()?;
        Some((format!("/games/{game}?step={}#replay", won.step), format!("Watch trick {}", won.trick)))
    }
}

/// The page of a card, with the names of this deck.
pub fn card_page(card: Card, deck: Deck) -> String {
    match deck == Deck::default() {
        true => format!("/cards/{card}"),
        false => format!("/cards/{card}?deck={}", deck.id()),
    }
}

/// The title of a position for the querent, unique among all positions, and its subtitle.
const fn for_people(place: Place) -> (&'static str, Option<&'static str>) {
    match place {
        Place::Astral => ("The Astral", Some("The Aether, or collective unconscious")),
        Place::HouseOfIllusion => ("The House of Illusion", Some("Time")),
        Place::Union => ("The House of Peace at the end", None),
        Place::GiftGiven => ("The gift you give", None),
        Place::SharedFate => ("The fate you share", None),
        Place::GiftReceived => ("The gift you receive", None),
        Place::Outcome => ("Your outcome", Some("For your partner, a trap avoided")),
        Place::PartnerOutcome => ("Your partner’s outcome", Some("For you, a trap avoided")),
        Place::TheSelf
        | Place::HouseOfMagic
        | Place::HouseOfConsciousness
        | Place::HouseOfWar
        | Place::HouseOfPeace
        | Place::ShrineOfTheGoddess
        | Place::FathersHouse
        | Place::Center
        | Place::Abyss
        | Place::GreyRealms
        | Place::TirInnaNOc
        | Place::Hopes
        | Place::Fears
        | Place::Enemies
        | Place::Allies => (place.title(), None),
    }
}

impl ReadCard {
    /// Its name, and `(turned)` if it is reversed: `Two of Cups (turned)`.
    pub fn label(&self) -> String {
        match self.disposition {
            Disposition::Well => self.name.clone(),
            Disposition::Ill => format!("{} (turned)", self.name),
        }
    }
}

impl Reading {
    /// The figures of the summary with their names.
    pub fn figures(&self) -> [(&'static str, String); 5] {
        let summary = &self.summary;
        let suits = SuitOrStars::ALL.map(|suit| format!("{} {}", suit.name(self.deck), summary.suits.get(suit)));
        [
            ("Layout", self.layout.id().to_owned()),
            ("Cards", format!("{} ({} well-disposed, {} turned)", summary.cards, summary.well, summary.ill)),
            ("Suits", suits.join(", ")),
            ("Element", summary.element.map_or("none leads", |element| element.id()).to_owned()),
            ("Courts", summary.courts.to_string()),
        ]
    }

    /// The lists of cards without a position, with titles; empty lists are left out.
    pub fn leftovers(&self) -> impl Iterator<Item = (&'static str, &[ReadCard])> {
        let lists = [("No place in this layout", &self.unplaced[..]), ("Beyond the layout", &self.beyond[..])];
        lists.into_iter().filter(|(_, cards)| !cards.is_empty())
    }
}

/// All that is shown of a reading of which no card is told.
#[derive(Debug)]
pub(super) struct CareForm<'a> {
    pub language: Language,
    /// Whom to turn to, and the operator's lines.
    pub said: Vec<&'a str>,
    /// The names of places, each with the names of its cards.
    named: Vec<(String, String)>,
}

impl<'a> CareForm<'a> {
    /// Of a reading; `None` if its cards are told.
    pub fn of(reading: &'a Reading, heading: &Heading) -> Option<CareForm<'a>> {
        let names = || {
            let shown = Presentation::of(reading, heading);
            let cards =
                |cards: &[crate::ReadCard]| cards.iter().map(|card| card.name.as_str()).collect::<Vec<_>>().join(", ");
            let places = reading.places().filter(|place| !place.cards.is_empty());
            let places = places.map(|place| (shown.title(place.place).into_owned(), cards(&place.cards)));
            let others = reading.leftovers().map(|(title, leftover)| (title.to_owned(), cards(leftover)));
            places.chain(others).collect()
        };
        CareForm::showing(reading.care?, reading.language, &reading.summary.text, names)
    }

    /// The same of a reading of a spread.
    pub fn of_spread(reading: &'a SpreadReading) -> Option<CareForm<'a>> {
        let names = || reading.places.iter().map(|it| (it.place.name.clone(), it.card.name.clone())).collect();
        CareForm::showing(reading.care?, reading.language, &reading.summary.text, names)
    }

    fn showing(
        care: Care,
        language: Language,
        said: &'a str,
        names: impl FnOnce() -> Vec<(String, String)>,
    ) -> Option<CareForm<'a>> {
        let named = match care.shows() {
            Shows::Sentence => Vec::new(),
            Shows::Names => names(),
            Shows::Cards => return None,
        };
        Some(CareForm { language, said: said.lines().collect(), named })
    }

    /// The same, a place on each line.
    pub fn list(&self) -> impl Iterator<Item = String> {
        self.named.iter().map(|(place, cards)| format!("{place}: {cards}"))
    }

    /// The `article` of a page.
    pub fn article(&self) -> Markup {
        html! {
            article.arcana-reading lang=(self.language.tag()) {
                header { h1 { (UNTOLD) } }
                "\n"
                div.overview { @for line in &self.said { p.summary { (line) } } }
                @if !self.named.is_empty() {
                    "\n"
                    dl.figures { @for (place, cards) in &self.named { div { dt { bdi { (place) } } dd { (cards) } } } }
                }
            }
            "\n"
        }
    }
}

// Ids that link the text and the picture of a reading within a page.

impl Place {
    /// Id of the position's text.
    pub fn anchor(self) -> String {
        format!("place-{self}")
    }

    /// Id of the position in the picture.
    pub fn picture_anchor(self) -> String {
        format!("picture-{self}")
    }
}

impl SpreadPlace {
    /// Id of the position's text.
    pub fn anchor(&self) -> String {
        format!("place-{}", self.id)
    }

    /// Id of the position in the picture.
    pub fn picture_anchor(&self) -> String {
        format!("picture-{}", self.id)
    }
}

#[cfg(test)]
mod label_tests {
    use super::*;
    use crate::{Layout, ReadingChoice, TeamOutcome, Tricks, WonTrick, read};

    #[test]
    fn a_heading_has_a_line_for_each_part() {
        let heading = Heading {
            question: Some(" Shall I\nstay? ".into()),
            partner: Some("Cyd".into()),
            date: Some("\u{7}".into()),
            ..Heading::default()
        };
        assert_eq!(heading.lines(), ["Asked: Shall I stay?", "With Cyd"]);
    }

    #[test]
    fn characters_that_xml_forbids_are_left_out() {
        let heading = Heading { question: Some("a\u{0}b\u{1b}c\u{ffff}d\re".into()), ..Heading::default() };
        assert_eq!(heading.lines(), ["Asked: a b cd e"]);
    }

    fn reading() -> Reading {
        let trick = |id: &str, disposition| WonTrick { card: id.parse().expect("a card"), disposition };
        let tricks = Tricks {
            own: vec![trick("cu02", Disposition::Ill)],
            partner: (2..=6).map(|n| trick(&format!("wa0{n}"), Disposition::Well)).collect(),
            outcome: TeamOutcome::Won,
            seats: None,
        };
        read(&tricks, ReadingChoice { layout: Some(Layout::Simple), ..ReadingChoice::default() })
            .expect("different cards")
            .told_for("", [])
    }

    #[test]
    fn reversed_cards_are_labelled() {
        assert_eq!(reading().zones[0].places[0].cards[0].label(), "Two of Cups (turned)");
    }

    #[test]
    fn figures_and_leftovers_are_named() {
        let reading = reading();
        let figures = reading.figures().map(|(name, value)| format!("{name}: {value}"));
        assert_eq!(
            figures,
            [
                "Layout: simple",
                "Cards: 6 (5 well-disposed, 1 turned)",
                "Suits: Wands 5, Cups 1, Swords 0, Pentacles 0, Stars 0",
                "Element: fire",
                "Courts: 0"
            ]
        );
        let leftovers = reading.leftovers().map(|(title, cards)| (title, cards.len())).collect::<Vec<_>>();
        assert_eq!(leftovers, [("No place in this layout", 1)]);
    }
}

#[cfg(test)]
mod tests;
