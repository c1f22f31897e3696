//! Deals of the day: `page` has the page of a day and the calendar, `score` the score card and what is shared of it; here are
//! the forms. The card of the day is in `daily.rs`.

mod page;
mod score;

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web};
use chrono::NaiveDate;

use super::{
    error::{PageAuth, PageError, PageResult},
    form::{Body, Field, Form, Submission, with_message},
    layout, preview,
    tables::seat_cookie,
    urls,
};
use crate::{
    http::{
        extract::query,
        middleware::auth::{Read, Write, caller},
    },
    service::{Question, Service, ServiceError, read_date, records::TableId, tables::SeatToken},
};

pub use self::page::{day, days, today, todays_deal};

/// The line beside a score card.
const NOTE: Field<'_> = Field {
    limit: Some(Question::LIMIT),
    hint: "Only you see it.",
    ..Field::text("note", "note", "A line to remember the day by")
};

/// The day in a URL.
fn date(text: &str) -> Result<NaiveDate, PageError> {
    read_date(text).map_err(|_| PageError::not_found("day"))
}

/// Sits down at the deal of a day, or goes on with it.
pub async fn sit_down(
    request: HttpRequest,
    auth: PageAuth<Write>,
    service: web::Data<Service>,
    path: web::Path<String>,
    body: Body,
) -> PageResult {
    query::none(&request)?;
    let (date, mut form, caller) = (date(&path)?, Form::read(&body)?, auth.0.caller);
    form.only(&[]);
    let submission = form.submission();
    let key = submission.as_ref().map(|submission| submission.key(&request, &service, caller.owner));
    match service.open_day(&caller, date, submission.as_ref().map(Submission::nonce), key).await {
        Ok(made) => {
            let (id, token) = (made.value.view.record.id, made.value.tokens.into_iter().flatten().next());
            Ok(at_table(&request, id, token.as_ref()))
        }
        // Found again, also from another device.
        Err(ServiceError::DayPlayed(id)) => match service.seat_at_table(&caller, id).await {
            Ok(token) => Ok(at_table(&request, id, token.as_ref())),
            Err(ServiceError::NotFound(_)) => Ok(layout::see_other(urls::day(date))),
            Err(error) => Err(error.into()),
        },
        Err(ServiceError::ProfileNeeded) => Ok(layout::see_other(urls::ME.to_owned())),
        Err(error) => Err(error.into()),
    }
}

/// Leads to a table, whose page knows the seat by its token.
fn at_table(request: &HttpRequest, id: TableId, token: Option<&SeatToken>) -> HttpResponse {
    let response = layout::private(layout::see_other(urls::table(id)));
    match token {
        Some(token) => seat_cookie::with_seat(request, response, id, token),
        None => response,
    }
}

/// Writes a line beside the reader's score card.
pub async fn note(
    request: HttpRequest,
    auth: PageAuth<Write>,
    service: web::Data<Service>,
    path: web::Path<String>,
    body: Body,
) -> PageResult {
    query::none(&request)?;
    let (date, mut form) = (date(&path)?, Form::read(&body)?);
    form.only(&[NOTE.name]);
    let note = form.value(NOTE.name, |text| with_message(Question::new(text))).unwrap_or_default();
    if !form.wrong.is_empty() {
        return page::shown(&request, &service, date, StatusCode::UNPROCESSABLE_ENTITY, &form).await;
    }
    service.note_day(auth.0.list_owner()?, date, &note).await?;
    Ok(layout::see_other(format!("{}#note", urls::day(date))))
}

/// The forms of a day lead back to its page.
pub async fn back(path: web::Path<String>) -> PageResult {
    Ok(layout::see_other(urls::day(date(&path)?)))
}

/// The reader's score card as a picture that gives nothing of the cards away.
pub async fn picture(
    request: HttpRequest,
    _auth: PageAuth<Read>,
    service: web::Data<Service>,
    path: web::Path<String>,
) -> PageResult {
    query::none(&request)?;
    let own = service.own_result(caller(&request).owner, date(&path)?).await?;
    Ok(layout::private(preview::drawn(&request, &service, score::preview(&own)).await?))
}
