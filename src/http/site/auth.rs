//! Authorization of pages: a browser asks its user for the key.

use std::future::Ready;

use actix_web::{FromRequest, HttpRequest, dev::Payload};

use super::error::PageError;
use crate::http::middleware::auth::{Authorized, RequiredScope, authorize};

/// A caller that is authorized for a page.
#[derive(Clone, Copy, Debug)]
pub struct PageAuth<N>(pub Authorized<N>);

impl<N: RequiredScope + 'static> FromRequest for PageAuth<N> {
    type Error = PageError;
    type Future = Ready<Result<PageAuth<N>, PageError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        std::future::ready(authorize(request).map(PageAuth).map_err(PageError::from))
    }
}
