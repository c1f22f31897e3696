//! Seat tokens and invitations: proof of holding a seat, and permission to take one.
//!
//! Only their SHA-256 is stored with the table. They are derived from a secret stored in the database and from
//! something that is not: the text of the request's idempotency key, so that the same request sent again gets the same
//! tokens, or else 32 random bytes.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::{
    chance::{hex, unhex},
    games::Player,
    service::records::TableId,
};

macro_rules! secrets {
    ($($(#[$doc:meta])* $name:ident $prefix:literal)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name([u8; 32]);

        impl $name {
            /// Prefix of every secret of this kind, so that secret scanners find it.
            pub const PREFIX: &str = $prefix;

            /// Parses one from its text.
            pub fn read(text: &str) -> Option<$name> {
                unhex(text.strip_prefix(Self::PREFIX)?).map($name)
            }

            /// The stored form: its SHA-256, in hex.
            pub fn hash(&self) -> String {
                hex(&Sha256::digest(self.0))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}{}", Self::PREFIX, hex(&self.0))
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        /// Only the name; the rest is a secret.
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(stringify!($name))
            }
        }

        impl PartialEq for $name {
            fn eq(&self, other: &$name) -> bool {
                self.0.ct_eq(&other.0).into()
            }
        }

        impl Eq for $name {}
    )*};
}

secrets! {
    /// Proof of holding a seat at a table.
    SeatToken "seat_"
    /// Permission to take an open seat.
    Invitation "invite_"
}

/// Generates the tokens of one request.
pub struct TableTokens {
    secret: [u8; 32],
    nonce: Vec<u8>,
}

impl TableTokens {
    /// A generator from the service's secret and something that the database does not know.
    pub fn new(secret: [u8; 32], nonce: impl Into<Vec<u8>>) -> TableTokens {
        TableTokens { secret, nonce: nonce.into() }
    }

    /// The token of a seat.
    pub fn seat(&self, table: TableId, seat: Player) -> SeatToken {
        SeatToken(self.derived("seat", table, seat))
    }

    /// The invitation to a seat.
    pub fn invitation(&self, table: TableId, seat: Player) -> Invitation {
        Invitation(self.derived("invitation", table, seat))
    }

    fn derived(&self, kind: &str, table: TableId, seat: Player) -> [u8; 32] {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.secret).expect("HMAC takes a key of any length");
        for part in [kind.as_bytes(), &[0], &self.nonce, &[0], table.0.as_bytes(), &[seat.0]] {
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    const TABLE: TableId = TableId(Uuid::from_u128(1));

    fn tokens(nonce: &str) -> TableTokens {
        TableTokens::new([7; 32], nonce)
    }

    #[test]
    fn a_token_belongs_to_one_request_and_one_seat_of_one_table() {
        let token = tokens("a").seat(TABLE, Player(0));
        assert_eq!(tokens("a").seat(TABLE, Player(0)), token, "a repeated request gets the same");
        assert_ne!(tokens("b").seat(TABLE, Player(0)), token);
        assert_ne!(tokens("a").seat(TABLE, Player(1)), token);
        assert_ne!(tokens("a").seat(TableId(Uuid::from_u128(2)), Player(0)), token);
        assert_ne!(TableTokens::new([8; 32], "a").seat(TABLE, Player(0)), token);
        assert_ne!(tokens("a").invitation(TABLE, Player(0)).0, token.0);
    }

    #[test]
    fn a_token_is_parsed_from_its_text_and_hidden_in_debug_output() {
        let (token, invitation) = (tokens("a").seat(TABLE, Player(0)), tokens("a").invitation(TABLE, Player(0)));
        assert_eq!(SeatToken::read(&token.to_string()), Some(token));
        assert_eq!(Invitation::read(&invitation.to_string()), Some(invitation));
        assert_eq!((format!("{token:?}"), format!("{invitation:?}")), ("SeatToken".into(), "Invitation".into()));
        let digits = "ab".repeat(32);
        for text in ["", "seat_", &digits, &format!("invite_{digits}"), &format!("seat_{digits}0")] {
            assert_eq!(SeatToken::read(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_stored_is_the_hash_of_the_bytes() {
        // printf '\xab%.0s' {1..32} | sha256sum
        let token = SeatToken([0xab; 32]);
        assert_eq!(token.hash(), "9a2db2e23f1504cd056606553ac049c5e718e8f9ce9233876df1a7a1821af885");
    }
}
