//! Taking steps: each answers the question that the game waits on.

use super::{
    Fortuno, Move, Step,
    act::Moment,
    majors::FORTUNE,
    moves::known,
    task::{Question, Task},
};
use crate::{
    cards::{Card, Hand},
    games::Player,
};

impl Step {
    /// The step with unordered lists in pack order: hands of a deal, what is kept in a divorce.
    pub(super) fn canonical(self) -> Step {
        match self {
            Step::Deal { mut hands, pile } => {
                hands.iter_mut().for_each(|hand| hand.sort_by_key(|card| card.card()));
                Step::Deal { hands, pile }
            }
            Step::Divorce { player, mut cards } => {
                cards.sort_by_key(|card| card.card());
                Step::Divorce { player, cards }
            }
            other => other,
        }
    }
}

impl Fortuno {
    /// Takes a step that was judged.
    pub(super) fn enact_step(&mut self, step: &Step) {
        match (step.player(), Move::of_step(step)) {
            (Some(player), Some(mv)) => self.answer(player, mv),
            _ => self.table_answers(step),
        }
    }

    fn table_answers(&mut self, step: &Step) {
        let Some(question) = self.question() else { return };
        self.tasks.pop();
        self.shown = None;
        match (question, step) {
            (Question::Deal, Step::Deal { hands, pile }) => {
                self.deal(hands.iter().map(|hand| known(hand).collect()), known(pile));
            }
            (Question::Reshuffle, Step::Reshuffle { cards }) => self.reshuffle(known(cards)),
            (Question::Rps, Step::Rps { winner }) => {
                self.turn.decider = Some(*winner);
                self.then(Task::Act);
            }
            (Question::Slap { fourth }, Step::Slap { first }) => self.slapped(*first, fourth),
            (Question::Seats { .. }, Step::Seats { order, .. }) => self.sit(order.iter().copied()),
            (Question::Redeal { touched }, Step::Redeal { cards }) => self.redeal(touched, known(cards)),
            (question, _) => self.wait(question), // no such step is due
        }
        self.run();
    }

    /// Takes a legal move of a player who is due.
    pub(super) fn answer(&mut self, player: Player, mv: Move) {
        let Some(question) = self.question() else { return };
        self.tasks.pop();
        self.shown = None;
        match question {
            Question::Act(moment) => self.act_as(player, moment, mv),
            question => self.choose(player, question, mv),
        }
        self.run();
    }

    /// Act: a step of the actors, or an accusation.
    fn act_as(&mut self, player: Player, moment: Moment, mv: Move) {
        if let Move::Accuse(target) = mv {
            return self.accuse(player, target);
        }
        if mv == Move::Dispute {
            return self.wait(Question::Rps);
        }
        self.idle = 0;
        self.shut_window();
        match (moment, mv) {
            (_, Move::Play(card, call)) => self.play_card(card, call),
            (_, Move::PlaySet(cards, call)) => self.play_set(&cards, call),
            (Moment::Flip, Move::Flip) => self.then(Task::Flip),
            (Moment::Search, Move::Draw) => self.then(Task::Search),
            (Moment::Answer { .. }, Move::Draw) => self.draw_what_is_pending(),
            (Moment::Reward { .. }, Move::Decline) => self.then(Task::EndTurn),
            (moment, _) => self.wait(Question::Act(moment)), // no such step is due
        }
    }

    fn play_card(&mut self, card: Card, call: bool) {
        let answered = self.turn.pending.take();
        self.then(Task::EndTurn);
        self.leave_hands(Hand::of(card), call);
        if card == FORTUNE && answered.is_none() {
            self.old_maid();
        } else {
            self.bring_into_play(card, answered);
        }
    }

    /// Old Maid: the seat is eliminated, nothing else.
    fn old_maid(&mut self) {
        self.lay(FORTUNE);
        self.row.clear();
        self.eliminate_seat();
    }

    /// A set has no function and makes no row.
    fn play_set(&mut self, cards: &[Card; 4], call: bool) {
        self.then(Task::EndTurn);
        self.leave_hands(cards.iter().copied().collect(), call);
        for card in cards {
            self.lay(*card);
        }
        self.row.clear();
    }

    /// The seat draws the whole amount and its turn is over.
    fn draw_what_is_pending(&mut self) {
        let Some(pending) = self.turn.pending.take() else { return };
        self.then(Task::EndTurn);
        self.then(Task::Draw { player: self.turn.seat, left: pending.amount });
    }

    /// A choice that a card or the end of a turn asks for.
    fn choose(&mut self, player: Player, question: Question, mv: Move) {
        match (question, mv) {
            (Question::Give { giver, to, .. }, Move::Give(card)) => self.give(giver, to, card),
            (Question::Divorce, Move::Divorce(kept)) => self.part_with(kept),
            (Question::Steal { fourth, .. }, Move::Steal(true, call)) => self.steal(player, fourth, call),
            (Question::Steal { first, .. }, Move::Steal(false, _)) => {
                self.then(Task::BeginTurn { seat: first, reward: true });
            }
            (Question::Chariot(group), Move::Chariot(used, call)) => self.chariot(player, group, used, call),
            (Question::NameFool { flipped }, Move::Name(card)) => self.name_the_fool(card, flipped),
            (Question::NameArt { answer }, Move::Name(card)) => self.name_art(card, answer),
            (Question::PickLover, Move::Pick(target)) => self.pick_lover(target),
            (Question::PickSun, Move::Pick(target)) => self.look_at(target),
            (Question::Gambit { lay, amount }, Move::Gambit(used, call)) => self.gambit(lay, amount, used, call),
            (Question::Orgy, Move::Orgy(cards, call)) => self.orgy(cards.cards(), call),
            (Question::Return, Move::Return(cards)) => self.put_on_top(cards.cards()),
            (Question::Offers { left, offers }, Move::Offer(card)) => self.offer(player, card, left, offers),
            (Question::Judgement(offers), Move::Jaccuse(target)) => self.jaccuse(target, offers),
            (Question::Judgement(_), Move::Take(card)) => self.take(card),
            (Question::Switch { .. }, Move::Switch(most, fewest)) => self.switch(most, fewest),
            (Question::PassCards { left, touched, passed }, Move::PassCard(card)) => {
                self.pass_card(player, card, left, touched, passed);
            }
            (Question::Ask, Move::Ask(target, request)) => self.ask(target, request),
            (Question::MoonPlay { card, .. }, Move::MoonPlay(used, call)) => self.play_for_the_moon(card, used, call),
            (question, _) => self.wait(question), // no such step is due
        }
    }

    fn give(&mut self, giver: Player, to: Player, card: Option<Card>) {
        let Some(card) = card else { return };
        self.hands[giver.index()].remove(card);
        self.hands[to.index()].insert(card);
    }

    fn play_for_the_moon(&mut self, card: Card, used: bool, call: bool) {
        if used {
            self.leave_hands(Hand::of(card), call);
            self.bring_into_play(card, None);
        }
    }
}
