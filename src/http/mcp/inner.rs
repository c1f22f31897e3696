//! Requests to the routes of the interface from within the process.

use std::{net::SocketAddr, rc::Rc};

use actix_http::{HttpMessage, Request};
use actix_service::{Service as _, boxed};
use actix_web::{
    Error, HttpRequest,
    body::{BoxBody, to_bytes},
    dev::ServiceResponse,
    http::{
        Method, StatusCode, Uri,
        header::{self, HeaderMap, HeaderName, HeaderValue},
    },
    web::Bytes,
};
use futures::future::LocalBoxFuture;
use sha2::{Digest, Sha256};
use tokio::sync::{OnceCell, mpsc, oneshot};

use crate::{hex::hex, http::extract::idempotency_key::ByAgent};

/// The routes of the interface, ready for requests from within.
pub type Routes = boxed::BoxService<Request, ServiceResponse<BoxBody>, Error>;

/// The routes of the interface, and the document that describes them. Each thread puts its own together when they are first
/// needed.
#[derive(Clone)]
pub struct InnerApp {
    assemble: Rc<dyn Fn() -> LocalBoxFuture<'static, Routes>>,
    routes: Rc<OnceCell<Routes>>,
    /// The document, as served.
    pub document: fn() -> &'static str,
}

impl InnerApp {
    /// One whose routes are put together like this.
    pub fn new(
        assemble: impl Fn() -> LocalBoxFuture<'static, Routes> + 'static,
        document: fn() -> &'static str,
    ) -> InnerApp {
        InnerApp { assemble: Rc::new(assemble), routes: Rc::default(), document }
    }

    async fn call(&self, request: Request) -> Result<ServiceResponse<BoxBody>, Error> {
        self.routes.get_or_init(|| (self.assemble)()).await.call(request).await
    }
}

/// Whoever sent the message: its headers that say who calls, and its address.
#[derive(Clone, Default)]
pub struct Sender {
    headers: HeaderMap,
    address: Option<SocketAddr>,
}

impl Sender {
    /// The sender of a request.
    pub fn of(request: &HttpRequest) -> Sender {
        let mut headers = HeaderMap::new();
        for name in [header::AUTHORIZATION, header::HOST, header::FORWARDED, HeaderName::from_static("x-forwarded-for")]
        {
            for value in request.headers().get_all(&name) {
                headers.append(name.clone(), value.clone());
            }
        }
        Sender { headers, address: request.peer_addr() }
    }
}

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// What is asked of a route.
#[derive(Debug)]
pub struct Asked {
    /// Path and query.
    pub uri: Uri,
    /// The media type that is wanted.
    pub accept: &'static str,
    /// The body of a POST, as JSON; without one it is a GET.
    pub body: Option<Bytes>,
    /// The token of a seat, in place of the sender's key.
    pub seat: Option<HeaderValue>,
    /// Is it to be done once, however often it is asked for?
    pub once: bool,
}

/// What a route answered.
#[derive(Debug)]
pub struct Answered {
    /// Status.
    pub status: StatusCode,
    /// The body.
    pub body: Bytes,
}

/// A request to a route, and where its answer is waited for: tools may run on any thread, routes stay on theirs.
pub struct Call {
    asked: Asked,
    answered: oneshot::Sender<Answered>,
}

/// Where requests to routes go.
pub type Calls = mpsc::UnboundedSender<Call>;

/// Asks a route; `None` if the client has gone.
pub async fn ask(calls: &Calls, asked: Asked) -> Option<Answered> {
    let (answered, answer) = oneshot::channel();
    calls.send(Call { asked, answered }).ok()?;
    answer.await.ok()
}

impl Call {
    /// Has the route answer.
    pub async fn answer(self, app: &InnerApp, sender: &Sender) {
        let answered = match app.call(self.asked.request(sender)).await {
            Ok(response) => read(response.into_parts().1).await,
            Err(error) => read(error.error_response()).await,
        };
        // Whoever asked may have given up.
        let _ = self.answered.send(answered);
    }
}

impl Asked {
    fn request(self, sender: &Sender) -> Request {
        let method = if self.body.is_some() { Method::POST } else { Method::GET };
        let body = self.body.unwrap_or_default();
        let mut request = Request::with_payload(actix_web::dev::Payload::from(body.clone()));
        request.extensions_mut().insert(ByAgent);
        let head = request.head_mut();
        (head.method, head.uri, head.peer_addr) = (method, self.uri, sender.address);
        for (name, value) in &sender.headers {
            head.headers.append(name.clone(), value.clone());
        }
        if let Some(seat) = self.seat {
            head.headers.insert(header::AUTHORIZATION, seat);
        }
        if self.once {
            let key = hex(&Sha256::new().chain_update(format!("{} ", head.uri)).chain_update(&body).finalize());
            head.headers.insert(IDEMPOTENCY_KEY, HeaderValue::try_from(key).expect("hexadecimal digits are ASCII"));
        }
        head.headers.insert(header::ACCEPT, HeaderValue::from_static(self.accept));
        if head.method == Method::POST {
            head.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
            head.headers.insert(header::CONTENT_LENGTH, HeaderValue::from(body.len()));
        }
        request
    }
}

async fn read(response: actix_web::HttpResponse) -> Answered {
    let status = response.status();
    let body = to_bytes(response.into_body()).await.unwrap_or_default();
    Answered { status, body }
}
