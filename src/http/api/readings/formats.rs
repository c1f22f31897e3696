//! The formats of readings.

use actix_web::{HttpRequest, HttpResponse, http::StatusCode};
use serde::Serialize;
use utoipa::IntoParams;

use crate::{
    cards::{Card, Deck},
    http::{
        extract::{
            accept::Representation,
            query::{Query, card_look},
        },
        middleware::rate_limit,
        reply::{
            problem::{ApiResult, Problem, WrongField},
            response::{self, Caching},
        },
    },
    reading::{CardLook, Disposition, Heading, Language, Render, SpreadReading, art::Size, png::Width, svg::Embedding},
    service::{ProblemCode, Service},
};

/// The representations of a reading, the default first.
pub const OFFERS: [Representation; 6] = [
    Representation::Json,
    Representation::Svg,
    Representation::Png,
    Representation::Html,
    Representation::Text,
    Representation::Markdown,
];

/// The requested format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    representation: Representation,
    width: Width,
    cards: CardLook,
}

/// The appearance of pictures, as far as the query specifies it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Look {
    /// Width of a PNG in pixels (1000); other formats have no width.
    #[param(value_type = Option<u32>, minimum = 200, maximum = 2000)]
    width: Option<Width>,
    /// Look of the cards where they are drawn; `art` needs an art folder.
    #[param(inline)]
    cards: Option<CardLook>,
}

/// Number of places in a picture that is about as high as wide; pictures with more take longer to render.
const PLACES_OF_A_SQUARE: u32 = 8;

/// Minimum height of a spread's picture, in multiples of its width.
pub fn squares(reading: &SpreadReading) -> u32 {
    reading.places.len() as u32 / PLACES_OF_A_SQUARE
}

impl Look {
    /// Reads it from a query.
    pub fn of(query: &mut Query, service: &Service) -> Look {
        let width = query.between("width", Width::LEAST, Width::MOST).and_then(Width::new);
        Look { width, cards: card_look(query, service.pictures()) }
    }

    /// The parameters that do not apply to a representation.
    fn needless(self, representation: Representation) -> Vec<WrongField> {
        let png = representation == Representation::Png;
        let pictured = png || matches!(representation, Representation::Svg | Representation::Html);
        let media_type = representation.media_type();
        let width = (self.width.is_some() && !png)
            .then(|| ("width", format!("`width` applies only to image/png, not to {media_type}.")));
        let cards = (self.cards.is_some() && !pictured).then(|| {
            ("cards", format!("`cards` applies only to image/svg+xml, image/png and text/html, not to {media_type}."))
        });
        let wrong = |(name, detail)| WrongField::of_parameter(ProblemCode::BadParameter, name, detail);
        width.into_iter().chain(cards).map(wrong).collect()
    }
}

impl Form {
    /// A representation with its appearance.
    ///
    /// # Errors
    /// `bad_parameter` for a width if it is not a PNG, and for `cards` if it has no pictures; `rate_limited` if the
    /// caller's quota is too small for the picture.
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

    /// Charges for a picture that is higher than wide; `squares` is its height in multiples of its width.
    ///
    /// # Errors
    /// `rate_limited` if the caller's quota is too small.
    pub fn charge_for_height(self, request: &HttpRequest, squares: u32) -> Result<(), Problem> {
        if self.representation == Representation::Png {
            rate_limit::charge(request, rate_limit::units_of(self.width.drawing() * squares))?;
        }
        Ok(())
    }

    /// The response with a picture of a card; `None` for a form that is no picture.
    ///
    /// # Errors
    /// `unavailable` or `internal` if it cannot be rendered now.
    pub async fn card(self, service: &Service, deck: Deck, card: Card) -> Result<Option<HttpResponse>, Problem> {
        let response = match self.representation {
            Representation::Png => {
                let picture = service.card_picture((deck, card), self.cards, self.width).await?;
                response::written(StatusCode::OK, Caching::Revalidate, self.representation, picture)
            }
            Representation::Svg => {
                let faces = service.pictures().held(self.cards, Size::Large);
                let picture = faces.card(card, deck, Disposition::Well, Embedding::Standalone);
                response::sealed(response::written(StatusCode::OK, Caching::Revalidate, self.representation, picture))
            }
            Representation::Json
            | Representation::Html
            | Representation::Text
            | Representation::Markdown
            | Representation::Csv => return Ok(None),
        };
        Ok(Some(response::in_language(response, Language::default())))
    }

    /// The response with a reading in this form; `body` is the JSON representation.
    ///
    /// # Errors
    /// `rate_limited` if the caller's quota is too small for the letters of a picture; `unavailable` or `internal` if it
    /// cannot be rendered now.
    pub async fn answer(
        self,
        (request, service): (&HttpRequest, &Service),
        reading: &impl Render,
        heading: Heading,
        body: &impl Serialize,
    ) -> ApiResult {
        let written = |text: String| response::written(StatusCode::OK, Caching::Revalidate, self.representation, text);
        let faces = service.pictures().held(self.cards, Size::Small);
        let response = match self.representation {
            // No reading is offered as rows.
            Representation::Json | Representation::Csv => response::ok(Caching::Revalidate, body),
            Representation::Svg => response::sealed(written(reading.svg(&heading, faces))),
            Representation::Png => {
                rate_limit::charge(request, rate_limit::units_of_letters([reading.text(&heading).as_str()]))?;
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
