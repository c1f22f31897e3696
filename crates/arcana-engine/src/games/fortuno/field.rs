//! The fields of steps, and what they name.

use std::{borrow::Cow, slice};

use super::request::Request;
use crate::{cards::Spelled, games::Player};

/// A field of a step, with the players and cards that it names.
pub(super) trait Field {
    /// A blank value, to be filled in.
    fn blank() -> Self
    where
        Self: Sized;

    /// The players, if any.
    fn players(&self) -> &[Player] {
        &[]
    }

    /// The cards, which must be known and distinct; a list of lists counts as one list.
    fn cards(&self) -> Cow<'_, [Spelled]> {
        Cow::Borrowed(&[])
    }
}

impl Field for Player {
    fn blank() -> Self {
        Player(0)
    }

    fn players(&self) -> &[Player] {
        slice::from_ref(self)
    }
}

impl Field for Vec<Player> {
    fn blank() -> Self {
        Vec::new()
    }

    fn players(&self) -> &[Player] {
        self
    }
}

impl Field for Spelled {
    fn blank() -> Self {
        Spelled::UNKNOWN
    }

    fn cards(&self) -> Cow<'_, [Spelled]> {
        Cow::Borrowed(slice::from_ref(self))
    }
}

impl Field for Option<Spelled> {
    fn blank() -> Self {
        None
    }

    fn cards(&self) -> Cow<'_, [Spelled]> {
        Cow::Borrowed(self.as_slice())
    }
}

impl Field for Vec<Spelled> {
    fn blank() -> Self {
        Vec::new()
    }

    fn cards(&self) -> Cow<'_, [Spelled]> {
        Cow::Borrowed(self)
    }
}

impl Field for Vec<Vec<Spelled>> {
    fn blank() -> Self {
        Vec::new()
    }

    fn cards(&self) -> Cow<'_, [Spelled]> {
        Cow::Owned(self.concat())
    }
}

impl Field for Request {
    fn blank() -> Self {
        Request::default()
    }

    fn cards(&self) -> Cow<'_, [Spelled]> {
        Cow::Borrowed(self.card.as_slice())
    }
}

impl<T: Field> Field for Box<T> {
    fn blank() -> Self {
        Box::new(T::blank())
    }

    fn players(&self) -> &[Player] {
        (**self).players()
    }

    fn cards(&self) -> Cow<'_, [Spelled]> {
        (**self).cards()
    }
}

impl Field for bool {
    fn blank() -> Self {
        false
    }
}

impl Field for Option<Box<str>> {
    fn blank() -> Self {
        None
    }
}
