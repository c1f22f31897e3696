//! The parameters of a drawn spread, as stored in its URL.

use super::{chosen::Chosen, own};
use crate::{
    cards::Deck,
    http::{api::readings::deck, extract::query::Query},
    reading::{KnownSpread, Pack, QuestionKind, Reversals, Shuffled, Spread, SpreadChoice},
    service::{CardSource, ClientSeed, DrawRequest, Drawing, Name, Question, SeedText},
};

/// Default name of a reader's own spread.
const UNNAMED: &str = "My own spread";

/// All parameters.
#[derive(Clone, Debug)]
pub struct Parameters {
    chosen: Chosen,
    spread: Spread,
    /// The positions of a reader's own spread, as text.
    written: String,
    querent: Option<Name>,
    question: Question,
    deck: Deck,
    reversals: Reversals,
    pack: Pack,
    /// The seed; `None`: a new random one.
    pub seed: Option<SeedText>,
}

impl Parameters {
    /// Parses a query; `None` if the positions are missing or anything is invalid, which the query then reports.
    pub fn from_query(query: &mut Query, chosen: Chosen) -> Option<Parameters> {
        let (spread, written) = spread(query, chosen).unzip();
        let places = spread.as_ref().map_or(0, |spread: &Spread| spread.places().len());
        let pack = query.read("pack", |text| pack(text, places)).unwrap_or_default();
        Some(Parameters {
            chosen,
            querent: query.read("name", Name::new),
            question: query.read("question", Question::new).unwrap_or_default(),
            deck: deck(query),
            reversals: query.read("reversals", reversals).unwrap_or_default(),
            pack,
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
        query.extend_pairs((self.deck != Deck::default()).then(|| ("deck", self.deck.id())));
        query.extend_pairs((self.reversals != Reversals::default()).then_some(("reversals", share.as_str())));
        query.extend_pairs((self.pack != Pack::default()).then(|| ("pack", self.pack.id())));
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
            ..SpreadChoice::of(self.spread.clone())
        };
        let drawing = Drawing {
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
            cards: CardSource::Drawn(drawing),
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
            let read = |text: &str| own::spread(&title, text).map(|own| (Spread::Own(own), text.replace("\r\n", "\n")));
            query.read("places", read)
        }
    }
}

/// The pack with this name, if it has a card for each position.
fn pack(word: &str, places: usize) -> Result<Pack, String> {
    let pack = Pack::ALL.into_iter().find(|pack| pack.id() == word).ok_or("Choose one of the list.")?;
    let cards = Shuffled::Pack(pack).cards(None).len();
    if cards < places {
        Err(format!("There are {cards} of these cards, too few for {places} places."))
    } else {
        Ok(pack)
    }
}

fn reversals(text: &str) -> Result<Reversals, &'static str> {
    text.parse().ok().and_then(Reversals::new).ok_or("Expected a number from 0 to 1.")
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
}
