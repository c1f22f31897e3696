//! Names and values in a query or a form (`application/x-www-form-urlencoded`).

/// Names and values, and the names of those that are not UTF-8.
pub fn decode(encoded: &[u8]) -> (Vec<(String, String)>, Vec<String>) {
    let is_invalid = |part: &&[u8]| percent_encoding::percent_decode(part).decode_utf8().is_err();
    let name = |part: &[u8]| form_urlencoded::parse(part).next().map(|(name, _)| name.into_owned());
    let invalid = encoded.split(|byte| *byte == b'&').filter(is_invalid).filter_map(name).collect();
    (form_urlencoded::parse(encoded).into_owned().collect(), invalid)
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn values_that_are_not_utf8_are_named() {
        let (pairs, invalid) = decode("a=%C3%A9+x&b=%FF&c=%EF%BF%BD&%ff=1&&d=\u{e9}".as_bytes());
        let pairs: Vec<_> = pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let lossy = "\u{fffd}";
        assert_eq!(pairs, [("a", "\u{e9} x"), ("b", lossy), ("c", lossy), (lossy, "1"), ("d", "\u{e9}")]);
        assert_eq!(invalid, ["b", lossy]);
        assert_eq!(decode(b""), (Vec::new(), Vec::new()));
    }
}
