//! The profile of a name.

use super::{
    pairs::{Met, most_frequent},
    progress::queried,
    standings,
};
use crate::{
    service::{projection::Profile, store::StoreError},
    statistics::course::Course,
    storage::dialect::Dialect,
};

/// A name's standings, and its most frequent partners and opponents.
pub(crate) async fn profile<D: Dialect>(
    connection: &mut D::Connection,
    name: &str,
    most: u32,
) -> Result<Profile, StoreError> {
    let mut standings = standings::of_name::<D>(connection, name).await?;
    let progress = queried::<D>(connection).await?;
    if !progress.is_rated {
        // They may lack games.
        standings.iter_mut().for_each(|standing| standing.course = Course::default());
    }
    let (mut partners, mut opponents) = (Vec::new(), Vec::new());
    for standing in &standings {
        partners.extend(most_frequent::<D>(connection, &standing.key, Met::Partners, most).await?);
        opponents.extend(most_frequent::<D>(connection, &standing.key, Met::Opponents, most).await?);
    }
    Ok(Profile { standings, partners, opponents, as_of: progress.as_of })
}
