//! Every route, listed once: registration, description, `Allow` and metrics follow from the handlers.

use std::sync::LazyLock;

use actix_web::{
    App, HttpRequest, HttpResponse,
    dev::{ServiceFactory, ServiceRequest},
    http::{
        Method,
        header::{self, HeaderValue},
    },
    web,
};
use serde_json::Value;
use utoipa::{
    Path,
    openapi::{HttpMethod, OpenApi},
};
use utoipa_actix_web::{AppExt, scope};

use super::{
    api::{
        analyses, cards, commitments, days, decks, draws, erasures, events, explorer, games, keys, leaderboards, meta,
        metrics, notes, players, profiles, readings, rulesets, simulations, spreads, statistics, tables,
    },
    mcp,
    middleware::response_headers,
    openapi,
    reply::problem::{ApiResult, Problem},
    route_table::RouteTable,
    site,
};
use crate::service::ProblemCode;

/// Passes the handlers to a macro: those of `/v1`, and the others.
macro_rules! with_handlers {
    ($macro:ident, $($arguments:expr),*) => {
        $macro! {
            [$($arguments),*]
            [
                rulesets::list_rulesets, rulesets::get_ruleset,
                games::list_games, games::play_game, games::get_game, games::delete_game, games::correct::correct_game, games::get_log,
                games::get_state, games::get_verification, analyses::get_analysis,
                statistics::get_statistics,
                commitments::list_commitments, commitments::make_commitment, commitments::get_commitment,
                readings::get_game_readings, readings::get_game_reading, readings::list_readings, readings::ask,
                readings::get_reading, readings::delete_reading, readings::lay_out,
                readings::clarifiers::list_clarifiers, readings::clarifiers::clarify,
                notes::list_notes, notes::add_note, notes::delete_note, notes::change_note,
                spreads::list_spreads, spreads::get_spread, draws::draw, draws::get_draw,
                decks::list_decks, decks::get_deck, decks::get_card, cards::find_cards,
                explorer::explore_fortunes,
                tables::list_tables, tables::make_table, tables::get_table, tables::close_table, tables::table_events,
                tables::take_seat, tables::leave_seat, tables::renew_invitation, tables::seat_bots, tables::make_step,
                tables::get_hint,
                days::list_days, days::get_day, days::open_day, days::get_board, days::get_result, days::note_day,
                days::get_reading_of_day, days::list_own_days,
                players::list_players, players::get_player, players::get_versus, leaderboards::get_leaderboard,
                simulations::list_simulations, simulations::make_simulation, simulations::get_simulation,
                simulations::cancel_simulation, simulations::delete_simulation, simulations::simulation_events,
                events::stream_events,
                erasures::erase,
                profiles::make_profile, profiles::get_my_profile, profiles::delete_my_profile,
                keys::list_keys, keys::make_key, keys::get_key, keys::revoke_key
            ]
            [
                meta::healthz, meta::readyz, metrics::metrics, meta::openapi_json, meta::problem_page,
                meta::rules_index, meta::rules_page
            ]
        }
    };
}

/// Registers the handlers on an app, those of `/v1` on a scope: an app that serves, or one that collects descriptions.
macro_rules! register {
    ([$app:expr, $scope:expr] [$($v1:expr),*] [$($root:expr),*]) => {{
        // `import` is not an id: it precedes the routes that take an id.
        let v1 = $scope.service(games::import_game).route("/games/import", web::route().to(not_found));
        let v1 = v1.route("/games.csv", web::get().to(games::games_as_csv));
        let v1 = v1.route("/days/{date}/reading.{ending}", web::get().to(days::get_reading_by_suffix));
        let v1 = v1.route("/games/{id}/analysis.{ending}", web::get().to(analyses::get_analysis_by_suffix));
        $app.service(v1$(.service($v1))*)$(.service($root))*
    }};
}

/// The paths and methods of the handlers.
macro_rules! described {
    ([$prefix:expr] [$($v1:expr),*] [$($root:expr),*]) => {
        vec![described(games::import_game, $prefix), $(described($v1, $prefix),)* $(described($root, "")),*]
    };
}

/// The address for agents, which speak a protocol of their own and are not part of the document.
pub const MCP: &str = "/mcp";

/// Adds the routes and the pages to an app.
pub fn serve<T>(app: App<T>) -> App<T>
where
    T: ServiceFactory<ServiceRequest, Config = (), Error = actix_web::Error, InitError = ()>,
{
    with_handlers!(register, app, web::scope("/v1"))
        .service(web::redirect("/docs", "/docs/"))
        .route(MCP, web::post().to(mcp::answer))
        .configure(site::pages)
        .default_service(web::to(not_found))
}

/// Adds what the routes declare to a document.
fn describe(document: OpenApi) -> OpenApi {
    let app = App::new().into_utoipa_app().openapi(document);
    let (_, document) = with_handlers!(register, app, scope::scope("/v1")).split_for_parts();
    document
}

/// The table of all routes.
pub fn table() -> &'static RouteTable {
    static TABLE: LazyLock<RouteTable> = LazyLock::new(|| {
        let mut routes: Vec<(String, String)> = Vec::new();
        for (path, methods) in with_handlers!(described, "/v1") {
            match routes.iter_mut().find(|(known, _)| *known == path) {
                Some((_, known)) => *known = format!("{known}, {methods}"),
                None => routes.push((path, methods)),
            }
        }
        routes.push((MCP.to_owned(), "POST".to_owned()));
        RouteTable::new(routes, site::routes().chain(["/docs"]).collect())
    });
    &TABLE
}

/// A handler's path below a prefix, and its methods; a route with GET also has HEAD.
fn described<T: Path>(_handler: T, prefix: &str) -> (String, String) {
    let name = |method| match method {
        HttpMethod::Get => "GET, HEAD",
        HttpMethod::Post => "POST",
        HttpMethod::Put => "PUT",
        HttpMethod::Patch => "PATCH",
        HttpMethod::Delete => "DELETE",
        HttpMethod::Options => "OPTIONS",
        HttpMethod::Head => "HEAD",
        HttpMethod::Trace => "TRACE",
    };
    let methods: Vec<_> = T::methods().into_iter().map(name).collect();
    (format!("{prefix}{}", T::path()), methods.join(", "))
}

/// The address of the page that somebody meant who wrote a slash behind it.
fn page_without_slash(request: &HttpRequest) -> Option<String> {
    let path =
        request.path().strip_suffix('/').filter(|path| request.method() == Method::GET && table().is_page(path))?;
    let query = request.uri().query().map(|query| format!("?{query}")).unwrap_or_default();
    Some(format!("{path}{query}"))
}

/// No matching route: 404, or 405 if the path has other methods.
async fn not_found(request: HttpRequest) -> ApiResult {
    if let Some(address) = page_without_slash(&request) {
        return Ok(HttpResponse::PermanentRedirect().insert_header((header::LOCATION, address)).finish());
    }
    let Some(methods) = table().allowed(request.path()) else {
        return Err(Problem::new(ProblemCode::NotFound, "There is nothing at this URL."));
    };
    if let Some(response) = response_headers::preflight(&request, methods) {
        return Ok(response);
    }
    let detail = format!("The method {} is not allowed. Allowed methods: {methods}.", request.method());
    let allow = HeaderValue::from_static(methods);
    Err(Problem::new(ProblemCode::MethodNotAllowed, detail).with_header(header::ALLOW, allow))
}

/// The document, as served at `/openapi.json`.
pub fn document() -> Value {
    openapi::document(describe)
}

/// The document as written to `openapi/openapi.json`.
pub fn written_document() -> String {
    serde_json::to_string_pretty(&document()).expect("an OpenAPI document is JSON") + "\n"
}

/// The document as served: built on the first request, since that takes longer than the rest of the start.
pub fn served_document() -> &'static str {
    static SERVED: LazyLock<String> = LazyLock::new(|| document().to_string());
    &SERVED
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The methods of a path, as reported to callers that use another one.
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
        let document = document();
        let described = document["paths"].as_object().expect("paths");
        for (path, item) in described {
            assert_eq!(table().allowed(path), Some(methods(item).as_str()), "{path}");
        }
        let others = site::routes().count() + ["/docs", MCP].len();
        assert_eq!(table().patterns().count(), described.len() + others);
    }
}
