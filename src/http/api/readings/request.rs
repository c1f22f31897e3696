//! What callers send to have something read.

use deserr::Deserr;
use serde_json::Value;
use utoipa::ToSchema;

use crate::{
    cards::Deck,
    games::{QUOTED, Ruleset, excerpt},
    http::{
        api::games::{bot, commitment},
        extract::{body, path::card},
        openapi::FortunesOptions,
        reply::problem::Problem,
    },
    players::Skill,
    reading::{Choice, Disposition, Heading, Layout, QuestionKind, ReadingError, Side, TeamOutcome, Trick, Tricks},
    service::{
        ClientSeed, FieldError, FieldErrors, GameSetup, Name, ProblemCode, Question, ReadingRequest, SeedText,
        check_options, kind_of,
    },
};

/// A reading to request. All fields are optional.
#[derive(Debug, Deserr, ToSchema)]
#[deserr(deny_unknown_fields)]
#[schema(as = ReadingRequest, example = json!({
    "querent": "Ada", "question": "What comes of it?", "deck": "fortunes", "seed": "any text"}))]
pub struct ReadingBody {
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
    /// Bots, the querent's seat first.
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
#[schema(as = LayoutRequest, example = json!({
    "own": [{"card": "wa02", "disposition": "well"}, {"card": "ar17", "disposition": "ill"}],
    "partner": [{"card": "cuqu", "disposition": "well"}], "outcome": "won"}))]
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

/// A deck whose card names a reading can use.
#[derive(Clone, Copy, Debug, Deserr, serde::Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[deserr(rename_all = lowercase)]
#[expect(missing_docs, reason = "the names say it")]
pub enum ReadingDeck {
    Fortunes,
    #[deserr(rename = "waite-smith")]
    WaiteSmith,
    Thoth,
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

impl From<ReadingDeck> for Deck {
    fn from(deck: ReadingDeck) -> Deck {
        match deck {
            ReadingDeck::Fortunes => Deck::Fortunes,
            ReadingDeck::WaiteSmith => Deck::WaiteSmith,
            ReadingDeck::Thoth => Deck::Thoth,
        }
    }
}

/// Reads the body of `POST /v1/readings`.
///
/// # Errors
/// Everything that is wrong with it.
pub fn reading(mut value: Value) -> Result<ReadingRequest, Problem> {
    let oversized = body::take_oversized(&mut value, "options");
    let mut errors = FieldErrors::default();
    let setup = setup(&mut value).map_err(|faults| errors.extend(faults)).ok();
    errors.extend(oversized.into_iter().flat_map(|options| check_options(Ruleset::Fortunes, options)));
    match body::fields::<ReadingBody>(value) {
        Ok(body) => {
            let request = body.request(setup, &mut errors);
            request.filter(|_| errors.is_empty()).ok_or_else(|| body::invalid(errors))
        }
        Err(mut shallow) => {
            shallow.extend(errors);
            Err(body::invalid(shallow))
        }
    }
}

/// What Fortunes makes of the options, also where other fields are wrong.
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
                named.filter_map(|(index, id)| bot(id, &format!("/bots/{index}"), errors)).collect()
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
/// Everything that is wrong with it.
pub fn layout(value: Value) -> Result<(Tricks, Choice, Heading), Problem> {
    let body: LayoutBody = body::fields(value).map_err(body::invalid)?;
    let deck = body.deck.map(Deck::from);
    let mut errors = FieldErrors::default();
    let own = tricks(&body.own, deck, "/own", &mut errors);
    let partner = tricks(&body.partner, deck, "/partner", &mut errors);
    if !errors.is_empty() {
        return Err(body::invalid(errors));
    }
    let layout = body.layout.and_then(LayoutChoice::layout);
    let question = body.question.unwrap_or_default();
    let question_kind = kind_of(&question, body.question_kind);
    let choice = Choice { layout, deck: deck.unwrap_or_default(), question_kind, ..Choice::default() };
    let question = Some(question.into_string()).filter(|question| !question.is_empty());
    let heading = Heading { question, ..Heading::default() };
    Ok((Tricks { own, partner, outcome: body.outcome, seats: None }, choice, heading))
}

fn tricks(bodies: &[TrickBody], deck: Option<Deck>, base: &str, errors: &mut FieldErrors) -> Vec<Trick> {
    let mut tricks = Vec::with_capacity(bodies.len());
    for (index, body) in bodies.iter().enumerate() {
        match card(&body.card, deck) {
            Some(card) => tricks.push(Trick { card, disposition: body.disposition }),
            None => {
                let told = format!("`{}` is not a card.", excerpt(&body.card, QUOTED));
                errors.push(FieldError::of(ProblemCode::UnknownCard, format!("{base}/{index}/card"), told));
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
    let pointer = match why {
        ReadingError::DuplicateCard { again, .. } => {
            let side = match again.from {
                Side::Own => "own",
                Side::Partner => "partner",
            };
            format!("/{side}/{}/card", again.trick - 1)
        }
        ReadingError::TooManyTricks { .. } => "/own".to_owned(),
    };
    body::invalid(vec![FieldError { pointer, code: why.code(), detail: why.to_string() }])
}
