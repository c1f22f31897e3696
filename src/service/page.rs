//! Pages of lists, and cursors.

use uuid::Uuid;

/// A position in a list: the next page begins after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The sort key before the id: a position, or microseconds since 1970. `None` in a list ordered by id alone, and in
    /// old cursors from before lists had positions, which are looked up by id.
    pub rank: Option<i64>,
    /// The id of the item at this position.
    pub id: Uuid,
}

impl Place {
    /// The position of an id in a list ordered by id, or in one where the sort key must be looked up.
    pub const fn of_id(id: Uuid) -> Place {
        Place { rank: None, id }
    }
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Page<T, K = Place> {
    /// The items.
    pub items: Vec<T>,
    /// The position after which the next page begins; `None` at the end. If few items match, a page may end early, with
    /// fewer items than requested.
    pub next: Option<K>,
}

impl<T, K> Page<T, K> {
    /// Makes a page from up to one item more than the limit, which shows whether there is a next page.
    pub(crate) fn of_one_more(mut items: Vec<T>, limit: u32, place: impl Fn(&T) -> K) -> Page<T, K> {
        let more = items.len() > limit as usize;
        items.truncate(limit as usize);
        let next = items.last().filter(|_| more).map(place);
        Page { items, next }
    }
}
