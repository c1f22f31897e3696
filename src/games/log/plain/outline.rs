//! The positions of a log document's fields and steps in its text.
//!
//! Every body is checked for I-JSON anyway. Finding its steps in the same pass saves a second one: with the plain
//! reader of steps, a dry run takes 0.77 of the time it took before. Where the ruleset precedes the steps, that pass
//! also reads them (`docs/benchmarks.md`).

use std::{any::Any, ops::Range, sync::Arc};

use super::{DEPTH, FIELDS, Reader, type_first::split_step};
use crate::games::{GameStep, Ruleset, log::LogCodec, with_game};

/// Maximum length of a text that has an outline, in bytes: the positions of short steps may take more memory than the
/// steps.
const LENGTH: usize = 64 << 10;

/// Maximum length of a text whose steps are read in the same pass, in bytes: they take up to five times as much memory.
const TYPED_LENGTH: usize = 16 << 10;

/// Usual length of a step, in bytes.
const USUAL_STEP: usize = 40;

/// The field that has the steps.
const STEPS: &str = "steps";

/// The field that names their type.
const RULESET: &str = "ruleset";

/// The positions of the parts of a plain I-JSON object, in bytes of its text.
#[derive(Clone, Debug)]
pub struct Outline {
    /// Names and values in the order sent, without the steps.
    fields: Vec<(Range<usize>, Range<usize>)>,
    steps: Vec<Range<usize>>,
    typed: Option<TypedSteps>,
}

/// Steps of the type of some game.
#[derive(Clone, Debug)]
pub struct TypedSteps(Arc<dyn Any + Send + Sync>);

impl TypedSteps {
    /// The steps, if they are of this type; otherwise none.
    pub(crate) fn of<S: GameStep>(&self) -> &[S] {
        self.0.downcast_ref::<Vec<S>>().map_or(&[], Vec::as_slice)
    }
}

/// The text of a log document, with its outline.
#[derive(Clone, Debug)]
pub struct OutlinedText {
    text: String,
    outline: Option<Outline>,
}

impl OutlinedText {
    /// Finds the outline of a text.
    pub fn new(text: String) -> OutlinedText {
        OutlinedText { outline: Outline::of(&text), text }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The outline, which only plain and short texts have. One that has an outline is I-JSON.
    pub const fn outline(&self) -> Option<&Outline> {
        self.outline.as_ref()
    }
}

impl Outline {
    /// The outline of an object with a list of steps; `None` if the text requires the full parser or is long.
    pub fn of(text: &str) -> Option<Outline> {
        if text.len() > LENGTH {
            return None;
        }
        let mut outline = Outline { fields: Vec::new(), steps: Vec::new(), typed: None };
        outline.read(text)?;
        Some(outline)
    }

    /// Names and values except the steps. The text must be the one that the outline was made from.
    pub(crate) fn fields<'a>(&self, text: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.fields.iter().map(|(name, value)| (&text[name.clone()], &text[value.clone()]))
    }

    /// The steps. The text must be the one that the outline was made from.
    pub(crate) fn steps<'a>(&self, text: &'a str) -> impl Iterator<Item = &'a str> {
        self.steps.iter().map(|step| &text[step.clone()])
    }

    /// The first steps, as far as they could be read. A text of another ruleset has none.
    pub(crate) fn typed(&self) -> Option<TypedSteps> {
        self.typed.clone()
    }

    fn read(&mut self, text: &str) -> Option<()> {
        let mut reader = Reader::new(text);
        let (mut names, mut steps) = (Vec::new(), None);
        (reader.next()? == b'{').then_some(())?;
        loop {
            let start = reader.start(text)? + 1;
            let name = reader.name()?;
            if names.len() == FIELDS || names.contains(&name) {
                return None;
            }
            names.push(name);
            if name == STEPS.as_bytes() {
                steps = Some(self.read_list(&mut reader, text)?);
            } else {
                self.fields.push((start..start + name.len(), reader.place(text, DEPTH - 1)?));
            }
            match reader.next()? {
                b',' => {}
                b'}' => break,
                _ => return None,
            }
        }
        reader.skip_space();
        reader.rest.is_empty().then_some(())?;
        steps
    }

    fn read_list(&mut self, reader: &mut Reader<'_>, text: &str) -> Option<()> {
        (reader.next()? == b'[').then_some(())?;
        if reader.ends_with(b']') {
            return Some(());
        }
        self.steps.reserve(reader.rest.len() / USUAL_STEP);
        match self.ruleset(text).filter(|_| text.len() <= TYPED_LENGTH) {
            Some(ruleset) => with_game!(ruleset, G => {
                let mut typed = Vec::with_capacity(self.steps.capacity());
                self.read_steps::<G>(reader, text, &mut typed)?;
                self.typed = Some(TypedSteps(Arc::new(typed)));
                Some(())
            }),
            None => self.read_steps_untyped(reader, text),
        }
    }

    /// The ruleset, if it precedes the steps.
    fn ruleset(&self, text: &str) -> Option<Ruleset> {
        let (_, id) = self.fields(text).find(|(name, _)| *name == RULESET)?;
        id.strip_prefix('"')?.strip_suffix('"')?.parse().ok()
    }

    /// Reads steps as long as they are steps of this game.
    fn read_steps<G: LogCodec>(&mut self, reader: &mut Reader<'_>, text: &str, typed: &mut Vec<G::Step>) -> Option<()> {
        loop {
            let start = reader.start(text)?;
            let json = &text[start..];
            let Some((step, length)) = G::read_usual(json).or_else(|| split_step(json)) else {
                return self.read_steps_untyped(reader, text);
            };
            typed.push(step);
            self.steps.push(start..start + length);
            reader.rest = &reader.rest[length..];
            match reader.next()? {
                b',' => {}
                b']' => return Some(()),
                _ => return None,
            }
        }
    }

    fn read_steps_untyped(&mut self, reader: &mut Reader<'_>, text: &str) -> Option<()> {
        loop {
            self.steps.push(reader.place(text, DEPTH - 2)?);
            match reader.next()? {
                b',' => {}
                b']' => return Some(()),
                _ => return None,
            }
        }
    }
}

impl Reader<'_> {
    /// The start of the next token.
    fn start(&mut self, text: &str) -> Option<usize> {
        self.skip_space();
        text.len().checked_sub(self.rest.len())
    }

    /// Reads a value and returns its position.
    fn place(&mut self, text: &str, depth: usize) -> Option<Range<usize>> {
        let start = self.start(text)?;
        self.value(depth)?;
        Some(start..text.len().checked_sub(self.rest.len())?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_has_every_part_unchanged() {
        let text = r#" { "a" : [1, {"b": 2}] , "steps":[ {"type":"x"} ,7,"y" ],"z":"ü" } "#;
        let outline = Outline::of(text).expect("plain");
        assert_eq!(outline.fields(text).collect::<Vec<_>>(), [("a", r#"[1, {"b": 2}]"#), ("z", r#""ü""#)]);
        assert_eq!(outline.steps(text).collect::<Vec<_>>(), [r#"{"type":"x"}"#, "7", r#""y""#]);
        assert_eq!(Outline::of(r#"{"steps":[]}"#).map(|outline| outline.steps.len()), Some(0));
    }

    #[test]
    fn texts_that_are_not_plain_have_no_outline() {
        for text in [
            "[]",
            "{}",
            r#"{"a":1}"#,
            r#"{"steps":{}}"#,
            r#"{"steps":[1,]}"#,
            r#"{"steps":[1]"#,
            r#"{"steps":[1]} 2"#,
            r#"{"steps":[1],"steps":[]}"#,
            r#"{"a":1,"a":2,"steps":[]}"#,
            r#"{"steps":[{"a":1,"a":2}]}"#,
            r#"{"steps":[1.5]}"#,
        ] {
            assert!(Outline::of(text).is_none(), "{text}");
        }
        let long = |spaces| format!("{{{}\"steps\":[]}}", " ".repeat(spaces));
        assert!(Outline::of(&long(60 << 10)).is_some() && Outline::of(&long(LENGTH)).is_none());
    }
}
