//! Recognizes plain I-JSON in one pass over its bytes.
//!
//! Nearly all bodies are plain: integers are short, names have no escapes and objects have few fields. Anything else
//! goes to the full parser, which also reports errors. This pass takes a twentieth of a dry-run import (`perf record`)
//! and also records where the steps of a log are ([`Outline`]).

mod outline;
mod scan;
mod type_first;
mod values;

pub use outline::{Outline, OutlinedText, TypedSteps};
pub(super) use type_first::read_step;
pub(super) use values::read;

/// Maximum number of fields of an object, whose names are compared one by one.
const FIELDS: usize = 32;
/// Maximum nesting depth; the full parser allows twice as much.
const DEPTH: usize = 64;

/// Number of values in a text, nested ones included; `None` if it requires the full parser.
pub fn count(text: &str) -> Option<usize> {
    let mut reader = Reader::new(text);
    reader.value(DEPTH)?;
    reader.skip_space();
    reader.rest.is_empty().then_some(reader.values)
}

struct Reader<'a> {
    rest: &'a [u8],
    /// The field names of all open objects, the innermost last.
    names: Vec<&'a [u8]>,
    values: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Reader<'a> {
        Reader { rest: text.as_bytes(), names: Vec::new(), values: 0 }
    }

    fn value(&mut self, depth: usize) -> Option<()> {
        self.values += 1;
        self.skip_space();
        let (first, rest) = self.rest.split_first()?;
        match first {
            b'"' => {
                self.rest = rest;
                self.text()
            }
            b'{' => {
                self.rest = rest;
                self.object(depth.checked_sub(1)?)
            }
            b'[' => {
                self.rest = rest;
                self.array(depth.checked_sub(1)?)
            }
            b'-' => {
                self.rest = rest;
                self.number()
            }
            b'0'..=b'9' => self.number(),
            b't' => self.word(b"true"),
            b'f' => self.word(b"false"),
            b'n' => self.word(b"null"),
            _ => None,
        }
    }

    fn skip_space(&mut self) {
        while let [first, rest @ ..] = self.rest
            && scan::is_space(*first)
        {
            self.rest = rest;
        }
    }

    /// The next byte that is not whitespace.
    fn next(&mut self) -> Option<u8> {
        self.skip_space();
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    /// Consumes this byte if it is next.
    fn ends_with(&mut self, end: u8) -> bool {
        self.skip_space();
        match self.rest.split_first() {
            Some((first, rest)) if *first == end => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    fn word(&mut self, word: &[u8]) -> Option<()> {
        self.rest = self.rest.strip_prefix(word)?;
        Some(())
    }

    /// An integer without its sign.
    fn number(&mut self) -> Option<()> {
        self.rest = &self.rest[scan::integer_length(self.rest)?..];
        Some(())
    }

    /// The rest of a string after its opening quote.
    fn text(&mut self) -> Option<()> {
        loop {
            let end = scan::text_length(self.rest)?;
            match &self.rest[end..] {
                [b'"', rest @ ..] => {
                    self.rest = rest;
                    return Some(());
                }
                [b'\\', b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't', rest @ ..] => self.rest = rest,
                _ => return None,
            }
        }
    }

    /// A name without escapes, together with the colon after it.
    fn name(&mut self) -> Option<&'a [u8]> {
        if self.next()? != b'"' {
            return None;
        }
        let (name, rest) = self.rest.split_at(scan::text_length(self.rest)?);
        self.rest = rest.strip_prefix(b"\"")?;
        (self.next()? == b':').then_some(name)
    }

    fn object(&mut self, depth: usize) -> Option<()> {
        if self.ends_with(b'}') {
            return Some(());
        }
        let first = self.names.len();
        loop {
            let name = self.name()?;
            let own = &self.names[first..];
            if own.len() == FIELDS || own.contains(&name) {
                return None;
            }
            self.names.push(name);
            self.value(depth)?;
            match self.next()? {
                b',' => {}
                b'}' => break,
                _ => return None,
            }
        }
        self.names.truncate(first);
        Some(())
    }

    fn array(&mut self, depth: usize) -> Option<()> {
        if self.ends_with(b']') {
            return Some(());
        }
        loop {
            self.value(depth)?;
            match self.next()? {
                b',' => {}
                b']' => return Some(()),
                _ => return None,
            }
        }
    }
}
