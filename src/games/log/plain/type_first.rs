//! Reads steps whose first field is `type` in one pass.
//!
//! The derived implementation accepts `type` anywhere, so it copies all fields before it knows what they are. This one
//! avoids the copies but reads only plain JSON; the derived one handles the rest.

use std::marker::PhantomData;

use serde::{
    Deserializer,
    de::{DeserializeSeed, EnumAccess, Error, MapAccess, VariantAccess, Visitor},
    forward_to_deserialize_any,
};

use super::values::{Values, read};
use crate::games::GameStep;

/// Reads a step; `None` if it requires the full parser.
pub fn read_step<S: GameStep>(text: &str) -> Option<S> {
    read(text, TypeFirst(PhantomData))
}

/// Reads the step at the start of a text; returns its length as well.
pub(super) fn split_step<S: GameStep>(text: &str) -> Option<(S, usize)> {
    let mut values = Values::new(text);
    let step = TypeFirst(PhantomData).deserialize(&mut values).ok()?;
    Some((step, values.length_read()))
}

struct TypeFirst<S>(PhantomData<S>);

impl<'de, S: GameStep> DeserializeSeed<'de> for TypeFirst<S> {
    type Value = S;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, S: GameStep> Visitor<'de> for TypeFirst<S> {
    type Value = S;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a step")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut fields: M) -> Result<S, M::Error> {
        match fields.next_key::<&'de str>()? {
            Some("type") => S::read_variant(Variant(fields)),
            Some(_) | None => Err(M::Error::custom("`type` is not first")),
        }
    }
}

/// The fields of a step after the name `type`, as a variant with its content.
struct Variant<M>(M);

impl<'de, M: MapAccess<'de>> Deserializer<'de> for Variant<M> {
    type Error = M::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, M::Error> {
        visitor.visit_enum(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de, M: MapAccess<'de>> EnumAccess<'de> for Variant<M> {
    type Error = M::Error;
    type Variant = Variant<M>;

    fn variant_seed<V: DeserializeSeed<'de>>(mut self, seed: V) -> Result<(V::Value, Variant<M>), M::Error> {
        Ok((self.0.next_value_seed(seed)?, self))
    }
}

/// All steps are variants with named fields.
impl<'de, M: MapAccess<'de>> VariantAccess<'de> for Variant<M> {
    type Error = M::Error;

    fn unit_variant(self) -> Result<(), M::Error> {
        Err(M::Error::custom("a step has fields"))
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _: T) -> Result<T::Value, M::Error> {
        Err(M::Error::custom("a step has fields"))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, M::Error> {
        Err(M::Error::custom("a step has fields"))
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, M::Error> {
        visitor.visit_map(self.0)
    }
}
