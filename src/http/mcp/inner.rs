//! Requests to the routes of the interface from within the process.

use std::{net::SocketAddr, rc::Rc};

use actix_http::Request;
use actix_service::{IntoServiceFactory, Service as _, ServiceFactory, boxed};
use actix_web::{
    App, Error, HttpRequest,
    body::{BoxBody, to_bytes},
    dev::{AppConfig, ServiceResponse},
    http::{
        Method, StatusCode, Uri,
        header::{self, HeaderMap, HeaderName, HeaderValue},
    },
    middleware::from_fn,
    web::Bytes,
};
use sha2::{Digest, Sha256};
use tokio::sync::{OnceCell, mpsc, oneshot};

use crate::{
    hex::hex,
    http::{
        application::State,
        middleware::{self, request_id, timeout},
        routes,
    },
};

/// The routes of the interface, for requests from within: with who calls and what that costs, but without what is about
/// connections. Each thread puts its own together when it is first needed.
#[derive(Clone)]
pub struct InnerApp {
    state: State,
    routes: Rc<OnceCell<Routes>>,
}

type Routes = boxed::BoxService<Request, ServiceResponse<BoxBody>, Error>;

impl InnerApp {
    /// One of this state.
    pub fn new(state: State) -> InnerApp {
        InnerApp { state, routes: Rc::default() }
    }

    async fn call(&self, request: Request) -> Result<ServiceResponse<BoxBody>, Error> {
        self.routes.get_or_init(|| routes(self.state.clone())).await.call(request).await
    }
}

async fn routes(state: State) -> Routes {
    let app = routes::serve(App::new().configure(|config| state.share(config)))
        .wrap(from_fn(middleware::admit))
        .wrap(from_fn(timeout::limit))
        .wrap(from_fn(request_id::identify));
    let service = app.into_factory().new_service(AppConfig::default()).await;
    boxed::service(service.unwrap_or_else(|()| unreachable!("no route fails to start")))
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
    pub body: Option<String>,
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
        let mut request = Request::with_payload(actix_web::dev::Payload::from(Bytes::from(body.clone())));
        let head = request.head_mut();
        (head.method, head.uri, head.peer_addr) = (method, self.uri, sender.address);
        for (name, value) in &sender.headers {
            head.headers.append(name.clone(), value.clone());
        }
        if let Some(seat) = self.seat {
            head.headers.insert(header::AUTHORIZATION, seat);
        }
        if self.once {
            let key = hex(&Sha256::digest(format!("{} {body}", head.uri)));
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
