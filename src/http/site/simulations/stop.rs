//! Stopping a simulation, with a form for the browser that has started it.

use actix_web::{HttpRequest, http::StatusCode, web};
use maud::html;

use crate::{
    http::{
        middleware::auth::{self, actor},
        site::{
            creator_form::CreatorForm,
            delete_tokens::Resource,
            deletion::sent,
            error::{PageError, PageResult},
            form::Body,
            layout, urls,
        },
    },
    service::{Authority, Service, ServiceError, audit, records::SimulationId, to_the_end},
};

/// The form that stops a simulation.
pub fn stop_form(request: &HttpRequest, id: SimulationId) -> CreatorForm {
    CreatorForm::of(request, Resource::Simulation(id), || {
        html! {
            form method="post" action={ (urls::simulation(id)) "/stop" } {
                p { button.quiet type="submit" { "Stop it" } " " span.hint { "What has been counted remains." } }
            }
        }
    })
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
        }
        Ok::<_, ServiceError>(())
    })
    .await?;
    Ok(layout::see_other(urls::simulation(id)))
}
