//! Draw pile and discard pile (fortuno.md, "The top card" and "Drawing").

use super::{
    Fortuno,
    discard::Discard,
    named_cards::THE_CHARIOT,
    task::{Question, Task},
};
use crate::{
    cards::{Card, Hand},
    games::{Player, PlayerSet},
};

/// The result of drawing a card.
pub(super) enum Drawn {
    /// This card.
    Card(Card),
    /// The table must form a new draw pile first.
    Reshuffle,
    /// No card is left: drawing stops.
    Nothing,
}

impl Fortuno {
    /// The index of the top card: the uppermost discard that does not count as The Chariot.
    fn top_place(&self) -> Option<usize> {
        self.discard.iter().rposition(|discard| discard.counts_as != THE_CHARIOT)
    }

    /// What the top card counts as.
    pub(super) const fn top(&self) -> Option<Card> {
        self.cached.top
    }

    /// Updates the cache after a change of the discard pile other than a plain discard.
    pub(super) fn find_top(&mut self) {
        self.cached.top = self.top_place().map(|place| self.discard[place].counts_as);
    }

    /// What the top card counted as before the last discard.
    pub(super) fn top_before(&self) -> Option<Card> {
        let (_, below) = self.discard.split_last()?;
        below.iter().rev().map(|discard| discard.counts_as).find(|card| *card != THE_CHARIOT)
    }

    /// Every discard below the top card.
    pub(super) fn below_the_top(&self) -> &[Discard] {
        &self.discard[..self.top_place().unwrap_or(0)]
    }

    /// The cards that a reshuffle would bring, without doomed ones.
    pub(super) fn reshuffle_brings(&self) -> Hand {
        self.below_the_top().iter().map(|discard| discard.card).collect::<Hand>() - self.doomed
    }

    /// Whether a card can be drawn: draw pile and reshuffle contain one that is not barred.
    pub(super) fn can_draw(&self) -> bool {
        let barred = self.barred();
        self.draw.iter().any(|card| !barred.contains(*card)) || !(self.reshuffle_brings() - barred).is_empty()
    }

    /// Takes the next card from the draw pile; barred cards drawn before it leave the game.
    pub(super) fn draw_one(&mut self) -> Drawn {
        let barred = self.barred();
        while let Some(card) = self.draw.pop() {
            if !barred.contains(card) {
                return Drawn::Card(card);
            }
            self.out.insert(card);
        }
        if self.reshuffle_brings().is_empty() { Drawn::Nothing } else { Drawn::Reshuffle }
    }

    /// Waits for a reshuffle and continues with this task after it.
    pub(super) fn after_reshuffle(&mut self, task: Task) {
        self.then(task);
        self.wait(Question::Reshuffle);
    }

    /// The table's new draw pile, top first.
    pub(super) fn reshuffle(&mut self, cards: impl DoubleEndedIterator<Item = Card>) {
        let place = self.top_place().unwrap_or(0);
        let doomed = self.discard.drain(..place).map(|discard| discard.card).collect::<Hand>() & self.doomed;
        self.doomed = self.doomed - doomed;
        self.out = self.out | doomed;
        self.draw.extend(cards.rev());
        self.find_top();
        self.reshuffles += 1;
    }

    pub(super) fn go_on_drawing(&mut self, player: Player, left: u8) {
        for left in (1..=left).rev() {
            match self.draw_one() {
                Drawn::Card(card) => drop(self.hands[player.index()].insert(card)),
                Drawn::Reshuffle => return self.after_reshuffle(Task::Draw { player, left }),
                Drawn::Nothing => return,
            }
        }
    }

    pub(super) fn draw_each(&mut self, players: PlayerSet, amount: u8) {
        let Some(player) = self.ring(players).first().copied() else { return };
        self.then(Task::DrawEach { players: players.without(PlayerSet::of(player)), amount });
        self.then(Task::Draw { player, left: amount });
    }

    /// Lays a card on the discard pile as itself; a barred one is doomed.
    pub(super) fn lay(&mut self, card: Card) {
        self.discard.push(Discard::plain(card));
        if card != THE_CHARIOT {
            self.cached.top = Some(card);
        }
        if self.barred().contains(card) {
            self.doomed.insert(card);
        }
    }

    /// Puts cards under the discard pile, in pack order, the first at the very bottom.
    pub(super) fn put_under(&mut self, cards: Hand) {
        let above = std::mem::take(&mut self.discard);
        self.discard.extend(cards.iter().map(Discard::plain));
        self.discard.extend(above);
        self.find_top();
    }
}
