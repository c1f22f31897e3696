//! The built-in spreads: `spreads.json`.

use std::sync::LazyLock;

use serde::Deserialize;

use super::place::SpreadPlace;
use crate::{
    Disposition, Zone,
    texts::{Frame, Slot},
};

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
    pub(super) tellings: Vec<Telling>,
}

/// The texts for a card at a position.
#[derive(Debug, PartialEq)]
pub(super) struct Telling {
    /// The zone whose advice is used.
    pub advice: Zone,
    well: Vec<Frame>,
    ill: Vec<Frame>,
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
    own: FileTelling,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileSpread {
    id: String,
    name: String,
    about: String,
    frame: Option<String>,
    places: Vec<FilePlace>,
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileTelling {
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
    /// The wordings for an orientation.
    pub(super) fn wordings(&self, disposition: Disposition) -> &[Frame] {
        match disposition {
            Disposition::Well => &self.well,
            Disposition::Ill => &self.ill,
        }
    }

    fn check(&self, needed: &[Slot]) -> Result<(), String> {
        for wordings in [&self.well, &self.ill] {
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
        let FileSpread { id, name, about, frame, places } = self;
        let (mut spots, mut tellings) = (Vec::new(), Vec::new());
        for FilePlace { id, name, asks, x, y, rotation, advice, well, ill } in places {
            let telling = Telling { advice, well, ill };
            telling.check(&[Slot::Card, Slot::Theme]).map_err(|why| format!("{id}: {why}"))?;
            spots.push(SpreadPlace { id, name, asks, x, y, rotation });
            tellings.push(telling);
        }
        Ok(KnownSpread { answers: id == ANSWERING, id, name, about, frame, places: spots, tellings })
    }
}

/// Parses the file, which must be complete.
fn load(file: &str) -> Result<Spreads, String> {
    let File { spreads, own } = serde_json::from_str(file).map_err(|error| error.to_string())?;
    let known = spreads.into_iter().map(FileSpread::known).collect::<Result<_, _>>()?;
    let own = Zone::ALL.map(|advice| Telling { advice, well: own.well.clone(), ill: own.ill.clone() });
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
}
