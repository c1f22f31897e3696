//! A fair queue: callers take turns, however much each of them has queued.

use std::{
    collections::{HashMap, VecDeque},
    hash::{DefaultHasher, Hash, Hasher},
};

/// Identifies a caller for scheduling, by a hash that reveals nothing else. The default is the service itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CallerId(u64);

impl CallerId {
    /// The id of a caller, made from what identifies it.
    pub fn of(who: &impl Hash) -> CallerId {
        let mut hasher = DefaultHasher::new();
        who.hash(&mut hasher);
        CallerId(hasher.finish())
    }

    /// The id as bytes.
    pub const fn to_bytes(self) -> [u8; 8] {
        self.0.to_be_bytes()
    }
}

/// A queue per caller, served in turn.
#[derive(Debug)]
pub(super) struct FairQueue<T> {
    waiting: HashMap<CallerId, VecDeque<(u64, T)>>,
    /// Callers with queued items, in the order of their turns.
    turns: VecDeque<CallerId>,
    len: usize,
}

impl<T> Default for FairQueue<T> {
    fn default() -> FairQueue<T> {
        FairQueue { waiting: HashMap::new(), turns: VecDeque::new(), len: 0 }
    }
}

impl<T> FairQueue<T> {
    /// Number of queued items.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Number of queued items of one caller.
    pub fn len_of(&self, caller: CallerId) -> usize {
        self.waiting.get(&caller).map_or(0, VecDeque::len)
    }

    /// Queues an item under a unique number.
    pub fn push(&mut self, caller: CallerId, number: u64, item: T) {
        let own = self.waiting.entry(caller).or_default();
        if own.is_empty() {
            self.turns.push_back(caller);
        }
        own.push_back((number, item));
        self.len += 1;
    }

    /// Takes the first item of the next caller that `may` accepts.
    pub fn next(&mut self, may: impl Fn(CallerId) -> bool) -> Option<(CallerId, T)> {
        let place = self.turns.iter().position(|caller| may(*caller))?;
        let caller = self.turns.remove(place)?;
        let own = self.waiting.get_mut(&caller)?;
        let (_, item) = own.pop_front()?;
        self.len -= 1;
        match own.is_empty() {
            true => drop(self.waiting.remove(&caller)),
            false => self.turns.push_back(caller),
        }
        Some((caller, item))
    }

    /// Removes an item if it is still queued.
    pub fn remove(&mut self, caller: CallerId, number: u64) -> Option<T> {
        let own = self.waiting.get_mut(&caller)?;
        let place = own.iter().position(|(other, _)| *other == number)?;
        let (_, item) = own.remove(place)?;
        self.len -= 1;
        if own.is_empty() {
            self.waiting.remove(&caller);
            self.turns.retain(|other| *other != caller);
        }
        Some(item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADA: CallerId = CallerId(1);
    const BOB: CallerId = CallerId(2);
    const EVE: CallerId = CallerId(3);

    fn queue(items: &[(CallerId, u64)]) -> FairQueue<u64> {
        let mut queue = FairQueue::default();
        items.iter().for_each(|(caller, number)| queue.push(*caller, *number, *number));
        queue
    }

    fn order(mut queue: FairQueue<u64>) -> Vec<u64> {
        std::iter::from_fn(|| queue.next(|_| true)).map(|(_, item)| item).collect()
    }

    #[test]
    fn callers_take_turns_however_much_each_has_queued() {
        let queue = queue(&[(ADA, 1), (ADA, 2), (ADA, 3), (ADA, 4), (BOB, 5), (BOB, 6), (EVE, 7)]);
        assert_eq!(queue.len(), 7);
        assert_eq!(order(queue), [1, 5, 7, 2, 6, 3, 4]);
    }

    #[test]
    fn a_caller_that_is_passed_over_keeps_its_turn() {
        let mut queue = queue(&[(ADA, 1), (BOB, 2), (ADA, 3)]);
        assert_eq!(queue.next(|caller| caller != ADA), Some((BOB, 2)));
        assert_eq!(queue.next(|caller| caller != ADA), None);
        assert_eq!((queue.len(), queue.len_of(ADA), queue.len_of(BOB)), (2, 2, 0));
        assert_eq!(order(queue), [1, 3]);
    }

    #[test]
    fn a_removed_item_leaves_nothing_behind() {
        let mut queue = queue(&[(ADA, 1), (BOB, 2), (BOB, 3)]);
        assert_eq!((queue.remove(ADA, 1), queue.remove(ADA, 1), queue.remove(BOB, 3)), (Some(1), None, Some(3)));
        assert_eq!((queue.len(), queue.waiting.len(), queue.turns.len()), (1, 1, 1));
        assert_eq!(order(queue), [2]);
    }
}
