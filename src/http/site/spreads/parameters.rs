//! The parameters of a drawn spread, as stored in its URL.

use super::Chosen;
use crate::{
    cards::{Card, Deck, Hand},
    http::{
        api::decks::DECKS,
        extract::{
            path,
            query::{Query, uuid},
        },
    },
    reading::{
        Disposition, DrawnCard, KnownSpread, OwnFault, OwnSpread, Pack, QuestionKind, Reversals, Shuffled, Spread,
        SpreadChoice, SpreadPlace,
    },
    service::{Asks, CardSource, ClientSeed, DrawRequest, Drawing, Name, Question, SeedText, records::ReadingId},
};

/// Default name of a reader's own spread.
const UNNAMED: &str = "My own spread";

/// The deck of a draw that names none: the one that most people know.
pub const DECK: Deck = Deck::WaiteSmith;

/// All parameters.
#[derive(Clone, Debug)]
pub struct Parameters {
    chosen: Chosen,
    spread: Spread,
    /// The positions of a reader's own spread, as text.
    written: String,
    querent: Option<Name>,
    question: Question,
    /// Whose names the cards have.
    pub deck: Deck,
    reversals: Reversals,
    pack: Pack,
    significator: Option<Card>,
    /// The cards as laid by hand, with their text.
    laid: Option<(Vec<DrawnCard>, String)>,
    /// The reading to which this one is a follow-up.
    follows: Option<ReadingId>,
    /// The seed; `None`: a new random one.
    pub seed: Option<SeedText>,
}

impl Parameters {
    /// Parses a query; `None` if the positions are missing or anything is invalid, which the query then reports.
    pub fn from_query(query: &mut Query, chosen: Chosen) -> Option<Parameters> {
        let (spread, written) = spread(query, chosen).unzip();
        let places = spread.as_ref().map_or(0, |spread: &Spread| spread.places().len());
        let deck = query.word("deck", &DECKS.map(|deck| (deck.id(), deck))).unwrap_or(DECK);
        let significator = query.read("significator", |name| path::card(name, deck));
        let pack = query.read("pack", |text| pack(text, places, significator)).unwrap_or_default();
        let cards =
            |text: &str| laid(text, deck, (places, significator)).map(|cards| (cards, text.replace("\r\n", "\n")));
        let follows = |id: &str| uuid(id).map(ReadingId).ok_or("Expected a UUID.");
        Some(Parameters {
            chosen,
            querent: query.read("name", Name::new),
            question: query.read("question", Question::new).unwrap_or_default(),
            deck,
            reversals: query.read("reversals", reversals).unwrap_or_default(),
            pack,
            significator,
            laid: query.read("cards", cards),
            follows: query.read("follows", follows),
            seed: query.read("seed", SeedText::new),
            spread: spread?,
            written: written?,
        })
    }

    /// The query with all parameters.
    fn query(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        match &self.spread {
            Spread::Known(known) => {
                let frame = known.frame.as_deref().filter(|_| Chosen::Known(known) != self.chosen);
                query.extend_pairs(frame.map(|frame| ("frame", frame)));
            }
            Spread::Own(own) => {
                query.append_pair("title", own.name()).append_pair("places", &self.written);
            }
        }
        let (name, question) = (self.querent.as_ref().map(Name::as_str), self.question.as_str());
        let share = self.reversals.share().to_string();
        query.extend_pairs(name.map(|name| ("name", name)));
        query.extend_pairs((!question.is_empty()).then_some(("question", question)));
        query.extend_pairs((self.deck != DECK).then(|| ("deck", self.deck.id())));
        query.extend_pairs((self.reversals != Reversals::default()).then_some(("reversals", share.as_str())));
        query.extend_pairs((self.pack != Pack::default()).then(|| ("pack", self.pack.id())));
        query.extend_pairs(self.significator.map(|card| ("significator", card.id())));
        query.extend_pairs(self.laid.as_ref().map(|(_, text)| ("cards", text.as_str())));
        query.extend_pairs(self.follows.map(|id| ("follows", id.to_string())));
        query.extend_pairs(self.seed.as_ref().map(|seed| ("seed", seed.as_str())));
        query.finish()
    }

    /// The URL of the reading.
    pub fn address(&self) -> String {
        self.with_query(self.chosen.readings())
    }

    /// The URL that stores the reading. It is below `/readings`, since the cookie with the tokens of readings is.
    pub fn store_address(&self) -> String {
        self.with_query(format!("/readings/spread/{}", self.chosen.word()))
    }

    /// The URL of the reading in another format, by file extension.
    pub fn file(&self, ending: &str) -> String {
        self.with_query(format!("{}.{ending}", self.chosen.readings()))
    }

    /// The URL of the form, filled in, to draw other cards.
    pub fn form(&self) -> String {
        self.with_seed(None).with_query(self.chosen.page())
    }

    /// Are the cards known: laid by hand, or drawn from a seed of the URL?
    pub fn is_settled(&self) -> bool {
        self.seed.is_some() || self.laid.is_some()
    }

    /// Were the cards laid by hand?
    pub fn is_by_hand(&self) -> bool {
        self.laid.is_some()
    }

    /// The same parameters with another seed.
    pub fn with_seed(&self, seed: Option<SeedText>) -> Parameters {
        Parameters { seed, ..self.clone() }
    }

    fn with_query(&self, path: String) -> String {
        let query = self.query();
        if query.is_empty() { path } else { format!("{path}?{query}") }
    }

    /// The request to the service.
    pub fn request(&self) -> DrawRequest {
        let choice = SpreadChoice {
            deck: self.deck,
            question_kind: QuestionKind::of(self.question.as_str()),
            significator: self.significator,
            ..SpreadChoice::of(self.spread.clone())
        };
        let drawing = || Drawing {
            seed: self.seed.clone(),
            client_seed: ClientSeed::default(),
            when: None,
            shuffled: Shuffled::Pack(self.pack),
            reversals: self.reversals,
            skip: 0,
        };
        DrawRequest {
            querent: self.querent.clone(),
            question: self.question.clone(),
            choice,
            cards: match &self.laid {
                Some((cards, _)) => CardSource::Given(cards.clone()),
                None => CardSource::Drawn(drawing()),
            },
            follows: self.follows,
        }
    }
}

/// The spread, and the text of its positions.
fn spread(query: &mut Query, chosen: Chosen) -> Option<(Spread, String)> {
    match chosen {
        Chosen::Known(known) => {
            let parameters = query.read("frame", |frame| KnownSpread::find(&known.id, Some(frame)));
            Some((Spread::Known(parameters.unwrap_or(known)), String::new()))
        }
        Chosen::Own => {
            let title = query.read("title", Name::new);
            let title = title.unwrap_or_else(|| Name::new(UNNAMED).expect("letters are a name"));
            let read = |text: &str| own_spread(&title, text).map(|own| (Spread::Own(own), text.replace("\r\n", "\n")));
            query.read("places", read)
        }
    }
}

/// The pack with this name, if it has a card for each position.
fn pack(word: &str, places: usize, significator: Option<Card>) -> Result<Pack, String> {
    let pack = Pack::ALL.into_iter().find(|pack| pack.id() == word).ok_or("Choose one of the list.")?;
    let cards = Shuffled::Pack(pack).cards(significator).len();
    if cards < places {
        Err(format!("There are {cards} of these cards, too few for {places} places."))
    } else {
        Ok(pack)
    }
}

/// Words behind the name of a card that lies reversed.
const REVERSED: [&str; 3] = [", reversed", " reversed", "'"];

/// Cards laid by hand, one on each line, for each place one.
///
/// # Errors
/// What is wrong with them.
fn laid(text: &str, deck: Deck, (places, significator): (usize, Option<Card>)) -> Result<Vec<DrawnCard>, String> {
    let mut seen: Hand = significator.into_iter().collect();
    let mut cards = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()).take(places + 1) {
        let name = REVERSED.iter().find_map(|word| line.strip_suffix(word));
        let card = path::card(name.unwrap_or(line).trim(), deck)?;
        if !seen.insert(card) {
            return Err(format!("{} lies twice.", deck.card_name(card)));
        }
        let disposition = if name.is_some() { Disposition::Ill } else { Disposition::Well };
        cards.push(DrawnCard { card, disposition });
    }
    match cards.len() == places {
        true => Ok(cards),
        false => Err(format!("Name {places} cards, one on each line: one for each place.")),
    }
}

fn reversals(text: &str) -> Result<Reversals, &'static str> {
    text.parse().ok().and_then(Reversals::new).ok_or("Expected a number from 0 to 1.")
}

/// Maximum number of positions on a page, so that a reading renders quickly. The API allows more.
pub const MAX_PLACES: usize = 24;
/// Maximum length of a row. Longer rows are split into rows of similar length.
const ROW: usize = 7;
/// Maximum number of rows, limited by the coordinates of spreads.
const ROWS: usize = 12;
/// Distance between the centres of two cards, in card widths.
const ACROSS: f64 = 1.3;
const DOWN: f64 = 1.9;

/// Parses a reader's own spread: one position per line, with its question after a colon; an empty line starts a new row.
///
/// # Errors
/// What is wrong with it.
pub fn own_spread(title: &Name, text: &str) -> Result<OwnSpread, String> {
    let rows = rows(text)?;
    let count: usize = rows.iter().map(Vec::len).sum();
    if !(1..=MAX_PLACES).contains(&count) {
        return Err(format!("Name 1 to {MAX_PLACES} places, one on each line."));
    }
    if rows.len() > ROWS {
        return Err(format!("Lay the places in at most {ROWS} rows."));
    }
    let widest = rows.iter().map(Vec::len).max().unwrap_or_default();
    let mut places = Vec::new();
    for (row, y) in rows.into_iter().zip(0_u8..) {
        let start = (widest - row.len()) as f64 / 2.0;
        for ((name, asks), x) in row.into_iter().zip(0_u8..) {
            places.push(SpreadPlace {
                id: (places.len() + 1).to_string(),
                name: name.into_string(),
                asks: asks.into_string(),
                x: hundredths((start + f64::from(x)) * ACROSS),
                y: hundredths(f64::from(y) * DOWN),
                rotation: 0.0,
            });
        }
    }
    let sentences = |faults: Vec<OwnFault>| faults.into_iter().map(|fault| fault.detail).collect::<Vec<_>>().join(" ");
    OwnSpread::new(title.as_str().to_owned(), places).map_err(sentences)
}

/// The rows of a text with their positions.
fn rows(text: &str) -> Result<Vec<Vec<(Name, Asks)>>, String> {
    let lines: Vec<_> = text.lines().map(str::trim).collect();
    let mut rows = Vec::new();
    for written in lines.split(|line| line.is_empty()).filter(|lines| !lines.is_empty()) {
        let places = written.iter().map(|line| place(line)).collect::<Result<Vec<_>, _>>()?;
        let count = places.len().div_ceil(places.len().div_ceil(ROW));
        rows.extend(places.chunks(count).map(<[_]>::to_vec));
    }
    Ok(rows)
}

fn place(line: &str) -> Result<(Name, Asks), String> {
    let (name, asks) = line.split_once(':').unwrap_or((line, ""));
    let wrong = |why| format!("“{}”: {why}", crate::games::excerpt(line, crate::games::QUOTED));
    Ok((Name::new(name).map_err(wrong)?, Asks::new(asks).map_err(wrong)?))
}

fn hundredths(length: f64) -> f64 {
    (length * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn parameters(spread: &str, query: &str) -> (Option<Parameters>, bool) {
        let mut query = Query::filled(&TestRequest::with_uri(&format!("/x?{query}")).to_http_request());
        let parameters = Parameters::from_query(&mut query, Chosen::named(spread).expect("a spread"));
        (parameters, query.finish().is_ok())
    }

    #[test]
    fn an_address_holds_all_that_was_asked() {
        let known =
            "frame=mind-body-spirit&name=Zo%C3%AB&question=What%3F&deck=thoth&reversals=0.25&pack=majors&seed=x+y";
        let own = "title=Two+wishes&places=Mine%0AYours%3A+What%3F&seed=x";
        for (spread, query) in [("three-card", known), ("own", own), ("celtic-cross", "seed=x")] {
            let (found, legal) = parameters(spread, query);
            let found = found.filter(|_| legal).expect("a spread");
            assert_eq!(found.address(), format!("/spreads/{spread}/reading?{query}"));
            assert_eq!(found.file("svg"), format!("/spreads/{spread}/reading.svg?{query}"));
            assert!(!found.form().contains("seed"), "{}", found.form());
        }
        let (plain, _) = parameters("one-card", "name=&seed=&question=");
        assert_eq!(plain.map(|plain| plain.address()).as_deref(), Some("/spreads/one-card/reading"));
    }

    #[test]
    fn an_address_that_is_wrong_is_not_read() {
        for (spread, wrong) in [
            ("three-card", "frame=x"),
            ("one-card", "frame=past-present-future"),
            ("one-card", "deck=french"),
            ("one-card", "reversals=1.1"),
            ("one-card", "reversals=NaN"),
            ("one-card", "pack=x"),
            ("one-card", "places=Mine"),
            ("own", "places=%3A"),
        ] {
            assert!(!parameters(spread, wrong).1, "{wrong}");
        }
        assert!(
            matches!(parameters("own", "title=x"), (None, true)),
            "that its places are missing is said by the page"
        );
        let many = format!("pack=majors&places={}", "A%0A".repeat(23));
        assert!(!parameters("own", &many).1, "more places than cards");
    }

    fn laid(text: &str) -> Result<Vec<(String, f64, f64)>, String> {
        let own = own_spread(&Name::new("Mine").expect("a name"), text)?;
        Ok(own.places().iter().map(|place| (place.name.clone(), place.x, place.y)).collect())
    }

    #[test]
    fn a_line_is_a_place_and_an_empty_line_begins_a_row() {
        let laid = laid("Mine\r\nYours\n\n \nOurs: What holds us?\n").expect("a spread");
        let expected = [("Mine", 0.0, 0.0), ("Yours", 1.3, 0.0), ("Ours", 0.65, 1.9)];
        assert_eq!(laid, expected.map(|(name, x, y)| (name.to_owned(), x, y)));
        let own = own_spread(&Name::new("Mine").expect("a name"), "Ours: What holds us? And: why?").expect("a spread");
        assert_eq!(own.places()[0].asks, "What holds us? And: why?");
    }

    #[test]
    fn a_long_row_is_split_into_rows_of_similar_length() {
        let rows = |count: usize| {
            let laid = laid(&"A place\n".repeat(count)).expect("a spread");
            let mut rows: Vec<_> = laid.iter().map(|(_, _, y)| *y).collect();
            rows.dedup();
            rows.into_iter().map(|row| laid.iter().filter(|(_, _, y)| *y == row).count()).collect::<Vec<_>>()
        };
        assert_eq!(rows(7), [7]);
        assert_eq!(rows(8), [4, 4]);
        assert_eq!(rows(10), [5, 5]);
        assert_eq!(rows(MAX_PLACES), [6, 6, 6, 6]);
    }

    #[test]
    fn errors_are_explained() {
        assert!(laid(" \n").expect_err("no place").starts_with("Name 1 to 24 places"));
        assert!(laid(&"A\n".repeat(25)).is_err());
        assert!(laid(&"A\n\n".repeat(13)).expect_err("too many").contains("at most 12 rows"));
        assert!(laid("Good\n: What?").expect_err("no name").starts_with("“: What?”"));
    }
}
