//! Cards named by callers: those that are shuffled, and those drawn by hand.

use deserr::{Deserr, IntoValue, Value, ValuePointerRef};
use utoipa::ToSchema;

use crate::{
    cards::{Card, Deck, Hand},
    games::FieldFaults,
    http::extract::path::card,
    narration::counted,
    reading::{Disposition, DrawnCard, Pack, Shuffled},
    service::{FieldError, FieldErrorCode, FieldErrors, ProblemCode},
};

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
pub fn by_hand(
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
pub fn known_card(text: &str, deck: Deck, pointer: &str, errors: &mut FieldErrors) -> Option<Card> {
    card(text, deck).map_err(|detail| errors.push(FieldError::of(ProblemCode::UnknownCard, pointer, detail))).ok()
}

fn once(card: Card, seen: &mut Hand, pointer: &str, errors: &mut FieldErrors) {
    if !seen.insert(card) {
        errors.push(FieldError::new(FieldErrorCode::DuplicateCard, pointer, format!("Duplicate card `{card}`.")));
    }
}
