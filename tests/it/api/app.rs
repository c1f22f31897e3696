//! The app under test: the real one, on a free port, with a fresh database.

use std::{
    collections::HashMap,
    net::{SocketAddr, TcpListener},
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
        mpsc,
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use arcana::{
    clock::{Clock, SystemClock},
    http::{Application, Handle, Settings},
    reading::Pictures,
    service::{Adepts, KeyRequest, Scopes, Service, WorkerPool},
    storage,
};
use chrono::{DateTime, TimeDelta, Utc};
use parking_lot::Mutex;
use reqwest::{
    Client, Method,
    header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue},
    redirect::Policy,
};
use serde_json::Value;

use super::{answer::Answer, contract::Contract};
use crate::database::{TestDatabase, patient};

/// The step limit of the app.
pub const STEP_LIMIT: usize = 200_000;

/// A running app; it stops when dropped.
pub struct TestApp {
    pub address: SocketAddr,
    pub clock: Arc<TestClock>,
    pub service: Service,
    pub server: Handle,
    pub database: Arc<TestDatabase>,
    /// The key sent with requests that have none.
    pub key: Mutex<Option<String>>,
    /// Delete tokens of what was created without a key, by path.
    tokens: Mutex<HashMap<String, String>>,
    client: Client,
    thread: Option<JoinHandle<()>>,
}

/// The system clock with an adjustable offset.
#[derive(Default)]
pub struct TestClock {
    ahead: AtomicI64,
}

impl TestClock {
    pub fn advance(&self, by: TimeDelta) {
        self.ahead.fetch_add(by.num_microseconds().expect("not that far"), Ordering::SeqCst);
    }
}

impl Clock for TestClock {
    fn now(&self) -> DateTime<Utc> {
        SystemClock.now() + TimeDelta::microseconds(self.ahead.load(Ordering::SeqCst))
    }
}

/// A request.
#[derive(Clone, Debug)]
pub struct Request {
    pub method: Method,
    /// With the query.
    pub path: String,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Request {
    pub fn new(method: Method, path: impl Into<String>) -> Request {
        Request { method, path: path.into(), headers: HeaderMap::new(), body: Vec::new() }
    }

    pub fn get(path: impl Into<String>) -> Request {
        Request::new(Method::GET, path)
    }

    pub fn post(path: impl Into<String>, body: impl Into<Vec<u8>>) -> Request {
        let mut request = Request::new(Method::POST, path).with(CONTENT_TYPE, "application/json");
        request.body = body.into();
        request
    }

    pub fn with(mut self, name: HeaderName, value: &str) -> Request {
        self.headers.insert(name, HeaderValue::from_str(value).expect("a header's value"));
        self
    }
}

impl TestApp {
    /// Starts the app on its own thread, like the program.
    pub fn start(database: TestDatabase) -> TestApp {
        TestApp::start_with(database, Settings::default(), WorkerPool::new(2))
    }

    /// Starts the app at this time.
    pub fn start_at(database: TestDatabase, now: DateTime<Utc>) -> TestApp {
        let clock = Arc::new(TestClock::default());
        clock.advance(now - SystemClock.now());
        TestApp::set_to(Arc::new(database), clock, Settings::default(), WorkerPool::new(2), Pictures::default())
    }

    /// Starts the app with these settings and this worker pool.
    pub fn start_with(database: TestDatabase, settings: Settings, work: WorkerPool) -> TestApp {
        TestApp::set_to(Arc::new(database), Arc::default(), settings, work, Pictures::default())
    }

    /// Starts another app with the same database and clock.
    pub fn another(&self, settings: Settings) -> TestApp {
        let (database, clock) = (Arc::clone(&self.database), Arc::clone(&self.clock));
        TestApp::set_to(database, clock, settings, WorkerPool::new(2), Pictures::default())
    }

    /// The same with other pictures.
    pub fn another_with(&self, pictures: Pictures) -> TestApp {
        let (database, clock) = (Arc::clone(&self.database), Arc::clone(&self.clock));
        TestApp::set_to(database, clock, Settings::default(), WorkerPool::new(2), pictures)
    }

    /// Calls a second service on the same database, since the app's own runs in another runtime.
    pub async fn aside<T>(&self, ask: impl AsyncFnOnce(&Service) -> T) -> T {
        let clock: Arc<TestClock> = Arc::clone(&self.clock);
        let service = Service::new(self.database.open().await, clock, WorkerPool::new(1), STEP_LIMIT);
        let told = ask(&service).await;
        service.close().await;
        told
    }

    fn set_to(
        database: Arc<TestDatabase>,
        clock: Arc<TestClock>,
        settings: Settings,
        work: WorkerPool,
        pictures: Pictures,
    ) -> TestApp {
        let (told, hear) = mpsc::channel();
        let (url, its_clock) = (database.url().to_owned(), Arc::clone(&clock));
        let thread = thread::spawn(move || {
            actix_web::rt::System::new().block_on(async move {
                let store = storage::open(&url, &patient()).await.expect("a database that opens");
                let service = Service::new(store, its_clock, work, STEP_LIMIT)
                    .with_pictures(pictures)
                    .with_adepts(Adepts { count: 2, wait: Duration::from_secs(300) });
                let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
                let address = listener.local_addr().expect("an address");
                let settings = Settings { workers: 1, ..settings };
                let application = Application::build(listener, service.clone(), settings).expect("a server");
                told.send((address, service.clone(), application.handle())).expect("somebody hears");
                application.run().await.expect("it ends well");
                service.close().await;
            });
        });
        let (address, service, server) = hear.recv().expect("the app starts");
        let client = Client::builder().redirect(Policy::none()).build().expect("a client");
        TestApp {
            address,
            clock,
            service,
            server,
            database,
            key: Mutex::default(),
            tokens: Mutex::default(),
            client,
            thread: Some(thread),
        }
    }

    /// Sends a request and checks the response against the OpenAPI document. Delete tokens in responses are removed and
    /// remembered, and sent with deletions and cancellations.
    pub async fn send(&self, request: Request) -> Answer {
        let request = self.showing(request);
        let answer = self.send_unchecked(request.clone()).await;
        Contract::get().check(&request, &answer);
        self.keeping(answer)
    }

    /// Sends a key with read and write scopes from now on, unless a request has another.
    pub async fn sign_in(&self) {
        let request = KeyRequest { name: "test".to_owned(), owner: None, scopes: Scopes::READ_WRITE, expires_at: None };
        let key = self.aside(async |service| service.create_key(request).await.expect("a key").1).await;
        *self.key.lock() = Some(key);
    }

    fn showing(&self, request: Request) -> Request {
        if request.headers.contains_key(AUTHORIZATION) {
            return request;
        }
        let cancelled = request.path.strip_suffix("/cancel");
        let token = || self.tokens.lock().get(cancelled.unwrap_or(&request.path)).cloned();
        let shown = self.key.lock().clone();
        let ends = request.method == Method::DELETE || cancelled.is_some();
        let shown = shown.or_else(|| if ends { token() } else { None });
        match shown {
            Some(shown) => request.with(AUTHORIZATION, &format!("Bearer {shown}")),
            None => request,
        }
    }

    fn keeping(&self, mut answer: Answer) -> Answer {
        if !matches!(answer.status, 201 | 202) || answer.content_type() != "application/json" {
            return answer;
        }
        let mut created = answer.json();
        if let Some(Value::String(token)) =
            created.as_object_mut().and_then(|created| created.shift_remove("delete_token"))
        {
            let mut tokens = self.tokens.lock();
            for link in ["self", "game"].iter().filter_map(|link| created["links"][link].as_str()) {
                tokens.insert(link.to_owned(), token.clone());
            }
            answer.body = created.to_string().into_bytes();
        }
        answer
    }

    /// Sends a request without checking the response against the document.
    pub async fn send_unchecked(&self, request: Request) -> Answer {
        let url = format!("http://{}{}", self.address, request.path);
        let builder = self.client.request(request.method.clone(), url).headers(request.headers.clone());
        let response = builder.body(request.body.clone()).send().await.expect("an answer");
        Answer {
            asked: format!("{} {}", request.method, request.path),
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            body: response.bytes().await.expect("a body").to_vec(),
        }
    }

    pub async fn get(&self, path: impl Into<String>) -> Answer {
        self.send(Request::get(path)).await
    }

    pub async fn get_as(&self, path: impl Into<String>, accept: &str) -> Answer {
        self.send(Request::get(path).with(ACCEPT, accept)).await
    }

    pub async fn post(&self, path: impl Into<String>, body: &Value) -> Answer {
        self.send(Request::post(path, body.to_string())).await
    }

    pub async fn delete(&self, path: impl Into<String>) -> Answer {
        self.send(Request::new(Method::DELETE, path)).await
    }

    /// Stops the app and waits for its end.
    pub fn stop(mut self) {
        let thread = self.thread.take();
        drop(self.server.stop(false));
        if let Some(thread) = thread {
            thread.join().expect("the app ends without a panic");
        }
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            drop(self.server.stop(false));
            if thread.join().is_err() {
                eprintln!("the app panicked");
            }
        }
    }
}
