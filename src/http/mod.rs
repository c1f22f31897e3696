//! The HTTP interface: routes, and what is the same for all of them.

mod accept;
mod answer;
mod arrival;
mod body;
mod caller;
mod coding;
mod commitments;
mod conditional;
mod cors;
mod cursor;
mod decks;
mod due;
mod games;
mod head;
mod idempotency;
mod json;
mod kept;
mod keys;
mod limits;
pub mod lines;
pub mod log_lines;
mod metrics;
pub mod openapi;
mod pages;
mod patience;
pub mod problem;
mod query;
mod readings;
mod request_id;
mod rulesets;
mod secure;
mod settings;
mod site;

use std::{io, net::TcpListener, time::Duration};

use actix_web::{
    App, HttpRequest, HttpServer,
    dev::{Server, ServiceFactory, ServiceRequest},
    http::header::{self, HeaderValue},
    middleware::{Compress, from_fn},
    web,
};
use utoipa_actix_web::{AppExt, UtoipaApp, scope};
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::service::{ProblemCode, Service};
use arrival::Memory;
use kept::Shelf;
use limits::Limiter;
use metrics::Traffic;
use problem::Problem;

pub use cors::{BadOrigin, Origins};
pub use limits::Rate;
pub use settings::Settings;

/// How long the head of a request may take to come.
const HEAD_PATIENCE: Duration = Duration::from_secs(10);

/// Where the description for people is.
const DOCS: &str = "/docs/{_:.*}";

/// The OpenAPI document, and what follows from it.
#[derive(Debug)]
pub struct Document {
    /// As it is served.
    text: String,
    /// Each path with its methods, parameters in braces.
    methods: Vec<(String, Vec<String>)>,
}

impl Document {
    fn new() -> Document {
        let document = openapi::document();
        Document { text: document.to_string(), methods: openapi::methods(&document) }
    }

    /// Every route's pattern.
    fn routes(&self) -> impl Iterator<Item = String> {
        self.methods.iter().map(|(path, _)| path.clone())
    }

    /// The methods of the route that a path is of.
    fn allowed(&self, path: &str) -> Option<String> {
        let matching = |template: &str| {
            let (mut wanted, mut given) = (template.split('/'), path.split('/'));
            let fits =
                |(wanted, given): (&str, &str)| wanted == given || (wanted.starts_with('{') && !given.is_empty());
            template.split('/').count() == path.split('/').count()
                && std::iter::from_fn(|| Some((wanted.next()?, given.next()?))).all(fits)
        };
        let (_, methods) = self.methods.iter().find(|(template, _)| matching(template))?;
        Some(methods.join(", "))
    }
}

/// Serves the interface on a socket; the server runs when it is awaited.
///
/// # Errors
/// When the socket cannot be listened on.
pub fn serve(listener: TcpListener, service: Service, settings: Settings) -> io::Result<Server> {
    let document = Document::new();
    let pages = site::ROUTES.into_iter().chain(["/docs", DOCS]).map(ToOwned::to_owned);
    let traffic = web::Data::new(Traffic::of(document.routes().chain(pages)));
    let limiter = web::Data::new(settings.rate.map(Limiter::new));
    let shelf = web::Data::new(Shelf::default());
    let memory = web::Data::new(Memory::of(settings.body_memory));
    let (workers, shutdown) = (settings.workers, settings.shutdown_seconds);
    let (document, service, shared) = (web::Data::new(document), web::Data::new(service), web::Data::new(settings));
    let server = HttpServer::new(move || {
        let app = App::new().app_data(document.clone()).app_data(service.clone()).app_data(shared.clone());
        let app =
            app.app_data(traffic.clone()).app_data(limiter.clone()).app_data(memory.clone()).app_data(shelf.clone());
        let app = app.app_data(web::PathConfig::default().error_handler(|_, _| readings::no_such("address").into()));
        let (app, _) = routes(app.into_utoipa_app()).split_for_parts();
        let docs = SwaggerUi::new(DOCS).config(Config::from("/openapi.json").validator_url("none"));
        // Middleware in one list, the outermost last.
        app.service(web::redirect("/docs", "/docs/"))
            .service(docs)
            .configure(site::pages)
            .default_service(web::to(nothing_here))
            .wrap(from_fn(conditional::tag))
            .wrap(Compress::default())
            .wrap(from_fn(conditional::name_encoding))
            .wrap(from_fn(kept::keep))
            .wrap(from_fn(caller::admit))
            .wrap(from_fn(limits::limit))
            .wrap(from_fn(caller::recognise))
            .wrap(from_fn(head::as_get))
            .wrap(from_fn(patience::wait))
            .wrap(from_fn(request_id::identify))
            .wrap(from_fn(secure::guard))
            .wrap(from_fn(metrics::count))
    });
    // Who serves says when to stop: `arcana serve` listens to signals.
    let server = server.workers(workers).shutdown_timeout(shutdown).disable_signals();
    Ok(server.client_request_timeout(HEAD_PATIENCE).listen(listener)?.run())
}

/// Every route that the OpenAPI document describes.
fn routes<T>(app: UtoipaApp<T>) -> UtoipaApp<T>
where
    T: ServiceFactory<ServiceRequest, Config = (), Error = actix_web::Error, InitError = ()>,
{
    let v1 = scope::scope("/v1")
        .service(rulesets::list_rulesets)
        .service(rulesets::get_ruleset)
        .service(games::play_game)
        .service(games::import_game)
        // Before the routes that take any id: `import` is none.
        .route("/games/import", web::route().to(nothing_here))
        .service(games::list_games)
        .service(games::get_game)
        .service(games::delete_game)
        .service(games::get_log)
        .service(games::get_state)
        .service(games::get_verification)
        .service(commitments::make_commitment)
        .service(commitments::get_commitment)
        .service(readings::get_game_readings)
        .service(readings::get_game_reading)
        .service(readings::ask)
        .service(readings::list_readings)
        .service(readings::get_reading)
        .service(readings::delete_reading)
        .service(readings::lay_out)
        .service(decks::list_decks)
        .service(decks::get_deck)
        .service(decks::get_card)
        .service(keys::make_key)
        .service(keys::list_keys)
        .service(keys::get_key)
        .service(keys::revoke_key);
    app.service(v1)
        .service(pages::healthz)
        .service(pages::readyz)
        .service(metrics::metrics)
        .service(pages::openapi_json)
        .service(pages::problem_page)
        .service(pages::rules_index)
        .service(pages::rules_page)
}

/// The document that the routes describe, on top of this one.
fn described(description: utoipa::openapi::OpenApi) -> utoipa::openapi::OpenApi {
    let (_, document) = routes(App::new().into_utoipa_app().openapi(description)).split_for_parts();
    document
}

/// No route: 404, or 405 where the path has other methods.
async fn nothing_here(request: HttpRequest, document: web::Data<Document>) -> Result<actix_web::HttpResponse, Problem> {
    let Some(methods) = document.allowed(request.path()) else {
        return Err(Problem::new(ProblemCode::NotFound, "There is no such route."));
    };
    if let Some(response) = cors::preflight(&request, &methods) {
        return Ok(response);
    }
    let detail = format!("{} is not a method of this route: it has {methods}.", request.method());
    let allow = HeaderValue::from_str(&methods).map_err(|error| Problem::internal(error.to_string()))?;
    Err(Problem::new(ProblemCode::MethodNotAllowed, detail).with_header(header::ALLOW, allow))
}
