//! The spread in a request: an id, or the caller's own spread.

use deserr::{DeserializeError, Deserr, ErrorKind, IntoValue, Value, ValueKind, ValuePointerRef};
use utoipa::ToSchema;

use crate::{
    games::FieldFaults,
    reading::{KnownSpread, OwnFault, OwnSpread, Spread, SpreadPlace, UnknownSpread},
    service::{Asks, FieldError, FieldErrors, Name},
};

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
