//! Who looks at a page, and whether they may: a browser asks its user for the key.

use std::future::Ready;

use actix_web::{FromRequest, HttpRequest, dev::Payload};

use super::error::PageError;
use crate::http::middleware::auth::{May, Need, may};

/// Somebody who may do what a page does.
#[derive(Clone, Copy, Debug)]
pub struct PageAuth<N>(pub May<N>);

impl<N: Need + 'static> FromRequest for PageAuth<N> {
    type Error = PageError;
    type Future = Ready<Result<PageAuth<N>, PageError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        std::future::ready(may(request).map(PageAuth).map_err(PageError::from))
    }
}
