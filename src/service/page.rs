//! Pages of lists, and cursors.

use uuid::Uuid;

/// A position in a list: the next page begins after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The sort key before the id: a position, or microseconds since 1970. `None` in a list ordered by id alone, and in
    /// old cursors from before lists had positions, which are looked up by id.
    pub rank: Option<i64>,
    /// The id of the item at this position.
    pub id: Uuid,
}

impl Position {
    /// The position of an id in a list ordered by id, or in one where the sort key must be looked up.
    pub const fn of_id(id: Uuid) -> Position {
        Position { rank: None, id }
    }
}

/// Maximum number of items on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageSize(u16);

impl PageSize {
    /// Pages of up to this number of items.
    pub const fn new(items: u16) -> PageSize {
        PageSize(items)
    }

    /// Pages of up to this number of items, or of 65,535 if it is larger.
    pub fn up_to(items: u32) -> PageSize {
        PageSize(u16::try_from(items).unwrap_or(u16::MAX))
    }

    /// One item more than fits on the page, which shows whether there is a next page. It cannot overflow.
    pub(crate) fn with_lookahead(self) -> u32 {
        u32::from(self.0) + 1
    }
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Page<T, K = Position> {
    /// The items.
    pub items: Vec<T>,
    /// The position after which the next page begins; `None` at the end. If few items match, a page may end early, with
    /// fewer items than requested.
    pub next: Option<K>,
}

impl<T, K> Page<T, K> {
    /// Makes a page from the items found with [`PageSize::with_lookahead`].
    pub(crate) fn of_one_more(mut items: Vec<T>, size: PageSize, position: impl Fn(&T) -> K) -> Page<T, K> {
        let more = items.len() > usize::from(size.0);
        items.truncate(usize::from(size.0));
        let next = items.last().filter(|_| more).map(position);
        Page { items, next }
    }
}
