//! The caller's own spreads.

use super::place::SpreadPlace;
use arcana_engine::cards::Card;

/// Maximum number of positions of a spread: one for each card.
pub const MAX_PLACES: usize = Card::COUNT;

/// Maximum distance of a position from the left and the top, in card widths.
const MAX_COORDINATE: f64 = 24.0;

/// Maximum length of a position's id.
const MAX_ID: usize = 32;

/// A valid spread of the caller's own.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnSpread {
    name: String,
    places: Vec<SpreadPlace>,
}

/// An error in a spread of the caller's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnFault {
    /// Index of the position and name of the field; `None`: the list of positions.
    pub field: Option<(usize, &'static str)>,
    /// The error message.
    pub detail: String,
}

impl OwnSpread {
    /// A spread with this name and these positions.
    ///
    /// # Errors
    /// All errors in the positions.
    pub fn new(name: String, places: Vec<SpreadPlace>) -> Result<OwnSpread, Vec<OwnFault>> {
        let mut faults = Vec::new();
        if !(1..=MAX_PLACES).contains(&places.len()) {
            let detail = format!("Expected 1 to {MAX_PLACES} places, not {}.", places.len());
            faults.push(OwnFault { field: None, detail });
        }
        for (index, place) in places.iter().enumerate() {
            let earlier = places[..index].iter().any(|other| other.id == place.id);
            faults.extend(
                faults_of(place, earlier).map(|(field, detail)| OwnFault { field: Some((index, field)), detail }),
            );
        }
        if faults.is_empty() { Ok(OwnSpread { name, places }) } else { Err(faults) }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its positions, in reading order.
    pub fn places(&self) -> &[SpreadPlace] {
        &self.places
    }
}

/// The errors in a position, by field.
fn faults_of(place: &SpreadPlace, id_taken: bool) -> impl Iterator<Item = (&'static str, String)> {
    let spot = |at: f64| {
        (!(0.0..=MAX_COORDINATE).contains(&at)).then(|| format!("Expected 0 to {MAX_COORDINATE} card widths."))
    };
    let turn = (!(-360.0..=360.0).contains(&place.rotation)).then(|| "Expected -360 to 360 degrees.".to_owned());
    let faults =
        [("id", fault_of_id(&place.id, id_taken)), ("x", spot(place.x)), ("y", spot(place.y)), ("rotation", turn)];
    faults.into_iter().filter_map(|(field, detail)| Some((field, detail?)))
}

fn fault_of_id(id: &str, taken: bool) -> Option<String> {
    let sign = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if id.is_empty() || id.len() > MAX_ID || !id.bytes().all(sign) {
        return Some(format!("Expected 1 to {MAX_ID} of the characters a-z, 0-9 and -."));
    }
    taken.then(|| "Another place has this id.".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(id: &str) -> SpreadPlace {
        SpreadPlace { id: id.to_owned(), name: "A".into(), asks: String::new(), x: 0.0, y: 0.0, rotation: 0.0 }
    }

    fn faults(places: Vec<SpreadPlace>) -> Vec<Option<(usize, &'static str)>> {
        let faults = OwnSpread::new("Mine".into(), places).expect_err("something is wrong");
        faults.into_iter().map(|fault| fault.field).collect()
    }

    #[test]
    fn a_spread_has_a_place_at_least_and_one_for_each_card_at_most() {
        let places = |count: usize| (0..count).map(|n| place(&n.to_string())).collect::<Vec<_>>();
        assert!([1, 78].into_iter().all(|count| OwnSpread::new("Mine".into(), places(count)).is_ok()));
        assert_eq!(faults(places(0)), [None]);
        assert_eq!(faults(places(79)), [None]);
    }

    #[test]
    fn all_errors_are_reported() {
        let far = SpreadPlace { x: 24.1, y: -0.1, rotation: 361.0, ..place("a") };
        let lost = SpreadPlace { x: f64::NAN, ..place("Ä") };
        let found =
            [Some((0, "x")), Some((0, "y")), Some((0, "rotation")), Some((1, "id")), Some((2, "id")), Some((2, "x"))];
        assert_eq!(faults(vec![far, place("a"), lost]), found);
    }
}
