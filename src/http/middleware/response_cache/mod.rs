//! Cache for responses that do not change while the service runs: they are not computed twice within moments.
//!
//! A stored game never changes and a reading changes only with a release, but both can be deleted. A deletion in this
//! process removes the affected responses immediately; after one by another process on the same database they remain
//! until they expire.

pub mod deletion;
pub mod store;

use std::{borrow::Cow, cell::RefCell, time::Instant};

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

/// Maximum size of a cached body, in bytes.
pub const BODY_LIMIT: u64 = 256 << 10;
/// Maximum length of a URL whose response is cached, with its query.
const ADDRESS_LIMIT: usize = 256;

/// End of the URLs of link-preview pictures.
const PREVIEW: &str = "/preview.png";

/// Set by a handler: the response does not change while the service runs, unless what it shows is deleted.
#[derive(Clone, Copy, Debug)]
pub struct Cacheable;

/// Set by a handler: the response is also invalid once this is deleted, besides what its URL names.
#[derive(Clone, Copy, Debug)]
pub struct DependsOn(pub Uuid);

/// The result of a lookup.
pub enum Lookup {
    /// The response is cached.
    Found(HttpResponse),
    /// It is not cached, but may be cached once it is computed.
    Missing(Missing),
    /// It is never cached.
    Other,
}

/// The cache key of a response that is being computed.
pub struct Missing {
    address: String,
    coding: ContentEncoding,
    ticket: Ticket,
}

/// Looks up a response.
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

/// Computes a response that is not cached, and caches it if it is cacheable.
pub async fn make(
    missing: Option<Missing>,
    request: ServiceRequest,
    next: impl AsyncFnOnce(ServiceRequest) -> Answered,
) -> Answered {
    let cache = cache(&request).clone();
    let answered = next(request).await?;
    match missing {
        Some(missing)
            if answered.status() == StatusCode::OK && answered.response().extensions().get::<Cacheable>().is_some() =>
        {
            stored(&cache, missing, answered).await
        }
        Some(_) | None => Ok(answered),
    }
}

fn cache(request: &ServiceRequest) -> &web::Data<ResponseCache> {
    request.app_data::<web::Data<ResponseCache>>().expect("the app has its cache")
}

/// Stores a response and returns it.
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
    // Copied, so that the cache does not retain a larger buffer.
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
/// A URL that has other spellings is not cached, so that spellings cannot fill the cache.
fn address<'a>(request: &'a ServiceRequest, caller: &Caller) -> Option<Cow<'a, str>> {
    let address = request.uri().path_and_query()?.as_str();
    let plain = |byte: u8| byte != b'%' && byte != b'+' && !byte.is_ascii_uppercase();
    let cacheable = request.method() == Method::GET
        && (address.starts_with("/v1/") || address.ends_with(PREVIEW))
        && address.len() <= ADDRESS_LIMIT
        && address.bytes().all(plain)
        && caller.scopes.has(Scope::Read);
    cacheable.then(|| in_order(address))
}

/// The URL with sorted parameters.
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

/// The id that a path names.
fn named(path: &str) -> Option<Uuid> {
    let path = path.strip_prefix("/v1").or_else(|| path.strip_suffix(PREVIEW))?;
    let rest = path.strip_prefix("/games/").or_else(|| path.strip_prefix("/readings/"))?;
    query::uuid(rest.split(['/', '.']).next()?)
}

/// Number of values of `Accept-Encoding` that each thread remembers.
const REMEMBERED: usize = 8;
/// Maximum length of such a value.
const VALUE_LIMIT: usize = 64;

thread_local! {
    /// The codings negotiated for the latest values of `Accept-Encoding`: there are few, and parsing takes a while.
    static CODINGS: RefCell<Vec<(HeaderValue, ContentEncoding)>> = const { RefCell::new(Vec::new()) };
}

/// The content coding of the response; `None` if the cache is not used.
fn negotiated_coding(request: &ServiceRequest) -> Option<ContentEncoding> {
    let mut lines = request.headers().get_all(header::ACCEPT_ENCODING);
    let Some(line) = lines.next() else { return Some(ContentEncoding::Identity) };
    // More than one line is too rare to be cached.
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
            // Only the value is remembered, not the buffer of the whole head.
            known.extend(HeaderValue::from_bytes(line.as_bytes()).ok().map(|value| (value, coding)));
        });
    }
    Some(coding)
}

fn unreadable() -> Error {
    crate::http::reply::problem::Problem::internal("a response could not be read").into()
}

/// The cached response, or 304 if the caller has it; `None` if the tags require a full comparison.
fn again(cached: &CachedResponse, requested: &HeaderMap) -> Option<HttpResponse> {
    let tag = cached.headers.iter().find(|(name, _)| *name == header::ETAG).map(|(_, tag)| tag);
    let same = match requested.get(header::IF_NONE_MATCH) {
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

#[cfg(test)]
mod tests;
