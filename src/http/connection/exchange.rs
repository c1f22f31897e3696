//! Where a connection is: between requests, in one, or in an answer that is streamed.

use std::{
    cell::Cell,
    error::Error as StdError,
    pin::Pin,
    rc::Rc,
    task::{Context, Poll},
    time::Duration,
};

use actix_web::{
    HttpMessage, HttpRequest,
    body::{BodySize, BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::ConnectionType,
    web::{self, Bytes},
};
use tokio::time::Instant;

use super::registry::Connections;
use crate::{http::middleware::body_budget::MemoryLease, service::Service};

/// How long a connection stays open for the next request.
pub const KEEP_ALIVE: Duration = Duration::from_secs(5);

/// How many bytes of an answer are handed to the connection at once.
const PART: usize = 64 << 10;

/// What is known of the requests on a connection.
#[derive(Debug)]
pub struct Conversation {
    header_timeout: Duration,
    /// When the head of the next request has to be there; `None` while a request is answered.
    head_deadline: Cell<Option<Instant>>,
    /// Bytes of that head have come.
    head_begun: Cell<bool>,
    streaming: Cell<bool>,
}

impl Conversation {
    /// Nothing has been said yet.
    pub fn new(header_timeout: Duration) -> Conversation {
        Conversation {
            header_timeout,
            head_deadline: Cell::new(Some(Instant::now() + header_timeout)),
            head_begun: Cell::new(false),
            streaming: Cell::new(false),
        }
    }

    /// When the head of the next request has to be there; `None` while a request is answered.
    pub fn head_deadline(&self) -> Option<Instant> {
        self.head_deadline.get()
    }

    /// Has some of it come?
    pub fn has_begun_a_head(&self) -> bool {
        self.head_begun.get()
    }

    /// Is the answer a list that has no end yet?
    pub fn is_streaming(&self) -> bool {
        self.streaming.get()
    }

    /// Bytes came in.
    pub fn heard(&self) {
        let Some(deadline) = self.head_deadline.get() else { return };
        if !self.head_begun.replace(true) {
            self.head_deadline.set(Some(deadline.min(Instant::now() + self.header_timeout)));
        }
    }

    fn begin(&self) {
        self.head_deadline.set(None);
        self.head_begun.set(false);
    }

    /// Between two requests nothing has to come for a while, but a head that came along with the request before is not
    /// heard again.
    fn finish(&self) {
        self.head_deadline.set(Some(Instant::now() + KEEP_ALIVE + self.header_timeout));
        self.streaming.set(false);
    }
}

/// Notes that a request is answered with a list that has no end yet.
pub fn streams(request: &HttpRequest) {
    if let Some(conversation) = request.conn_data::<Rc<Conversation>>() {
        conversation.streaming.set(true);
    }
}

/// A request and its answer; it ends when it is dropped.
pub struct Exchange(Option<Rc<Conversation>>);

impl Drop for Exchange {
    fn drop(&mut self) {
        if let Some(conversation) = &self.0 {
            conversation.finish();
        }
    }
}

impl Exchange {
    /// Tells the connection that a request begins.
    pub fn begin(request: &ServiceRequest) -> Exchange {
        let conversation = request.conn_data::<Rc<Conversation>>().cloned();
        if let Some(conversation) = &conversation {
            conversation.begin();
        }
        Exchange(conversation)
    }

    /// The answer, of which the connection is told when it has been handed over.
    pub fn answer(self, mut answered: ServiceResponse<BoxBody>) -> ServiceResponse<MeteredBody> {
        if closes_after(answered.request()) {
            answered.response_mut().head_mut().set_connection_type(ConnectionType::Close);
        }
        let held = answered.request().extensions().get::<MemoryLease>().cloned();
        answered.map_body(|_, body| MeteredBody { body, rest: Bytes::new(), _held: held, _exchange: self })
    }
}

/// Is this the connection's last request? Who is told so comes back on another one, and to another service if this one
/// is about to stop.
fn closes_after(request: &HttpRequest) -> bool {
    request.app_data::<web::Data<Service>>().is_some_and(|service| service.is_draining())
        || request.app_data::<web::Data<Connections>>().is_some_and(|connections| connections.are_crowded())
}

/// An answer's body on its way out: in parts, with what it takes until it is gone.
pub struct MeteredBody {
    body: BoxBody,
    rest: Bytes,
    /// The memory of the request's body: the answer may be made of it.
    _held: Option<MemoryLease>,
    _exchange: Exchange,
}

impl MessageBody for MeteredBody {
    type Error = Box<dyn StdError>;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Box<dyn StdError>>>> {
        if self.rest.is_empty() {
            match Pin::new(&mut self.body).poll_next(context) {
                Poll::Ready(Some(Ok(part))) if part.len() > PART => self.rest = part,
                polled @ (Poll::Ready(_) | Poll::Pending) => return polled,
            }
        }
        let part = self.rest.len().min(PART);
        Poll::Ready(Some(Ok(self.rest.split_to(part))))
    }
}
