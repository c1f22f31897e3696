//! The feature `schema`: what derives do not say about schemas in an OpenAPI document, and reading JSON with all its faults
//! at once.

use std::{borrow::Cow, convert::Infallible, ops::ControlFlow};

use deserr::{DeserializeError, Deserr, ErrorKind, IntoValue, MergeWithError, Value, ValueKind, ValuePointerRef};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ArrayBuilder, ObjectBuilder, RefOr, Schema, schema::Type},
};

use crate::{
    cards::{Card, Hand, Spelled},
    games::{
        Between, FAULTS_REPORTED, FieldFault, FieldFaultKind, FieldFaults, Number, QUOTED, excerpt, foolery::Wants,
    },
};

impl PartialSchema for Card {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .pattern(Some("^(ar(0[0-9]|1[0-9]|2[01])|(wa|cu|sw|pe)(ac|0[2-9]|10|pa|kn|qu|ki))$"))
            .description(Some("A card's id: `ar00` … `ar21`, or suit and rank as in `cupa`."))
            .examples(["wa10"])
            .build()
            .into()
    }
}

impl ToSchema for Card {}

impl PartialSchema for Spelled {
    fn schema() -> RefOr<Schema> {
        Card::schema()
    }
}

impl ToSchema for Spelled {
    fn name() -> Cow<'static, str> {
        Card::name()
    }
}

impl PartialSchema for Hand {
    fn schema() -> RefOr<Schema> {
        ArrayBuilder::new().items(Card::schema()).build().into()
    }
}

impl ToSchema for Hand {}

impl PartialSchema for Number {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::Integer).into()
    }
}

impl ToSchema for Number {}

impl PartialSchema for Wants {
    fn schema() -> RefOr<Schema> {
        let wish = ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("A card's id, a rank (`ac` … `ki`), a suit (`wa cu sw pe`) or `ar` for a trump."))
            .build();
        ArrayBuilder::new().items(wish).min_items(Some(1)).max_items(Some(2)).examples([["08", "ar"]]).build().into()
    }
}

impl ToSchema for Wants {
    fn name() -> Cow<'static, str> {
        "FooleryWants".into()
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
        number.and_then(Self::checked).ok_or_else(|| {
            let error = ErrorKind::Unexpected { msg: Self::expected() };
            deserr::take_cf_content(E::error::<V>(None, error, place))
        })
    }
}

impl<const LOW: i64, const HIGH: i64> PartialSchema for Between<LOW, HIGH> {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(LOW as f64)).maximum(Some(HIGH as f64)).into()
    }
}

impl<const LOW: i64, const HIGH: i64> ToSchema for Between<LOW, HIGH> {
    fn name() -> Cow<'static, str> {
        format!("Between{LOW}And{HIGH}").replace('-', "Minus").into()
    }
}

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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::games::{Game, Ruleset, parse_options, with_game};

    #[derive(Debug, PartialEq, Deserr)]
    #[deserr(deny_unknown_fields)]
    struct Sample {
        #[deserr(default = Between::new(10))]
        target: Between<1, 100>,
        #[deserr(default)]
        floor: bool,
        #[deserr(default)]
        threshold: Option<Between<1, 5>>,
    }

    #[derive(Debug, PartialEq, Deserr)]
    #[deserr(tag = "type", deny_unknown_fields)]
    enum Tagged {
        #[deserr(rename = "none")]
        None {},
    }

    #[test]
    fn an_unknown_type_is_reported_with_its_position() {
        let faults = deserr::deserialize::<Tagged, _, FieldFaults>(json!({"type": "some"})).expect_err("not listed");
        assert_eq!((faults.0[0].pointer.as_str(), faults.0[0].kind), ("/type", FieldFaultKind::BadValue));
        assert_eq!(faults.0[0].detail, "Unknown type.");
    }

    #[derive(Debug, PartialEq, Deserr)]
    struct Numbers {
        unsigned: u32,
        signed: i32,
    }

    #[test]
    fn negative_integers_have_no_kind_of_their_own_for_callers() {
        let faults = |value| deserr::deserialize::<Numbers, _, FieldFaults>(value).expect_err("wrong types").0;
        let details = |value| faults(value).into_iter().map(|fault| fault.detail).collect::<Vec<_>>();
        assert_eq!(
            details(json!({"unsigned": -1, "signed": -1})),
            ["Expected a non-negative integer, not a negative integer."]
        );
        let wrong = "Expected an integer, not a string.";
        assert_eq!(details(json!({"unsigned": "x", "signed": "x"})), [wrong, wrong]);
    }

    fn read(value: serde_json::Value) -> Result<Sample, Vec<(String, FieldFaultKind)>> {
        deserr::deserialize::<Sample, _, FieldFaults>(value)
            .map_err(|faults| faults.0.into_iter().map(|fault| (fault.pointer, fault.kind)).collect())
    }

    #[test]
    fn omitted_fields_get_their_defaults() {
        assert_eq!(read(json!({})), Ok(Sample { target: Between::new(10), floor: false, threshold: None }));
        assert_eq!(read(json!({"target": 1, "threshold": 5})).map(|sample| sample.target.get()), Ok(1));
    }

    #[test]
    fn all_faults_are_reported_together() {
        let mut faults = read(json!({"target": 1.0, "floor": 0, "threshold": 6, "sky": 1})).expect_err("all wrong");
        // Whether an object of JSON keeps its order depends on who else uses `serde_json`.
        faults.sort_by(|one, other| one.0.cmp(&other.0));
        let expected = [
            ("/floor", FieldFaultKind::WrongType),
            ("/sky", FieldFaultKind::Unknown),
            ("/target", FieldFaultKind::WrongType),
            ("/threshold", FieldFaultKind::BadValue),
        ];
        assert_eq!(faults, expected.map(|(pointer, kind)| (pointer.to_owned(), kind)));
    }

    #[test]
    fn integers_are_json_integers_within_their_bounds() {
        for bad in [json!(true), json!("5"), json!(0), json!(101), json!(-1), json!(u64::MAX), json!(null)] {
            assert!(read(json!({"target": bad})).is_err(), "{bad}");
        }
    }

    /// Reads each option of a game from values that fit it or another, and some that fit none.
    fn options_are_read_alike<G: Game>() {
        let complete = serde_json::to_value(G::Options::default()).expect("JSON");
        let names = complete.as_object().expect("an object").keys().map(String::as_str);
        for name in names.chain(["sky"]) {
            for value in [
                json!(null),
                json!(true),
                json!(0),
                json!(1),
                json!(9),
                json!(-1),
                json!(101),
                json!(u64::MAX),
                json!(1.0),
                json!("none"),
                json!("own"),
                json!("last_standing"),
                json!("void_only"),
                json!("Own"),
                json!({"own": null}),
                json!({"none": null}),
                json!({}),
                json!([]),
                json!({"type": "none"}),
                json!({"type": "none", "limit": 1}),
                json!({"type": "deals"}),
                json!({"type": "race", "target": 5}),
                json!({"type": "race_exact", "target": 5, "max_deals": 201}),
                json!({"type": "race"}),
                json!({"type": "wager", "when": "open"}),
                json!({"type": "wager", "when": {"open": null}}),
                json!({"type": "ante", "raise": 2}),
                complete.get(name).cloned().unwrap_or_default(),
            ] {
                let options = json!({name: value});
                let by_serde = serde_json::from_value::<G::Options>(options.clone()).ok();
                assert_eq!(parse_options::<G>(options.clone()).ok(), by_serde, "{options}");
            }
        }
    }

    #[test]
    fn options_are_the_same_without_this_feature() {
        for ruleset in Ruleset::ALL {
            with_game!(ruleset, G => options_are_read_alike::<G>());
        }
    }
}
