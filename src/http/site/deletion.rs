//! Deleting what a browser has created, with a form that needs no script.

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web};
use maud::{Markup, html};

use super::{
    delete_tokens::{DeleteTokenCookie, Resource},
    error::{PageError, PageResult},
    form::{Body, Form},
    layout,
};
use crate::{
    http::{
        extract::query,
        middleware::{
            auth::{self, actor},
            ready_answers,
        },
    },
    service::{
        Authority, DeleteToken, Service, ServiceError, audit,
        records::{AnyReading, GameId, OwnerId, ReadingId, SimulationId},
    },
};

/// The form that deletes a resource on this page.
pub fn deletion_form(request: &HttpRequest, resource: Resource, owner: OwnerId) -> CreatorForm {
    let action = format!("{}/delete", request.path());
    CreatorForm::of(request, resource, owner, || form(resource, &action))
}

fn form(resource: Resource, action: &str) -> Markup {
    let what = match resource {
        Resource::Reading(_) => "the reading, and the game that was played for it",
        Resource::Spread(_) => "the reading",
        Resource::Game(_) => "the game, and every reading of it",
        Resource::Simulation(_) => "what it has counted",
    };
    html! {
        section aria-labelledby="deletion" {
            h2 #deletion { "Delete it" }
            p { "You requested it, so you can delete it here: " (what) "." }
            details {
                summary { "Delete it …" }
                form method="post" action=(action) {
                    p { "This cannot be undone." }
                    p { button type="submit" { "Delete permanently" } }
                }
            }
        }
    }
}

/// Deletes a reading, with the game that was played for it, if any.
pub async fn reading(
    request: HttpRequest,
    service: web::Data<Service>,
    path: web::Path<String>,
    body: Body,
) -> PageResult {
    sent(&request, &body)?;
    let id = PageError::id(&path, ReadingId, "reading")?;
    match service.reading(id).await {
        // As when the form is sent twice: the reader's list of readings drops it all the same.
        Err(ServiceError::NotFound(_)) => Ok(gone(&request)),
        Err(error) => Err(error.into()),
        Ok(AnyReading::Fortunes(stored)) => {
            let what = "The reading and the game that was played for it were deleted.";
            deleted(&request, &service, Resource::Reading(stored.record.game), what).await
        }
        Ok(AnyReading::Spread(_)) => {
            deleted(&request, &service, Resource::Spread(id), "The reading was deleted.").await
        }
    }
}

/// Deletes a game with its readings.
pub async fn game(
    request: HttpRequest,
    service: web::Data<Service>,
    path: web::Path<String>,
    body: Body,
) -> PageResult {
    sent(&request, &body)?;
    let resource = Resource::Game(PageError::id(&path, GameId, "game")?);
    deleted(&request, &service, resource, "The game and its readings were deleted.").await
}

/// Deletes a simulation.
pub async fn simulation(
    request: HttpRequest,
    service: web::Data<Service>,
    path: web::Path<String>,
    body: Body,
) -> PageResult {
    sent(&request, &body)?;
    let resource = Resource::Simulation(PageError::id(&path, SimulationId, "simulation")?);
    deleted(&request, &service, resource, "The simulation was deleted.").await
}

/// Checks that a form without fields was sent from its page.
///
/// # Errors
/// It was sent from elsewhere, or has fields or parameters.
pub fn sent(request: &HttpRequest, body: &Body) -> Result<(), PageError> {
    query::none(request)?;
    let mut form = Form::read(body)?;
    form.only(&[]);
    match form.wrong.into_iter().next() {
        None => Ok(()),
        Some((_, why)) => Err(PageError::new(StatusCode::UNPROCESSABLE_ENTITY, why)),
    }
}

/// What entitles the reader to delete something: the token that the browser has, or else its profile.
///
/// # Errors
/// It has neither.
pub fn authority(
    request: &HttpRequest,
    token: Option<DeleteToken>,
    refusal: &'static str,
) -> Result<Authority, PageError> {
    let caller = auth::caller(request);
    match (token, caller.key) {
        (Some(token), _) => Ok(Authority::Creator(token)),
        (None, Some(_)) => Ok(caller.authority()),
        (None, None) => Err(PageError::new(StatusCode::FORBIDDEN, refusal)),
    }
}

/// Does the reader's profile own what has this owner?
pub fn is_own(request: &HttpRequest, owner: OwnerId) -> bool {
    let caller = auth::caller(request);
    caller.key.is_some() && caller.owner == owner
}

async fn delete(request: &HttpRequest, service: &Service, resource: Resource) -> Result<(), PageError> {
    let refusal = "Only the browser that requested it can delete it, and its cookie is missing.";
    let authority = authority(request, resource.token(request), refusal)?;
    let (service, actor) = (service.clone(), actor(request, &auth::caller(request)));
    let deleted = ready_answers::change(request, async move {
        let (what, deleted) = match resource {
            Resource::Reading(game) | Resource::Game(game) => ("game", service.delete_game(game, authority).await),
            Resource::Spread(reading) => ("reading", service.delete_reading(reading, authority).await),
            Resource::Simulation(id) => ("simulation", service.delete_simulation(id, authority).await),
        };
        deleted?;
        audit::deleted(actor, what, resource.id().0);
        Ok(())
    });
    match deleted.await {
        // Whoever holds its token sends the form again, as by a double click.
        Err(ServiceError::NotFound(_)) => Ok(()),
        deleted => deleted.map_err(PageError::from),
    }
}

/// The URL of a form leads back to the page that has it.
pub async fn back(request: HttpRequest) -> PageResult {
    let page = request.path().rsplit_once('/').map_or("/", |(page, _)| page);
    Ok(layout::see_other(page.to_owned()))
}

fn elsewhere() -> Markup {
    html! { p { a href="/" { "Ask for a reading" } " or browse the " a href="/games" { "games" } "." } }
}

fn gone(request: &HttpRequest) -> HttpResponse {
    let body = html! {
        h1 { "There is no such reading" }
        p data-forget=(request.path().trim_end_matches("/delete")) { "It may have been deleted already." }
        (elsewhere())
    };
    layout::page(StatusCode::NOT_FOUND, "Not found", &["my_readings.js"], &body)
}

/// Deletes something, and says so.
async fn deleted(request: &HttpRequest, service: &Service, resource: Resource, what: &str) -> PageResult {
    delete(request, service, resource).await?;
    let body = html! {
        h1 { "Deleted" }
        // The reader's list of readings drops it too.
        p data-forget=(request.path().trim_end_matches("/delete")) { (what) " Caches, such as that of a browser, may show it for up to an hour." }
        (elsewhere())
    };
    let page = layout::page(StatusCode::OK, "Deleted", &["my_readings.js"], &body);
    Ok(DeleteTokenCookie::of(request).without(resource.id()).set_cookie(page, resource.path()))
}

/// A form for whoever created a resource, in the same browser or with the same profile; empty for other readers.
pub struct CreatorForm {
    /// The form as markup.
    pub markup: Markup,
    /// The delete token that the browser holds.
    pub delete_token: Option<DeleteToken>,
    is_shown: bool,
}

impl CreatorForm {
    /// The form for a resource.
    pub fn of(request: &HttpRequest, resource: Resource, owner: OwnerId, form: impl FnOnce() -> Markup) -> CreatorForm {
        let delete_token = resource.token(request);
        let is_shown = delete_token.is_some() || is_own(request, owner);
        CreatorForm { markup: if is_shown { form() } else { Markup::default() }, delete_token, is_shown }
    }

    /// Is the reader who created it?
    pub fn is_shown(&self) -> bool {
        self.is_shown
    }

    /// The page with the form, which is then for this browser alone.
    pub fn on(&self, page: HttpResponse) -> HttpResponse {
        if self.is_shown { layout::private(page) } else { page }
    }
}
