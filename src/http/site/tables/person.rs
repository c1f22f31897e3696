//! A person at a table, as forms ask for one.

use crate::{
    http::site::{
        form::{Field, Form, with_message},
        games::watch_form::CLIENT_SEED,
    },
    service::{ClientSeed, Name, Question, tables::SitDown},
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

/// Parses the fields and records errors in them.
pub fn person(form: &mut Form) -> SitDown {
    SitDown {
        name: form.value(NAME.name, |text| with_message(Name::new(text))),
        client_seed: form.value(CLIENT_SEED.name, |text| with_message(ClientSeed::new(text))).unwrap_or_default(),
        question: form.value(QUESTION.name, |text| with_message(Question::new(text))).unwrap_or_default(),
        question_kind: None,
    }
}
