//! Forms for the browser that created something. They need no script.

use actix_web::{HttpRequest, HttpResponse};
use maud::Markup;

use super::{delete_tokens::Resource, form_token::FormToken};
use crate::service::{DeleteToken, Service};

/// A form for the browser that created a resource; empty for other readers.
pub struct CreatorForm {
    /// The form as markup.
    pub markup: Markup,
    /// The delete token that the browser holds.
    pub delete_token: Option<DeleteToken>,
    form_token: Option<FormToken>,
}

impl CreatorForm {
    /// The form for a resource, rendered with the token of the browser.
    pub fn of(
        request: &HttpRequest,
        service: &Service,
        resource: Resource,
        form: impl FnOnce(&FormToken) -> Markup,
    ) -> CreatorForm {
        let delete_token = resource.token(request);
        let form_token = delete_token.map(|_| FormToken::of(request, service));
        CreatorForm { markup: form_token.as_ref().map(form).unwrap_or_default(), delete_token, form_token }
    }

    /// Adds the form's cookie to a page.
    pub fn set_cookie(&self, page: HttpResponse) -> HttpResponse {
        match &self.form_token {
            None => page,
            Some(token) => token.set_cookie(page),
        }
    }
}
