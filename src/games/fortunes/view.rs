//! What a viewer may see of a match, for bots, and what he cannot tell apart.

use arrayvec::ArrayVec;

use super::{Dealt, Fortunes, Phase, rules, table::Table};
use crate::{
    cards::{Card, Hand},
    chance::Chance,
    games::Viewer,
};

/// What a viewer may see.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    game: &'a Fortunes,
    viewer: Viewer,
}

impl<'a> View<'a> {
    /// The game with these eyes.
    pub(super) const fn new(game: &'a Fortunes, viewer: Viewer) -> View<'a> {
        View { game, viewer }
    }

    /// The viewer's own hand; empty before the deal, and for who has none.
    pub fn hand(self) -> Hand {
        match (self.viewer, self.game.dealt()) {
            (Viewer::Player(player), Some((hands, _))) => hands[player.index()],
            (Viewer::All | Viewer::Public | Viewer::Player(_), _) => Hand::EMPTY,
        }
    }
}

/// The same match with what the viewer cannot see dealt anew among the places where it may lie.
pub(super) fn disguise(game: &Fortunes, viewer: Viewer, chance: &mut Chance) -> Fortunes {
    let mut other = game.clone();
    if viewer == Viewer::All {
        return other;
    }
    match &mut other.phase {
        Phase::Wagers { dealt: Some(Dealt { hands, discarded }), .. }
        | Phase::Bids { dealt: Dealt { hands, discarded }, .. }
        | Phase::Tricks(Table { hands, discarded, .. }) => {
            let mut places: ArrayVec<&mut Hand, 5> = hidden(hands, viewer).collect();
            places.push(discarded);
            deal_anew(&mut places, chance);
        }
        Phase::Wagers { dealt: None, .. } | Phase::Deal { .. } | Phase::Over(_) => {}
    }
    for deal in other.deals.iter_mut().filter(|deal| deal.folded_by.is_some()) {
        let mut left = !deal.tricks.iter().flat_map(|trick| trick.cards).collect::<Hand>() - deal.discarded;
        deal_anew(&mut [&mut left, &mut deal.discarded], chance);
    }
    other
}

/// The hands that a viewer does not see.
fn hidden(hands: &mut [Hand; rules::PLAYERS], viewer: Viewer) -> impl Iterator<Item = &mut Hand> {
    let seen = move |index: usize| matches!(viewer, Viewer::Player(player) if player.index() == index);
    hands.iter_mut().enumerate().filter(move |(index, _)| !seen(*index)).map(|(_, hand)| hand)
}

/// Shuffles the cards of these places and deals each as many as it had.
fn deal_anew(places: &mut [&mut Hand], chance: &mut Chance) {
    let all = places.iter().fold(Hand::EMPTY, |all, place| all | **place);
    let mut cards: ArrayVec<Card, { Card::COUNT }> = all.iter().collect();
    chance.shuffle(&mut cards);
    let mut rest = cards.as_slice();
    for place in places {
        let (own, others) = rest.split_at(place.len());
        **place = own.iter().copied().collect();
        rest = others;
    }
}
