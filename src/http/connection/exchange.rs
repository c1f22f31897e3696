//! State of a connection: between requests, in a request, or streaming a response.

use std::{
    cell::{Cell, RefCell},
    error::Error as StdError,
    pin::Pin,
    rc::Rc,
    task::{Context, Poll, Waker},
    time::Duration,
};

use actix_web::{
    HttpMessage, HttpRequest,
    body::{BodySize, BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::{ConnectionType, StatusCode, Version, header::CONTENT_LENGTH},
    web::{self, Bytes},
};
use tokio::time::Instant;

use super::registry::Connections;
use crate::{
    http::middleware::{body_budget::MemoryLease, head_as_get},
    service::Service,
};

/// How long a connection stays open for the next request: longer than common proxies and clients keep theirs, so that it is
/// not closed while a request is on its way.
pub const KEEP_ALIVE: Duration = Duration::from_secs(75);

/// Maximum number of bytes of a response handed to the connection in one part.
const PART: usize = 64 << 10;

/// State of the requests on a connection.
#[derive(Debug)]
pub struct Conversation {
    header_timeout: Duration,
    /// When the head of the next request must be complete; `None` while a request is handled.
    head_deadline: Cell<Option<Instant>>,
    /// Whether bytes of that head have arrived.
    head_begun: Cell<bool>,
    streaming: Cell<bool>,
    /// Whether a response has ended since the guard asked.
    ended: Cell<bool>,
    /// Number of responses that have ended.
    responses: Cell<u64>,
    /// The task to wake when the next one ends.
    waker: RefCell<Option<Waker>>,
}

impl Conversation {
    /// The state of a new connection.
    pub fn new(header_timeout: Duration) -> Conversation {
        Conversation {
            header_timeout,
            head_deadline: Cell::new(Some(Instant::now() + header_timeout)),
            head_begun: Cell::new(false),
            streaming: Cell::new(false),
            ended: Cell::new(false),
            responses: Cell::new(0),
            waker: RefCell::default(),
        }
    }

    /// When the head of the next request must be complete; `None` while a request is handled.
    pub fn head_deadline(&self) -> Option<Instant> {
        self.head_deadline.get()
    }

    /// Whether part of that head has arrived.
    pub fn has_begun_a_head(&self) -> bool {
        self.head_begun.get()
    }

    /// Whether the response is a stream without a known end.
    pub fn is_streaming(&self) -> bool {
        self.streaming.get()
    }

    /// Whether a response has ended since the last call: the connection then has a deadline again.
    pub fn take_ended(&self) -> bool {
        self.ended.take()
    }

    /// Number of responses that have ended.
    pub fn responses(&self) -> u64 {
        self.responses.get()
    }

    /// Wakes this task when the next response ends.
    pub fn wake_at_end(&self, context: &Context<'_>) {
        *self.waker.borrow_mut() = Some(context.waker().clone());
    }

    /// Records that bytes have arrived: after a response they are of the next request, or of the rest of this one.
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

    /// A keep-alive connection may be idle for a while.
    fn finish(&self) {
        self.head_deadline.set(Some(Instant::now() + KEEP_ALIVE + self.header_timeout));
        self.streaming.set(false);
        self.ended.set(true);
        self.responses.set(self.responses.get() + 1);
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }
}

/// Records that the response is a stream without a known end.
pub fn streams(request: &HttpRequest) {
    if let Some(conversation) = request.conn_data::<Rc<Conversation>>() {
        conversation.streaming.set(true);
    }
}

/// A request and its response; the exchange ends when this is dropped.
pub struct Exchange(Option<Rc<Conversation>>);

impl Drop for Exchange {
    fn drop(&mut self) {
        if let Some(conversation) = &self.0 {
            conversation.finish();
        }
    }
}

impl Exchange {
    /// Records on the connection that a request begins.
    pub fn begin(request: &ServiceRequest) -> Exchange {
        let conversation = request.conn_data::<Rc<Conversation>>().cloned();
        if let Some(conversation) = &conversation {
            conversation.begin();
        }
        Exchange(conversation)
    }

    /// The response; the exchange ends when its body is dropped.
    pub fn answer(self, mut answered: ServiceResponse<BoxBody>) -> ServiceResponse<MeteredBody> {
        if closes_after(answered.request()) {
            answered.response_mut().head_mut().set_connection_type(ConnectionType::Close);
        }
        let is_head = head_as_get::is_head(answered.request());
        let size = answered.response().body().size();
        if is_head
            && answered.status() != StatusCode::NOT_MODIFIED
            && let BodySize::Sized(length) = size
        {
            // The length as a header of its own: the server would wait for a body of the length that it writes itself.
            answered.headers_mut().insert(CONTENT_LENGTH, length.into());
            answered.response_mut().head_mut().no_chunking(true);
        }
        if answered.request().version() < Version::HTTP_11 && size == BodySize::Stream {
            // HTTP/1.0 knows no chunks: such a body ends with its connection.
            answered.response_mut().head_mut().no_chunking(true);
            answered.response_mut().head_mut().set_connection_type(ConnectionType::Close);
        }
        let held = answered.request().extensions().get::<MemoryLease>().cloned();
        let body = |body: BoxBody| if is_head { BoxBody::new(Omitted(body.size())) } else { body };
        answered.map_body(|_, whole| MeteredBody {
            body: body(whole),
            rest: Bytes::new(),
            _held: held,
            _exchange: self,
        })
    }
}

/// Whether the connection closes after this response. The client then opens a new one, which another instance accepts
/// if this one is about to stop.
fn closes_after(request: &HttpRequest) -> bool {
    request.app_data::<web::Data<Service>>().is_some_and(|service| service.is_draining())
        || request.app_data::<web::Data<Connections>>().is_some_and(|connections| connections.are_crowded())
}

/// The body of the response to a HEAD, which the server would omit, but compute. Its length is a header of its own.
struct Omitted(BodySize);

impl MessageBody for Omitted {
    type Error = Box<dyn StdError>;

    fn size(&self) -> BodySize {
        match self.0 {
            // The end of a stream would be written.
            BodySize::None | BodySize::Stream => BodySize::None,
            BodySize::Sized(_) => BodySize::Stream,
        }
    }

    fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        Poll::Ready(None)
    }
}

/// A response body sent in parts; it holds the memory lease and the exchange until it is dropped.
pub struct MeteredBody {
    body: BoxBody,
    rest: Bytes,
    /// The memory of the request body, which the response may share.
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
