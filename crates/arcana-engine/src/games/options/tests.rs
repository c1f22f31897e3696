//! Tests of reading options.

use serde_json::json;

use super::*;

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
    assert_eq!(read(json!({})), Ok(Sample { target: Between(10), floor: false, threshold: None }));
    assert_eq!(read(json!({"target": 1, "threshold": 5})).map(|sample| sample.target.get()), Ok(1));
}

#[test]
fn all_faults_are_reported_together() {
    let faults = read(json!({"target": 1.0, "floor": 0, "threshold": 6, "sky": 1})).expect_err("all wrong");
    let expected = [
        ("/target", FieldFaultKind::WrongType),
        ("/floor", FieldFaultKind::WrongType),
        ("/threshold", FieldFaultKind::BadValue),
        ("/sky", FieldFaultKind::Unknown),
    ];
    assert_eq!(faults, expected.map(|(pointer, kind)| (pointer.to_owned(), kind)));
}

#[test]
fn integers_are_json_integers_within_their_bounds() {
    for bad in [json!(true), json!("5"), json!(0), json!(101), json!(-1), json!(u64::MAX), json!(null)] {
        assert!(read(json!({"target": bad})).is_err(), "{bad}");
    }
}
