//! Spreads: the built-in ones of `spreads.json`, and the caller's own.

use std::sync::LazyLock;

use arcana_engine::cards::Card;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Zone,
    synthesis::{Pair, Roles},
    texts::{ByDisposition, Frame, Slot},
};

/// A spread, built in or the caller's own.
#[derive(Clone, Debug, PartialEq)]
pub enum Spread {
    /// A built-in spread.
    Known(&'static KnownSpread),
    /// The caller's own.
    Own(OwnSpread),
}

impl Spread {
    /// Its positions, in reading order.
    pub fn places(&self) -> &[SpreadPlace] {
        match self {
            Spread::Known(known) => &known.places,
            Spread::Own(own) => own.places(),
        }
    }

    /// Does it answer yes or no?
    pub(super) fn answers(&self) -> bool {
        match self {
            Spread::Known(known) => known.answers,
            Spread::Own(_) => false,
        }
    }

    /// Its name for people.
    pub fn name(&self) -> &str {
        match self {
            Spread::Known(known) => &known.name,
            Spread::Own(own) => own.name(),
        }
    }
}

/// A place of a spread.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SpreadPlace {
    /// The place within its spread.
    #[schema(example = "past")]
    pub id: String,
    /// Name for people.
    #[schema(example = "Past")]
    pub name: String,
    /// What the place asks; may be empty in a spread of your own.
    #[schema(example = "What led here?")]
    pub asks: String,
    /// How far the card's middle is from the left, in card widths.
    #[schema(example = 1.3)]
    pub x: f64,
    /// How far it is from the top, in card widths; a card is 1.4 high.
    #[schema(example = 0.0)]
    pub y: f64,
    /// How far the card is turned clockwise, in degrees: 90 lies across.
    #[schema(example = 0.0)]
    pub rotation: f64,
}

/// The spread that answers yes or no.
const ANSWERING: &str = "yes-no";

/// A built-in spread. A spread with several frames has an entry for each.
#[derive(Debug, PartialEq)]
pub struct KnownSpread {
    /// Its id, as in `celtic-cross`.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// Its purpose.
    pub about: String,
    /// Its frame; `None` if it has only one.
    pub frame: Option<String>,
    /// Its positions, in reading order.
    pub places: Vec<SpreadPlace>,
    /// Whether it answers yes or no.
    pub(super) answers: bool,
    /// The positions that carry the reading.
    pub(super) roles: Roles,
    /// The positions that belong together.
    pub(super) pairs: Vec<Pair>,
    /// Where two ways begin and where they lead.
    pub(super) ways: Option<[[usize; 2]; 2]>,
    pub(super) tellings: Vec<Telling>,
}

/// The texts for a card at a position.
#[derive(Debug, PartialEq)]
pub(super) struct Telling {
    /// The zone whose advice is used.
    pub advice: Zone,
    pub wordings: ByDisposition<Vec<Frame>>,
}

/// No such spread or frame.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownSpread {
    /// No spread has this id.
    #[error("Expected one of {}.", ids().collect::<Vec<_>>().join(", "))]
    Id,
    /// The spread has no such frame.
    #[error("{}", frame_list(.0))]
    Frame(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    spreads: Vec<FileSpread>,
    own: ByDisposition<Vec<Frame>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileSpread {
    id: String,
    name: String,
    about: String,
    frame: Option<String>,
    roles: FileRoles,
    #[serde(default)]
    pairs: Vec<FilePair>,
    ways: Option<[[String; 2]; 2]>,
    places: Vec<FilePlace>,
}

/// Ids of positions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileRoles {
    root: String,
    heart: String,
    now: String,
    outcome: String,
    counsel: String,
}

/// Ids of two positions, and what they are called within a sentence.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FilePair {
    of: [String; 2],
    first: String,
    second: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FilePlace {
    id: String,
    name: String,
    asks: String,
    x: f64,
    y: f64,
    rotation: f64,
    advice: Zone,
    well: Vec<Frame>,
    ill: Vec<Frame>,
}

/// The content of the file: the spreads, and texts for positions of other spreads, used in rotation.
struct Spreads {
    known: Vec<KnownSpread>,
    own: [Telling; Zone::ALL.len()],
}

static SPREADS: LazyLock<Spreads> = LazyLock::new(|| {
    load(include_str!("en/spreads.json")).expect("the file is part of the program, and a test loads it")
});

impl KnownSpread {
    /// All spreads in list order; frames of one spread follow each other.
    pub fn all() -> &'static [KnownSpread] {
        &SPREADS.known
    }

    /// A spread by id and frame, by default the first.
    ///
    /// # Errors
    /// There is no such spread or frame.
    pub fn find(id: &str, frame: Option<&str>) -> Result<&'static KnownSpread, UnknownSpread> {
        let first = KnownSpread::frames(id).next().ok_or(UnknownSpread::Id)?;
        let Some(frame) = frame else { return Ok(first) };
        let asked = KnownSpread::frames(id).find(|known| known.frame.as_deref() == Some(frame));
        asked.ok_or_else(|| UnknownSpread::Frame(id.to_owned()))
    }

    /// The frames of a spread.
    pub fn frames(id: &str) -> impl Iterator<Item = &'static KnownSpread> {
        KnownSpread::all().iter().filter(move |known| known.id == id)
    }

    /// Each spread once, with its first frame.
    pub fn each() -> impl Iterator<Item = &'static KnownSpread> {
        KnownSpread::all().iter().filter(|known| KnownSpread::frames(&known.id).next() == Some(known))
    }
}

/// The texts for a position of a caller's own spread, by index.
pub(super) fn own_telling(position: usize) -> &'static Telling {
    &SPREADS.own[position % SPREADS.own.len()]
}

impl Telling {
    fn check(&self, needed: &[Slot]) -> Result<(), String> {
        for wordings in [&self.wordings.well, &self.wordings.ill] {
            if wordings.len() < 2 {
                return Err("a place has fewer than two wordings".to_owned());
            }
            wordings.iter().try_for_each(|frame| frame.check(needed, &[Slot::Matter]))?;
        }
        Ok(())
    }
}

impl FileSpread {
    fn known(self) -> Result<KnownSpread, String> {
        let FileSpread { id, name, about, frame, roles, pairs, ways, places } = self;
        let ids = places.iter().map(|place| place.id.clone()).collect::<Vec<_>>();
        let index = |of: &String| ids.iter().position(|id| id == of).ok_or_else(|| format!("{id} has no place `{of}`"));
        let both = |[one, other]: &[String; 2]| Ok::<_, String>([index(one)?, index(other)?]);
        let roles = Roles {
            root: index(&roles.root)?,
            heart: index(&roles.heart)?,
            now: index(&roles.now)?,
            outcome: index(&roles.outcome)?,
            counsel: index(&roles.counsel)?,
        };
        let pair = |FilePair { of, first, second }| Ok::<_, String>(Pair { cards: both(&of)?, names: [first, second] });
        let pairs = pairs.into_iter().map(pair).collect::<Result<Vec<_>, _>>()?;
        let ways = ways.map(|[one, other]| Ok::<_, String>([both(&one)?, both(&other)?])).transpose()?;
        let (mut spots, mut tellings) = (Vec::new(), Vec::new());
        for FilePlace { id, name, asks, x, y, rotation, advice, well, ill } in places {
            let telling = Telling { advice, wordings: ByDisposition { well, ill } };
            telling.check(&[Slot::Card, Slot::Theme]).map_err(|why| format!("{id}: {why}"))?;
            spots.push(SpreadPlace { id, name, asks, x, y, rotation });
            tellings.push(telling);
        }
        Ok(KnownSpread {
            answers: id == ANSWERING,
            id,
            name,
            about,
            frame,
            places: spots,
            roles,
            pairs,
            ways,
            tellings,
        })
    }
}

/// Parses the file, which must be complete.
fn load(file: &str) -> Result<Spreads, String> {
    let File { spreads, own } = serde_json::from_str(file).map_err(|error| error.to_string())?;
    let known = spreads.into_iter().map(FileSpread::known).collect::<Result<_, _>>()?;
    let own = Zone::ALL.map(|advice| Telling { advice, wordings: own.clone() });
    own.iter().try_for_each(|telling| telling.check(&[Slot::Card, Slot::Theme, Slot::Place]))?;
    Ok(Spreads { known, own })
}

fn ids() -> impl Iterator<Item = &'static str> {
    KnownSpread::each().map(|known| known.id.as_str())
}

fn frame_list(id: &str) -> String {
    let frames: Vec<_> = KnownSpread::frames(id).filter_map(|known| known.frame.as_deref()).collect();
    match frames.as_slice() {
        [] => format!("The spread `{id}` has no frames."),
        several => format!("Expected one of {}.", several.join(", ")),
    }
}

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

    #[test]
    fn an_incomplete_file_is_refused() {
        let file = include_str!("en/spreads.json");
        assert!(load(file).is_ok());
        for (there, instead) in
            [("{theme}", "it"), ("\"advice\": \"man\"", "\"advice\": \"woman\""), ("“{place}”", "it")]
        {
            assert!(load(&file.replacen(there, instead, 1)).is_err(), "{there}");
        }
    }

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
