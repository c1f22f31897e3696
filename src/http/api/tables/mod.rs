//! Tables: created, joined, played at and watched.

mod dto;
pub mod events;
mod hint;
mod request;
mod seats;
mod text;

use actix_web::{HttpRequest, HttpResponse, delete, get, post, web};

use self::{
    dto::TableList,
    events::EventLine,
    request::{Decision, StepBody, StepToMake, TableBody},
};
use crate::{
    games::{Player, Ruleset, Viewer},
    http::{
        api::decks::{DECKS, ReadingDeck},
        extract::{
            accept::{self, Representation},
            body::{Absent, JsonBody},
            idempotency_key,
            list_query::{FromQuery, ListQuery, PageParameters, write_cursor},
            path::{FromPath, Param},
            query::{self, NoQuery, Parameter, Query, query_parameters},
        },
        middleware::{
            auth::{Authorized, Delete, Read, Seated, Watch, Write, actor, caller},
            rate_limit,
        },
        openapi::{CloseTable, CreateTable, GetTable, PlayStep},
        reply::{
            problem::ApiResult,
            response::{self, Caching},
            waiting::{self, Wait},
        },
    },
    service::{
        Caller, Created, DeleteTokens, Position, Service, audit,
        records::TableId,
        tables::SentStep,
        tables::{NewTable, TableFilter, TablePhase, only_seat},
        to_the_end,
    },
};

pub use self::{
    dto::{InvitationResponse, TableResponse, address},
    hint::get_hint,
    seats::{leave_seat, renew_invitation, seat_bots, take_seat},
};

/// The representations of a table.
const OFFERS: [Representation; 2] = [Representation::Json, Representation::Text];

query_parameters! {
    /// What narrows the list of tables.
    pub struct TableQuery {
        /// Only tables of the caller's key, listed or not.
        mine: Option<bool>,
        /// Only tables of this ruleset.
        ruleset: Option<Ruleset>,
        /// Only tables in this phase.
        phase: Option<TablePhase>,
    }
}

impl FromQuery for TableQuery {
    fn from_query(query: &mut Query) -> TableQuery {
        TableQuery::take(query)
    }
}

/// Sets up a table
///
/// Only `ruleset` is required. A `person` is seated at once and gets a token in `tokens`; the caller may seat several.
/// An `open` seat is taken with its invitation in `invitations`, or by anyone who may write if the table is `listed`.
/// The game begins as soon as no seat is open: the table draws and the bots play until a person has to act.
#[utoipa::path(
    tag = "tables",
    security(("key" = ["write"])),
    request_body(content = TableBody),
    responses((status = 201, description = "The table with its tokens and invitations, as seen from the seat if one person was seated, else as everybody may see it.",
        body = TableResponse, headers(("Location" = String))), CreateTable)
)]
#[post("/tables")]
pub async fn make_table(
    request: HttpRequest,
    auth: Authorized<Write>,
    service: web::Data<Service>,
    body: JsonBody,
) -> ApiResult {
    query::none(&request)?;
    accept::json_only(&request)?;
    let setup = request::table(body.value(Absent::IsWrong)?)?;
    rate_limit::charge(&request, rate_limit::units_of(setup.thinking()))?;
    let key = idempotency_key::of(&request, &service, &auth.caller, &body.0)?;
    let tokens = service.delete_tokens(&auth.caller).await?;
    let nonce = idempotency_key::nonce(&request, &auth.caller);
    let created = service.create_table(auth.caller.owner, setup, nonce.as_deref(), key).await?;
    Ok(made(&request, &auth.caller, &tokens, created))
}

/// The response with a new table, to whoever has set it up.
pub fn made(request: &HttpRequest, caller: &Caller, tokens: &DeleteTokens, created: Created<NewTable>) -> HttpResponse {
    let Created { value: NewTable { view, own, tokens: of_seats, invitations }, is_replay } = created;
    let (id, is_maker) = (view.record.id, idempotency_key::may_show_tokens(request, caller, is_replay));
    // A caller that takes exactly one seat gets the view from there.
    let mut table = TableResponse::from(own.filter(|_| is_maker).unwrap_or(view));
    if is_maker {
        let seats = (0..).map(Player).zip(invitations);
        let invited = seats.filter_map(|(seat, given)| given.map(|given| InvitationResponse::of(id, seat, given)));
        table.invitations = Some(invited.collect());
        table.tokens = Some(of_seats);
        table.delete_token = tokens.of(id);
    }
    idempotency_key::replayed(response::created(&address(id), &table), is_replay)
}

/// Lists tables that can be joined, newest first
///
/// Tables that are `listed` and, unless `phase` says otherwise, wait for players. With `mine=true` those that the
/// caller's key has set up, in any phase; without a key that is 401. Items have no state.
#[utoipa::path(
    tag = "tables",
    security(("key" = ["read"])),
    params(TableQuery, PageParameters),
    responses((status = 200, description = "A page of tables.", body = TableList, headers(("Link" = String))))
)]
#[get("/tables")]
pub async fn list_tables(
    request: HttpRequest,
    auth: Authorized<Read>,
    list: ListQuery<TableQuery>,
    service: web::Data<Service>,
) -> ApiResult {
    let TableQuery { mine, ruleset, phase } = list.filter;
    let mine = mine.unwrap_or_default();
    let filter = match mine {
        true => TableFilter { owner: Some(auth.list_owner()?), ruleset, phase },
        false => TableFilter { owner: None, ruleset, phase: phase.or(Some(TablePhase::Waiting)) },
    };
    let filters = format!("tables {filter:?}");
    let size = list.page_size();
    let before = list.id(&filters)?.map(TableId);
    let page = service.tables(&filter, before, size).await?;
    let next_cursor = page.next.map(|id| write_cursor(Position::of_id(id.0), &filters));
    let list = TableList { items: page.items.into_iter().map(TableResponse::from).collect(), next_cursor };
    let caching = if mine { Caching::Private } else { Caching::Listed };
    Ok(response::page(&request, caching, &list, list.next_cursor.as_deref()))
}

/// Returns a table, as the caller may see it
///
/// The holder of a seat's token sees what that seat may see, everybody else what is public. Also available as plain
/// text, with `Accept` or the suffix `.txt`: the latest steps, the table, the hand, what is due, and the numbered choices
/// of the seat, for a `choice` with `after` as the text says. With `wait` the response
/// comes as soon as more than `after` steps have been played or the table has ended, or after this many seconds. A
/// caller whose key expires or is revoked meanwhile gets 401.
///
/// A table of a day that is not over is there for its player alone. To the key of the player's profile it is shown from
/// the seat, with the seat's token in `tokens`; so is a table that an agent has opened with a key, to keys of the same
/// owner that may write.
#[utoipa::path(
    tag = "tables",
    security(("key" = ["read"]), ("seat" = [])),
    params(
        ("id" = Uuid, Path, description = "Id of the table."),
        ("after" = Option<u32>, Query, description = "Number of steps that the caller knows of (0)."),
        ("wait" = Option<u32>, Query, description = "Maximum number of seconds to wait for another step (0).",
            minimum = 0, maximum = 30),
        ("deck" = Option<ReadingDeck>, Query, description = "Deck that names the cards in the text; by default that of the ruleset."),
    ),
    responses(
        (status = 200, description = "The table.",
            content((TableResponse = "application/json"), (String = "text/plain; charset=utf-8"))),
        GetTable
    )
)]
#[get("/tables/{id}")]
pub async fn get_table(
    request: HttpRequest,
    auth: Authorized<Watch>,
    service: web::Data<Service>,
    path: web::Path<String>,
) -> ApiResult {
    let mut query = Query::of(&request);
    let after = query.between("after", 0, query::INTEGER_LIMIT);
    let wait: Option<Wait> = Parameter::take(&mut query, "wait");
    let deck = query.word("deck", &DECKS.map(|deck| (deck.id(), deck)));
    query.finish()?;
    let (id, representation) = accept::of_part(&request, &path, &OFFERS)?;
    let id = TableId::from_path(id)?;
    let held = service.seats_of_key(&auth.caller, id).await?;
    let (seat, after) = (auth.caller.seat.or(only_seat(&held)), after.unwrap_or_default());
    let Wait(wait) = wait.unwrap_or_default();
    let find = async |wait| service.table_after(id, seat.as_ref(), after, wait).await;
    let view = waiting::found(&request, wait, find).await?;
    if representation == Representation::Text {
        return text::response(&service, id, seat.as_ref(), deck).await;
    }
    let caching = if held.is_empty() { caching(view.viewer) } else { Caching::Private };
    let table = if held.is_empty() { TableResponse::from(view) } else { seats::with_tokens(view, &held) };
    Ok(response::ok(caching, &table))
}

/// How the response with a table is cached.
const fn caching(viewer: Viewer) -> Caching {
    match viewer {
        Viewer::Public => Caching::Listed,
        Viewer::Player(_) | Viewer::All => Caching::Private,
    }
}

/// Streams the events of a table
///
/// Server-sent events, or the same as NDJSON. The `id` of an event is the table's version. A stream begins after the
/// `id` in `Last-Event-ID` or `last_event_id`, or else with the whole table. After every 15 seconds without an event, a comment
/// or an empty line shows that the stream is still alive. A reader that is too slow is disconnected and can resume. The
/// stream ends after `over` or `closed`; the status is 204 if no more events can follow.
#[utoipa::path(
    tag = "tables",
    operation_id = "stream_table_events",
    security(("key" = ["read"]), ("seat" = [])),
    params(
        ("id" = Uuid, Path, description = "Id of the table."),
        ("last_event_id" = Option<u32>, Query, description = "Id of the event after which the stream begins."),
        ("Last-Event-ID" = Option<u32>, Header, description = "The same; it takes precedence."),
    ),
    responses(
        (status = 200, description = "The events, as they happen.",
            content((String = "text/event-stream"), (EventLine = "application/x-ndjson"))),
        (status = 204, description = "The table has ended, and the caller knows all events."),
        GetTable
    )
)]
#[get("/tables/{id}/events")]
pub async fn table_events(
    request: HttpRequest,
    auth: Authorized<Watch>,
    Param(id): Param<TableId>,
    service: web::Data<Service>,
) -> ApiResult {
    let mut query = Query::of(&request);
    let after = query.between("last_event_id", 0, query::INTEGER_LIMIT);
    query.finish()?;
    let seat = service.seat_at_table(&auth.caller, id);
    events::answer(&request, &service, id, seat, after).await
}

/// Makes a step from a seat
///
/// The response is the table after the step and after everything that followed at once, and means that the step is
/// stored. Instead of a `step` the body may have a `choice`, the number of one in the table's plain text; `legal` has the
/// same steps in the same order. `after` must be the table's `step_count`, so that a step is never made on a state that
/// has passed, and a number means what it meant in that text; where several players may act at once, a step stays valid
/// while others act. With `Accept: text/plain` the response is the table as text.
#[utoipa::path(
    tag = "tables",
    security(("seat" = [])),
    params(("id" = Uuid, Path, description = "Id of the table.")),
    request_body(content = StepBody),
    responses(
        (status = 200, description = "The table as seen from the seat.",
            content((TableResponse = "application/json"), (String = "text/plain; charset=utf-8"))),
        PlayStep
    )
)]
#[post("/tables/{id}/steps")]
pub async fn make_step(
    request: HttpRequest,
    Seated(token): Seated,
    Param(id): Param<TableId>,
    service: web::Data<Service>,
    body: JsonBody,
) -> ApiResult {
    query::none(&request)?;
    let representation = accept::choose(&request, &OFFERS)?;
    let StepToMake { after, decision, deck } = request::step(body.value(Absent::IsWrong)?)?;
    let key = idempotency_key::of(&request, &service, &caller(&request), &body.0)?;
    let step = match decision {
        Decision::Step(step) => step,
        Decision::Choice(number) => service.table_choice(id, &token, after, number).await?,
    };
    let sent = SentStep { step: &step, deck };
    let Created { value, is_replay } = service.table_step(id, &token, after, sent, key).await?;
    let response = if representation == Representation::Text {
        text::response(&service, id, Some(&token), deck).await?
    } else {
        response::ok(Caching::Never, &TableResponse::from(value))
    };
    Ok(idempotency_key::replayed(response, is_replay))
}

/// Closes a table
///
/// Allowed for the owner and for the scope `admin`. A table that was set up without a key is closed with the
/// `delete_token` from the 201 response, sent as `Authorization: Bearer delete_…`. No game is stored.
#[utoipa::path(
    tag = "tables",
    security(("key" = ["write"]), ("delete" = [])),
    params(("id" = Uuid, Path, description = "Id of the table.")),
    responses((status = 204, description = "Closed."), CloseTable)
)]
#[delete("/tables/{id}")]
pub async fn close_table(
    request: HttpRequest,
    auth: Authorized<Delete>,
    _: NoQuery,
    Param(id): Param<TableId>,
    service: web::Data<Service>,
) -> ApiResult {
    let (actor, authority) = (actor(&request, &auth.caller), auth.caller.authority());
    to_the_end(async move {
        service.close_table(id, authority).await?;
        audit::table_closed(actor, id);
        Ok(())
    })
    .await?;
    Ok(HttpResponse::NoContent().finish())
}
