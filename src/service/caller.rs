//! Callers: who makes a request, and what they may delete.

use super::{
    DeletableId, DeleteToken, DeleteTokens, Scope, Scopes, Service, ServiceError,
    records::{KeyId, OwnerId},
    store::OwnerFilter,
    tables::SeatToken,
};

/// Name of the stored secret that delete tokens and seat tokens are derived from: that of its first use.
const TOKEN_SECRET: &str = "delete_tokens";

/// The caller of a request, and what it may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caller {
    /// Owner of what the caller creates.
    pub owner: OwnerId,
    /// The key sent; `None` for the anonymous caller.
    pub key: Option<KeyId>,
    /// The delete token sent without a key.
    pub token: Option<DeleteToken>,
    /// The seat token sent without a key.
    pub seat: Option<SeatToken>,
    /// What the caller may do.
    pub scopes: Scopes,
}

impl Caller {
    /// A caller without a key.
    pub const fn anonymous(scopes: Scopes) -> Caller {
        Caller { owner: OwnerId::ANONYMOUS, key: None, token: None, seat: None, scopes }
    }

    /// What entitles this caller to delete.
    pub fn authority(&self) -> Authority {
        match (self.key, self.token) {
            (Some(_), _) if self.scopes.has(Scope::Admin) => Authority::Admin(self.owner),
            (Some(_), _) => Authority::Owner(self.owner),
            (None, Some(token)) => Authority::Creator(token),
            (None, None) => Authority::Nobody,
        }
    }
}

/// What entitles a caller to delete something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Authority {
    /// The scope `admin`, which allows deleting anything, held by this owner.
    Admin(OwnerId),
    /// Ownership.
    Owner(OwnerId),
    /// The token of something created without a key.
    Creator(DeleteToken),
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

    /// The owners whose resources this authority may delete, given the id that the resource's token is derived from;
    /// `None`: none.
    pub(super) async fn deletable_owners(
        &self,
        authority: Authority,
        id: DeletableId,
    ) -> Result<Option<OwnerFilter>, ServiceError> {
        Ok(match authority {
            Authority::Admin(_) => Some(OwnerFilter::Any),
            Authority::Owner(owner) => Some(OwnerFilter::Owner(owner)).filter(|_| owner != OwnerId::ANONYMOUS),
            Authority::Creator(token) => {
                let expected = DeleteTokens::from_secret(self.token_secret().await?).of(id);
                (expected == Some(token)).then_some(OwnerFilter::Owner(OwnerId::ANONYMOUS))
            }
            Authority::Nobody => None,
        })
    }

    /// The secret that tokens are derived from, the same in every service on the database.
    pub(super) async fn token_secret(&self) -> Result<[u8; 32], ServiceError> {
        let secret = self
            .shared
            .token_secret
            .get_or_try_init(|| self.store.secret(TOKEN_SECRET, self.shared.ids.secret()))
            .await?;
        Ok(*secret)
    }
}
