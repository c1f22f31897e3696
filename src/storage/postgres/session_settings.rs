//! Settings of connections to Postgres.

use crate::storage::settings::Pooler;

/// Settings on which statements and their results rely, whatever the server, the database or the role have set.
///
/// Planner: its cost estimates grow with the tables, while the results stay small. A page of a player's games is found
/// with one index and fetched with another. Postgres estimates a merge join to be as fast, but it reads all games newer
/// than the player's last. With 20 million games, Postgres started two parallel workers for a page of 20, which took
/// longer than the page itself (14 ms instead of 0.1 for two frequent names); no statement got faster. JIT compilation
/// is off for the same reason.
///
/// Transactions wait for each other's changes to a row instead of failing, and bytes come as hex in text.
pub(super) const SETTINGS: [(&str, &str); 5] = [
    ("enable_mergejoin", "off"),
    ("max_parallel_workers_per_gather", "0"),
    ("jit", "off"),
    ("default_transaction_isolation", "read committed"),
    ("bytea_output", "hex"),
];

/// The statement that makes a setting, behind a pooler for the transaction that has just begun.
pub(super) fn set(pooler: Pooler, name: &str, value: &str) -> String {
    match (pooler, name) {
        (Pooler::None, _) => format!("set {name} = '{value}'"),
        // The default would be that of the next transaction.
        (Pooler::Transaction, "default_transaction_isolation") => {
            format!("set local transaction_isolation = '{value}'")
        }
        (Pooler::Transaction, _) => format!("set local {name} = '{value}'"),
    }
}
