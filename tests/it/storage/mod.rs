//! Tests that run on SQLite and on Postgres.

#[path = "../../drills/proxy.rs"]
mod proxy;

/// The proxy takes its runtime from here.
mod load {
    pub use crate::database::block_on;
}

/// Makes two tests of each: `sqlite::…` and `postgres::…`.
macro_rules! on_both {
    ($($(#[$attribute:meta])* async fn $name:ident($database:ident: &TestDatabase) $body:block)+) => {
        $($(#[$attribute])* async fn $name($database: &crate::database::TestDatabase) $body)+

        mod sqlite {
            $(#[test]
            fn $name() {
                crate::storage::on_sqlite(super::$name);
            })+
        }

        mod postgres {
            $(#[test]
            fn $name() {
                crate::storage::on_postgres(super::$name);
            })+
        }
    };
}

mod analyses;
mod batches;
mod commitments;
mod damage;
mod days;
mod erasure;
mod following;
mod history;
mod idempotency;
mod keys;
mod lookups;
mod names;
mod opening;
mod paging;
mod partitions;
mod pooler;
pub mod projection;
mod readings;
mod samples;
mod scrub;
mod silence;
mod simulations;
mod spreads;
mod table_changes;
mod table_samples;
mod tables;
mod writes;

use crate::database::{self, TestDatabase, block_on, fresh_sqlite, migrated_postgres};

fn on_sqlite(test: impl AsyncFn(&TestDatabase)) {
    block_on(async { test(&fresh_sqlite().await).await });
}

fn on_postgres(test: impl AsyncFn(&TestDatabase)) {
    block_on(async { test(&migrated_postgres().await).await });
}
