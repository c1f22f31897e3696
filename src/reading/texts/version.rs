//! The versions of the texts.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

/// The version of a reading's texts; a number on the wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TextsVersion {
    /// The first.
    V1,
    /// The second: advice for each zone in several wordings, and the question taken up.
    V2,
    /// The third: the second with counts told exactly.
    V3,
    /// The fourth: the third with a synthesis whose sentences do not contradict each other.
    #[default]
    V4,
}

impl TextsVersion {
    /// All versions, latest last.
    pub const ALL: [TextsVersion; 4] = [TextsVersion::V1, TextsVersion::V2, TextsVersion::V3, TextsVersion::V4];

    /// The version of new readings.
    pub const LATEST: TextsVersion = TextsVersion::V4;

    /// Its number, from 1.
    pub const fn number(self) -> u16 {
        match self {
            TextsVersion::V1 => 1,
            TextsVersion::V2 => 2,
            TextsVersion::V3 => 3,
            TextsVersion::V4 => 4,
        }
    }

    /// Does the synthesis name a lead, a tie and a majority only where there is one?
    pub(in crate::reading) const fn is_exact(self) -> bool {
        match self {
            TextsVersion::V1 | TextsVersion::V2 => false,
            TextsVersion::V3 | TextsVersion::V4 => true,
        }
    }

    /// Does the synthesis part with no card of a place against the querent? It may call that card an ally.
    pub(in crate::reading) const fn parts_with_a_friend(self) -> bool {
        match self {
            TextsVersion::V1 | TextsVersion::V2 | TextsVersion::V3 => false,
            TextsVersion::V4 => true,
        }
    }

    /// The version with this number, if it exists.
    pub fn from_number(number: u16) -> Option<TextsVersion> {
        TextsVersion::ALL.into_iter().find(|version| version.number() == number)
    }
}

impl Serialize for TextsVersion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u16(self.number())
    }
}

impl<'de> Deserialize<'de> for TextsVersion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TextsVersion, D::Error> {
        let number = u16::deserialize(deserializer)?;
        TextsVersion::from_number(number).ok_or_else(|| de::Error::custom("unknown version of the texts"))
    }
}

impl PartialSchema for TextsVersion {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::Integer)
            .enum_values(Some(TextsVersion::ALL.map(TextsVersion::number)))
            .description(Some("Version of the reading's texts."))
            .examples([TextsVersion::LATEST.number()])
            .build()
            .into()
    }
}

impl ToSchema for TextsVersion {}
