//! Cached responses: what stays the same while the service runs is not made twice within moments.
//!
//! A stored game never changes and a reading changes only with a release, but both can be deleted: a deletion here
//! removes what it concerns at once, and what another service on the same database deletes is gone here when its
//! answer has expired.

pub mod store;

use std::{borrow::Cow, cell::RefCell, sync::Arc, time::Instant};

use actix_web::{
    Error, HttpMessage, HttpResponse,
    body::{BoxBody, to_bytes_limited},
    dev::{ServiceRequest, ServiceResponse},
    http::{
        Method, StatusCode,
        header::{self, ContentEncoding, HeaderMap, HeaderValue},
    },
    web::{self, Bytes},
};
use uuid::Uuid;

use self::store::{CachedResponse, ResponseCache, Subjects, Ticket, Variant};
use super::{Answered, accept_encoding};
use crate::{
    http::{
        extract::{
            accept::{self, Negotiated},
            query,
        },
        route_table::RouteTable,
    },
    service::{Caller, Scope},
};

/// The largest body that is cached, in bytes.
pub const BODY_LIMIT: u64 = 256 << 10;
/// The longest URL whose response is cached, with its query.
const ADDRESS_LIMIT: usize = 256;

/// How the addresses of the pictures end that pages are shown with where they are linked.
const PREVIEW: &str = "/preview.png";

/// A handler's word that an answer stays the same while the service runs, unless what it tells of is deleted.
#[derive(Clone, Copy, Debug)]
pub struct Cacheable;

/// A handler's word that an answer is gone with this, beside what its address names.
#[derive(Clone, Copy, Debug)]
pub struct DependsOn(pub Uuid);

/// What the cache knows of a request.
pub enum Lookup {
    /// The answer is here.
    Found(HttpResponse),
    /// It may be cached when it is made.
    Missing(Missing),
    /// It concerns no answer that is cached, or removes some.
    Other,
}

/// What an answer is cached under that is made now.
pub struct Missing {
    address: String,
    coding: ContentEncoding,
    ticket: Ticket,
}

/// Looks an answer up.
pub fn look_up(request: &ServiceRequest, caller: &Caller) -> Lookup {
    let Some((address, coding)) = address(request, caller).zip(negotiated_coding(request)) else {
        return Lookup::Other;
    };
    let cache = cache(request);
    let found = cache.find(&address, coding, |offers| accept::preferred(request, offers));
    match found.and_then(|found| Some((found.route, again(&found, request.headers())?))) {
        Some((route, response)) => {
            RouteTable::note(request.request(), route);
            Lookup::Found(response)
        }
        None => Lookup::Missing(Missing { address: address.into_owned(), coding, ticket: cache.ticket() }),
    }
}

/// Has an answer made that is not here, and caches what stays the same.
pub async fn make(
    missing: Option<Missing>,
    request: ServiceRequest,
    next: impl AsyncFnOnce(ServiceRequest) -> Answered,
) -> Answered {
    let cache = cache(&request).clone();
    if request.method() == Method::POST && request.path() == ERASURES {
        let erasure = ErasureUnderWay(cache.into_inner());
        let answered = next(request).await;
        drop(erasure);
        return answered;
    }
    if request.method() == Method::DELETE {
        let deletion = Deletion::of(&request, cache.into_inner());
        let answered = next(request).await?;
        deletion.answered(answered.status());
        return Ok(answered);
    }
    let answered = next(request).await?;
    match missing {
        Some(missing)
            if answered.status() == StatusCode::OK && answered.response().extensions().get::<Cacheable>().is_some() =>
        {
            stored(&cache, missing, answered).await
        }
        _ => Ok(answered),
    }
}

fn cache(request: &ServiceRequest) -> &web::Data<ResponseCache> {
    request.app_data::<web::Data<ResponseCache>>().expect("the app has its cache")
}

/// Keeps an answer, and gives it back.
async fn stored(
    cache: &ResponseCache,
    Missing { address, coding, ticket }: Missing,
    answered: ServiceResponse<BoxBody>,
) -> Answered {
    let (request, response) = answered.into_parts();
    let mut subjects: Subjects = named(request.path()).into_iter().collect();
    subjects.extend(response.extensions().get::<DependsOn>().map(|shown| shown.0));
    let (response, body) = response.into_parts();
    let body = to_bytes_limited(body, 2 * BODY_LIMIT as usize).await;
    let body = body.map_err(|_| unreadable())?.map_err(|_| unreadable())?;
    // What was written into a larger buffer does not keep the buffer.
    let body = Bytes::copy_from_slice(&body);
    let headers = response.headers().iter().map(|(name, value)| (name.clone(), value.clone())).collect();
    let cached =
        CachedResponse { since: Instant::now(), route: RouteTable::pattern(&request), headers, body: body.clone() };
    let negotiated = request.extensions_mut().remove::<Negotiated>().unwrap_or_default();
    let variant = Variant { representation: negotiated.chosen, coding };
    cache.put(&address, negotiated.offers, variant, subjects, cached, ticket);
    Ok(ServiceResponse::new(request, response.set_body(BoxBody::new(body))))
}

/// The URL that a response is cached under; `None` if it is not cacheable.
///
/// An address that could as well be spelt otherwise is asked for, so that spellings do not fill the cache.
fn address<'a>(request: &'a ServiceRequest, caller: &Caller) -> Option<Cow<'a, str>> {
    let address = request.uri().path_and_query()?.as_str();
    let plain = |byte: u8| byte != b'%' && byte != b'+' && !byte.is_ascii_uppercase();
    let kept = request.method() == Method::GET
        && (address.starts_with("/v1/") || address.ends_with(PREVIEW))
        && address.len() <= ADDRESS_LIMIT
        && address.bytes().all(plain)
        && caller.scopes.has(Scope::Read);
    kept.then(|| in_order(address))
}

/// The address with its parameters in order.
fn in_order(address: &str) -> Cow<'_, str> {
    match address.split_once('?') {
        Some((path, query)) if query.is_empty() || query.contains('&') => {
            let mut parameters: Vec<_> = query.split('&').filter(|parameter| !parameter.is_empty()).collect();
            parameters.sort_unstable();
            Cow::Owned(format!("{path}?{}", parameters.join("&")))
        }
        _ => Cow::Borrowed(address),
    }
}

/// The id that an address names.
fn named(path: &str) -> Option<Uuid> {
    let path = path.strip_prefix("/v1").or_else(|| path.strip_suffix(PREVIEW))?;
    let rest = path.strip_prefix("/games/").or_else(|| path.strip_prefix("/readings/"))?;
    query::uuid(rest.split(['/', '.']).next()?)
}

/// How many values of `Accept-Encoding` each thread remembers.
const REMEMBERED: usize = 8;
/// The longest of them.
const VALUE_LIMIT: usize = 64;

thread_local! {
    /// What the last values of `Accept-Encoding` came to: there are few of them, and each takes a while to read.
    static CODINGS: RefCell<Vec<(HeaderValue, ContentEncoding)>> = const { RefCell::new(Vec::new()) };
}

/// The content coding that the answer will be sent in; `None` when that has to be asked for.
fn negotiated_coding(request: &ServiceRequest) -> Option<ContentEncoding> {
    let mut lines = request.headers().get_all(header::ACCEPT_ENCODING);
    let Some(line) = lines.next() else { return Some(ContentEncoding::Identity) };
    // More than one line is rare enough to be asked for.
    if lines.next().is_some() {
        return None;
    }
    let known = CODINGS.with_borrow(|known| known.iter().find(|(value, _)| value == line).map(|(_, coding)| *coding));
    if known.is_some() {
        return known;
    }
    let coding = accept_encoding::negotiated(request)?;
    if line.len() <= VALUE_LIMIT {
        CODINGS.with_borrow_mut(|known| {
            if known.len() == REMEMBERED {
                known.remove(0);
            }
            // Only the value is remembered, not the buffer with the whole head that it stands in.
            known.extend(HeaderValue::from_bytes(line.as_bytes()).ok().map(|value| (value, coding)));
        });
    }
    Some(coding)
}

fn unreadable() -> Error {
    crate::http::reply::problem::Problem::internal("a response could not be read").into()
}

/// The answer again, or that the caller has it; `None` when its tags are to be looked at more closely.
fn again(cached: &CachedResponse, asked: &HeaderMap) -> Option<HttpResponse> {
    let tag = cached.headers.iter().find(|(name, _)| *name == header::ETAG).map(|(_, tag)| tag);
    let same = match asked.get(header::IF_NONE_MATCH) {
        None => false,
        Some(known) if Some(known) == tag => true,
        Some(_) => return None,
    };
    let mut response = HttpResponse::new(if same { StatusCode::NOT_MODIFIED } else { StatusCode::OK });
    for (name, value) in cached.headers.iter().filter(|(name, _)| !same || *name != header::CONTENT_TYPE) {
        response.headers_mut().append(name.clone(), value.clone());
    }
    if same {
        response.headers_mut().remove(header::CONTENT_ENCODING);
        return Some(response);
    }
    Some(response.set_body(BoxBody::new(cached.body.clone())))
}

/// Where erasures are asked for.
const ERASURES: &str = "/v1/erasures";

/// An erasure in progress: when it ends, however it does, the cache is cleared.
struct ErasureUnderWay(Arc<ResponseCache>);

impl Drop for ErasureUnderWay {
    fn drop(&mut self) {
        self.0.clear();
    }
}

/// A deletion under way. When nobody learns what became of it, it counts as carried out.
struct Deletion {
    cache: Arc<ResponseCache>,
    /// What is deleted; `None`: nothing that is cached, or anything.
    subject: Option<Uuid>,
    pending: bool,
}

impl Deletion {
    fn of(request: &ServiceRequest, cache: Arc<ResponseCache>) -> Deletion {
        Deletion { cache, subject: named(request.path()), pending: true }
    }

    /// What was refused has deleted nothing.
    fn answered(mut self, status: StatusCode) {
        self.pending = !status.is_client_error();
    }
}

impl Drop for Deletion {
    fn drop(&mut self) {
        match self.subject {
            Some(subject) if self.pending => self.cache.remove(subject),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;
    use crate::service::Scopes;

    fn kept_under(uri: &str) -> Option<String> {
        let request = TestRequest::with_uri(uri).to_srv_request();
        address(&request, &Caller::anonymous(Scopes::READ)).map(Cow::into_owned)
    }

    #[test]
    fn an_address_is_kept_under_one_spelling() {
        assert_eq!(kept_under("/v1/games/0199"), Some("/v1/games/0199".to_owned()));
        assert_eq!(kept_under("/v1/x?layout=fate&&deck=thoth&"), kept_under("/v1/x?deck=thoth&layout=fate"));
        assert_eq!(kept_under("/games/0199/preview.png"), Some("/games/0199/preview.png".to_owned()));
        for spelt in ["/v1/g%61mes", "/v1/games/0199A", "/v1/x?view=a+b", "/v1/x?vie%77=all", "/games"] {
            assert_eq!(kept_under(spelt), None, "{spelt}");
        }
        assert_eq!(kept_under(&format!("/v1/{}", "x".repeat(ADDRESS_LIMIT))), None);
    }

    #[test]
    fn an_address_names_its_game_or_reading() {
        let id = "019a9f1e-0000-7000-8000-000000000001";
        let named = |path: &str| named(path).map(|id| id.to_string());
        for path in [
            "/v1/games/{id}",
            "/v1/games/{id}/states/3",
            "/v1/readings/{id}.svg",
            "/v1/games/{id}/readings/0.svg",
            "/readings/{id}/preview.png",
            "/games/{id}/preview.png",
        ] {
            assert_eq!(named(&path.replace("{id}", id)), Some(id.to_owned()), "{path}");
        }
        for path in
            ["/v1/games", "/v1/decks/thoth", "/v1/games/import", "/v1/keys/019a9f1e-0000-7000-8000-000000000001"]
        {
            assert_eq!(named(path), None, "{path}");
        }
    }

    #[test]
    fn a_coding_is_remembered_as_it_was_read() {
        for (asked, coding) in [
            ("gzip, deflate, br, zstd", Some(ContentEncoding::Brotli)),
            ("br;q=1.0, gzip;q=0.5", Some(ContentEncoding::Brotli)),
            ("identity", Some(ContentEncoding::Identity)),
        ] {
            let request = TestRequest::default().insert_header((header::ACCEPT_ENCODING, asked)).to_srv_request();
            assert_eq!((negotiated_coding(&request), negotiated_coding(&request)), (coding, coding), "{asked}");
        }
        let none = TestRequest::default().to_srv_request();
        assert_eq!(negotiated_coding(&none), Some(ContentEncoding::Identity));
    }
}
