//! Statements on profiles.

use chrono::{DateTime, Utc};

use super::{
    dialect::Dialect,
    error::damaged,
    keys,
    named_games::Rows,
    query::{Cells, Statement},
};
use crate::service::{
    Erasure, KeyRecord, Likeness, Name, Profile,
    records::{OwnerId, ProfileId},
    store::{ProfileError, StoreError},
};

/// The columns of a profile, in the order of writing and reading.
const COLUMNS: &str = "id, owner_id, name, created_at";

/// Stores a new profile with its key. Requires a transaction.
pub(super) async fn add<D: Dialect>(
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
        let own = of_owner::<D>(transaction, profile.owner).await?;
        return Err(own.map_or(ProfileError::NameTaken, ProfileError::Exists));
    }
    if is_borne::<D>(transaction, &profile.name, profile.owner).await? {
        return Err(ProfileError::NameTaken);
    }
    Ok(keys::add::<D>(transaction, key).await?)
}

/// The profile of an owner.
pub(super) async fn of_owner<D: Dialect>(
    connection: &mut D::Connection,
    owner: OwnerId,
) -> Result<Option<Profile>, StoreError> {
    let mut statement = Statement::<D>::new("select ");
    statement.push(COLUMNS).push(" from profiles where owner_id = ").bind(owner.0);
    statement.read_one(connection, read).await
}

/// When the keys of an owner's profile end.
pub(super) async fn keys_until<D: Dialect>(
    connection: &mut D::Connection,
    owner: OwnerId,
) -> Result<Option<DateTime<Utc>>, StoreError> {
    let mut statement = Statement::<D>::new("select keys_until from profiles where owner_id = ");
    statement.bind(owner.0);
    Ok(statement.read_one(connection, |cells| cells.optional_time()).await?.flatten())
}

/// Whether no profile has a name that looks like this one, and no game of another owner bears it.
pub(super) async fn is_free<D: Dialect>(
    connection: &mut D::Connection,
    name: &Name,
    owner: OwnerId,
) -> Result<bool, StoreError> {
    let Likeness { folded, cased } = Likeness::of(name.as_str());
    let mut statement = Statement::<D>::new("select 1 from profiles where skeleton = ");
    statement.bind(folded).push(" or cased_skeleton = ").bind(cased);
    Ok(statement.row(connection).await?.is_none() && !is_borne::<D>(connection, name, owner).await?)
}

/// Maximum number of names per statement.
const MAX_NAMES: usize = 256;

/// The profiles whose names look like one of these.
pub(super) async fn like<D: Dialect>(
    connection: &mut D::Connection,
    likenesses: &[&Likeness],
) -> Result<Vec<(Likeness, OwnerId)>, StoreError> {
    let mut found = Vec::new();
    for part in likenesses.chunks(MAX_NAMES) {
        let mut statement =
            Statement::<D>::new("select skeleton, cased_skeleton, owner_id from profiles where skeleton");
        statement.one_of(part.iter().map(|likeness| likeness.folded.clone()));
        statement.push(" or cased_skeleton").one_of(part.iter().map(|likeness| likeness.cased.clone()));
        let read = |cells: &mut Cells<'_, D>| {
            Ok((Likeness { folded: cells.next()?, cased: cells.next()? }, OwnerId(cells.next()?)))
        };
        found.extend(statement.read_all(connection, read).await?);
    }
    Ok(found)
}

/// Does a game of another owner bear this name?
async fn is_borne<D: Dialect>(connection: &mut D::Connection, name: &Name, owner: OwnerId) -> Result<bool, StoreError> {
    let rows = Rows::of_games::<D>();
    let mut statement = Statement::<D>::new("select 1 from ");
    rows.push_games(&mut statement);
    statement.push(" and ");
    rows.find(&mut statement, name.as_str());
    rows.check(&mut statement, name.as_str());
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
