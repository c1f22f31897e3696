//! Percent-encoded letters, digits, `-`, `.`, `_` and `~` in a path mean the same as themselves (RFC 3986, 6.2.2.2). The
//! router decodes them, so they are decoded before anything else looks at the path: otherwise `/%761/games` would be
//! served as `/v1/games`, but not be checked as such. `NormalizePath` of actix only changes slashes.

use actix_web::{
    Error,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::{Uri, uri::PathAndQuery},
    middleware::Next,
};

/// Decodes what need not be encoded in the path of a request.
pub async fn normalize<B: MessageBody>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    if let Some(uri) = normal(request.uri()) {
        request.match_info_mut().get_mut().update(&uri);
        request.head_mut().uri = uri;
    }
    next.call(request).await
}

/// The same address with a normal path; `None` if the path is normal.
fn normal(uri: &Uri) -> Option<Uri> {
    let path = decoded(uri.path())?;
    let mut parts = uri.clone().into_parts();
    let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
    parts.path_and_query = Some(PathAndQuery::try_from(path + &query).ok()?);
    Uri::from_parts(parts).ok()
}

/// The path without needless encoding; `None` if it has none.
fn decoded(path: &str) -> Option<String> {
    if !path.contains('%') {
        return None;
    }
    let (mut normal, mut rest) = (String::with_capacity(path.len()), path);
    while let Some((before, after)) = rest.split_once('%') {
        normal += before;
        match after.get(..2).and_then(unreserved) {
            Some(character) => {
                normal.push(character);
                rest = &after[2..];
            }
            None => {
                normal.push('%');
                rest = after;
            }
        }
    }
    normal += rest;
    (normal.len() < path.len()).then_some(normal)
}

/// The unreserved character that two hexadecimal digits encode.
fn unreserved(digits: &str) -> Option<char> {
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let character = char::from(is_hex.then(|| u8::from_str_radix(digits, 16).ok()).flatten()?);
    (character.is_ascii_alphanumeric() || "-._~".contains(character)).then_some(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_need_not_be_encoded_is_decoded() {
        for (path, expected) in [
            ("/%761/games", "/v1/games"),
            ("/%6detrics", "/metrics"),
            ("/cards/the%2Dfool%7e", "/cards/the-fool~"),
            // Once, and not again.
            ("/%76%31/%2576%31", "/v1/%25761"),
        ] {
            let uri = format!("{path}?q=%76").parse().expect("an address");
            assert_eq!(normal(&uri).map(|uri| uri.to_string()), Some(format!("{expected}?q=%76")), "{path}");
        }
        for path in ["/", "/v1/games", "/v1%2Fgames", "/a%20b", "/%", "/%7", "/%zz", "/%+1", "/%C3%A9", "/%2576"] {
            assert_eq!(normal(&path.parse().expect("an address")), None, "{path}");
        }
    }

    #[test]
    fn a_whole_address_stays_whole() {
        let uri = "http://arcana.example/%761".parse().expect("an address");
        assert_eq!(normal(&uri).map(|uri| uri.to_string()).as_deref(), Some("http://arcana.example/v1"));
    }
}
