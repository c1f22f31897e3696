//! What callers send to have cards drawn.

use chrono::NaiveDate;
use deserr::{Deserr, IntoValue, Value, ValuePointerRef};
use utoipa::ToSchema;

use crate::{
    cards::{Card, Deck, Hand},
    games::{FieldFaults, QUOTED, excerpt},
    http::{
        api::readings::ReadingDeck,
        extract::{body, path::card},
        reply::problem::Problem,
    },
    reading::{
        Disposition, DrawnCard, Known, Language, Own, OwnFault, QuestionKind, Reversals, Shuffled, Spread,
        SpreadChoice, SpreadPlace, UnknownSpread,
    },
    service::{
        Asks, CardsAsked, ClientSeed, DrawRequest, Drawing, FieldError, FieldErrors, Name, ProblemCode, Question,
        SeedText,
    },
};

/// Cards to draw, or cards drawn by hand, for a spread. Only `spread` is required.
#[derive(Debug, Deserr, ToSchema)]
#[deserr(error = FieldFaults, deny_unknown_fields)]
#[schema(as = DrawRequest)]
pub struct DrawBody {
    /// Kind of the reading: `spread` is all there is.
    #[deserr(default)]
    #[schema(required = false)]
    #[expect(dead_code, reason = "reading it checks it")]
    kind: Option<SpreadKindBody>,
    /// The spread: the id of one that comes with the service, or a spread of your own.
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
    /// A card that is taken out before, and stands for the querent.
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
    /// A date, whose draw of the seed it is.
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

/// A spread: the id of one that comes with the service, or one of your own.
#[derive(Debug, ToSchema)]
#[schema(as = SpreadChoice)]
#[serde(untagged)]
enum SpreadBody {
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
struct OwnBody {
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
struct PlaceBody {
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

/// The cards that are shuffled.
#[derive(Debug, ToSchema)]
#[schema(as = ShuffledCards)]
#[serde(untagged)]
enum CardsBody {
    /// All 78 cards, the trumps or the others.
    Word(PackBody),
    /// These: ids, or common names.
    Listed(Vec<String>),
}

/// All 78 cards, the 22 trumps or the other 56.
#[derive(Clone, Copy, Debug, Deserr, serde::Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[deserr(error = FieldFaults, rename_all = lowercase)]
#[schema(as = PackOfCards)]
enum PackBody {
    All,
    Majors,
    Minors,
}

/// A card as drawn by hand.
#[derive(Debug, Deserr, ToSchema)]
#[deserr(error = FieldFaults, deny_unknown_fields)]
struct GivenCard {
    /// The card: an id, or one of its common names (`the-fool`, `two-of-cups`).
    #[schema(example = "two-of-cups")]
    card: String,
    /// Whether it lies upside down.
    #[deserr(default)]
    #[schema(required = false)]
    reversed: bool,
}

impl Deserr<FieldFaults> for SpreadBody {
    fn deserialize_from_value<V: IntoValue>(value: Value<V>, place: ValuePointerRef<'_>) -> Result<Self, FieldFaults> {
        if let Value::String(id) = value {
            return Ok(SpreadBody::Id(id));
        }
        OwnBody::deserialize_from_value(value, place).map(SpreadBody::Own)
    }
}

impl Deserr<FieldFaults> for CardsBody {
    fn deserialize_from_value<V: IntoValue>(value: Value<V>, place: ValuePointerRef<'_>) -> Result<Self, FieldFaults> {
        if let Value::Sequence(cards) = value {
            return Vec::deserialize_from_value(Value::Sequence::<V>(cards), place).map(CardsBody::Listed);
        }
        PackBody::deserialize_from_value(value, place).map(CardsBody::Word)
    }
}

/// Reads the body of `POST /v1/draws`.
///
/// # Errors
/// Everything that is wrong with it.
pub fn drawing(value: serde_json::Value) -> Result<DrawRequest, Problem> {
    let body: DrawBody = body::fields(value).map_err(body::invalid)?;
    let mut errors = FieldErrors::default();
    match body.request(&mut errors) {
        Some(request) if errors.is_empty() => Ok(request),
        _ => Err(body::invalid(errors)),
    }
}

impl DrawBody {
    /// The request, or what is wrong with it.
    fn request(self, errors: &mut FieldErrors) -> Option<DrawRequest> {
        if self.commitment.is_some() {
            errors.push(FieldError::bad_value("/commitment", "A draw that is not stored cannot use a commitment."));
        }
        let named = self.deck.map(Deck::from);
        let significator =
            self.significator.as_deref().and_then(|text| known_card(text, named, "/significator", errors));
        let excluded = self.excluded();
        let places = self.spread.count();
        let spread = self.spread.spread(self.frame.as_deref(), errors);
        let question = self.question.unwrap_or_default();
        let question_kind = self.question_kind.unwrap_or_else(|| QuestionKind::of(question.as_str()));
        let cards =
            match self.given {
                Some(given) => {
                    errors.extend(excluded.iter().map(|field| {
                        FieldError::bad_value(format!("/{field}"), format!("`given` excludes `{field}`."))
                    }));
                    CardsAsked::Given(by_hand(&given, named, significator, places, errors))
                }
                None => {
                    let when = self.when.as_deref().and_then(|text| date(text, self.seed.is_some(), errors));
                    let drawing = Drawing {
                        seed: self.seed,
                        client_seed: self.client_seed.unwrap_or_default(),
                        when,
                        shuffled: self.cards.map_or(Shuffled::All, |cards| cards.shuffled(named, errors)),
                        reversals: self.reversals.map_or_else(Reversals::default, |share| reversals(share, errors)),
                        skip: self.skip.map_or(0, |skip| skipped(skip, errors)),
                    };
                    enough(&drawing, significator, places, errors);
                    CardsAsked::Drawn(drawing)
                }
            };
        let (deck, language) = (named.unwrap_or_default(), Language::default());
        let choice = SpreadChoice { spread: spread?, deck, language, question_kind, significator };
        Some(DrawRequest { querent: self.querent, question, choice, cards })
    }

    /// The fields that are there although they say how cards are drawn.
    fn excluded(&self) -> Vec<&'static str> {
        let drawn_from = [
            ("seed", self.seed.is_some()),
            ("client_seed", self.client_seed.as_ref().is_some_and(|text| !text.as_str().is_empty())),
            ("reversals", self.reversals.is_some()),
            ("cards", self.cards.is_some()),
            ("skip", self.skip.is_some_and(|skip| skip > 0)),
            ("when", self.when.is_some()),
        ];
        drawn_from.into_iter().filter(|(_, there)| *there).map(|(field, _)| field).collect()
    }
}

impl SpreadBody {
    /// How many places it has; `None` when it is not a spread.
    fn count(&self) -> Option<usize> {
        match self {
            SpreadBody::Id(id) => Known::find(id, None).ok().map(|known| known.places.len()),
            SpreadBody::Own(own) => Some(own.places.len()),
        }
    }

    fn spread(self, frame: Option<&str>, errors: &mut FieldErrors) -> Option<Spread> {
        match self {
            SpreadBody::Id(id) => match Known::find(&id, frame) {
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
        Own::new(self.name.into_string(), self.places.into_iter().map(place).collect()).map(Spread::Own)
    }
}

impl CardsBody {
    fn shuffled(self, deck: Option<Deck>, errors: &mut FieldErrors) -> Shuffled {
        match self {
            CardsBody::Word(PackBody::All) => Shuffled::All,
            CardsBody::Word(PackBody::Majors) => Shuffled::Majors,
            CardsBody::Word(PackBody::Minors) => Shuffled::Minors,
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

fn fault_of_own(OwnFault { field, detail }: OwnFault) -> FieldError {
    let pointer = match field {
        Some((place, field)) => format!("/spread/places/{place}/{field}"),
        None => "/spread/places".to_owned(),
    };
    FieldError::bad_value(pointer, detail)
}

/// The cards as drawn by hand, each once and one for each place.
fn by_hand(
    given: &[GivenCard],
    deck: Option<Deck>,
    significator: Option<Card>,
    places: Option<usize>,
    errors: &mut FieldErrors,
) -> Vec<DrawnCard> {
    if let Some(places) = places.filter(|places| *places != given.len()) {
        let detail = format!("Expected a card for each place, {places} in all, not {}.", given.len());
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

fn known_card(text: &str, deck: Option<Deck>, pointer: &str, errors: &mut FieldErrors) -> Option<Card> {
    let found = card(text, deck);
    if found.is_none() {
        let detail = format!("`{}` is not a card.", excerpt(text, QUOTED));
        errors.push(FieldError::of(ProblemCode::UnknownCard, pointer, detail));
    }
    found
}

fn once(card: Card, seen: &mut Hand, pointer: &str, errors: &mut FieldErrors) {
    if !seen.insert(card) {
        let detail = format!("`{card}` is there already.");
        errors.push(FieldError { pointer: pointer.to_owned(), code: "duplicate_card", detail });
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

/// A date, which means nothing without a seed.
fn date(text: &str, has_seed: bool, errors: &mut FieldErrors) -> Option<NaiveDate> {
    if !has_seed {
        errors.push(FieldError::bad_value("/when", "`when` requires a `seed`."));
    }
    let date = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok().filter(|date| date.to_string() == text);
    if date.is_none() {
        errors.push(FieldError::bad_value("/when", "Expected a date such as `2026-11-22`."));
    }
    date
}

/// Are there enough cards for every place?
fn enough(drawing: &Drawing, significator: Option<Card>, places: Option<usize>, errors: &mut FieldErrors) {
    let cards = drawing.shuffled.cards(significator).len();
    let needed = usize::from(drawing.skip) + places.unwrap_or(1);
    if errors.is_empty() && needed > cards {
        let detail = format!("Expected at least {needed} cards to draw from, not {cards}.");
        errors.push(FieldError::bad_value(if drawing.skip > 0 { "/skip" } else { "/cards" }, detail));
    }
}
