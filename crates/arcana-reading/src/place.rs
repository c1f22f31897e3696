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

/// A place without a court.
const fn row(place: Place, zone: Zone, sources: &'static [Source], meaning: &'static str, spot: (i8, u8)) -> Row {
    Row { place, zone, sources, court: None, meaning, correspondence: None, sphere: None, spot }
}

impl Row {
    /// The same place with its court, what corresponds to it, and its sphere.
    const fn court(self, court: &'static str, correspondence: Option<&'static str>, sphere: Sphere) -> Row {
        Row { court: Some(court), correspondence, sphere: Some(sphere), ..self }
    }
}

/// The table of `reading.md`, "Places", with each position on the table.
const PLACES: [Row; 23] = {
    use Element::{Air, Earth, Fire, Water};
    use Place::*;
    use Zone::{Clan, Fate, Future, Man, Realm, Universe};
    [
        row(TheSelf, Man, &[own(1)], "Root, Origin", (0, 0)).court("The Self", Some("The World"), Sphere::Tree(10)),
        row(Astral, Man, &[own(2)], "Reflection & Imagination", (0, 2)).court(
            "The Astral/Aether or Collective Unconscious",
            Some("Moon"),
            Sphere::Tree(9),
        ),
        row(HouseOfMagic, Man, &[own(3)], "Intellect and Logic: Structure", (-3, 3)).court(
            "The House of Magic",
            Some("Mercury (Nabal)"),
            Sphere::Tree(8),
        ),
        row(HouseOfIllusion, Man, &[own(4)], "Creativity and Sensitivity: Anarchy", (3, 3)).court(
            "The House of Illusion (Time)",
            Some("Venus (Ista)"),
            Sphere::Tree(7),
        ),
        row(HouseOfConsciousness, Clan, &[own(5)], "Center and Balance: Devotion", (0, 0)).court(
            "The House of Consciousness",
            Some("Sun"),
            Sphere::Tree(6),
        ),
        row(HouseOfWar, Clan, &[own(6)], "Movement and Change: Destruction", (-3, 1)).court(
            "The House of War",
            Some("Mars (Neuru)"),
            Sphere::Tree(5),
        ),
        row(HouseOfPeace, Clan, &[own(7)], "Stability and Expansion: Manifestation", (3, 1)).court(
            "The House of Peace",
            Some("Jupiter (Zenos)"),
            Sphere::Tree(4),
        ),
        row(ShrineOfTheGoddess, Realm, &[partner(7)], "Understanding, Female Force: Conception", (-3, 0)).court(
            "The Shrine of the Goddess",
            Some("Saturn (no corresponding planet)"),
            Sphere::Tree(3),
        ),
        row(FathersHouse, Realm, &[partner(6)], "Raw Power, Male Force: Creation", (3, 0)).court(
            "The Father's House",
            None,
            Sphere::Tree(2),
        ),
        row(Center, Realm, &[partner(5)], "The Eternal", (0, 1)).court("The Center", None, Sphere::Tree(1)),
        row(Abyss, Universe, &[partner(4)], "Violation of Universal Law: Separation", (-3, 0)).court(
            "The Abyss",
            Some("The Bull"),
            Sphere::Element(Earth),
        ),
        row(GreyRealms, Universe, &[partner(3)], "Inaction and Forgetfulness: Failure", (-1, 0)).court(
            "The Grey Realms",
            Some("The Eagle"),
            Sphere::Element(Air),
        ),
        row(TirInnaNOc, Universe, &[partner(2)], "Heroism and Ethics: Success", (1, 0)).court(
            "Tír inna n-Óc",
            Some("The Man (Water-Bearer)"),
            Sphere::Element(Water),
        ),
        row(Union, Universe, &[partner(1)], "Return to Balance: Union", (3, 0)).court(
            "The House of Peace",
            Some("The Sphinx"),
            Sphere::Element(Fire),
        ),
        row(Hopes, Future, &[partner(1)], "Hopes", (-3, 0)),
        row(Fears, Future, &[partner(2)], "Fears", (-1, 0)),
        row(Enemies, Future, &[partner(3)], "Enemies", (1, 0)),
        row(Allies, Future, &[partner(4)], "Allies", (3, 0)),
        row(GiftGiven, Fate, &[own(8)], "The Gift (given)", (-2, 0)),
        row(SharedFate, Fate, &[own(9), partner(9)], "Shared Fate", (0, 0)),
        row(GiftReceived, Fate, &[partner(8)], "The Gift (received)", (2, 0)),
        row(Outcome, Fate, &[own(10)], "Outcome; for the partner, Trap avoided", (-4, 0)),
        row(PartnerOutcome, Fate, &[partner(10)], "Trap avoided; for the partner, Outcome", (4, 0)),
    ]
};

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
