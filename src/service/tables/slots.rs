//! What is known of the tables used lately: a cache of bounded size.

use std::{collections::HashMap, sync::Arc};

use super::live::Live;
use crate::service::records::TableId;

/// Number of tables in each of the two generations. Each table takes a few kilobytes.
const GENERATION: usize = 2048;

/// What is known of a table.
#[derive(Default)]
pub struct Slot {
    /// The latest version that this service has heard of.
    pub newest: u32,
    /// The table at that version; `None` if another service wrote it.
    pub live: Option<Arc<Live>>,
}

/// The tables used lately, in two generations: when the younger one is full it replaces the older one, so that what was
/// not used in the meantime is dropped. A dropped table is read again.
#[derive(Default)]
pub struct Slots {
    young: HashMap<TableId, Slot>,
    old: HashMap<TableId, Slot>,
}

impl Slots {
    /// What is known of a table, if anything.
    pub fn get(&mut self, id: TableId) -> Option<&mut Slot> {
        if let Some(slot) = self.old.remove(&id) {
            self.insert(id, slot);
        }
        self.young.get_mut(&id)
    }

    /// What is known of a table, or a new entry for it.
    pub fn entry(&mut self, id: TableId) -> &mut Slot {
        match self.old.remove(&id) {
            Some(slot) => self.insert(id, slot),
            None if !self.young.contains_key(&id) => self.insert(id, Slot::default()),
            None => {}
        }
        self.young.entry(id).or_default()
    }

    /// Is anything known of a table?
    pub fn contains(&self, id: TableId) -> bool {
        self.young.contains_key(&id) || self.old.contains_key(&id)
    }

    /// Forgets a table.
    pub fn remove(&mut self, id: TableId) {
        self.young.remove(&id);
        self.old.remove(&id);
    }

    /// All entries.
    pub fn all(&mut self) -> impl Iterator<Item = &mut Slot> {
        self.young.values_mut().chain(self.old.values_mut())
    }

    fn insert(&mut self, id: TableId, slot: Slot) {
        if self.young.len() >= GENERATION {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(id, slot);
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    const fn id(number: usize) -> TableId {
        TableId(Uuid::from_u128(number as u128))
    }

    #[test]
    fn tables_in_use_stay_and_the_others_are_dropped() {
        let mut slots = Slots::default();
        let (in_use, all) = (0..100, 20 * GENERATION);
        for number in 0..all {
            slots.entry(id(number)).newest = 1;
            assert!(slots.contains(id(number)), "the latest one");
            assert!(slots.young.len() + slots.old.len() <= 2 * GENERATION);
            // Each of these is used now and then.
            assert!(number < 100 || slots.get(id(number % 100)).is_some(), "{number}");
        }
        assert!(in_use.into_iter().all(|number| slots.contains(id(number))));
        assert!((all - GENERATION..all).filter(|number| slots.contains(id(*number))).count() > GENERATION / 2);
        assert!((100..all / 2).all(|number| !slots.contains(id(number))));
        slots.remove(id(0));
        assert!(slots.get(id(0)).is_none());
        assert_eq!(slots.entry(id(0)).newest, 0);
    }
}
