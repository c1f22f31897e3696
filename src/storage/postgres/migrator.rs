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

/// Timeout of a migration for the lock of a table.
const LOCK_TIMEOUT: &str = "5s";

/// The migration that changes settings of indexes over `games`, which Postgres refuses for indexes of a partitioned table.
const FULL_INDEXES: i64 = 14;

/// A connection in a transaction that runs all migrations.
pub(crate) struct UnnamedMigrator<'c> {
    connection: &'c mut PgConnection,
    /// The versions of the migrations that it has applied.
    pub(crate) applied: Vec<i64>,
}

impl<'c> UnnamedMigrator<'c> {
    /// A connection in a transaction.
    pub(crate) fn new(connection: &'c mut PgConnection) -> UnnamedMigrator<'c> {
        UnnamedMigrator { connection, applied: Vec::new() }
    }

    async fn run(&mut self, sql: String) -> Result<(), MigrateError> {
        Ok(self.connection.execute(sqlx::raw_sql(AssertSqlSafe(sql))).await.map(drop)?)
    }

    async fn rows(&mut self, sql: String) -> Result<Vec<PgRow>, MigrateError> {
        Ok(self.connection.fetch_all(sqlx::raw_sql(AssertSqlSafe(sql))).await?)
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
            .execute(&mut *self.connection)
            .await?;
        Ok(())
    }

    /// The answer to a question, which is a condition in SQL.
    async fn holds(&mut self, condition: &str) -> Result<bool, MigrateError> {
        let rows = self.rows(format!("select coalesce({condition}, false)")).await?;
        Ok(rows.first().map(|row| row.try_get(0)).transpose()? == Some(true))
    }

    /// Runs the script of a migration.
    ///
    /// Migration 14 is only recorded where `games` was partitioned before (docs/operation/growth.md): it saves space in
    /// two indexes, and each partition has its own, with settings of its own.
    async fn run_script(&mut self, migration: &Migration) -> Result<(), MigrateError> {
        const PARTITIONED: &str = "(select relkind = 'p' from pg_class where oid = to_regclass('games'))";
        if migration.version == FULL_INDEXES && self.holds(PARTITIONED).await? {
            return Ok(());
        }
        let done = self.connection.execute(sqlx::raw_sql(migration.sql.clone())).await;
        done.map(drop).map_err(|error| MigrateError::ExecuteMigration(error, migration.version))
    }
}

impl Migrate for UnnamedMigrator<'_> {
    fn create_schema_if_not_exists<'e>(&'e mut self, schema: &'e str) -> BoxFuture<'e, Result<(), MigrateError>> {
        Box::pin(self.run(format!("create schema if not exists {schema}")))
    }

    /// Creates the table if it is missing. Even `if not exists` would need the right to create tables.
    fn ensure_migrations_table<'e>(&'e mut self, table: &'e str) -> BoxFuture<'e, Result<(), MigrateError>> {
        Box::pin(async move {
            if self.holds(&format!("to_regclass('{table}') is not null")).await? {
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
    ///
    /// Another service that migrates is waited for. Locks of tables are not, but for five seconds: everybody else waits
    /// behind the migration, for as long as a dump would take.
    fn lock(&mut self) -> BoxFuture<'_, Result<(), MigrateError>> {
        Box::pin(self.run(format!("select pg_advisory_xact_lock({LOCK}); set local lock_timeout = '{LOCK_TIMEOUT}'")))
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
            self.run_script(migration).await?;
            let took = start.elapsed();
            self.note(table, migration, i64::try_from(took.as_nanos()).unwrap_or(i64::MAX)).await?;
            self.applied.push(migration.version);
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
