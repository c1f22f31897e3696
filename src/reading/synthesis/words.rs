//! The words of the synthesis: `texts/v2/en/summary.json`.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::{Deserialize, Deserializer, de};

use crate::{
    cards::{Rank, Suit},
    reading::{Disposition, Verdict, texts::Frame},
};

use super::{Leaning, Meeting, Share, Turned};

/// All the words of the synthesis.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    meetings: Meetings,
    pub by: By,
    pub way: Ways,
    shares: Shares,
    pub remarks: Remarks,
    turned: ByVerdict<TurnedWords>,
    leaning: Leanings,
    pub parting: ByDisposition,
    pub few: Few,
}

/// Ways to say one thing: three or more, so that readings differ.
#[derive(Debug)]
pub struct Wordings(Vec<Frame>);

/// For a card that lies upright or turned.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByDisposition {
    well: Wordings,
    ill: Wordings,
}

/// By the center: as it lies, or without one.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct By {
    well: Wordings,
    ill: Wordings,
    none: Wordings,
}

/// By the root, then by what comes last; the partner's where the querent has no card.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ways {
    well_well: Wordings,
    well_ill: Wordings,
    ill_well: Wordings,
    ill_ill: Wordings,
    pub partner: Wordings,
}

/// Readings of no more than two cards.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Few {
    pub none: Wordings,
    pub own: ByDisposition,
    pub partner: ByDisposition,
    pub two: Wordings,
    pub two_turned: TwoTurned,
}

/// By how many of two cards lie turned.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TwoTurned {
    none: Wordings,
    one: Wordings,
    both: Wordings,
}

/// What strikes the eye.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Remarks {
    pub one: Wordings,
    pub two: Wordings,
    pub ordinary: Wordings,
    pub none: Wordings,
    alike: Ranks,
    pub leads: Suits,
    pub missing: Suits,
    pub several_missing: Wordings,
    pub shared: Wordings,
    pub no_stars: Wordings,
    pub one_star: Wordings,
    pub many_stars: Wordings,
    pub no_courts: Wordings,
    pub one_court: Wordings,
    pub many_courts: Wordings,
}

/// By suit.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suits {
    wands: Wordings,
    cups: Wordings,
    swords: Wordings,
    pentacles: Wordings,
}

/// By rank, from the ace up.
#[derive(Debug)]
struct Ranks(Vec<Wordings>);

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
struct ByVerdict<T> {
    fortune: T,
    doom: T,
    balance: T,
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

/// The words, as they stand in the file.
pub fn words() -> &'static Words {
    static WORDS: LazyLock<Words> = LazyLock::new(|| {
        let file = include_str!("../texts/v2/en/summary.json");
        serde_json::from_str(file).expect("the file is part of the program, and a test loads it")
    });
    &WORDS
}

impl Words {
    /// How two elements stand to each other.
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

    /// The querent's cards against the partner's.
    pub const fn share(&self, share: Share) -> &Wordings {
        match share {
            Share::All => &self.shares.all,
            Share::FarMore => &self.shares.far_more,
            Share::More => &self.shares.more,
            Share::Even => &self.shares.even,
            Share::Fewer => &self.shares.fewer,
            Share::FarFewer => &self.shares.far_fewer,
        }
    }

    /// The turned cards with the verdict.
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

    /// Where a yes or no leans, with the verdict.
    pub const fn leaning(&self, leaning: Leaning, verdict: Verdict) -> &Wordings {
        match leaning {
            Leaning::Yes => self.leaning.yes.of(verdict),
            Leaning::Even => self.leaning.even.of(verdict),
            Leaning::No => self.leaning.no.of(verdict),
        }
    }
}

impl<T> ByVerdict<T> {
    const fn of(&self, verdict: Verdict) -> &T {
        match verdict {
            Verdict::Fortune => &self.fortune,
            Verdict::Doom => &self.doom,
            Verdict::Balance => &self.balance,
        }
    }
}

impl ByDisposition {
    /// As a card lies.
    pub const fn of(&self, disposition: Disposition) -> &Wordings {
        match disposition {
            Disposition::Well => &self.well,
            Disposition::Ill => &self.ill,
        }
    }
}

impl By {
    /// As the center lies.
    pub const fn of(&self, center: Option<Disposition>) -> &Wordings {
        match center {
            Some(Disposition::Well) => &self.well,
            Some(Disposition::Ill) => &self.ill,
            None => &self.none,
        }
    }
}

impl Ways {
    /// As its two ends lie.
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
    /// By how many of the two lie turned.
    pub const fn of(&self, turned: u8) -> &Wordings {
        match turned {
            0 => &self.none,
            1 => &self.one,
            _ => &self.both,
        }
    }
}

impl Remarks {
    /// Several cards of a rank.
    pub fn alike(&self, rank: Rank) -> &Wordings {
        &self.alike.0[usize::from(rank.value()) - 1]
    }
}

impl Suits {
    /// Of a suit.
    pub const fn of(&self, suit: Suit) -> &Wordings {
        match suit {
            Suit::Wands => &self.wands,
            Suit::Cups => &self.cups,
            Suit::Swords => &self.swords,
            Suit::Pentacles => &self.pentacles,
        }
    }
}

impl Wordings {
    /// Them all.
    pub fn all(&self) -> &[Frame] {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Wordings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Wordings, D::Error> {
        let frames = Vec::deserialize(deserializer)?;
        if frames.len() < 3 {
            return Err(de::Error::custom("fewer than three wordings"));
        }
        Ok(Wordings(frames))
    }
}

impl<'de> Deserialize<'de> for Ranks {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Ranks, D::Error> {
        let mut by_id: BTreeMap<String, Wordings> = BTreeMap::deserialize(deserializer)?;
        let ranks = Rank::ALL.into_iter().map(|rank| by_id.remove(rank.id()));
        let ranks = ranks.collect::<Option<Vec<_>>>().ok_or_else(|| de::Error::custom("a rank has no words"))?;
        match by_id.keys().next() {
            Some(unknown) => Err(de::Error::custom(format!("`{unknown}` is not a rank"))),
            None => Ok(Ranks(ranks)),
        }
    }
}
