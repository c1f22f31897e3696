//! Notes: what the owner of a reading has written beside it.

use chrono::{DateTime, Utc};
use deserr::Deserr;
use serde::Serialize;
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

use super::{NoteId, ReadingId};
use crate::service::{Name, NoteText, Tag};

/// How somebody felt with a reading. Values may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserr, EnumString, IntoStaticStr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[deserr(rename_all = lowercase)]
#[strum(serialize_all = "snake_case")]
pub enum Mood {
    /// Glad.
    Glad,
    /// Hopeful.
    Hopeful,
    /// Calm.
    Calm,
    /// Unsure.
    Unsure,
    /// Heavy.
    Heavy,
}

impl Mood {
    /// All moods, from light to heavy.
    pub const ALL: [Mood; 5] = [Mood::Glad, Mood::Hopeful, Mood::Calm, Mood::Unsure, Mood::Heavy];

    /// The mood's id in the API.
    pub fn id(self) -> &'static str {
        self.into()
    }
}

/// The fields of a note that are sent: of a new one, or those that change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NoteFields {
    /// The text.
    pub text: Option<String>,
    /// The mood; `Some(None)`: none.
    pub mood: Option<Option<Mood>>,
    /// Names of people whom it is about, each once.
    pub people: Option<Vec<String>>,
    /// Tags, each once.
    pub tags: Option<Vec<String>>,
    /// What came of the reading.
    pub came_of_it: Option<String>,
}

impl NoteFields {
    /// Would a note with these fields alone say nothing?
    pub fn is_empty(&self) -> bool {
        let NoteFields { text, mood, people, tags, came_of_it } = self;
        let is_blank = |text: &Option<String>| text.as_ref().is_none_or(String::is_empty);
        let is_bare = |list: &Option<Vec<String>>| list.as_ref().is_none_or(Vec::is_empty);
        is_blank(text) && mood.flatten().is_none() && is_bare(people) && is_bare(tags) && is_blank(came_of_it)
    }
}

/// A note on a reading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Note)]
pub struct NoteRecord {
    /// Id, a version 7 UUID.
    #[schema(value_type = Uuid)]
    pub id: NoteId,
    /// The reading.
    #[schema(value_type = Uuid)]
    pub reading: ReadingId,
    /// Time of storing.
    pub created_at: DateTime<Utc>,
    /// Time of the last change.
    pub changed_at: DateTime<Utc>,
    /// The text; may be empty.
    #[schema(value_type = NoteText)]
    pub text: String,
    /// How you felt.
    #[schema(required)]
    pub mood: Option<Mood>,
    /// Names of people whom it is about.
    #[schema(value_type = Vec<Name>, max_items = 20)]
    pub people: Vec<String>,
    /// Tags.
    #[schema(value_type = Vec<Tag>, max_items = 20)]
    pub tags: Vec<String>,
    /// What came of the reading; may be empty.
    #[schema(value_type = NoteText)]
    pub came_of_it: String,
}
