//! Delete tokens of what a browser has created without a key, in a cookie. Scripts cannot read it, and it is not sent
//! with forms of other sites. The page of a reading gives its own token to its script, for the browser's list of
//! readings.

use actix_web::{HttpRequest, HttpResponse, http::header::HeaderMap};
use uuid::Uuid;

use super::layout;
use crate::{
    http::cookies::{cookie, set_cookie},
    service::{
        DeletableId, DeleteToken, DeleteTokens,
        records::{GameId, ReadingId, SimulationId},
    },
};

/// Name of the cookie. Each kind of resource has its own, by path.
const COOKIE: &str = "arcana_made";
/// Maximum number of tokens per kind. The oldest is dropped.
const CAPACITY: usize = 20;
/// Lifetime of the cookie after the last change, in seconds: a year.
const MAX_AGE: u32 = 31_536_000;

/// A resource created by a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resource {
    /// A reading, by the game played for it.
    Reading(GameId),
    /// A reading of a spread.
    Spread(ReadingId),
    /// A game.
    Game(GameId),
    /// A simulation.
    Simulation(SimulationId),
}

impl Resource {
    /// Path of the pages of its kind, to which the cookie is limited.
    pub const fn path(self) -> &'static str {
        match self {
            Resource::Reading(_) | Resource::Spread(_) => "/readings",
            Resource::Game(_) => "/games",
            Resource::Simulation(_) => "/simulations",
        }
    }

    /// The id under which its token is kept.
    pub fn id(self) -> DeletableId {
        match self {
            Resource::Reading(game) | Resource::Game(game) => game.into(),
            Resource::Spread(reading) => DeletableId::of_spread(reading),
            Resource::Simulation(simulation) => simulation.into(),
        }
    }

    /// Its token, if the browser holds it.
    pub fn token(self, request: &HttpRequest) -> Option<DeleteToken> {
        DeleteTokenCookie::of(request).token(self.id())
    }
}

/// The delete tokens of a browser for one kind of resource, newest first.
#[derive(Debug)]
pub struct DeleteTokenCookie {
    tokens: Vec<(DeletableId, DeleteToken)>,
}

impl DeleteTokenCookie {
    /// Parses the cookie, that of the kind on whose pages the request is; invalid tokens are ignored.
    pub fn of(request: &HttpRequest) -> DeleteTokenCookie {
        DeleteTokenCookie { tokens: tokens(request.headers()) }
    }

    /// The token of the resource with this id.
    pub fn token(&self, id: DeletableId) -> Option<DeleteToken> {
        self.tokens.iter().find(|(made, _)| *made == id).map(|(_, token)| *token)
    }

    /// What the browser made, newest first.
    pub fn things(&self) -> impl Iterator<Item = DeletableId> {
        self.tokens.iter().map(|(made, _)| *made)
    }

    /// Adds a token.
    pub fn with(mut self, id: DeletableId, token: DeleteToken) -> DeleteTokenCookie {
        self = self.without(id);
        self.tokens.insert(0, (id, token));
        self.tokens.truncate(CAPACITY);
        self
    }

    /// Removes the token of a deleted resource.
    pub fn without(mut self, id: DeletableId) -> DeleteTokenCookie {
        self.tokens.retain(|(made, _)| *made != id);
        self
    }

    /// Adds the cookie of the pages below a path to a response, which must then not be cached.
    pub fn set_cookie(&self, response: HttpResponse, path: &str) -> HttpResponse {
        let entries: Vec<_> = self.tokens.iter().map(|(id, token)| format!("{}:{token}", id.0.as_simple())).collect();
        set_cookie(response, COOKIE, &entries.join("."), path, MAX_AGE)
    }
}

/// Redirects to what was created, and stores its delete token if it was created without a key.
pub fn see(request: &HttpRequest, resource: Resource, tokens: &DeleteTokens, address: String) -> HttpResponse {
    let response = layout::see_other(address);
    match tokens.of(resource.id()) {
        Some(token) => DeleteTokenCookie::of(request).with(resource.id(), token).set_cookie(response, resource.path()),
        None => response,
    }
}

fn tokens(headers: &HeaderMap) -> Vec<(DeletableId, DeleteToken)> {
    let entry = |text: &str| {
        let (id, token) = text.split_once(':')?;
        Some((DeletableId(Uuid::try_parse(id).ok()?), DeleteToken::read(token)?))
    };
    let value = cookie(headers, COOKIE).unwrap_or_default();
    value.split('.').filter_map(entry).take(CAPACITY).collect()
}

#[cfg(test)]
mod tests {
    use actix_web::{
        http::header::{self, HeaderValue},
        test::TestRequest,
    };

    use super::*;

    fn token(digit: char) -> DeleteToken {
        let text = format!("delete_{}", digit.to_string().repeat(64));
        DeleteToken::read(&text).expect("a token")
    }

    fn game(number: u128) -> DeletableId {
        DeletableId(Uuid::from_u128(number))
    }

    fn sent(cookie: &str) -> DeleteTokenCookie {
        DeleteTokenCookie::of(&TestRequest::default().insert_header((header::COOKIE, cookie)).to_http_request())
    }

    fn set(made: &DeleteTokenCookie) -> String {
        let response = made.set_cookie(HttpResponse::Ok().finish(), "/readings");
        assert_eq!(response.headers().get(header::CACHE_CONTROL), Some(&HeaderValue::from_static("no-store")));
        response.headers().get(header::SET_COOKIE).and_then(|value| value.to_str().ok()).expect("a cookie").to_owned()
    }

    #[test]
    fn cookies_round_trip() {
        let cookie = set(&sent("").with(game(1), token('a')).with(game(2), token('b')));
        let (pair, attributes) = cookie.split_once("; ").expect("attributes");
        assert_eq!(attributes, "Path=/readings; Max-Age=31536000; HttpOnly; SameSite=Lax");
        let made = sent(&format!("x=1; {pair}"));
        assert_eq!(made.token(game(1)), Some(token('a')));
        assert_eq!(made.token(game(2)), Some(token('b')));
        let made = made.without(game(1));
        assert_eq!((made.token(game(1)), made.token(game(2))), (None, Some(token('b'))));
        assert!(set(&made.without(game(2))).starts_with("arcana_made=; Path=/readings; Max-Age=0;"));
    }

    #[test]
    fn the_oldest_token_is_dropped() {
        let many = (0..50).fold(sent(""), |made, number| made.with(game(number), token('c')));
        assert_eq!((many.token(game(29)), many.token(game(30))), (None, Some(token('c'))));
        assert!(set(&many).len() < 2_500);
        let entry = format!("{}:{}", Uuid::from_u128(7).as_simple(), token('d'));
        assert_eq!(sent(&format!("arcana_made={}", vec![entry; 500].join("."))).tokens.len(), CAPACITY);
    }

    #[test]
    fn invalid_tokens_are_ignored() {
        let good = format!("{}:{}", Uuid::from_u128(7).as_simple(), token('d'));
        let made = sent(&format!("arcana_made=x.{}:delete_x.:.{good}.", Uuid::from_u128(8).as_simple()));
        assert_eq!(made.tokens, [(game(7), token('d'))]);
    }
}
