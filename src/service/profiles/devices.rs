//! Devices of a profile: browsers with keys of their own, and the links that take a profile to another one.

use chrono::TimeDelta;
use sha2::{Digest, Sha256};

use super::{DEVICE_LIFETIME, Profile, person_key};
use crate::service::{
    KeyRequest, ResourceKind, Scope, Scopes, Service, ServiceError,
    records::{KeyId, KeyKind, KeyRecord, OwnerId},
    secret::secrets,
    store::{LinkError, LinkRecord},
};

/// How long a link is valid.
const LINK_LIFETIME: TimeDelta = TimeDelta::minutes(10);

secrets! {
    /// Permission to take a profile to another device, once.
    DeviceLink "link_"
}

impl DeviceLink {
    /// The stored form: the SHA-256 of its bytes.
    fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0).into()
    }
}

impl Service {
    /// Makes a key for a browser of this owner, who has a profile. Its name tells the owner's devices apart.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn add_device(&self, owner: OwnerId, name: String) -> Result<(KeyRecord, String), ServiceError> {
        let (device, text) = self.new_device(owner, name).await?;
        self.store.add_key(&device).await?;
        Ok((device, text))
    }

    /// Makes another recovery text for this owner, who has a profile.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn add_recovery(&self, owner: OwnerId) -> Result<(KeyRecord, String), ServiceError> {
        let expires_at = self.store.keys_until(owner).await?;
        let (key, text) = self.new_key(person_key(Some(owner), expires_at), KeyKind::Profile);
        self.store.add_key(&key).await?;
        Ok((key, text))
    }

    /// The valid keys of people of an owner, newest first: browsers, and what was written down.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn devices(&self, owner: OwnerId) -> Result<Vec<KeyRecord>, ServiceError> {
        let keys = self.store.keys_of_profile(owner, self.clock.now()).await?;
        Ok(keys.into_iter().map(|key| self.with_last_use(key)).collect())
    }

    /// Revokes a key of a person of this owner.
    ///
    /// # Errors
    /// `NotFound`, `Unavailable`, `Internal`.
    pub async fn revoke_device(&self, owner: OwnerId, id: KeyId) -> Result<(), ServiceError> {
        match self.key(id).await {
            Ok(key) if key.owner == owner && key.kind != KeyKind::Given => self.revoke_key(id).await,
            Ok(_) => Err(ServiceError::NotFound(ResourceKind::Key)),
            Err(error) => Err(error),
        }
    }

    /// Makes a link that takes the profile of an owner to another device.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn create_link(&self, owner: OwnerId) -> Result<DeviceLink, ServiceError> {
        let (link, now) = (DeviceLink(self.shared.ids.secret()), self.clock.now());
        let record = LinkRecord { secret_hash: link.hash(), owner, expires_at: now + LINK_LIFETIME };
        self.store.add_link(&record, now).await?;
        Ok(link)
    }

    /// The profile that a link leads to.
    ///
    /// # Errors
    /// `NotFound`, `LinkExpired`, `LinkUsed`, `Unavailable`, `Internal`.
    pub async fn linked_profile(&self, link: &DeviceLink) -> Result<Profile, ServiceError> {
        let record = self.store.link(link.hash(), self.clock.now()).await?;
        self.profile(record.owner).await?.ok_or(ServiceError::NotFound(ResourceKind::Link))
    }

    /// Uses a link up; returns a key of this name for the browser that has used it.
    ///
    /// # Errors
    /// `NotFound`, `LinkExpired`, `LinkUsed`, `Unavailable`, `Internal`.
    pub async fn take_link(&self, link: &DeviceLink, name: String) -> Result<(KeyRecord, String), ServiceError> {
        let now = self.clock.now();
        let record = self.store.link(link.hash(), now).await?;
        let (device, text) = self.new_device(record.owner, name).await?;
        self.store.use_link(link.hash(), &device, now).await?;
        Ok((device, text))
    }

    /// The owner of a profile whose key this is, if the key reads and writes as those of browsers do.
    ///
    /// # Errors
    /// `Unauthorized`, `Unavailable`, `Internal`.
    pub async fn recovered(&self, text: &str) -> Result<OwnerId, ServiceError> {
        let caller = self.caller(text.trim()).await?;
        let enough = caller.scopes.has(Scope::Read) && caller.scopes.has(Scope::Write);
        match self.profile(caller.owner).await? {
            Some(profile) if enough => Ok(profile.owner),
            Some(_) | None => Err(ServiceError::Unauthorized),
        }
    }

    /// A key that a browser keeps for a year, unless those of the profile end before.
    async fn new_device(&self, owner: OwnerId, name: String) -> Result<(KeyRecord, String), ServiceError> {
        let year = self.clock.now() + DEVICE_LIFETIME;
        let end = self.store.keys_until(owner).await?.map_or(year, |end| year.min(end));
        let (owner, expires_at) = (Some(owner), Some(end));
        let request = KeyRequest { name, owner, scopes: Scopes::READ_WRITE, expires_at };
        Ok(self.new_key(request, KeyKind::Device))
    }
}

impl From<LinkError> for ServiceError {
    fn from(error: LinkError) -> ServiceError {
        match error {
            LinkError::Unknown => ServiceError::NotFound(ResourceKind::Link),
            LinkError::Expired => ServiceError::LinkExpired,
            LinkError::Used => ServiceError::LinkUsed,
            LinkError::Store(error) => error.into(),
        }
    }
}
