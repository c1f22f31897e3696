//! Fields as HTML, with their hints and errors.

use maud::{Markup, html};

use super::{Form, with_message};
use crate::{
    http::site::layout::coded,
    service::{MAX_TAGS, Tag},
};

/// A field of a form.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// Id of its element.
    pub id: &'a str,
    /// Its name in the form.
    pub name: &'a str,
    /// Its label.
    pub label: &'a str,
    /// Hint below it.
    pub hint: &'a str,
    /// Type of the input.
    pub kind: &'a str,
    /// Maximum length, in characters.
    pub limit: Option<u16>,
    /// Id of a list of suggestions.
    pub list: Option<&'a str>,
    /// What browsers may fill in (WHATWG HTML, 4.10.18.7): `nickname` for the reader's own name.
    pub autocomplete: &'a str,
}

impl<'a> Field<'a> {
    /// A text field.
    pub const fn text(id: &'a str, name: &'a str, label: &'a str) -> Field<'a> {
        Field { id, name, label, hint: "", kind: "text", limit: None, list: None, autocomplete: "off" }
    }
}

/// The tags of a game.
pub const TAGS: Field<'_> = Field {
    hint: "Such as a club and its season, with commas between them. The game is found by each.",
    ..Field::text("tags", "tags", "Tags")
};

/// Parses what stands between commas.
///
/// # Errors
/// The first that cannot be read, or that they are more than `most`.
pub fn listed<T>(text: &str, most: usize, read: fn(&str) -> Result<T, String>) -> Result<Vec<T>, String> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    let list = parts.map(read).collect::<Result<Vec<_>, _>>()?;
    if list.len() > most { Err(format!("Expected at most {most}, not {}.", list.len())) } else { Ok(list) }
}

/// Maximum number of inputs of a field that may be repeated. No filter takes more values.
const MAX_REPEATED: usize = 20;

/// A button that copies the field with this id, for pages with script. On a phone it offers what it `shares`, by this title,
/// to other apps instead.
pub fn copy(id: &str, what: &str, shares: Option<&str>) -> Markup {
    html! {
        p.buttons {
            button.quiet type="button" data-copies=(id) data-shares=[shares] hidden { "Copy" span.unseen { " " (what) } }
            span role="status" {}
        }
    }
}

impl Form {
    /// Parses the tags of a game, and records an error.
    pub fn tags(&mut self) -> Vec<Tag> {
        let read = |text: &str| listed(text, MAX_TAGS, |tag| with_message(Tag::new(tag)));
        self.value(TAGS.name, read).unwrap_or_default()
    }

    /// A labelled one-line input with its error.
    pub fn line(&self, field: &Field<'_>) -> Markup {
        self.line_of(self.text(field.name), field)
    }

    /// The same for a field that may be repeated: an input for each value, numbered from the second on, and an empty one
    /// if there is none.
    pub fn repeated_line(&self, field: &Field<'_>) -> Markup {
        let mut values = self.texts(field.name).take(MAX_REPEATED);
        html! {
            (self.line_of(values.next().unwrap_or_default(), field))
            @for (number, value) in (2..).zip(values) {
                (self.line_of(value, &Field {
                    id: &format!("{}-{number}", field.id),
                    label: &format!("{} {number}", field.label),
                    ..*field
                }))
            }
        }
    }

    fn line_of(&self, value: &str, field: &Field<'_>) -> Markup {
        let Field { id, name, label, kind, limit, list, autocomplete, .. } = *field;
        html! {
            p.field {
                label for=(id) { (label) }
                input #(id) name=(name) type=(kind) maxlength=[limit] list=[list] value=[(kind != "file").then_some(value)] autocomplete=(autocomplete)
                    aria-invalid=[self.invalid(name)] aria-describedby=[self.described_by(field)];
                (self.described(field))
            }
        }
    }

    /// A field for a day, which is one for a text where a time was given instead.
    pub fn day<'a>(&self, field: Field<'a>) -> Field<'a> {
        let kind = if matches!(self.text(field.name).len(), 0 | 10) { "date" } else { "text" };
        Field { kind, ..field }
    }

    /// A labelled selection.
    pub fn choice(&self, field: &Field<'_>, choices: &[(&str, &str)]) -> Markup {
        self.choice_of(self.text(field.name), field, choices)
    }

    /// A labelled selection with this value.
    pub fn choice_of(&self, chosen: &str, field: &Field<'_>, choices: &[(&str, &str)]) -> Markup {
        let Field { id, name, label, .. } = *field;
        html! {
            p.field {
                label for=(id) { (label) }
                select #(id) name=(name) aria-invalid=[self.invalid(name)] aria-describedby=[self.described_by(field)] {
                    (options(chosen, choices))
                }
                (self.described(field))
            }
        }
    }

    /// A labelled text area.
    pub fn lines(&self, field: &Field<'_>, rows: u8) -> Markup {
        let Field { id, name, label, .. } = *field;
        html! {
            p.field {
                label for=(id) { (label) }
                // Browsers drop one line break after the tag.
                textarea #(id) name=(name) rows=(rows) spellcheck="false"
                    aria-invalid=[self.invalid(name)] aria-describedby=[self.described_by(field)] { "\n" (self.text(name)) }
                (self.described(field))
            }
        }
    }

    /// The `aria-invalid` attribute of a field.
    pub fn invalid(&self, name: &str) -> Option<&'static str> {
        self.is_wrong(name).then_some("true")
    }

    /// The ids of the texts below a field.
    pub fn described_by(&self, field: &Field<'_>) -> Option<String> {
        let why = self.is_wrong(field.name).then(|| format!("{}-why", field.id));
        let hint = (!field.hint.is_empty()).then(|| format!("{}-hint", field.id));
        let ids: Vec<_> = why.into_iter().chain(hint).collect();
        (!ids.is_empty()).then(|| ids.join(" "))
    }

    /// The texts below a field: error and hint.
    pub fn described(&self, field: &Field<'_>) -> Markup {
        html! {
            @if let Some(why) = self.why(field.name) { span.hint.wrong id={ (field.id) "-why" } { (coded(why)) } }
            @if !field.hint.is_empty() { span.hint id={ (field.id) "-hint" } { (field.hint) } }
        }
    }

    /// The list of all errors above the form, with links to the fields. The browser moves the focus there.
    pub fn faults<'a>(&self, fields: impl IntoIterator<Item = Field<'a>>) -> Markup {
        if self.wrong.is_empty() {
            return Markup::default();
        }
        let fields: Vec<_> = fields.into_iter().collect();
        let known = |name: &str| fields.iter().find(|field| field.name == name);
        html! {
            div.faults role="alert" tabindex="-1" autofocus {
                p { strong { "Please correct the following:" } }
                ul {
                    @for (name, why) in &self.wrong {
                        li {
                            @match known(name) {
                                Some(field) => a href={ "#" (field.id) } { (field.label) ": " (coded(why)) },
                                None => { (name) ": " (coded(why)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The options of a selection with this value. If it is none of the choices, it is one more: what is shown is what is
/// sent.
pub fn options(chosen: &str, choices: &[(&str, &str)]) -> Markup {
    let is_other = !chosen.is_empty() && choices.iter().all(|(value, _)| *value != chosen);
    html! {
        @for (value, text) in choices { option value=(value) selected[*value == chosen] { (text) } }
        @if is_other { option value=(chosen) selected { (chosen) } }
    }
}
