//! Deals of the day, and what their players have made of them.

use async_trait::async_trait;
use chrono::{DateTime, NaiveDate, Utc};
use uuid::Uuid;

use super::{
    database::Database,
    dialect::Dialect,
    error::damaged,
    events,
    query::{Cells, DeletedRows, Statement},
};
use crate::service::{
    records::{DayRecord, DayResult, DayScore, GameId, OwnerId, TableDay, TableId},
    store::{DayStore, StoreError, WriteError},
    tables::TableRecord,
};

#[async_trait]
impl<D: Dialect> DayStore for Database<D> {
    /// Unless there is one: two services may make it at once.
    async fn add_day(&self, day: &DayRecord) -> Result<(), StoreError> {
        let mut statement = Statement::new("insert into days (day, seed, made_at, bot_version) values (");
        statement
            .item(day.date)
            .item(day.seed.to_vec())
            .item(D::time(day.made_at))
            .narrow_item::<i16, _>(day.bot_version)
            .push(") on conflict (day) do nothing");
        self.writer.execute(statement).await.map(drop)
    }

    async fn set_bot_version(&self, date: NaiveDate, version: u32) -> Result<(), StoreError> {
        let mut statement =
            Statement::new("update days set par = null, best_line = null, adepts = null, bot_version = ");
        statement.narrow_item::<i16, _>(version).push(" where day = ").bind(date);
        self.writer.execute(statement).await.map(drop)
    }

    async fn set_par(&self, date: NaiveDate, par: u8) -> Result<(), StoreError> {
        let mut statement = Statement::new("update days set par = ");
        statement.bind(i16::from(par)).push(" where par is null and day = ").bind(date);
        self.writer.execute(statement).await.map(drop)
    }

    async fn set_best_line(&self, date: NaiveDate, points: u8) -> Result<(), StoreError> {
        let mut statement = Statement::new("update days set best_line = ");
        statement.bind(i16::from(points)).push(" where best_line is null and day = ").bind(date);
        self.writer.execute(statement).await.map(drop)
    }

    async fn day(&self, date: NaiveDate) -> Result<Option<DayRecord>, StoreError> {
        let mut statement = select_days();
        statement.push(" where day = ").bind(date);
        self.reader.read_one(statement, read_day).await
    }

    async fn days(&self, before: Option<NaiveDate>, limit: u32) -> Result<Vec<DayRecord>, StoreError> {
        let mut statement = select_days();
        statement.push(" where true");
        push_newest(&mut statement, before, limit);
        self.reader.read_all(statement, read_day).await
    }

    async fn day_scores(&self, date: NaiveDate) -> Result<Vec<(u8, u32)>, StoreError> {
        let mut statement = Statement::new("select points, players from day_scores where players > 0 and day = ");
        statement.bind(date).push(" order by points");
        self.reader.read_all(statement, |cells| Ok((small(cells.next()?)?, cells.count()?))).await
    }

    async fn adepts_of_day(&self, date: NaiveDate) -> Result<Option<Vec<u8>>, StoreError> {
        let mut statement = Statement::new("select adepts from days where day = ");
        statement.bind(date);
        Ok(self.reader.read_one(statement, |cells| cells.next()).await?.flatten())
    }

    async fn set_adepts_of_day(&self, date: NaiveDate, points: &[u8]) -> Result<(), StoreError> {
        let mut statement = Statement::new("update days set adepts = ");
        statement.bind(points.to_vec()).push(" where adepts is null and day = ").bind(date);
        self.writer.execute(statement).await.map(drop)
    }

    async fn day_result(&self, owner: OwnerId, date: NaiveDate) -> Result<Option<DayResult>, StoreError> {
        self.reader.read_one(select_result(owner, date), read_result).await
    }

    async fn day_results(
        &self,
        owner: OwnerId,
        before: Option<NaiveDate>,
        limit: u32,
    ) -> Result<Vec<DayResult>, StoreError> {
        let mut statement = select_results(owner);
        push_newest(&mut statement, before, limit);
        self.reader.read_all(statement, read_result).await
    }

    async fn set_day_note(&self, owner: OwnerId, date: NaiveDate, note: &str) -> Result<bool, StoreError> {
        let mut statement = Statement::new("update day_results set note = ");
        statement.bind(note.to_owned()).push(" where points is not null and owner_id = ").bind(owner.0);
        statement.push(" and day = ").bind(date);
        Ok(self.writer.execute(statement).await? > 0)
    }
}

/// Ends a list of days: those before this one, or all, newest first.
fn push_newest<D: Dialect>(statement: &mut Statement<D>, before: Option<NaiveDate>, limit: u32) {
    if let Some(before) = before {
        statement.push(" and day < ").bind(before);
    }
    statement.push(" order by day desc limit ").number(limit);
}

fn select_days<D: Dialect>() -> Statement<D> {
    Statement::new(
        "select day, seed, made_at, bot_version, par, best_line, \
         cast((select coalesce(sum(players), 0) from day_scores where day_scores.day = days.day) as integer) from days",
    )
}

fn read_day<D: Dialect>(cells: &mut Cells<'_, D>) -> Result<DayRecord, StoreError> {
    Ok(DayRecord {
        date: cells.next()?,
        seed: cells.bytes32("seed")?,
        made_at: cells.time()?,
        bot_version: cells.small_count()?,
        par: cells.next::<Option<i16>>()?.map(small).transpose()?,
        best_line: cells.next::<Option<i16>>()?.map(small).transpose()?,
        finished: cells.count()?,
    })
}

/// Uses up the try of a table's owner. Requires a transaction.
pub(super) async fn begin<D: Dialect>(
    transaction: &mut D::Connection,
    table: &TableRecord,
    day: TableDay,
) -> Result<(), WriteError> {
    let mut statement =
        Statement::<D>::new("insert into day_results (owner_id, day, table_id, counted, note) values (");
    statement.item(table.owner.0).item(day.date).item(table.id.0).item(false).item(String::new());
    statement.push(") on conflict (owner_id, day) do nothing");
    if statement.execute(transaction).await.map_err(StoreError::from)? > 0 {
        return Ok(());
    }
    let before = select_result::<D>(table.owner, day.date).read_one(transaction, read_result).await?;
    Err(before.map_or_else(|| damaged("a try is missing").into(), |before| WriteError::DayPlayed(before.table)))
}

/// Stores what was made of a day, and counts it if it counts. Requires a transaction.
pub(super) async fn finish<D: Dialect>(
    transaction: &mut D::Connection,
    table: &TableRecord,
    day: TableDay,
    score: &DayScore,
) -> sqlx::Result<()> {
    let counted = day.counts_at(score.finished_at);
    let mut statement = Statement::<D>::new("update day_results set points = ");
    statement.bind(i16::from(score.points)).push(", against = ").bind(i16::from(score.against));
    statement.push(", tricks = ").bind(i16::from(score.tricks)).push(", counted = ").bind(counted);
    statement.push(", self_card = ").bind(score.self_card.map(|card| card.to_string()));
    statement.push(", finished_at = ").bind_time(score.finished_at);
    of_table(&mut statement, table, day);
    statement.push(" and points is null");
    if statement.execute(transaction).await? == 0 {
        return Ok(());
    }
    events::of_day::<D>(transaction, table.owner, table.id, day.date).await?;
    if !counted {
        return Ok(());
    }
    let mut statement = Statement::<D>::new("insert into day_scores (day, points, players) values (");
    statement.item(day.date).item(i16::from(score.points)).item(1_i32);
    statement.push(") on conflict (day, points) do update set players = day_scores.players + 1");
    statement.execute(transaction).await?;
    Ok(())
}

/// Notes the game that was stored after the day.
pub(super) async fn link<D: Dialect>(
    transaction: &mut D::Connection,
    table: &TableRecord,
    day: TableDay,
    game: GameId,
) -> sqlx::Result<()> {
    let mut statement = Statement::<D>::new("update day_results set game_id = ");
    statement.bind(game.0);
    of_table(&mut statement, table, day);
    statement.execute(transaction).await?;
    Ok(())
}

fn of_table<D: Dialect>(statement: &mut Statement<D>, table: &TableRecord, day: TableDay) {
    statement.push(" where owner_id = ").bind(table.owner.0).push(" and day = ").bind(day.date);
    statement.push(" and table_id = ").bind(table.id.0);
}

/// The statement that selects an owner's tries; conditions follow.
fn select_results<D: Dialect>(owner: OwnerId) -> Statement<D> {
    let mut statement = Statement::new(
        "select day, table_id, game_id, counted, note, points, against, tricks, self_card, finished_at \
         from day_results where owner_id = ",
    );
    statement.bind(owner.0);
    statement
}

/// The statement that selects an owner's try at a day.
fn select_result<D: Dialect>(owner: OwnerId, date: NaiveDate) -> Statement<D> {
    let mut statement = select_results(owner);
    statement.push(" and day = ").bind(date);
    statement
}

fn read_result<D: Dialect>(cells: &mut Cells<'_, D>) -> Result<DayResult, StoreError> {
    Ok(DayResult {
        date: cells.next()?,
        table: TableId(cells.next()?),
        game: cells.next::<Option<Uuid>>()?.map(GameId),
        counted: cells.next()?,
        note: cells.next()?,
        score: read_score(cells)?,
    })
}

fn read_score<D: Dialect>(cells: &mut Cells<'_, D>) -> Result<Option<DayScore>, StoreError> {
    let [points, against, tricks]: [Option<i16>; 3] = [cells.next()?, cells.next()?, cells.next()?];
    let self_card = cells.named("self_card")?;
    let finished_at: Option<DateTime<Utc>> = cells.optional_time()?;
    let (Some(points), Some(against), Some(tricks), Some(finished_at)) = (points, against, tricks, finished_at) else {
        return Ok(None);
    };
    let (points, against, tricks) = (small(points)?, small(against)?, small(tricks)?);
    Ok(Some(DayScore { points, against, tricks, self_card, finished_at }))
}

fn small(number: i16) -> Result<u8, StoreError> {
    u8::try_from(number).map_err(|_| damaged("a number of a day"))
}

/// Adds the condition that a try was at a day before that of a time.
pub(super) fn push_before<D: Dialect>(statement: &mut Statement<D>, time: DateTime<Utc>) {
    statement.push("day < ").bind(time.date_naive());
}

/// Deletes up to `limit` tries at days before that of a time; returns how many. They stay in the counts, which name nobody.
pub(super) async fn erase_old<D: Dialect>(
    connection: &mut D::Connection,
    time: DateTime<Utc>,
    limit: u32,
) -> Result<u64, StoreError> {
    let (table, key) = ("day_results", "owner_id, day");
    let rows = DeletedRows { table, purpose: "erase_old_day_results", key, order: "day, owner_id", limit };
    Statement::<D>::delete_rows(connection, rows, |statement| push_before(statement, time)).await
}

/// Deletes up to `limit` tries of an owner and takes them out of the counts; returns how many. Requires a transaction.
pub(super) async fn erase<D: Dialect>(
    connection: &mut D::Connection,
    owner: OwnerId,
    limit: u32,
) -> Result<u64, StoreError> {
    let (table, key) = ("day_results", "owner_id, day");
    let rows = DeletedRows { table, purpose: "erase_day_results", key, order: "day", limit };
    let mut statement = Statement::<D>::delete_some(rows, |statement| {
        statement.push("owner_id = ").bind(owner.0);
    });
    statement.push(" returning day, points, counted");
    let row = |cells: &mut Cells<'_, D>| Ok((cells.next()?, cells.next()?, cells.next()?));
    let erased: Vec<(NaiveDate, Option<i16>, bool)> = statement.read_all(connection, row).await?;
    for (date, points, counted) in &erased {
        if *counted && let Some(points) = points {
            let mut statement = Statement::<D>::new("update day_scores set players = players - 1 where day = ");
            statement.bind(*date).push(" and points = ").bind(*points);
            statement.execute(connection).await?;
        }
    }
    Ok(erased.len() as u64)
}
