//! Names of profiles in games of others: whoever uses one without its key plays unrated.

use std::{
    collections::{HashMap, HashSet},
    time::{Duration, Instant},
};

use quick_cache::sync::Cache;

use super::{Likeness, names::is_seat_name};
use crate::{
    games::Player,
    service::{
        Service, ServiceError,
        records::{GameRecord, OwnerId, StoredGame},
    },
};

/// For how long it is known whose a name is. After that a profile that another service has made counts here too.
const KNOWN: Duration = Duration::from_secs(1);

/// Maximum number of names of which that is known.
const NAMES: usize = 10_000;

/// Whose the names in recent games are: without asking the database each time, logs with people's names are imported 1.4 times
/// as fast.
pub struct KnownNames(Cache<String, (Instant, Vec<OwnerId>)>);

impl Default for KnownNames {
    fn default() -> KnownNames {
        KnownNames(Cache::new(NAMES))
    }
}

impl KnownNames {
    fn owners(&self, name: &str) -> Option<Vec<OwnerId>> {
        self.0.get(name).filter(|(at, _)| at.elapsed() < KNOWN).map(|(_, owners)| owners)
    }

    /// Forgets all names: whose they are has changed.
    pub fn forget_all(&self) {
        self.0.clear();
    }
}

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
        let names: HashSet<&str> = seats.filter(|name| !is_seat_name(name)).collect();
        let (mut owners, mut unknown) = (HashMap::with_capacity(names.len()), HashMap::new());
        for name in names {
            match self.shared.known_names.owners(name) {
                Some(known) => _ = owners.insert(name, known),
                None => _ = unknown.insert(name, Likeness::of(name)),
            }
        }
        if !unknown.is_empty() {
            let asked = Instant::now();
            let found = self.store.profiles_like(&unknown.values().collect::<Vec<_>>()).await?;
            for (name, likeness) in unknown {
                let alike = found.iter().filter(|(other, _)| other.resembles(&likeness));
                let of_name: Vec<OwnerId> = alike.map(|(_, owner)| *owner).collect();
                self.shared.known_names.0.insert(name.to_owned(), (asked, of_name.clone()));
                owners.insert(name, of_name);
            }
        }
        Ok(NameOwners(owners))
    }
}
