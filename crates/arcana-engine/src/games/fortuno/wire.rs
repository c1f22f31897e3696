//! The form of a step: what is `malformed`, unknown or named twice (fortuno.md, "Errors").

use super::{Fortuno, Step, series::known};
use crate::{
    cards::{Hand, Spelled},
    games::{Code, GameStep, Violation, known_player, violation},
};

/// Maximum length of a song, in characters.
const SONG_LIMIT: usize = 200;

impl Fortuno {
    /// `malformed`: unknown players, a wrong number of hands, a song that is too long.
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
