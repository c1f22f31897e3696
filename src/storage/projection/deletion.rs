//! Subtracts deleted games from the projection, in the transaction that deletes them.

use std::collections::{BTreeMap, HashMap};

use super::{generations::next_changed, pairs, standings};
use crate::{
    games::{Player, Ruleset},
    service::{
        projection::{
            Appearance, GameFacts, PairCounts, counted_name,
            pair_counts::{Names, NumberedPair, PairIncrements},
            records::{Progress, StandingKey},
            sides, take_back,
        },
        records::{GameId, SeatRecord},
        store::{Position, StoreError},
    },
    storage::{dialect::Dialect, player_list, query::Cells},
};

/// The columns of a deleted game that the projection needs.
pub(crate) const COLUMNS: &str = "id, players, position, ruleset, options, winners, unlisted";

/// A deleted game.
#[derive(Clone, Debug)]
pub(crate) struct DeletedGame {
    /// Its id.
    pub(crate) id: GameId,
    /// Its players; `None` if the column is damaged.
    pub(crate) players: Option<Vec<SeatRecord>>,
    position: i64,
    /// `None` if the game was not counted: it is unlisted or damaged.
    played: Option<Played>,
}

/// The ruleset and the winners of a game.
#[derive(Clone, Debug)]
struct Played {
    ruleset: Ruleset,
    options: String,
    winners: Vec<Player>,
}

/// Reads the cells of [`COLUMNS`].
pub(crate) fn read<D: Dialect>(row: &D::Row) -> Result<DeletedGame, StoreError> {
    let mut cells = Cells::<D>::of(row);
    let id = GameId(cells.next()?);
    let players = player_list::from_text(&cells.next::<String>()?).ok();
    let position = cells.next()?;
    let ruleset = Ruleset::from_number(cells.next()?);
    let options = cells.next()?;
    let winners = player_list::unlist(&cells.next::<String>()?, "winners").ok();
    let unlisted: bool = cells.next()?;
    let winners = winners.map(|winners: Vec<u8>| winners.into_iter().map(Player).collect());
    let played = ruleset.zip(winners).filter(|_| !unlisted);
    let played = played.map(|(ruleset, winners)| Played { ruleset, options, winners });
    Ok(DeletedGame { id, players, position, played })
}

/// Subtracts games from every generation that has counted them. Runs inside the caller's transaction, which deletes
/// them.
pub(crate) async fn take_out<D: Dialect>(
    connection: &mut D::Connection,
    games: &[DeletedGame],
) -> Result<(), StoreError> {
    if games.iter().all(|game| game.played.is_none()) {
        return Ok(());
    }
    let mut after = 0;
    while let Some(progress) = next_changed::<D>(connection, after).await? {
        after = progress.generation;
        let taken = Taken::of(&progress, games);
        let mut found = standings::of_names::<D>(connection, after, &taken.keys()).await?;
        for standing in &mut found {
            for appearance in taken.appearances_of(&standing.key) {
                take_back(standing, appearance);
            }
        }
        standings::write::<D>(connection, after, &found).await?;
        pairs::take_back::<D>(connection, after, taken.into_pairs()).await?;
    }
    Ok(())
}

/// What is subtracted from a generation. Names are represented by numbers.
#[derive(Default)]
struct Taken {
    names: Names,
    appearances: HashMap<(usize, Ruleset), Vec<Appearance>>,
    pairs: BTreeMap<NumberedPair, PairCounts>,
}

impl Taken {
    fn of(progress: &Progress, games: &[DeletedGame]) -> Taken {
        let mut taken = Taken::default();
        for game in games.iter().filter(|game| progress.has_passed(game.position())) {
            if let (Some(players), Some(played)) = (&game.players, &game.played) {
                taken.add(players, played);
            }
        }
        taken
    }

    fn add(&mut self, players: &[SeatRecord], played: &Played) {
        let ruleset = played.ruleset;
        let names: Vec<Option<usize>> =
            players.iter().map(|seat| counted_name(seat).map(|name| self.names.number(name))).collect();
        let sides = sides(ruleset, &played.options, names.len());
        let facts = GameFacts { sides: &sides, names: &names, winners: &played.winners };
        for appearance in facts.appearances() {
            self.appearances.entry((appearance.name, ruleset)).or_default().push(appearance);
        }
        for (name, other, met) in facts.meetings() {
            self.pairs.entry((name, ruleset, other)).or_default().add(met);
        }
    }

    fn keys(&self) -> Vec<StandingKey> {
        let key = |(name, ruleset): &(usize, Ruleset)| StandingKey {
            name: self.names.name(*name).to_owned(),
            ruleset: *ruleset,
        };
        let mut keys: Vec<StandingKey> = self.appearances.keys().map(key).collect();
        keys.sort_unstable();
        keys
    }

    fn appearances_of(&self, key: &StandingKey) -> &[Appearance] {
        let name = self.names.find(&key.name);
        name.and_then(|name| self.appearances.get(&(name, key.ruleset))).map_or(&[], Vec::as_slice)
    }

    fn into_pairs(self) -> PairIncrements {
        PairIncrements::new(self.names, self.pairs)
    }
}

impl DeletedGame {
    fn position(&self) -> Position {
        Position { rank: Some(self.position), id: self.id.0 }
    }
}
