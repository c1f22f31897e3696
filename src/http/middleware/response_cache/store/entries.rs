//! The entries of the cache by address and by age, and which of them are evicted when there is no room.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
    time::Instant,
};

use super::{
    removals::Removals,
    response::{CachedResponse, Subjects, Variant},
};
use crate::http::extract::accept::Offers;

/// Maximum number of bytes of all entries, with their keys and headers.
pub(super) const CAPACITY: usize = 16 << 20;

/// All entries, within the capacity.
#[derive(Debug, Default)]
pub(super) struct Entries {
    pub(super) by_address: HashMap<Arc<str>, Address>,
    /// The entries in eviction order.
    pub(super) by_age: BTreeMap<u64, (Arc<str>, Variant)>,
    pub(super) bytes: usize,
    next_age: u64,
    pub(super) removals: Removals,
}

/// The responses at an address.
#[derive(Debug)]
pub(super) struct Address {
    pub(super) offers: Offers,
    pub(super) subjects: Subjects,
    pub(super) slots: Vec<Slot>,
}

/// A response in one variant.
#[derive(Debug)]
pub(super) struct Slot {
    pub(super) variant: Variant,
    pub(super) response: Arc<CachedResponse>,
    pub(super) cost: usize,
    pub(super) age: u64,
    /// Whether it was requested since it was last considered for eviction.
    pub(super) hit: bool,
}

impl Entries {
    pub(super) fn insert(
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
        let entry = self.by_address.entry(Arc::clone(&key)).or_insert_with(|| Address {
            offers: Offers::new(),
            subjects: Subjects::new(),
            slots: Vec::with_capacity(1),
        });
        (entry.offers, entry.subjects) = (offers, subjects);
        entry.slots.push(Slot { variant, response, cost, age, hit: false });
        self.by_age.insert(age, (key, variant));
        self.bytes += cost;
    }

    fn age(&mut self) -> u64 {
        self.next_age += 1;
        self.next_age
    }

    /// Evicts the oldest entries until there is room; one that was requested meanwhile gets a second chance.
    pub(super) fn make_room(&mut self, cost: usize, now: Instant) {
        while self.bytes + cost > CAPACITY {
            let Some((_, (address, variant))) = self.by_age.pop_first() else { return };
            let age = self.age();
            let slots = self.by_address.get_mut(&address).map(|entry| &mut entry.slots);
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

    pub(super) fn remove(&mut self, address: &str, variant: Variant) {
        let Some(entry) = self.by_address.get_mut(address) else { return };
        if let Some(place) = entry.slots.iter().position(|slot| slot.variant == variant) {
            let slot = entry.slots.swap_remove(place);
            self.by_age.remove(&slot.age);
            self.bytes -= slot.cost;
        }
        if entry.slots.is_empty() {
            self.by_address.remove(address);
        }
    }

    pub(super) fn retain(&mut self, keep: impl Fn(&Subjects, &Slot) -> bool) {
        let (by_age, bytes) = (&mut self.by_age, &mut self.bytes);
        self.by_address.retain(|_, entry| {
            let subjects = &entry.subjects;
            entry.slots.retain(|slot| {
                let kept = keep(subjects, slot);
                if !kept {
                    by_age.remove(&slot.age);
                    *bytes -= slot.cost;
                }
                kept
            });
            !entry.slots.is_empty()
        });
    }
}
