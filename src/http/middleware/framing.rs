//! What the server leaves open in HTTP/1: HEAD, clients of HTTP/1.0, and when connections close.

use std::{
    error::Error as StdError,
    pin::Pin,
    task::{Context, Poll},
};

use actix_web::{
    HttpMessage, HttpRequest,
    body::{BodySize, BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::{
        ConnectionType, Method, Version,
        header::{CONTENT_ENCODING, ContentEncoding},
    },
    web::{Bytes, Data},
};

use crate::service::Service;

/// Marks a request that was a HEAD.
#[derive(Clone, Copy, Debug)]
struct Head;

/// Whether a request handled as GET is a HEAD: the response of GET without the body (RFC 9110, 9.3.2).
pub fn is_head(request: &HttpRequest) -> bool {
    request.extensions().get::<Head>().is_some()
}

/// Routes a HEAD as GET; the server knows the original method and sends no body.
pub fn head_as_get(request: &mut ServiceRequest) {
    if request.method() == Method::HEAD {
        request.head_mut().method = Method::GET;
        request.extensions_mut().insert(Head);
    }
}

/// Says how a response is sent: whether its connection ends with it, and without a body if it is one to a HEAD.
pub fn end(mut answered: ServiceResponse<BoxBody>) -> ServiceResponse<BoxBody> {
    let is_head = is_head(answered.request());
    // HTTP/1.0 knows no chunks: a body of unknown length ends with its connection.
    let old = answered.request().version() < Version::HTTP_11 && answered.response().body().size() == BodySize::Stream;
    // The client then opens a new connection, which another instance accepts if this one is about to stop.
    let draining = answered.request().app_data::<Data<Service>>().is_some_and(|service| service.is_draining());
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
    if is_head || old || draining {
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
