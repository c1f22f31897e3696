//! Parses a game's options. All faults are reported together, with their positions.

use std::{convert::Infallible, fmt, ops::ControlFlow};

use deserr::{DeserializeError, Deserr, ErrorKind, IntoValue, MergeWithError, Value, ValueKind, ValuePointerRef};
use serde::{Serialize, Serializer};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

use super::excerpt;

/// Maximum number of invalid fields reported.
pub const FAULTS_REPORTED: usize = 100;

/// Maximum number of bytes of a caller's text that a message quotes.
pub const QUOTED: usize = 100;

/// An invalid field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldFault {
    /// A JSON pointer into the value that was read, as in `/match/target`.
    pub pointer: String,
    /// What is wrong with it.
    pub kind: FieldFaultKind,
    /// The error as a sentence.
    pub detail: String,
}

/// What can be wrong with a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldFaultKind {
    /// The field is unknown.
    Unknown,
    /// The field is required.
    Missing,
    /// Another JSON type is expected.
    WrongType,
    /// The type is right, but the value is not allowed.
    BadValue,
}

/// The invalid fields, in the order found: at most one more than are reported, which shows that there are more. Parsing
/// stops at that one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldFaults(pub Vec<FieldFault>);

impl FieldFaults {
    fn with(mut self, more: impl IntoIterator<Item = FieldFault>) -> ControlFlow<Self, Self> {
        let room = (FAULTS_REPORTED + 1).saturating_sub(self.0.len());
        self.0.extend(more.into_iter().take(room));
        if self.0.len() > FAULTS_REPORTED { ControlFlow::Break(self) } else { ControlFlow::Continue(self) }
    }
}

impl MergeWithError<FieldFaults> for FieldFaults {
    fn merge(one: Option<Self>, other: FieldFaults, _place: ValuePointerRef<'_>) -> ControlFlow<Self, Self> {
        one.unwrap_or_default().with(other.0)
    }
}

impl MergeWithError<Infallible> for FieldFaults {
    fn merge(_one: Option<Self>, other: Infallible, _place: ValuePointerRef<'_>) -> ControlFlow<Self, Self> {
        match other {}
    }
}

impl DeserializeError for FieldFaults {
    fn error<V: IntoValue>(
        one: Option<Self>,
        error: ErrorKind<'_, V>,
        place: ValuePointerRef<'_>,
    ) -> ControlFlow<Self, Self> {
        let (pointer, kind, detail) = match error {
            ErrorKind::IncorrectValueKind { actual, accepted } => {
                let kind = actual.kind();
                // Integers beyond 64 bits are floats to the parser.
                let is_huge = matches!(actual, Value::Float(number) if number.abs() >= 2_f64.powi(63));
                let detail = if is_huge && accepted.contains(&ValueKind::Integer) {
                    "The number is out of range.".to_owned()
                } else {
                    format!("Expected {}, not {}.", either(&kind_names(accepted, kind)), kind_name(&kind))
                };
                (pointer(&place), FieldFaultKind::WrongType, detail)
            }
            ErrorKind::MissingField { field } => {
                (pointer(&place.push_key(field)), FieldFaultKind::Missing, format!("`{field}` is required."))
            }
            ErrorKind::UnknownKey { key, accepted } => {
                let name = excerpt(key, QUOTED);
                let detail = match accepted {
                    [] => format!("Unknown field `{name}`."),
                    _ => format!("Unknown field `{name}`. Fields: {}.", accepted.join(", ")),
                };
                (pointer(&place.push_key(key)), FieldFaultKind::Unknown, detail)
            }
            ErrorKind::UnknownValue { value, accepted } => {
                let value = excerpt(value, QUOTED);
                let detail = match accepted {
                    [only] => format!("Expected `{only}`, not `{value}`."),
                    _ => format!("`{value}` is not one of {}.", accepted.join(", ")),
                };
                (pointer(&place), FieldFaultKind::BadValue, detail)
            }
            ErrorKind::BadSequenceLen { expected, .. } => {
                (pointer(&place), FieldFaultKind::BadValue, format!("Expected a list of {expected}."))
            }
            // deserr's message for a `type` that no variant has.
            ErrorKind::Unexpected { msg } if msg == "Incorrect tag value" => {
                (pointer(&place.push_key("type")), FieldFaultKind::BadValue, "Unknown type.".to_owned())
            }
            ErrorKind::Unexpected { msg } => (pointer(&place), FieldFaultKind::BadValue, msg),
        };
        one.unwrap_or_default().with([FieldFault { pointer, kind, detail }])
    }
}

/// The names of the accepted kinds, where a caller sent `actual`. The library has a kind for negative integers.
fn kind_names(accepted: &[ValueKind], actual: ValueKind) -> Vec<&'static str> {
    let signed = accepted.contains(&ValueKind::NegativeInteger);
    let is_told = |kind: &&ValueKind| **kind != ValueKind::NegativeInteger || !accepted.contains(&ValueKind::Integer);
    let name = |kind: &ValueKind| match (kind, actual) {
        (ValueKind::Integer, ValueKind::NegativeInteger) if !signed => "a non-negative integer",
        (kind, _) => kind_name(kind),
    };
    accepted.iter().filter(is_told).map(name).collect()
}

fn kind_name(kind: &ValueKind) -> &'static str {
    match kind {
        ValueKind::Null => "null",
        ValueKind::Boolean => "a boolean",
        ValueKind::Integer => "an integer",
        ValueKind::NegativeInteger => "a negative integer",
        ValueKind::Float => "a fraction",
        ValueKind::String => "a string",
        ValueKind::Sequence => "a list",
        ValueKind::Map => "an object",
    }
}

fn either(words: &[&str]) -> String {
    match words {
        [] => "another type".to_owned(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

fn pointer(place: &ValuePointerRef<'_>) -> String {
    match place {
        ValuePointerRef::Origin => String::new(),
        ValuePointerRef::Key { key, prev } => {
            format!("{}/{}", pointer(prev), excerpt(key, QUOTED).replace('~', "~0").replace('/', "~1"))
        }
        ValuePointerRef::Index { index, prev } => format!("{}/{index}", pointer(prev)),
    }
}

/// An integer within inclusive bounds; anything else is rejected.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Between<const LOW: i64, const HIGH: i64>(i64);

impl<const LOW: i64, const HIGH: i64> Between<LOW, HIGH> {
    /// A value within the bounds.
    ///
    /// # Panics
    /// When it is out of bounds; for constants and defaults.
    pub const fn new(value: i64) -> Self {
        assert!(value >= LOW && value <= HIGH, "out of bounds");
        Between(value)
    }

    /// The value; `None` when it is out of bounds.
    pub const fn checked(value: i64) -> Option<Self> {
        if value >= LOW && value <= HIGH { Some(Between(value)) } else { None }
    }

    /// The value.
    pub const fn get(self) -> i64 {
        self.0
    }

    /// The value as a `usize`.
    pub const fn size(self) -> usize {
        self.0 as usize
    }
}

impl<const LOW: i64, const HIGH: i64> fmt::Debug for Between<LOW, HIGH> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl<const LOW: i64, const HIGH: i64> Serialize for Between<LOW, HIGH> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(self.0)
    }
}

impl<const LOW: i64, const HIGH: i64, E: DeserializeError> Deserr<E> for Between<LOW, HIGH> {
    fn deserialize_from_value<V: IntoValue>(value: Value<V>, place: ValuePointerRef<'_>) -> Result<Self, E> {
        let number = match value {
            Value::Integer(number) => i64::try_from(number).ok(),
            Value::NegativeInteger(number) => Some(number),
            other @ (Value::Null
            | Value::Boolean(_)
            | Value::Float(_)
            | Value::String(_)
            | Value::Sequence(_)
            | Value::Map(_)) => {
                let error = ErrorKind::IncorrectValueKind { actual: other, accepted: &[ValueKind::Integer] };
                return Err(deserr::take_cf_content(E::error(None, error, place)));
            }
        };
        number.filter(|number| (LOW..=HIGH).contains(number)).map(Between).ok_or_else(|| {
            let msg = format!("Expected an integer from {LOW} to {HIGH}.");
            deserr::take_cf_content(E::error::<V>(None, ErrorKind::Unexpected { msg }, place))
        })
    }
}

impl<const LOW: i64, const HIGH: i64> PartialSchema for Between<LOW, HIGH> {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(LOW as f64)).maximum(Some(HIGH as f64)).into()
    }
}

impl<const LOW: i64, const HIGH: i64> ToSchema for Between<LOW, HIGH> {
    fn name() -> std::borrow::Cow<'static, str> {
        format!("Between{LOW}And{HIGH}").replace('-', "Minus").into()
    }
}

#[cfg(test)]
mod tests;
