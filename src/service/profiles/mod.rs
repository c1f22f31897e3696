//! Profiles: owners who have made a name their own. A profile is a key that a person makes, and devices are further keys
//! of the same owner, which browsers hold in a cookie.

mod devices;
mod names;
mod unrated;

use chrono::{DateTime, TimeDelta, Utc};

use super::{
    Caller, Erasure, FieldError, KeyRequest, Name, Scopes, Service, ServiceError,
    audit::Actor,
    records::{KeyKind, KeyRecord, OwnerId, ProfileId},
    store::ProfileError,
    tables::SitDown,
};

pub use self::{
    devices::DeviceLink,
    names::{Likeness, bot_names},
    unrated::KnownNames,
};

/// Numbers that are tried behind a name that is taken, besides random ones.
const NUMBERS: [u32; 3] = [2, 3, 4];

/// How long a browser keeps a profile.
pub const DEVICE_LIFETIME: TimeDelta = TimeDelta::days(365);

/// A name, and whose it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Its id.
    pub id: ProfileId,
    /// The owner of the name, and of all that is made with the profile's keys.
    pub owner: OwnerId,
    /// The name.
    pub name: Name,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
}

/// A profile that was just made.
#[derive(Debug)]
pub struct NewProfile {
    /// The profile.
    pub profile: Profile,
    /// The record of its key.
    pub key: KeyRecord,
    /// The key itself, which cannot be retrieved later.
    pub text: String,
}

impl Service {
    /// The profile of an owner.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn profile(&self, owner: OwnerId) -> Result<Option<Profile>, ServiceError> {
        if owner == OwnerId::ANONYMOUS {
            return Ok(None);
        }
        Ok(self.store.profile(owner).await?)
    }

    /// Refuses a name that the caller cannot have, and proposes another one.
    ///
    /// # Errors
    /// `NameTaken`, `Unavailable`, `Internal`.
    pub async fn check_name(&self, caller: &Caller, name: &Name) -> Result<(), ServiceError> {
        // What was made without a key is nobody's: it is not that of a new owner either.
        let owner = caller.key.map_or_else(|| self.shared.ids.owner(), |_| caller.owner);
        if self.is_free(owner, name).await? {
            return Ok(());
        }
        Err(ServiceError::NameTaken { name: name.clone(), free: self.free_name(owner, name).await? })
    }

    /// Makes a profile with a key that reads and writes: of a new owner, or of the caller's if it has sent a key, which
    /// the new one does not outlast.
    ///
    /// # Errors
    /// `NameTaken`, `HasProfile`, `Unavailable`, `Internal`.
    pub async fn create_profile(&self, caller: &Caller, name: Name) -> Result<NewProfile, ServiceError> {
        self.check_name(caller, &name).await?;
        let sent = match caller.key {
            Some(id) => Some(self.key(id).await?),
            None => None,
        };
        let expires_at = sent.as_ref().and_then(|key| key.expires_at);
        let (key, text) = self.new_key(person_key(sent.map(|key| key.owner), expires_at), KeyKind::Profile);
        let profile = Profile {
            id: ProfileId(self.shared.ids.at(key.created_at)),
            owner: key.owner,
            name,
            created_at: key.created_at,
        };
        match self.store.add_profile(&profile, &key).await {
            Ok(()) => {
                self.shared.known_names.forget_all();
                Ok(NewProfile { profile, key, text })
            }
            Err(ProfileError::NameTaken) => {
                let free = self.free_name(profile.owner, &profile.name).await?;
                Err(ServiceError::NameTaken { name: profile.name, free })
            }
            Err(ProfileError::Exists(own)) => Err(ServiceError::HasProfile(own.name)),
            Err(ProfileError::Store(error)) => Err(error.into()),
        }
    }

    /// Erases a profile with all that is its owner's, and revokes the keys that were made with it.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn delete_profile(&self, actor: Actor, owner: OwnerId) -> Result<(), ServiceError> {
        self.erase(actor, &Erasure::Owner(owner), None).await?;
        self.store.revoke_keys_of_profile(owner, self.clock.now()).await?;
        self.shared.key_cache.forget_all();
        Ok(())
    }

    /// Gives people who sit down with the keys of an owner the name of the owner's profile, if there is one. `/name` below
    /// its pointer is the field of a person's name.
    ///
    /// # Errors
    /// `Invalid` for another name; `Unavailable`, `Internal`.
    pub(super) async fn bear_own_name<'p>(
        &self,
        owner: OwnerId,
        people: impl IntoIterator<Item = (String, &'p mut SitDown)>,
    ) -> Result<(), ServiceError> {
        let Some(profile) = self.profile(owner).await? else { return Ok(()) };
        let mut errors = Vec::new();
        for (pointer, person) in people {
            let name = person.name.get_or_insert_with(|| profile.name.clone());
            if *name != profile.name {
                let own = profile.name.as_str();
                let why = format!("You sit under the name of your profile: leave it out, or send `{own}`.");
                errors.push(FieldError::bad_value(format!("{pointer}/name"), why));
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(ServiceError::Invalid(errors)) }
    }

    async fn is_free(&self, owner: OwnerId, name: &Name) -> Result<bool, ServiceError> {
        Ok(!names::is_reserved(name) && self.store.is_name_free(name, owner).await?)
    }

    /// A name with a number behind this one that is free; the last that is tried may be taken as well.
    async fn free_name(&self, owner: OwnerId, name: &Name) -> Result<Name, ServiceError> {
        let [a, b, c, d, ..] = self.shared.ids.secret();
        let name = &names::bearable(name);
        for number in NUMBERS.into_iter().chain([10 + u32::from(a) % 90, 100 + u32::from(b)]) {
            let other = names::numbered(name, number);
            if self.is_free(owner, &other).await? {
                return Ok(other);
            }
        }
        Ok(names::numbered(name, 1_000 + u32::from(u16::from_le_bytes([c, d])) % 9_000))
    }
}

/// A key of a person. It does not have the name of the profile: a revoked key stays when the profile is erased.
fn person_key(owner: Option<OwnerId>, expires_at: Option<DateTime<Utc>>) -> KeyRequest {
    KeyRequest { name: "profile".to_owned(), owner, scopes: Scopes::READ_WRITE, expires_at }
}
