//! The fields of steps and options as they are read. A number may be any JSON integer and is validated later by the check
//! of the rules page; an enum's value is one of the words on the rules page, as a JSON string only.

use std::{borrow::Cow, fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, DeserializeOwned, IntoDeserializer, SeqAccess, Visitor},
    ser::SerializeSeq,
};

use crate::chance::Chance;

/// Any JSON integer, clamped to 64 bits. Booleans, strings and fractions are not numbers.
///
/// An amount of −1 is well-formed and then `bad_amount`, so every integer is accepted here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Number(pub i64);

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Number, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = Number;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an integer")
            }
            fn visit_i64<E>(self, value: i64) -> Result<Number, E> {
                Ok(Number(value))
            }
            fn visit_u64<E>(self, value: u64) -> Result<Number, E> {
                Ok(Number(i64::try_from(value).unwrap_or(i64::MAX)))
            }
            fn visit_f64<E: de::Error>(self, value: f64) -> Result<Number, E> {
                // The parser passes integers beyond 64 bits as floats. Steps with fractions or exponents are refused
                // before (`log/raw.rs`).
                if value.abs() >= 9.2e18 {
                    return Ok(Number(if value > 0.0 { i64::MAX } else { i64::MIN }));
                }
                Err(E::invalid_type(de::Unexpected::Float(value), &self))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

/// What a die or a brick shows. Any integer is accepted; one that does not fit in a byte becomes 255.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Face(pub u8);

impl fmt::Debug for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl<'de> Deserialize<'de> for Face {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Face, D::Error> {
        let number = Number::deserialize(deserializer)?;
        Ok(Face(u8::try_from(number.0).unwrap_or(u8::MAX)))
    }
}

impl Face {
    /// Whether this is a face of a die: 1 … 6.
    pub const fn is_die(self) -> bool {
        self.0 >= 1 && self.0 <= 6
    }
}

/// A list without heap allocation. Of a list longer than `N` it stores the first `N` items and the length, which the
/// check rejects.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Listed<T, const N: usize> {
    items: [T; N],
    len: u8,
}

/// Dice or bricks in the order listed.
pub type Faces<const N: usize> = Listed<Face, N>;

impl<T: Copy + Default, const N: usize> Default for Listed<T, N> {
    fn default() -> Self {
        Listed { items: [T::default(); N], len: 0 }
    }
}

impl<T: Copy + Default, const N: usize> Listed<T, N> {
    /// `count` items, created in order from their indexes.
    ///
    /// # Panics
    /// When `count` is more than `N`.
    pub fn from_fn(count: usize, mut item: impl FnMut(usize) -> T) -> Self {
        let mut list = Listed::default();
        for (place, slot) in list.items[..count].iter_mut().enumerate() {
            *slot = item(place);
        }
        list.len = count as u8;
        list
    }

    /// Adds an item at the end.
    pub fn push(&mut self, item: T) {
        if let Some(place) = self.items.get_mut(self.len as usize) {
            *place = item;
        }
        self.len = self.len.saturating_add(1);
    }

    /// Number of listed items, up to 255.
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether the list is empty.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The stored items, in the order listed.
    pub fn as_slice(&self) -> &[T] {
        &self.items[..self.len().min(N)]
    }

    /// As [`as_slice`](Listed::as_slice).
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = T> + ExactSizeIterator + Clone + '_ {
        self.as_slice().iter().copied()
    }
}

impl<const N: usize> Faces<N> {
    /// `count` dice, rolled one after the other.
    ///
    /// # Panics
    /// When `count` is more than `N`.
    pub fn rolled(count: usize, chance: &mut Chance) -> Faces<N> {
        Listed::from_fn(count, |_| Face(chance.die()))
    }
}

impl<T: Copy + Default, const N: usize> FromIterator<T> for Listed<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut list = Listed::default();
        items.into_iter().for_each(|item| list.push(item));
        list
    }
}

impl<T: Copy + Default + fmt::Debug, const N: usize> fmt::Debug for Listed<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

impl<T: Copy + Default + Serialize, const N: usize> Serialize for Listed<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.len()))?;
        for place in 0..self.len() {
            list.serialize_element(&self.items.get(place).copied().unwrap_or_default())?;
        }
        list.end()
    }
}

impl<'de, T: Copy + Default + Deserialize<'de>, const N: usize> Deserialize<'de> for Listed<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Items<T, const N: usize>(Listed<T, N>);
        impl<'de, T: Copy + Default + Deserialize<'de>, const N: usize> Visitor<'de> for Items<T, N> {
            type Value = Listed<T, N>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }
            fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<Self::Value, A::Error> {
                while let Some(item) = items.next_element()? {
                    self.0.push(item);
                }
                Ok(self.0)
            }
        }
        deserializer.deserialize_seq(Items(Listed::default()))
    }
}

/// A word of an enum: a derived implementation would also accept `{"word": null}`.
struct Strict<T>(T);

impl<'de, T: DeserializeOwned> Deserialize<'de> for Strict<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Strict<T>, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        T::deserialize(text.as_ref().into_deserializer()).map(Strict)
    }
}

/// A word of an enum.
pub(super) fn word<'de, T: DeserializeOwned, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    Strict::deserialize(deserializer).map(|Strict(word)| word)
}

/// A word of an enum, or null; the field is required.
pub(super) fn word_or_null<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: DeserializeOwned,
    D: Deserializer<'de>,
{
    Ok(Option::<Strict<T>>::deserialize(deserializer)?.map(|Strict(word)| word))
}

/// A word of an enum; the field may be omitted but not null.
pub(super) fn given_word<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: DeserializeOwned,
    D: Deserializer<'de>,
{
    word(deserializer).map(Some)
}

/// Any value; the field may be omitted but not null.
pub(super) fn given<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// A value in the form of an object: a derived implementation also accepts a list of the fields' values.
pub(super) struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> de::Visitor<'de> for Visitor<T> {
            type Value = Object<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
                T::deserialize(de::value::MapAccessDeserializer::new(map)).map(Object)
            }
        }
        deserializer.deserialize_map(Visitor(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_json_integers_are_numbers() {
        let read = |text| serde_json::from_str::<Number>(text).ok().map(|number| number.0);
        assert_eq!(read("-1"), Some(-1));
        assert_eq!(read("99999999999999999999999"), Some(i64::MAX));
        assert_eq!(read("-99999999999999999999999"), Some(i64::MIN));
        for text in ["1.0", "true", "null", "\"1\"", "[1]", "1e2"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn only_integers_are_parsed_as_faces() {
        let read = |text| serde_json::from_str::<Faces<3>>(text).ok();
        let faces = |list: &[u8]| Some(list.iter().copied().map(Face).collect());
        assert_eq!(read("[1, 6, 7]"), faces(&[1, 6, 7]));
        assert_eq!(read("[-1, 256, 99999999999999999999999]"), faces(&[255, 255, 255]));
        assert_eq!(read("[]"), faces(&[]));
        for text in ["[1.0]", "[true]", "[null]", "[\"1\"]", "[[1]]", "{}", "3", "null"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn a_list_that_is_too_long_keeps_its_length() {
        let list: Faces<2> = serde_json::from_str("[1, 2, 3]").expect("a list");
        assert_eq!((list.len(), list.as_slice()), (3, &[Face(1), Face(2)][..]));
        assert_eq!(serde_json::to_string(&list).expect("JSON"), "[1,2,0]");
        let long: Faces<2> = serde_json::from_str(&format!("{:?}", vec![1; 1000])).expect("a list");
        assert_eq!(long.len(), 255);
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Sky {
        Clear,
        VeryDark,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
    enum Report {
        Day {
            #[serde(deserialize_with = "word")]
            sky: Sky,
            #[serde(deserialize_with = "word_or_null")]
            later: Option<Sky>,
        },
    }

    #[test]
    fn only_strings_of_the_list_are_words() {
        let read = |text| serde_json::from_str::<Report>(text).ok();
        let expected = Some(Report::Day { sky: Sky::VeryDark, later: None });
        assert_eq!(read(r#"{"type": "day", "sky": "very_dark", "later": null}"#), expected);
        assert_eq!(
            read(r#"{"later": "clear", "sky": "clear", "type": "day"}"#),
            Some(Report::Day { sky: Sky::Clear, later: Some(Sky::Clear) })
        );
        for text in [
            r#"{"type": "day", "sky": {"clear": null}, "later": null}"#,
            r#"{"type": "day", "sky": "clear", "later": {"clear": null}}"#,
            r#"{"type": "day", "sky": "clear"}"#,
            r#"{"type": "day", "sky": null, "later": null}"#,
            r#"{"type": "day", "sky": "Clear", "later": null}"#,
            r#"{"type": "day", "sky": 0, "later": null}"#,
            r#"{"type": "day", "sky": ["clear"], "later": null}"#,
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
