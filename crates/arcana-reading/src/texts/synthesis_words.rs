//! The texts of the synthesis: `summary.json`.

use serde::Deserialize;

use super::wordings::{ByDisposition, ByVerdict, Ranks, Suits, Wordings};
use crate::{
    Disposition, Element, SuitCounts, Verdict,
    synthesis::{
        facts::{Leaning, Share, Turned},
        meeting::Meeting,
    },
};

/// All texts of the synthesis.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SynthesisWords {
    meetings: Meetings,
    pub by: By,
    pub way: Ways,
    shares: Shares,
    pub remarks: Remarks,
    turned: ByVerdict<TurnedWords>,
    leaning: Leanings,
    pub parting: ByDisposition,
    pub few: Few,
    exact: Exact,
}

/// Wordings that replace more general ones where those would be untrue.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exact {
    /// One card more or less than the partner.
    near: Wordings,
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
    pub own: ByDisposition,
    pub partner: ByDisposition,
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
    pub alike: Ranks,
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

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Meetings {
    fire_fire: Wordings,
    water_water: Wordings,
    air_air: Wordings,
    earth_earth: Wordings,
    fire_air: Wordings,
    water_earth: Wordings,
    fire_water: Wordings,
    air_earth: Wordings,
    fire_earth: Wordings,
    water_air: Wordings,
    spirit: Wordings,
    spirit_spirit: Wordings,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Shares {
    all: Wordings,
    far_more: Wordings,
    more: Wordings,
    even: Wordings,
    fewer: Wordings,
    far_fewer: Wordings,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TurnedWords {
    none: Wordings,
    fewer: Wordings,
    usual: Wordings,
    more: Wordings,
    all: Wordings,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Leanings {
    yes: ByVerdict<Wordings>,
    even: ByVerdict<Wordings>,
    no: ByVerdict<Wordings>,
}

impl SynthesisWords {
    /// Texts for the relation between two elements.
    pub const fn meeting_of(&self, one: Element, other: Element) -> &Wordings {
        self.meeting(Meeting::of(one, other))
    }

    /// Texts for a relation between elements.
    pub const fn meeting(&self, meeting: Meeting) -> &Wordings {
        let words = &self.meetings;
        match meeting {
            Meeting::FireFire => &words.fire_fire,
            Meeting::WaterWater => &words.water_water,
            Meeting::AirAir => &words.air_air,
            Meeting::EarthEarth => &words.earth_earth,
            Meeting::FireAir => &words.fire_air,
            Meeting::WaterEarth => &words.water_earth,
            Meeting::FireWater => &words.fire_water,
            Meeting::AirEarth => &words.air_earth,
            Meeting::FireEarth => &words.fire_earth,
            Meeting::WaterAir => &words.water_air,
            Meeting::Spirit => &words.spirit,
            Meeting::SpiritSpirit => &words.spirit_spirit,
        }
    }

    /// Texts for the number of the querent's cards.
    pub const fn share(&self, share: Share) -> &Wordings {
        match share {
            Share::Near => &self.exact.near,
            Share::All => &self.shares.all,
            Share::FarMore => &self.shares.far_more,
            Share::More => &self.shares.more,
            Share::Even => &self.shares.even,
            Share::Fewer => &self.shares.fewer,
            Share::FarFewer => &self.shares.far_fewer,
        }
    }

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

    /// Texts for the reversed cards and the verdict.
    pub const fn turned(&self, turned: Turned, verdict: Verdict) -> &Wordings {
        let words = self.turned.of(verdict);
        match turned {
            Turned::None => &words.none,
            Turned::Fewer => &words.fewer,
            Turned::Usual => &words.usual,
            Turned::More => &words.more,
            Turned::All => &words.all,
        }
    }

    /// Texts for an answer and the verdict.
    pub const fn leaning(&self, leaning: Leaning, verdict: Verdict) -> &Wordings {
        match leaning {
            Leaning::Yes => self.leaning.yes.of(verdict),
            Leaning::Even => self.leaning.even.of(verdict),
            Leaning::No => self.leaning.no.of(verdict),
        }
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
