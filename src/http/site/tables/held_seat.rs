//! Which seat of a table a token is for.

use actix_web::HttpRequest;

use super::seat_cookie;
use crate::{
    games::Player,
    service::{Service, ServiceError, records::TableId, tables::SeatToken},
};

/// The reader's seat at a table.
///
/// # Errors
/// `NotFound`, `Unavailable`, `Internal`.
pub async fn reader_seat(
    request: &HttpRequest,
    service: &Service,
    id: TableId,
) -> Result<Option<Player>, ServiceError> {
    match seat_cookie::seat(request) {
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
