//! Content negotiation: the representation is chosen by `Accept`, or by the extension of the path.

use std::future::{Ready, ready};

use actix_web::{
    FromRequest, HttpMessage, HttpRequest,
    dev::Payload,
    http::header::{self, Header},
};
use arrayvec::ArrayVec;

use crate::{
    http::reply::problem::{PROBLEM_JSON, Problem},
    service::ProblemCode,
};

/// The media type of JSON.
pub const JSON: &str = "application/json";

/// The media type of lines with a JSON value each.
pub const NDJSON: &str = "application/x-ndjson";

/// A representation that resources can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Representation {
    Json,
    Svg,
    Png,
    Html,
    Text,
    Markdown,
    Csv,
}

impl Representation {
    /// Its media type without parameters and as it is sent, and the path extension that selects it.
    const fn forms(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Representation::Json => ("application/json", "application/json", "json"),
            Representation::Svg => ("image/svg+xml", "image/svg+xml", "svg"),
            Representation::Png => ("image/png", "image/png", "png"),
            Representation::Html => ("text/html", "text/html; charset=utf-8", "html"),
            Representation::Text => ("text/plain", "text/plain; charset=utf-8", "txt"),
            Representation::Markdown => ("text/markdown", "text/markdown; charset=utf-8", "md"),
            Representation::Csv => ("text/csv", "text/csv; charset=utf-8", "csv"),
        }
    }

    /// The media type, without parameters.
    pub const fn media_type(self) -> &'static str {
        self.forms().0
    }

    /// The `Content-Type` it is sent with.
    pub const fn content_type(self) -> &'static str {
        self.forms().1
    }

    /// The path extension that selects it, without the dot.
    pub const fn ending(self) -> &'static str {
        self.forms().2
    }
}

/// The most preferred of these representations; `None` if none is acceptable.
fn preferred(request: &impl HttpMessage, offers: &[Representation]) -> Option<Representation> {
    let mut lines = request.headers().get_all(header::ACCEPT);
    match (lines.next().map(|line| line.as_bytes()), lines.next()) {
        // Fast path for what nearly all clients send.
        (None | Some(b"*/*"), None) => offers.first().copied(),
        (Some(line), None) if offers.iter().any(|offer| offer.media_type().as_bytes() == line) => {
            offers.iter().find(|offer| offer.media_type().as_bytes() == line).copied()
        }
        _ => {
            let types: ArrayVec<_, 6> = offers.iter().map(|offer| offer.media_type()).collect();
            best(request, &types).map(|place| offers[place])
        }
    }
}

/// Maximum length of a path extension.
const ENDING_LIMIT: usize = 5;

/// Splits the extension off the last path segment; ids contain no dots.
fn split_ending(part: &str) -> (&str, Option<&str>) {
    let is_ending = |ending: &str| {
        ending.len() <= ENDING_LIMIT
            && ending.starts_with(|first: char| first.is_ascii_alphabetic())
            && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    match part.rsplit_once('.') {
        Some((stem, ending)) if is_ending(ending) => (stem, Some(ending)),
        _ => (part, None),
    }
}

/// Chooses by the extension of the last path segment, or by `Accept`; also returns the segment without the extension.
///
/// # Errors
/// `not_acceptable` if no available type is accepted.
pub fn of_part<'a>(
    request: &HttpRequest,
    part: &'a str,
    offers: &[Representation],
) -> Result<(&'a str, Representation), Problem> {
    match split_ending(part) {
        (part, None) => Ok((part, choose(request, offers)?)),
        (part, Some(ending)) => {
            let offer = offers.iter().find(|offer| offer.ending() == ending);
            let types = || offers.iter().map(|offer| offer.media_type()).collect::<Vec<_>>();
            Ok((part, *offer.ok_or_else(|| refused(&types()))?))
        }
    }
}

/// Chooses an available representation by `Accept`; the first offer is the default.
///
/// # Errors
/// `not_acceptable` if none of the offers is accepted.
pub fn choose(request: &HttpRequest, offers: &[Representation]) -> Result<Representation, Problem> {
    let refusal = || refused(&offers.iter().map(|offer| offer.media_type()).collect::<Vec<_>>());
    preferred(request, offers).ok_or_else(refusal)
}

/// Checks that at least one of these media types is accepted.
///
/// # Errors
/// `not_acceptable` if none of them is accepted.
pub fn any_of(request: &HttpRequest, types: &[&str]) -> Result<(), Problem> {
    best(request, types).map(|_| ()).ok_or_else(|| refused(types))
}

/// The forms of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListForm {
    /// Pages, newest first.
    Pages,
    /// All items, oldest first, one per line.
    Lines,
    /// All items, oldest first, as rows of a table.
    Rows,
}

impl ListForm {
    const fn media_type(self) -> &'static str {
        match self {
            ListForm::Pages => JSON,
            ListForm::Lines => NDJSON,
            ListForm::Rows => Representation::Csv.media_type(),
        }
    }
}

/// Chooses one of these forms of a list, by the ending of the path or by `Accept`. Without any, the route chooses.
///
/// # Errors
/// `not_acceptable` if none is accepted.
pub fn list_form(request: &HttpRequest, offers: &[ListForm]) -> Result<ListForm, Problem> {
    if offers.is_empty() {
        return Ok(ListForm::Pages);
    }
    if offers.contains(&ListForm::Rows) && split_ending(request.path()).1 == Some(Representation::Csv.ending()) {
        return Ok(ListForm::Rows);
    }
    let types: ArrayVec<_, 3> = offers.iter().map(|offer| offer.media_type()).collect();
    best(request, &types).map(|place| offers[place]).ok_or_else(|| refused(&types))
}

/// Chooses the media type of a stream; the first is the default.
///
/// # Errors
/// `not_acceptable` if none of them is accepted.
pub fn media_type(request: &HttpRequest, types: &'static [&'static str]) -> Result<&'static str, Problem> {
    best(request, types).map(|place| types[place]).ok_or_else(|| refused(types))
}

/// The index of the most preferred media type; the first is the default.
fn best(request: &impl HttpMessage, types: &[&str]) -> Option<usize> {
    // Without the header, or with an empty one, anything is accepted.
    if request.headers().get_all(header::ACCEPT).all(|line| line.as_bytes().trim_ascii().is_empty()) {
        return (!types.is_empty()).then_some(0);
    }
    // A header that cannot be parsed accepts nothing.
    let accept = header::Accept::parse(request).ok()?;
    let quality = |offer: &str| {
        let matching = accept.iter().filter_map(|item| specificity(&item.item, offer).map(|how| (how, item.quality)));
        matching.max_by_key(|(how, _)| *how).map_or(header::Quality::ZERO, |(_, quality)| quality)
    };
    let mut best: Option<(usize, header::Quality)> = None;
    for (place, offer) in types.iter().enumerate() {
        let quality = quality(offer);
        if quality > header::Quality::ZERO && best.is_none_or(|(_, other)| quality > other) {
            best = Some((place, quality));
        }
    }
    best.map(|(place, _)| place)
}

/// Whether the request comes from a browser rather than a program: browsers prefer HTML.
pub fn prefers_page(request: &impl HttpMessage) -> bool {
    const HTML: &str = "text/html";
    let lines = || request.headers().get_all(header::ACCEPT).filter_map(|line| line.to_str().ok());
    let names_it = lines().any(|line| line.contains(HTML));
    names_it && best(request, &[PROBLEM_JSON, Representation::Json.media_type(), HTML]) == Some(2)
}

fn refused(types: &[&str]) -> Problem {
    Problem::new(
        ProblemCode::NotAcceptable,
        format!("Available by `Accept` or the ending of the URL: {}.", types.join(", ")),
    )
}

/// How specifically a range of `Accept` matches an offer: 0 for anything, 1 for the type, 2 for the type and subtype.
fn specificity(range: &mime::Mime, offer: &str) -> Option<u8> {
    // The subtype of a range excludes its suffix (`svg` of `svg+xml`), the essence includes it.
    let (kind, _) = offer.split_once('/')?;
    match (range.type_().as_str(), range.subtype().as_str(), range.essence_str()) {
        (_, _, "*/*") => Some(0),
        (k, "*", _) if k == kind => Some(1),
        (_, _, essence) if essence == offer => Some(2),
        _ => None,
    }
}

/// Requires that JSON is accepted, for routes that respond only with JSON and read no body.
#[derive(Clone, Copy, Debug)]
pub struct AcceptsJson;

impl FromRequest for AcceptsJson {
    type Error = Problem;
    type Future = Ready<Result<AcceptsJson, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(json_only(request).map(|()| AcceptsJson))
    }
}

/// Requires that JSON is accepted, for resources that are only JSON.
///
/// # Errors
/// `not_acceptable` if it is not.
pub fn json_only(request: &HttpRequest) -> Result<(), Problem> {
    choose(request, &[Representation::Json]).map(|_| ())
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn chosen(accept: &str) -> Option<Representation> {
        let request = TestRequest::default().insert_header((header::ACCEPT, accept)).to_http_request();
        choose(&request, &[Representation::Json, Representation::Text]).ok()
    }

    #[test]
    fn the_most_preferred_representation_is_chosen() {
        assert_eq!(chosen("*/*"), Some(Representation::Json));
        assert_eq!(chosen("text/plain"), Some(Representation::Text));
        assert_eq!(chosen("text/*;q=0.5, application/json;q=0.4"), Some(Representation::Text));
        assert_eq!(chosen("*/*;q=0.1, application/json;q=0"), Some(Representation::Text));
        assert_eq!(chosen("image/webp"), None);
        assert_eq!(chosen("application/json;q=0"), None);
    }

    #[test]
    fn a_media_type_with_a_suffix_is_compared_whole() {
        let chosen = |accept: &str| {
            let request = TestRequest::default().insert_header((header::ACCEPT, accept)).to_http_request();
            choose(&request, &[Representation::Json, Representation::Svg, Representation::Png]).ok()
        };
        assert_eq!(chosen("image/svg+xml"), Some(Representation::Svg));
        assert_eq!(chosen("image/*"), Some(Representation::Svg));
        assert_eq!(chosen("image/*, image/svg+xml;q=0.5"), Some(Representation::Png));
        assert_eq!(chosen("image/svg"), None);
    }

    #[test]
    fn a_list_has_pages_unless_lines_are_requested() {
        let form = |accept: &str| {
            let request = TestRequest::default().insert_header((header::ACCEPT, accept)).to_http_request();
            (list_form(&request, &[ListForm::Pages, ListForm::Lines]).ok(), any_of(&request, &[NDJSON]).is_ok())
        };
        assert_eq!(form("*/*"), (Some(ListForm::Pages), true));
        assert_eq!(form("application/x-ndjson"), (Some(ListForm::Lines), true));
        assert_eq!(form("application/json;q=0.5, application/x-ndjson"), (Some(ListForm::Lines), true));
        assert_eq!(form("application/json"), (Some(ListForm::Pages), false));
        assert_eq!(form("text/html"), (None, false));
        assert_eq!(
            list_form(&TestRequest::default().to_http_request(), &[ListForm::Pages]).ok(),
            Some(ListForm::Pages)
        );
    }

    #[test]
    fn browsers_prefer_pages_and_programs_do_not() {
        let asks = |accept: &str| {
            prefers_page(&TestRequest::default().insert_header((header::ACCEPT, accept)).to_http_request())
        };
        assert!(asks("text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"));
        assert!(asks("text/html"));
        for accept in
            ["*/*", "text/*", "application/json, text/html", "text/html;q=0.5, application/problem+json", "", "x"]
        {
            assert!(!asks(accept), "{accept}");
        }
        assert!(!prefers_page(&TestRequest::default().to_http_request()));
    }

    #[test]
    fn an_extension_overrides_the_header() {
        let request = TestRequest::default().insert_header((header::ACCEPT, "application/json")).to_http_request();
        let chosen = |part| of_part(&request, part, &[Representation::Json, Representation::Text]).ok();
        assert_eq!(chosen("0199.txt"), Some(("0199", Representation::Text)));
        assert_eq!(chosen("0199"), Some(("0199", Representation::Json)));
        assert_eq!(chosen("0199.exe"), None);
        assert_eq!(chosen("0199.html"), None);
        assert_eq!(chosen("0199."), Some(("0199.", Representation::Json)));
    }
}
