//! The form of a step: what is `malformed`, unknown or named twice (fortuno.md, "Errors").

use super::{Fortuno, Step, moves::known};
use crate::{
    cards::{Hand, Spelled},
    games::{Code, Player, Violation, known_player, violation},
};

/// The longest song, in characters.
const SONG_LIMIT: usize = 200;

impl Fortuno {
    /// `malformed`: players that are none, another number of hands than players, too long a song.
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
    /// The players that its fields name, beside who makes it.
    fn players_named(&self) -> impl Iterator<Item = Player> {
        let (list, one, other): (&[Player], _, _) = match self {
            Step::Seats { order, .. } => (order, None, None),
            Step::Accuse { target, .. }
            | Step::Pick { target, .. }
            | Step::Jaccuse { target, .. }
            | Step::Ask { target, .. } => (&[], Some(*target), None),
            Step::Rps { winner } => (&[], Some(*winner), None),
            Step::Slap { first } => (&[], Some(*first), None),
            Step::Switch { most, fewest, .. } => (&[], Some(*most), Some(*fewest)),
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
            | Step::Redeal { .. } => (&[], None, None),
        };
        list.iter().copied().chain(one).chain(other)
    }

    /// `unknown_card`, then `duplicate_card`: twice in one list, or in the hands of a deal.
    pub(super) fn cards_are_known(&self) -> Result<(), Violation> {
        let one = |card: &Option<Spelled>| card.map_or(Ok(()), |card| all_known(&[card]));
        match self {
            Step::Deal { hands, pile } => {
                let dealt: Vec<Spelled> = hands.iter().flatten().copied().collect();
                all_known(&dealt)?;
                all_known(pile)?;
                none_twice(&dealt)?;
                none_twice(pile)
            }
            Step::Reshuffle { cards }
            | Step::Redeal { cards }
            | Step::Play { cards, .. }
            | Step::Divorce { cards, .. }
            | Step::Orgy { cards, .. }
            | Step::Return { cards, .. } => {
                all_known(cards)?;
                none_twice(cards)
            }
            Step::Name { card, .. } | Step::PassCard { card, .. } => all_known(&[*card]),
            Step::Give { card, .. } | Step::Offer { card, .. } | Step::Take { card, .. } => one(card),
            Step::Ask { request, .. } => one(&request.card),
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
            | Step::Seats { .. } => Ok(()),
        }
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
