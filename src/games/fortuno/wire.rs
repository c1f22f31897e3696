//! The form of a step: what is `malformed`, unknown or named twice (fortuno.md, "Errors").

use std::{borrow::Cow, slice};

use super::{Fortuno, Request, Step, series::known};
use crate::{
    cards::{Hand, Spelled},
    games::{Code, GameStep, Player, Violation, known_player, violation},
};

/// The longest song, in characters.
const SONG_LIMIT: usize = 200;

impl Fortuno {
    /// `malformed`: players that are none, another number of hands than players, too long a song.
    pub(super) fn form(&self, step: &Step) -> Result<(), Violation> {
        let fields = step.fields();
        for player in step.player().into_iter().chain(fields.iter().flat_map(|field| field.players()).copied()) {
            known_player(player, self.players)?;
        }
        if let Step::Deal { hands, .. } = step
            && hands.len() != self.players
        {
            return Err(violation!(Code::Malformed, "A deal must have {} hands, not {}.", self.players, hands.len()));
        }
        if let Step::Seats { song: Some(song), .. } = step
            && !(1..=SONG_LIMIT).contains(&song.chars().count())
        {
            return Err(violation!(Code::Malformed, "A song must have 1 to {} characters.", SONG_LIMIT));
        }
        Ok(())
    }
}

/// A field of a step, and what it names.
pub(super) trait Field {
    /// A value that is still to be filled in.
    fn blank() -> Self
    where
        Self: Sized;

    /// The players, if any.
    fn players(&self) -> &[Player] {
        &[]
    }

    /// The lists of cards whose texts have to be cards, none of them twice; a list of lists is one.
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

impl Field for bool {
    fn blank() -> Self {
        false
    }
}

impl Field for Option<String> {
    fn blank() -> Self {
        None
    }
}

impl Step {
    /// `unknown_card`, then `duplicate_card`: twice in one list, or in the hands of a deal.
    pub(super) fn cards_are_known(&self) -> Result<(), Violation> {
        let fields = self.fields();
        fields.iter().try_for_each(|field| all_known(&field.cards()))?;
        fields.iter().try_for_each(|field| none_twice(&field.cards()))
    }
}

fn all_known(cards: &[Spelled]) -> Result<(), Violation> {
    match cards.iter().position(|card| card.card().is_none()) {
        Some(place) => Err(violation!(Code::UnknownCard, "Card {} of the step is unknown.", place + 1)),
        None => Ok(()),
    }
}

fn none_twice(cards: &[Spelled]) -> Result<(), Violation> {
    let mut seen = Hand::EMPTY;
    match known(cards).find(|card| !seen.insert(*card)) {
        Some(card) => Err(violation!(Code::DuplicateCard, "{} is listed twice.", card)),
        None => Ok(()),
    }
}
