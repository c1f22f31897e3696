//! Profiles, and links that take them to other devices.

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};

use super::{
    borrow::{in_transaction, with_connection},
    database::Database,
    dialect::Dialect,
    error::damaged,
    game_players, keys,
    query::{Cells, Statement},
};
use crate::service::{
    Erasure, KeyRecord, Likeness, Name, Profile,
    records::{OwnerId, ProfileId},
    store::{LinkError, LinkRecord, ProfileError, ProfileStore, StoreError},
};

/// The columns of a profile, in the order of writing and reading.
const COLUMNS: &str = "id, owner_id, name, created_at";

/// Maximum number of names per statement.
const MAX_NAMES: usize = 256;

/// How long it is known of a link that it has expired.
const KEPT: TimeDelta = TimeDelta::days(1);

#[async_trait]
impl<D: Dialect> ProfileStore for Database<D> {
    async fn add_profile(&self, profile: &Profile, key: &KeyRecord) -> Result<(), ProfileError> {
        in_transaction!(self.writer, add::<D>, profile, key)
    }

    async fn profile(&self, owner: OwnerId) -> Result<Option<Profile>, StoreError> {
        self.reader.read_one(of_owner(owner), read).await
    }

    async fn keys_until(&self, owner: OwnerId) -> Result<Option<DateTime<Utc>>, StoreError> {
        let mut statement = Statement::new("select keys_until from profiles where owner_id = ");
        statement.bind(owner.0);
        Ok(self.reader.read_one(statement, |cells| cells.optional_time()).await?.flatten())
    }

    async fn is_name_free(&self, name: &Name, owner: OwnerId) -> Result<bool, StoreError> {
        with_connection!(self.reader, is_free::<D>, name, owner)
    }

    async fn profiles_like(&self, likenesses: &[&Likeness]) -> Result<Vec<(Likeness, OwnerId)>, StoreError> {
        let mut found = Vec::new();
        for part in likenesses.chunks(MAX_NAMES) {
            let mut statement =
                Statement::new("select skeleton, cased_skeleton, owner_id from profiles where skeleton");
            statement.one_of(part.iter().map(|likeness| likeness.folded.clone()));
            statement.push(" or cased_skeleton").one_of(part.iter().map(|likeness| likeness.cased.clone()));
            let read = |cells: &mut Cells<'_, D>| {
                Ok((Likeness { folded: cells.next()?, cased: cells.next()? }, OwnerId(cells.next()?)))
            };
            found.extend(self.reader.read_all(statement, read).await?);
        }
        Ok(found)
    }

    async fn add_link(&self, link: &LinkRecord, now: DateTime<Utc>) -> Result<(), StoreError> {
        in_transaction!(self.writer, add_link::<D>, link, now)
    }

    async fn link(&self, secret_hash: [u8; 32], now: DateTime<Utc>) -> Result<LinkRecord, LinkError> {
        with_connection!(self.reader, find_link::<D>, secret_hash, now)
    }

    async fn use_link(&self, secret_hash: [u8; 32], device: &KeyRecord, now: DateTime<Utc>) -> Result<(), LinkError> {
        in_transaction!(self.writer, take_link::<D>, secret_hash, device, now)
    }
}

/// Stores a new profile with its key. Requires a transaction.
async fn add<D: Dialect>(
    transaction: &mut D::Connection,
    profile: &Profile,
    key: &KeyRecord,
) -> Result<(), ProfileError> {
    let likeness = Likeness::of(profile.name.as_str());
    let mut statement = Statement::<D>::new("insert into profiles (");
    statement.push(COLUMNS).push(", keys_until, skeleton, cased_skeleton) select ");
    statement
        .item(profile.id.0)
        .item(profile.owner.0)
        .item(profile.name.as_str().to_owned())
        .item(D::time(profile.created_at))
        .item(key.expires_at.map(D::time))
        .item(likeness.folded)
        .item(likeness.cased);
    // Postgres takes `where true` for granted; SQLite needs it before `on conflict`.
    statement.push(" where true on conflict do nothing");
    if statement.execute(transaction).await.map_err(StoreError::from)? == 0 {
        let own = of_owner::<D>(profile.owner).read_one(transaction, read).await?;
        return Err(own.map_or(ProfileError::NameTaken, ProfileError::Exists));
    }
    if is_borne::<D>(transaction, &profile.name, profile.owner).await? {
        return Err(ProfileError::NameTaken);
    }
    keys::insert::<D>(key).execute(transaction).await.map_err(StoreError::from)?;
    Ok(())
}

/// The statement that selects the profile of an owner.
fn of_owner<D: Dialect>(owner: OwnerId) -> Statement<D> {
    let mut statement = Statement::new("select ");
    statement.push(COLUMNS).push(" from profiles where owner_id = ").bind(owner.0);
    statement
}

/// Whether no profile has a name that looks like this one, and no game of another owner bears it.
async fn is_free<D: Dialect>(connection: &mut D::Connection, name: &Name, owner: OwnerId) -> Result<bool, StoreError> {
    let Likeness { folded, cased } = Likeness::of(name.as_str());
    let mut statement = Statement::<D>::new("select 1 from profiles where skeleton = ");
    statement.bind(folded).push(" or cased_skeleton = ").bind(cased);
    Ok(statement.row(connection).await?.is_none() && !is_borne::<D>(connection, name, owner).await?)
}

/// Does a game of another owner bear this name?
async fn is_borne<D: Dialect>(connection: &mut D::Connection, name: &Name, owner: OwnerId) -> Result<bool, StoreError> {
    let mut statement = Statement::<D>::new("select 1 from ");
    statement.push(game_players::WITH_GAMES);
    game_players::is_of(&mut statement, name.as_str());
    statement.push(" and games.owner_id <> ").bind(owner.0).push(" limit 1");
    Ok(statement.row(connection).await?.is_some())
}

/// Deletes the profile of an owner or of a name.
pub(super) async fn erase<D: Dialect>(connection: &mut D::Connection, erasure: &Erasure) -> Result<(), StoreError> {
    let mut statement = Statement::<D>::delete_from("profiles", "erase_profile");
    match erasure {
        Erasure::Name(name) => {
            statement.push(" and skeleton = ").bind(Likeness::of(name).folded);
            statement.push(" and name = ").bind(name.clone());
        }
        Erasure::Owner(owner) => {
            statement.push(" and owner_id = ").bind(owner.0);
        }
        Erasure::StoredBefore { .. } => return Ok(()),
    }
    statement.execute(connection).await?;
    Ok(())
}

fn read<D: Dialect>(cells: &mut Cells<'_, D>) -> Result<Profile, StoreError> {
    Ok(Profile {
        id: ProfileId(cells.next()?),
        owner: OwnerId(cells.next()?),
        name: Name::new(&cells.next::<String>()?).map_err(|_| damaged("the name of a profile"))?,
        created_at: cells.time()?,
    })
}

/// Stores a new link, and deletes those of its owner that nobody has any more.
async fn add_link<D: Dialect>(
    transaction: &mut D::Connection,
    link: &LinkRecord,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let mut old = Statement::<D>::delete_from("profile_links", "delete_old_links");
    old.push(" and owner_id = ").bind(link.owner.0).push(" and expires_at < ").bind_time(now - KEPT);
    old.execute(transaction).await?;
    let mut statement = Statement::<D>::new("insert into profile_links (secret_hash, owner_id, expires_at) select ");
    statement.item(link.secret_hash.to_vec()).item(link.owner.0).item(D::time(link.expires_at));
    statement.execute(transaction).await?;
    Ok(())
}

/// The link with this hash, if it can be used at this time.
async fn find_link<D: Dialect>(
    connection: &mut D::Connection,
    secret_hash: [u8; 32],
    now: DateTime<Utc>,
) -> Result<LinkRecord, LinkError> {
    let mut statement =
        Statement::<D>::new("select owner_id, expires_at, used_at from profile_links where secret_hash = ");
    statement.bind(secret_hash.to_vec());
    let found = statement.read_one(connection, |cells| {
        let link = LinkRecord { secret_hash, owner: OwnerId(cells.next()?), expires_at: cells.time()? };
        Ok((link, cells.optional_time()?))
    });
    match found.await? {
        None => Err(LinkError::Unknown),
        Some((_, Some(_))) => Err(LinkError::Used),
        Some((link, None)) if link.expires_at <= now => Err(LinkError::Expired),
        Some((link, None)) => Ok(link),
    }
}

/// Uses a link up and stores the key of the device. Requires a transaction.
async fn take_link<D: Dialect>(
    transaction: &mut D::Connection,
    secret_hash: [u8; 32],
    device: &KeyRecord,
    now: DateTime<Utc>,
) -> Result<(), LinkError> {
    let mut statement = Statement::<D>::new("update profile_links set used_at = ");
    statement.bind_time(now).push(" where used_at is null and expires_at > ").bind_time(now);
    statement.push(" and owner_id = ").bind(device.owner.0).push(" and secret_hash = ").bind(secret_hash.to_vec());
    if statement.execute(transaction).await.map_err(StoreError::from)? == 0 {
        return Err(find_link::<D>(transaction, secret_hash, now).await.err().unwrap_or(LinkError::Used));
    }
    keys::insert::<D>(device).execute(transaction).await.map_err(StoreError::from)?;
    Ok(())
}
