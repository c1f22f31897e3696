//! The texts of the summary: `summary.json`.

use std::sync::LazyLock;

use serde::Deserialize;

use super::{
    facts::{Leaning, Reversed},
    output::YesNo,
};
use crate::{
    Element, Language, QuestionKind,
    texts::{ByDisposition, ByRank, Each, Frame},
};

/// Alternative wordings.
pub type Wordings = Vec<Frame>;

/// All texts of the summary.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpreadWords {
    /// For a single card.
    pub single: Each<Element, Wordings>,
    /// For the first and the last card.
    pub way: Wordings,
    /// For the leading element.
    pub lead: Each<Element, Wordings>,
    /// No element leads.
    pub no_lead: Wordings,
    pub majors: Majors,
    /// Many court cards.
    pub courts: Wordings,
    /// Several cards of a rank.
    pub alike: ByRank<Frame>,
    pub reversed: Each<Reversed, Wordings>,
    /// The answer of the spread for yes or no.
    pub answer: Each<YesNo, Wordings>,
    closing: Each<QuestionKind, Closings>,
    pub exact: Exact,
}

/// Many trumps, or none.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Majors {
    pub many: Wordings,
    pub none: Wordings,
}

/// The closing sentences for a kind of question.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Closings {
    /// Whatever was told before them.
    Any(Wordings),
    /// By the answer that was told before them.
    Answered(Answered),
}

/// By the answer to a yes-or-no question; `none` where the cards are even or cannot answer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Answered {
    yes: Wordings,
    no: Wordings,
    none: Wordings,
}

/// What is told apart where the more general words would be untrue.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exact {
    /// For the first and the last card, where it was settled how their elements meet.
    pub bare_way: Wordings,
    pub tie: Ties,
    /// The answer to a yes-or-no question by any spread.
    pub leaning: Each<Leaning, Wordings>,
    /// Why there is no answer: all cards were to lie so.
    pub settled: ByDisposition<Wordings>,
    unfit: Unfit,
}

/// Suits of which none leads, besides even ones.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ties {
    pub once: Wordings,
    pub two: Wordings,
    pub several: Wordings,
}

/// Questions that a spread for yes or no cannot answer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Unfit {
    choice: Wordings,
    timing: Wordings,
}

/// The texts of the summary.
pub fn words(language: Language) -> &'static SpreadWords {
    static ENGLISH: LazyLock<SpreadWords> = LazyLock::new(|| {
        serde_json::from_str(include_str!("en/summary.json"))
            .expect("the file is part of the program, and a test loads it")
    });
    match language {
        Language::En => &ENGLISH,
    }
}

impl Exact {
    /// That yes or no is no answer to a question of this kind, if that is so.
    pub const fn unfit(&self, kind: QuestionKind) -> Option<&Wordings> {
        match kind {
            QuestionKind::Choice => Some(&self.unfit.choice),
            QuestionKind::Timing => Some(&self.unfit.timing),
            QuestionKind::Love
            | QuestionKind::Work
            | QuestionKind::Money
            | QuestionKind::Family
            | QuestionKind::OneSelf
            | QuestionKind::YesNo
            | QuestionKind::Open => None,
        }
    }
}

impl Answered {
    const fn of(&self, answer: Option<Leaning>) -> &Wordings {
        match answer {
            Some(Leaning::Yes | Leaning::Upright) => &self.yes,
            Some(Leaning::No | Leaning::Reversed) => &self.no,
            Some(Leaning::Even) | None => &self.none,
        }
    }
}

impl SpreadWords {
    /// The closing sentences for a kind of question, after this answer to a yes-or-no question.
    pub fn closing(&self, kind: QuestionKind, answer: Option<Leaning>) -> &Wordings {
        match self.closing.of(kind) {
            Closings::Any(wordings) => wordings,
            Closings::Answered(answered) => answered.of(answer),
        }
    }
}
