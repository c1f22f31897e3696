//! Seats of tables: taken and left.

use actix_web::{HttpRequest, delete, post, web};

use super::{
    dto::{InvitationResponse, TableResponse, address},
    request::{self, BotsBody, TakeSeatBody},
};
use crate::{
    games::Player,
    http::{
        extract::{
            accept,
            body::{self, Absent, JsonBody},
            idempotency_key,
            path::{FromPath, Param, no_such, number},
            query::{self, NoQuery},
        },
        middleware::auth::{Authorized, Delete, Seated, Write, authorize, caller},
        openapi::{LeaveSeat, RenewInvitation, SeatBots, TakeSeat},
        reply::{
            problem::{ApiResult, Problem},
            response::{self, Caching},
        },
    },
    service::{
        Created, Service,
        records::TableId,
        tables::{Guest, SeatToken, TableView},
        to_the_end,
    },
};

/// Takes an open seat
///
/// With the invitation to the seat no key is needed. Without one, at a listed table, a key with the scope `write` is,
/// unless anonymous access is allowed. The game begins with the last seat taken.
#[utoipa::path(
    tag = "tables",
    security(("key" = ["write"]), ()),
    params(
        ("id" = Uuid, Path, description = "Id of the table."),
        ("n" = usize, Path, description = "Index of the seat.", minimum = 0),
    ),
    request_body(content = Option<TakeSeatBody>),
    responses((status = 201, description = "The table as seen from the seat, with the token of the seat.",
        body = TableResponse, headers(("Location" = String))), TakeSeat)
)]
#[post("/tables/{id}/seats/{n}")]
pub async fn take_seat(
    request: HttpRequest,
    service: web::Data<Service>,
    path: web::Path<(String, String)>,
    body: JsonBody,
) -> ApiResult {
    query::none(&request)?;
    accept::json_only(&request)?;
    let (id, seat) = seat_at(&path)?;
    let (person, invitation) = request::guest(body.value(Absent::IsEmpty)?)?;
    let caller = caller(&request);
    // Others may know the invitation, too: whoever set the table up does.
    let proven = (invitation.is_some() && idempotency_key::is_unguessable(&request))
        || idempotency_key::is_proven(&request, &caller);
    if invitation.is_none() {
        authorize::<Write>(&request)?;
    }
    let guest = Guest { person, invitation, owner: caller.owner };
    let key = idempotency_key::of(&request, &service, &caller, &body.0)?;
    let Created { value: (view, token), is_replay } =
        service.take_seat(id, seat, guest, idempotency_key::text(&request), key).await?;
    let table = match view {
        Some(view) => with_tokens(view, &[(seat, token)]),
        None if proven => with_tokens(service.table(id, Some(&token)).await?, &[(seat, token)]),
        // Whoever has guessed the idempotency key of another caller sees the table as everybody may.
        None => TableResponse::from(service.table(id, None).await?),
    };
    Ok(idempotency_key::replayed(response::created(&address(id), &table), is_replay))
}

/// The table with the tokens of these seats.
pub(super) fn with_tokens(view: TableView, held: &[(Player, SeatToken)]) -> TableResponse {
    let table = TableResponse::from(view);
    let of = |seat| held.iter().find(|(own, _)| *own == seat).map(|(_, token)| *token);
    let tokens = Player::all(table.seats.len()).map(of).collect();
    TableResponse { tokens: Some(tokens), ..table }
}

/// Leaves a seat
///
/// Before the game begins the seat is open again, and `invitations` has a new invitation to it, also when the request
/// is repeated. Afterwards a bot plays it.
#[utoipa::path(
    tag = "tables",
    security(("seat" = [])),
    params(
        ("id" = Uuid, Path, description = "Id of the table."),
        ("n" = usize, Path, description = "Index of the seat.", minimum = 0),
    ),
    responses((status = 200, description = "The table, as everybody may see it.", body = TableResponse), LeaveSeat)
)]
#[delete("/tables/{id}/seats/{n}")]
pub async fn leave_seat(
    Seated(token): Seated,
    _: NoQuery,
    _: accept::AcceptsJson,
    service: web::Data<Service>,
    path: web::Path<(String, String)>,
) -> ApiResult {
    let (id, seat) = seat_at(&path)?;
    let invitation = service.leave_seat(id, seat, &token).await?;
    let mut table = TableResponse::from(service.table(id, None).await?);
    table.invitations = invitation.map(|invitation| vec![InvitationResponse::of(id, seat, invitation)]);
    Ok(response::ok(Caching::Never, &table))
}

/// Has bots play
///
/// They take every open seat, or the one that is named: an open one, or that of a person who is gone, for whom a bot then
/// plays to the end as if the person had left. Gone is who did not act in time, and for whom the game has waited for five
/// minutes. The game begins with the last seat taken. Allowed for those who may close the table.
#[utoipa::path(
    tag = "tables",
    security(("key" = ["write"]), ("delete" = [])),
    params(("id" = Uuid, Path, description = "Id of the table.")),
    request_body(content = Option<BotsBody>),
    responses((status = 200, description = "The table, as everybody may see it.", body = TableResponse), SeatBots)
)]
#[post("/tables/{id}/bots")]
pub async fn seat_bots(
    request: HttpRequest,
    auth: Authorized<Delete>,
    Param(id): Param<TableId>,
    service: web::Data<Service>,
    body: JsonBody,
) -> ApiResult {
    query::none(&request)?;
    accept::json_only(&request)?;
    let BotsBody { seat } = body::fields(body.value(Absent::IsEmpty)?).map_err(body::invalid)?;
    let (authority, seat) = (auth.caller.authority(), seat.map(Player));
    let view = to_the_end(async move { service.seat_bots(id, seat, authority).await }).await?;
    Ok(response::ok(Caching::Never, &TableResponse::from(view)))
}

/// Takes the invitation to an open seat back
///
/// It is void at once, and `invitations` has a new one. Allowed for the owner of the table and for the scope `admin`; at
/// a table that was set up without a key with the `delete_token` from the 201 response, sent as
/// `Authorization: Bearer delete_…`. Each request makes another invitation.
#[utoipa::path(
    tag = "tables",
    security(("key" = ["write"]), ("delete" = [])),
    params(
        ("id" = Uuid, Path, description = "Id of the table."),
        ("n" = usize, Path, description = "Index of the seat.", minimum = 0),
    ),
    responses((status = 200, description = "The table, as everybody may see it, with the new invitation.",
        body = TableResponse), RenewInvitation)
)]
#[delete("/tables/{id}/seats/{n}/invitation")]
pub async fn renew_invitation(
    auth: Authorized<Delete>,
    _: NoQuery,
    _: accept::AcceptsJson,
    service: web::Data<Service>,
    path: web::Path<(String, String)>,
) -> ApiResult {
    let ((id, seat), authority) = (seat_at(&path)?, auth.caller.authority());
    let renewing = service.clone();
    let invitation = to_the_end(async move { renewing.renew_invitation(id, seat, authority).await }).await?;
    let mut table = TableResponse::from(service.table(id, None).await?);
    table.invitations = Some(vec![InvitationResponse::of(id, seat, invitation)]);
    Ok(response::ok(Caching::Never, &table))
}

/// The table and the seat named in a path.
fn seat_at((id, seat): &(String, String)) -> Result<(TableId, Player), Problem> {
    let seat = u8::try_from(number("n", seat)?).map_err(|_| no_such("seat"))?;
    Ok((TableId::from_path(id)?, Player(seat)))
}
