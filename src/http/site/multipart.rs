//! Multipart forms (RFC 7578), as sent by browsers.

/// The boundary in a `Content-Type`.
pub fn boundary(content_type: &str) -> Option<String> {
    let media_type: mime::Mime = content_type.parse().ok()?;
    let boundary = media_type.get_param(mime::BOUNDARY)?.as_str().to_owned();
    // RFC 2046, 5.1.1
    (media_type.essence_str() == "multipart/form-data" && (1..=70).contains(&boundary.len())).then_some(boundary)
}

/// The parts of a form with their field names; `None` if the form is malformed or incomplete.
pub fn parts<'a>(boundary: &str, body: &'a [u8]) -> Option<Vec<(String, &'a [u8])>> {
    let delimiter = format!("\r\n--{boundary}");
    let mut rest = body.strip_prefix(delimiter.trim_start().as_bytes())?;
    let mut parts = Vec::new();
    while !rest.starts_with(b"--") {
        let (head, after) = split(rest.strip_prefix(b"\r\n")?, b"\r\n\r\n")?;
        let (part, next) = split(after, delimiter.as_bytes())?;
        parts.push((name(std::str::from_utf8(head).ok()?)?, part));
        rest = next;
    }
    Some(parts)
}

/// The field name in the headers of a part.
fn name(head: &str) -> Option<String> {
    let disposition = |line: &str| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-disposition").then(|| value.trim().to_owned())
    };
    let value = head.split("\r\n").find_map(disposition)?;
    let mut parameters = value.strip_prefix("form-data")?.split(';').map(str::trim);
    let quoted = parameters.find_map(|parameter| parameter.strip_prefix("name="))?;
    Some(quoted.strip_prefix('"')?.strip_suffix('"')?.to_owned())
}

/// Splits at the first occurrence of a sequence, which begins with a line break and contains no other near its start.
fn split<'a>(bytes: &'a [u8], sequence: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let mut from = 0;
    loop {
        let at = from + bytes.get(from..)?.iter().position(|byte| *byte == b'\r')?;
        if let Some(behind) = bytes[at..].strip_prefix(sequence) {
            return Some((&bytes[..at], behind));
        }
        from = at + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORM: &[u8] = b"--x\r\nContent-Disposition: form-data; name=\"log\"\r\n\r\n{\r\n}\r\r\n\r\n--x\r\n\
        content-disposition: form-data; name=\"file\"; filename=\"a;b.json\"\r\nContent-Type: application/json\r\n\r\n\r\n--x--\r\n";

    #[test]
    fn each_part_is_the_field_of_its_name() {
        let expected: Vec<(String, &[u8])> = vec![("log".to_owned(), b"{\r\n}\r\r\n"), ("file".to_owned(), b"")];
        assert_eq!(parts("x", FORM), Some(expected));
        assert_eq!(parts("x", b"--x--"), Some(Vec::new()));
    }

    #[test]
    fn an_incomplete_form_is_rejected() {
        for length in 0..FORM.len() - 4 {
            assert_eq!(parts("x", &FORM[..length]), None, "{length}");
        }
        for wrong in
            [&b"--x\r\n\r\nno head\r\n--x--"[..], b"--x\r\nContent-Disposition: form-data\r\n\r\n\r\n--x--", b"log=1"]
        {
            assert_eq!(parts("x", wrong), None);
        }
    }

    #[test]
    fn the_boundary_is_named_with_the_media_type() {
        assert_eq!(
            boundary("multipart/form-data; boundary=----WebKitFormBoundaryA1").as_deref(),
            Some("----WebKitFormBoundaryA1")
        );
        assert_eq!(boundary("Multipart/Form-Data; charset=utf-8; boundary=\"a b\"").as_deref(), Some("a b"));
        for other in [
            "multipart/mixed; boundary=x",
            "multipart/form-data",
            "multipart/form-data; boundary=\"\"",
            "text/plain; boundary=x",
            "x",
        ] {
            assert_eq!(boundary(other), None, "{other}");
        }
    }
}
