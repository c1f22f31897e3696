//! The texts of the synthesis: `summary.json`.

use serde::Deserialize;

use super::wordings::{ByDisposition, ByRank, Each, Suits, Wordings};
use crate::{
    Disposition, SuitCounts, Verdict,
    element::Meeting,
    synthesis::facts::{Leaning, Share, Turned},
};

/// All texts of the synthesis.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SynthesisWords {
    /// How the elements of two cards meet.
    pub meetings: Each<Meeting, Wordings>,
    pub by: By,
    pub way: Ways,
    /// How many cards are the querent's.
    pub shares: Each<Share, Wordings>,
    pub remarks: Remarks,
    /// How many cards are reversed.
    pub turned: Each<Verdict, Each<Turned, Wordings>>,
    /// The answer to a yes-or-no question.
    pub leaning: Each<Leaning, Each<Verdict, Wordings>>,
    pub parting: ByDisposition<Wordings>,
    pub few: Few,
    exact: Exact,
}

/// Wordings that replace more general ones where those would be untrue.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exact {
    /// Nothing is remarkable, but a suit leads.
    led: Wordings,
    /// Nothing is remarkable, no suit leads, and none is missing.
    mixed: Wordings,
    /// Many court cards, but not most of the cards.
    some_courts: Wordings,
}

/// By the centre: upright, reversed, or without one.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct By {
    well: Wordings,
    ill: Wordings,
    none: Wordings,
}

/// By the orientation of root and end; separate ones if all cards are the partner's.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ways {
    well_well: Wordings,
    well_ill: Wordings,
    ill_well: Wordings,
    ill_ill: Wordings,
    pub partner: Wordings,
}

/// For readings of at most two cards.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Few {
    pub none: Wordings,
    pub own: ByDisposition<Wordings>,
    pub partner: ByDisposition<Wordings>,
    pub two: Wordings,
    pub two_turned: TwoTurned,
}

/// By the number of reversed cards among two.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TwoTurned {
    none: Wordings,
    one: Wordings,
    both: Wordings,
}

/// Remarkable features.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Remarks {
    pub one: Wordings,
    pub two: Wordings,
    pub ordinary: Wordings,
    none: Wordings,
    pub alike: ByRank<Wordings>,
    pub leads: Suits,
    pub missing: Suits,
    pub several_missing: Wordings,
    pub shared: Wordings,
    pub no_stars: Wordings,
    pub one_star: Wordings,
    pub many_stars: Wordings,
    pub no_courts: Wordings,
    pub one_court: Wordings,
    many_courts: Wordings,
}

impl SynthesisWords {
    /// Texts for cards of which nothing is remarkable.
    pub fn unremarkable(&self, suits: SuitCounts) -> &Wordings {
        match suits.leading() {
            Some(_) => &self.exact.led,
            None if suits.any_missing() => &self.remarks.none,
            None => &self.exact.mixed,
        }
    }

    /// Texts for many court cards among all.
    pub const fn many_courts(&self, courts: u8, cards: u8) -> &Wordings {
        if courts * 2 <= cards { &self.exact.some_courts } else { &self.remarks.many_courts }
    }
}

impl By {
    /// Texts for the orientation of the centre.
    pub const fn of(&self, center: Option<Disposition>) -> &Wordings {
        match center {
            Some(Disposition::Well) => &self.well,
            Some(Disposition::Ill) => &self.ill,
            None => &self.none,
        }
    }
}

impl Ways {
    /// Texts for the orientation of both ends.
    pub const fn of(&self, root: Disposition, last: Disposition) -> &Wordings {
        match (root, last) {
            (Disposition::Well, Disposition::Well) => &self.well_well,
            (Disposition::Well, Disposition::Ill) => &self.well_ill,
            (Disposition::Ill, Disposition::Well) => &self.ill_well,
            (Disposition::Ill, Disposition::Ill) => &self.ill_ill,
        }
    }
}

impl TwoTurned {
    /// Texts for the number of reversed cards among two.
    pub const fn of(&self, turned: u8) -> &Wordings {
        match turned {
            0 => &self.none,
            1 => &self.one,
            _ => &self.both,
        }
    }
}
