//! Stored responses: limited in bytes, each valid for a few seconds, under the negotiated variant.
//!
//! A response is stored under its address, its media type and its content coding, not under the headers that led to
//! them: two callers that would receive the same bytes share one entry. Everything an entry occupies counts towards
//! [`CAPACITY`]. [`ResponseCache::sweep`] drops expired entries, whether or not they are requested again.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use actix_web::{
    http::header::{ContentEncoding, HeaderName, HeaderValue},
    web::Bytes,
};
use arrayvec::ArrayVec;
use uuid::Uuid;

use crate::http::extract::accept::{Offers, Representation};

/// Lifetime of an entry.
pub const TTL: Duration = Duration::from_secs(5);
/// Maximum number of bytes of all entries, with their keys and headers.
const CAPACITY: usize = 16 << 20;
/// Bytes of an entry besides its content: its places in two maps, the reference counts, the allocations.
const OVERHEAD: usize = 512;
/// Number of removals that are remembered, for responses that were being computed meanwhile.
const REMOVALS: usize = 1024;

/// The variant of a response, of those at one address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The media type; `None` if the address has only one.
    pub representation: Option<Representation>,
    /// The negotiated coding.
    pub coding: ContentEncoding,
}

/// The ids of the stored resources that a response shows.
pub type Subjects = ArrayVec<Uuid, 2>;

/// A response with status 200.
#[derive(Debug)]
pub struct CachedResponse {
    /// Time of creation.
    pub since: Instant,
    /// The pattern of its route.
    pub route: Option<&'static str>,
    /// Its headers.
    pub headers: Vec<(HeaderName, HeaderValue)>,
    /// Its body, as sent.
    pub body: Bytes,
}

impl CachedResponse {
    fn is_fresh(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.since) < TTL
    }

    fn cost(&self, address: &str) -> usize {
        let headers = self.headers.iter().map(|(name, value)| name.as_str().len() + value.len() + 64).sum::<usize>();
        OVERHEAD + 2 * address.len() + headers + self.body.len()
    }
}

/// Number of removals before the computation of a response began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket(u64);

/// Size of the cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheUsage {
    /// Number of responses.
    pub entries: usize,
    /// Number of bytes they occupy.
    pub bytes: usize,
}

/// The stored responses of all workers.
#[derive(Debug, Default)]
pub struct ResponseCache(Mutex<Entries>);

#[derive(Debug, Default)]
struct Entries {
    by_address: HashMap<Arc<str>, Page>,
    /// The entries in eviction order.
    by_age: BTreeMap<u64, (Arc<str>, Variant)>,
    bytes: usize,
    next_age: u64,
    removals: Removals,
}

/// The responses at an address.
#[derive(Debug)]
struct Page {
    offers: Offers,
    subjects: Subjects,
    slots: Vec<Slot>,
}

#[derive(Debug)]
struct Slot {
    variant: Variant,
    response: Arc<CachedResponse>,
    cost: usize,
    age: u64,
    /// Whether it was requested since it was last considered for eviction.
    hit: bool,
}

/// The latest removals.
#[derive(Debug, Default)]
struct Removals {
    count: u64,
    /// The last of them, in order.
    recent: VecDeque<Uuid>,
}

impl ResponseCache {
    /// The response at an address in the representation that `choose` picks from the available ones.
    pub fn find(
        &self,
        address: &str,
        coding: ContentEncoding,
        choose: impl FnOnce(&Offers) -> Option<Representation>,
    ) -> Option<Arc<CachedResponse>> {
        let mut entries = self.lock();
        let page = entries.by_address.get_mut(address)?;
        let representation = if page.offers.is_empty() { None } else { Some(choose(&page.offers)?) };
        let slot = page.slots.iter_mut().find(|slot| slot.variant == Variant { representation, coding })?;
        if !slot.response.is_fresh(Instant::now()) {
            return None;
        }
        slot.hit = true;
        Some(Arc::clone(&slot.response))
    }

    /// Taken before the computation of a response that may be stored.
    pub fn ticket(&self) -> Ticket {
        Ticket(self.lock().removals.count)
    }

    /// Stores a response, unless something it shows was removed since the ticket was taken.
    pub fn put(
        &self,
        address: &str,
        offers: Offers,
        variant: Variant,
        subjects: Subjects,
        response: CachedResponse,
        ticket: Ticket,
    ) {
        let cost = response.cost(address);
        let mut entries = self.lock();
        if cost > CAPACITY || entries.removals.concern(&subjects, ticket) {
            return;
        }
        entries.remove(address, variant);
        entries.make_room(cost, Instant::now());
        entries.insert(address, offers, variant, subjects, Arc::new(response), cost);
    }

    /// Removes every response that shows this resource.
    pub fn remove(&self, subject: Uuid) {
        let mut entries = self.lock();
        entries.removals.note(subject);
        entries.retain(|page, _| !page.contains(&subject));
    }

    /// Removes every response, including those that are being computed.
    pub fn clear(&self) {
        let mut entries = self.lock();
        entries.removals.note_all();
        entries.retain(|_, _| false);
    }

    /// Drops expired entries and releases their memory.
    pub fn sweep(&self, now: Instant) {
        let mut entries = self.lock();
        entries.retain(|_, slot| slot.response.is_fresh(now));
        if entries.by_address.capacity() > 4 * entries.by_address.len() + 64 {
            entries.by_address.shrink_to_fit();
        }
    }

    /// The size of the cache.
    pub fn usage(&self) -> CacheUsage {
        let entries = self.lock();
        CacheUsage { entries: entries.by_age.len(), bytes: entries.bytes }
    }

    fn lock(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entries {
    fn insert(
        &mut self,
        address: &str,
        offers: Offers,
        variant: Variant,
        subjects: Subjects,
        response: Arc<CachedResponse>,
        cost: usize,
    ) {
        let key = match self.by_address.get_key_value(address) {
            Some((key, _)) => Arc::clone(key),
            None => Arc::from(address),
        };
        let age = self.age();
        let page = self.by_address.entry(Arc::clone(&key)).or_insert_with(|| Page {
            offers: Offers::new(),
            subjects: Subjects::new(),
            slots: Vec::with_capacity(1),
        });
        (page.offers, page.subjects) = (offers, subjects);
        page.slots.push(Slot { variant, response, cost, age, hit: false });
        self.by_age.insert(age, (key, variant));
        self.bytes += cost;
    }

    fn age(&mut self) -> u64 {
        self.next_age += 1;
        self.next_age
    }

    /// Evicts the oldest entries until there is room; one that was requested meanwhile gets a second chance.
    fn make_room(&mut self, cost: usize, now: Instant) {
        while self.bytes + cost > CAPACITY {
            let Some((_, (address, variant))) = self.by_age.pop_first() else { return };
            let age = self.age();
            let slots = self.by_address.get_mut(&address).map(|page| &mut page.slots);
            let slot = slots.and_then(|slots| slots.iter_mut().find(|slot| slot.variant == variant));
            match slot.filter(|slot| slot.hit && slot.response.is_fresh(now)) {
                Some(slot) => {
                    (slot.hit, slot.age) = (false, age);
                    self.by_age.insert(age, (address, variant));
                }
                None => self.remove(&address, variant),
            }
        }
    }

    fn remove(&mut self, address: &str, variant: Variant) {
        let Some(page) = self.by_address.get_mut(address) else { return };
        if let Some(place) = page.slots.iter().position(|slot| slot.variant == variant) {
            let slot = page.slots.swap_remove(place);
            self.by_age.remove(&slot.age);
            self.bytes -= slot.cost;
        }
        if page.slots.is_empty() {
            self.by_address.remove(address);
        }
    }

    fn retain(&mut self, keep: impl Fn(&Subjects, &Slot) -> bool) {
        let (by_age, bytes) = (&mut self.by_age, &mut self.bytes);
        self.by_address.retain(|_, page| {
            let subjects = &page.subjects;
            page.slots.retain(|slot| {
                let kept = keep(subjects, slot);
                if !kept {
                    by_age.remove(&slot.age);
                    *bytes -= slot.cost;
                }
                kept
            });
            !page.slots.is_empty()
        });
    }
}

impl Removals {
    fn note(&mut self, removed: Uuid) {
        self.count += 1;
        if self.recent.len() == REMOVALS {
            self.recent.pop_front();
        }
        self.recent.push_back(removed);
    }

    /// Records that everything was removed.
    fn note_all(&mut self) {
        self.count += 1;
        self.recent.clear();
    }

    /// Whether one of these was removed since the ticket was taken. Removals no longer remembered count as such.
    fn concern(&self, subjects: &Subjects, ticket: Ticket) -> bool {
        let since = usize::try_from(self.count - ticket.0).unwrap_or(usize::MAX);
        since > self.recent.len() || self.recent.iter().rev().take(since).any(|removed| subjects.contains(removed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Variant = Variant { representation: None, coding: ContentEncoding::Identity };
    const PACKED: Variant = Variant { representation: None, coding: ContentEncoding::Gzip };

    fn response(bytes: usize, since: Instant) -> CachedResponse {
        CachedResponse { since, route: None, headers: Vec::new(), body: Bytes::from(vec![0; bytes]) }
    }

    fn put(cache: &ResponseCache, address: &str, variant: Variant, bytes: usize, subjects: &[Uuid]) {
        let subjects = subjects.iter().copied().collect();
        cache.put(address, Offers::new(), variant, subjects, response(bytes, Instant::now()), cache.ticket());
    }

    fn has(cache: &ResponseCache, address: &str, variant: Variant) -> bool {
        cache.find(address, variant.coding, |_| None).is_some()
    }

    /// The counters match the entries.
    fn add_up(cache: &ResponseCache) {
        let entries = cache.lock();
        let slots = || entries.by_address.values().flat_map(|page| &page.slots);
        assert_eq!(entries.bytes, slots().map(|slot| slot.cost).sum::<usize>());
        assert_eq!(entries.by_age.len(), slots().count());
        assert!(slots().all(|slot| entries.by_age.contains_key(&slot.age)));
        assert!(entries.bytes <= CAPACITY);
    }

    #[test]
    fn keys_and_headers_count() {
        let cache = ResponseCache::default();
        let address = "a".repeat(100);
        let headers = vec![(HeaderName::from_static("etag"), HeaderValue::from_static("\"x\""))];
        let long = CachedResponse { headers, ..response(10, Instant::now()) };
        cache.put(&address, Offers::new(), PLAIN, Subjects::new(), long, cache.ticket());
        assert_eq!(cache.usage(), CacheUsage { entries: 1, bytes: OVERHEAD + 2 * 100 + (4 + 3 + 64) + 10 });
    }

    #[test]
    fn the_oldest_entries_are_evicted_and_requested_ones_stay() {
        let cache = ResponseCache::default();
        for number in 0..100 {
            put(&cache, &number.to_string(), PLAIN, CAPACITY / 10, &[]);
            assert!(has(&cache, "0", PLAIN), "it is asked for all the time, also after {number}");
            add_up(&cache);
        }
        assert!(has(&cache, "99", PLAIN) && !has(&cache, "50", PLAIN));
        assert_eq!(cache.usage().entries, 9);
    }

    #[test]
    fn each_variant_is_an_entry_and_storing_it_again_replaces_it() {
        let cache = ResponseCache::default();
        for _ in 0..3 {
            put(&cache, "a", PLAIN, 10, &[]);
            put(&cache, "a", PACKED, 5, &[]);
            add_up(&cache);
        }
        assert!(has(&cache, "a", PLAIN) && has(&cache, "a", PACKED) && !has(&cache, "b", PLAIN));
        assert_eq!(cache.usage().entries, 2);
    }

    #[test]
    fn the_variant_is_chosen_from_the_representations_of_the_address() {
        let cache = ResponseCache::default();
        let offers: Offers = [Representation::Json, Representation::Svg].into_iter().collect();
        let variant = Variant { representation: Some(Representation::Svg), ..PLAIN };
        cache.put("a", offers.clone(), variant, Subjects::new(), response(1, Instant::now()), cache.ticket());
        let found = |chosen| {
            let choose = |asked: &Offers| (*asked == offers).then_some(chosen);
            cache.find("a", ContentEncoding::Identity, choose).is_some()
        };
        assert!(found(Representation::Svg) && !found(Representation::Json));
        assert!(cache.find("a", ContentEncoding::Identity, |_| None).is_none(), "nothing of it is acceptable");
    }

    #[test]
    fn expired_entries_are_neither_found_nor_counted() {
        let cache = ResponseCache::default();
        let old = Instant::now().checked_sub(TTL).expect("the machine has run for longer");
        cache.put("a", Offers::new(), PLAIN, Subjects::new(), response(1, old), cache.ticket());
        put(&cache, "b", PLAIN, 1, &[]);
        assert!(!has(&cache, "a", PLAIN) && has(&cache, "b", PLAIN));
        cache.sweep(Instant::now());
        assert_eq!(cache.usage().entries, 1);
        cache.sweep(Instant::now() + TTL);
        assert_eq!(cache.usage(), CacheUsage::default());
        add_up(&cache);
    }

    #[test]
    fn a_removal_removes_only_the_responses_it_affects() {
        let (cache, game, other) = (ResponseCache::default(), Uuid::from_u128(1), Uuid::from_u128(2));
        put(&cache, "game", PLAIN, 1, &[game]);
        put(&cache, "its reading", PLAIN, 1, &[Uuid::from_u128(3), game]);
        put(&cache, "other", PLAIN, 1, &[other]);
        put(&cache, "deck", PLAIN, 1, &[]);
        cache.remove(game);
        assert!(!has(&cache, "game", PLAIN) && !has(&cache, "its reading", PLAIN));
        assert!(has(&cache, "other", PLAIN) && has(&cache, "deck", PLAIN));
        add_up(&cache);
    }

    #[test]
    fn a_response_begun_before_a_removal_is_not_stored() {
        let (cache, game, other) = (ResponseCache::default(), Uuid::from_u128(1), Uuid::from_u128(2));
        let begun = cache.ticket();
        let late = |subject| {
            let subjects = [subject].into_iter().collect();
            cache.put("a", Offers::new(), PLAIN, subjects, response(1, Instant::now()), begun);
            let found = has(&cache, "a", PLAIN);
            cache.lock().remove("a", PLAIN);
            found
        };
        cache.remove(game);
        assert!(!late(game) && late(other));
        for _ in 0..REMOVALS {
            cache.remove(game);
        }
        assert!(!late(other), "nobody remembers what was removed first");
        put(&cache, "a", PLAIN, 1, &[other]);
        assert!(has(&cache, "a", PLAIN));
    }
}
