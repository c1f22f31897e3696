//! What a viewer may see of a match, for bots, and states that the viewer cannot distinguish.

use arrayvec::ArrayVec;

use super::{
    Bets, Dealt, Fortunes, Options, Phase, Stakes, TeamScores, Trick, Tricks,
    rules::{self, PLAYERS},
    score, state,
};
use crate::{
    cards::{Card, Hand},
    chance::Chance,
    games::{Player, Viewer},
};

/// What a viewer may see.
// Not `Debug`, which would show the whole game.
#[derive(Clone, Copy)]
pub struct View<'a> {
    game: &'a Fortunes,
    viewer: Viewer,
}

impl<'a> View<'a> {
    /// The game as this viewer sees it.
    pub(super) const fn new(game: &'a Fortunes, viewer: Viewer) -> View<'a> {
        View { game, viewer }
    }

    /// The viewing player; `None` for a viewer without a hand.
    pub const fn player(self) -> Option<Player> {
        self.viewer.player()
    }

    /// The house rules.
    pub const fn options(self) -> &'a Options {
        &self.game.options
    }

    /// The player in the East seat of this deal.
    pub fn dealer(self) -> Player {
        self.game.dealer()
    }

    /// Totals of players 0 and 2, then 1 and 3, over the finished deals.
    pub fn team_scores(self) -> TeamScores {
        score::team_scores(&self.game.deals)
    }

    /// Number of finished deals.
    pub fn deals(self) -> usize {
        self.game.deals.len()
    }

    /// The viewer's own hand; empty before the deal and for viewers without a hand.
    pub fn hand(self) -> Hand {
        match (self.player(), self.game.dealt()) {
            (Some(player), Some((hands, _))) => hands[player.index()],
            (None, _) | (_, None) => Hand::EMPTY,
        }
    }

    /// The cards that the viewer may play; empty when the viewer is not due to play one.
    pub fn playable(self) -> Hand {
        match (self.player(), self.game.current_tricks()) {
            (Some(player), Some(current)) if current.stake_due().is_none() && current.turn() == player => {
                current.playable(player, self.options())
            }
            (Some(_) | None, _) => Hand::EMPTY,
        }
    }

    /// Number of cards in each hand.
    pub fn hand_sizes(self) -> [usize; PLAYERS] {
        self.game.dealt().map_or([0; PLAYERS], |(hands, _)| hands.map(Hand::len))
    }

    /// The cards that were played in this deal.
    pub fn played(self) -> Hand {
        self.game.current_tricks().map_or(Hand::EMPTY, Tricks::played)
    }

    /// The tricks of this deal so far.
    pub fn tricks(self) -> &'a [Trick] {
        self.game.current_tricks().map_or(&[], |current| &current.tricks)
    }

    /// The cards of the trick on the table, from its leader.
    pub fn trick(self) -> &'a [Card] {
        self.game.current_tricks().map_or(&[], |current| &current.trick)
    }

    /// Who leads the trick on the table, or the next one.
    pub fn leader(self) -> Player {
        self.game.current_tricks().map_or(self.dealer(), Tricks::leader)
    }

    /// The pot of this deal, if any.
    pub fn stakes(self) -> Option<&'a Stakes> {
        self.game.current_tricks().and_then(|current| current.bets.stakes())
    }

    /// The bids of this deal so far, by player; `None` before a player's bid.
    pub fn bids(self) -> [Option<u8>; PLAYERS] {
        state::bids(&self.game.phase, self.dealer()).unwrap_or_default()
    }

    /// The viewer's chips of this deal after folding now.
    pub fn chips_of_a_fold(self) -> i64 {
        let Some((player, current)) = self.player().zip(self.game.current_tricks()) else { return 0 };
        current.settle(self.options(), self.team_scores(), Some(player)).chips[player.index()]
    }

    /// The deal if the remaining cards were distributed like this.
    ///
    /// It reveals nothing to the viewer: the caller decides where the hidden cards are.
    pub fn imagine(self, dealt: Dealt) -> Tricks {
        match self.game.current_tricks() {
            Some(current) => Tricks { hands: dealt.hands, discarded: dealt.discarded, ..current.clone() },
            None => Tricks::new(self.dealer(), dealt, Bets::None),
        }
    }
}

/// The same match with the hidden cards shuffled among the places where they may be.
pub(super) fn resample(game: &Fortunes, viewer: Viewer, chance: &mut Chance) -> Fortunes {
    let mut other = game.clone();
    if viewer == Viewer::All {
        return other;
    }
    match &mut other.phase {
        Phase::Wagers { dealt: Some(Dealt { hands, discarded }), .. }
        | Phase::Bids { dealt: Dealt { hands, discarded }, .. }
        | Phase::Tricks(Tricks { hands, discarded, .. }) => {
            let mut places: ArrayVec<&mut Hand, 5> = hidden(hands, viewer).collect();
            places.push(discarded);
            redistribute(&mut places, chance);
        }
        Phase::Wagers { dealt: None, .. } | Phase::Deal { .. } | Phase::Over(_) => {}
    }
    for deal in other.deals.iter_mut().filter(|deal| deal.folded_by.is_some()) {
        let mut left = !deal.tricks.iter().flat_map(|trick| trick.cards).collect::<Hand>() - deal.discarded;
        redistribute(&mut [&mut left, &mut deal.discarded], chance);
    }
    other
}

/// The hands hidden from a viewer.
fn hidden(hands: &mut [Hand; rules::PLAYERS], viewer: Viewer) -> impl Iterator<Item = &mut Hand> {
    let seen = move |index: usize| matches!(viewer, Viewer::Player(player) if player.index() == index);
    hands.iter_mut().enumerate().filter(move |(index, _)| !seen(*index)).map(|(_, hand)| hand)
}

/// Shuffles the cards of these hands and deals each its previous number.
fn redistribute(places: &mut [&mut Hand], chance: &mut Chance) {
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
