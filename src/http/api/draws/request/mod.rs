//! Requests to draw cards.

mod cards;
mod spread;
mod stored;

use chrono::NaiveDate;
use deserr::Deserr;
use utoipa::ToSchema;

use self::{
    cards::{CardsBody, GivenCard, by_hand, known_card},
    spread::SpreadBody,
};
use crate::{
    cards::{Card, Deck},
    games::FieldFaults,
    http::{
        api::{games::commitment, readings::ReadingDeck},
        extract::body,
        reply::problem::Problem,
    },
    reading::{QuestionKind, Reversals, Shuffled, SpreadChoice},
    service::{
        CardSource, ClientSeed, DrawRequest, Drawing, FieldError, FieldErrors, Name, Question, SeedText,
        commitment_with_drawn, commitment_with_given, read_date, records::CommitmentId,
    },
};

pub use self::stored::SpreadReadingBody;

/// Cards to draw, or cards drawn by hand, for a spread. Only `spread` is required.
#[derive(Debug, Deserr, ToSchema)]
#[deserr(error = FieldFaults, deny_unknown_fields)]
#[schema(as = DrawRequest)]
pub struct DrawBody {
    /// Kind of the reading: always `spread`.
    #[deserr(default)]
    #[schema(required = false)]
    #[expect(dead_code, reason = "reading it checks it")]
    kind: Option<SpreadKindBody>,
    /// The spread: the id of a built-in one, or your own.
    spread: SpreadBody,
    /// The way to ask it, for a spread that has several; by default the first.
    #[deserr(default)]
    #[schema(required = false, example = "past-present-future")]
    frame: Option<String>,
    /// Whose names the cards have.
    #[deserr(default)]
    #[schema(required = false)]
    deck: Option<ReadingDeck>,
    /// The person who asks.
    #[deserr(default)]
    #[schema(required = false)]
    querent: Option<Name>,
    /// The question.
    #[deserr(default)]
    #[schema(required = false)]
    question: Option<Question>,
    /// What the question is about; by default determined by its words.
    #[deserr(default)]
    #[schema(required = false)]
    question_kind: Option<QuestionKind>,
    /// How likely each card is reversed; 0.5 by default.
    #[deserr(default)]
    #[schema(required = false, minimum = 0, maximum = 1)]
    reversals: Option<f64>,
    /// The cards that are shuffled: `all` (the default), `majors`, `minors`, or a list.
    #[deserr(default)]
    #[schema(required = false)]
    cards: Option<CardsBody>,
    /// The significator, a card that is removed from the pack first and represents the querent.
    #[deserr(default)]
    #[schema(required = false, example = "queen-of-cups")]
    significator: Option<String>,
    /// Seed of the draw; random by default.
    #[deserr(default)]
    #[schema(required = false)]
    seed: Option<SeedText>,
    /// Caller's part of the seed.
    #[deserr(default)]
    #[schema(required = false)]
    client_seed: Option<ClientSeed>,
    /// Number of cards of the same shuffle that were seen before.
    #[deserr(default)]
    #[schema(required = false, maximum = 77)]
    skip: Option<u32>,
    /// Always null: a draw that is not stored cannot use a commitment.
    #[deserr(default)]
    #[schema(required = false)]
    commitment: Option<String>,
    /// The cards as drawn by hand, one for each place; excludes everything that they would be drawn from.
    #[deserr(default)]
    #[schema(required = false, min_items = 1, max_items = 78)]
    given: Option<Vec<GivenCard>>,
    /// Date of a daily draw: the seed is then `{seed}@{date}`.
    #[deserr(default)]
    #[schema(required = false, format = Date, example = "2026-11-22")]
    when: Option<String>,
}

/// Kind of the reading.
#[derive(Clone, Copy, Debug, Deserr, serde::Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[deserr(rename_all = lowercase)]
#[schema(as = SpreadKind)]
enum SpreadKindBody {
    Spread,
}

/// Reads the body of `POST /v1/draws`.
///
/// # Errors
/// All errors of the body.
pub fn drawing(value: serde_json::Value) -> Result<DrawRequest, Problem> {
    let body: DrawBody = body::fields(value).map_err(body::invalid)?;
    let mut errors = FieldErrors::default();
    if body.commitment.is_some() {
        errors.push(FieldError::bad_value("/commitment", "A draw that is not stored cannot use a commitment."));
    }
    body.request(&mut errors).filter(|_| errors.is_empty()).ok_or_else(|| body::invalid(errors))
}

/// Reads the body of `POST /v1/readings` for a spread: the draw, and the commitment to use.
///
/// # Errors
/// All errors of the body.
pub fn spread_reading(value: serde_json::Value) -> Result<(DrawRequest, Option<CommitmentId>), Problem> {
    let body: DrawBody = body::fields(value).map_err(body::invalid)?;
    let mut errors = FieldErrors::default();
    let id = body.commitment.as_deref().and_then(|id| commitment(id, &mut errors));
    if body.commitment.is_some() {
        let client_seed = body.client_seed.as_ref().map_or("", ClientSeed::as_str);
        match body.given {
            Some(_) => errors.push(commitment_with_given()),
            None => errors.extend(commitment_with_drawn(body.seed.as_ref(), client_seed)),
        }
    }
    let request = body.request(&mut errors).filter(|_| errors.is_empty());
    request.map(|request| (request, id)).ok_or_else(|| body::invalid(errors))
}

impl DrawBody {
    /// The request; its errors are added to `errors`.
    fn request(self, errors: &mut FieldErrors) -> Option<DrawRequest> {
        let deck = self.deck.map_or_else(Deck::default, Deck::from);
        let significator =
            self.significator.as_deref().and_then(|text| known_card(text, deck, "/significator", errors));
        let excluded = self.excluded();
        let places = self.spread.count();
        let spread = self.spread.spread(self.frame.as_deref(), errors);
        let question = self.question.unwrap_or_default();
        let question_kind = QuestionKind::for_question(question.as_str(), self.question_kind);
        let cards =
            match self.given {
                Some(given) => {
                    errors.extend(excluded.iter().map(|field| {
                        FieldError::bad_value(format!("/{field}"), format!("`given` excludes `{field}`."))
                    }));
                    CardSource::Given(by_hand(&given, deck, significator, places, errors))
                }
                None => {
                    let when = self.when.as_deref().and_then(|text| date(text, self.seed.is_some(), errors));
                    let drawing = Drawing {
                        seed: self.seed,
                        client_seed: self.client_seed.unwrap_or_default(),
                        when,
                        shuffled: self.cards.map_or_else(Shuffled::default, |cards| cards.shuffled(deck, errors)),
                        reversals: self.reversals.map_or_else(Reversals::default, |share| reversals(share, errors)),
                        skip: self.skip.map_or(0, |skip| skipped(skip, errors)),
                    };
                    enough(&drawing, significator, places, errors);
                    CardSource::Drawn(drawing)
                }
            };
        let choice = SpreadChoice { deck, question_kind, significator, ..SpreadChoice::of(spread?) };
        Some(DrawRequest { querent: self.querent, question, choice, cards })
    }

    /// The present fields that `given` excludes, since they describe how cards are drawn.
    fn excluded(&self) -> Vec<&'static str> {
        let drawn_from = [
            ("seed", self.seed.is_some()),
            ("client_seed", self.client_seed.is_some()),
            ("reversals", self.reversals.is_some()),
            ("cards", self.cards.is_some()),
            ("skip", self.skip.is_some()),
            ("when", self.when.is_some()),
        ];
        drawn_from.into_iter().filter(|(_, there)| *there).map(|(field, _)| field).collect()
    }
}

fn reversals(share: f64, errors: &mut FieldErrors) -> Reversals {
    Reversals::new(share).unwrap_or_else(|| {
        errors.push(FieldError::bad_value("/reversals", "Expected a number from 0 to 1."));
        Reversals::default()
    })
}

fn skipped(skip: u32, errors: &mut FieldErrors) -> u8 {
    let fits = u8::try_from(skip).ok().filter(|skip| usize::from(*skip) < Card::COUNT);
    fits.unwrap_or_else(|| {
        errors.push(FieldError::bad_value("/skip", format!("Expected an integer from 0 to {}.", Card::COUNT - 1)));
        0
    })
}

/// A date, which requires a seed.
fn date(text: &str, has_seed: bool, errors: &mut FieldErrors) -> Option<NaiveDate> {
    if !has_seed {
        errors.push(FieldError::bad_value("/when", "`when` requires a `seed`."));
    }
    read_date(text).map_err(|why| errors.push(FieldError::bad_value("/when", why.to_string()))).ok()
}

/// Checks that there are enough cards for all places.
fn enough(drawing: &Drawing, significator: Option<Card>, places: Option<usize>, errors: &mut FieldErrors) {
    let cards = drawing.shuffled.cards(significator).len();
    let needed = usize::from(drawing.skip) + places.unwrap_or(1);
    if errors.is_empty() && needed > cards {
        let detail = format!("Expected {needed} or more cards to draw from, not {cards}.");
        errors.push(FieldError::bad_value(if drawing.skip > 0 { "/skip" } else { "/cards" }, detail));
    }
}
