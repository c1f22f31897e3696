//! Analyses of games, each made once, in turns, by whichever service holds its lease.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    borrow::in_transaction,
    database::Database,
    dialect::Dialect,
    error::damaged,
    query::{Cells, Statement},
    readings::player,
    simulations::of_engines,
};
use crate::{
    players::Effort,
    service::{
        records::{AnalysisKey, AnalysisRecord, GameId, NewAnalysis},
        store::{AnalysisStore, StoreError},
    },
};

#[async_trait]
impl<D: Dialect> AnalysisStore for Database<D> {
    async fn analysis(&self, key: AnalysisKey) -> Result<Option<AnalysisRecord>, StoreError> {
        let mut statement = select();
        statement.push(" where ");
        push_key(&mut statement, key);
        self.reader.read_one(statement, read).await
    }

    async fn analysis_parts(&self, key: AnalysisKey) -> Result<Vec<String>, StoreError> {
        let mut statement = Statement::new("select items from analysis_parts where ");
        push_key(&mut statement, key);
        statement.push(" order by done");
        self.reader.read_all(statement, |cells| cells.next()).await
    }

    async fn unfinished_analyses(&self, engines: &[String], caller: &[u8]) -> Result<[u64; 2], StoreError> {
        let mut statement = Statement::new("select count(*), count(case when caller = ");
        statement.bind(caller.to_vec()).push(" then 1 end) from analyses where finished_at is null and ");
        of_engines(&mut statement, engines);
        let counts = self.reader.read_one(statement, |cells| Ok([cells.next::<i64>()?, cells.next::<i64>()?])).await?;
        let [all, own] = counts.unwrap_or_default().map(i64::unsigned_abs);
        Ok([own, all])
    }

    async fn add_analysis(&self, new: &NewAnalysis) -> Result<bool, StoreError> {
        in_transaction!(self.writer, add::<D>, new)
    }

    async fn take_analysis(
        &self,
        worker: Uuid,
        engines: &[String],
        now: DateTime<Utc>,
    ) -> Result<Option<AnalysisRecord>, StoreError> {
        in_transaction!(self.writer, take::<D>, worker, engines, now)
    }

    async fn renew_analysis(&self, key: AnalysisKey, worker: Uuid) -> Result<bool, StoreError> {
        let mut statement = Statement::new("update analyses set taken_until = ");
        statement.push(D::LEASE_END);
        statement.push(" where ");
        push_held(&mut statement, key, worker);
        Ok(self.writer.execute(statement).await? > 0)
    }

    async fn delete_analysis(&self, key: AnalysisKey, worker: Uuid) -> Result<bool, StoreError> {
        let mut statement = Statement::delete_from("analyses", "delete_analysis");
        statement.push(" and ");
        push_held(&mut statement, key, worker);
        Ok(self.writer.execute(statement).await? > 0)
    }

    async fn delete_abandoned_analyses(&self, engines: &[String]) -> Result<u64, StoreError> {
        let mut statement = Statement::delete_from("analyses", "delete_abandoned_analyses");
        statement.push(" and finished_at is null and ");
        push_free(&mut statement);
        statement.push(" and not ");
        of_engines(&mut statement, engines);
        Ok(self.writer.execute(statement).await?)
    }

    async fn save_analysis(
        &self,
        made: &AnalysisRecord,
        items: &str,
        worker: Uuid,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        in_transaction!(self.writer, save::<D>, made, items, worker, now)
    }
}

/// The statement that selects analyses.
fn select<D: Dialect>() -> Statement<D> {
    Statement::new(
        "select game_id, player, effort, engine, done, fortune, \
         case when finished_at is null then 0 else 1 end from analyses",
    )
}

fn read<D: Dialect>(cells: &mut Cells<'_, D>) -> Result<AnalysisRecord, StoreError> {
    let game = GameId(cells.next()?);
    let player = player(cells.next()?)?;
    let effort = cells.value("effort", |number: i16| Effort::new(number.try_into().ok()?))?;
    Ok(AnalysisRecord {
        key: AnalysisKey { game, player, effort },
        engine: cells.next()?,
        done: cells.count()?,
        fortune: cells.next()?,
        finished: cells.next::<i32>()? > 0,
    })
}

/// Adds the condition that it is this analysis.
fn push_key<D: Dialect>(statement: &mut Statement<D>, key: AnalysisKey) {
    statement.push("game_id = ").bind(key.game.0).push(" and player = ").bind(i16::from(key.player.0));
    statement.push(" and effort = ").bind(i16::from(key.effort.number()));
}

/// Adds the condition that a worker holds an analysis.
fn push_held<D: Dialect>(statement: &mut Statement<D>, key: AnalysisKey, worker: Uuid) {
    push_key(statement, key);
    statement.push(" and finished_at is null and taken_until is not null and taken_by = ").bind(worker);
}

/// Adds the condition that no lease of an analysis goes on: one that ends later than any that begins now was taken by a
/// clock that has been set back since, and is void.
fn push_free<D: Dialect>(statement: &mut Statement<D>) {
    statement.push("(taken_until is null or taken_until <= ").push(D::NOW);
    statement.push(" or taken_until > ").push(D::LEASE_END).push(")");
}

/// Stores a new analysis, in the place of one that another release has left unfinished. Requires a transaction.
async fn add<D: Dialect>(transaction: &mut D::Connection, new: &NewAnalysis) -> Result<bool, StoreError> {
    let mut others = Statement::<D>::delete_from("analyses", "delete_analysis_of_another_release");
    others.push(" and finished_at is null and engine <> ").bind(new.engine.clone()).push(" and ");
    push_key(&mut others, new.key);
    // Whoever holds it finishes it, also if this release finds no place for another.
    others.push(" and ");
    push_free(&mut others);
    others.execute(transaction).await?;
    Ok(insert::<D>(new).execute(transaction).await? > 0)
}

/// The statement that stores a new analysis of a stored game, if its caller may have one more.
fn insert<D: Dialect>(new: &NewAnalysis) -> Statement<D> {
    let mut statement = Statement::new(
        "insert into analyses (game_id, player, effort, created_at, taken_at, caller, engine, done) select id, ",
    );
    let (player, effort) = (i16::from(new.key.player.0), i16::from(new.key.effort.number()));
    statement.item(player).item(effort).item(D::time(new.created_at)).item(D::time(new.created_at));
    statement.item(new.caller.clone()).item(new.engine.clone()).push(", 0 from games where id = ");
    statement.bind(new.key.game.0);
    push_count(&mut statement, &new.engines);
    statement.push(") < ").number(new.most_of_all);
    push_count(&mut statement, &new.engines);
    statement.push(" and caller = ").bind(new.caller.clone()).push(") < ").number(new.most);
    statement.push(" on conflict (game_id, player, effort) do nothing");
    statement
}

/// Begins a condition on the number of unfinished analyses of these engines.
fn push_count<D: Dialect>(statement: &mut Statement<D>, engines: &[String]) {
    statement.push(" and (select count(*) from analyses where finished_at is null and ");
    of_engines(statement, engines);
}

/// Leases the analysis that has waited longest. Requires a transaction.
async fn take<D: Dialect>(
    transaction: &mut D::Connection,
    worker: Uuid,
    engines: &[String],
    now: DateTime<Utc>,
) -> Result<Option<AnalysisRecord>, StoreError> {
    let mut waiting = select::<D>();
    waiting.push(" where finished_at is null and ");
    push_free(&mut waiting);
    waiting.push(" and ");
    of_engines(&mut waiting, engines);
    waiting.push(" order by taken_at, game_id, player, effort limit 1").push(D::FOR_UPDATE).push(D::SKIP_LOCKED);
    let Some(found) = waiting.read_one(transaction, read).await? else { return Ok(None) };
    let mut taken = Statement::<D>::new("update analyses set taken_by = ");
    taken.bind(worker).push(", taken_at = ").bind_time(now).push(", taken_until = ").push(D::LEASE_END);
    taken.push(" where ");
    push_key(&mut taken, found.key);
    taken.execute(transaction).await?;
    Ok(Some(found))
}

/// Stores a turn of an analysis, if the worker still holds it. Requires a transaction.
async fn save<D: Dialect>(
    transaction: &mut D::Connection,
    made: &AnalysisRecord,
    items: &str,
    worker: Uuid,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = i32::try_from(made.done).map_err(|_| damaged("done"))?;
    let mut saved = Statement::<D>::new("update analyses set taken_until = null, done = ");
    saved.bind(done).push(", fortune = ").bind(made.fortune.clone());
    if made.finished {
        saved.push(", caller = null, finished_at = ").bind_time(now);
    }
    saved.push(" where ");
    push_held(&mut saved, made.key, worker);
    if saved.execute(transaction).await? == 0 {
        return Ok(false);
    }
    let AnalysisKey { game, player, effort } = made.key;
    let mut part = Statement::<D>::new("insert into analysis_parts (game_id, player, effort, done, items) values (");
    part.item(game.0).item(i16::from(player.0)).item(i16::from(effort.number())).item(done).item(items.to_owned());
    // A turn in which no step was looked at has nothing new.
    part.push(") on conflict do nothing");
    part.execute(transaction).await?;
    Ok(true)
}
