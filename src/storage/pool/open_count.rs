//! How many connections are open, in use or idle.

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering::Relaxed},
};

use tokio::sync::Notify;

/// How many connections are open.
#[derive(Debug, Default)]
pub(crate) struct OpenCount {
    pub(crate) count: AtomicU32,
    /// None is left. Whatever closed the last one, the future that it was lent to included, says so by its drop.
    all_closed: Notify,
}

impl OpenCount {
    pub(crate) fn add(self: &Arc<Self>) -> Counted {
        self.count.fetch_add(1, Relaxed);
        Counted(Arc::clone(self))
    }

    /// Waits until none is open.
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

/// One of the open connections, as long as it lives.
#[derive(Debug)]
pub(crate) struct Counted(Arc<OpenCount>);

impl Drop for Counted {
    fn drop(&mut self) {
        if self.0.count.fetch_sub(1, Relaxed) == 1 {
            self.0.all_closed.notify_waiters();
        }
    }
}
