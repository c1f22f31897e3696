//! Notes: what the owner of a reading has written beside it.

use std::str::FromStr;

use chrono::{DateTime, Utc};
use deserr::Deserr;
use serde::Serialize;
use utoipa::ToSchema;

use super::{NoteId, ReadingId};

/// How somebody felt with a reading. Values may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[deserr(rename_all = lowercase)]
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
    pub const fn id(self) -> &'static str {
        match self {
            Mood::Glad => "glad",
            Mood::Hopeful => "hopeful",
            Mood::Calm => "calm",
            Mood::Unsure => "unsure",
            Mood::Heavy => "heavy",
        }
    }
}

impl FromStr for Mood {
    type Err = ();

    fn from_str(id: &str) -> Result<Mood, ()> {
        Mood::ALL.into_iter().find(|mood| mood.id() == id).ok_or(())
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

/// A stored note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteRecord {
    /// Its id.
    pub id: NoteId,
    /// The reading that it stands beside.
    pub reading: ReadingId,
    /// Time of storing.
    pub created_at: DateTime<Utc>,
    /// Time of the last change.
    pub changed_at: DateTime<Utc>,
    /// The text; may be empty.
    pub text: String,
    /// The mood.
    pub mood: Option<Mood>,
    /// Names of people whom it is about.
    pub people: Vec<String>,
    /// Tags.
    pub tags: Vec<String>,
    /// What came of the reading; may be empty.
    pub came_of_it: String,
}
