//! The chance to win, estimated from the numbers of cards.

use crate::{
    cards::{Card, Hand},
    games::{
        Player,
        fortuno::{LoversWin, View},
    },
};

use super::hand;

/// Maximum number of players.
const MOST: usize = 8;
/// Cost of an unknown card.
pub(super) const UNKNOWN: f64 = 1.15;
/// Cost of a lost turn.
pub(super) const TURN: f64 = 0.8;

/// Number of turns that each player needs to get rid of all cards.
#[derive(Clone, Copy)]
pub(super) struct WinChance<'a> {
    view: &'a View<'a>,
    me: Player,
    /// The adept's remaining cards.
    pub(super) hand: Hand,
    /// Turns by player; for the adept, only those in addition to its hand.
    turns: [f64; MOST],
    /// Whether the adept's hand has been swapped for an unknown one.
    pub(super) swapped: bool,
    /// Whether this ends the game with a win or a loss.
    pub(super) decided: Option<bool>,
}

impl<'a> WinChance<'a> {
    pub(super) fn of(view: &'a View<'a>, me: Player, hand: Hand) -> WinChance<'a> {
        let mut turns = [0.0; MOST];
        for player in view.players_in().iter().filter(|player| *player != me) {
            turns[player.index()] = view.count(player) as f64 * UNKNOWN + f64::from(view.hermit(player)) * TURN;
        }
        WinChance { view, me, hand, turns, swapped: false, decided: None }
    }

    /// The chance to win after an effect.
    pub(super) fn after(&self, happens: impl FnOnce(&mut WinChance<'a>)) -> f64 {
        let mut win_chance = *self;
        happens(&mut win_chance);
        win_chance.chance()
    }

    /// The adept's share of the total pace.
    fn chance(&self) -> f64 {
        if let Some(won) = self.decided {
            return if won { 2.0 } else { -1.0 };
        }
        // Computed once: the cost of a hand takes longer than all the rest.
        let own = self.own_turns();
        if own <= 0.0 {
            return 1.5;
        }
        let turns = |player: Player| if player == self.me { own } else { self.turns[player.index()].max(0.0) };
        let pace = |player: Player| 1.0 / (turns(player) + 0.6);
        let all: f64 = self.view.players_in().iter().map(pace).sum();
        let together = self.view.options().lovers_win != LoversWin::Own;
        let partner = self.view.partner().filter(|_| together).map_or(0.0, pace);
        (pace(self.me) + partner) / all
    }

    fn own_turns(&self) -> f64 {
        let known = if self.swapped { 0.0 } else { hand::cost(self.hand, self.view) };
        known + self.turns[self.me.index()]
    }

    /// How many cards a player has.
    pub(super) fn count(&self, player: Player) -> f64 {
        let turns = self.turns[player.index()] / UNKNOWN;
        if player == self.me && !self.swapped { self.hand.len() as f64 + turns } else { turns }
    }

    /// A player draws cards.
    pub(super) fn draws(&mut self, player: Player, cards: f64) {
        self.turns[player.index()] += cards * UNKNOWN;
    }

    /// A player loses turns.
    pub(super) fn loses(&mut self, player: Player, turns: f64) {
        self.turns[player.index()] += turns * TURN;
    }

    /// A player has another hand of this size.
    pub(super) fn holds(&mut self, player: Player, cards: f64) {
        self.turns[player.index()] = cards * UNKNOWN;
        self.swapped |= player == self.me;
    }

    /// A card leaves the hand of its owner.
    pub(super) fn leaves(&mut self, card: Card) {
        if self.hand.contains(card) {
            self.hand = self.hand - Hand::of(card);
        } else if let Some(partner) = self.view.partner() {
            self.turns[partner.index()] -= UNKNOWN;
        }
    }

    pub(super) const fn me(&self) -> Player {
        self.me
    }
}
