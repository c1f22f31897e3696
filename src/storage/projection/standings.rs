//! Statements on standings.

use crate::{
    games::Ruleset,
    service::{
        appearance,
        projection::{
            Entrants, NamedGames, RatedPosition, Standing,
            records::{SeatCount, StandingKey},
        },
        records::GameId,
        store::{Page, PageSize, StoreError},
    },
    statistics::{course::Course, rating::Rating},
    storage::{
        dialect::{Dialect, RowWriter},
        error::damaged,
        player_list::{list, unlist},
        query::{Cells, Statement, each_row, parts},
    },
};

use super::Tables;

/// Maximum number of names that a page examines for those with enough games.
const MAX_EXAMINED: u32 = 2_000;

/// The columns that are read.
const COLUMNS: &str = "s.name, s.ruleset, s.games, s.wins, s.shared_wins, s.points, s.seat_games, s.seat_wins, s.streak, \
                       s.longest_wins, s.longest_losses, s.first_at, s.last_at, s.mu, s.sigma, s.last_game, s.former_mu, \
                       s.former_sigma, s.course";

fn read<D: Dialect>(row: &D::Row) -> Result<Standing, StoreError> {
    let mut cells = Cells::<D>::of(row);
    Ok(Standing {
        key: StandingKey { name: cells.next()?, ruleset: cells.ruleset()? },
        games: cells.next()?,
        wins: cells.next()?,
        shared_wins: cells.next()?,
        points: cells.next()?,
        seats: seats(&cells.next::<String>()?, &cells.next::<String>()?)?,
        streak: cells.next()?,
        longest_wins: cells.next()?,
        longest_losses: cells.next()?,
        first_at: cells.time()?,
        last_at: cells.time()?,
        rating: Rating { mu: cells.next()?, sigma: cells.next()? },
        last_game: GameId(cells.next()?),
        former: Rating { mu: cells.next()?, sigma: cells.next()? },
        course: Course::from_bytes(&cells.next::<Vec<u8>>()?).map_err(|_| damaged("course"))?,
    })
}

fn seats(games: &str, wins: &str) -> Result<Vec<SeatCount>, StoreError> {
    let (games, wins) = (unlist::<i64>(games, "seat_games")?, unlist::<i64>(wins, "seat_wins")?);
    Ok(games.into_iter().zip(wins).map(|(games, wins)| SeatCount { games, wins }).collect())
}

/// The standings with these keys, if they exist.
///
/// Each key is looked up by the index. Otherwise Postgres, whose statistics do not know of tables that are being
/// rebuilt, scanned all of them for each batch: 16 ms instead of 1.
pub(crate) async fn of_names<D: Dialect>(
    connection: &mut D::Connection,
    tables: &Tables,
    keys: &[StandingKey],
) -> Result<Vec<Standing>, StoreError> {
    let mut found = Vec::with_capacity(keys.len());
    for part in parts::<D, _>(keys) {
        let mut statement = Statement::<D>::new("select ");
        statement.push(COLUMNS).push(" from (").rows_of(part, |row, key| {
            row.cell(key.name.clone()).cell(key.ruleset.number());
        });
        let (join, end) = D::LOOKUP;
        statement.push(") as key ").push(join).push(tables.standings).push(" as s where s.name = key.column1");
        statement.push(" and s.ruleset = key.column2").push(end);
        for row in statement.rows(connection).await? {
            found.push(read::<D>(&row)?);
        }
    }
    Ok(found)
}

/// Writes the values of standings; one without games is deleted.
pub(super) async fn write<D: Dialect>(
    connection: &mut D::Connection,
    tables: &Tables,
    standings: &[Standing],
) -> Result<(), StoreError> {
    let (present, empty): (Vec<&Standing>, Vec<&Standing>) = standings.iter().partition(|standing| standing.games > 0);
    let begin = || {
        let mut statement = Statement::new("insert into ");
        statement.push(tables.standings).push(
            " (name, ruleset, games, wins, shared_wins, points, seat_games, seat_wins, streak, longest_wins, \
             longest_losses, first_at, last_at, mu, sigma, lower_bound, last_game, former_mu, former_sigma, course, \
             folded) ",
        );
        statement
    };
    let cells = |row: &mut D::Rows, standing: &&Standing| add_cells::<D>(row, standing);
    let tail = " on conflict (name, ruleset) do update set games = excluded.games, wins = excluded.wins, \
                shared_wins = excluded.shared_wins, points = excluded.points, seat_games = excluded.seat_games, \
                seat_wins = excluded.seat_wins, streak = excluded.streak, longest_wins = excluded.longest_wins, \
                longest_losses = excluded.longest_losses, first_at = excluded.first_at, last_at = excluded.last_at, \
                mu = excluded.mu, sigma = excluded.sigma, lower_bound = excluded.lower_bound, \
                last_game = excluded.last_game, former_mu = excluded.former_mu, \
                former_sigma = excluded.former_sigma, course = excluded.course";
    each_row::<D, _>(connection, &present, begin, cells, tail).await?;
    let begin = || {
        let mut statement = Statement::delete_from(tables.standings, "delete_standings");
        statement.push(" and (name, ruleset) in (");
        statement
    };
    let cells = |row: &mut D::Rows, standing: &&Standing| {
        row.cell(standing.key.name.clone()).cell(standing.key.ruleset.number());
    };
    Ok(each_row::<D, _>(connection, &empty, begin, cells, ")").await?)
}

fn add_cells<D: Dialect>(row: &mut D::Rows, standing: &Standing) {
    let Standing { key, games, wins, shared_wins, points, streak, longest_wins, longest_losses, .. } = standing;
    row.cell(key.name.clone()).cell(key.ruleset.number());
    row.cell(*games).cell(*wins).cell(*shared_wins).cell(*points);
    row.cell(list(standing.seats.iter().map(|seat| seat.games)));
    row.cell(list(standing.seats.iter().map(|seat| seat.wins)));
    row.cell(*streak).cell(*longest_wins).cell(*longest_losses);
    row.cell(D::time(standing.first_at)).cell(D::time(standing.last_at));
    let (rating, former) = (standing.rating, standing.former);
    row.cell(rating.mu).cell(rating.sigma).cell(rating.lower_bound());
    row.cell(standing.last_game.0).cell(former.mu).cell(former.sigma);
    row.cell(standing.course.to_bytes());
    row.cell(appearance(&key.name));
}

/// Deletes all standings of a name.
pub(super) async fn erase<D: Dialect>(
    connection: &mut D::Connection,
    tables: &Tables,
    name: &str,
) -> Result<(), StoreError> {
    let mut statement = Statement::<D>::delete_from(tables.standings, "erase_standings");
    statement.push(" and name = ").bind(name.to_owned());
    statement.execute(connection).await?;
    Ok(())
}

/// All standings of a name, by ruleset.
pub(super) async fn of_name<D: Dialect>(
    connection: &mut D::Connection,
    name: &str,
) -> Result<Vec<Standing>, StoreError> {
    let mut statement = Statement::<D>::new("select ");
    statement
        .push(COLUMNS)
        .push(" from player_standings as s where s.name = ")
        .bind(name.to_owned())
        .push(" order by s.ruleset");
    statement.rows(connection).await?.iter().map(read::<D>).collect()
}

/// The names that begin so, as names are compared, after one of them, and how many games each has.
pub(crate) async fn names<D: Dialect>(
    connection: &mut D::Connection,
    prefix: &str,
    after: Option<&str>,
    size: PageSize,
) -> Result<Page<NamedGames, String>, StoreError> {
    let prefix = appearance(prefix);
    let mut statement =
        Statement::<D>::new("select name, cast(sum(games) as bigint) from player_standings where folded >= ");
    statement.bind(prefix.clone()).push(" and folded < ").bind(format!("{prefix}\u{10ffff}"));
    if let Some(name) = after {
        statement.push(" and (folded, name) > (").bind(appearance(name)).push(", ").bind(name.to_owned()).push(")");
    }
    statement.push(" group by folded, name order by folded, name limit ").number(size.with_lookahead());
    let read = |cells: &mut Cells<'_, D>| Ok(NamedGames { name: cells.next()?, games: cells.next()? });
    let found = statement.read_all(connection, read).await?;
    Ok(Page::of_one_more(found, size, |last: &NamedGames| last.name.clone()))
}

/// The best of these names in a ruleset, after a position.
pub(crate) async fn best<D: Dialect>(
    connection: &mut D::Connection,
    ruleset: Ruleset,
    entrants: Entrants,
    from: Option<&RatedPosition>,
    size: PageSize,
) -> Result<Page<Standing, RatedPosition>, StoreError> {
    let all = entrants == Entrants::ALL;
    let last_examined = if all { None } else { find_last_examined::<D>(connection, ruleset, from).await? };
    let examined = if all { size.with_lookahead() } else { MAX_EXAMINED };
    let mut statement = Statement::<D>::new("select ");
    statement.push(COLUMNS).push(" from (select * from (");
    following(&mut statement, ruleset, from, examined);
    statement.push(") as examined where games >= ").bind(i64::from(entrants.min_games));
    if !entrants.bots {
        statement.push(" and not (name >= 'bot:' and name < 'bot;')");
    }
    statement.push(" order by lower_bound desc, name limit ").number(size.with_lookahead());
    let (join, end) = D::LOOKUP;
    statement
        .push(") as f ")
        .push(join)
        .push("player_standings as s where s.ruleset = ")
        .bind(ruleset.number())
        .push(" and s.name = f.name")
        .push(end);
    statement.push(" order by f.lower_bound desc, f.name");
    let rows = statement.rows(connection).await?;
    let found: Result<Vec<Standing>, StoreError> = rows.iter().map(read::<D>).collect();
    let mut page = Page::of_one_more(found?, size, |last: &Standing| RatedPosition {
        lower_bound: last.rating.lower_bound(),
        name: last.key.name.clone(),
    });
    page.next = page.next.or(last_examined);
    Ok(page)
}

/// Where a page ends at the latest; `None` if fewer names follow.
async fn find_last_examined<D: Dialect>(
    connection: &mut D::Connection,
    ruleset: Ruleset,
    from: Option<&RatedPosition>,
) -> Result<Option<RatedPosition>, StoreError> {
    let mut statement = Statement::<D>::new("select lower_bound, name from (");
    following(&mut statement, ruleset, from, MAX_EXAMINED);
    statement.push(") as examined order by lower_bound desc, name limit 1 offset ").number(MAX_EXAMINED - 1);
    let read = |row: D::Row| {
        let mut cells = Cells::<D>::of(&row);
        Ok(RatedPosition { lower_bound: cells.next()?, name: cells.next()? })
    };
    statement.row(connection).await?.map(read).transpose()
}

/// Adds a query of the bounds, names and numbers of games that follow a position, up to a limit: those with the same
/// bound, by name, and then those with lower bounds. The index has each of both parts in this order.
fn following<D: Dialect>(statement: &mut Statement<D>, ruleset: Ruleset, from: Option<&RatedPosition>, limit: u32) {
    let part = |statement: &mut Statement<D>| {
        statement.push("select * from (select lower_bound, name, games from player_standings where ruleset = ");
        statement.bind(ruleset.number());
    };
    statement.push("select * from (");
    part(statement);
    if let Some(RatedPosition { lower_bound, name }) = from {
        statement.push(" and lower_bound = ").bind(*lower_bound).push(" and name > ").bind(name.clone());
        statement.push(" order by name limit ").number(limit).push(") as equals union all ");
        part(statement);
        statement.push(" and lower_bound < ").bind(*lower_bound);
    }
    statement.push(" order by lower_bound desc, name limit ").number(limit).push(") as lower_ones");
    statement.push(") as both_parts order by lower_bound desc, name limit ").number(limit);
}
