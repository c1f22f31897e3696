//! Middleware common to all routes; it runs before and after the handlers.

pub mod auth;
pub mod etag;
pub mod framing;
pub mod hosts;
pub mod metrics;
pub mod rate_limit;
pub mod ready_answers;
pub mod request_id;
pub mod response_headers;
pub mod same_origin;
pub mod streams;
pub mod timeout;

use std::rc::Rc;

use actix_web::{
    Error, HttpMessage,
    body::{BoxBody, MessageBody},
    dev::{Extensions, ServiceRequest, ServiceResponse},
    middleware::Next,
    web,
};

use self::{rate_limit::Subject, request_id::Identity};
use crate::service::{CallerId, Service};

/// Identifies the caller and counts the request against its rate. Handlers get the caller, who
/// the request counts for, and a service that works on behalf of that one.
pub async fn admit(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let caller = auth::authenticate(&request).await;
    let identity = Identity::of(&request);
    identity.note_key(caller.as_ref().ok().and_then(|caller| caller.key));
    let subject = Subject::of(caller.as_ref().ok(), identity.address);
    let counted = rate_limit::count(&request, subject);
    let refusal = counted.as_ref().and_then(|counted| counted.refusal());
    // An invalid key is refused on every route, even where none is required.
    let mut answered = match refusal.map_or(caller, Err) {
        Ok(caller) => {
            request.extensions_mut().insert(caller);
            request.extensions_mut().insert(subject);
            if let Some(own) = on_behalf_of(subject, &request) {
                request.add_data_container(own);
            }
            next.call(request).await?.map_into_boxed_body()
        }
        Err(problem) => request.error_response(problem),
    };
    if let Some(counted) = counted {
        counted.write_headers(&mut answered);
    }
    auth::mark_private(&mut answered);
    Ok(answered)
}

/// A service that works on behalf of this request's caller, so that callers take turns.
fn on_behalf_of(subject: Subject, request: &ServiceRequest) -> Option<Rc<Extensions>> {
    let service = request.app_data::<web::Data<Service>>()?;
    let mut own = Extensions::new();
    own.insert(web::Data::new(service.on_behalf_of(CallerId::of(&subject))));
    Some(Rc::new(own))
}
