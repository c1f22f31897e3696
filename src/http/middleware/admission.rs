//! Who calls, whether they may call now, and when it is their turn.

use std::rc::Rc;

use actix_web::{
    Error, HttpMessage,
    body::{BoxBody, MessageBody},
    dev::{Extensions, ServiceRequest, ServiceResponse},
    middleware::Next,
    web,
};

use super::{
    auth,
    rate_limit::{self, Subject},
    request_id::Identity,
};
use crate::service::{CallerId, Service};

/// Identifies the caller and counts the request against its rate. Handlers get the caller, and who the request counts for.
pub async fn admit(
    request: ServiceRequest,
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

/// Gives handlers a service that works on behalf of this request's caller, so that callers take turns.
pub async fn take_turns<B: MessageBody>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let subject = request.extensions().get::<Subject>().copied();
    let service = request.app_data::<web::Data<Service>>().zip(subject);
    if let Some(service) = service.map(|(service, subject)| service.on_behalf_of(CallerId::of(&subject))) {
        let mut own = Extensions::new();
        own.insert(web::Data::new(service));
        request.add_data_container(Rc::new(own));
    }
    next.call(request).await
}
