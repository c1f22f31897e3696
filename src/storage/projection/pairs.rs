//! Statements on the counts of pairs of names.

use super::{progress::QUERIED, standings::read_ruleset};
use crate::{
    games::Ruleset,
    service::{
        projection::{
            Pair, PairCounts,
            pair_counts::{PairIncrement, PairIncrements},
            records::StandingKey,
        },
        store::StoreError,
    },
    storage::{
        bulk::each_row,
        dialect::{Dialect, RowWriter},
        query::{Cells, Statement},
    },
};

const COLUMNS: &str = "p.name, p.ruleset, p.other, p.games, p.partner_games, p.partner_wins, p.opponent_games, \
                       p.opponent_wins, p.opponent_losses";

/// Whether partners or opponents are listed.
#[derive(Clone, Copy)]
pub(super) enum Met {
    /// As partners.
    Partners,
    /// As opponents.
    Opponents,
}

impl Met {
    const fn column(self) -> &'static str {
        match self {
            Met::Partners => "p.partner_games",
            Met::Opponents => "p.opponent_games",
        }
    }
}

fn read<D: Dialect>(row: &D::Row) -> Result<Pair, StoreError> {
    let mut cells = Cells::<D>::of(row);
    Ok(Pair {
        key: StandingKey { name: cells.next()?, ruleset: read_ruleset(&mut cells)? },
        other: cells.next()?,
        counts: PairCounts {
            games: cells.next()?,
            partner_games: cells.next()?,
            partner_wins: cells.next()?,
            opponent_games: cells.next()?,
            opponent_wins: cells.next()?,
            opponent_losses: cells.next()?,
        },
    })
}

/// Adds to the counts of pairs.
pub(super) async fn add<D: Dialect>(
    connection: &mut D::Connection,
    generation: i64,
    pairs: &PairIncrements,
) -> Result<(), StoreError> {
    let begin = || {
        Statement::new(
            "insert into player_pairs (generation, name, ruleset, other, games, partner_games, partner_wins, \
             opponent_games, opponent_wins, opponent_losses) ",
        )
    };
    let cells = |row: &mut D::Rows, increment: &PairIncrement| {
        let (name, ruleset, other, counts) = pairs.pair(increment);
        row.cell(generation).cell(name.to_owned()).cell(ruleset.number()).cell(other.to_owned());
        row.cell(counts.games).cell(counts.partner_games).cell(counts.partner_wins);
        row.cell(counts.opponent_games).cell(counts.opponent_wins).cell(counts.opponent_losses);
    };
    let tail = " on conflict (generation, name, ruleset, other) do update set \
                games = player_pairs.games + excluded.games, \
                partner_games = player_pairs.partner_games + excluded.partner_games, \
                partner_wins = player_pairs.partner_wins + excluded.partner_wins, \
                opponent_games = player_pairs.opponent_games + excluded.opponent_games, \
                opponent_wins = player_pairs.opponent_wins + excluded.opponent_wins, \
                opponent_losses = player_pairs.opponent_losses + excluded.opponent_losses";
    each_row::<D, _>(connection, pairs.all(), begin, cells, tail).await
}

/// Subtracts counts, and deletes the pairs without games.
pub(super) async fn take_back<D: Dialect>(
    connection: &mut D::Connection,
    generation: i64,
    pairs: PairIncrements,
) -> Result<(), StoreError> {
    let pairs = pairs.negative();
    add::<D>(connection, generation, &pairs).await?;
    let begin = || {
        let mut statement = Statement::delete_from("player_pairs", "delete_pairs");
        statement.push(" and games <= 0 and generation = ").bind(generation);
        statement.push(" and (name, ruleset, other) in (");
        statement
    };
    let cells = |row: &mut D::Rows, increment: &PairIncrement| {
        let (name, ruleset, other, _) = pairs.pair(increment);
        row.cell(name.to_owned()).cell(ruleset.number()).cell(other.to_owned());
    };
    each_row::<D, _>(connection, pairs.all(), begin, cells, ")").await
}

/// The record of a name with and against another one, by ruleset.
pub(crate) async fn versus<D: Dialect>(
    connection: &mut D::Connection,
    name: &str,
    other: &str,
) -> Result<Vec<Pair>, StoreError> {
    let mut statement = of_name::<D>(name);
    let numbers = Ruleset::ALL.map(Ruleset::number);
    statement.push(" and p.ruleset in (");
    for number in numbers {
        statement.item(number);
    }
    statement.push(") and p.other = ").bind(other.to_owned()).push(" order by p.ruleset");
    statement.rows(connection).await?.iter().map(read::<D>).collect()
}

/// The most frequent partners or opponents of a name in a ruleset, ties by name. Those with one game, who are usually
/// many, are queried separately: the partial indexes do not contain them.
pub(super) async fn most_frequent<D: Dialect>(
    connection: &mut D::Connection,
    key: &StandingKey,
    met: Met,
    most: u32,
) -> Result<Vec<Pair>, StoreError> {
    let mut often = of_name::<D>(&key.name);
    often.push(" and p.ruleset = ").bind(key.ruleset.number()).push(" and ").push(met.column()).push(" > 1");
    often.push(" order by ").push(met.column()).push(" desc, p.other limit ").number(most);
    let mut found: Vec<Pair> = often.rows(connection).await?.iter().map(read::<D>).collect::<Result<_, _>>()?;
    let missing = most.saturating_sub(u32::try_from(found.len()).unwrap_or(u32::MAX));
    if missing > 0 {
        let mut once = of_name::<D>(&key.name);
        once.push(" and p.ruleset = ").bind(key.ruleset.number()).push(" and ").push(met.column()).push(" = 1");
        once.push(" order by p.other limit ").number(missing);
        for row in once.rows(connection).await? {
            found.push(read::<D>(&row)?);
        }
    }
    Ok(found)
}

fn of_name<D: Dialect>(name: &str) -> Statement<D> {
    let mut statement = Statement::new("select ");
    statement.push(COLUMNS).push(" from player_pairs as p where p.generation = ").push(QUERIED);
    statement.push(" and p.name = ").bind(name.to_owned());
    statement
}
