//! Current usage of a database.

/// Current usage of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Usage {
    /// Its pools of connections.
    pub pools: Vec<PoolUsage>,
    /// Number of writes that wait to be stored, several in one transaction.
    pub waiting_writes: usize,
    /// Does it accept writes, as far as is known?
    pub writable: bool,
    /// Number of transient errors since the start (`StoreError::Unavailable`).
    pub unavailable: u64,
    /// Number of permanent errors since the start (`StoreError::Broken`).
    pub broken: u64,
}

/// Current usage of a pool of connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolUsage {
    /// Its purpose: `reader`, `writer` or `lists`, `shared` for all three, or `copy` for a read replica.
    pub name: &'static str,
    /// Number of open connections.
    pub open: u32,
    /// Number of idle ones among them.
    pub idle: u32,
    /// Maximum number of connections.
    pub limit: u32,
}

/// The state of a read replica.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplicaState {
    /// It has all that the primary has, and is used.
    Current,
    /// It has not replayed the latest changes yet, and the primary is read instead.
    Behind,
    /// It has not replayed changes of more than five seconds ago.
    Late,
    /// It does not follow this primary: it was promoted, or belongs to another one.
    Foreign,
    /// It does not respond.
    Unreachable,
}
