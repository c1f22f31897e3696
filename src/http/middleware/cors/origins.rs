//! Origins in the spelling of browsers, and the list of those whose pages may call.

use actix_web::http::header::HeaderValue;

/// The origins whose pages may call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Origins {
    /// Only our own.
    #[default]
    None,
    /// These, in the spelling of browsers.
    These(Vec<String>),
    /// All.
    Any,
}

/// An invalid origin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an origin: expected `*` or scheme://host[:port], as in https://example.org")]
pub struct BadOrigin(String);

impl Origins {
    /// Parses a list of origins, or `*` for all.
    ///
    /// # Errors
    /// The first invalid one.
    pub fn read(list: &[String]) -> Result<Origins, BadOrigin> {
        if let Some(wrong) = list.iter().find(|text| *text != "*" && !is_origin(text)) {
            return Err(BadOrigin(wrong.clone()));
        }
        Ok(match list {
            [] => Origins::None,
            list if list.iter().any(|text| text == "*") => Origins::Any,
            list => Origins::These(list.to_vec()),
        })
    }

    /// `Access-Control-Allow-Origin` for a page of this origin; `None`: omitted, so that the browser withholds the
    /// response.
    pub fn allow(&self, origin: &HeaderValue) -> Option<HeaderValue> {
        match self {
            Origins::None => None,
            Origins::These(list) => list.iter().any(|one| one.as_bytes() == origin.as_bytes()).then(|| origin.clone()),
            Origins::Any => Some(HeaderValue::from_static("*")),
        }
    }
}

/// Whether a text is an origin in the spelling of browsers: in lower case, without a path.
fn is_origin(text: &str) -> bool {
    let uri = text.parse::<actix_web::http::Uri>();
    let whole = |uri: &actix_web::http::Uri| {
        let (scheme, authority) = (uri.scheme_str().unwrap_or_default(), uri.authority());
        authority.is_some_and(|authority| text == format!("{scheme}://{authority}") && !text.contains('@'))
    };
    text == text.to_lowercase() && uri.is_ok_and(|uri| whole(&uri))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(list: &[&str]) -> Result<Origins, BadOrigin> {
        Origins::read(&list.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn origins_are_written_as_browsers_write_them() {
        assert_eq!(read(&[]), Ok(Origins::None));
        assert_eq!(read(&["https://a.example", "*"]), Ok(Origins::Any));
        let list = ["https://a.example", "http://localhost:3000", "http://[::1]:8080"];
        assert_eq!(read(&list), Ok(Origins::These(list.map(ToOwned::to_owned).to_vec())));
        for wrong in [
            "",
            "a.example",
            "https://a.example/",
            "https://a.example/x",
            "https://A.example",
            "https://u@a.example",
            "https://a.example?x",
            "null",
            "https://",
            "**",
        ] {
            assert_eq!(read(&["https://b.example", wrong]), Err(BadOrigin(wrong.to_owned())), "{wrong}");
        }
    }
}
