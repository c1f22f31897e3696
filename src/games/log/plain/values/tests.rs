//! Tests of reading plain values.

use std::collections::BTreeMap;

use proptest::{collection::vec, prelude::*, sample::select};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::*;
use crate::{cards::Spelled, games::Number};

fn read<T: DeserializeOwned>(text: &str) -> Option<T> {
    super::read(text, std::marker::PhantomData)
}

/// What it accepts, the full parser reads the same way, for any type of a step's field.
fn agree<T: DeserializeOwned + PartialEq + fmt::Debug>(text: &str) {
    if let Some(value) = read::<T>(text) {
        assert_eq!(serde_json::from_str::<T>(text).ok(), Some(value), "{text}");
    }
}

fn texts() -> impl Strategy<Value = String> {
    const PIECES: &str = r#"{ } [ ] , : "a" "b": "a":1 "wa10" "\u0061" "\n" 0 1 01 -1 1.5 1e2 255 256 999999999999999999
        1000000000000000000 true false null nul ü [] {} [1,2] [1,] {"a":[true,null]} [[1],["a","ü"]]"#;
    let pieces: Vec<_> = PIECES.split_whitespace().chain([" ", "\n", "\u{b}"]).collect();
    vec(select(pieces), 0..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn accepted_texts_agree_with_the_full_parser(text in texts()) {
        for text in [&text, &format!("[{text}]"), &format!("{{\"a\":{text}}}"), &format!("[1,{text}]")] {
            agree::<Value>(text);
            agree::<u8>(text);
            agree::<Vec<u8>>(text);
            agree::<Vec<Option<bool>>>(text);
            agree::<Vec<Vec<Spelled>>>(text);
            agree::<Vec<Number>>(text);
            agree::<BTreeMap<String, Value>>(text);
            agree::<BTreeMap<String, Option<String>>>(text);
        }
    }
}

#[test]
fn values_of_steps_are_plain() {
    assert_eq!(read(r#" [ "a" , "ü" ] "#), Some(vec!["a".to_owned(), "ü".to_owned()]));
    assert_eq!(read(r#"{"a":7,"b":[true,null]}"#), Some(serde_json::json!({"a": 7, "b": [true, null]})));
    assert_eq!(read("255"), Some(255_u8));
    assert_eq!(read("[]"), Some(Vec::<u8>::new()));
}

#[test]
fn deeply_nested_values_are_rejected() {
    let nested = |depth| "[".repeat(depth) + &"]".repeat(depth);
    assert!(read::<Value>(&nested(DEPTH)).is_some());
    assert!(read::<Value>(&nested(DEPTH + 1)).is_none() && read::<Value>(&nested(1 << 16)).is_none());
}
