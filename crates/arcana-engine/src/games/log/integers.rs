//! The numbers of a step, by their text: the parser passes integers beyond 64 bits and `-0` as floats.

use std::borrow::Cow;

/// A JSON text with integers only, in which `-0` is written as `0`; `None` if a number has a fraction or an exponent.
pub(super) fn integers_only(json: &str) -> Option<Cow<'_, str>> {
    let (mut rest, mut rewritten, mut copied) = (json, String::new(), 0);
    while let Some(start) = rest.find(|c: char| c == '"' || c == '-' || c.is_ascii_digit()) {
        let token = &rest[start..];
        if let Some(string) = token.strip_prefix('"') {
            rest = after_string(string);
            continue;
        }
        let end = token.find(|c: char| !matches!(c, '-' | '+' | '.' | 'e' | 'E' | '0'..='9')).unwrap_or(token.len());
        let (number, after) = token.split_at(end);
        if number.contains(['.', 'e', 'E']) {
            return None;
        }
        if number == "-0" {
            let sign = json.len() - token.len();
            rewritten += &json[copied..sign];
            copied = sign + 1;
        }
        rest = after;
    }
    Some(if copied == 0 { Cow::Borrowed(json) } else { Cow::Owned(rewritten + &json[copied..]) })
}

/// What follows a string, of which the first quote is gone.
fn after_string(string: &str) -> &str {
    let mut escaped = false;
    let end = string.find(|c| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    end.map_or("", |end| &string[end + 1..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_and_exponents_are_found_outside_of_strings() {
        for text in ["1.0", "1e30", "[1,2E5]", r#"{"a":"\"","b":-0.0}"#, r#"["\\",0e0]"#] {
            assert_eq!(integers_only(text), None, "{text}");
        }
        let plain = r#"{"type":"play 1.5","a\"1e5":[-1,99999999999999999999,true,false,null],"é":{"b":"-0"}}"#;
        assert!(matches!(integers_only(plain), Some(Cow::Borrowed(text)) if text == plain));
    }

    #[test]
    fn minus_zero_is_zero() {
        let text = r#"{"a":-0,"b":[-0, -0,-10,0],"c":"-0"}"#;
        assert_eq!(integers_only(text).as_deref(), Some(r#"{"a":0,"b":[0, 0,-10,0],"c":"-0"}"#));
    }
}
