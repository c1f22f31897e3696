//! The parameters of a table's page, as in its URL.

use actix_web::HttpRequest;

use crate::{
    cards::Deck,
    games::Player,
    http::{
        api::decks::DECKS,
        extract::query::Query,
        site::{error::PageError, look, refresh::Refresh, urls},
    },
    service::{records::TableId, tables::Invitation},
};

/// All parameters.
#[derive(Clone, Debug, Default)]
pub struct Parameters {
    /// The invitation to a seat.
    pub invited: Option<(Player, Invitation)>,
    /// Whether the page reloads itself without script.
    pub refresh: Refresh,
    /// Whether the reader has just left the table.
    pub left: bool,
    /// Whether the reader has just asked for a rematch.
    pub rematch: bool,
    /// The deck whose names the cards have; by default the one that the browser remembers, or that of the
    /// ruleset.
    pub deck: Option<Deck>,
    /// Whether the reader asks for a hint.
    pub hint: bool,
    /// Number of steps that the page's script has shown; it shows the later ones one by one.
    pub seen: Option<u32>,
}

impl Parameters {
    /// Parses the query of a request.
    ///
    /// # Errors
    /// Unknown or invalid parameters.
    pub fn of(request: &HttpRequest) -> Result<Parameters, PageError> {
        let mut query = Query::of(request);
        let seat: Option<u8> = query.between("seat", 0, 19).map(|seat| seat as u8);
        let invitation = query.read("invitation", |text| {
            Invitation::read(text).ok_or("It is incomplete. Open the address as you received it, whole.")
        });
        let refresh = Refresh::from_query(&mut query);
        let left = query.word("left", &[("yes", true)]).unwrap_or_default();
        let rematch = query.word("rematch", &[("yes", true)]).unwrap_or_default();
        let deck = query.word("deck", &DECKS.map(|deck| (deck.id(), deck)));
        let hint = query.word("hint", &[("yes", true)]).unwrap_or_default();
        let seen = query.between("seen", 0, u32::MAX);
        query.finish()?;
        let deck = deck.or_else(|| look::remembered_deck(request));
        let invited = seat.map(Player).zip(invitation);
        Ok(Parameters { invited, refresh, left, rematch, deck, hint, seen })
    }

    /// The URL of the table's page with these parameters.
    pub fn address(&self, id: TableId) -> String {
        self.with_query(urls::table(id))
    }

    /// The URL to which the form for a step is sent. What led to the table no longer matters there.
    pub fn steps(&self, id: TableId) -> String {
        let parameters = Parameters { left: false, rematch: false, ..self.clone() };
        parameters.with_query(format!("{}/steps", urls::table(id)))
    }

    /// The same parameters, for a page that reloads itself or does not.
    pub fn refreshing(&self, refresh: Refresh) -> Parameters {
        Parameters { refresh, ..self.clone() }
    }

    /// The same parameters, for another deck.
    pub fn with_deck(&self, deck: Deck) -> Parameters {
        Parameters { deck: Some(deck), ..self.clone() }
    }

    fn with_query(&self, path: String) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        if let Some((seat, invitation)) = &self.invited {
            query.append_pair("seat", &seat.0.to_string()).append_pair("invitation", &invitation.to_string());
        }
        query.extend_pairs(self.refresh.pair());
        query.extend_pairs(self.left.then_some(("left", "yes")));
        query.extend_pairs(self.rematch.then_some(("rematch", "yes")));
        query.extend_pairs(self.deck.map(|deck| ("deck", deck.id())));
        query.extend_pairs(self.seen.map(|seen| ("seen", seen.to_string())));
        let query = query.finish();
        if query.is_empty() { path } else { format!("{path}?{query}") }
    }
}
