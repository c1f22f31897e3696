//! `arcana copy`: copies a database.

use std::{process::ExitCode, time::Duration};

use anyhow::Context;

use super::{local, output};
use crate::{
    config::Copy,
    storage::{self, Schema, Settings},
};

/// Timeout of a statement, on a server that has much else to do.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(60);

/// Copies a database and compares the copy.
pub fn copy(settings: &Copy) -> anyhow::Result<ExitCode> {
    local::run(async {
        let done = local::until_signal(copy_all(settings)).await?;
        Ok(done.unwrap_or(ExitCode::SUCCESS))
    })
}

async fn copy_all(settings: &Copy) -> anyhow::Result<()> {
    let pooler = local::storage_pooler(settings.pooler);
    let connections = |schema| Settings { schema, pooler, statement_timeout: STATEMENT_TIMEOUT, ..Settings::default() };
    let opened = async |url: &str, schema| {
        storage::open(url, &connections(schema)).await.with_context(|| local::cannot_open(url))
    };
    let from = opened(&settings.from, Schema::ReadOnly).await?;
    let to = opened(&settings.to, Schema::Create).await?;
    let bar = local::progress(None, "{spinner} {msg}: {human_pos} rows copied, {per_sec}")?;
    let report = |table, rows| {
        bar.set_message(table);
        bar.inc(rows as u64);
    };
    let copied = storage::copy(&*from, &*to, report).await;
    bar.finish_and_clear();
    for (table, summary) in copied? {
        output::print(&format!("{table}: {summary}\n"))?;
    }
    output::print_done("The databases hold the same.\n")?;
    from.close().await;
    to.close().await;
    Ok(())
}
