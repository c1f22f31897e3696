//! The memory of bodies, counted per caller: leases, the share of a caller, and who is evicted for whom.

use std::{
    cell::Cell,
    collections::HashMap,
    rc::Rc,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use futures::task::AtomicWaker;
use parking_lot::{Mutex, MutexGuard};

use crate::http::middleware::rate_limit::Subject;

/// The memory budget of all bodies.
#[derive(Clone, Debug)]
pub struct BodyMemory(Arc<Budget>);

#[derive(Debug)]
struct Budget {
    ledger: Mutex<Ledger>,
    /// Maximum memory of one caller.
    share: usize,
}

#[derive(Debug, Default)]
pub(super) struct Ledger {
    pub(super) free: usize,
    pub(super) accounts: HashMap<Option<Subject>, Account>,
    next: u64,
}

/// The memory of a caller.
#[derive(Debug, Default)]
pub(super) struct Account {
    bytes: usize,
    bodies: HashMap<u64, Body>,
}

/// A body in progress.
#[derive(Debug)]
struct Body {
    bytes: usize,
    /// `Some` while it arrives: until then it can be evicted.
    arriving: Option<Arc<Eviction>>,
}

/// Whether a body is evicted.
#[derive(Debug, Default)]
pub(super) struct Eviction {
    pub(super) requested: AtomicBool,
    pub(super) waker: AtomicWaker,
}

/// The memory of a body, returned when the last clone is dropped; by default it is not counted.
#[derive(Clone, Debug, Default)]
pub struct MemoryLease(pub(super) Option<Rc<Lease>>);

/// The memory of a body.
#[derive(Debug)]
pub(super) struct Lease {
    memory: BodyMemory,
    caller: Option<Subject>,
    body: u64,
    /// Some of it was processed: the timeout of the rest is renewed.
    pub(super) renewed: Cell<bool>,
}

impl MemoryLease {
    /// Takes memory for this number of bytes; false if too little is left.
    pub fn take(&self, bytes: usize) -> bool {
        self.0.as_ref().is_none_or(|holding| holding.take(bytes))
    }

    /// Returns the memory of this number of bytes.
    pub fn give_back(&self, bytes: usize) {
        if let Some(holding) = &self.0 {
            holding.give_back(bytes);
        }
    }

    /// Renews the timeout of the rest, since some of the body was processed.
    pub fn renew(&self) {
        if let Some(holding) = &self.0 {
            holding.renewed.set(true);
        }
    }
}

impl BodyMemory {
    /// A budget of bytes in total and per caller.
    pub fn of(bytes: usize, share: usize) -> BodyMemory {
        let ledger = Mutex::new(Ledger { free: bytes, ..Ledger::default() });
        BodyMemory(Arc::new(Budget { ledger, share: share.min(bytes) }))
    }

    pub(super) fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.0.ledger.lock()
    }

    pub(super) fn open(&self, caller: Option<Subject>, eviction: Arc<Eviction>) -> Lease {
        let mut ledger = self.ledger();
        ledger.next += 1;
        let body = ledger.next;
        let account = ledger.accounts.entry(caller).or_default();
        account.bodies.insert(body, Body { bytes: 0, arriving: Some(eviction) });
        Lease { memory: self.clone(), caller, body, renewed: Cell::new(false) }
    }
}

impl Lease {
    /// Takes memory for another part; false if too little is left.
    pub(super) fn take(&self, bytes: usize) -> bool {
        let mut ledger = self.memory.ledger();
        let held = ledger.accounts.get(&self.caller).map_or(0, |account| account.bytes);
        if held + bytes > self.memory.0.share {
            return false;
        }
        ledger.make_room(bytes, held + bytes);
        let Ledger { free, accounts, .. } = &mut *ledger;
        let account = accounts.get_mut(&self.caller);
        match account.and_then(|account| Some((account.bodies.get_mut(&self.body)?, &mut account.bytes))) {
            Some((body, held)) if *free >= bytes => {
                (body.bytes, *held, *free) = (body.bytes + bytes, *held + bytes, *free - bytes);
                true
            }
            _ => false,
        }
    }

    fn give_back(&self, bytes: usize) {
        let mut ledger = self.memory.ledger();
        let Ledger { free, accounts, .. } = &mut *ledger;
        let Some(account) = accounts.get_mut(&self.caller) else { return };
        if let Some(body) = account.bodies.get_mut(&self.body) {
            let bytes = bytes.min(body.bytes);
            (body.bytes, account.bytes, *free) = (body.bytes - bytes, account.bytes - bytes, *free + bytes);
        }
    }

    /// The body is complete: it can no longer be evicted.
    pub(super) fn complete(&self) {
        let mut ledger = self.memory.ledger();
        let account = ledger.accounts.get_mut(&self.caller);
        if let Some(body) = account.and_then(|account| account.bodies.get_mut(&self.body)) {
            body.arriving = None;
        }
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.memory.ledger().close(self.caller, self.body);
    }
}

impl Ledger {
    /// Evicts bodies of callers that hold more than the caller would, the largest first, until this many bytes are
    /// free.
    fn make_room(&mut self, bytes: usize, would_hold: usize) {
        while self.free < bytes {
            let richer = self.accounts.iter().filter(|(_, account)| account.bytes > would_hold);
            let arriving = richer.flat_map(|(caller, account)| {
                let bodies = account.bodies.iter().filter(|(_, body)| body.arriving.is_some() && body.bytes > 0);
                bodies.map(|(id, body)| (account.bytes, body.bytes, *caller, *id))
            });
            let Some((_, _, caller, body)) = arriving.max_by_key(|(held, bytes, ..)| (*held, *bytes)) else { return };
            let evicted = self.close(caller, body).and_then(|body| body.arriving);
            if let Some(eviction) = evicted {
                eviction.requested.store(true, Relaxed);
                eviction.waker.wake();
            }
        }
    }

    fn close(&mut self, caller: Option<Subject>, body: u64) -> Option<Body> {
        let account = self.accounts.get_mut(&caller)?;
        let closed = account.bodies.remove(&body);
        let bytes = closed.as_ref().map_or(0, |body| body.bytes);
        account.bytes -= bytes;
        self.free += bytes;
        if account.bodies.is_empty() {
            self.accounts.remove(&caller);
        }
        closed
    }
}
