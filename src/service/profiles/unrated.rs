//! Names of profiles in games of others: whoever uses one without its key plays unrated.

use std::collections::HashMap;

use super::{Likeness, names::is_seat_name};
use crate::{
    games::Player,
    service::{
        Service, ServiceError,
        records::{GameRecord, OwnerId, StoredGame},
    },
};

/// The owners of the profiles whose names look like these.
struct NameOwners<'g>(HashMap<&'g str, Vec<OwnerId>>);

impl NameOwners<'_> {
    /// The people of a game whose names are those of others, where a seat belongs to an owner.
    fn unrated(&self, game: &GameRecord, owner: impl Fn(Player) -> OwnerId) -> Vec<Player> {
        let is_another = |seat: &Player| {
            let named = self.0.get(game.players[seat.index()].name.as_str());
            named.is_some_and(|owners| owners.iter().any(|named| *named != owner(*seat)))
        };
        people(game).filter(is_another).collect()
    }
}

/// The seats that are counted under their names.
fn people(game: &GameRecord) -> impl Iterator<Item = Player> {
    Player::all(game.players.len()).filter(|seat| game.players[seat.index()].bot.is_none())
}

impl Service {
    /// Marks the seats of new games that use names of profiles whose owner does not store the game.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub(in crate::service) async fn mark_unrated(&self, games: &mut [StoredGame]) -> Result<(), ServiceError> {
        let records: Vec<&GameRecord> = games.iter().map(|game| &game.record).collect();
        let owners = self.name_owners(&records).await?;
        let unrated: Vec<_> = records.iter().map(|record| owners.unrated(record, |_| record.owner)).collect();
        for (game, unrated) in games.iter_mut().zip(unrated) {
            game.record.unrated = unrated;
        }
        Ok(())
    }

    /// The seats of a table's game that use names of profiles without their keys, where seats have these owners.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub(in crate::service) async fn unrated_at_table(
        &self,
        game: &GameRecord,
        owners: &[OwnerId],
    ) -> Result<Vec<Player>, ServiceError> {
        Ok(self.name_owners(&[game]).await?.unrated(game, |seat| owners[seat.index()]))
    }

    /// The seats of a corrected game whose names change and are, or were, those of other people's profiles.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub(in crate::service) async fn taken_by_correction(
        &self,
        before: &GameRecord,
        after: &GameRecord,
    ) -> Result<Vec<Player>, ServiceError> {
        let owners = self.name_owners(&[before, after]).await?;
        let others: Vec<_> = [before, after].map(|game| owners.unrated(game, |_| after.owner)).concat();
        let is_changed = |seat: &Player| before.players[seat.index()] != after.players[seat.index()];
        Ok(people(after).filter(|seat| is_changed(seat) && others.contains(seat)).collect())
    }

    async fn name_owners<'g>(&self, games: &[&'g GameRecord]) -> Result<NameOwners<'g>, ServiceError> {
        let seats = games.iter().flat_map(|game| people(game).map(|seat| game.players[seat.index()].name.as_str()));
        let names = seats.filter(|name| !is_seat_name(name)).map(|name| (name, Likeness::of(name)));
        let names: HashMap<&str, Likeness> = names.collect();
        let likenesses: Vec<&Likeness> = names.values().collect();
        let known = self.store.profiles_like(&likenesses).await?;
        let owners = |likeness: &Likeness| -> Vec<OwnerId> {
            known.iter().filter(|(other, _)| other.resembles(likeness)).map(|(_, owner)| *owner).collect()
        };
        Ok(NameOwners(names.iter().map(|(name, likeness)| (*name, owners(likeness))).collect()))
    }
}
