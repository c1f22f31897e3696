//! Receivers of a game's legal moves: a list, or a search for one move by its index.
//!
//! So the moves and their order are defined once, and one of thousands can be found without listing them all.

pub(crate) mod combinatorics;

use std::ops::ControlFlow::{self, Break, Continue};

use arrayvec::ArrayVec;

/// The receiver needs no more moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Enough;

/// Whether the receiver needs more moves.
pub(crate) type Flow = ControlFlow<Enough>;

/// Receives legal moves in their order.
pub(crate) trait MoveSink<M> {
    /// Takes the next move.
    fn add(&mut self, mv: M) -> Flow;

    /// Takes the next `count` moves: `all` adds them one after the other, `nth` returns one by its index among them.
    fn span(
        &mut self,
        count: impl FnOnce() -> usize,
        nth: impl FnOnce(usize) -> M,
        all: impl FnOnce(&mut Self) -> Flow,
    ) -> Flow;

    /// Takes these moves.
    fn slice(&mut self, moves: &[M]) -> Flow
    where
        M: Copy,
    {
        self.span(|| moves.len(), |place| moves[place], |list| moves.iter().try_for_each(|mv| list.add(*mv)))
    }
}

/// A list that takes moves until it is full.
#[derive(Debug)]
pub(crate) struct List<'a, M> {
    moves: &'a mut Vec<M>,
    limit: usize,
}

impl<'a, M> List<'a, M> {
    /// Adds to these moves until there are `limit`.
    pub(crate) const fn new(moves: &'a mut Vec<M>, limit: usize) -> List<'a, M> {
        List { moves, limit }
    }
}

impl<M> MoveSink<M> for List<'_, M> {
    #[inline]
    fn add(&mut self, mv: M) -> Flow {
        if self.moves.len() >= self.limit {
            return Break(Enough);
        }
        self.moves.push(mv);
        Continue(())
    }

    #[inline]
    fn span(
        &mut self,
        _count: impl FnOnce() -> usize,
        _nth: impl FnOnce(usize) -> M,
        all: impl FnOnce(&mut Self) -> Flow,
    ) -> Flow {
        all(self)
    }
}

/// How many spans have their number of moves stored by [`StoredCounts`].
const STORED: usize = 32;

/// What a search remembers of the numbers of moves in spans from its first pass to its second.
pub(crate) trait Counts: Default {
    /// The number of moves in the next span.
    fn next(&mut self, count: impl FnOnce() -> usize) -> usize;

    /// What the next pass begins with.
    fn restarted(self) -> Self;
}

/// Nothing: both passes count. Where that is easy, storing takes longer.
impl Counts for () {
    #[inline]
    fn next(&mut self, count: impl FnOnce() -> usize) -> usize {
        count()
    }

    #[inline]
    fn restarted(self) {}
}

/// The numbers of moves in the first spans.
#[derive(Debug, Default)]
pub(crate) struct StoredCounts {
    counts: ArrayVec<u32, STORED>,
    /// Number of spans in this pass so far.
    spans: usize,
}

impl Counts for StoredCounts {
    #[inline]
    fn next(&mut self, count: impl FnOnce() -> usize) -> usize {
        let span = self.spans;
        self.spans += 1;
        if let Some(count) = self.counts.get(span) {
            return *count as usize;
        }
        let count = count();
        if span < STORED {
            self.counts.push(count as u32);
        }
        count
    }

    #[inline]
    fn restarted(self) -> StoredCounts {
        StoredCounts { spans: 0, ..self }
    }
}

/// Counts moves and finds the one at a given index, in two passes over the same list.
#[derive(Debug)]
pub(crate) struct Search<M, C = ()> {
    seen: usize,
    /// The first index past the one sought.
    end: usize,
    /// The move before it, once it is reached.
    last: Option<M>,
    counts: C,
}

impl<M, C: Counts> Search<M, C> {
    /// A pass that ends before `end`.
    const fn up_to(end: usize, counts: C) -> Self {
        Search { seen: 0, end, last: None, counts }
    }

    #[inline]
    fn run(mut self, list: impl Fn(&mut Self) -> Flow) -> Self {
        match list(&mut self) {
            Continue(()) | Break(Enough) => self,
        }
    }

    /// Passes the next `count` moves, up to the one that is sought.
    #[inline]
    fn take(&mut self, count: usize, nth: impl FnOnce(usize) -> M) -> Flow {
        let left = self.end - self.seen;
        if count < left {
            self.seen += count;
            return Continue(());
        }
        self.last = Some(nth(left - 1));
        self.seen = self.end;
        Break(Enough)
    }
}

impl<M, C: Counts> MoveSink<M> for Search<M, C> {
    #[inline]
    fn add(&mut self, mv: M) -> Flow {
        self.take(1, |_| mv)
    }

    #[inline]
    fn span(
        &mut self,
        count: impl FnOnce() -> usize,
        nth: impl FnOnce(usize) -> M,
        _all: impl FnOnce(&mut Self) -> Flow,
    ) -> Flow {
        let count = self.counts.next(count);
        self.take(count, nth)
    }
}

/// One of the first `limit` moves of `list`: `place` receives their number, unless it is 0, and returns an index.
#[inline]
pub(crate) fn nth_of<M>(
    limit: usize,
    place: impl FnOnce(usize) -> usize,
    list: impl Fn(&mut Search<M>) -> Flow,
) -> Option<M> {
    search(limit, place, list)
}

/// As [`nth_of`], for a list whose spans take long to count.
#[inline]
pub(crate) fn nth_of_counted<M>(
    limit: usize,
    place: impl FnOnce(usize) -> usize,
    list: impl Fn(&mut Search<M, StoredCounts>) -> Flow,
) -> Option<M> {
    search(limit, place, list)
}

#[inline]
fn search<M, C: Counts>(
    limit: usize,
    place: impl FnOnce(usize) -> usize,
    list: impl Fn(&mut Search<M, C>) -> Flow,
) -> Option<M> {
    let Search { seen: count, counts, .. } = Search::up_to(limit, C::default()).run(&list);
    if count == 0 {
        return None;
    }
    let place = Some(place(count)).filter(|place| *place < count)?;
    Search::up_to(place + 1, counts.restarted()).run(list).last
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ten moves: single ones, and two spans.
    fn tens(list: &mut impl MoveSink<u32>) -> Flow {
        list.add(0)?;
        list.slice(&[10, 20, 30])?;
        list.slice(&[])?;
        list.add(40)?;
        list.span(|| 5, |place| 50 + 10 * place as u32, |list| (5..10).try_for_each(|ten| list.add(10 * ten)))
    }

    #[test]
    fn a_list_stops_when_it_is_full() {
        let mut moves = Vec::new();
        assert_eq!(tens(&mut List::new(&mut moves, 10)), Continue(()));
        assert_eq!(moves, [0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
        moves.clear();
        assert_eq!(tens(&mut List::new(&mut moves, 9)), Break(Enough));
        assert_eq!(moves.len(), 9);
    }

    #[test]
    fn a_move_is_picked_by_its_index() {
        for limit in 1..=12 {
            for place in 0..12 {
                let picked = nth_of(limit, |count| if count == limit.min(10) { place } else { usize::MAX }, tens);
                assert_eq!(picked, (place < limit.min(10)).then_some(10 * place as u32), "{place} of {limit}");
            }
        }
    }

    #[test]
    fn spans_beyond_those_stored_are_counted_again() {
        let counted = std::cell::Cell::new(0);
        let many = |list: &mut Search<usize, StoredCounts>| {
            (0..STORED + 5).try_for_each(|span| {
                let count = || {
                    counted.set(counted.get() + 1);
                    3
                };
                list.span(count, |place| 3 * span + place, |_| Continue(()))
            })
        };
        for place in 0..3 * (STORED + 5) {
            counted.set(0);
            assert_eq!(
                nth_of_counted(1000, |count| if count == 3 * (STORED + 5) { place } else { usize::MAX }, many),
                Some(place)
            );
            assert_eq!(counted.get(), STORED + 5 + (place / 3 + 1).saturating_sub(STORED));
        }
    }

    #[test]
    fn no_index_is_requested_when_there_are_no_moves() {
        let none = |_: &mut Search<u32>| Continue(());
        assert_eq!(nth_of(7, |count| unreachable!("{count}"), none), None);
    }
}
