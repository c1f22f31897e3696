//! Every route that the OpenAPI document describes, known without writing the document: that takes a while.

use actix_web::{App, HttpMessage, HttpRequest, dev::ServiceFactory, dev::ServiceRequest, web};
use utoipa::openapi::OpenApi;
use utoipa_actix_web::{AppExt, scope};

use crate::http::{
    api::{commitments, decks, erasures, games, keys, meta, metrics, readings, rulesets},
    nothing_here, site,
};

/// Where the description for people is.
pub const DOCS: &str = "/docs/{_:.*}";

/// Each path with its methods, parameters in braces; where there is GET there is HEAD.
const METHODS: [(&str, &str); 28] = [
    ("/healthz", "GET, HEAD"),
    ("/metrics", "GET, HEAD"),
    ("/openapi.json", "GET, HEAD"),
    ("/problems/{code}", "GET, HEAD"),
    ("/readyz", "GET, HEAD"),
    ("/rules", "GET, HEAD"),
    ("/rules/{page}", "GET, HEAD"),
    ("/v1/commitments", "GET, HEAD, POST"),
    ("/v1/commitments/{id}", "GET, HEAD"),
    ("/v1/decks", "GET, HEAD"),
    ("/v1/decks/{deck}", "GET, HEAD"),
    ("/v1/decks/{deck}/cards/{card}", "GET, HEAD"),
    ("/v1/erasures", "POST"),
    ("/v1/games", "GET, HEAD, POST"),
    ("/v1/games/import", "POST"),
    ("/v1/games/{id}", "GET, HEAD, DELETE"),
    ("/v1/games/{id}/log", "GET, HEAD"),
    ("/v1/games/{id}/readings", "GET, HEAD"),
    ("/v1/games/{id}/readings/{player}", "GET, HEAD"),
    ("/v1/games/{id}/states/{n}", "GET, HEAD"),
    ("/v1/games/{id}/verification", "GET, HEAD"),
    ("/v1/keys", "GET, HEAD, POST"),
    ("/v1/keys/{id}", "GET, HEAD, DELETE"),
    ("/v1/layouts", "POST"),
    ("/v1/readings", "GET, HEAD, POST"),
    ("/v1/readings/{id}", "GET, HEAD, DELETE"),
    ("/v1/rulesets", "GET, HEAD"),
    ("/v1/rulesets/{ruleset}", "GET, HEAD"),
];

/// The pattern of the route that a request is for; none: no route.
#[derive(Clone, Copy, Debug)]
struct Pattern(Option<&'static str>);

/// Registers the handlers on an app, those of `/v1` on a scope: one that serves, or one that collects descriptions.
macro_rules! register {
    ($app:expr, $scope:expr) => {{
        let v1 = $scope
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
            .service(commitments::list_commitments)
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
            .service(erasures::erase)
            .service(keys::make_key)
            .service(keys::list_keys)
            .service(keys::get_key)
            .service(keys::revoke_key);
        $app.service(v1)
            .service(meta::healthz)
            .service(meta::readyz)
            .service(metrics::metrics)
            .service(meta::openapi_json)
            .service(meta::problem_page)
            .service(meta::rules_index)
            .service(meta::rules_page)
    }};
}

/// Has an app serve the routes.
pub fn serve<T>(app: App<T>) -> App<T>
where
    T: ServiceFactory<ServiceRequest, Config = (), Error = actix_web::Error, InitError = ()>,
{
    register!(app, web::scope("/v1"))
}

/// The document that the routes describe, on top of this one.
pub fn described(description: OpenApi) -> OpenApi {
    let (_, document) =
        register!(App::new().into_utoipa_app().openapi(description), scope::scope("/v1")).split_for_parts();
    document
}

/// Every route's pattern, those of pages too.
pub fn patterns() -> impl Iterator<Item = &'static str> {
    METHODS.into_iter().map(|(path, _)| path).chain(site::ROUTES).chain(["/docs", DOCS])
}

/// The pattern of the route that a request is for; it is sought once.
pub fn pattern(request: &HttpRequest) -> Option<&'static str> {
    if let Some(Pattern(known)) = request.extensions().get::<Pattern>() {
        return *known;
    }
    let found = request.match_pattern();
    let found = found.and_then(|found| patterns().find(|pattern| *pattern == found));
    know(request, found);
    found
}

/// Notes the pattern of the route that a request is for.
pub fn know(request: &HttpRequest, pattern: Option<&'static str>) {
    request.extensions_mut().insert(Pattern(pattern));
}

/// The methods of the route that a path is of.
pub fn allowed(path: &str) -> Option<&'static str> {
    let matching = |template: &str| {
        let (mut wanted, mut given) = (template.split('/'), path.split('/'));
        let fits = |(wanted, given): (&str, &str)| wanted == given || (wanted.starts_with('{') && !given.is_empty());
        template.split('/').count() == path.split('/').count()
            && std::iter::from_fn(|| Some((wanted.next()?, given.next()?))).all(fits)
    };
    METHODS.iter().find(|(template, _)| matching(template)).map(|(_, methods)| *methods)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::http::openapi;

    /// The methods of a path, as they are told to who asks for another one.
    fn methods(item: &Value) -> String {
        let named = |method: &String| match method.as_str() {
            "get" => "GET, HEAD".to_owned(),
            other => other.to_uppercase(),
        };
        let methods: Vec<_> = item.as_object().into_iter().flat_map(|item| item.keys().map(named)).collect();
        methods.join(", ")
    }

    #[test]
    fn the_routes_are_those_of_the_document() {
        let document = openapi::document();
        let described = document["paths"].as_object().expect("paths").iter();
        let described: Vec<_> = described.map(|(path, item)| (path.clone(), methods(item))).collect();
        let known: Vec<_> = METHODS.iter().map(|(path, methods)| ((*path).to_owned(), (*methods).to_owned())).collect();
        assert_eq!(known, described);
    }

    #[test]
    fn a_path_is_of_the_route_whose_parameters_it_fills_in() {
        assert_eq!(allowed("/v1/games/import"), Some("POST"));
        assert_eq!(allowed("/v1/games/x"), Some("GET, HEAD, DELETE"));
        assert_eq!(allowed("/v1/games/"), None);
        assert_eq!(allowed("/v1/games/x/y"), None);
    }
}
