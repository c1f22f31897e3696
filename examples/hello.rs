//! A minimal service on the same web server: the baseline of `scripts/bench http`.
//!
//! `cargo run --release --example hello -- PORT [SIZE]`: every `GET` gets the same few bytes of JSON, or `SIZE` bytes,
//! and the body of a `POST` is read first. `GET /events/{count}/{size}` streams that many events of that size, each
//! when the connection accepts more.

use std::{convert::Infallible, env, sync::LazyLock};

use actix_web::{App, HttpResponse, HttpServer, web};
use futures::{StreamExt, stream};

/// The body of every response, padded to the size that the caller asked for.
static BODY: LazyLock<web::Bytes> = LazyLock::new(|| {
    let size = env::args().nth(2).map_or(0, |size| size.parse().expect("a number of bytes"));
    web::Bytes::from(format!("{:size$}", r#"{"hello":"world"}"#))
});

async fn get() -> HttpResponse {
    HttpResponse::Ok().content_type("application/json").body(BODY.clone())
}

async fn post(_body: web::Bytes) -> HttpResponse {
    get().await
}

async fn events(path: web::Path<(usize, usize)>) -> HttpResponse {
    let (count, size) = path.into_inner();
    let event = web::Bytes::from(format!("data: {}\n\n", "x".repeat(size.saturating_sub(8))));
    let events = stream::iter(0..count).map(move |_| Ok::<_, Infallible>(event.clone()));
    HttpResponse::Ok().content_type("text/event-stream").streaming(events)
}

#[actix_web::main]
async fn main() -> std::io::Result<()> {
    let port = env::args().nth(1).and_then(|port| port.parse().ok()).unwrap_or(8081);
    let hello = || {
        let app = App::new().route("/", web::get().to(get)).route("/", web::post().to(post));
        app.route("/events/{count}/{size}", web::get().to(events))
    };
    HttpServer::new(hello).workers(2).bind(("127.0.0.1", port))?.run().await
}
