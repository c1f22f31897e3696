//! `POST /v1/games` from end to end: a whole game requested over HTTP, played, stored and returned.
//!
//! `cargo bench --bench http` uses SQLite in a temporary folder; with `ARCANA_BENCH_DATABASE=postgres://…` that
//! database instead.

use std::{
    net::{SocketAddr, TcpListener},
    sync::{Arc, LazyLock},
};

use arcana::{
    clock::SystemClock,
    http::{Application, Settings},
    service::{Service, WorkerPool},
    storage,
};
use divan::Bencher;
use reqwest::Client;
use tokio::runtime::Builder;

fn main() {
    divan::main();
}

/// A service that runs until the program ends.
static SERVICE: LazyLock<SocketAddr> = LazyLock::new(|| {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("bound");
    std::thread::spawn(move || actix_web::rt::System::new().block_on(serve(listener)));
    address
});

async fn serve(listener: TcpListener) {
    let folder = tempfile::tempdir().expect("a folder");
    let own = format!("sqlite://{}/bench.db", folder.path().display());
    let url = std::env::var("ARCANA_BENCH_DATABASE").unwrap_or(own);
    let store = storage::open(&url, &storage::Settings::default()).await.expect("a database");
    let service = Service::new(store, Arc::new(SystemClock), WorkerPool::new(2), 200_000);
    let application = Application::build(listener, service, Settings::default()).expect("a server");
    application.run().await.expect("it runs");
}

/// One game after the other, each answered when it is on disk.
#[divan::bench(args = ["random", "adept"], sample_count = 50, sample_size = 4)]
fn play_fortunes(bencher: Bencher<'_, '_>, bot: &str) {
    let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    let client = Client::new();
    let url = format!("http://{}/v1/games", *SERVICE);
    let player = serde_json::json!({"bot": bot});
    let body = serde_json::json!({"ruleset": "fortunes", "players": vec![player; 4]});
    bencher.counter(divan::counter::ItemsCount::new(1_usize)).bench(|| {
        runtime.block_on(async {
            let answer = client.post(&url).json(&body).send().await.expect("an answer");
            assert_eq!(answer.status(), 201);
            answer.bytes().await.expect("a body").len()
        })
    });
}
