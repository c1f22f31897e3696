//! Games: played, imported, found, replayed.

pub mod correct;
pub mod dto;
pub mod fields;
mod list;
mod request;

use actix_web::{HttpRequest, HttpResponse, delete, get, http::StatusCode, post, web};
use serde_json::value::to_raw_value;

use self::{
    dto::{StateResponse, VerificationResponse},
    request::PlayBody,
};
use super::{
    bulk_import::{self, LineVerdict},
    decks::{DECKS, ReadingDeck},
};
use crate::{
    http::{
        extract::{
            accept::{self, AcceptsJson, Representation},
            body::{self, Absent, JsonBody, LogBody},
            idempotency_key,
            path::{FromPath, Param, number},
            query::{self, NoQuery, Parameter, Query},
        },
        middleware::{
            auth::{Authorized, Delete, Read, Write, actor},
            rate_limit, ready_answers,
        },
        openapi::{CreateGame, DeleteStored, GetById, ImportLogs},
        reply::{
            problem::{ApiResult, Problem},
            response::{self, Caching},
        },
    },
    service::{
        Caller, Created, DeleteTokens, GameDetails, Import as ImportRequest, Purpose, Service, ServiceError, Tag,
        audit, records::GameId,
    },
};

pub use self::{
    dto::{DryRun, GameResponse, GameResult, LogResponse, PlayingBot},
    fields::Fields,
    list::{
        GameListParts, GameParameters, GameQuery, ListedGames, filter, filter_of_any, games_as_csv, list_games, page,
    },
    request::{bot, commitment, labelled_bot, ruleset, tags, with_setup},
};

/// Plays a complete game and stores it
///
/// Only `ruleset` is required. The same request with the same seed gives the same game.
#[utoipa::path(tag = "games", security(("key" = ["write"])), request_body(content = PlayBody), responses(
    (status = 201, description = "The stored game.", body = GameResponse, headers(("Location" = String))), CreateGame))]
#[post("/games")]
pub async fn play_game(
    request: HttpRequest,
    auth: Authorized<Write>,
    service: web::Data<Service>,
    body: JsonBody,
) -> ApiResult {
    query::none(&request)?;
    accept::json_only(&request)?;
    let requested = request::play(body.value(Absent::IsWrong)?)?;
    rate_limit::charge(&request, rate_limit::units_of(requested.thinking()))?;
    let key = idempotency_key::of(&request, &service, &auth.caller, &body.0)?;
    let tokens = service.delete_tokens(&auth.caller).await?;
    let created = service.play(auth.caller.owner, requested, key).await?;
    Ok(stored(&request, &auth.caller, created, tokens, None))
}

/// Checks every step of a submitted log and stores the game
///
/// With `dry_run=true` the log is checked but not stored, and the response is 200 with the result.
///
/// The body is a log document, or a game as returned by `GET /v1/games?log=true`, with its log in `log`.
///
/// A `text/plain` body is a score sheet of Fortunes, as people write one at a table: the line `Fortunes` (and perhaps a
/// deck: `Fortunes, Waite-Smith`), the names of the four players from the first dealer, then a trick a line, its cards in
/// the order played, separated by commas; a line `Deal` begins the next deal. The response shows in `log` how it was
/// understood. What is wrong with a line is told with `/lines/N`, counted from 1.
///
/// An `application/x-ndjson` body holds many logs, one per line: by default up to 10,000 lines and 64 MiB uncompressed.
/// Lines are checked separately as they arrive, and one result per line is streamed back in order. Valid logs are
/// stored; invalid ones do not affect the others. A body of up to 1 MiB is first checked as a whole and may be rejected
/// as a whole; in a longer body such a fault is reported in the last result line. All lines may be sent before any
/// result is read, as long as the results fit in the memory for the caller's bodies; 10,000 results of short games do.
/// If the client disconnects early, lines without a result may or may not be stored; an `external_id` in each log makes
/// it safe to send them again. An NDJSON import accepts no `Idempotency-Key`.
///
/// The body may be compressed with `Content-Encoding: gzip` or `zstd`. Limits apply to the uncompressed size.
#[utoipa::path(
    tag = "games",
    security(("key" = ["write"])),
    params(
        ("dry_run" = Option<bool>, Query, description = "Check the log without storing it."),
        ("deck" = Option<ReadingDeck>, Query, description = "Deck that names the cards of a refusal; by default that of the ruleset."),
        ("tag" = Option<Vec<Tag>>, Query, style = Form, explode, max_items = 8,
            description = "Tag of the game, or of the game of each line, besides those in the log; may be repeated.")
    ),
    request_body(content((crate::http::openapi::AnyImport = "application/json"), (crate::http::openapi::AnyImport = "application/x-ndjson"), (String = "text/plain"))),
    responses(
        (status = 200, description = "With `dry_run`, the result of the log. For NDJSON, one result per line.",
            content((DryRun = "application/json"), (LineVerdict = "application/x-ndjson"))),
        (status = 201, description = "The stored game.", body = GameResponse, headers(("Location" = String))),
        ImportLogs
    )
)]
#[post("/games/import")]
pub async fn import_game(
    request: HttpRequest,
    auth: Authorized<Write>,
    service: web::Data<Service>,
    body: LogBody,
) -> ApiResult {
    let mut query = Query::of(&request);
    let purpose = if query.flag("dry_run").unwrap_or_default() { Purpose::Judge } else { Purpose::Store };
    let deck = query.word("deck", &DECKS.map(|deck| (deck.id(), deck)));
    let tags: Vec<Tag> = Parameter::take(&mut query, "tag");
    query.finish()?;
    let (text, is_sheet) = match body {
        LogBody::One(text) => (text, false),
        LogBody::Sheet(text) => (text, true),
        LogBody::Lines(lines) => {
            let service = Service::clone(&service);
            return bulk_import::import(&request, service, auth.caller, *lines, (purpose, deck, tags)).await;
        }
    };
    rate_limit::charge(&request, rate_limit::units_of_bytes(text.len() as u64))?;
    accept::json_only(&request)?;
    let key = idempotency_key::of(&request, &service, &auth.caller, &text)?;
    let (import, steps) = if is_sheet {
        let (import, sheet) = ImportRequest::of_sheet(&text, deck).map_err(ServiceError::from)?;
        (
            ImportRequest { tags, ..import },
            Some(to_raw_value(&sheet.steps()).map_err(|why| Problem::internal(why.to_string()))?),
        )
    } else {
        (ImportRequest { log: body::log(text, "body")?, unlisted: false, deck, tags }, None)
    };
    if purpose == Purpose::Judge {
        let verdict = DryRun::from(service.check_import(import).await?);
        let verdict = DryRun { log: steps.map(|steps| verdict.log(steps)), ..verdict };
        return Ok(response::ok(Caching::Never, &verdict));
    }
    let tokens = service.delete_tokens(&auth.caller).await?;
    let created = service.import(auth.caller.owner, import, key).await?;
    let log = steps.map(|steps| LogResponse::of(&created.value, steps));
    Ok(stored(&request, &auth.caller, created, tokens, log))
}

/// The response with a game that was stored by this request, or by the same request before.
fn stored(
    request: &HttpRequest,
    caller: &Caller,
    created: Created<GameDetails>,
    tokens: DeleteTokens,
    log: Option<LogResponse>,
) -> HttpResponse {
    let shows_token = idempotency_key::may_show_tokens(request, caller, created.is_replay);
    let token = tokens.of(created.value.record.id).filter(|_| shows_token);
    let game = GameResponse { delete_token: token, log, ..GameResponse::from(created.value) };
    idempotency_key::replayed(response::created(&game.links.self_, &game), created.is_replay)
}

/// Returns a game, with the detail of its result
///
/// As plain text, with `Accept` or the suffix `.txt`, it is its story: a sentence for each step.
#[utoipa::path(
    tag = "games",
    security(("key" = ["read"])),
    params(("id" = Uuid, Path, description = "Id of the game.")),
    responses(
        (status = 200, description = "The game.",
            content((GameResponse = "application/json"), (String = "text/plain; charset=utf-8"))),
        GetById
    )
)]
#[get("/games/{id}")]
pub async fn get_game(
    request: HttpRequest,
    _: Authorized<Read>,
    _: NoQuery,
    service: web::Data<Service>,
    path: web::Path<String>,
) -> ApiResult {
    let (id, representation) = accept::of_part(&request, &path, &[Representation::Json, Representation::Text])?;
    let id = GameId::from_path(id)?;
    if representation == Representation::Text {
        let story = service.story(id).await?;
        return Ok(response::written(StatusCode::OK, Caching::Stored, representation, story));
    }
    let game = service.game(id).await?;
    Ok(response::ok(Caching::Stored, &GameResponse::from(game)))
}

/// Deletes a game with its readings
///
/// Allowed for the owner and for the scope `admin`. A game that was stored without a key is deleted with the
/// `delete_token` from the 201 response, sent as `Authorization: Bearer delete_…`; for the game of a table it is that
/// of the table. The table at which a game was played is deleted with it.
#[utoipa::path(
    tag = "games",
    security(("key" = ["write"]), ("delete" = [])),
    params(("id" = Uuid, Path, description = "Id of the game.")),
    responses((status = 204, description = "Deleted."), DeleteStored)
)]
#[delete("/games/{id}")]
pub async fn delete_game(
    request: HttpRequest,
    auth: Authorized<Delete>,
    _: NoQuery,
    Param(id): Param<GameId>,
    service: web::Data<Service>,
) -> ApiResult {
    let (actor, authority) = (actor(&request, &auth.caller), auth.caller.authority());
    ready_answers::change(&request, async move {
        service.delete_game(id, authority).await?;
        audit::deleted(actor, "game", id.0);
        Ok(())
    })
    .await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Returns the log of a game, in the form that import accepts
#[utoipa::path(
    tag = "games",
    security(("key" = ["read"])),
    params(("id" = Uuid, Path, description = "Id of the game.")),
    responses((status = 200, description = "The log document.", body = LogResponse), GetById)
)]
#[get("/games/{id}/log")]
pub async fn get_log(
    _: Authorized<Read>,
    _: NoQuery,
    _: AcceptsJson,
    Param(id): Param<GameId>,
    service: web::Data<Service>,
) -> ApiResult {
    let (record, options, steps) = service.log(id).await?;
    Ok(response::ok(Caching::Stored, &LogResponse::new(record, options, steps)))
}

/// Returns the state of the table after a number of steps
///
/// `view` selects what is visible: `all` shows everything (the game is over), `public` what everybody could see at that
/// point, and the index of a player what that player could see. Also available as plain text, with `Accept` or the suffix
/// `.txt`.
#[utoipa::path(
    tag = "games",
    security(("key" = ["read"])),
    params(
        ("id" = Uuid, Path, description = "Id of the game."),
        ("n" = usize, Path, description = "Number of steps played, from 0 to the length of the log.", minimum = 0),
        ("view" = Option<String>, Query, description = "`all`, `public`, or the index of a player.",
            pattern = "^(all|public|0|[1-9][0-9]?)$"),
    ),
    responses(
        (status = 200, description = "The state of the table.",
            content((StateResponse = "application/json"), (String = "text/plain; charset=utf-8"))),
        GetById
    )
)]
#[get("/games/{id}/states/{n}")]
pub async fn get_state(
    request: HttpRequest,
    _: Authorized<Read>,
    service: web::Data<Service>,
    path: web::Path<(String, String)>,
) -> ApiResult {
    let mut query = Query::of(&request);
    let view: Option<String> = query.one("view");
    query.finish()?;
    let (step, representation) = accept::of_part(&request, &path.1, &[Representation::Json, Representation::Text])?;
    let (id, step, view) = (GameId::from_path(&path.0)?, number("n", step)?, view.as_deref().unwrap_or("all"));
    if representation == Representation::Text {
        let text = service.scene(id, step, view).await?.text();
        return Ok(response::written(StatusCode::OK, Caching::Revalidate, representation, text));
    }
    let moment = service.snapshot(id, step, view).await?;
    Ok(response::ok(Caching::Revalidate, &StateResponse::from(moment)))
}

/// Replays the stored log and verifies its rules, result and randomness
#[utoipa::path(
    tag = "games",
    security(("key" = ["read"])),
    params(("id" = Uuid, Path, description = "Id of the game.")),
    responses((status = 200, description = "The result of the verification.", body = VerificationResponse), GetById)
)]
#[get("/games/{id}/verification")]
pub async fn get_verification(
    _: Authorized<Read>,
    _: NoQuery,
    _: AcceptsJson,
    Param(id): Param<GameId>,
    service: web::Data<Service>,
) -> ApiResult {
    let body = VerificationResponse::from(service.proof(id).await?);
    Ok(response::ok(Caching::Never, &body))
}
