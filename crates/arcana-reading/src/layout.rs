//! The layout of a reading, its zones, and where they lie (`reading.md`, "Which layout", "Places" and "On the table").

use std::{fmt, str::FromStr};

use arcana_engine::enum_index::enum_index;
use deserr::Deserr;
use serde::{Deserialize, Serialize};
use strum::{EnumCount, IntoStaticStr};
use utoipa::ToSchema;

use crate::{Place, Source};

/// A pattern in which the cards of a reading are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Deserr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[deserr(rename_all = lowercase)]
#[schema(as = ReadingLayout)]
#[derive(IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Layout {
    /// Man, Clan and Future.
    Simple,
    /// Man, Clan, Realm and Universe.
    Broad,
    /// Man, Clan, Fate, Realm and Universe.
    Fate,
}

enum_index!(pub Layout);

impl Layout {
    /// All layouts.
    pub const ALL: [Layout; 3] = [Layout::Simple, Layout::Broad, Layout::Fate];

    /// The layout for these numbers of own tricks and of the partner's.
    ///
    /// `reading.md`, "Which layout".
    pub const fn of(own: usize, partner: usize) -> Layout {
        if own > 7 || partner > 7 {
            Layout::Fate
        } else if partner > 4 {
            Layout::Broad
        } else {
            Layout::Simple
        }
    }

    /// The layout's id, as in `broad`.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// Its zones, nearest to the querent first.
    pub const fn zones(self) -> &'static [Zone] {
        match self {
            Layout::Simple => &[Zone::Man, Zone::Clan, Zone::Future],
            Layout::Broad => &[Zone::Man, Zone::Clan, Zone::Realm, Zone::Universe],
            Layout::Fate => &[Zone::Man, Zone::Clan, Zone::Fate, Zone::Realm, Zone::Universe],
        }
    }

    /// Its positions by zone, in the order of the page's table.
    pub fn places(self) -> impl Iterator<Item = Place> {
        self.zones().iter().flat_map(|zone| zone.places())
    }

    /// The position of a trick; `None` if the layout has none for it.
    pub fn place_of(self, source: Source) -> Option<Place> {
        self.places().find(|place| place.sources().contains(&source))
    }

    /// Do its positions correspond to spheres of the tree of life? Those of `simple` do not.
    pub const fn has_spheres(self) -> bool {
        match self {
            Layout::Simple => false,
            Layout::Broad | Layout::Fate => true,
        }
    }

    /// Distance between the near and far edge of the layout, in half cards.
    pub fn depth(self) -> u8 {
        self.zones().iter().map(|zone| zone.depth()).sum()
    }

    /// Distance of a zone's near edge from the layout's; `None` if the layout lacks the zone.
    pub fn near_edge(self, zone: Zone) -> Option<u8> {
        let nearer = self.zones().iter().position(|other| *other == zone)?;
        Some(self.zones()[..nearer].iter().map(|zone| zone.depth()).sum())
    }

    /// The position on the table; `None` if the layout lacks it.
    pub fn spot(self, place: Place) -> Option<Spot> {
        let within = place.spot();
        Some(Spot { row: within.row + self.near_edge(place.zone())?, ..within })
    }
}

impl Zone {
    /// Its positions, in the order of the page's table.
    pub fn places(self) -> impl Iterator<Item = Place> {
        Place::ALL.into_iter().filter(move |place| place.zone() == self)
    }

    /// Distance between its near and far edge, in half cards.
    pub fn depth(self) -> u8 {
        // A card is two half cards deep.
        self.places().map(|place| place.spot().row + 2).max().unwrap_or(0)
    }
}

/// No layout has this id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a layout. Layouts: simple, broad, fate")]
pub struct UnknownLayout(pub String);

impl FromStr for Layout {
    type Err = UnknownLayout;

    fn from_str(id: &str) -> Result<Layout, UnknownLayout> {
        Layout::ALL.into_iter().find(|layout| layout.id() == id).ok_or_else(|| UnknownLayout(id.to_owned()))
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// A part of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReadingZoneId)]
#[derive(EnumCount, IntoStaticStr)]
pub enum Zone {
    /// The querent's first four cards.
    Man,
    /// The querent's fifth to seventh.
    Clan,
    /// The partner's first four in the simple layout.
    Future,
    /// Both partners' eighth to tenth.
    Fate,
    /// The partner's seventh to fifth.
    Realm,
    /// The partner's fourth to first.
    Universe,
}

/// A position on the table, in half cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// Offset of the card's centre from the table's centre; positive to the querent's right.
    pub column: i8,
    /// Distance of the card's near edge from the near edge of the layout.
    pub row: u8,
}

impl Zone {
    /// All zones, in the order of the page's table.
    pub const ALL: [Zone; 6] = [Zone::Man, Zone::Clan, Zone::Realm, Zone::Universe, Zone::Future, Zone::Fate];

    /// The zone's name for people, as in `Universe`.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spot(layout: Layout, place: Place) -> (i8, u8) {
        let spot = layout.spot(place).expect("a place of the layout");
        (spot.column, spot.row)
    }

    #[test]
    fn the_layout_follows_from_the_numbers_of_tricks() {
        for (own, partner, layout) in [
            (0, 0, Layout::Simple),
            (7, 4, Layout::Simple),
            (4, 5, Layout::Broad),
            (7, 7, Layout::Broad),
            (8, 0, Layout::Fate),
            (0, 8, Layout::Fate),
            (12, 7, Layout::Fate),
        ] {
            assert_eq!(Layout::of(own, partner), layout, "{own} and {partner}");
        }
    }

    #[test]
    fn every_layout_is_found_by_its_id() {
        for layout in Layout::ALL {
            assert_eq!(layout.id().parse(), Ok(layout));
        }
        assert!("auto".parse::<Layout>().is_err());
    }

    #[test]
    fn ruling_7_the_picture_is_the_tree_of_life() {
        let at = |place| spot(Layout::Fate, place);
        assert_eq!(at(Place::TheSelf), (0, 0), "10 nearest");
        assert_eq!(at(Place::Astral), (0, 2), "9 above it");
        assert_eq!((at(Place::HouseOfMagic), at(Place::HouseOfIllusion)), ((-3, 3), (3, 3)), "8 left and 7 right");
        assert_eq!(at(Place::HouseOfConsciousness), (0, 5), "6 in the middle above them");
        assert_eq!((at(Place::HouseOfWar), at(Place::HouseOfPeace)), ((-3, 6), (3, 6)), "5 left and 4 right");
        assert_eq!((at(Place::ShrineOfTheGoddess), at(Place::FathersHouse)), ((-3, 10), (3, 10)), "3 left and 2 right");
        assert_eq!(at(Place::Center), (0, 11), "1 above");
        assert_eq!(
            Zone::Universe.places().map(at).collect::<Vec<_>>(),
            [(-3, 13), (-1, 13), (1, 13), (3, 13)],
            "the elements in a row at the far edge"
        );
    }

    #[test]
    fn the_fate_lies_between_clan_and_realm_with_the_outcomes_outside() {
        let at = |place| spot(Layout::Fate, place);
        assert_eq!(at(Place::Outcome), (-4, 8));
        assert_eq!(at(Place::GiftGiven), (-2, 8));
        assert_eq!(at(Place::SharedFate), (0, 8));
        assert_eq!(at(Place::GiftReceived), (2, 8));
        assert_eq!(at(Place::PartnerOutcome), (4, 8));
    }

    #[test]
    fn in_the_simple_layout_the_future_lies_at_the_far_edge() {
        let future = Zone::Future.places().map(|place| spot(Layout::Simple, place)).collect::<Vec<_>>();
        assert_eq!(future, [(-3, 8), (-1, 8), (1, 8), (3, 8)]);
        assert_eq!(Layout::Simple.depth(), 10);
    }

    #[test]
    fn no_two_cards_of_a_layout_overlap() {
        for layout in Layout::ALL {
            let spots = layout.places().filter_map(|place| layout.spot(place)).collect::<Vec<_>>();
            for (index, one) in spots.iter().enumerate() {
                for other in &spots[index + 1..] {
                    let apart = one.column.abs_diff(other.column) >= 2 || one.row.abs_diff(other.row) >= 2;
                    assert!(apart, "{layout}: {one:?} and {other:?}");
                }
            }
        }
    }
}
