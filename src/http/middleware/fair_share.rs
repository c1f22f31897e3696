//! Fair scheduling: handlers get a service that works on behalf of the request's caller, so that callers take turns.

use std::rc::Rc;

use actix_web::{
    HttpMessage,
    dev::{Extensions, ServiceRequest},
    web,
};

use super::rate_limit::Subject;
use crate::service::{CallerId, Service};

/// Gives handlers a service that works on behalf of this request's caller.
pub fn assign(request: &mut ServiceRequest) {
    let subject = request.extensions().get::<Subject>().copied();
    let service = request.app_data::<web::Data<Service>>().zip(subject);
    if let Some(service) = service.map(|(service, subject)| service.on_behalf_of(CallerId::of(&subject))) {
        let mut own = Extensions::new();
        own.insert(web::Data::new(service));
        request.add_data_container(Rc::new(own));
    }
}
