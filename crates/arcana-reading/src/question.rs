//! Kinds of questions (`reading.md`, "Questions").

use std::{fmt, str::FromStr};

use deserr::Deserr;
use serde::{Deserialize, Serialize};
use strum::{EnumCount, IntoStaticStr};
use utoipa::ToSchema;

/// What the querent's question is about.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Deserr, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[deserr(rename_all = lowercase)]
#[derive(EnumCount, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum QuestionKind {
    /// Love and partners.
    Love,
    /// Work, studies and calling.
    Work,
    /// Money and possessions.
    Money,
    /// Family and home.
    Family,
    /// The querent himself.
    #[serde(rename = "self")]
    #[deserr(rename = "self")]
    #[strum(serialize = "self")]
    OneSelf,
    /// One way or the other.
    Choice,
    /// When, and how long.
    Timing,
    /// Whether something will be.
    #[deserr(rename = "yes_no")]
    YesNo,
    /// Anything else, or no question at all.
    #[default]
    Open,
}

/// No kind of question has this id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a kind of question. Kinds: love, work, money, family, self, choice, timing, yes_no, open")]
pub struct UnknownQuestionKind(pub String);

impl QuestionKind {
    /// All kinds.
    pub const ALL: [QuestionKind; 9] = [
        QuestionKind::Love,
        QuestionKind::Work,
        QuestionKind::Money,
        QuestionKind::Family,
        QuestionKind::OneSelf,
        QuestionKind::Choice,
        QuestionKind::Timing,
        QuestionKind::YesNo,
        QuestionKind::Open,
    ];

    /// The kind's id, as in `yes_no`.
    pub fn id(self) -> &'static str {
        self.into()
    }
}

impl FromStr for QuestionKind {
    type Err = UnknownQuestionKind;

    fn from_str(id: &str) -> Result<QuestionKind, UnknownQuestionKind> {
        QuestionKind::ALL.into_iter().find(|kind| kind.id() == id).ok_or_else(|| UnknownQuestionKind(id.to_owned()))
    }
}

impl fmt::Display for QuestionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_found_by_its_id_and_is_written_with_it() {
        for kind in QuestionKind::ALL {
            assert_eq!(kind.id().parse(), Ok(kind));
            assert_eq!(serde_json::to_value(kind).expect("JSON"), kind.id());
        }
        assert!("health".parse::<QuestionKind>().is_err());
    }
}
