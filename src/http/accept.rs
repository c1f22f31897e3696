//! Which representation of a resource a caller wants: by `Accept`, or by an ending of the address.

use actix_web::{
    HttpRequest,
    http::header::{self, Header},
};

use super::problem::Problem;
use crate::service::ProblemCode;

/// A representation that resources can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Representation {
    Json,
    Text,
}

impl Representation {
    const ALL: [Representation; 2] = [Representation::Json, Representation::Text];

    /// The media type, without parameters.
    pub const fn media_type(self) -> &'static str {
        match self {
            Representation::Json => "application/json",
            Representation::Text => "text/plain",
        }
    }

    /// The ending of an address that asks for it, without the dot.
    pub const fn ending(self) -> &'static str {
        match self {
            Representation::Json => "json",
            Representation::Text => "txt",
        }
    }

    /// The `Content-Type` it is sent with.
    pub const fn content_type(self) -> &'static str {
        match self {
            Representation::Json => "application/json",
            Representation::Text => "text/plain; charset=utf-8",
        }
    }
}

/// Cuts a known ending off the last part of an address.
pub fn split_ending(part: &str) -> (&str, Option<Representation>) {
    let found = part.rsplit_once('.').and_then(|(stem, ending)| {
        Representation::ALL.into_iter().find(|offer| offer.ending() == ending).map(|offer| (stem, Some(offer)))
    });
    found.unwrap_or((part, None))
}

/// Chooses among what there is; the first offer is the default.
///
/// # Errors
/// `not_acceptable` when none of it is wanted.
pub fn choose(
    request: &HttpRequest,
    offers: &[Representation],
    ending: Option<Representation>,
) -> Result<Representation, Problem> {
    let refused = || {
        let types: Vec<_> = offers.iter().map(|offer| offer.media_type()).collect();
        Problem::new(ProblemCode::NotAcceptable, format!("There is only {}.", types.join(", ")))
    };
    if let Some(asked) = ending {
        return offers.iter().copied().find(|offer| *offer == asked).ok_or_else(refused);
    }
    if !request.headers().contains_key(header::ACCEPT) {
        return offers.first().copied().ok_or_else(refused);
    }
    // A header that cannot be parsed asks for nothing that could be had.
    let accept = header::Accept::parse(request).map_err(|_| refused())?;
    let quality = |offer: &Representation| {
        let matching = accept.iter().filter_map(|item| specificity(&item.item, *offer).map(|how| (how, item.quality)));
        matching.max_by_key(|(how, _)| *how).map_or(header::Quality::ZERO, |(_, quality)| quality)
    };
    let mut best: Option<(Representation, header::Quality)> = None;
    for offer in offers {
        let quality = quality(offer);
        if quality > header::Quality::ZERO && best.is_none_or(|(_, other)| quality > other) {
            best = Some((*offer, quality));
        }
    }
    best.map(|(offer, _)| offer).ok_or_else(refused)
}

/// How exactly a range of `Accept` names an offer: 0 for anything, 1 for the type, 2 for the type and subtype.
fn specificity(range: &mime::Mime, offer: Representation) -> Option<u8> {
    let (kind, sub) = offer.media_type().split_once('/')?;
    match (range.type_().as_str(), range.subtype().as_str()) {
        ("*", "*") => Some(0),
        (k, "*") if k == kind => Some(1),
        (k, s) if k == kind && s == sub => Some(2),
        _ => None,
    }
}

/// For resources that are JSON and nothing else.
///
/// # Errors
/// `not_acceptable` when the caller wants something else.
pub fn json_only(request: &HttpRequest) -> Result<(), Problem> {
    choose(request, &[Representation::Json], None).map(|_| ())
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn chosen(accept: &str) -> Option<Representation> {
        let request = TestRequest::default().insert_header((header::ACCEPT, accept)).to_http_request();
        choose(&request, &Representation::ALL, None).ok()
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
    fn an_ending_beats_the_header() {
        assert_eq!(split_ending("0199.txt"), ("0199", Some(Representation::Text)));
        assert_eq!(split_ending("0199.exe"), ("0199.exe", None));
    }
}
