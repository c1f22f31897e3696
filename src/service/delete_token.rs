//! Delete tokens: a caller that creates something without a key gets one, and sends it to delete what was created.
//!
//! A token is not stored. It is derived from a secret in the database and the id of what it deletes. Everything created
//! by one request has the same token: a game, or a reading with the game that was played for it. A reading of a spread
//! has its own token.

use uuid::Uuid;

use super::{
    records::{GameId, ReadingId, SimulationId, TableId},
    secret::secrets,
};
use crate::chance::hmac_sha256;

/// The id that a delete token is derived from. Ids of different kinds never coincide.
///
/// A reading of a game has none of its own: its token is that of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeletableId(pub Uuid);

impl DeletableId {
    /// That of a reading of a spread, which has no game.
    pub const fn of_spread(reading: ReadingId) -> DeletableId {
        DeletableId(reading.0)
    }
}

impl From<GameId> for DeletableId {
    fn from(game: GameId) -> DeletableId {
        DeletableId(game.0)
    }
}

impl From<TableId> for DeletableId {
    fn from(table: TableId) -> DeletableId {
        DeletableId(table.0)
    }
}

impl From<SimulationId> for DeletableId {
    fn from(simulation: SimulationId) -> DeletableId {
        DeletableId(simulation.0)
    }
}

secrets! {
    /// Proof that the caller created something without a key. A caller may also send one of its own making, to keep its
    /// idempotency keys apart from those of others.
    DeleteToken "delete_"
}

/// What the tokens of a caller are derived from; nothing for a caller with a key, because an owner needs no token.
#[derive(Clone, Copy)]
pub struct DeleteTokens(Option<[u8; 32]>);

impl DeleteTokens {
    /// The tokens of a caller with a key: none.
    pub(super) const NONE: DeleteTokens = DeleteTokens(None);

    /// The tokens of callers without a key, derived from this secret.
    pub(super) const fn from_secret(secret: [u8; 32]) -> DeleteTokens {
        DeleteTokens(Some(secret))
    }

    /// The token that deletes what has this id: a game with its readings, a reading of a spread, a simulation. That of
    /// a table closes it, and deletes its game.
    pub fn of(&self, id: impl Into<DeletableId>) -> Option<DeleteToken> {
        self.0.map(|secret| derived(&secret, id.into()))
    }
}

fn derived(secret: &[u8; 32], id: DeletableId) -> DeleteToken {
    DeleteToken(hmac_sha256(secret, [&id.0.as_bytes()[..]]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_depends_on_the_game_and_the_secret() {
        let game = |number| GameId(Uuid::from_u128(number));
        let tokens = |secret| DeleteTokens(Some([secret; 32]));
        let token = tokens(1).of(game(1)).expect("a token");
        assert_eq!(tokens(1).of(game(1)), Some(token));
        assert_ne!(tokens(1).of(game(2)), Some(token));
        assert_ne!(tokens(2).of(game(1)), Some(token));
        assert_eq!(DeleteTokens(None).of(game(1)), None);
        assert_eq!(DeleteToken::read(&token.to_string()), Some(token));
        assert!(!format!("{token:?}").contains(&token.to_string()[8..]), "no log shows it");
    }

    #[test]
    fn invalid_tokens_are_rejected() {
        let digits = "ab".repeat(32);
        for text in [
            "",
            "delete_",
            &digits,
            &format!("arcana_{digits}"),
            &format!("delete_{digits}0"),
            &format!("delete_{}", "AB".repeat(32)),
        ] {
            assert_eq!(DeleteToken::read(text), None, "{text}");
        }
    }
}
