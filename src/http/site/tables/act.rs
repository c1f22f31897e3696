//! Actions at a table by form: playing a step, taking or leaving a seat, closing the table, deleting its game.

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web};
use maud::html;
use serde_json::value::{RawValue, to_raw_value};

use super::{
    page::{Feedback, shown, table_id},
    parameters::Parameters,
    person::person,
    seat_cookie::{self, reader_seat, seat_held},
};
use crate::{
    games::{Game, Player, with_game},
    http::{
        extract::query::digits,
        middleware::{
            auth::{Write, actor, authorize, caller},
            ready_answers,
        },
        site::{
            deletion::{authority, sent},
            error::{PageError, PageResult},
            form::{Body, Form, Submission},
            layout,
            play::posted,
            urls,
        },
    },
    service::{
        Authority, FieldError, ResourceKind, Service, ServiceError, audit,
        records::{ReadingId, TableId},
        tables::{Guest, Invitation, SeatToken, SentStep},
        to_the_end,
    },
};

const MOVED_ON: &str = "The table has moved on since you looked at it. Please choose again.";
const STILL_THERE: &str = "The person may still play: a bot can when somebody has not acted in time, or the game has waited for five minutes.";
const OVER: &str = "The game is over, or the table was closed.";

/// Plays a step from the reader's seat.
pub async fn step(
    request: HttpRequest,
    service: web::Data<Service>,
    path: web::Path<String>,
    body: Body,
) -> PageResult {
    let (id, form, token) = (table_id(&path)?, Form::read(&body)?, own_token(&request)?);
    let parameters = Parameters::of(&request)?;
    let after =
        form.text("after").parse().map_err(|_| PageError::new(StatusCode::BAD_REQUEST, "The form is incomplete."))?;
    let refused = async |status, why: &str| {
        shown(&request, &service, id, Feedback::wrong(status, why).with(&form), &parameters).await
    };
    let step = match read_step(&service, id, &token, &form).await? {
        Ok(step) => step,
        Err(why) => return refused(StatusCode::UNPROCESSABLE_ENTITY, &why).await,
    };
    match make_step(&service, id, &token, after, &step).await {
        Ok(()) => Ok(layout::see_other(format!("{}#play", parameters.address(id)))),
        Err(ServiceError::IllegalStep(step)) => {
            let own = step.refusal.ruleset.and_then(|ruleset| ruleset.info().deck);
            let why = step.sentence(parameters.deck.or(own).unwrap_or_default());
            refused(StatusCode::UNPROCESSABLE_ENTITY, &why).await
        }
        Err(ServiceError::TableMovedOn(_)) => refused(StatusCode::CONFLICT, MOVED_ON).await,
        Err(ServiceError::TableOver) => refused(StatusCode::CONFLICT, OVER).await,
        Err(error) => Err(error.into()),
    }
}

/// The step in a form, or why it has none. Its player is that of the seat, whatever the form contains.
async fn read_step(
    service: &Service,
    id: TableId,
    token: &SeatToken,
    form: &Form,
) -> Result<Result<Box<RawValue>, String>, ServiceError> {
    let player = seat_held(service, id, token).await?.ok_or(ServiceError::NotYourSeat)?;
    let step = with_game!(service.table_ruleset(id).await?, G => {
        posted::<<G as Game>::Step>(form.pairs(), player).map(|step| to_raw_value(&step))
    });
    match step {
        Ok(written) => written.map(Ok).map_err(|why| ServiceError::Internal(why.to_string())),
        Err(why) => Ok(Err(why)),
    }
}

/// Makes a step. Submitted twice, as by a double click, it has been made by the first form.
async fn make_step(
    service: &Service,
    id: TableId,
    token: &SeatToken,
    after: u32,
    step: &RawValue,
) -> Result<(), ServiceError> {
    match service.table_step(id, token, after, SentStep { step, deck: None }, None).await {
        Err(ServiceError::TableMovedOn(_) | ServiceError::TableOver)
            if service.made_step(id, token, after, step).await? =>
        {
            Ok(())
        }
        made => made.map(drop),
    }
}

/// Takes an open seat.
pub async fn take_seat(
    request: HttpRequest,
    service: web::Data<Service>,
    path: web::Path<(String, String)>,
    body: Body,
) -> PageResult {
    let (id, seat, mut form) = (table_id(&path.0)?, seat(&path.1)?, Form::read(&body)?);
    form.only(&["name", "question", "client_seed", "invitation"]);
    let (person, invitation) = (person(&mut form), Invitation::read(form.text("invitation")));
    if let Some(own) = reader_seat(&request, &service, id).await?.filter(|own| *own != seat) {
        let wrong = format!("You sit at seat {} of this table. To take another one, leave it first.", own.0 + 1);
        let feedback = Feedback::wrong(StatusCode::CONFLICT, &wrong);
        return shown(&request, &service, id, feedback, &Parameters::default()).await;
    }
    let wrong = async |form: &Form| {
        let feedback = Feedback::wrong(StatusCode::UNPROCESSABLE_ENTITY, "").with(form);
        let invited = invitation.map(|invitation| (seat, invitation));
        shown(&request, &service, id, feedback, &Parameters { invited, ..Parameters::default() }).await
    };
    if !form.wrong.is_empty() {
        return wrong(&form).await;
    }
    if invitation.is_none() {
        authorize::<Write>(&request)?;
    }
    let guest = Guest { person, invitation, owner: caller(&request).owner };
    match sit_down(&service, (id, seat), guest, (&request, form.submission())).await {
        Ok(token) => Ok(seat_cookie::with_seat(&request, layout::see_other(urls::table(id)), id, &token)),
        Err(ServiceError::SeatTaken) if reader_seat(&request, &service, id).await? == Some(seat) => {
            Ok(layout::see_other(urls::table(id)))
        }
        Err(ServiceError::Invalid(errors)) => {
            let fault = |error: FieldError| (error.pointer.trim_start_matches('/').to_owned(), error.detail);
            form.wrong.extend(errors.into_iter().map(fault));
            wrong(&form).await
        }
        Err(error) => Err(error.into()),
    }
}

/// Takes a seat; returns its token, also to the same form sent again.
async fn sit_down(
    service: &Service,
    (id, seat): (TableId, Player),
    guest: Guest,
    (request, submission): (&HttpRequest, Option<Submission>),
) -> Result<SeatToken, ServiceError> {
    let key = submission.as_ref().map(|submission| submission.key(request, service, guest.owner));
    let taken = service.take_seat(id, seat, guest, submission.as_ref().map(Submission::nonce), key).await?;
    let token = taken.value.1;
    // Whoever has left the seat since, and sends the old form again, does not get it back.
    if taken.is_replay && seat_held(service, id, &token).await? != Some(seat) {
        return Err(ServiceError::SeatTaken);
    }
    Ok(token)
}

/// Leaves the reader's seat. Before the game begins, the reader is shown the new invitation to it.
pub async fn leave(
    request: HttpRequest,
    service: web::Data<Service>,
    path: web::Path<(String, String)>,
    body: Body,
) -> PageResult {
    sent(&request, &body)?;
    let (id, seat, token) = (table_id(&path.0)?, seat(&path.1)?, own_token(&request)?);
    let invitation = match service.leave_seat(id, seat, &token).await {
        Err(ServiceError::TableOver) => return Ok(layout::see_other(urls::table(id))),
        // The form was sent twice, and a bot or another person sits there meanwhile.
        Err(ServiceError::NotYourSeat) if seat_held(&service, id, &token).await?.is_none() => None,
        left => left?,
    };
    let invited = invitation.map(|invitation| (seat, invitation));
    // The browser keeps the token, by which the same form sent again leads to the same page.
    Ok(layout::see_other(Parameters { left: true, invited, ..Parameters::default() }.address(id)))
}

/// Takes an invitation back, if this browser has set the table up; its page then shows the new one.
pub async fn invite_anew(
    request: HttpRequest,
    service: web::Data<Service>,
    path: web::Path<(String, String)>,
    body: Body,
) -> PageResult {
    sent(&request, &body)?;
    let (id, seat) = (table_id(&path.0)?, seat(&path.1)?);
    let authority = owner(&request, "Only the browser that set the table up can take an invitation back.")?;
    let renewed = to_the_end(async move { service.renew_invitation(id, seat, authority).await });
    let invitation = match renewed.await {
        // The page shows who sits there, or that the table has ended.
        Err(ServiceError::SeatTaken | ServiceError::TableOver) => return Ok(layout::see_other(urls::table(id))),
        renewed => renewed?,
    };
    let mut known = seat_cookie::invitations(&request);
    known.retain(|(other, _)| *other != seat);
    known.push((seat, invitation));
    known.sort_by_key(|(seat, _)| seat.0);
    Ok(seat_cookie::with_invitations(layout::see_other(urls::table(id)), id, &known))
}

/// Has bots play at the open seats, or for somebody who is gone, if this browser has set the table up.
pub async fn seat_bots(
    request: HttpRequest,
    service: web::Data<Service>,
    path: web::Path<String>,
    body: Body,
) -> PageResult {
    let (id, form) = (table_id(&path)?, Form::read(&body)?);
    let seat = Some(form.text("seat")).filter(|text| !text.is_empty()).map(seat).transpose()?;
    let authority = owner(&request, "Only the browser that set the table up can have bots play.")?;
    let seated = to_the_end(async move { service.seat_bots(id, seat, authority).await });
    match seated.await {
        // The page shows who plays, or that the table has ended.
        Ok(_) | Err(ServiceError::TableOver) => Ok(layout::see_other(urls::table(id))),
        Err(ServiceError::SeatTaken) => Err(PageError::new(StatusCode::CONFLICT, STILL_THERE)),
        Err(error) => Err(error.into()),
    }
}

/// Closes the table, if this browser has set it up.
pub async fn close(
    request: HttpRequest,
    service: web::Data<Service>,
    path: web::Path<String>,
    body: Body,
) -> PageResult {
    sent(&request, &body)?;
    let id = table_id(&path)?;
    let authority = owner(&request, "Only the browser that set the table up can close it.")?;
    let actor = actor(&request, &caller(&request));
    let closed = to_the_end(async move {
        service.close_table(id, authority).await?;
        audit::table_closed(actor, id);
        Ok(())
    });
    match closed.await {
        // The page of a table that has ended says so.
        Ok(()) | Err(ServiceError::TableOver) => Ok(layout::see_other(urls::table(id))),
        Err(error) => Err(error.into()),
    }
}

/// Deletes the game of a table that has ended, if this browser has set the table up.
pub async fn delete(
    request: HttpRequest,
    service: web::Data<Service>,
    path: web::Path<String>,
    body: Body,
) -> PageResult {
    sent(&request, &body)?;
    let id = table_id(&path)?;
    let authority = owner(&request, "Only the browser that set the table up can delete its game.")?;
    let seen = async { Ok((service.table(id, None).await?.record, reader_seat(&request, &service, id).await?)) };
    let (record, own) = match seen.await {
        // As when the form is sent twice: the table is deleted with its game.
        Err(ServiceError::NotFound(_)) => return Ok(deleted(None)),
        seen => seen?,
    };
    let game = record.game.ok_or(ServiceError::NotFound(ResourceKind::Game))?;
    let reading = own.and_then(|own| record.seats[own.index()].reading);
    let actor = actor(&request, &caller(&request));
    let done = ready_answers::change(&request, async move {
        service.delete_game(game, authority).await?;
        audit::deleted(actor, "game", game.0);
        Ok(())
    });
    match done.await {
        // The form was sent twice, and the first one has deleted the game meanwhile.
        Ok(()) | Err(ServiceError::NotFound(_)) => Ok(deleted(reading)),
        Err(error) => Err(error.into()),
    }
}

/// The page after a deletion, for a reader with this reading of the game.
fn deleted(reading: Option<ReadingId>) -> HttpResponse {
    let body = html! {
        h1 { "Deleted" }
        // The reader's list of readings drops the own one too.
        p data-forget=[reading.map(urls::reading)] { "The game, its readings and the table were deleted. Caches, such as that of a browser, may show them for up to an hour." }
        p { "Set up " a href="/tables/new" { "another table" } " or browse the " a href="/games" { "games" } "." }
    };
    layout::page(StatusCode::OK, "Deleted", &["my_readings.js"], &body)
}

/// The URL of a form that was refused leads back to its table.
pub async fn back(request: HttpRequest) -> PageResult {
    let id = table_id(request.match_info().query("id"))?;
    Ok(layout::see_other(urls::table(id)))
}

fn owner(request: &HttpRequest, refusal: &'static str) -> Result<Authority, PageError> {
    authority(request, seat_cookie::owner(request), refusal)
}

fn seat(text: &str) -> Result<Player, PageError> {
    text.parse().ok().filter(|_| digits(text)).map(Player).ok_or_else(|| PageError::not_found("seat"))
}

fn own_token(request: &HttpRequest) -> Result<SeatToken, PageError> {
    let nobody = "This browser holds no seat at the table.";
    seat_cookie::seat(request).ok_or_else(|| PageError::new(StatusCode::FORBIDDEN, nobody))
}
