//! Callers: who makes a request, and what they may delete.

use super::{
    DeleteToken, DeleteTokens, Scope, Scopes, Service, ServiceError,
    records::{GameId, KeyId, OwnerId},
    store::OwnerFilter,
    tables::SeatToken,
};

/// The name of the secret that delete tokens and seat tokens are made from.
const SECRET: &str = "delete_tokens";

/// Who asks, and what they may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caller {
    /// Owner of what they create.
    pub owner: OwnerId,
    /// The key they sent; `None` for the anonymous caller.
    pub key: Option<KeyId>,
    /// The delete token that a caller without a key sent.
    pub token: Option<DeleteToken>,
    /// The token of a seat at a table that a caller without a key showed.
    pub seat: Option<SeatToken>,
    /// What they may do.
    pub scopes: Scopes,
}

impl Caller {
    /// A caller without a key.
    pub const fn anonymous(scopes: Scopes) -> Caller {
        Caller { owner: OwnerId::ANONYMOUS, key: None, token: None, seat: None, scopes }
    }

    /// May this caller store things?
    pub const fn may_write(&self) -> bool {
        self.scopes.has(Scope::Write)
    }

    /// What entitles this caller to delete.
    pub fn authority(&self) -> Authority {
        match (self.key, self.token) {
            (Some(_), _) if self.scopes.has(Scope::Admin) => Authority::Admin,
            (Some(_), _) => Authority::Owner(self.owner),
            (None, Some(token)) => Authority::Maker(token),
            (None, None) => Authority::Nobody,
        }
    }
}

/// What entitles a caller to delete something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Authority {
    /// The scope `admin`, which allows deleting anything.
    Admin,
    /// Ownership.
    Owner(OwnerId),
    /// The token of something created without a key.
    Maker(DeleteToken),
    /// Nothing.
    Nobody,
}

impl Service {
    /// What the tokens of this caller are derived from. Called before anything is stored, because it may fail.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn delete_tokens(&self, caller: &Caller) -> Result<DeleteTokens, ServiceError> {
        match caller.key {
            Some(_) => Ok(DeleteTokens::NONE),
            None => self.token_secret().await.map(DeleteTokens::from_secret),
        }
    }

    /// The owners whose things this authority may delete, of those that belong to this game; `None`: it may delete nothing.
    pub(super) async fn whose(&self, authority: Authority, game: GameId) -> Result<Option<OwnerFilter>, ServiceError> {
        Ok(match authority {
            Authority::Admin => Some(OwnerFilter::Any),
            Authority::Owner(owner) => Some(OwnerFilter::Owner(owner)).filter(|_| owner != OwnerId::ANONYMOUS),
            Authority::Maker(token) => {
                let its = DeleteTokens::from_secret(self.token_secret().await?).of(game);
                (its == Some(token)).then_some(OwnerFilter::Owner(OwnerId::ANONYMOUS))
            }
            Authority::Nobody => None,
        })
    }

    /// The secret that tokens are made from, which is the same in every service on the database.
    pub(super) async fn token_secret(&self) -> Result<[u8; 32], ServiceError> {
        let secret = self.token_secret.get_or_try_init(|| self.store.secret(SECRET, self.ids.secret())).await?;
        Ok(*secret)
    }
}
