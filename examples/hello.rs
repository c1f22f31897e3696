//! The least that this service's web server can do: the floor that `scripts/bench http` measures against.
//!
//! `cargo run --release --example hello -- PORT`: every `GET` is answered with the same few bytes of JSON, every body of a
//! `POST` is read first.

use std::env;

use actix_web::{App, HttpResponse, HttpServer, web};

async fn get() -> HttpResponse {
    HttpResponse::Ok().content_type("application/json").body(r#"{"hello":"world"}"#)
}

async fn post(_body: web::Bytes) -> HttpResponse {
    get().await
}

#[actix_web::main]
async fn main() -> std::io::Result<()> {
    let port = env::args().nth(1).and_then(|port| port.parse().ok()).unwrap_or(8081);
    let hello = || App::new().route("/", web::get().to(get)).route("/", web::post().to(post));
    HttpServer::new(hello).workers(2).bind(("127.0.0.1", port))?.run().await
}
