//! The forms that a reading can be had in.

use actix_web::{HttpRequest, http::StatusCode};
use serde::Serialize;

use crate::{
    http::{
        extract::{accept::Representation, cards::cards, query::Query},
        middleware::rate_limit,
        reply::{
            problem::{ApiResult, Problem, WrongField},
            response::{self, Caching},
        },
    },
    reading::{CardLook, Forms, Heading, SpreadReading, art::Size, png::Width},
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
    cards: CardLook,
}

/// What pictures shall look like, as far as a query says so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    width: Option<Width>,
    cards: Option<CardLook>,
}

/// So many places fit in a picture about as high as it is wide; one of more takes longer to draw.
const PLACES_OF_A_SQUARE: u32 = 8;

/// How many squares the picture of a spread is high, at least.
pub fn squares(reading: &SpreadReading) -> u32 {
    reading.places.len() as u32 / PLACES_OF_A_SQUARE
}

impl Look {
    /// Takes it from a query.
    pub fn of(query: &mut Query, service: &Service) -> Look {
        let width = query.between("width", Width::LEAST, Width::MOST).and_then(Width::new);
        Look { width, cards: cards(query, service.pictures()) }
    }

    /// Parameters that mean nothing to a representation.
    fn needless(self, representation: Representation) -> Vec<WrongField> {
        let png = representation == Representation::Png;
        let pictured = png || matches!(representation, Representation::Svg | Representation::Html);
        let media_type = representation.media_type();
        let width = (self.width.is_some() && !png)
            .then(|| ("width", format!("`width` applies only to image/png, not to {media_type}.")));
        let cards = (self.cards.is_some() && !pictured).then(|| {
            ("cards", format!("`cards` applies only to image/svg+xml, image/png and text/html, not to {media_type}."))
        });
        let id = ProblemCode::BadParameter.kind().id;
        width.into_iter().chain(cards).map(|(name, detail)| WrongField::of_parameter(name, id, detail)).collect()
    }
}

impl Form {
    /// A representation, and what it shall look like.
    ///
    /// # Errors
    /// `bad_parameter` for the width of anything but a PNG, and for the cards of what has no picture; `rate_limited` for
    /// a picture that the caller has not enough left for.
    pub fn new(request: &HttpRequest, representation: Representation, look: Look) -> Result<Form, Problem> {
        let needless = look.needless(representation);
        if !needless.is_empty() {
            return Err(Problem::of_fields(ProblemCode::BadParameter, needless));
        }
        let width = look.width.unwrap_or_default();
        if representation == Representation::Png {
            rate_limit::charge(request, rate_limit::units_of(width.drawing()))?;
        }
        Ok(Form { representation, width, cards: look.cards.unwrap_or_default() })
    }

    /// Charges for a picture that is higher than it is wide, by so many squares.
    ///
    /// # Errors
    /// `rate_limited`, when the caller has not enough left for it.
    pub fn charge_for_height(self, request: &HttpRequest, squares: u32) -> Result<(), Problem> {
        match self.representation {
            Representation::Png => rate_limit::charge(request, rate_limit::units_of(self.width.drawing() * squares)),
            Representation::Json
            | Representation::Svg
            | Representation::Html
            | Representation::Text
            | Representation::Markdown => Ok(()),
        }
    }

    /// The answer with a reading in this form; `body` is what stands in JSON.
    ///
    /// # Errors
    /// `unavailable` or `internal`, when a picture cannot be drawn now.
    pub async fn answer(
        self,
        service: &Service,
        reading: &impl Forms,
        heading: Heading,
        body: &impl Serialize,
    ) -> ApiResult {
        let written = |text: String| response::written(StatusCode::OK, Caching::Revalidate, self.representation, text);
        let faces = service.pictures().held(self.cards, Size::Small);
        let response = match self.representation {
            Representation::Json => response::json(StatusCode::OK, Caching::Revalidate, body),
            Representation::Svg => response::sealed(written(reading.svg(&heading, faces))),
            Representation::Png => {
                let picture = service.picture(reading.clone(), heading, self.cards, self.width).await?;
                response::written(StatusCode::OK, Caching::Revalidate, self.representation, picture)
            }
            Representation::Html => response::sealed(written(reading.html(&heading, faces))),
            Representation::Text => written(reading.text(&heading)),
            Representation::Markdown => written(reading.markdown(&heading)),
        };
        Ok(response::in_language(response, reading.language()))
    }
}
