//! Requests to draw cards.

use std::borrow::Cow;

use chrono::NaiveDate;
use deserr::{DeserializeError, Deserr, ErrorKind, IntoValue, Value, ValueKind, ValuePointerRef};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        KnownFormat, ObjectBuilder, Ref, RefOr, Schema, SchemaFormat,
        schema::{SchemaType, Type},
    },
};

use crate::{
    cards::{Card, Deck, Hand},
    games::FieldFaults,
    http::{
        api::{decks::ReadingDeck, games::commitment},
        extract::{
            body,
            path::card,
            query::{self, Query},
        },
        reply::problem::{Problem, WrongField},
    },
    narration::counted,
    reading::{
        Disposition, DrawnCard, KnownSpread, OwnFault, OwnSpread, Pack, QuestionKind, Reversals, Shuffled, Spread,
        SpreadChoice, SpreadPlace, UnknownSpread,
    },
    service::{
        Asks, CardSource, ClientSeed, DrawRequest, Drawing, FieldError, FieldErrorCode, FieldErrors, Name, ProblemCode,
        Question, SeedText, ServiceError, commitment_with_drawn, commitment_with_given, read_date,
        records::{CommitmentId, ReadingId},
    },
};

/// Cards to draw, or cards drawn by hand, for a spread. Only `spread` is required.
#[derive(Debug, Deserr, ToSchema)]
#[deserr(error = FieldFaults, deny_unknown_fields)]
#[schema(as = DrawRequest)]
pub struct DrawBody {
    /// Type of the reading: always `spread`.
    #[deserr(default, rename = "type")]
    #[schema(rename = "type", required = false)]
    #[expect(dead_code, reason = "reading it checks it")]
    kind: Option<SpreadTypeBody>,
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
    /// Id of the reading to which this one is a follow-up; always null for a draw that is not stored.
    #[deserr(default)]
    #[schema(required = false, format = Uuid)]
    follows: Option<String>,
    /// The cards as drawn by hand, one for each place; excludes everything that they would be drawn from.
    #[deserr(default)]
    #[schema(required = false, min_items = 1, max_items = 78)]
    given: Option<Vec<GivenCard>>,
    /// Date of a daily draw, which has begun somewhere on earth: the seed is then `{seed}@{date}`.
    #[deserr(default)]
    #[schema(required = false, format = Date, example = "2026-11-22")]
    when: Option<String>,
}

/// Kind of the reading.
#[derive(Clone, Copy, Debug, Deserr, serde::Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[deserr(rename_all = lowercase)]
#[schema(as = SpreadType)]
enum SpreadTypeBody {
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
    if body.follows.is_some() {
        errors.push(FieldError::bad_value("/follows", "A draw that is not stored follows no other."));
    }
    body.request(&mut errors).filter(|_| errors.is_empty()).ok_or_else(|| body::invalid(errors))
}

/// Reads the query of `GET /v1/draws/{spread}`.
pub fn asked(spread: &str, query: &mut Query) -> DrawBody {
    let decks = [ReadingDeck::Fortunes, ReadingDeck::WaiteSmith, ReadingDeck::Thoth];
    DrawBody {
        kind: None,
        spread: SpreadBody::Id(spread.to_owned()),
        frame: query.one("frame"),
        deck: query.word("deck", &decks.map(|deck| (Deck::from(deck).id(), deck))),
        querent: None,
        question: query.read("question", Question::new),
        question_kind: None,
        reversals: query.read("reversals", |text| text.parse().map_err(|_| SHARE)),
        cards: None,
        significator: None,
        seed: query.read("seed", SeedText::new),
        client_seed: None,
        skip: None,
        commitment: None,
        given: None,
        when: query.one("when"),
        follows: None,
    }
}

/// The draw that a query asks for.
///
/// # Errors
/// `not_found` for a spread that is not known; `bad_parameter` with all others.
pub fn drawing_of_query(body: DrawBody) -> Result<DrawRequest, Problem> {
    let mut errors = FieldErrors::default();
    let request = body.request(&mut errors).filter(|_| errors.is_empty());
    request.ok_or_else(|| {
        let errors: Vec<_> = errors.into_iter().collect();
        if let Some(unknown) = errors.iter().find(|error| error.pointer == "/spread") {
            return Problem::new(ProblemCode::NotFound, unknown.detail.clone());
        }
        wrong_parameters(errors)
    })
}

/// The problem of a draw that a query asks for.
pub fn problem_of_query(error: ServiceError) -> Problem {
    let ServiceError::Invalid(errors) = error else { return error.into() };
    wrong_parameters(errors)
}

fn wrong_parameters(errors: Vec<FieldError>) -> Problem {
    let parameter = |FieldError { pointer, detail, .. }: FieldError| {
        WrongField::of_parameter(ProblemCode::BadParameter, pointer.trim_start_matches('/'), detail)
    };
    Problem::of_fields(ProblemCode::BadParameter, errors.into_iter().map(parameter).collect())
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
        let follows = self.follows.as_deref().and_then(|id| reading(id, errors));
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
        Some(DrawRequest { querent: self.querent, question, choice, cards, follows })
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

fn reading(id: &str, errors: &mut FieldErrors) -> Option<ReadingId> {
    let parsed = query::uuid(id);
    if parsed.is_none() {
        errors.push(FieldError::bad_value("/follows", "Expected a UUID."));
    }
    parsed.map(ReadingId)
}

const SHARE: &str = "Expected a number from 0 to 1.";

fn reversals(share: f64, errors: &mut FieldErrors) -> Reversals {
    Reversals::new(share).unwrap_or_else(|| {
        errors.push(FieldError::bad_value("/reversals", SHARE));
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

/// The cards that are shuffled.
#[derive(Debug, ToSchema)]
#[schema(as = ShuffledCards)]
#[serde(untagged)]
pub enum CardsBody {
    /// All 78 cards, the trumps or the others.
    Word(Pack),
    /// These: ids, or common names.
    Listed(Vec<String>),
}

/// A card as drawn by hand.
#[derive(Debug, Deserr, ToSchema)]
#[deserr(error = FieldFaults, deny_unknown_fields)]
pub struct GivenCard {
    /// The card: an id, or one of its common names (`the-fool`, `two-of-cups`).
    #[schema(example = "two-of-cups")]
    card: String,
    /// Whether it is reversed.
    #[deserr(default)]
    #[schema(required = false)]
    reversed: bool,
}

impl Deserr<FieldFaults> for CardsBody {
    fn deserialize_from_value<V: IntoValue>(value: Value<V>, place: ValuePointerRef<'_>) -> Result<Self, FieldFaults> {
        if let Value::Sequence(cards) = value {
            return Vec::deserialize_from_value(Value::Sequence::<V>(cards), place).map(CardsBody::Listed);
        }
        Pack::deserialize_from_value(value, place).map(CardsBody::Word)
    }
}

impl CardsBody {
    /// The cards to shuffle.
    pub fn shuffled(self, deck: Deck, errors: &mut FieldErrors) -> Shuffled {
        match self {
            CardsBody::Word(pack) => Shuffled::Pack(pack),
            CardsBody::Listed(cards) => {
                let mut listed = Hand::EMPTY;
                for (index, text) in cards.iter().enumerate() {
                    let pointer = format!("/cards/{index}");
                    if let Some(card) = known_card(text, deck, &pointer, errors) {
                        once(card, &mut listed, &pointer, errors);
                    }
                    if errors.is_full() {
                        break;
                    }
                }
                Shuffled::Listed(listed)
            }
        }
    }
}

/// The cards drawn by hand, without duplicates and one for each place.
fn by_hand(
    given: &[GivenCard],
    deck: Deck,
    significator: Option<Card>,
    places: Option<usize>,
    errors: &mut FieldErrors,
) -> Vec<DrawnCard> {
    if let Some(places) = places.filter(|places| *places != given.len()) {
        let detail = format!("Expected {}, one for each place, not {}.", counted(places as u64, "card"), given.len());
        errors.push(FieldError::bad_value("/given", detail));
    }
    let mut seen: Hand = significator.into_iter().collect();
    let mut cards = Vec::new();
    for (index, GivenCard { card, reversed }) in given.iter().enumerate() {
        let pointer = format!("/given/{index}/card");
        if let Some(card) = known_card(card, deck, &pointer, errors) {
            once(card, &mut seen, &pointer, errors);
            cards.push(DrawnCard { card, disposition: if *reversed { Disposition::Ill } else { Disposition::Well } });
        }
        if errors.is_full() {
            break;
        }
    }
    cards
}

/// A card by its id or name.
fn known_card(text: &str, deck: Deck, pointer: &str, errors: &mut FieldErrors) -> Option<Card> {
    card(text, deck).map_err(|detail| errors.push(FieldError::of(ProblemCode::UnknownCard, pointer, detail))).ok()
}

fn once(card: Card, seen: &mut Hand, pointer: &str, errors: &mut FieldErrors) {
    if !seen.insert(card) {
        errors.push(FieldError::new(FieldErrorCode::DuplicateCard, pointer, format!("Duplicate card `{card}`.")));
    }
}

/// A spread: the id of one that comes with the service, or one of your own.
#[derive(Debug, ToSchema)]
#[schema(as = SpreadChoice)]
#[serde(untagged)]
pub enum SpreadBody {
    /// Id of a spread.
    #[schema(example = "celtic-cross")]
    Id(String),
    /// A spread of your own.
    Own(OwnBody),
}

/// A spread of your own.
#[derive(Debug, Deserr, ToSchema)]
#[deserr(error = FieldFaults, deny_unknown_fields)]
#[schema(as = OwnSpread)]
pub struct OwnBody {
    /// Its name.
    name: Name,
    /// Its places, in reading order.
    #[schema(min_items = 1, max_items = 78)]
    places: Vec<PlaceBody>,
}

/// A place of a spread of your own.
#[derive(Debug, Deserr, ToSchema)]
#[deserr(error = FieldFaults, deny_unknown_fields)]
#[schema(as = OwnPlace)]
pub struct PlaceBody {
    /// Id within the spread: 1 to 32 of the characters a-z, 0-9 and -.
    #[schema(pattern = "^[a-z0-9-]{1,32}$", example = "anchor")]
    id: String,
    /// Name for people.
    name: Name,
    /// What the place asks.
    #[deserr(default)]
    #[schema(required = false)]
    asks: Option<Asks>,
    /// Distance of the card's middle from the left, in card widths.
    #[schema(minimum = 0, maximum = 24)]
    x: f64,
    /// Distance from the top, in card widths; a card is 1.4 high.
    #[schema(minimum = 0, maximum = 24)]
    y: f64,
    /// How far the card is turned clockwise, in degrees.
    #[deserr(default)]
    #[schema(required = false, minimum = -360, maximum = 360)]
    rotation: Option<f64>,
}

impl Deserr<FieldFaults> for SpreadBody {
    fn deserialize_from_value<V: IntoValue>(value: Value<V>, place: ValuePointerRef<'_>) -> Result<Self, FieldFaults> {
        match value {
            Value::String(id) => Ok(SpreadBody::Id(id)),
            Value::Map(_) => OwnBody::deserialize_from_value(value, place).map(SpreadBody::Own),
            actual @ (Value::Null
            | Value::Boolean(_)
            | Value::Integer(_)
            | Value::NegativeInteger(_)
            | Value::Float(_)
            | Value::Sequence(_)) => {
                let error = ErrorKind::IncorrectValueKind { actual, accepted: &[ValueKind::String, ValueKind::Map] };
                Err(deserr::take_cf_content(FieldFaults::error(None, error, place)))
            }
        }
    }
}

impl SpreadBody {
    /// Number of its places; `None` if it is not a known spread.
    pub fn count(&self) -> Option<usize> {
        match self {
            SpreadBody::Id(id) => KnownSpread::find(id, None).ok().map(|known| known.places.len()),
            SpreadBody::Own(own) => Some(own.places.len()),
        }
    }

    /// The spread with this frame.
    pub fn spread(self, frame: Option<&str>, errors: &mut FieldErrors) -> Option<Spread> {
        match self {
            SpreadBody::Id(id) => match KnownSpread::find(&id, frame) {
                Ok(known) => Some(Spread::Known(known)),
                Err(why) => {
                    let pointer = match why {
                        UnknownSpread::Id => "/spread",
                        UnknownSpread::Frame(_) => "/frame",
                    };
                    errors.push(FieldError::bad_value(pointer, why.to_string()));
                    None
                }
            },
            SpreadBody::Own(own) => {
                if frame.is_some() {
                    errors.push(FieldError::bad_value("/frame", "A spread of your own has no frames."));
                }
                let faults = |faults: Vec<OwnFault>| errors.extend(faults.into_iter().map(fault_of_own));
                own.spread().map_err(faults).ok()
            }
        }
    }
}

impl OwnBody {
    fn spread(self) -> Result<Spread, Vec<OwnFault>> {
        let place = |place: PlaceBody| SpreadPlace {
            id: place.id,
            name: place.name.into_string(),
            asks: place.asks.unwrap_or_default().into_string(),
            x: place.x,
            y: place.y,
            rotation: place.rotation.unwrap_or(0.0),
        };
        OwnSpread::new(self.name.into_string(), self.places.into_iter().map(place).collect()).map(Spread::Own)
    }
}

fn fault_of_own(OwnFault { field, detail }: OwnFault) -> FieldError {
    let pointer = match field {
        Some((place, field)) => format!("/spread/places/{place}/{field}"),
        None => "/spread/places".to_owned(),
    };
    FieldError::bad_value(pointer, detail)
}

/// The schema of such a request: that of a draw, with `type` and an optional commitment.
pub struct SpreadReadingBody;

impl PartialSchema for SpreadReadingBody {
    fn schema() -> RefOr<Schema> {
        let RefOr::T(Schema::Object(mut body)) = DrawBody::schema() else { return DrawBody::schema() };
        body.description =
            Some("A reading of cards to draw, or drawn by hand. `type` and `spread` are required.".into());
        body.required.push("type".to_owned());
        body.properties.insert("type".to_owned(), Ref::from_schema_name("SpreadType").into());
        body.properties.insert("commitment".to_owned(), commitment_schema().into());
        Schema::Object(body).into()
    }
}

impl ToSchema for SpreadReadingBody {
    fn name() -> Cow<'static, str> {
        "DrawReadingRequest".into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        DrawBody::schemas(schemas);
    }
}

fn commitment_schema() -> Schema {
    ObjectBuilder::new()
        .schema_type(SchemaType::from_iter([Type::String, Type::Null]))
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Uuid)))
        .description(Some("Commitment to use; excludes `seed` and `given`, and requires a `client_seed`."))
        .into()
}
