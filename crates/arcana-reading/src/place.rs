//! The positions of the layouts, one for each row of the page's table (`reading.md`, "Places").

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};
use strum::EnumCount;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

use crate::{Element, Side, Source, Spot, Zone};

/// A place where a card can lie, in the order of the page's slugs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema, EnumCount)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReadingPlaceId)]
#[expect(missing_docs, reason = "the table of places says what they are")]
pub enum Place {
    #[serde(rename = "self")]
    TheSelf,
    Astral,
    HouseOfMagic,
    HouseOfIllusion,
    HouseOfConsciousness,
    HouseOfWar,
    HouseOfPeace,
    ShrineOfTheGoddess,
    FathersHouse,
    Center,
    Abyss,
    GreyRealms,
    TirInnaNOc,
    Union,
    Hopes,
    Fears,
    Enemies,
    Allies,
    GiftGiven,
    SharedFate,
    GiftReceived,
    Outcome,
    PartnerOutcome,
}

/// The place's slug.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// A sphere of the tree of life, or an element that stands for one in the Universe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sphere {
    /// 1, the far end of the tree, to 10, the near one.
    Tree(u8),
    /// One of the four elements at the far edge.
    Element(Element),
}

impl fmt::Display for Sphere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sphere::Tree(number) => write!(f, "{number}"),
            Sphere::Element(element) => f.write_str(element.id()),
        }
    }
}

impl Serialize for Sphere {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Place {
    /// All positions, in the order of the page's slugs.
    pub const ALL: [Place; PLACES.len()] = {
        let mut all = [Place::TheSelf; PLACES.len()];
        let mut index = 0;
        while index < PLACES.len() {
            all[index] = PLACES[index].place;
            // The row of a position is found by its index.
            assert!(all[index] as usize == index, "the table is in the order of the places");
            index += 1;
        }
        all
    };

    const fn row(self) -> &'static Row {
        &PLACES[self as usize]
    }

    /// The zone it belongs to.
    pub const fn zone(self) -> Zone {
        self.row().zone
    }

    /// The tricks that lie there. Only the shared fate has two.
    pub const fn sources(self) -> &'static [Source] {
        self.row().sources
    }

    /// The court that the cards there face; `None` in the Future and the Fate.
    pub const fn court(self) -> Option<&'static str> {
        self.row().court
    }

    /// Topic of a card at this place.
    pub const fn meaning(self) -> &'static str {
        self.row().meaning
    }

    /// The heavenly body or creature that the place corresponds to.
    pub const fn correspondence(self) -> Option<&'static str> {
        self.row().correspondence
    }

    /// Its sphere in layouts with spheres.
    pub const fn sphere(self) -> Option<Sphere> {
        self.row().sphere
    }

    /// The court or, without one, the meaning.
    pub const fn title(self) -> &'static str {
        match self.row().court {
            Some(court) => court,
            None => self.row().meaning,
        }
    }

    /// The title without its meaning for the partner.
    pub fn short_title(self) -> &'static str {
        self.title().split(';').next().unwrap_or_default()
    }

    /// Its position within the zone.
    pub const fn spot(self) -> Spot {
        let (column, row) = self.row().spot;
        Spot { column, row }
    }
}

impl PartialSchema for Sphere {
    fn schema() -> RefOr<Schema> {
        let spheres = PLACES.iter().filter_map(|row| row.sphere).map(|sphere| sphere.to_string());
        ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(spheres))
            .description(Some("A sphere of the tree of life, or an element of the Universe."))
            .examples(["10"])
            .build()
            .into()
    }
}

impl ToSchema for Sphere {
    fn name() -> std::borrow::Cow<'static, str> {
        "ReadingSphere".into()
    }
}

/// A row of the table.
struct Row {
    place: Place,
    zone: Zone,
    sources: &'static [Source],
    court: Option<&'static str>,
    meaning: &'static str,
    correspondence: Option<&'static str>,
    sphere: Option<Sphere>,
    /// In half cards, from the table's middle and from the zone's near edge.
    spot: (i8, u8),
}

const fn own(trick: u8) -> Source {
    Source { from: Side::Own, trick }
}

const fn partner(trick: u8) -> Source {
    Source { from: Side::Partner, trick }
}

/// The table of `reading.md`, "Places", with each position on the table.
const PLACES: [Row; 23] = [
    Row {
        place: Place::TheSelf,
        zone: Zone::Man,
        sources: &[own(1)],
        court: Some("The Self"),
        meaning: "Root, Origin",
        correspondence: Some("The World"),
        sphere: Some(Sphere::Tree(10)),
        spot: (0, 0),
    },
    Row {
        place: Place::Astral,
        zone: Zone::Man,
        sources: &[own(2)],
        court: Some("The Astral/Aether or Collective Unconscious"),
        meaning: "Reflection & Imagination",
        correspondence: Some("Moon"),
        sphere: Some(Sphere::Tree(9)),
        spot: (0, 2),
    },
    Row {
        place: Place::HouseOfMagic,
        zone: Zone::Man,
        sources: &[own(3)],
        court: Some("The House of Magic"),
        meaning: "Intellect and Logic: Structure",
        correspondence: Some("Mercury (Nabal)"),
        sphere: Some(Sphere::Tree(8)),
        spot: (-3, 3),
    },
    Row {
        place: Place::HouseOfIllusion,
        zone: Zone::Man,
        sources: &[own(4)],
        court: Some("The House of Illusion (Time)"),
        meaning: "Creativity and Sensitivity: Anarchy",
        correspondence: Some("Venus (Ista)"),
        sphere: Some(Sphere::Tree(7)),
        spot: (3, 3),
    },
    Row {
        place: Place::HouseOfConsciousness,
        zone: Zone::Clan,
        sources: &[own(5)],
        court: Some("The House of Consciousness"),
        meaning: "Center and Balance: Devotion",
        correspondence: Some("Sun"),
        sphere: Some(Sphere::Tree(6)),
        spot: (0, 0),
    },
    Row {
        place: Place::HouseOfWar,
        zone: Zone::Clan,
        sources: &[own(6)],
        court: Some("The House of War"),
        meaning: "Movement and Change: Destruction",
        correspondence: Some("Mars (Neuru)"),
        sphere: Some(Sphere::Tree(5)),
        spot: (-3, 1),
    },
    Row {
        place: Place::HouseOfPeace,
        zone: Zone::Clan,
        sources: &[own(7)],
        court: Some("The House of Peace"),
        meaning: "Stability and Expansion: Manifestation",
        correspondence: Some("Jupiter (Zenos)"),
        sphere: Some(Sphere::Tree(4)),
        spot: (3, 1),
    },
    Row {
        place: Place::ShrineOfTheGoddess,
        zone: Zone::Realm,
        sources: &[partner(7)],
        court: Some("The Shrine of the Goddess"),
        meaning: "Understanding, Female Force: Conception",
        correspondence: Some("Saturn (no corresponding planet)"),
        sphere: Some(Sphere::Tree(3)),
        spot: (-3, 0),
    },
    Row {
        place: Place::FathersHouse,
        zone: Zone::Realm,
        sources: &[partner(6)],
        court: Some("The Father's House"),
        meaning: "Raw Power, Male Force: Creation",
        correspondence: None,
        sphere: Some(Sphere::Tree(2)),
        spot: (3, 0),
    },
    Row {
        place: Place::Center,
        zone: Zone::Realm,
        sources: &[partner(5)],
        court: Some("The Center"),
        meaning: "The Eternal",
        correspondence: None,
        sphere: Some(Sphere::Tree(1)),
        spot: (0, 1),
    },
    Row {
        place: Place::Abyss,
        zone: Zone::Universe,
        sources: &[partner(4)],
        court: Some("The Abyss"),
        meaning: "Violation of Universal Law: Separation",
        correspondence: Some("The Bull"),
        sphere: Some(Sphere::Element(Element::Earth)),
        spot: (-3, 0),
    },
    Row {
        place: Place::GreyRealms,
        zone: Zone::Universe,
        sources: &[partner(3)],
        court: Some("The Grey Realms"),
        meaning: "Inaction and Forgetfulness: Failure",
        correspondence: Some("The Eagle"),
        sphere: Some(Sphere::Element(Element::Air)),
        spot: (-1, 0),
    },
    Row {
        place: Place::TirInnaNOc,
        zone: Zone::Universe,
        sources: &[partner(2)],
        court: Some("Tír inna n-Óc"),
        meaning: "Heroism and Ethics: Success",
        correspondence: Some("The Man (Water-Bearer)"),
        sphere: Some(Sphere::Element(Element::Water)),
        spot: (1, 0),
    },
    Row {
        place: Place::Union,
        zone: Zone::Universe,
        sources: &[partner(1)],
        court: Some("The House of Peace"),
        meaning: "Return to Balance: Union",
        correspondence: Some("The Sphinx"),
        sphere: Some(Sphere::Element(Element::Fire)),
        spot: (3, 0),
    },
    Row {
        place: Place::Hopes,
        zone: Zone::Future,
        sources: &[partner(1)],
        court: None,
        meaning: "Hopes",
        correspondence: None,
        sphere: None,
        spot: (-3, 0),
    },
    Row {
        place: Place::Fears,
        zone: Zone::Future,
        sources: &[partner(2)],
        court: None,
        meaning: "Fears",
        correspondence: None,
        sphere: None,
        spot: (-1, 0),
    },
    Row {
        place: Place::Enemies,
        zone: Zone::Future,
        sources: &[partner(3)],
        court: None,
        meaning: "Enemies",
        correspondence: None,
        sphere: None,
        spot: (1, 0),
    },
    Row {
        place: Place::Allies,
        zone: Zone::Future,
        sources: &[partner(4)],
        court: None,
        meaning: "Allies",
        correspondence: None,
        sphere: None,
        spot: (3, 0),
    },
    Row {
        place: Place::GiftGiven,
        zone: Zone::Fate,
        sources: &[own(8)],
        court: None,
        meaning: "The Gift (given)",
        correspondence: None,
        sphere: None,
        spot: (-2, 0),
    },
    Row {
        place: Place::SharedFate,
        zone: Zone::Fate,
        sources: &[own(9), partner(9)],
        court: None,
        meaning: "Shared Fate",
        correspondence: None,
        sphere: None,
        spot: (0, 0),
    },
    Row {
        place: Place::GiftReceived,
        zone: Zone::Fate,
        sources: &[partner(8)],
        court: None,
        meaning: "The Gift (received)",
        correspondence: None,
        sphere: None,
        spot: (2, 0),
    },
    Row {
        place: Place::Outcome,
        zone: Zone::Fate,
        sources: &[own(10)],
        court: None,
        meaning: "Outcome; for the partner, Trap avoided",
        correspondence: None,
        sphere: None,
        spot: (-4, 0),
    },
    Row {
        place: Place::PartnerOutcome,
        zone: Zone::Fate,
        sources: &[partner(10)],
        court: None,
        meaning: "Trap avoided; for the partner, Outcome",
        correspondence: None,
        sphere: None,
        spot: (4, 0),
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Side;

    /// A row of the page's table, by cell.
    fn cells(place: Place) -> [String; 7] {
        let source = match place.sources() {
            [Source { from: Side::Own, trick }] => format!("own {trick}"),
            [Source { from: Side::Partner, trick }] => format!("partner {trick}"),
            [..] => "own 9, partner 9".to_owned(),
        };
        [
            place.zone().name().to_owned(),
            source,
            serde_json::to_string(&place).expect("JSON").trim_matches('"').to_owned(),
            place.court().unwrap_or_default().to_owned(),
            place.meaning().to_owned(),
            place.correspondence().unwrap_or_default().to_owned(),
            place.sphere().map(|sphere| sphere.to_string()).unwrap_or_default(),
        ]
    }

    #[test]
    fn all_places_are_those_of_the_page_in_its_order() {
        let page = include_str!("../../../docs/rules/reading.md");
        let zones = ["Man", "Clan", "Realm", "Universe", "Future", "Fate"].map(|zone| format!("| {zone} | "));
        let rows = page.lines().filter(|line| zones.iter().any(|zone| line.starts_with(zone)));
        let rows = rows.map(|line| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect());
        let ours = Place::ALL.into_iter().map(|place| cells(place).to_vec());
        assert_eq!(ours.collect::<Vec<_>>(), rows.collect::<Vec<Vec<_>>>());
    }
}
