//! The forms that a reading can be had in.

use actix_web::{HttpRequest, http::StatusCode};
use serde::Serialize;

use crate::{
    http::{
        extract::{accept::Representation, query::Query},
        middleware::rate_limit,
        reply::{
            problem::{ApiResult, Problem, WrongField},
            response::{self, Caching},
        },
    },
    reading::{self, Heading, Reading, html, markdown, png::Width, svg},
    service::{ProblemCode, Service},
};

/// What a reading can be had as, the default first.
pub const OFFERS: [Representation; 6] = [
    Representation::Json,
    Representation::Svg,
    Representation::Png,
    Representation::Html,
    Representation::Text,
    Representation::Markdown,
];

/// The form that a caller asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    representation: Representation,
    width: Width,
}

/// How wide a picture shall be, if a query says so.
pub fn width(query: &mut Query) -> Option<Width> {
    query.between("width", Width::LEAST, Width::MOST).and_then(Width::new)
}

impl Form {
    /// A representation, and how wide it shall be.
    ///
    /// # Errors
    /// `bad_parameter` for the width of anything but a PNG; `rate_limited` for a picture that the caller has not enough
    /// left for.
    pub fn new(request: &HttpRequest, representation: Representation, width: Option<Width>) -> Result<Form, Problem> {
        if width.is_some() && representation != Representation::Png {
            let code = ProblemCode::BadParameter;
            let detail = format!("`width` applies only to image/png, not to {}.", representation.media_type());
            return Err(Problem::of_fields(code, vec![WrongField::of_parameter("width", code.kind().id, detail)]));
        }
        let width = width.unwrap_or_default();
        if representation == Representation::Png {
            rate_limit::charge(request, rate_limit::units_of(width.drawing()))?;
        }
        Ok(Form { representation, width })
    }

    /// The answer with a reading in this form; `body` is what stands in JSON.
    ///
    /// # Errors
    /// `unavailable` or `internal`, when a picture cannot be drawn now.
    pub async fn answer(
        self,
        service: &Service,
        reading: &Reading,
        heading: Heading,
        body: &impl Serialize,
    ) -> ApiResult {
        let written = |text: String| response::written(StatusCode::OK, Caching::Revalidate, self.representation, text);
        let response = match self.representation {
            Representation::Json => response::json(StatusCode::OK, Caching::Revalidate, body),
            Representation::Svg => response::sealed(written(svg::picture(reading, &heading))),
            Representation::Png => {
                let picture = service.picture(reading.clone(), heading, self.width).await?;
                response::written(StatusCode::OK, Caching::Revalidate, self.representation, picture)
            }
            Representation::Html => response::sealed(written(html::document(reading, &heading))),
            Representation::Text => written(reading::plain(reading, &heading)),
            Representation::Markdown => written(markdown::document(reading, &heading)),
        };
        Ok(response::in_language(response, reading.language))
    }
}
