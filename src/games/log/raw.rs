//! The steps of a submitted log, as sent.

use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::plain::read_step;
use crate::games::{Code, GameStep, Violation, violation};

/// Maximum length of a step, in bytes; a deal of the whole pack has under a thousand.
const STEP_SIZE: usize = 64 << 10;

/// A step of a submitted log, as sent; it is checked in its turn.
#[derive(Clone, Copy, Debug)]
pub struct RawStep<'a> {
    text: &'a str,
    /// Its place among the steps of the outline that it was found in, which may have it typed.
    pub(super) place: Option<usize>,
}

impl<'de> Deserialize<'de> for RawStep<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RawStep<'de>, D::Error> {
        <&RawValue>::deserialize(deserializer).map(RawStep::new)
    }
}

/// The only field read to find the type of a step.
#[derive(Deserialize)]
struct TypeOnly<'a> {
    #[serde(borrow, rename = "type")]
    step_type: std::borrow::Cow<'a, str>,
}

impl<'a> RawStep<'a> {
    /// A step as sent.
    pub fn new(text: &'a RawValue) -> RawStep<'a> {
        RawStep { text: text.get(), place: None }
    }

    /// A step from an outline: JSON without surrounding space.
    pub(super) const fn found((place, text): (usize, &'a str)) -> RawStep<'a> {
        RawStep { text, place: Some(place) }
    }

    /// The JSON text.
    pub fn json(self) -> &'a RawValue {
        serde_json::from_str(self.text).expect("a step is JSON")
    }

    /// Reads it as a step.
    ///
    /// # Errors
    /// `malformed`, when it is not a well-formed step.
    pub fn read<S: GameStep>(self) -> Result<S, Violation> {
        if !self.is_object() {
            return Err(violation!(Code::Malformed, "A step must be an object."));
        }
        if self.text.len() > STEP_SIZE {
            return Err(violation!(Code::Malformed, "A step may have at most {} bytes.", STEP_SIZE));
        }
        let malformed =
            |why: serde_json::Error| violation!(Code::Malformed, "The step is malformed: {}.", why.to_string());
        read_step(self.text).map_or_else(|| serde_json::from_str(self.text).map_err(malformed), Ok)
    }

    /// Whether it is an object with this `type`, well-formed or not.
    pub fn has_type(self, word: &str) -> bool {
        self.is_object()
            && self.text.len() <= STEP_SIZE
            && serde_json::from_str::<TypeOnly<'_>>(self.text).is_ok_and(|step| step.step_type == word)
    }

    /// Derived implementations also accept a list of the fields, so this is checked separately.
    fn is_object(self) -> bool {
        self.text.starts_with('{')
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{AnyStepKind, Fortunes, Game};

    type Step = <Fortunes as Game>::Step;

    fn raw(text: &str) -> RawStep<'_> {
        RawStep::new(serde_json::from_str(text).expect("JSON"))
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
