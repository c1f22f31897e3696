//! The steps of a submitted log, as sent.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::integers::integers_only;
use crate::games::{Code, GameStep, Violation, violation};

/// Maximum length of a step, in bytes; a deal of the whole pack has under a thousand.
const STEP_SIZE: usize = 64 << 10;

/// A step of a submitted log, as sent; it is checked in its turn.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(transparent)]
pub struct RawStep<'a>(#[serde(borrow)] &'a RawValue);

/// The only field read to find the type of a step.
#[derive(Deserialize)]
struct TypeOnly<'a> {
    #[serde(borrow, rename = "type")]
    step_type: std::borrow::Cow<'a, str>,
}

impl<'a> RawStep<'a> {
    /// A step as sent.
    pub const fn new(text: &'a RawValue) -> RawStep<'a> {
        RawStep(text)
    }

    /// The JSON text.
    pub const fn json(self) -> &'a RawValue {
        self.0
    }

    /// Reads it as a step.
    ///
    /// # Errors
    /// `malformed`, when it is not a well-formed step.
    pub fn read<S: GameStep>(self) -> Result<S, Violation> {
        if !self.is_object() {
            return Err(violation!(Code::Malformed, "A step must be an object."));
        }
        if self.0.get().len() > STEP_SIZE {
            return Err(violation!(Code::Malformed, "A step may have at most {} bytes.", STEP_SIZE));
        }
        let malformed =
            |why: serde_json::Error| violation!(Code::Malformed, "The step is malformed: {}.", explained(&why));
        let text = integers_only(self.0.get()).ok_or_else(|| {
            violation!(Code::Malformed, "Numbers in a step must be integers, without fraction or exponent.")
        })?;
        serde_json::from_str(&text).map_err(malformed)
    }

    /// Whether it is an object with this `type`, well-formed or not.
    pub fn has_type(self, word: &str) -> bool {
        self.is_object()
            && self.0.get().len() <= STEP_SIZE
            && serde_json::from_str::<TypeOnly<'_>>(self.0.get()).is_ok_and(|step| step.step_type == word)
    }

    /// Derived implementations also accept a list of the fields, so this is checked separately.
    fn is_object(self) -> bool {
        self.0.get().starts_with('{')
    }
}

/// What is wrong, in the words of JSON and without the place: lines and columns count within what is read, which the
/// caller sent as a part of a body.
pub(super) fn explained(why: &serde_json::Error) -> String {
    let text = why.to_string();
    let place = format!(" at line {} column {}", why.line(), why.column());
    let text = text.strip_suffix(&place).unwrap_or(&text);
    let words = [
        ("type: sequence", "type: list"),
        ("type: map", "type: object"),
        ("expected a sequence", "expected a list"),
        ("expected u8", "expected an integer from 0 to 255"),
        ("expected variant identifier", "expected the type of a step"),
        ("unknown variant", "unknown word"),
        ("string or map", "string"),
        ("expected internally tagged enum Step", "expected an object"),
    ];
    words.iter().fold(text.to_owned(), |text, (rust, json)| text.replacen(rust, json, 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cards::Deck,
        games::{AnyStepKind, Fortunes, Game, Labels},
    };

    const LABELS: Labels<'_> = Labels { deck: Deck::WaiteSmith, players: &[] };

    type Step = <Fortunes as Game>::Step;

    fn raw(text: &str) -> RawStep<'_> {
        RawStep::new(serde_json::from_str(text).expect("JSON"))
    }

    #[test]
    fn what_is_wrong_is_told_without_the_place() {
        for (text, told) in [
            (
                r#"{"type":"play","player":300,"card":"wa10"}"#,
                "The step is malformed: invalid value: integer `300`, expected an integer from 0 to 255.",
            ),
            (r#"{"type":5}"#, "The step is malformed: invalid type: integer `5`, expected the type of a step."),
            (r#"{"type":"deal","hands":5}"#, "The step is malformed: invalid type: integer `5`, expected a list."),
            (
                r#"{"type":"play","player":1e30,"card":"wa10"}"#,
                "Numbers in a step must be integers, without fraction or exponent.",
            ),
        ] {
            let fault = raw(text).read::<Step>().expect_err("it is malformed");
            assert_eq!((fault.code, fault.sentence(LABELS)), (Code::Malformed, told.to_owned()));
        }
    }

    #[test]
    fn a_list_of_the_fields_is_not_a_step() {
        for text in
            [r#" {"type": "play", "player": 0, "card": "wa10"}"#, r#" {"player": 0, "type": "play", "card": "wa10"}"#]
        {
            assert_eq!(raw(text).read::<Step>().map(|step| step.kind().name()), Ok("play"));
        }
        let list = raw(r#" ["play", 0, "wa10"]"#);
        assert_eq!(list.read::<Step>().map_err(|fault| fault.code), Err(Code::Malformed));
        assert!(!list.has_type("play"));
        assert!(raw(r#" {"type": "play", "sky": []}"#).has_type("play"));
    }
}
