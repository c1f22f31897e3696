//! Text that is JSON already.
//!
//! `serde_json` writes each brace, quote, name and comma by itself. A trick of Fortunes that is put together from a few
//! constant pieces takes a quarter of that, and the tricks are most of a result (`docs/benchmarks.md`).

use serde::{Serialize, Serializer, ser::SerializeStruct};

/// The name by which `serde_json` recognizes a `RawValue`, as a struct and as its only field. A `RawValue` itself
/// cannot be made from a text without being parsed.
const RAW_VALUE: &str = "$serde_json::private::RawValue";

/// A text that is JSON: it is written as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonText<'a>(pub &'a str);

impl Serialize for JsonText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut raw = serializer.serialize_struct(RAW_VALUE, 1)?;
        raw.serialize_field(RAW_VALUE, self.0)?;
        raw.end()
    }
}

/// The byte order mark, with which some editors begin a file. RFC 8259 lets a reader of JSON pass it over.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// What follows the byte order mark at the start of a text, if there is one.
pub fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn json_is_written_as_it_stands() {
        let text = r#"{"a": [1,"b\n"]}"#;
        assert_eq!(serde_json::to_string(&[JsonText(text)]).ok(), Some(format!("[{text}]")));
        assert_eq!(serde_json::to_value(JsonText(text)).ok(), Some(json!({"a": [1, "b\n"]})));
        assert!(serde_json::to_value(JsonText("{")).is_err());
    }
}
