//! Subtracts deleted games from standings, in the transaction that deletes them.

use std::{collections::HashMap, sync::LazyLock};

use super::{Tables, pairs, progress, standings};
use crate::{
    service::{
        projection::{
            self, Appearance, BOT, CountedGame, Pair, PairTotals, counted_names, records::StandingKey, subtract,
        },
        records::{GameId, GameRecord, SeatRecord},
        store::{Position, StoreError},
    },
    storage::{dialect::Dialect, games, player_list, query::Cells},
};

/// The columns of a deleted game that the projection needs.
pub(crate) static COLUMNS: LazyLock<String> =
    LazyLock::new(|| format!("games.id, games.players, games.position, {}", *games::COLUMNS));

/// A deleted game.
#[derive(Clone, Debug)]
pub(crate) struct DeletedGame {
    /// Its id.
    pub(crate) id: GameId,
    /// Its players; `None` if the column is damaged.
    pub(crate) players: Option<Vec<SeatRecord>>,
    position: i64,
    /// `None` if the game was not counted: it is unlisted or damaged, as `next_games` sees it.
    listed: Option<GameRecord>,
}

/// Reads the cells of [`COLUMNS`].
pub(crate) fn read<D: Dialect>(row: &D::Row) -> Result<DeletedGame, StoreError> {
    let mut cells = Cells::<D>::of(row);
    let id = GameId(cells.next()?);
    let players = player_list::from_text(&cells.next::<String>()?).ok();
    let position = cells.next()?;
    let listed = games::read(&mut cells).ok().filter(|record| !record.unlisted);
    Ok(DeletedGame { id, players, position, listed })
}

/// Subtracts games from the standings that have counted them. Runs inside the caller's transaction, which has locked the
/// standings and deletes the games.
pub(crate) async fn take_out<D: Dialect>(
    connection: &mut D::Connection,
    games: &[DeletedGame],
) -> Result<(), StoreError> {
    for tables in [Tables::SHOWN, Tables::OTHER] {
        let progress = progress::of::<D>(connection, &tables).await?;
        let counted = games.iter().filter(|game| progress.has_passed(game.position()));
        let counted: Vec<CountedGame> = counted.filter_map(DeletedGame::counted).collect();
        let (mut appearances, mut totals) = (HashMap::<StandingKey, Vec<Appearance<'_>>>::new(), PairTotals::default());
        for game in &counted {
            let facts = game.facts();
            for appearance in facts.appearances() {
                let key = StandingKey { name: appearance.name.to_owned(), ruleset: game.ruleset };
                appearances.entry(key).or_default().push(appearance);
            }
            totals.add(game.ruleset, &facts);
        }
        let mut keys: Vec<StandingKey> = appearances.keys().cloned().collect();
        keys.sort_unstable();
        let mut found = standings::of_names::<D>(connection, &tables, &keys).await?;
        for standing in &mut found {
            for appearance in appearances.get(&standing.key).into_iter().flatten() {
                subtract(standing, appearance);
            }
        }
        standings::write::<D>(connection, &tables, &found).await?;
        pairs::subtract::<D>(connection, &tables, totals.into_pairs().collect()).await?;
    }
    Ok(())
}

/// Counts a corrected game for its new names and time in the standings that have counted it. Runs inside the caller's
/// transaction, which has locked the standings.
pub(crate) async fn correct<D: Dialect>(
    connection: &mut D::Connection,
    position: i64,
    before: &GameRecord,
    after: &GameRecord,
) -> Result<(), StoreError> {
    let mut keys: Vec<StandingKey> = Vec::new();
    for record in [before, after].into_iter().filter(|record| !record.unlisted) {
        let names = counted_names(record).into_iter().flatten();
        keys.extend(names.map(|name| StandingKey { name, ruleset: record.ruleset }));
    }
    keys.sort_unstable();
    keys.dedup();
    let position = Position { rank: Some(position), id: before.id.0 };
    for tables in [Tables::SHOWN, Tables::OTHER] {
        if keys.is_empty() || !progress::of::<D>(connection, &tables).await?.has_passed(position) {
            continue;
        }
        let found = standings::of_names::<D>(connection, &tables, &keys).await?;
        standings::write::<D>(connection, &tables, &projection::correct(found, before, after)).await?;
        if before.players != after.players {
            pairs::subtract::<D>(connection, &tables, pairs_of(before)).await?;
            pairs::add::<D>(connection, &tables, &pairs_of(after)).await?;
        }
    }
    Ok(())
}

fn pairs_of(game: &GameRecord) -> Vec<Pair> {
    let (counted, mut totals) = (CountedGame::of(game), PairTotals::default());
    totals.add(counted.ruleset, &counted.facts());
    totals.into_pairs().collect()
}

/// Deletes what is left of the name of a person: games that cannot be read any more are not subtracted. Runs inside the
/// caller's transaction, which has locked the standings.
pub(crate) async fn erase_name<D: Dialect>(connection: &mut D::Connection, name: &str) -> Result<(), StoreError> {
    if name.starts_with(BOT) {
        return Ok(());
    }
    for tables in [Tables::SHOWN, Tables::OTHER] {
        standings::erase::<D>(connection, &tables, name).await?;
        pairs::erase::<D>(connection, &tables, name).await?;
    }
    Ok(())
}

impl DeletedGame {
    fn position(&self) -> Position {
        Position { rank: Some(self.position), id: self.id.0 }
    }

    fn counted(&self) -> Option<CountedGame> {
        self.listed.as_ref().map(CountedGame::of)
    }
}
