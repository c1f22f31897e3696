//! What is known of the tables used lately: a cache of bounded size.

use std::{collections::HashMap, mem, sync::Arc};

use super::{live::Live, record::Revision};
use crate::service::records::TableId;

/// A generation with this number of tables is full.
const GENERATION_TABLES: usize = 2048;

/// A generation that takes this many bytes is full, so that a few long games do not fill the memory. Most tables take a
/// few kilobytes.
const GENERATION_BYTES: usize = 32 << 20;

/// What is known of a table.
#[derive(Default)]
pub struct Slot {
    /// The latest version that this service has heard of; 0 while none is known to be the latest.
    pub newest: u32,
    /// The table at the latest version that was opened here: an earlier one if another service has changed it since.
    pub live: Option<Arc<Live>>,
}

/// The tables used lately, in two generations: when the younger one is full it replaces the older one, so that what was
/// not used in the meantime is dropped. A dropped table is read again.
#[derive(Default)]
pub struct Slots {
    young: Generation,
    old: Generation,
}

/// Some tables, and the memory that they take.
#[derive(Default)]
struct Generation {
    slots: HashMap<TableId, Slot>,
    bytes: usize,
}

impl Slots {
    /// What is known of a table, if anything.
    pub fn get(&mut self, id: TableId) -> Option<&Slot> {
        if let Some(slot) = self.old.remove(id) {
            self.insert(id, slot);
        }
        self.young.slots.get(&id)
    }

    /// Replaces what is known of a table.
    pub fn put(&mut self, id: TableId, slot: Slot) {
        self.remove(id);
        self.insert(id, slot);
    }

    /// Forgets which version of each table is the latest.
    pub fn forget_versions(&mut self) {
        for generation in [&mut self.young, &mut self.old] {
            generation.slots.values_mut().for_each(|slot| slot.newest = 0);
        }
    }

    /// Forgets a table.
    pub fn remove(&mut self, id: TableId) {
        self.young.remove(id);
        self.old.remove(id);
    }

    /// Adds a table that is in neither generation.
    fn insert(&mut self, id: TableId, slot: Slot) {
        if self.young.is_full() {
            self.old = mem::take(&mut self.young);
        }
        self.young.bytes += slot.bytes();
        self.young.slots.insert(id, slot);
    }
}

impl Generation {
    fn remove(&mut self, id: TableId) -> Option<Slot> {
        let slot = self.slots.remove(&id)?;
        self.bytes -= slot.bytes();
        Some(slot)
    }

    fn is_full(&self) -> bool {
        self.slots.len() >= GENERATION_TABLES || self.bytes >= GENERATION_BYTES
    }
}

impl Slot {
    /// Is the table known at its latest version?
    pub fn is_current(&self) -> bool {
        self.live.as_ref().is_some_and(|live| live.record.version == self.newest)
    }

    /// Is this not a later revision of what is known?
    pub fn contradicts(&self, stored: Revision) -> bool {
        let known = self.live.as_ref().map(|live| live.record.revision());
        let is_other = |known: Revision| known.version == stored.version && known.mark != stored.mark;
        self.newest > stored.version || known.is_some_and(is_other)
    }

    fn bytes(&self) -> usize {
        size_of::<Slot>() + self.live.as_ref().map_or(0, |live| live.bytes())
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::{
        games::Ruleset,
        service::tables::{SeatKind, tests::table},
    };

    const fn id(number: usize) -> TableId {
        TableId(Uuid::from_u128(number as u128))
    }

    impl Slots {
        /// Is anything known of a table? This does not count as use.
        fn contains(&self, number: usize) -> bool {
            [&self.young, &self.old].iter().any(|generation| generation.slots.contains_key(&id(number)))
        }
    }

    /// A table whose log takes a quarter of a generation.
    fn long() -> Slot {
        let mut live = table(Ruleset::Reversal, &[SeatKind::Bot; 2], 1);
        live.journal = vec![0; GENERATION_BYTES / 4];
        Slot { newest: 1, live: Some(Arc::new(live)) }
    }

    #[test]
    fn tables_in_use_stay_and_the_others_are_dropped() {
        let mut slots = Slots::default();
        let (in_use, all) = (0..100, 20 * GENERATION_TABLES);
        for number in 0..all {
            slots.put(id(number), Slot { newest: 1, live: None });
            assert!(slots.get(id(number)).is_some(), "the latest one");
            assert!(slots.young.slots.len() + slots.old.slots.len() <= 2 * GENERATION_TABLES);
            // Each of these is used now and then.
            assert!(number < 100 || slots.get(id(number % 100)).is_some(), "{number}");
        }
        assert!(in_use.into_iter().all(|number| slots.contains(number)));
        let lately = (all - GENERATION_TABLES..all).filter(|number| slots.contains(*number));
        assert!(lately.count() > GENERATION_TABLES / 2);
        assert!((100..all / 2).all(|number| !slots.contains(number)));
        slots.remove(id(0));
        assert!(slots.get(id(0)).is_none());
    }

    #[test]
    fn few_long_games_stay() {
        let mut slots = Slots::default();
        for number in 0..20 {
            slots.put(id(number), long());
            // A generation is full with its fourth table.
            assert_eq!(slots.young.slots.len() + slots.old.slots.len(), (number + 1).min(4 + number % 4 + 1));
        }
        assert!((12..20).all(|number| slots.contains(number)));
    }

    #[test]
    fn a_long_game_that_goes_on_does_not_displace_others() {
        let mut slots = Slots::default();
        slots.put(id(0), Slot::default());
        (0..20).for_each(|_| slots.put(id(1), long()));
        assert!(slots.old.slots.is_empty() && slots.get(id(0)).is_some());
        slots.forget_versions();
        slots.remove(id(0));
        slots.remove(id(1));
        assert_eq!(slots.young.bytes, 0);
    }
}
