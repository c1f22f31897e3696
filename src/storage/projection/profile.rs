//! The profile of a name.

use super::{
    pairs::{Met, most_frequent},
    progress::queried,
    standings,
};
use crate::{
    service::{projection::Profile, store::StoreError},
    storage::dialect::Dialect,
};

/// A name's standings, and its most frequent partners and opponents.
pub(crate) async fn profile<D: Dialect>(
    connection: &mut D::Connection,
    name: &str,
    most: u32,
) -> Result<Profile, StoreError> {
    let standings = standings::of_name::<D>(connection, name).await?;
    let progress = queried::<D>(connection).await?;
    let (mut partners, mut opponents) = (Vec::new(), Vec::new());
    for standing in &standings {
        partners.extend(most_frequent::<D>(connection, &standing.key, Met::Partners, most).await?);
        opponents.extend(most_frequent::<D>(connection, &standing.key, Met::Opponents, most).await?);
    }
    Ok(Profile { standings, partners, opponents, as_of: progress.as_of })
}
