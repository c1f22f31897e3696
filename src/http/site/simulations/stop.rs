//! Stopping a simulation, with a form for the browser that has started it. Works without script.

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web};
use maud::{Markup, html};

use crate::{
    http::{
        middleware::auth::{self, actor},
        site::{
            delete_tokens::Resource,
            deletion::sent,
            error::{PageError, PageResult},
            form::Body,
            form_token::FormToken,
            layout, urls,
        },
    },
    service::{Authority, Service, ServiceError, audit, records::SimulationId, to_the_end},
};

/// The form that stops a simulation; empty for other readers, and when it has ended.
pub struct StopForm {
    /// The form as markup.
    pub markup: Markup,
    token: Option<FormToken>,
}

impl StopForm {
    /// The form for a simulation.
    pub fn of(request: &HttpRequest, service: &Service, id: SimulationId, has_ended: bool) -> StopForm {
        let proof = Resource::Simulation(id).token(request);
        let token = proof.filter(|_| !has_ended).map(|_| FormToken::of(request, service));
        let markup = html! {
            div #stop {
                @if let Some(token) = &token {
                    form method="post" action={ (urls::simulation(id)) "/stop" } {
                        (token.field())
                        p { button.quiet type="submit" { "Stop it" } " " span.hint { "What has been counted remains." } }
                    }
                }
            }
        };
        StopForm { markup, token }
    }

    /// Adds the form's cookie to a page.
    pub fn keep(&self, page: HttpResponse) -> HttpResponse {
        match &self.token {
            None => page,
            Some(token) => token.keep(page),
        }
    }
}

/// Stops a simulation that has not ended, and redirects to its page.
pub async fn stop(
    request: HttpRequest,
    service: web::Data<Service>,
    path: web::Path<String>,
    body: Body,
) -> PageResult {
    sent(&request, &body)?;
    let id = PageError::id(&path, SimulationId, "simulation")?;
    let proof = Resource::Simulation(id).token(&request).ok_or_else(|| {
        PageError::new(
            StatusCode::FORBIDDEN,
            "Only the browser that started it can stop it, and its cookie is missing.",
        )
    })?;
    let actor = actor(&request, &auth::caller(&request));
    to_the_end(async move {
        if service.cancel_simulation(id, Authority::Creator(proof)).await? {
            audit::simulation_cancelled(actor, id);
        } else if !service.simulation(id).await?.record.phase.has_ended() {
            return Err(ServiceError::Forbidden("simulation"));
        }
        Ok(())
    })
    .await?;
    Ok(layout::see_other(urls::simulation(id)))
}
