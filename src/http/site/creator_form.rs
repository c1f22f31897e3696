//! Forms for the browser that created something. They need no script.

use actix_web::{HttpRequest, HttpResponse};
use maud::Markup;

use super::{delete_tokens::Resource, layout};
use crate::service::DeleteToken;

/// A form for the browser that created a resource; empty for other readers.
pub struct CreatorForm {
    /// The form as markup.
    pub markup: Markup,
    /// The delete token that the browser holds.
    pub delete_token: Option<DeleteToken>,
}

impl CreatorForm {
    /// The form for a resource.
    pub fn of(request: &HttpRequest, resource: Resource, form: impl FnOnce() -> Markup) -> CreatorForm {
        let delete_token = resource.token(request);
        CreatorForm { markup: delete_token.map(|_| form()).unwrap_or_default(), delete_token }
    }

    /// The page with the form, which is then for this browser alone.
    pub fn on(&self, page: HttpResponse) -> HttpResponse {
        match self.delete_token {
            None => page,
            Some(_) => layout::private(page),
        }
    }
}
