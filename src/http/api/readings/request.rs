//! Requests for readings.

use deserr::Deserr;
use serde_json::Value;
use utoipa::ToSchema;

use super::dto::FortunesType;
use crate::{
    cards::Deck,
    games::Ruleset,
    http::{
        api::{
            decks::ReadingDeck,
            draws::request::{SpreadReadingBody, spread_reading},
            games::{commitment, labelled_bot},
        },
        extract::{body, path::card},
        openapi::FortunesOptions,
        reply::problem::Problem,
    },
    players::Skill,
    reading::{
        Disposition, Heading, Layout, QuestionKind, ReadingChoice, ReadingError, Side, TeamOutcome, Tricks, WonTrick,
    },
    service::{
        ClientSeed, DrawRequest, FieldError, FieldErrorCode, FieldErrors, GameSetup, Name, ProblemCode, Question,
        ReadingRequest, SeedText, check_options, kind_of,
        records::{CommitmentId, ReadingKind},
    },
};

/// A requested reading: of a game that is played for it, or of cards drawn for a spread.
#[derive(Debug)]
pub enum RequestedReading {
    /// A game is played and stored with its reading.
    Fortunes(ReadingRequest),
    /// Cards are drawn, with the seed of a commitment if there is one.
    Spread(DrawRequest, Option<CommitmentId>),
}

/// A reading to request, by the kind of it.
#[derive(ToSchema)]
#[serde(untagged)]
#[schema(as = AnyReadingRequest)]
#[expect(dead_code, clippy::large_enum_variant, reason = "it describes; the body is read by its kind")]
pub enum AskBody {
    /// Of cards that are drawn for a spread. It comes first, as the other requires nothing: a client that takes the
    /// first form in which nothing is missing takes the right one.
    Spread(SpreadReadingBody),
    /// Of a game that is played for it.
    Fortunes(ReadingBody),
}

/// A reading of a game to request. All fields are optional.
#[derive(Debug, Deserr, ToSchema)]
#[deserr(deny_unknown_fields)]
#[schema(as = ReadingRequest)]
pub struct ReadingBody {
    /// Type of the reading: for this one a game of Fortunes is played.
    #[deserr(default, rename = "type")]
    #[schema(rename = "type", value_type = Option<FortunesType>, required = false)]
    #[expect(dead_code, reason = "reading it checks it")]
    kind: Option<ReadingKind>,
    /// The player who asks.
    #[deserr(default)]
    #[schema(required = false)]
    querent: Option<Name>,
    /// The question.
    #[deserr(default)]
    #[schema(required = false)]
    question: Option<Question>,
    /// What the question is about; determined by its words if omitted.
    #[deserr(default)]
    #[schema(required = false)]
    question_kind: Option<QuestionKind>,
    /// Whose names the cards have.
    #[deserr(default)]
    #[schema(required = false)]
    deck: Option<ReadingDeck>,
    /// Options of the game that differ from the defaults.
    #[deserr(default)]
    #[schema(value_type = Option<FortunesOptions>, required = false)]
    #[expect(dead_code, reason = "they are read with the ruleset, before")]
    options: Option<Value>,
    /// Bots, the querent's seat first; `sage` may be followed by its effort, as in `sage:6`.
    #[deserr(default)]
    #[schema(required = false, min_items = 4, max_items = 4, example = json!(["adept", "adept", "adept", "adept"]))]
    bots: Option<Vec<String>>,
    /// Seed of the game; random by default unless there is a commitment.
    #[deserr(default)]
    #[schema(required = false)]
    seed: Option<SeedText>,
    /// Caller's part of the seed.
    #[deserr(default)]
    #[schema(required = false)]
    client_seed: Option<ClientSeed>,
    /// Commitment to use; excludes `seed`.
    #[deserr(default)]
    #[schema(required = false, format = Uuid)]
    commitment: Option<String>,
}

/// Tricks to lay out.
#[derive(Debug, Deserr, ToSchema)]
#[deserr(deny_unknown_fields)]
#[schema(as = LayoutRequest)]
pub struct LayoutBody {
    /// Tricks of the querent, in the order won.
    #[schema(max_items = 19)]
    own: Vec<TrickBody>,
    /// Tricks of the partner, in the order won.
    #[schema(max_items = 19)]
    partner: Vec<TrickBody>,
    /// Verdict on the deal for both of them.
    outcome: TeamOutcome,
    /// The question.
    #[deserr(default)]
    #[schema(required = false)]
    question: Option<Question>,
    /// What the question is about; determined by its words if omitted.
    #[deserr(default)]
    #[schema(required = false)]
    question_kind: Option<QuestionKind>,
    /// Layout; chosen by the cards by default.
    #[deserr(default)]
    #[schema(required = false)]
    layout: Option<LayoutChoice>,
    /// Deck whose card names are used in the request and the response.
    #[deserr(default)]
    #[schema(required = false)]
    deck: Option<ReadingDeck>,
}

/// A trick won.
#[derive(Debug, Deserr, ToSchema)]
#[deserr(deny_unknown_fields)]
#[schema(as = LayoutTrick)]
struct TrickBody {
    /// The winning card: an id, or one of its common names (`the-fool`, `two-of-cups`).
    #[schema(example = "two-of-cups")]
    card: String,
    /// Whether the trick favoured the winner's team.
    disposition: Disposition,
}

/// Layout; with `auto` the cards decide.
#[derive(Clone, Copy, Debug, Deserr, serde::Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[deserr(rename_all = lowercase)]
pub enum LayoutChoice {
    Auto,
    Simple,
    Broad,
    Fate,
}

impl LayoutChoice {
    const fn layout(self) -> Option<Layout> {
        match self {
            LayoutChoice::Auto => None,
            LayoutChoice::Simple => Some(Layout::Simple),
            LayoutChoice::Broad => Some(Layout::Broad),
            LayoutChoice::Fate => Some(Layout::Fate),
        }
    }
}

/// Reads the body of `POST /v1/readings`.
///
/// # Errors
/// All errors of the body.
pub fn parse(value: Value) -> Result<RequestedReading, Problem> {
    match value.get("type").and_then(Value::as_str) == Some(ReadingKind::Spread.id()) {
        true => spread_reading(value).map(|(draw, commitment)| RequestedReading::Spread(draw, commitment)),
        false => reading(value).map(RequestedReading::Fortunes),
    }
}

fn reading(mut value: Value) -> Result<ReadingRequest, Problem> {
    let oversized = body::take_oversized(&mut value, "options");
    let mut errors = FieldErrors::default();
    let setup = setup(&mut value).map_err(|faults| errors.extend(faults)).ok();
    errors.extend(oversized.into_iter().flat_map(|options| check_options(Ruleset::Fortunes, options)));
    body::request(value, errors, |body: ReadingBody, errors| body.request(setup, errors))
}

/// The set-up that Fortunes parses from the options, even if other fields are invalid.
fn setup(value: &mut Value) -> Result<GameSetup, Vec<FieldError>> {
    let options = match value.get_mut("options") {
        None | Some(Value::Null) => body::empty(),
        Some(options @ Value::Object(_)) => options.take(),
        Some(_) => return Err(vec![body::no_object("/options")]),
    };
    GameSetup::parse(Ruleset::Fortunes, options, None, None)
}

impl ReadingBody {
    fn request(self, setup: Option<GameSetup>, errors: &mut FieldErrors) -> Option<ReadingRequest> {
        let seats = usize::from(Ruleset::Fortunes.info().players.default);
        let bots = match self.bots {
            None => vec![Skill::ALL[0]; seats],
            Some(ids) => {
                if ids.len() != seats {
                    errors.push(FieldError::bad_value("/bots", format!("Expected {seats} bots.")));
                }
                let named = ids.iter().enumerate();
                named.filter_map(|(index, id)| labelled_bot(id, &format!("/bots/{index}"), errors)).collect()
            }
        };
        Some(ReadingRequest {
            querent: self.querent,
            question: self.question.unwrap_or_default(),
            question_kind: self.question_kind,
            deck: self.deck.map_or_else(Deck::default, Deck::from),
            setup: setup?,
            bots,
            seed: self.seed,
            client_seed: self.client_seed.unwrap_or_default(),
            commitment: self.commitment.and_then(|id| commitment(&id, errors)),
        })
    }
}

/// Reads the body of `POST /v1/layouts`.
///
/// # Errors
/// All errors of the body.
pub fn layout(value: Value) -> Result<(Tricks, ReadingChoice, Heading), Problem> {
    let body: LayoutBody = body::fields(value).map_err(body::invalid)?;
    let deck = body.deck.map_or_else(Deck::default, Deck::from);
    let mut errors = FieldErrors::default();
    let own = tricks(&body.own, deck, "/own", &mut errors);
    let partner = tricks(&body.partner, deck, "/partner", &mut errors);
    if !errors.is_empty() {
        return Err(body::invalid(errors));
    }
    let layout = body.layout.and_then(LayoutChoice::layout);
    let question = body.question.unwrap_or_default();
    let question_kind = kind_of(&question, body.question_kind);
    let choice = ReadingChoice { layout, deck, question_kind, ..ReadingChoice::default() };
    let question = Some(question.into_string()).filter(|question| !question.is_empty());
    let heading = Heading { question, ..Heading::default() };
    Ok((Tricks { own, partner, outcome: body.outcome, seats: None }, choice, heading))
}

fn tricks(bodies: &[TrickBody], deck: Deck, base: &str, errors: &mut FieldErrors) -> Vec<WonTrick> {
    let mut tricks = Vec::with_capacity(bodies.len());
    for (index, body) in bodies.iter().enumerate() {
        match card(&body.card, deck) {
            Ok(card) => tricks.push(WonTrick { card, disposition: body.disposition }),
            Err(detail) => {
                errors.push(FieldError::of(ProblemCode::UnknownCard, format!("{base}/{index}/card"), detail));
                if errors.is_full() {
                    break;
                }
            }
        }
    }
    tricks
}

/// The problem of tricks that cannot be read.
pub fn unreadable(why: &ReadingError) -> Problem {
    let (code, pointer) = match why {
        ReadingError::DuplicateCard { again, .. } => {
            let side = match again.from {
                Side::Own => "own",
                Side::Partner => "partner",
            };
            (FieldErrorCode::DuplicateCard, format!("/{side}/{}/card", again.trick - 1))
        }
        ReadingError::TooManyTricks { .. } => (FieldErrorCode::TooManyTricks, "/own".to_owned()),
    };
    body::invalid([FieldError::new(code, pointer, why.to_string())])
}
