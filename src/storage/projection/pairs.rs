//! Statements on the counts of pairs of names.

use super::Tables;
use crate::{
    games::Ruleset,
    service::{
        projection::{Pair, PairCounts, records::StandingKey},
        store::StoreError,
    },
    storage::{
        dialect::{Dialect, RowWriter},
        query::{Cells, Statement, each_row},
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
        key: StandingKey { name: cells.next()?, ruleset: cells.ruleset()? },
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
    tables: &Tables,
    pairs: &[Pair],
) -> Result<(), StoreError> {
    let begin = || {
        let mut statement = Statement::new("insert into ");
        statement.push(tables.pairs).push(
            " as counted (name, ruleset, other, games, partner_games, partner_wins, opponent_games, opponent_wins, \
             opponent_losses) ",
        );
        statement
    };
    let cells = |row: &mut D::Rows, Pair { key, other, counts }: &Pair| {
        row.cell(key.name.clone()).cell(key.ruleset.number()).cell(other.clone());
        row.cell(counts.games).cell(counts.partner_games).cell(counts.partner_wins);
        row.cell(counts.opponent_games).cell(counts.opponent_wins).cell(counts.opponent_losses);
    };
    let tail = " on conflict (name, ruleset, other) do update set \
                games = counted.games + excluded.games, \
                partner_games = counted.partner_games + excluded.partner_games, \
                partner_wins = counted.partner_wins + excluded.partner_wins, \
                opponent_games = counted.opponent_games + excluded.opponent_games, \
                opponent_wins = counted.opponent_wins + excluded.opponent_wins, \
                opponent_losses = counted.opponent_losses + excluded.opponent_losses";
    Ok(each_row::<D, _>(connection, pairs, begin, cells, tail).await?)
}

/// Subtracts counts, and deletes the pairs without games.
pub(super) async fn subtract<D: Dialect>(
    connection: &mut D::Connection,
    tables: &Tables,
    mut pairs: Vec<Pair>,
) -> Result<(), StoreError> {
    pairs.iter_mut().for_each(|pair| pair.counts = pair.counts.negative());
    add::<D>(connection, tables, &pairs).await?;
    let begin = || {
        let mut statement = Statement::delete_from(tables.pairs, "delete_pairs");
        statement.push(" and games <= 0 and (name, ruleset, other) in (");
        statement
    };
    let cells = |row: &mut D::Rows, Pair { key, other, .. }: &Pair| {
        row.cell(key.name.clone()).cell(key.ruleset.number()).cell(other.clone());
    };
    Ok(each_row::<D, _>(connection, &pairs, begin, cells, ")").await?)
}

/// Deletes all pairs with a name.
pub(super) async fn erase<D: Dialect>(
    connection: &mut D::Connection,
    tables: &Tables,
    name: &str,
) -> Result<(), StoreError> {
    // Each pair has a row in both directions.
    let mut others = Statement::<D>::delete_from(tables.pairs, "erase_others");
    others.push(" and (name, ruleset, other) in (select other, ruleset, name from ").push(tables.pairs);
    others.push(" where name = ").bind(name.to_owned()).push(")");
    others.execute(connection).await?;
    let mut own = Statement::<D>::delete_from(tables.pairs, "erase_pairs");
    own.push(" and name = ").bind(name.to_owned());
    own.execute(connection).await?;
    Ok(())
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
    statement.push(COLUMNS).push(" from player_pairs as p where p.name = ").bind(name.to_owned());
    statement
}
