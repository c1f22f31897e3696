//! A game's options as they are read: what can be wrong with a field, and numbers with bounds.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Maximum number of invalid fields reported.
pub const FAULTS_REPORTED: usize = 100;

/// Maximum number of bytes of a caller's text that a message quotes.
pub const QUOTED: usize = 100;

/// An invalid field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldFault {
    /// A JSON pointer into the value that was read, as in `/match/target`.
    pub pointer: String,
    /// What is wrong with it.
    pub kind: FieldFaultKind,
    /// The error as a sentence.
    pub detail: String,
}

/// What can be wrong with a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldFaultKind {
    /// The field is unknown.
    Unknown,
    /// The field is required.
    Missing,
    /// Another JSON type is expected.
    WrongType,
    /// The type is right, but the value is not allowed.
    BadValue,
}

/// The invalid fields, in the order found: at most one more than are reported, which shows that there are more. Parsing
/// stops at that one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldFaults(pub Vec<FieldFault>);

/// An integer within inclusive bounds; anything else is rejected.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Between<const LOW: i64, const HIGH: i64>(i64);

impl<const LOW: i64, const HIGH: i64> Between<LOW, HIGH> {
    /// A value within the bounds.
    ///
    /// # Panics
    /// When it is out of bounds; for constants and defaults.
    pub const fn new(value: i64) -> Self {
        assert!(value >= LOW && value <= HIGH, "out of bounds");
        Between(value)
    }

    /// The value; `None` when it is out of bounds.
    pub const fn checked(value: i64) -> Option<Self> {
        if value >= LOW && value <= HIGH { Some(Between(value)) } else { None }
    }

    pub(crate) fn expected() -> String {
        format!("Expected an integer from {LOW} to {HIGH}.")
    }

    /// The value.
    pub const fn get(self) -> i64 {
        self.0
    }

    /// The value as a `usize`.
    pub const fn size(self) -> usize {
        self.0 as usize
    }
}

impl<const LOW: i64, const HIGH: i64> fmt::Debug for Between<LOW, HIGH> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl<const LOW: i64, const HIGH: i64> Serialize for Between<LOW, HIGH> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(self.0)
    }
}

impl<'de, const LOW: i64, const HIGH: i64> Deserialize<'de> for Between<LOW, HIGH> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = i64::deserialize(deserializer)?;
        Self::checked(number).ok_or_else(|| de::Error::custom(Self::expected()))
    }
}
