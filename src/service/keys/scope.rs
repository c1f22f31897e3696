//! What a key may do.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A permission of a key; no scope includes another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// Read stored resources, and have tricks read.
    Read,
    /// Play games, import logs and request readings; delete own resources.
    Write,
    /// Create and revoke keys; delete resources of any owner.
    Admin,
}

impl Scope {
    /// All scopes.
    pub const ALL: [Scope; 3] = [Scope::Read, Scope::Write, Scope::Admin];

    /// The scope's id in the API.
    pub const fn id(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Write => "write",
            Scope::Admin => "admin",
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl FromStr for Scope {
    type Err = String;

    fn from_str(text: &str) -> Result<Scope, String> {
        Scope::ALL.into_iter().find(|scope| scope.id() == text).ok_or_else(|| {
            let known = Scope::ALL.map(|scope| format!("`{}`", scope.id())).join(", ");
            format!("`{text}` is not a scope; the scopes are {known}")
        })
    }
}

/// A set of scopes: one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scopes(u8);

impl Scopes {
    /// No scope.
    pub const NONE: Scopes = Scopes(0);
    /// Only reading.
    pub const READ: Scopes = Scopes(0b1);
    /// Reading and writing.
    pub const READ_WRITE: Scopes = Scopes(0b11);

    /// Does the set contain this scope?
    pub const fn has(self, scope: Scope) -> bool {
        self.0 & 1 << scope as u8 != 0
    }

    /// The scopes in order.
    pub fn list(self) -> Vec<Scope> {
        Scope::ALL.into_iter().filter(|scope| self.has(*scope)).collect()
    }

    /// The set as a bit mask: 1 read, 2 write, 4 admin.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The set of a bit mask; `None` if it has unknown bits.
    pub const fn from_bits(bits: u8) -> Option<Scopes> {
        if bits < 1 << Scope::ALL.len() { Some(Scopes(bits)) } else { None }
    }
}

impl FromIterator<Scope> for Scopes {
    fn from_iter<I: IntoIterator<Item = Scope>>(scopes: I) -> Scopes {
        Scopes(scopes.into_iter().fold(0, |bits, scope| bits | 1 << scope as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_contains_the_scopes_it_was_collected_from() {
        let scopes: Scopes = [Scope::Admin, Scope::Read, Scope::Read].into_iter().collect();
        assert_eq!(scopes.list(), [Scope::Read, Scope::Admin]);
        assert_eq!(scopes.bits(), 5);
        assert_eq!(Scopes::from_bits(5), Some(scopes));
        assert_eq!(Scopes::from_bits(8), None);
        assert_eq!(Scopes::READ.list(), [Scope::Read]);
        assert_eq!(Scopes::READ_WRITE.list(), [Scope::Read, Scope::Write]);
    }
}
