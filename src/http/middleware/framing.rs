//! What the server leaves open in HTTP/1: how paths are spelled, HEAD, clients of HTTP/1.0, when connections close, and
//! which codings there are.

use std::{
    cell::RefCell,
    error::Error as StdError,
    pin::Pin,
    rc::Rc,
    task::{Context, Poll},
};

use actix_web::{
    Error, HttpMessage, HttpRequest,
    body::{BodySize, BoxBody, MessageBody},
    dev::{Payload, ServiceRequest, ServiceResponse},
    error::PayloadError,
    http::{
        ConnectionType, Method, Uri, Version,
        header::{
            ACCEPT_ENCODING, AcceptEncoding, CONTENT_ENCODING, ContentEncoding, Encoding, Header, HeaderValue, UPGRADE,
        },
        uri::PathAndQuery,
    },
    middleware::Next,
    web::{Bytes, Data},
};
use futures::{Stream, StreamExt};

use crate::service::Service;

/// Marks a request that was a HEAD.
#[derive(Clone, Copy, Debug)]
struct Head;

/// Whether a request handled as GET is a HEAD: the response of GET without the body (RFC 9110, 9.3.2).
pub fn is_head(request: &HttpRequest) -> bool {
    request.extensions().get::<Head>().is_some()
}

/// The method as it was sent.
pub fn method(request: &ServiceRequest) -> Method {
    if is_head(request.request()) { Method::HEAD } else { request.method().clone() }
}

/// The body of a request, which its handler may drop before its end.
///
/// As long as it is there, the server closes the connection after the response. It would otherwise wait for the rest of
/// chunks that nobody reads, for as long as they take.
#[derive(Clone)]
struct Unread(Rc<RefCell<Payload>>);

impl Unread {
    /// Keeps the body of a request, if it has one.
    fn of(request: &mut ServiceRequest) -> Option<Unread> {
        let payload = request.take_payload();
        if matches!(payload, Payload::None) {
            return None;
        }
        let kept = Unread(Rc::new(RefCell::new(payload)));
        request.set_payload(Payload::Stream { payload: Box::pin(kept.clone()) });
        Some(kept)
    }
}

impl Stream for Unread {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.borrow_mut().poll_next_unpin(context)
    }
}

/// The body of a response, with that of its request.
struct WithUnread {
    body: BoxBody,
    _unread: Unread,
}

impl WithUnread {
    fn around(body: BoxBody, unread: Option<Unread>) -> BoxBody {
        match unread {
            Some(unread) => BoxBody::new(WithUnread { body, _unread: unread }),
            None => body,
        }
    }
}

impl MessageBody for WithUnread {
    type Error = Box<dyn StdError>;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        Pin::new(&mut self.body).poll_next(context)
    }
}

/// Routes a HEAD as GET, and ends the response as its version, its method and the service demand.
pub async fn http1(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    // The server knows the original method and sends no body.
    if request.method() == Method::HEAD {
        request.head_mut().method = Method::GET;
        request.extensions_mut().insert(Head);
    }
    let unread = Unread::of(&mut request);
    match next.call(request).await {
        Ok(answered) => Ok(end(answered.map_into_boxed_body()).map_body(|_, body| WithUnread::around(body, unread))),
        Err(mut error) => {
            error.add_response_mapper(move |response| {
                response.map_body(|_, body| WithUnread::around(body, unread.clone()))
            });
            Err(error)
        }
    }
}

/// Says how a response is sent: whether its connection ends with it, and without a body if it is one to a HEAD.
fn end(mut answered: ServiceResponse<BoxBody>) -> ServiceResponse<BoxBody> {
    let is_head = is_head(answered.request());
    // HTTP/1.0 knows no chunks: a body of unknown length ends with its connection.
    let old = answered.request().version() < Version::HTTP_11 && answered.response().body().size() == BodySize::Stream;
    // The client then opens a new connection, which another instance accepts if this one is about to stop.
    let draining = answered.request().app_data::<Data<Service>>().is_some_and(|service| service.is_draining());
    // Nothing is upgraded: the server would answer `Connection: upgrade` and close, which clients in Java, which ask for
    // HTTP/2 like this by default, take for a connection that stays.
    let upgrading = answered.request().headers().contains_key(UPGRADE);
    let head = answered.response_mut().head_mut();
    if head.headers.get(CONTENT_ENCODING).is_some_and(|coding| coding == ContentEncoding::Identity.as_str()) {
        // It only kept a stream from being compressed; `identity` itself is not sent (RFC 9110, 8.4.1).
        head.headers.remove(CONTENT_ENCODING);
    }
    if old {
        head.no_chunking(true);
    }
    // The server reads ahead, and takes the method of the last request that it has read for that of the one that it
    // answers: nothing may follow a HEAD.
    if is_head || old || draining || upgrading {
        head.set_connection_type(ConnectionType::Close);
    }
    if !is_head {
        return answered;
    }
    answered.map_body(|_, body| BoxBody::new(Omitted(body.size())))
}

/// The body of the response to a HEAD: the server would not send it, but compute it.
struct Omitted(BodySize);

impl MessageBody for Omitted {
    type Error = Box<dyn StdError>;

    fn size(&self) -> BodySize {
        self.0
    }

    fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        Poll::Ready(None)
    }
}

/// The codings of responses. A client that accepts neither receives the body as it is (RFC 9110, 12.5.3 and 15.5.7 leave that
/// to the server).
const OFFERS: [Encoding; 2] = [Encoding::identity(), Encoding::gzip()];

/// Leaves of `Accept-Encoding` only whether the response is to be compressed: the compression of actix would refuse
/// clients that accept nothing, and has `deflate` too, of which there are two kinds in use.
pub async fn gzip_or_none<B: MessageBody>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    if request.headers().contains_key(ACCEPT_ENCODING) {
        let zips = accepts_gzip(&request);
        request.headers_mut().remove(ACCEPT_ENCODING);
        if zips {
            request.headers_mut().insert(ACCEPT_ENCODING, HeaderValue::from_static(ContentEncoding::Gzip.as_str()));
        }
    }
    next.call(request).await
}

fn accepts_gzip(request: &impl HttpMessage) -> bool {
    let accepted = AcceptEncoding::parse(request).ok();
    let best = accepted.and_then(|accepted| accepted.negotiate(OFFERS.iter()));
    best.is_some_and(|best| best == Encoding::gzip())
}

/// Decodes what need not be encoded in the path of a request.
///
/// Percent-encoded letters, digits, `-`, `.`, `_` and `~` in a path mean the same as themselves (RFC 3986, 6.2.2.2).
/// The router decodes them, so they are decoded before anything else looks at the path: otherwise `/%761/games` would
/// be served as `/v1/games`, but not be checked as such. `NormalizePath` of actix only changes slashes.
pub async fn normalize<B: MessageBody>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    if let Some(uri) = normal(request.uri()) {
        request.match_info_mut().get_mut().update(&uri);
        request.head_mut().uri = uri;
    }
    next.call(request).await
}

/// The same address with a normal path; `None` if the path is normal.
fn normal(uri: &Uri) -> Option<Uri> {
    let path = decoded(uri.path())?;
    let mut parts = uri.clone().into_parts();
    let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
    parts.path_and_query = Some(PathAndQuery::try_from(path + &query).ok()?);
    Uri::from_parts(parts).ok()
}

/// The path without needless encoding; `None` if it has none.
fn decoded(path: &str) -> Option<String> {
    if !path.contains('%') {
        return None;
    }
    let (mut normal, mut rest) = (String::with_capacity(path.len()), path);
    while let Some((before, after)) = rest.split_once('%') {
        normal += before;
        match after.get(..2).and_then(unreserved) {
            Some(character) => {
                normal.push(character);
                rest = &after[2..];
            }
            None => {
                normal.push('%');
                rest = after;
            }
        }
    }
    normal += rest;
    (normal.len() < path.len()).then_some(normal)
}

/// The unreserved character that two hexadecimal digits encode.
fn unreserved(digits: &str) -> Option<char> {
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let character = char::from(is_hex.then(|| u8::from_str_radix(digits, 16).ok()).flatten()?);
    (character.is_ascii_alphanumeric() || "-._~".contains(character)).then_some(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_need_not_be_encoded_is_decoded() {
        for (path, expected) in [
            ("/%761/games", "/v1/games"),
            ("/%6detrics", "/metrics"),
            ("/cards/the%2Dfool%7e", "/cards/the-fool~"),
            // Once, and not again.
            ("/%76%31/%2576%31", "/v1/%25761"),
        ] {
            let uri = format!("{path}?q=%76").parse().expect("an address");
            assert_eq!(normal(&uri).map(|uri| uri.to_string()), Some(format!("{expected}?q=%76")), "{path}");
        }
        for path in ["/", "/v1/games", "/v1%2Fgames", "/a%20b", "/%", "/%7", "/%zz", "/%+1", "/%C3%A9", "/%2576"] {
            assert_eq!(normal(&path.parse().expect("an address")), None, "{path}");
        }
    }

    #[test]
    fn a_whole_address_stays_whole() {
        let uri = "http://arcana.example/%761".parse().expect("an address");
        assert_eq!(normal(&uri).map(|uri| uri.to_string()).as_deref(), Some("http://arcana.example/v1"));
    }
}
