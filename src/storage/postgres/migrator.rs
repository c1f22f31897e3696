//! Migrations on Postgres without named prepared statements, which a pooler may mix up.

use std::time::{Duration, Instant};

use futures::future::BoxFuture;
use sqlx::{
    AssertSqlSafe, Executor, PgConnection, Row,
    migrate::{AppliedMigration, Migrate, MigrateError, Migration},
    postgres::PgRow,
};

/// The advisory lock taken by services that migrate: "arcana" in ASCII.
const LOCK: i64 = 0x6172_6361_6e61;

/// A connection in a transaction that runs all migrations.
pub(crate) struct UnnamedMigrator<'c>(pub(crate) &'c mut PgConnection);

impl UnnamedMigrator<'_> {
    async fn run(&mut self, sql: String) -> Result<(), MigrateError> {
        Ok(self.0.execute(sqlx::raw_sql(AssertSqlSafe(sql))).await.map(drop)?)
    }

    async fn rows(&mut self, sql: String) -> Result<Vec<PgRow>, MigrateError> {
        Ok(self.0.fetch_all(sqlx::raw_sql(AssertSqlSafe(sql))).await?)
    }

    /// Records a migration.
    async fn note(&mut self, table: &str, migration: &Migration, took: i64) -> Result<(), MigrateError> {
        let sql = format!(
            "insert into {table} (version, description, success, checksum, execution_time) values ($1, $2, true, $3, $4)"
        );
        sqlx::query(AssertSqlSafe(sql))
            .persistent(false)
            .bind(migration.version)
            .bind(migration.description.as_ref())
            .bind(migration.checksum.as_ref())
            .bind(took)
            .execute(&mut *self.0)
            .await?;
        Ok(())
    }
}

impl Migrate for UnnamedMigrator<'_> {
    fn create_schema_if_not_exists<'e>(&'e mut self, schema: &'e str) -> BoxFuture<'e, Result<(), MigrateError>> {
        Box::pin(self.run(format!("create schema if not exists {schema}")))
    }

    /// Creates the table if it is missing. Even `if not exists` would need the right to create tables.
    fn ensure_migrations_table<'e>(&'e mut self, table: &'e str) -> BoxFuture<'e, Result<(), MigrateError>> {
        Box::pin(async move {
            let rows = self.rows(format!("select to_regclass('{table}') is not null")).await?;
            if rows.first().map(|row| row.try_get(0)).transpose()? == Some(true) {
                return Ok(());
            }
            self.run(format!(
                "create table {table} (version bigint primary key, description text not null, \
                 installed_on timestamptz not null default now(), success boolean not null, checksum bytea not null, \
                 execution_time bigint not null)"
            ))
            .await
        })
    }

    fn dirty_version<'e>(&'e mut self, table: &'e str) -> BoxFuture<'e, Result<Option<i64>, MigrateError>> {
        Box::pin(async move {
            let sql = format!("select version from {table} where not success order by version limit 1");
            let rows = self.rows(sql).await?;
            Ok(rows.first().map(|row| row.try_get(0)).transpose()?)
        })
    }

    fn list_applied_migrations<'e>(
        &'e mut self,
        table: &'e str,
    ) -> BoxFuture<'e, Result<Vec<AppliedMigration>, MigrateError>> {
        Box::pin(async move {
            let rows = self.rows(format!("select version, checksum from {table} order by version")).await?;
            let applied = rows.iter().map(|row| {
                let checksum: Vec<u8> = row.try_get(1)?;
                Ok(AppliedMigration { version: row.try_get(0)?, checksum: checksum.into() })
            });
            applied.collect()
        })
    }

    /// The lock is held until the end of the transaction: behind a pooler, it could not be released separately.
    fn lock(&mut self) -> BoxFuture<'_, Result<(), MigrateError>> {
        Box::pin(self.run(format!("select pg_advisory_xact_lock({LOCK})")))
    }

    fn unlock(&mut self) -> BoxFuture<'_, Result<(), MigrateError>> {
        Box::pin(async { Ok(()) })
    }

    fn apply<'e>(
        &'e mut self,
        table: &'e str,
        migration: &'e Migration,
    ) -> BoxFuture<'e, Result<Duration, MigrateError>> {
        Box::pin(async move {
            let start = Instant::now();
            let done = self.0.execute(sqlx::raw_sql(migration.sql.clone())).await;
            done.map_err(|error| MigrateError::ExecuteMigration(error, migration.version))?;
            let took = start.elapsed();
            self.note(table, migration, i64::try_from(took.as_nanos()).unwrap_or(i64::MAX)).await?;
            Ok(took)
        })
    }

    /// Migrations are never reverted.
    fn revert<'e>(
        &'e mut self,
        _table: &'e str,
        migration: &'e Migration,
    ) -> BoxFuture<'e, Result<Duration, MigrateError>> {
        Box::pin(async { Err(MigrateError::VersionNotPresent(migration.version)) })
    }
}
