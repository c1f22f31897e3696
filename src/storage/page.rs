//! Pages: where they begin, and which way they go.

use uuid::Uuid;

use super::{dialect::Dialect, statement::Statement};

/// A page of a list that is ordered by ids.
#[derive(Clone, Copy, Debug)]
pub(super) struct Page {
    /// Which way it goes.
    pub(super) order: Order,
    /// The id that it begins behind; none: at the list's end.
    pub(super) from: Option<Uuid>,
    /// The most that stand on it.
    pub(super) limit: u32,
}

/// Which way a list goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// From the newest to older ones.
    NewestFirst,
    /// From the oldest to newer ones.
    OldestFirst,
}

impl Page {
    /// Ends a statement: what it selects is cut to the page, by this column of ids.
    pub(super) fn cut<D: Dialect>(self, statement: &mut Statement<D>, id: &'static str) {
        let (beyond, order) = match self.order {
            Order::NewestFirst => (" < ", " desc limit "),
            Order::OldestFirst => (" > ", " limit "),
        };
        if let Some(from) = self.from {
            statement.push(" and ").push(id).push(beyond).bind(from);
        }
        statement.push(" order by ").push(id).push(order).number(self.limit);
    }
}
