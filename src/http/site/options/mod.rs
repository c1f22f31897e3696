//! House rules as a form, with an input for each option in the ruleset's schema.

mod words;

use std::sync::LazyLock;

use maud::{Markup, html};
use serde_json::{Map, Value};

use self::words::{Group, OptionLabels, OptionWords, Preset};
use super::form::{Field, Form};
use crate::{
    games::{Ruleset, with_game},
    http::openapi::options_schema,
    service::{FieldError, FieldErrorCode},
};

/// Prefix of the names of option fields.
const PREFIX: &str = "option.";
/// The field with the chosen preset.
pub const PRESET: Field<'_> = Field::text("preset", "preset", "Length");

/// The inputs for a ruleset's options. An option with variants has one for the variant and one for each of its fields.
pub struct Options {
    fields: Vec<OptionField>,
    presets: &'static [Preset],
}

/// One input.
struct OptionField {
    words: &'static OptionLabels,
    name: String,
    id: String,
    schema: Value,
    /// Does a preset set it?
    is_preset: bool,
}

impl Options {
    /// The inputs of a ruleset.
    pub fn of(ruleset: Ruleset) -> &'static Options {
        static OPTIONS: LazyLock<Vec<(Ruleset, Options)>> =
            LazyLock::new(|| Ruleset::ALL.map(|ruleset| (ruleset, Options::new(ruleset))).into());
        let found = OPTIONS.iter().find(|(other, _)| *other == ruleset);
        found.map(|(_, options)| options).expect("all rulesets are listed")
    }

    fn new(ruleset: Ruleset) -> Options {
        let (schema, presets) = (options_schema(ruleset), with_game!(ruleset, G => G::PRESETS));
        let is_preset = |path| presets.iter().flat_map(|preset| preset.options).any(|(preset, _)| *preset == path);
        let fields = with_game!(ruleset, G => G::WORDS).iter().map(|words| OptionField {
            words,
            name: format!("{PREFIX}{}", words.path),
            id: format!("option-{}", words.path.replace(['.', '_'], "-")),
            schema: described(&schema, words.path),
            is_preset: is_preset(words.path),
        });
        Options { fields: fields.collect(), presets }
    }

    /// The names of all fields.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.fields.iter().map(|field| field.name.as_str())
    }

    /// All fields, for error messages.
    pub fn fields(&self) -> impl Iterator<Item = Field<'_>> {
        self.fields.iter().map(OptionField::field)
    }

    /// The options in a form. Empty fields are left to their defaults.
    pub fn read(&self, form: &Form) -> Value {
        let mut options = Map::new();
        for field in &self.fields {
            let text = form.text(&field.name).trim();
            if text.is_empty() {
                continue;
            }
            match field.path() {
                (outer, Some(inner)) => {
                    // Without a chosen variant it is the default one, which may reject the field.
                    let variant = options.entry(outer).or_insert_with(|| self.default_variant(outer));
                    if let Value::Object(variant) = variant {
                        variant.insert(inner.to_owned(), field.value(text));
                    }
                }
                (outer, None) => drop(options.insert(outer.to_owned(), field.value(text))),
            }
        }
        Value::Object(options)
    }

    /// The chosen preset, or the usual one; `None` in a game without presets.
    fn preset(&self, form: &Form) -> Option<&'static Preset> {
        let chosen = self.presets.iter().find(|preset| preset.id == form.text(PRESET.name));
        chosen.or_else(|| self.presets.first())
    }

    /// The form with the options of its preset, where nothing else is entered for them.
    pub fn with_preset(&self, form: &mut Form) -> Form {
        form.value(PRESET.name, |id| match self.presets.iter().any(|preset| preset.id == id) {
            true => Ok(()),
            false => Err("Choose one of the list.".to_owned()),
        });
        let is_free = |path: &str| {
            let entered = |path: &str| !form.text(&format!("{PREFIX}{path}")).trim().is_empty();
            !entered(path) && !entered(parts(path).0)
        };
        let set = self.preset(form).into_iter().flat_map(|preset| preset.options).filter(|(path, _)| is_free(path));
        let set = set.map(|(path, value)| (format!("{PREFIX}{path}"), (*value).to_owned()));
        Form::from(set.chain(form.pairs().iter().cloned()).collect::<Vec<_>>())
    }

    /// The choice of a preset.
    pub fn presets(&self, form: &Form) -> Markup {
        let chosen = self.preset(form).map(|preset| preset.id);
        html! {
            @if !self.presets.is_empty() {
                fieldset #(PRESET.id) tabindex="-1" aria-describedby=[form.described_by(&PRESET)] {
                    legend { (PRESET.label) }
                    (form.described(&PRESET))
                    @for preset in self.presets {
                        label.flag {
                            input type="radio" name=(PRESET.name) value=(preset.id) checked[chosen == Some(preset.id)];
                            " " (preset.label)
                        }
                        " "
                    }
                }
            }
        }
    }

    fn default_variant(&self, path: &str) -> Value {
        let outer = self.fields.iter().find(|field| field.words.path == path);
        outer.map_or(Value::Null, |field| variant(&field.default()))
    }

    /// The service's errors, each with the name of its field.
    pub fn faults(&self, errors: Vec<FieldError>) -> Vec<(String, String)> {
        let named = |error: FieldError| {
            let path = error.pointer.strip_prefix("/options/").map(|path| path.replace('/', "."));
            match path.and_then(|path| self.fields.iter().find(|field| field.words.path == path)) {
                Some(field) if error.code == FieldErrorCode::UnknownField => {
                    (field.name.clone(), "It does not go with what is chosen above.".to_owned())
                }
                Some(field) if error.code == FieldErrorCode::MissingField => {
                    (field.name.clone(), "It has to be given.".to_owned())
                }
                Some(field) => (field.name.clone(), error.detail),
                None => (error.pointer.trim_start_matches('/').replace('/', "."), error.detail),
            }
        };
        errors.into_iter().map(named).collect()
    }

    /// The reverse of [`read`](Options::read): options that differ from the defaults, as JSON, as form fields. Other
    /// JSON gives none.
    pub fn written(&self, options: &str) -> Vec<(&str, String)> {
        let options: Value = serde_json::from_str(options).unwrap_or_default();
        let written = |field: &'_ OptionField| {
            let (outer, inner) = field.path();
            let value = &options[outer];
            let text = match inner.map_or(value, |inner| &value[inner]) {
                Value::String(word) => word.clone(),
                Value::Object(variant) => variant.get("type")?.as_str()?.to_owned(),
                value @ (Value::Bool(_) | Value::Number(_)) => value.to_string(),
                Value::Null | Value::Array(_) => return None,
            };
            Some(text).filter(|text| *text != field.default())
        };
        self.fields.iter().filter_map(|field| Some((field.name.as_str(), written(field)?))).collect()
    }

    /// The inputs in two groups, length and rules, folded unless they are filled in or have errors.
    pub fn folded(&self, form: &Form) -> Markup {
        html! {
            (self.group(Group::Length, "How long the game lasts", form))
            (self.group(Group::Rules, "House rules", form))
        }
    }

    fn group(&self, group: Group, summary: &str, form: &Form) -> Markup {
        let fields = || self.fields.iter().filter(|field| field.words.group == group);
        html! {
            details open[fields().any(|field| form.is_filled(&field.name))] {
                summary { (summary) }
                @for field in fields() { (field.input(form)) }
            }
        }
    }
}

fn parts(path: &str) -> (&str, Option<&str>) {
    path.split_once('.').map_or((path, None), |(outer, inner)| (outer, Some(inner)))
}

/// The schema of an option, or of a field of its variants.
fn described(schema: &Value, path: &str) -> Value {
    let (outer, inner) = parts(path);
    let option = &schema["properties"][outer];
    let Some(inner) = inner else { return option.clone() };
    let variants = option["oneOf"].as_array().into_iter().flatten();
    variants.map(|variant| &variant["properties"][inner]).find(|field| !field.is_null()).cloned().unwrap_or_default()
}

/// An option with variants, as the named variant.
fn variant(name: &str) -> Value {
    Value::Object(Map::from_iter([("type".to_owned(), name.into())]))
}

impl OptionField {
    fn field(&self) -> Field<'_> {
        Field::text(&self.id, &self.name, self.words.label)
    }

    /// The option, and which field of its variants.
    fn path(&self) -> (&'static str, Option<&'static str>) {
        parts(self.words.path)
    }

    /// The default as a form value; empty if there is none.
    fn default(&self) -> String {
        match &self.schema["default"] {
            Value::Null => String::new(),
            Value::String(word) => word.clone(),
            Value::Object(variant) => variant["type"].as_str().unwrap_or_default().to_owned(),
            other @ (Value::Bool(_) | Value::Number(_) | Value::Array(_)) => other.to_string(),
        }
    }

    /// Converts a form value to a value of this option.
    fn value(&self, text: &str) -> Value {
        if self.schema["oneOf"].is_array() {
            variant(text)
        } else if self.schema["type"] == "string" {
            text.into()
        } else {
            serde_json::from_str(text).unwrap_or_else(|_| text.into())
        }
    }

    fn input(&self, form: &Form) -> Markup {
        if !self.words.values.is_empty() {
            let text = form.text(&self.name).trim();
            let chosen = if text == self.default() { "" } else { text };
            return form.choice_of(chosen, &self.field(), &self.choices());
        }
        let hint = self.range();
        form.line(&Field { hint: &hint, kind: "number", ..self.field() })
    }

    /// The choices. The default is sent as an empty value, so that an unchanged form sends nothing.
    fn choices(&self) -> Vec<(&str, &str)> {
        let default = self.default();
        let sent = |(value, text): &(&'static str, &'static str)| (if *value == default { "" } else { *value }, *text);
        let none = default.is_empty().then_some(("", "Choose"));
        none.into_iter().chain(self.words.values.iter().map(sent)).collect()
    }

    /// The allowed range of a number, as text.
    fn range(&self) -> String {
        let bound = |key: &str| self.schema[key].as_i64().unwrap_or_default();
        let range = format!("From {} to {}.", bound("minimum"), bound("maximum"));
        match self.default() {
            default if default.is_empty() => range,
            _ if self.is_preset => format!("{range} If left empty: as chosen above."),
            default => format!("{range} If left empty: {default}."),
        }
    }
}

#[cfg(test)]
mod tests;
