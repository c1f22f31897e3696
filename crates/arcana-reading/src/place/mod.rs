//! The positions of the layouts, one for each row of the page's table (`reading.md`, "Places").

mod slug;
mod sphere;
mod table;

use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

use self::table::{PLACES, Row};
use super::{Source, Spot, Zone};

pub use slug::Place;
pub use sphere::Sphere;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Side;

    /// A row of the page's table, by cell.
    fn cells(place: Place) -> [String; 6] {
        let source = match place.sources() {
            [Source { from: Side::Own, trick }] => format!("own {trick}"),
            [Source { from: Side::Partner, trick }] => format!("partner {trick}"),
            [..] => "own 9, partner 9".to_owned(),
        };
        [
            place.zone().name().to_owned(),
            source,
            place.court().unwrap_or_default().to_owned(),
            place.meaning().to_owned(),
            place.correspondence().unwrap_or_default().to_owned(),
            place.sphere().map(|sphere| sphere.to_string()).unwrap_or_default(),
        ]
    }

    #[test]
    fn man_clan_realm_and_universe_match_the_page() {
        let page = include_str!("../../../../docs/rules/reading.md");
        let rows = page.lines().filter(|line| {
            ["| Man |", "| Clan |", "| Realm |", "| Universe |"].iter().any(|zone| line.starts_with(zone))
        });
        let rows = rows.map(|line| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect());
        let ours = Place::ALL.into_iter().take(14).map(|place| cells(place).to_vec());
        assert_eq!(ours.collect::<Vec<_>>(), rows.collect::<Vec<Vec<_>>>());
    }

    #[test]
    fn the_future_and_the_fate_have_a_meaning_and_nothing_else() {
        let rows = Place::ALL.into_iter().skip(14).map(cells).collect::<Vec<_>>();
        let row = |zone: &str, card: &str, meaning: &str| [zone, card, "", meaning, "", ""].map(str::to_owned);
        let expected = [
            row("Future", "partner 1", "Hopes"),
            row("Future", "partner 2", "Fears"),
            row("Future", "partner 3", "Enemies"),
            row("Future", "partner 4", "Allies"),
            row("Fate", "own 8", "The Gift (given)"),
            row("Fate", "own 9, partner 9", "Shared Fate"),
            row("Fate", "partner 8", "The Gift (received)"),
            row("Fate", "own 10", "Outcome; for the partner, Trap avoided"),
            row("Fate", "partner 10", "Trap avoided; for the partner, Outcome"),
        ];
        assert_eq!(rows, expected);
    }

    #[test]
    fn the_slugs_are_those_of_the_page_in_its_order() {
        let slugs = serde_json::to_string(&Place::ALL).expect("JSON");
        let expected = concat!(
            r#"["self","astral","house_of_magic","house_of_illusion","#,
            r#""house_of_consciousness","house_of_war","house_of_peace","#,
            r#""shrine_of_the_goddess","fathers_house","center","#,
            r#""abyss","grey_realms","tir_inna_n_oc","union","#,
            r#""hopes","fears","enemies","allies","#,
            r#""gift_given","shared_fate","gift_received","outcome","partner_outcome"]"#,
        );
        assert_eq!(slugs, expected);
    }
}
