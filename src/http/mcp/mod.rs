//! The Model Context Protocol: tools for agents, over the same routes as the interface (`docs/agents.md`).
//!
//! A tool is a row in `tools.rs` that names a route. A call becomes a request to that route, in this process, with the
//! caller's key: whoever may do something there may do it here, and counts against the same limits. Nothing is kept
//! between calls, so any service answers the next one.

mod inner;
mod resources;
mod schemas;
mod server;
mod tools;

use actix_web::{
    HttpMessage, HttpRequest, HttpResponse,
    http::{
        StatusCode,
        header::{AUTHORIZATION, HeaderName, HeaderValue},
    },
    web::{Bytes, Payload},
};
use http_body_util::{BodyExt, Full};
use rmcp::{
    ServiceExt,
    transport::streamable_http_server::{
        StreamableHttpServerConfig, StreamableHttpService, session::never::NeverSessionManager,
    },
};
use serde::de::IgnoredAny;
use serde_json::json;
use tokio::sync::mpsc;

use self::{
    inner::{Call, Sender},
    server::Agent,
};
use super::{
    extract::{accept::JSON, body::whole},
    middleware::auth::{Read, authorize},
    reply::problem::{ApiResult, Problem},
    settings::Settings,
};

pub use self::inner::{InnerApp, Routes};

/// Answers a message of a client. One that has hung up is no longer worked for.
pub async fn answer(request: HttpRequest, payload: Payload) -> ApiResult {
    // Calls are made with the headers of the message, but without its cookies.
    let keyed = authorize::<Read>(&request)?.caller.key.is_some() && request.headers().contains_key(AUTHORIZATION);
    let body = whole(&request, payload.into_inner(), Settings::of(&request).log_limit).await?;
    let (sender, mut calls) = mpsc::unbounded_channel();
    let app = request.app_data::<InnerApp>().expect("the app shares its routes").clone();
    let agent = Agent::new(sender, app.document, keyed);
    let service =
        StreamableHttpService::new(move || Ok(agent.clone()), NeverSessionManager::default().into(), config(&request));
    let whose = Sender::of(&request);
    let calling = async {
        while let Some(call) = calls.recv().await {
            call.answer(&app, &whose).await;
        }
        std::future::pending().await
    };
    let body = body.freeze();
    let message = message(&request, body.clone())?;
    let answered = tokio::select! {
        answered = service.handle(message) => answered_as(answered).await?,
        never = calling => return never,
    };
    // So the library refuses what is no message.
    let is_refused = answered.status() == StatusCode::UNSUPPORTED_MEDIA_TYPE && request.content_type() == JSON;
    Ok(if is_refused { no_message(&body) } else { answered })
}

/// The answer of JSON-RPC to a body that is not one of its messages.
fn no_message(body: &[u8]) -> HttpResponse {
    let (code, told) = match serde_json::from_slice::<IgnoredAny>(body) {
        Ok(IgnoredAny) => (-32600, "Invalid request: expected a message of JSON-RPC 2.0.".to_owned()),
        Err(why) => (-32700, format!("Parse error: {why}.")),
    };
    let error = json!({"jsonrpc": "2.0", "id": null, "error": {"code": code, "message": told}});
    HttpResponse::BadRequest().insert_header(("cache-control", "no-store")).json(error)
}

/// Nothing is kept between requests. The middleware of all routes has looked at the host and the origin (`same_origin`).
fn config(request: &HttpRequest) -> StreamableHttpServerConfig {
    StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_sse_keep_alive(None)
        .disable_allowed_hosts()
        .disable_allowed_origins()
        .with_max_request_body_bytes(Settings::of(request).log_limit)
}

/// The request in the types of the protocol's library.
fn message(request: &HttpRequest, body: Bytes) -> Result<http::Request<Full<Bytes>>, Problem> {
    let mut message = http::Request::builder().method(request.method().as_str()).uri(request.uri().to_string());
    for (name, value) in request.headers() {
        message = message.header(name.as_str(), value.as_bytes());
    }
    message.body(Full::new(body)).map_err(|why| Problem::internal(why.to_string()))
}

/// A response of the protocol's library as one of ours.
async fn answered_as<B>(answered: http::Response<B>) -> ApiResult
where
    B: http_body::Body<Data = Bytes, Error = std::convert::Infallible>,
{
    let (parts, body) = answered.into_parts();
    let Ok(body) = body.collect().await;
    let status = StatusCode::from_u16(parts.status.as_u16()).map_err(|why| Problem::internal(why.to_string()))?;
    let mut response = HttpResponse::build(status);
    for (name, value) in &parts.headers {
        let name = HeaderName::from_bytes(name.as_str().as_bytes());
        if let (Ok(name), Ok(value)) = (name, HeaderValue::from_bytes(value.as_bytes())) {
            response.append_header((name, value));
        }
    }
    Ok(response.insert_header(("cache-control", "no-store")).body(body.to_bytes()))
}

/// Serves one client on standard input and output, until it closes its side.
///
/// # Errors
/// When the client does not begin as the protocol demands, or the log of the process is closed.
pub async fn stdio(app: InnerApp) -> anyhow::Result<()> {
    let (sender, mut calls) = mpsc::unbounded_channel::<Call>();
    let document = app.document;
    let answering = actix_web::rt::spawn(async move {
        while let Some(call) = calls.recv().await {
            let app = app.clone();
            actix_web::rt::spawn(async move { call.answer(&app, &Sender::default()).await });
        }
    });
    let running = Agent::new(sender, document, false).serve(rmcp::transport::stdio()).await;
    // A client that closes before it has begun has asked for nothing.
    if let Ok(running) = running {
        running.waiting().await?;
    }
    answering.abort();
    Ok(())
}
