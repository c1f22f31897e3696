//! Tricks entered by hand, as a reading and as a link.

use crate::{
    cards::Deck,
    http::{api::readings::deck, extract::query::Query},
    reading::{
        Disposition, Heading, Layout, QuestionKind, Reading, ReadingChoice, ReadingError, TeamOutcome, Tricks,
        WonTrick, read,
    },
    service::{Name, Question},
};

/// Path of the page.
pub const PATH: &str = "/readings/by-hand";

/// The outcomes of a deal for the querent's team: value and meaning.
pub const OUTCOMES: [(&str, TeamOutcome); 3] =
    [("won", TeamOutcome::Won), ("lost", TeamOutcome::Lost), ("drawn", TeamOutcome::Drawn)];

/// Marks a reversed card in a link.
const TURNED: char = '-';

/// Everything that was entered.
#[derive(Clone, Debug)]
pub struct Entered {
    /// The tricks of both partners.
    pub tricks: Tricks,
    /// The deck that names the cards.
    pub deck: Deck,
    /// The layout; `None`: the one that the cards determine.
    pub layout: Option<Layout>,
    /// The querent's name.
    pub querent: Option<Name>,
    /// The question.
    pub question: Question,
}

impl Entered {
    /// Parses a query; `None` if it has no tricks or anything is invalid, which the query then reports.
    pub fn from_query(query: &mut Query) -> Option<Entered> {
        let own = query.read("own", tricks);
        let partner = query.read("partner", tricks);
        let outcome = query.word("outcome", &OUTCOMES);
        let deck = deck(query);
        let layout = query.word("layout", &Layout::ALL.map(|layout| (layout.id(), layout)));
        let querent = query.read("name", Name::new);
        let question = query.read("question", Question::new).unwrap_or_default();
        let tricks = Tricks { own: own?, partner: partner.unwrap_or_default(), outcome: outcome?, seats: None };
        Some(Entered { tricks, deck, layout, querent, question })
    }

    /// The link that contains everything.
    pub fn link(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("own", &written(&self.tricks.own)).append_pair("partner", &written(&self.tricks.partner));
        let outcome = OUTCOMES.iter().find(|(_, outcome)| *outcome == self.tricks.outcome);
        query.append_pair("outcome", outcome.map_or("", |(word, _)| word));
        if self.deck != Deck::default() {
            query.append_pair("deck", self.deck.id());
        }
        if let Some(layout) = self.layout {
            query.append_pair("layout", layout.id());
        }
        if let Some(name) = &self.querent {
            query.append_pair("name", name.as_str());
        }
        if !self.question.as_str().is_empty() {
            query.append_pair("question", self.question.as_str());
        }
        format!("{PATH}?{}", query.finish())
    }

    /// The reading of the tricks.
    ///
    /// # Errors
    /// As [`read`].
    pub fn read(&self) -> Result<Reading, ReadingError> {
        let question_kind = QuestionKind::of(self.question.as_str());
        let choice = ReadingChoice { layout: self.layout, deck: self.deck, question_kind, ..ReadingChoice::default() };
        let names = self.querent.iter().map(Name::as_str);
        read(&self.tricks, choice).map(|reading| reading.told_for(self.question.as_str(), names))
    }

    /// The heading of the reading.
    pub fn heading(&self) -> Heading {
        let question = Some(self.question.as_str()).filter(|question| !question.is_empty());
        Heading {
            querent: self.querent.as_ref().map(|name| name.as_str().to_owned()),
            question: question.map(ToOwned::to_owned),
            ..Heading::default()
        }
    }
}

/// Formats tricks for a link: ids in the order won, separated by dots.
fn written(tricks: &[WonTrick]) -> String {
    let one = |trick: &WonTrick| match trick.disposition {
        Disposition::Well => trick.card.to_string(),
        Disposition::Ill => format!("{}{TURNED}", trick.card),
    };
    tricks.iter().map(one).collect::<Vec<_>>().join(".")
}

/// Parses tricks from a link.
fn tricks(text: &str) -> Result<Vec<WonTrick>, String> {
    let one = |text: &str| {
        let (id, disposition) = match text.strip_suffix(TURNED) {
            Some(id) => (id, Disposition::Ill),
            None => (text, Disposition::Well),
        };
        let card = id.parse().map_err(|_| "Expected ids of cards, parted by points.".to_owned())?;
        Ok(WonTrick { card, disposition })
    };
    text.split('.').filter(|part| !part.is_empty()).map(one).collect()
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn from(link: &str) -> (Option<Entered>, bool) {
        let mut query = Query::of(&TestRequest::with_uri(link).to_http_request());
        let entered = Entered::from_query(&mut query);
        (entered, query.finish().is_ok())
    }

    #[test]
    fn a_link_holds_all_that_was_entered() {
        let link = "/readings/by-hand?own=wa02.ar17-&partner=cuqu&outcome=lost&deck=thoth&layout=fate&name=Zo%C3%AB&question=What%3F";
        let (entered, legal) = from(link);
        let entered = entered.filter(|_| legal).expect("tricks");
        assert_eq!(entered.link(), link);
        assert_eq!(entered.tricks.own[1].disposition, Disposition::Ill);
        let (plain, _) = from("/readings/by-hand?own=&partner=&outcome=drawn");
        assert_eq!(plain.map(|plain| plain.link()).as_deref(), Some("/readings/by-hand?own=&partner=&outcome=drawn"));
    }

    #[test]
    fn a_link_that_is_wrong_is_not_read() {
        assert!(matches!(from("/readings/by-hand"), (None, true)));
        for wrong in
            ["own=wa02&outcome=maybe", "own=xx&outcome=won", "own=wa02&outcome=won&deck=french", "own=wa02&own=wa03"]
        {
            assert!(!from(&format!("/readings/by-hand?{wrong}")).1, "{wrong}");
        }
    }
}
