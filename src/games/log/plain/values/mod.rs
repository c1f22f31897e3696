//! Deserializes plain JSON: texts without escapes and short integers, of which nearly all steps consist.
//!
//! It rejects anything else without a reason, and the full parser decides. What it accepts, the full parser reads the
//! same way. It takes half as long for steps, since it tracks no error positions and copies no text
//! (`docs/benchmarks.md`).

use std::fmt;

use serde::{
    Deserializer,
    de::{self, DeserializeSeed, MapAccess, SeqAccess, Visitor},
    forward_to_deserialize_any,
};

use super::{DEPTH, scan};

/// A deserializer of plain JSON.
pub(crate) struct Values<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

/// The text requires the full parser.
#[derive(Debug)]
pub(crate) struct NotPlain;

impl fmt::Display for NotPlain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not plain")
    }
}

impl std::error::Error for NotPlain {}

impl de::Error for NotPlain {
    fn custom<T: fmt::Display>(_: T) -> NotPlain {
        NotPlain
    }

    // The messages are not used, so they are not formatted.
    fn invalid_type(_: de::Unexpected<'_>, _: &dyn de::Expected) -> NotPlain {
        NotPlain
    }
}

/// Reads a value; `None` if it requires the full parser.
pub(crate) fn read<'a, S: DeserializeSeed<'a>>(text: &'a str, seed: S) -> Option<S::Value> {
    let mut values = Values::new(text);
    let value = seed.deserialize(&mut values).ok()?;
    values.is_at_end().then_some(value)
}

impl<'a> Values<'a> {
    /// At the start of a text.
    pub(crate) const fn new(text: &'a str) -> Values<'a> {
        Values { text, at: 0, depth: 0 }
    }

    /// Whether everything has been read.
    pub(crate) fn is_at_end(&mut self) -> bool {
        self.peek().is_none()
    }

    /// The number of bytes that have been read.
    pub(crate) const fn length_read(&self) -> usize {
        self.at
    }

    /// The next byte that is not a space, without consuming it.
    fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.at) {
            if !scan::is_space(*byte) {
                return Some(*byte);
            }
            self.at += 1;
        }
        None
    }

    /// Consumes this byte, which must be next.
    fn expect(&mut self, expected: u8) -> Result<(), NotPlain> {
        if self.peek() != Some(expected) {
            return Err(NotPlain);
        }
        self.at += 1;
        Ok(())
    }

    fn string(&mut self) -> Result<&'a str, NotPlain> {
        self.expect(b'"')?;
        let (text, start) = (self.text, self.at);
        let rest = text.as_bytes().get(start..).ok_or(NotPlain)?;
        let end = scan::text_length(rest).ok_or(NotPlain)?;
        if rest[end] != b'"' {
            return Err(NotPlain);
        }
        self.at = start + end + 1;
        Ok(&text[start..start + end])
    }

    fn number(&mut self) -> Result<u64, NotPlain> {
        self.peek();
        let rest = self.text.as_bytes().get(self.at..).ok_or(NotPlain)?;
        let digits = scan::integer_length(rest).ok_or(NotPlain)?;
        self.at += digits;
        Ok(rest[..digits].iter().fold(0, |number, digit| 10 * number + u64::from(digit - b'0')))
    }

    fn word(&mut self, word: &str) -> Result<(), NotPlain> {
        self.peek();
        let rest = self.text.as_bytes().get(self.at..).ok_or(NotPlain)?;
        if !rest.starts_with(word.as_bytes()) {
            return Err(NotPlain);
        }
        self.at += word.len();
        Ok(())
    }

    fn bool(&mut self) -> Result<bool, NotPlain> {
        if self.peek() == Some(b't') { self.word("true").map(|()| true) } else { self.word("false").map(|()| false) }
    }

    /// Reads what is between two brackets, and both brackets.
    fn within<T>(
        &mut self,
        [open, close]: [u8; 2],
        read: impl FnOnce(&mut Items<'_, 'a>) -> Result<T, NotPlain>,
    ) -> Result<T, NotPlain> {
        self.expect(open)?;
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(NotPlain);
        }
        let mut items = Items { values: self, close, is_first: true, is_over: false };
        let value = read(&mut items)?;
        if !items.is_over {
            self.expect(close)?;
        }
        self.depth -= 1;
        Ok(value)
    }
}

/// The items of a list or the fields of an object.
struct Items<'r, 'a> {
    values: &'r mut Values<'a>,
    close: u8,
    is_first: bool,
    is_over: bool,
}

impl Items<'_, '_> {
    /// Whether there is another one.
    fn has_next(&mut self) -> Result<bool, NotPlain> {
        if self.is_over {
            return Ok(false);
        }
        if self.values.peek() == Some(self.close) {
            self.values.at += 1;
            self.is_over = true;
            return Ok(false);
        }
        if !std::mem::take(&mut self.is_first) {
            self.values.expect(b',')?;
            // No comma may precede the end.
            if self.values.peek() == Some(self.close) {
                return Err(NotPlain);
            }
        }
        Ok(true)
    }
}

impl<'de> SeqAccess<'de> for &mut Items<'_, 'de> {
    type Error = NotPlain;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, NotPlain> {
        if self.has_next()? { seed.deserialize(&mut *self.values).map(Some) } else { Ok(None) }
    }
}

impl<'de> MapAccess<'de> for &mut Items<'_, 'de> {
    type Error = NotPlain;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, NotPlain> {
        if !self.has_next()? {
            return Ok(None);
        }
        let name = self.values.string()?;
        self.values.expect(b':')?;
        seed.deserialize(de::value::BorrowedStrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, NotPlain> {
        seed.deserialize(&mut *self.values)
    }
}

/// Numbers of any type are read alike; the visitor rejects those that are too large.
macro_rules! numbers {
    ($($name:ident)*) => { $(
        fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NotPlain> {
            visitor.visit_u64(self.number()?)
        }
    )* };
}

/// Serde has several methods for text.
macro_rules! texts {
    ($($name:ident)*) => { $(
        fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NotPlain> {
            visitor.visit_borrowed_str(self.string()?)
        }
    )* };
}

/// Types that no step has are left to the full parser.
macro_rules! others {
    ($($name:ident($($argument:ty),*))*) => { $(
        fn $name<V: Visitor<'de>>(self, $(_: $argument,)* _: V) -> Result<V::Value, NotPlain> {
            Err(NotPlain)
        }
    )* };
}

impl<'de> Deserializer<'de> for &mut Values<'de> {
    type Error = NotPlain;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NotPlain> {
        match self.peek() {
            Some(b'"') => self.deserialize_str(visitor),
            Some(b'{') => self.deserialize_map(visitor),
            Some(b'[') => self.deserialize_seq(visitor),
            Some(b'0'..=b'9') => self.deserialize_u64(visitor),
            Some(b't' | b'f') => self.deserialize_bool(visitor),
            Some(b'n') => self.deserialize_unit(visitor),
            Some(_) | None => Err(NotPlain),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NotPlain> {
        visitor.visit_bool(self.bool()?)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NotPlain> {
        self.word("null")?;
        visitor.visit_unit()
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NotPlain> {
        if self.peek() != Some(b'n') {
            return visitor.visit_some(self);
        }
        self.word("null")?;
        visitor.visit_none()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, NotPlain> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NotPlain> {
        self.within(*b"[]", |items| visitor.visit_seq(items))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, NotPlain> {
        self.within(*b"{}", |fields| visitor.visit_map(fields))
    }

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    texts! { deserialize_str deserialize_string deserialize_identifier }

    others! {
        deserialize_unit_struct(&'static str)
        deserialize_tuple(usize)
        deserialize_tuple_struct(&'static str, usize)
        deserialize_struct(&'static str, &'static [&'static str])
        deserialize_enum(&'static str, &'static [&'static str])
        deserialize_i128() deserialize_u128() deserialize_f32() deserialize_f64()
        deserialize_char() deserialize_bytes() deserialize_byte_buf()
    }

    forward_to_deserialize_any! { ignored_any }
}

#[cfg(test)]
mod tests;
