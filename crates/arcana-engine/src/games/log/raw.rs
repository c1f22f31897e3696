//! The steps of a submitted log, as sent: how they are read and checked.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::LogCodec;
use crate::games::{
    AnyStepKind, Code, Due, GameStep, Observe, Viewer, Violation, game::wrong_player, game_over, violation,
};

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

/// Reads a step and checks it; returns it complete.
pub fn next<G: LogCodec>(game: &G, raw: RawStep<'_>, later: &[RawStep<'_>]) -> Result<G::Step, Violation> {
    let due = game.due();
    if due.is_over() {
        return Err(game_over());
    }
    let mut step: G::Step = raw.read()?;
    if due.accepts(step.kind()) {
        step = game.normalize(step, later);
    }
    game.check(&step)?;
    Ok(step)
}

/// Checks a step that a player sends from a seat, as [`check`](crate::games::Game::check) does, but a violation reveals
/// nothing that is hidden from this player.
///
/// A player who is not due learns only that, whatever the step. So `wrong_player` comes before `wrong_step` here.
///
/// # Errors
/// `game_over`, `malformed`, `wrong_player`, `wrong_step`, then as [`check`](crate::games::Game::check). A table step
/// is a `wrong_step`.
pub fn check_as_seen<G: Observe>(game: &G, step: &G::Step) -> Result<(), Violation> {
    let checked = game.check(step);
    if let Err(Violation { code: Code::GameOver | Code::Malformed, .. }) = checked {
        return checked;
    }
    let Some(player) = step.player() else {
        return Err(violation!(Code::WrongStep, "A step of type {} is made by the table.", step.kind().name()));
    };
    let due = game.due_for(Viewer::Player(player));
    if !due.players().contains(player) {
        return wrong_player(due.players(), player);
    }
    game.check_due(due, step)?;
    match (checked, due) {
        // It is due only from others, as far as this player knows.
        (Err(Violation { code: Code::WrongStep | Code::WrongPlayer, .. }), Due::Players { must, .. }) => {
            wrong_player(must, player)
        }
        (checked, Due::Players { .. } | Due::Table(_) | Due::Over) => checked,
    }
}

/// A JSON text with integers only, in which `-0` is written as `0`; `None` if a number has a fraction or an exponent. The
/// numbers are judged by their text, since the parser passes integers beyond 64 bits and `-0` as floats.
fn integers_only(json: &str) -> Option<Cow<'_, str>> {
    let (bytes, mut at, mut rewritten, mut copied) = (json.as_bytes(), 0, String::new(), 0);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => at = after_string(bytes, at + 1),
            b'-' | b'0'..=b'9' => {
                let is_part = |byte: &u8| matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9');
                let number = bytes[at..].iter().take_while(|byte| is_part(byte)).count();
                let number = &bytes[at..at + number];
                if number.iter().any(|byte| matches!(byte, b'.' | b'e' | b'E')) {
                    return None;
                }
                if number == b"-0" {
                    rewritten += &json[copied..at];
                    copied = at + 1;
                }
                at += number.len();
            }
            _ => at += 1,
        }
    }
    Some(if copied == 0 { Cow::Borrowed(json) } else { Cow::Owned(rewritten + &json[copied..]) })
}

/// The place behind a string whose text begins here.
fn after_string(bytes: &[u8], mut at: usize) -> usize {
    loop {
        match bytes.get(at) {
            None => return at,
            Some(b'"') => return at + 1,
            Some(b'\\') => at += 2,
            Some(_) => at += 1,
        }
    }
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

    #[test]
    fn fractions_and_exponents_are_found_outside_of_strings() {
        for text in ["1.0", "1e30", "[1,2E5]", r#"{"a":"\"","b":-0.0}"#, r#"["\\",0e0]"#] {
            assert_eq!(integers_only(text), None, "{text}");
        }
        let plain = r#"{"type":"play 1.5","a\"1e5":[-1,99999999999999999999,true,false,null],"é":{"b":"-0"}}"#;
        assert!(matches!(integers_only(plain), Some(Cow::Borrowed(text)) if text == plain));
    }

    #[test]
    fn minus_zero_is_zero() {
        let text = r#"{"a":-0,"b":[-0, -0,-10,0],"c":"-0"}"#;
        assert_eq!(integers_only(text).as_deref(), Some(r#"{"a":0,"b":[0, 0,-10,0],"c":"-0"}"#));
    }
}
