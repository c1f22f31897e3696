//! The group cards, and who is immune to them (fortuno.md, "Group cards" and "Card functions").

use super::{
    Fortuno,
    cards::{ADJUSTMENT, Group, THE_CHARIOT, numericals},
    tasks::{Offers, Question, TableStep, Task},
};
use crate::{
    cards::{Card, Hand},
    games::{Player, PlayerSet},
};

/// Number of Adjustments after which the card leaves the game.
const LAST_ADJUSTMENT: u8 = 3;
/// Number of cards that each other player draws for the Church Gambit.
const GAMBIT_DRAW: u8 = 2;

impl Fortuno {
    /// A group card takes effect: the holder of The Chariot is asked first.
    pub(super) fn group(&mut self, group: Group) {
        match self.charioteer() {
            Some(_) => self.wait(Question::Chariot(group)),
            None => self.take_effect(group, self.players_in().without(self.hermits())),
        }
    }

    /// The holder of The Chariot, if it is another player than the seat and not a hermit.
    pub(super) fn charioteer(&self) -> Option<Player> {
        let holder = self.holder(THE_CHARIOT)?;
        (holder != self.turn.seat && !self.hermits().contains(holder)).then_some(holder)
    }

    /// The holder of The Chariot becomes immune, or does not; the group card takes effect.
    pub(super) fn chariot(&mut self, holder: Player, group: Group, used: bool, call: bool) {
        let mut touched = self.players_in().without(self.hermits());
        if used {
            self.leave_hands(Hand::of(THE_CHARIOT), call);
            self.lay(THE_CHARIOT);
            self.row.clear();
            touched.remove(holder);
        }
        self.take_effect(group, touched);
    }

    fn take_effect(&mut self, group: Group, touched: PlayerSet) {
        match group {
            Group::Magus => self.magus_touches(touched),
            Group::Adjustment => self.adjustment_touches(touched),
            Group::Devil => self.devil_touches(touched),
            Group::Star => self.star_touches(touched),
            Group::Universe => self.universe_touches(touched),
            Group::Gambit => {
                let players = touched.without(PlayerSet::of(self.turn.seat));
                self.then(Task::DrawEach { players, amount: GAMBIT_DRAW });
            }
        }
    }

    fn magus_touches(&mut self, touched: PlayerSet) {
        if touched.len() >= 2 {
            self.wait(Question::Table(TableStep::Seats { touched }));
        }
    }

    /// Applies a new seating order.
    pub(super) fn sit(&mut self, order: impl Iterator<Item = Player>) {
        for (place, player) in self.order.iter_mut().zip(order) {
            *place = player;
        }
    }

    fn adjustment_touches(&mut self, touched: PlayerSet) {
        if touched.len() < 2 || self.gathered(touched).is_empty() {
            return self.adjusted();
        }
        self.wait(Question::Table(TableStep::Redeal { touched }));
    }

    /// The cards of these players' hands together.
    pub(super) fn gathered(&self, players: PlayerSet) -> Hand {
        players.iter().fold(Hand::EMPTY, |all, player| all | self.hands[player.index()])
    }

    /// The gathered cards, dealt one by one.
    pub(super) fn redeal(&mut self, touched: PlayerSet, cards: impl Iterator<Item = Card>) {
        for player in touched.iter() {
            self.hands[player.index()] = Hand::EMPTY;
        }
        for (card, player) in self.dealt_round(touched, cards) {
            self.hands[player.index()].insert(card);
        }
        self.adjusted();
    }

    /// Cards dealt one each in turn to these players, with who gets each.
    pub(super) fn dealt_round<I: Iterator<Item = Card>>(
        &self,
        players: PlayerSet,
        cards: I,
    ) -> impl Iterator<Item = (Card, Player)> + use<I> {
        cards.zip(self.ring(players).into_iter().cycle())
    }

    /// Counts an adjustment; after the third the card leaves the game.
    fn adjusted(&mut self) {
        self.adjustments += 1;
        if self.adjustments < LAST_ADJUSTMENT {
            return;
        }
        if self.discard.iter().any(|discard| discard.card == ADJUSTMENT) {
            self.doomed.insert(ADJUSTMENT);
            return;
        }
        for hand in &mut self.hands {
            hand.remove(ADJUSTMENT);
        }
        self.draw.retain(|card| *card != ADJUSTMENT);
        self.out.insert(ADJUSTMENT);
    }

    fn devil_touches(&mut self, touched: PlayerSet) {
        let others = touched.without(PlayerSet::of(self.turn.seat));
        let left: PlayerSet = others.iter().filter(|player| !self.hands[player.index()].is_empty()).collect();
        if !left.is_empty() {
            let offers = Offers { cards: Hand::EMPTY, deniers: PlayerSet::EMPTY, accused: PlayerSet::EMPTY };
            self.wait(Question::Offers { left, offers });
        }
    }

    /// A player offers a card or nothing; when all have, accusations and the taking follow.
    pub(super) fn offer(&mut self, player: Player, card: Option<Card>, left: PlayerSet, mut offers: Offers) {
        match card {
            Some(card) => offers.cards = offers.cards | Hand::of(card),
            None => offers.deniers.insert(player),
        }
        let left = left.without(PlayerSet::of(player));
        if left.is_empty() {
            self.judgement(offers);
        } else {
            self.wait(Question::Offers { left, offers });
        }
    }

    pub(super) fn judgement(&mut self, offers: Offers) {
        if !offers.done() {
            self.wait(Question::Judgement(offers));
        }
    }

    /// The accused draws four if they had a card to offer, else the seat does. Their hand has not changed since the
    /// offer.
    pub(super) fn jaccuse(&mut self, target: Player, mut offers: Offers) {
        let lied = !(self.hands[target.index()] - numericals(self.options.ace_numerical)).is_empty();
        offers.accused.insert(target);
        self.then(Task::Judgement(offers));
        self.then(Task::Draw { player: if lied { target } else { self.turn.seat }, left: 4 });
    }

    /// The seat keeps one of the cards offered.
    pub(super) fn take(&mut self, card: Option<Card>) {
        let Some(card) = card else { return };
        for hand in &mut self.hands {
            hand.remove(card);
        }
        self.hands[self.turn.seat.index()].insert(card);
    }

    fn star_touches(&mut self, touched: PlayerSet) {
        let left: PlayerSet = touched.iter().filter(|player| !self.hands[player.index()].is_empty()).collect();
        if touched.len() >= 2 && !left.is_empty() {
            self.wait(Question::PassCards { left, touched, passed: Hand::EMPTY });
        }
    }

    /// A player passes a card on; when all have, the cards move at once.
    pub(super) fn pass_card(&mut self, player: Player, card: Card, left: PlayerSet, touched: PlayerSet, passed: Hand) {
        let (left, passed) = (left.without(PlayerSet::of(player)), passed | Hand::of(card));
        if !left.is_empty() {
            return self.wait(Question::PassCards { left, touched, passed });
        }
        let ring = self.ring(touched);
        let given = ring.clone().into_iter().map(|giver| self.hands[giver.index()] & passed);
        let given: arrayvec::ArrayVec<Hand, { super::PLAYERS_LIMIT }> = given.collect();
        for (giver, cards) in ring.iter().zip(&given) {
            self.hands[giver.index()] = self.hands[giver.index()] - *cards;
        }
        for (receiver, cards) in ring.iter().cycle().skip(1).zip(&given) {
            self.hands[receiver.index()] = self.hands[receiver.index()] | *cards;
        }
    }

    /// Every hand goes to the next touched player.
    fn universe_touches(&mut self, touched: PlayerSet) {
        let ring = self.ring(touched);
        let before = self.hands;
        for (giver, receiver) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            self.hands[receiver.index()] = before[giver.index()];
        }
    }
}
