//! The form of a step: what is `malformed`, unknown or named twice (fortuno.md, "Errors").

use std::{borrow::Cow, slice};

use super::{Fortuno, Step, series::known};
use crate::{
    cards::{Hand, Spelled},
    games::{Code, GameStep, Player, Violation, known_player, violation},
};

/// Maximum length of a song, in characters.
const SONG_LIMIT: usize = 200;

impl Fortuno {
    /// `malformed`: unknown players, a wrong number of hands, a song that is too long.
    pub(super) fn form(&self, step: &Step) -> Result<(), Violation> {
        for player in step.player().into_iter().chain(step.players_named()) {
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
        let lists = self.lists_of_cards();
        lists.iter().try_for_each(|cards| all_known(cards))?;
        lists.iter().try_for_each(|cards| none_twice(cards))
    }

    /// The players in its fields other than the one who makes it.
    fn players_named(&self) -> Vec<Player> {
        match self {
            Step::Seats { order, .. } => order.to_vec(),
            Step::Switch { most, fewest, .. } => vec![*most, *fewest],
            Step::Rps { winner: player }
            | Step::Slap { first: player }
            | Step::Accuse { target: player, .. }
            | Step::Pick { target: player, .. }
            | Step::Jaccuse { target: player, .. }
            | Step::Ask { target: player, .. } => vec![*player],
            Step::Deal { .. }
            | Step::Reshuffle { .. }
            | Step::Flip { .. }
            | Step::Play { .. }
            | Step::Draw { .. }
            | Step::Decline { .. }
            | Step::Give { .. }
            | Step::Dispute { .. }
            | Step::Divorce { .. }
            | Step::Steal { .. }
            | Step::Chariot { .. }
            | Step::Name { .. }
            | Step::Gambit { .. }
            | Step::Orgy { .. }
            | Step::Return { .. }
            | Step::Offer { .. }
            | Step::Take { .. }
            | Step::PassCard { .. }
            | Step::MoonPlay { .. }
            | Step::Redeal { .. } => Vec::new(),
        }
    }

    /// The cards in its fields, which must be known and distinct; the hands of a deal count as one list.
    fn lists_of_cards(&self) -> [Cow<'_, [Spelled]>; 2] {
        let cards: &[Spelled] = match self {
            Step::Deal { hands, pile } => return [hands.concat().into(), pile.as_slice().into()],
            Step::Reshuffle { cards }
            | Step::Redeal { cards }
            | Step::Play { cards, .. }
            | Step::Divorce { cards, .. }
            | Step::Orgy { cards, .. }
            | Step::Return { cards, .. } => cards,
            Step::Give { card, .. } | Step::Offer { card, .. } | Step::Take { card, .. } => card.as_slice(),
            Step::Name { card, .. } | Step::PassCard { card, .. } => slice::from_ref(card),
            Step::Ask { request, .. } => request.card.as_slice(),
            Step::Flip { .. }
            | Step::Draw { .. }
            | Step::Decline { .. }
            | Step::Accuse { .. }
            | Step::Dispute { .. }
            | Step::Rps { .. }
            | Step::Slap { .. }
            | Step::Steal { .. }
            | Step::Chariot { .. }
            | Step::Pick { .. }
            | Step::Gambit { .. }
            | Step::Jaccuse { .. }
            | Step::Switch { .. }
            | Step::MoonPlay { .. }
            | Step::Seats { .. } => &[],
        };
        [cards.into(), Cow::default()]
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
