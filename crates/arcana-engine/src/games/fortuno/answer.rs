//! Applies steps: each answers the question that the game waits for.

use super::{
    Fortuno, Move, Step,
    moment::Moment,
    named_cards::FORTUNE,
    series::{CardOrSet, known},
    task::{Question, Task},
};
use crate::{
    cards::{Card, Hand},
    games::{Player, not_allowed},
};

impl Step {
    /// The step with unordered lists in pack order: hands of a deal, cards kept in a divorce.
    pub(super) fn canonical(mut self) -> Step {
        if let Step::Deal { hands, .. } = &mut self {
            hands.iter_mut().for_each(|hand| hand.sort_by_key(|card| card.card()));
        }
        if let Step::Divorce { cards, .. } = &mut self {
            cards.sort_by_key(|card| card.card());
        }
        self
    }
}

impl Fortuno {
    /// Applies a checked step.
    pub(super) fn apply_step(&mut self, step: &Step) {
        match Move::of_step(step) {
            Some((player, mv)) => self.answer(player, mv),
            None => self.table_answers(step),
        }
    }

    /// Applies a table step; any other leaves the question open.
    fn table_answers(&mut self, step: &Step) {
        let Some(&question) = self.question() else { return not_allowed() };
        self.answered();
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
            // Another step leaves the question open, and these are asked of players.
            (
                Question::Deal
                | Question::Reshuffle
                | Question::Rps
                | Question::Slap { .. }
                | Question::Seats { .. }
                | Question::Redeal { .. }
                | Question::Act(_)
                | Question::Give { .. }
                | Question::Divorce
                | Question::Steal { .. }
                | Question::Chariot(_)
                | Question::NameFool { .. }
                | Question::NameArt { .. }
                | Question::PickLover
                | Question::PickSun
                | Question::Gambit { .. }
                | Question::Orgy
                | Question::Return
                | Question::Offers { .. }
                | Question::Judgement(_)
                | Question::Switch { .. }
                | Question::PassCards { .. }
                | Question::Ask
                | Question::MoonPlay { .. },
                _,
            ) => self.wait(question),
        }
        self.run();
    }

    /// Applies a legal move of a player who is due.
    pub(super) fn answer(&mut self, player: Player, mv: Move) {
        let Some(question) = self.question() else { return not_allowed() };
        // Nearly all answers are to these two, so that the others are not copied.
        if let Question::Act(moment) = *question {
            self.answered();
            self.act_as(player, moment, mv);
        } else if let Question::Give { giver, to, .. } = *question
            && let Move::Give(card) = mv
        {
            self.answered();
            self.give(giver, to, card);
        } else {
            let question = *question;
            self.answered();
            self.choose(player, question, mv);
        }
        self.run();
    }

    /// The question is no longer open, and nothing is shown any more.
    fn answered(&mut self) {
        self.tasks.pop();
        self.shown = None;
    }

    /// Act: a step of the actors, or an accusation.
    fn act_as(&mut self, player: Player, moment: Moment, mv: Move) {
        if let Move::Accuse(target) = mv {
            return self.accuse(player, target);
        }
        if matches!(mv, Move::Dispute) {
            return self.wait(Question::Rps);
        }
        self.idle = 0;
        self.close_window();
        if let Move::Play(played, call) = mv {
            return match played {
                CardOrSet::Card(card) => self.play_card(card, call),
                CardOrSet::Set(cards) => self.play_set(&cards, call),
            };
        }
        match moment {
            Moment::Flip => self.flip(),
            Moment::Search => self.search(),
            Moment::Answer { .. } => self.draw_what_is_pending(),
            Moment::Reward { .. } => self.end_turn(),
            Moment::Free { .. } | Moment::Follow { .. } => self.wait(Question::Act(moment)), // only plays are due
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

    /// Old Maid: the seat is eliminated.
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
        self.go_on_drawing(self.turn.seat, pending.amount);
    }

    /// The answer to a question; any other move leaves it open.
    fn choose(&mut self, player: Player, question: Question, mv: Move) {
        match (question, mv) {
            (Question::Act(moment), _) => self.act_as(player, moment, mv),
            (Question::Give { giver, to, .. }, Move::Give(card)) => self.give(giver, to, card),
            (Question::Divorce, Move::Divorce(kept)) => self.keep_in_divorce(kept),
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
                self.pass_card(player, card, left, touched, passed)
            }
            (Question::Ask, Move::Ask(target, request)) => self.ask(target, request),
            (Question::MoonPlay { card, .. }, Move::MoonPlay(used, call)) => self.play_for_the_moon(card, used, call),
            // Another move leaves the question open, and the last six are asked of the table.
            (
                Question::Give { .. }
                | Question::Divorce
                | Question::Steal { .. }
                | Question::Chariot(_)
                | Question::NameFool { .. }
                | Question::NameArt { .. }
                | Question::PickLover
                | Question::PickSun
                | Question::Gambit { .. }
                | Question::Orgy
                | Question::Return
                | Question::Offers { .. }
                | Question::Judgement(_)
                | Question::Switch { .. }
                | Question::PassCards { .. }
                | Question::Ask
                | Question::MoonPlay { .. }
                | Question::Deal
                | Question::Reshuffle
                | Question::Rps
                | Question::Slap { .. }
                | Question::Seats { .. }
                | Question::Redeal { .. },
                _,
            ) => self.wait(question),
        }
    }

    #[inline]
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
