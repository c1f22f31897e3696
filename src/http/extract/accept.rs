//! Which representation of a resource a caller wants: by `Accept`, or by an ending of the address.

use std::future::{Ready, ready};

use actix_web::{
    FromRequest, HttpMessage, HttpRequest,
    dev::Payload,
    http::header::{self, Header},
};
use arrayvec::ArrayVec;

use crate::{
    http::{
        names::{NDJSON, PROBLEM_JSON},
        reply::problem::Problem,
    },
    service::ProblemCode,
};

/// A representation that resources can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Representation {
    Json,
    Svg,
    Png,
    Html,
    Text,
    Markdown,
}

impl Representation {
    /// The media type, without parameters.
    pub const fn media_type(self) -> &'static str {
        match self {
            Representation::Json => "application/json",
            Representation::Svg => "image/svg+xml",
            Representation::Png => "image/png",
            Representation::Html => "text/html",
            Representation::Text => "text/plain",
            Representation::Markdown => "text/markdown",
        }
    }

    /// The ending of an address that asks for it, without the dot.
    pub const fn ending(self) -> &'static str {
        match self {
            Representation::Json => "json",
            Representation::Svg => "svg",
            Representation::Png => "png",
            Representation::Html => "html",
            Representation::Text => "txt",
            Representation::Markdown => "md",
        }
    }

    /// The `Content-Type` it is sent with.
    pub const fn content_type(self) -> &'static str {
        match self {
            Representation::Json => "application/json",
            Representation::Svg => "image/svg+xml",
            Representation::Png => "image/png",
            Representation::Html => "text/html; charset=utf-8",
            Representation::Text => "text/plain; charset=utf-8",
            Representation::Markdown => "text/markdown; charset=utf-8",
        }
    }
}

/// Representations to choose from, the default first.
pub type Offers = ArrayVec<Representation, 6>;

/// What was chosen by `Accept`, noted with the request; nothing where the address alone decides.
#[derive(Clone, Debug, Default)]
pub struct Negotiated {
    /// What there was to choose from.
    pub offers: Offers,
    /// What was chosen.
    pub chosen: Option<Representation>,
}

/// The representation that is chosen from these; `None` when none of them is acceptable.
pub fn preferred(request: &impl HttpMessage, offers: &[Representation]) -> Option<Representation> {
    let mut lines = request.headers().get_all(header::ACCEPT);
    match (lines.next().map(|line| line.as_bytes()), lines.next()) {
        // What nearly everybody sends is not worth reading closely.
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

/// The longest ending that an address can have.
const ENDING_LIMIT: usize = 5;

/// Cuts an ending off the last part of an address; no id has a dot in it.
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

/// Chooses by the ending of an address's last part, or by `Accept`; gives the part without the ending.
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
            let asked = offers.iter().find(|offer| offer.ending() == ending);
            let types = || offers.iter().map(|offer| offer.media_type()).collect::<Vec<_>>();
            Ok((part, *asked.ok_or_else(|| refused(&types()))?))
        }
    }
}

/// Chooses among what there is by `Accept`; the first offer is the default.
///
/// # Errors
/// `not_acceptable` if none of it is accepted.
pub fn choose(request: &HttpRequest, offers: &[Representation]) -> Result<Representation, Problem> {
    let chosen = preferred(request, offers);
    let offers: Offers = offers.iter().copied().collect();
    let refusal = || refused(&offers.iter().map(|offer| offer.media_type()).collect::<Vec<_>>());
    let representation = chosen.ok_or_else(refusal)?;
    request.extensions_mut().insert(Negotiated { offers, chosen });
    Ok(representation)
}

/// Something is had in these media types, whichever of them is asked for.
///
/// # Errors
/// `not_acceptable` if none of them is accepted.
pub fn any_of(request: &HttpRequest, types: &[&str]) -> Result<(), Problem> {
    best(request, types).map(|_| ()).ok_or_else(|| refused(types))
}

/// What a list can be had as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListForm {
    /// Pages, newest first.
    Pages,
    /// All of it, oldest first, an item a line.
    Lines,
}

/// Chooses the form of a list.
///
/// # Errors
/// `not_acceptable` if neither is accepted.
pub fn list_form(request: &HttpRequest) -> Result<ListForm, Problem> {
    let types = [Representation::Json.media_type(), NDJSON];
    let place = best(request, &types).ok_or_else(|| refused(&types))?;
    Ok(if place == 0 { ListForm::Pages } else { ListForm::Lines })
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
    if !request.headers().contains_key(header::ACCEPT) {
        return (!types.is_empty()).then_some(0);
    }
    // A header that cannot be parsed asks for nothing that could be had.
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

/// Does a person with a browser ask, rather than a program? Browsers name HTML before all else.
pub fn prefers_page(request: &impl HttpMessage) -> bool {
    const HTML: &str = "text/html";
    let lines = || request.headers().get_all(header::ACCEPT).filter_map(|line| line.to_str().ok());
    let names_it = lines().any(|line| line.contains(HTML));
    names_it && best(request, &[PROBLEM_JSON, Representation::Json.media_type(), HTML]) == Some(2)
}

fn refused(types: &[&str]) -> Problem {
    Problem::new(ProblemCode::NotAcceptable, format!("Available representations: {}.", types.join(", ")))
}

/// How exactly a range of `Accept` names an offer: 0 for anything, 1 for the type, 2 for the type and subtype.
fn specificity(range: &mime::Mime, offer: &str) -> Option<u8> {
    // A range's subtype comes without its suffix (`svg` of `svg+xml`), the essence with it.
    let (kind, _) = offer.split_once('/')?;
    match (range.type_().as_str(), range.subtype().as_str(), range.essence_str()) {
        (_, _, "*/*") => Some(0),
        (k, "*", _) if k == kind => Some(1),
        (_, _, essence) if essence == offer => Some(2),
        _ => None,
    }
}

/// A route that answers with JSON and nothing else, for handlers that read no body.
#[derive(Clone, Copy, Debug)]
pub struct AcceptsJson;

impl FromRequest for AcceptsJson {
    type Error = Problem;
    type Future = Ready<Result<AcceptsJson, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(json_only(request).map(|()| AcceptsJson))
    }
}

/// For resources that are JSON and nothing else.
///
/// # Errors
/// `not_acceptable` when the caller wants something else.
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
    fn the_best_wanted_representation_is_chosen() {
        assert_eq!(chosen("*/*"), Some(Representation::Json));
        assert_eq!(chosen("text/plain"), Some(Representation::Text));
        assert_eq!(chosen("text/*;q=0.5, application/json;q=0.4"), Some(Representation::Text));
        assert_eq!(chosen("*/*;q=0.1, application/json;q=0"), Some(Representation::Text));
        assert_eq!(chosen("image/webp"), None);
        assert_eq!(chosen("application/json;q=0"), None);
    }

    #[test]
    fn a_media_type_with_a_suffix_is_more_than_its_beginning() {
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
    fn a_list_is_had_as_pages_unless_lines_are_asked_for() {
        let form = |accept: &str| {
            let request = TestRequest::default().insert_header((header::ACCEPT, accept)).to_http_request();
            (list_form(&request).ok(), any_of(&request, &[NDJSON]).is_ok())
        };
        assert_eq!(form("*/*"), (Some(ListForm::Pages), true));
        assert_eq!(form("application/x-ndjson"), (Some(ListForm::Lines), true));
        assert_eq!(form("application/json;q=0.5, application/x-ndjson"), (Some(ListForm::Lines), true));
        assert_eq!(form("application/json"), (Some(ListForm::Pages), false));
        assert_eq!(form("text/html"), (None, false));
        assert_eq!(list_form(&TestRequest::default().to_http_request()).ok(), Some(ListForm::Pages));
    }

    #[test]
    fn people_ask_for_pages_and_programs_do_not() {
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
    fn an_ending_beats_the_header() {
        let request = TestRequest::default().insert_header((header::ACCEPT, "application/json")).to_http_request();
        let chosen = |part| of_part(&request, part, &[Representation::Json, Representation::Text]).ok();
        assert_eq!(chosen("0199.txt"), Some(("0199", Representation::Text)));
        assert_eq!(chosen("0199"), Some(("0199", Representation::Json)));
        assert_eq!(chosen("0199.exe"), None);
        assert_eq!(chosen("0199.html"), None);
        assert_eq!(chosen("0199."), Some(("0199.", Representation::Json)));
    }
}
