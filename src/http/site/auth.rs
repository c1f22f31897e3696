//! Who looks at a page, and whether they may: a browser asks its user for the key.

use std::future::Ready;

use actix_web::{FromRequest, HttpRequest, dev::Payload};

use super::{
    super::caller::{May, Need, may},
    refusal::Refusal,
};

/// Somebody who may do what a page does.
#[derive(Clone, Copy, Debug)]
pub struct Visitor<N>(pub May<N>);

impl<N: Need + 'static> FromRequest for Visitor<N> {
    type Error = Refusal;
    type Future = Ready<Result<Visitor<N>, Refusal>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        std::future::ready(may(request).map(Visitor).map_err(Refusal::from))
    }
}
