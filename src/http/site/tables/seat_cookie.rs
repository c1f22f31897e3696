//! Cookies of a table: the seat token, the owner's token, and invitations to pass on. They are limited to the table's
//! path.

use actix_web::{HttpRequest, HttpResponse};

use crate::{
    games::Player,
    http::{
        cookies::{cookie, set_cookie},
        site::{deletion::is_own, turns, urls},
    },
    service::{
        DeleteToken, Service, ServiceError,
        records::TableId,
        tables::{Invitation, SeatMark, SeatToken, TableRecord},
    },
};

/// Cookie with the seat token, also after the seat was left.
const SEAT: &str = "arcana_seat";
/// Cookie with the token that closes the table.
const OWNER: &str = "arcana_table";
/// Cookie with the invitations to open seats.
const INVITATIONS: &str = "arcana_invitations";
/// Lifetime in seconds: that of a table, until it is deleted.
const MAX_AGE: u32 = 14 * 24 * 3600;

/// The token of the reader's seat, or of the one that the reader has left.
pub fn seat(request: &HttpRequest) -> Option<SeatToken> {
    cookie(request.headers(), SEAT).and_then(SeatToken::read)
}

/// The reader's seat at a table.
///
/// # Errors
/// `NotFound`, `Unavailable`, `Internal`.
pub async fn reader_seat(
    request: &HttpRequest,
    service: &Service,
    id: TableId,
) -> Result<Option<Player>, ServiceError> {
    match seat(request) {
        Some(token) => seat_held(service, id, &token).await,
        None => Ok(None),
    }
}

/// The seat whose token this is, if it is one of this table.
///
/// # Errors
/// As [`reader_seat`].
pub async fn seat_held(service: &Service, id: TableId, token: &SeatToken) -> Result<Option<Player>, ServiceError> {
    match service.table(id, Some(token)).await {
        Err(ServiceError::NotYourSeat) => Ok(None),
        view => Ok(view?.viewer.player()),
    }
}

/// The token that closes the table, if this browser has set it up.
pub fn owner(request: &HttpRequest) -> Option<DeleteToken> {
    cookie(request.headers(), OWNER).and_then(DeleteToken::read)
}

/// Whether the reader has set a table up, in this browser or with the same profile.
pub fn has_set_up(request: &HttpRequest, table: &TableRecord) -> bool {
    owner(request).is_some() || is_own(request, table.owner)
}

/// The invitations that the reader can pass on.
pub fn invitations(request: &HttpRequest) -> Vec<(Player, Invitation)> {
    let one = |text: &str| {
        let (seat, invitation) = text.split_once(':')?;
        Some((Player(seat.parse().ok()?), Invitation::read(invitation)?))
    };
    cookie(request.headers(), INVITATIONS).unwrap_or_default().split('.').filter_map(one).collect()
}

/// Adds the cookie with a seat token to a response, and that by which all pages know the seat.
pub fn with_seat(request: &HttpRequest, response: HttpResponse, id: TableId, token: &SeatToken) -> HttpResponse {
    turns::held(request, with(response, id, SEAT, &token.to_string()), SeatMark::of(id, token))
}

/// Adds the cookie with the token that closes the table.
pub fn with_owner(response: HttpResponse, id: TableId, token: &DeleteToken) -> HttpResponse {
    with(response, id, OWNER, &token.to_string())
}

/// Adds the cookie with invitations.
pub fn with_invitations(response: HttpResponse, id: TableId, invitations: &[(Player, Invitation)]) -> HttpResponse {
    let all: Vec<_> = invitations.iter().map(|(seat, invitation)| format!("{}:{invitation}", seat.0)).collect();
    with(response, id, INVITATIONS, &all.join("."))
}

fn with(response: HttpResponse, id: TableId, name: &str, value: &str) -> HttpResponse {
    set_cookie(response, name, value, &urls::table(id), MAX_AGE)
}
