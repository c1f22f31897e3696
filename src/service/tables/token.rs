//! Seat tokens and invitations: proof of holding a seat, and permission to take one.
//!
//! Only their SHA-256 is stored with the table. They are derived from a secret stored in the database and from
//! something that is not: the text of the request's idempotency key, so that the same request sent again gets the same
//! tokens, or else 32 random bytes. Only where a key finds its seats again are they derived from the owner, and so from
//! the database alone. The new invitation to a seat that was left is derived from the token that left it.

use sha2::{Digest, Sha256};

use crate::{
    chance::hmac_sha256,
    games::Player,
    hex::hex,
    service::{records::TableId, secret::secrets},
};

secrets! {
    /// Proof of holding a seat at a table.
    SeatToken "seat_"
    /// Permission to take an open seat.
    Invitation "invite_"
}

impl SeatToken {
    /// The stored form: its SHA-256, in hex.
    pub fn hash(&self) -> String {
        hash(&self.0)
    }
}

impl Invitation {
    /// The stored form: its SHA-256, in hex.
    pub fn hash(&self) -> String {
        hash(&self.0)
    }
}

fn hash(secret: &[u8; 32]) -> String {
    hex(&Sha256::digest(secret))
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

    /// The generator for leaving the seat of a token.
    pub fn of_leaving(secret: [u8; 32], token: &SeatToken) -> TableTokens {
        TableTokens::new(secret, token.0)
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
        hmac_sha256(&self.secret, [kind.as_bytes(), &[0], &self.nonce, &[0], table.0.as_bytes(), &[seat.0]])
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
