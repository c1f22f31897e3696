//! Pages of lists, and where they go on.

use uuid::Uuid;

/// A place in a list: the list goes on behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// What the list is ordered by before the id: a position, or microseconds since 1970. `None` in a list ordered by
    /// ids alone, and in a place that was given out before lists had positions: it is looked up by the id.
    pub rank: Option<i64>,
    /// The id of what stands there.
    pub id: Uuid,
}

impl Place {
    /// The place of this id in a list ordered by ids, or in one whose other order has to be looked up.
    pub const fn of_id(id: Uuid) -> Place {
        Place { rank: None, id }
    }
}

/// A part of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Page<T, K = Place> {
    /// What is on it.
    pub items: Vec<T>,
    /// Where the list goes on; `None`: this is its end. Where few of many match, a page ends after so many were looked
    /// at, with fewer items than asked for.
    pub next: Option<K>,
}

impl<T, K> Page<T, K> {
    /// A page of a list from which one item more than the limit was asked for: that one shows whether there is a next page.
    pub(crate) fn of_one_more(mut items: Vec<T>, limit: u32, place: impl Fn(&T) -> K) -> Page<T, K> {
        let more = items.len() > limit as usize;
        items.truncate(limit as usize);
        let next = items.last().filter(|_| more).map(place);
        Page { items, next }
    }
}
