//! Sums that can be merged in any order and from any parts with the same result.

use std::collections::BTreeMap;

/// Merges the counts of two parts by addition, which is associative and commutative.
pub trait Merge {
    /// Adds the counts of another part.
    fn merge(&mut self, other: &Self);
}

impl Merge for u64 {
    fn merge(&mut self, other: &u64) {
        *self += other;
    }
}

impl Merge for i64 {
    fn merge(&mut self, other: &i64) {
        *self += other;
    }
}

impl Merge for i128 {
    fn merge(&mut self, other: &i128) {
        *self += other;
    }
}

impl<T: Merge, const N: usize> Merge for [T; N] {
    fn merge(&mut self, other: &[T; N]) {
        self.iter_mut().zip(other).for_each(|(one, other)| one.merge(other));
    }
}

/// Element by element; missing elements count as zero.
impl<T: Merge + Clone> Merge for Vec<T> {
    fn merge(&mut self, other: &Vec<T>) {
        self.iter_mut().zip(other).for_each(|(one, other)| one.merge(other));
        if let Some(more) = other.get(self.len()..) {
            self.extend_from_slice(more);
        }
    }
}

/// By key.
impl<K: Ord + Clone, T: Merge + Clone> Merge for BTreeMap<K, T> {
    fn merge(&mut self, other: &BTreeMap<K, T>) {
        for (key, other) in other {
            match self.get_mut(key) {
                Some(one) => one.merge(other),
                None => drop(self.insert(key.clone(), other.clone())),
            }
        }
    }
}

/// The element at an index, to which the list is extended if necessary.
pub fn grown<T: Default + Clone>(list: &mut Vec<T>, place: usize) -> &mut T {
    if list.len() <= place {
        list.resize(place + 1, T::default());
    }
    &mut list[place]
}

/// Declares a struct that is merged field by field.
macro_rules! merged {
    (
        $(#[$meta:meta])*
        pub struct $name:ident {
            $( $(#[$field_meta:meta])* pub $field:ident: $type:ty, )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
        pub struct $name {
            $( $(#[$field_meta])* pub $field: $type, )*
        }

        impl $crate::statistics::Merge for $name {
            fn merge(&mut self, other: &Self) {
                $( $crate::statistics::Merge::merge(&mut self.$field, &other.$field); )*
            }
        }
    };
}
pub(super) use merged;
