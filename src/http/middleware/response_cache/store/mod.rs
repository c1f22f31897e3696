//! Stored responses: limited in bytes, each valid for a few seconds, under the negotiated variant.
//!
//! A response is stored under its address, its media type and its content coding, not under the headers that led to
//! them: two callers that would receive the same bytes share one entry. Everything an entry occupies counts towards
//! [`CAPACITY`]. [`ResponseCache::sweep`] drops expired entries, whether or not they are requested again.

mod entries;
mod removals;
mod response;

use std::{sync::Arc, time::Instant};

use actix_web::http::header::ContentEncoding;
use parking_lot::Mutex;
use uuid::Uuid;

use self::entries::{CAPACITY, Entries};
use crate::http::extract::accept::{Offers, Representation};

pub use removals::Ticket;
pub use response::{CachedResponse, Subjects, Variant};

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

impl ResponseCache {
    /// The response at an address in the representation that `choose` picks from the available ones.
    pub fn find(
        &self,
        address: &str,
        coding: ContentEncoding,
        choose: impl FnOnce(&Offers) -> Option<Representation>,
    ) -> Option<Arc<CachedResponse>> {
        let mut entries = self.0.lock();
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
        self.0.lock().removals.ticket()
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
        let mut entries = self.0.lock();
        if cost > CAPACITY || entries.removals.concern(&subjects, ticket) {
            return;
        }
        entries.remove(address, variant);
        entries.make_room(cost, Instant::now());
        entries.insert(address, offers, variant, subjects, Arc::new(response), cost);
    }

    /// Removes every response that shows this resource.
    pub fn remove(&self, subject: Uuid) {
        let mut entries = self.0.lock();
        entries.removals.note(subject);
        entries.retain(|page, _| !page.contains(&subject));
    }

    /// Removes every response, including those that are being computed.
    pub fn clear(&self) {
        let mut entries = self.0.lock();
        entries.removals.note_all();
        entries.retain(|_, _| false);
    }

    /// Drops expired entries and releases their memory.
    pub fn sweep(&self, now: Instant) {
        let mut entries = self.0.lock();
        entries.retain(|_, slot| slot.response.is_fresh(now));
        if entries.by_address.capacity() > 4 * entries.by_address.len() + 64 {
            entries.by_address.shrink_to_fit();
        }
    }

    /// The size of the cache.
    pub fn usage(&self) -> CacheUsage {
        let entries = self.0.lock();
        CacheUsage { entries: entries.by_age.len(), bytes: entries.bytes }
    }
}

#[cfg(test)]
mod tests {
    use actix_web::{
        http::header::{HeaderName, HeaderValue},
        web::Bytes,
    };

    use super::{
        removals::REMOVALS,
        response::{OVERHEAD, TTL},
        *,
    };

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
        let entries = cache.0.lock();
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
            cache.0.lock().remove("a", PLAIN);
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
