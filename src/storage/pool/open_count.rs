//! Counts open connections, in use or idle.

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering::Relaxed},
};

use tokio::sync::Notify;

/// The number of open connections.
#[derive(Debug, Default)]
pub(crate) struct OpenCount {
    pub(crate) count: AtomicU32,
    /// Notified when none is left, whatever dropped the last one, including a cancelled future.
    all_closed: Notify,
}

impl OpenCount {
    pub(crate) fn add(self: &Arc<Self>) -> CountedConnection {
        self.count.fetch_add(1, Relaxed);
        CountedConnection(Arc::clone(self))
    }

    /// Waits until all connections are closed.
    pub(crate) async fn all_closed(&self) {
        loop {
            let all_closed = self.all_closed.notified();
            if self.count.load(Relaxed) == 0 {
                return;
            }
            all_closed.await;
        }
    }
}

/// Counts one open connection as long as it lives.
#[derive(Debug)]
pub(crate) struct CountedConnection(Arc<OpenCount>);

impl Drop for CountedConnection {
    fn drop(&mut self) {
        if self.0.count.fetch_sub(1, Relaxed) == 1 {
            self.0.all_closed.notify_waiters();
        }
    }
}
