//! A person at a table, as forms ask for one.

use actix_web::HttpRequest;
use maud::{Markup, html};

use crate::{
    http::{
        middleware::auth::caller,
        site::{
            form::{Field, Form, with_message},
            games::watch_form::CLIENT_SEED,
            urls,
        },
    },
    service::{ClientSeed, Name, Question, Service, ServiceError, tables::SitDown},
};

/// The reader's name.
pub const NAME: Field<'_> = Field {
    limit: Some(Name::LIMIT),
    hint: "Optional.",
    autocomplete: "nickname",
    ..Field::text("name", "name", "Your name")
};
/// The reader's question.
pub const QUESTION: Field<'_> = Field {
    limit: Some(Question::LIMIT),
    hint: "Optional. The tricks that you win are laid out as its answer.",
    ..Field::text("question", "question", "Your question")
};

/// All fields of a person.
pub const FIELDS: [Field<'_>; 3] = [NAME, QUESTION, CLIENT_SEED];

/// The name of the reader's profile, which nobody has to enter.
pub struct OwnName(Option<Name>);

impl OwnName {
    /// Where nobody is asked for a name.
    pub const fn unknown() -> OwnName {
        OwnName(None)
    }

    /// The name of the reader's profile, if there is one.
    ///
    /// # Errors
    /// `Internal`; a page that needs no database is there without one.
    pub async fn of(request: &HttpRequest, service: &Service) -> Result<OwnName, ServiceError> {
        match service.profile(caller(request).owner).await {
            Err(ServiceError::Unavailable(_)) => Ok(OwnName(None)),
            profile => Ok(OwnName(profile?.map(|profile| profile.name))),
        }
    }

    /// The field for the name, or under which name the reader sits.
    pub fn line(&self, form: &Form, field: &Field<'_>) -> Markup {
        match &self.0 {
            Some(name) => html! {
                p id=(field.id) { "You sit under your name, " a href=(urls::ME) { bdi { (name.as_str()) } } "." (form.described(&Field { hint: "", ..*field })) }
            },
            None => form.line(field),
        }
    }
}

/// Parses the fields and records errors in them.
pub fn person(form: &mut Form) -> SitDown {
    SitDown {
        name: form.value(NAME.name, |text| with_message(Name::new(text))),
        client_seed: form.value(CLIENT_SEED.name, |text| with_message(ClientSeed::new(text))).unwrap_or_default(),
        question: form.value(QUESTION.name, |text| with_message(Question::new(text))).unwrap_or_default(),
        question_kind: None,
    }
}
