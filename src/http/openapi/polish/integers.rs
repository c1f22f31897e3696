//! Integers: the formats that every generator of clients knows, with the bounds of the type.

use serde_json::{Value, json};

use super::schema::Schemas;

/// What each type becomes: the format, and its bounds where the format is wider. The names are utoipa's spelling.
const FORMATS: [(&str, &str, Option<i64>, Option<i64>); 7] = [
    ("int8", "int32", Some(i8::MIN as i64), Some(i8::MAX as i64)),
    ("int16", "int32", Some(i16::MIN as i64), Some(i16::MAX as i64)),
    ("u-int8", "int32", Some(0), Some(u8::MAX as i64)),
    ("u-int16", "int32", Some(0), Some(u16::MAX as i64)),
    // No number of steps, players or versions comes near the end of either.
    ("u-int32", "int32", Some(0), Some(WIDE)),
    ("u-int64", "int64", Some(0), None),
    // Without a format: the size of something in memory, or a number between bounds.
    ("", "int32", None, None),
];

/// The highest number that 32 bits hold.
const WIDE: i64 = i32::MAX as i64;

/// Sets the format and the bounds of an integer.
pub fn bound(schema: &mut Schemas) {
    let integer = json!("integer");
    let is_integer = match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.contains(&integer),
        kind => kind == Some(&integer),
    };
    if !is_integer {
        return;
    }
    let format = match schema.get("format").and_then(Value::as_str) {
        // A number between wide bounds.
        None if schema.get("maximum").and_then(Value::as_i64).is_some_and(|high| high > WIDE) => "u-int64",
        format => format.unwrap_or_default(),
    };
    if let Some((_, format, low, high)) = FORMATS.iter().find(|(own, ..)| *own == format) {
        schema.insert("format".to_owned(), json!(format));
        for (keyword, bound) in [("minimum", low), ("maximum", high)] {
            if let Some(bound) = bound {
                schema.entry(keyword).or_insert(json!(bound));
            }
        }
    }
}
