//! Open connections, counted in total and per address.

use std::{
    collections::HashMap,
    hash::Hash,
    net::{IpAddr, SocketAddr},
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use parking_lot::Mutex;
use tokio::sync::Notify;

use super::pace::LeastRate;
use crate::{enum_index::enum_index, http::client_address};

/// Limits on connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// Maximum time for the head of a request to arrive.
    pub header_timeout: Duration,
    /// Maximum time in which no bytes of a body or of a response move.
    pub stall_timeout: Duration,
    /// Minimum rate at which bodies must arrive and responses be read, in bytes per second.
    pub min_rate: u32,
    /// Maximum number of connections.
    pub connections: usize,
    /// Maximum number of connections per address.
    pub per_address: usize,
    /// Maximum number of lists streamed at the same time.
    pub streams: usize,
    /// Maximum number of those per caller.
    pub streams_per_caller: usize,
    /// Maximum number of event streams at the same time.
    pub event_streams: usize,
    /// Maximum number of those per caller.
    pub event_streams_per_caller: usize,
}

impl ConnectionLimits {
    /// The minimum rate of a peer.
    pub fn rate(&self) -> LeastRate {
        LeastRate { bytes: self.min_rate, grace: self.stall_timeout }
    }
}

impl Default for ConnectionLimits {
    fn default() -> ConnectionLimits {
        ConnectionLimits {
            header_timeout: Duration::from_secs(10),
            stall_timeout: Duration::from_secs(30),
            min_rate: 1024,
            connections: 2048,
            per_address: 1024,
            streams: 128,
            streams_per_caller: 16,
            event_streams: 8192,
            event_streams_per_caller: 256,
        }
    }
}

/// Why the service closed a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// The limit was reached, in total or for this address.
    Refused,
    /// The head of a request did not arrive in time.
    SlowHead,
    /// A response was not read in time.
    Stalled,
    /// The service was stopping while a stream was open.
    Stopping,
}

enum_index!(Cut);

impl Cut {
    /// All reasons, in the order of the counters.
    pub const ALL: [Cut; 4] = [Cut::Refused, Cut::SlowHead, Cut::Stalled, Cut::Stopping];

    /// The id in metrics.
    pub const fn id(self) -> &'static str {
        match self {
            Cut::Refused => "refused",
            Cut::SlowHead => "slow_head",
            Cut::Stalled => "stalled",
            Cut::Stopping => "stopping",
        }
    }
}

/// The connections of all workers.
#[derive(Debug)]
pub struct Connections {
    limits: ConnectionLimits,
    open: Arc<Quota<IpAddr>>,
    cuts: [AtomicU64; Cut::ALL.len()],
    stopping: AtomicBool,
    stop: Notify,
}

/// A limit on a resource, per holder and in total.
#[derive(Debug)]
pub struct Quota<K> {
    taken: Mutex<(HashMap<K, usize>, usize)>,
    each: usize,
    all: usize,
}

/// One unit of a quota, returned when it is dropped.
#[derive(Debug)]
pub struct Share<K: Eq + Hash> {
    quota: Arc<Quota<K>>,
    holder: K,
}

/// Why a quota is exhausted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exhausted {
    /// The holder is at its limit.
    Own,
    /// The total is at its limit.
    All,
}

impl<K: Copy + Eq + Hash> Quota<K> {
    /// A limit per holder and one in total; each is at least one.
    pub fn new(each: usize, all: usize) -> Arc<Quota<K>> {
        Arc::new(Quota { taken: Mutex::default(), each: each.max(1), all: all.max(1) })
    }

    /// Takes one unit.
    ///
    /// # Errors
    /// When the holder or the total is at its limit.
    pub fn take(self: &Arc<Quota<K>>, holder: K) -> Result<Share<K>, Exhausted> {
        let mut taken = self.taken.lock();
        let (by_holder, all) = &mut *taken;
        if *all >= self.all {
            return Err(Exhausted::All);
        }
        let own = by_holder.entry(holder).or_default();
        if *own >= self.each {
            return Err(Exhausted::Own);
        }
        (*own, *all) = (*own + 1, *all + 1);
        Ok(Share { quota: Arc::clone(self), holder })
    }

    /// Number of units taken.
    pub fn taken(&self) -> usize {
        self.taken.lock().1
    }
}

impl<K: Eq + Hash> Drop for Share<K> {
    fn drop(&mut self) {
        let mut taken = self.quota.taken.lock();
        let (by_holder, all) = &mut *taken;
        *all -= 1;
        if let Some(own) = by_holder.get_mut(&self.holder) {
            *own -= 1;
            if *own == 0 {
                by_holder.remove(&self.holder);
            }
        }
    }
}

impl Connections {
    /// No connections yet.
    pub fn new(limits: ConnectionLimits) -> Connections {
        Connections {
            limits,
            open: Quota::new(limits.per_address, limits.connections),
            cuts: Default::default(),
            stopping: AtomicBool::new(false),
            stop: Notify::new(),
        }
    }

    /// The limits.
    pub fn limits(&self) -> &ConnectionLimits {
        &self.limits
    }

    /// Admits a connection. The addresses of an IPv6 network count as one.
    ///
    /// # Errors
    /// When the limit is reached, in total or for the address.
    pub fn admit(&self, peer: SocketAddr) -> Result<Share<IpAddr>, Exhausted> {
        let admitted = self.open.take(client_address::network(peer.ip()));
        if admitted.is_err() {
            self.count(Cut::Refused);
        }
        admitted
    }

    /// Number of open connections.
    pub fn open(&self) -> usize {
        self.open.taken()
    }

    /// Whether too many are open to keep idle ones.
    pub fn are_crowded(&self) -> bool {
        4 * self.open.taken() > 3 * self.limits.connections
    }

    /// Counts a connection that was ended.
    pub fn count(&self, cut: Cut) {
        self.cuts[cut.index()].fetch_add(1, Relaxed);
    }

    /// Number of connections ended, by reason.
    pub fn cuts(&self) -> impl Iterator<Item = (Cut, u64)> {
        Cut::ALL.into_iter().map(|cut| (cut, self.cuts[cut.index()].load(Relaxed)))
    }

    /// Announces that the service stops, so that streams end.
    pub fn stop(&self) {
        self.stopping.store(true, Relaxed);
        self.stop.notify_waiters();
    }

    /// Waits until the service stops.
    pub async fn stopped(&self) {
        let mut stop = pin!(self.stop.notified());
        // From here on notifications are received, even one between this line and the check below.
        stop.as_mut().enable();
        if !self.are_stopping() {
            stop.await;
        }
    }

    /// Whether the service is stopping.
    pub fn are_stopping(&self) -> bool {
        self.stopping.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_holder_cannot_take_everything() {
        let quota = Quota::new(2, 3);
        let (_one, two) = (quota.take("a").expect("the first"), quota.take("a").expect("the second"));
        assert_eq!(quota.take("a").err(), Some(Exhausted::Own));
        let _three = quota.take("b").expect("another's");
        assert_eq!(quota.take("c").err(), Some(Exhausted::All));
        drop(two);
        assert_eq!(quota.taken(), 2);
        assert!(quota.take("c").is_ok());
        assert_eq!(quota.taken.lock().0.len(), 2, "who has none is forgotten");
    }

    #[test]
    fn a_connection_counts_until_it_is_dropped() {
        let limits = ConnectionLimits { connections: 4, per_address: 2, ..ConnectionLimits::default() };
        let connections = Connections::new(limits);
        let peer = |address: &str| SocketAddr::new(address.parse().expect("an address"), 4000);
        let held = [peer("192.0.2.1"), peer("192.0.2.1"), peer("2001:db8::1"), peer("2001:db8::2")];
        let held: Vec<_> = held.into_iter().map(|peer| connections.admit(peer).expect("there is room")).collect();
        assert!(connections.are_crowded());
        assert_eq!(connections.admit(peer("192.0.2.2")).err(), Some(Exhausted::All));
        drop(held);
        assert_eq!((connections.open(), connections.are_crowded()), (0, false));
        let _one = [peer("2001:db8::1"), peer("2001:db8::2")].map(|peer| connections.admit(peer).expect("room"));
        assert_eq!(connections.admit(peer("2001:db8::3")).err(), Some(Exhausted::Own), "it is the same network");
        assert_eq!(connections.cuts().next(), Some((Cut::Refused, 2)));
    }
}
