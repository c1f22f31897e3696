//! The texts of the summary: `summary.json`.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::{Deserialize, Deserializer, de};

use super::{
    facts::{Leaning, Reversed},
    output::YesNo,
};
use crate::{Disposition, Element, Language, QuestionKind, texts::Frame};
use arcana_engine::cards::Rank;

/// Alternative wordings.
pub type Wordings = Vec<Frame>;

/// All texts of the summary.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpreadWords {
    single: ByElement,
    /// For the first and the last card.
    pub way: Wordings,
    lead: Lead,
    majors: Majors,
    /// Many court cards.
    pub courts: Wordings,
    alike: Alike,
    reversed: ByReversed,
    answer: ByAnswer,
    closing: BTreeMap<QuestionKind, Closings>,
    pub exact: Exact,
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
    leaning: Leanings,
    settled: BySettled,
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

/// The answer to a yes-or-no question by any spread.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Leanings {
    yes: Wordings,
    no: Wordings,
    even: Wordings,
    upright: Wordings,
    reversed: Wordings,
}

/// Why there is no answer: how every card was to lie.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct BySettled {
    upright: Wordings,
    reversed: Wordings,
}

/// Questions that a spread for yes or no cannot answer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Unfit {
    choice: Wordings,
    timing: Wordings,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ByElement {
    fire: Wordings,
    water: Wordings,
    air: Wordings,
    earth: Wordings,
    spirit: Wordings,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Lead {
    fire: Wordings,
    water: Wordings,
    air: Wordings,
    earth: Wordings,
    spirit: Wordings,
    none: Wordings,
}

/// Many trumps, or none.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Majors {
    many: Wordings,
    none: Wordings,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ByReversed {
    none: Wordings,
    one: Wordings,
    fewer: Wordings,
    even: Wordings,
    more: Wordings,
    all: Wordings,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ByAnswer {
    yes: Wordings,
    no: Wordings,
}

/// A sentence for several cards of each rank, from the ace up.
#[derive(Debug)]
struct Alike([Frame; 14]);

impl<'de> Deserialize<'de> for Alike {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Alike, D::Error> {
        let mut by_id = BTreeMap::<String, Frame>::deserialize(deserializer)?;
        let all = Rank::ALL.iter().map(|rank| by_id.remove(rank.id())).collect::<Option<Vec<_>>>();
        let all = all.and_then(|all| <[Frame; 14]>::try_from(all).ok());
        all.map(Alike).ok_or_else(|| de::Error::custom("expected a sentence for each rank"))
    }
}

/// The texts of the summary.
pub fn words(language: Language) -> &'static SpreadWords {
    static ENGLISH: LazyLock<SpreadWords> = LazyLock::new(|| load(include_str!("en/summary.json")));
    match language {
        Language::En => &ENGLISH,
    }
}

fn load(file: &str) -> SpreadWords {
    let words: SpreadWords = serde_json::from_str(file).expect("the file is part of the program, and a test loads it");
    assert!(QuestionKind::ALL.iter().all(|kind| words.closing.contains_key(kind)), "every kind has a closing");
    words
}

impl Exact {
    /// The answer to a yes-or-no question.
    pub const fn leaning(&self, leaning: Leaning) -> &Wordings {
        match leaning {
            Leaning::Yes => &self.leaning.yes,
            Leaning::No => &self.leaning.no,
            Leaning::Even => &self.leaning.even,
            Leaning::Upright => &self.leaning.upright,
            Leaning::Reversed => &self.leaning.reversed,
        }
    }

    /// That the cards cannot answer, since all were to lie so.
    pub const fn settled(&self, disposition: Disposition) -> &Wordings {
        match disposition {
            Disposition::Well => &self.settled.upright,
            Disposition::Ill => &self.settled.reversed,
        }
    }

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
    /// For a single card.
    pub const fn single(&self, element: Element) -> &Wordings {
        match element {
            Element::Fire => &self.single.fire,
            Element::Water => &self.single.water,
            Element::Air => &self.single.air,
            Element::Earth => &self.single.earth,
            Element::Spirit => &self.single.spirit,
        }
    }

    /// For the leading element, or for none.
    pub const fn lead(&self, element: Option<Element>) -> &Wordings {
        match element {
            Some(Element::Fire) => &self.lead.fire,
            Some(Element::Water) => &self.lead.water,
            Some(Element::Air) => &self.lead.air,
            Some(Element::Earth) => &self.lead.earth,
            Some(Element::Spirit) => &self.lead.spirit,
            None => &self.lead.none,
        }
    }

    /// For many trumps.
    pub const fn many_majors(&self) -> &Wordings {
        &self.majors.many
    }

    /// For no trumps.
    pub const fn no_majors(&self) -> &Wordings {
        &self.majors.none
    }

    /// For several cards of a rank.
    pub const fn alike(&self, rank: Rank) -> &Frame {
        &self.alike.0[rank.value() as usize - 1]
    }

    /// For the reversed cards.
    pub const fn reversed(&self, reversed: Reversed) -> &Wordings {
        match reversed {
            Reversed::None => &self.reversed.none,
            Reversed::One => &self.reversed.one,
            Reversed::Fewer => &self.reversed.fewer,
            Reversed::Even => &self.reversed.even,
            Reversed::More => &self.reversed.more,
            Reversed::All => &self.reversed.all,
        }
    }

    /// For a yes-or-no question.
    pub const fn answer(&self, answer: YesNo) -> &Wordings {
        match answer {
            YesNo::Yes => &self.answer.yes,
            YesNo::No => &self.answer.no,
        }
    }

    /// The closing sentences for a kind of question, after this answer to a yes-or-no question.
    pub fn closing(&self, kind: QuestionKind, answer: Option<Leaning>) -> &Wordings {
        match &self.closing[&kind] {
            Closings::Any(wordings) => wordings,
            Closings::Answered(answered) => answered.of(answer),
        }
    }
}
