//! What steps do: each answers the question that the game waits for, the table's by chance (fortuno.md, "Chance", "The
//! call").

use super::{
    Fortuno, Move, Step,
    cards::{CardOrSet, FORTUNE, known, spelled},
    tasks::{Moment, Question, TableStep, Task, Why},
};
use crate::{
    cards::{Card, Hand},
    chance::Chance,
    games::{Player, PlayerSet, not_allowed},
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
        let Some(&Question::Table(due)) = self.question() else { return not_allowed() };
        self.answered();
        match (due, step) {
            (TableStep::Deal, Step::Deal { hands, pile }) => {
                self.deal(hands.iter().map(|hand| known(hand).collect()), known(pile));
            }
            (TableStep::Reshuffle, Step::Reshuffle { cards }) => self.reshuffle(known(cards)),
            (TableStep::Rps, Step::Rps { winner }) => {
                self.turn.decider = Some(*winner);
                self.then(Task::Act);
            }
            (TableStep::Slap { fourth }, Step::Slap { first }) => self.slapped(*first, fourth),
            (TableStep::Seats { .. }, Step::Seats { order, .. }) => self.sit(order.iter().copied()),
            (TableStep::Redeal { touched }, Step::Redeal { cards }) => self.redeal(touched, known(cards)),
            (
                TableStep::Deal
                | TableStep::Reshuffle
                | TableStep::Rps
                | TableStep::Slap { .. }
                | TableStep::Seats { .. }
                | TableStep::Redeal { .. },
                _,
            ) => self.wait(Question::Table(due)),
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
            return self.wait(Question::Table(TableStep::Rps));
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
            // Another move leaves the question open, and the last are asked of the table.
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
                | Question::Table(_),
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

impl Fortuno {
    /// The table's step that is due, drawn from this stream.
    pub(super) fn table_step(&self, chance: &mut Chance) -> Step {
        let Some(&Question::Table(due)) = self.question() else { panic!("the table is not due") };
        match due {
            TableStep::Deal => self.draw_deal(chance),
            TableStep::Reshuffle => {
                let below = self.below_the_top().iter().map(|discard| discard.card);
                let mut cards: Vec<Card> = below.filter(|card| !self.doomed.contains(*card)).collect();
                chance.shuffle(&mut cards);
                Step::Reshuffle { cards: spelled(cards) }
            }
            TableStep::Redeal { touched } => {
                let ring = self.ring(touched);
                let mut cards: Vec<Card> = ring.iter().flat_map(|player| self.hands[player.index()]).collect();
                chance.shuffle(&mut cards);
                Step::Redeal { cards: spelled(cards) }
            }
            TableStep::Rps => Step::Rps { winner: one_of(self.speakers(), chance) },
            TableStep::Slap { .. } => Step::Slap { first: one_of(self.slappers(), chance) },
            TableStep::Seats { touched } => self.draw_seats(touched, chance),
        }
    }

    fn draw_deal(&self, chance: &mut Chance) -> Step {
        let pack = chance.pack();
        let (dealt, pile) = pack.split_at(self.players * self.options.hand_size.size());
        // Hands are in pack order, as in accepted deals.
        let hand = |cards: &[Card]| cards.iter().copied().collect::<Hand>().to_list();
        let hands = dealt.chunks(self.options.hand_size.size()).map(hand).collect();
        Step::Deal { hands: Box::new(hands), pile: Box::new(spelled(pile.iter().copied())) }
    }

    /// The touched players are shuffled among their places until the circle is a new one.
    fn draw_seats(&self, touched: PlayerSet, chance: &mut Chance) -> Step {
        let mut moved: Vec<Player> = self.order.iter().copied().filter(|player| touched.contains(*player)).collect();
        loop {
            chance.shuffle(&mut moved);
            let mut next = moved.iter().copied();
            let seat = |player: &Player| if touched.contains(*player) { next.next() } else { Some(*player) };
            let order: Vec<Player> = self.order.iter().filter_map(seat).collect();
            if !self.same_circle(&order) {
                return Step::Seats { order: Box::new(order), song: None };
            }
        }
    }
}

/// One of these players, ascending, all equally likely.
fn one_of(players: PlayerSet, chance: &mut Chance) -> Player {
    let place = chance.below(players.len() as u32) as usize;
    players.iter().nth(place).expect("the index is in range")
}

impl Fortuno {
    /// Whether a hand that these cards come from would have exactly one card left.
    pub(super) fn comes_down_to_one(&self, cards: Hand) -> bool {
        self.options.fortuno_calls && self.hands.iter().any(|hand| leaves_one(*hand, cards))
    }

    /// The speakers' cards that would leave their hand with exactly one card.
    #[inline]
    pub(super) fn callable(&self) -> Hand {
        if !self.options.fortuno_calls {
            return Hand::EMPTY;
        }
        if self.team.is_none() {
            let hand = self.hands[self.turn.seat.index()];
            return if hand.is_pair() { hand } else { Hand::EMPTY };
        }
        let hands = self.speakers().iter().map(|player| self.hands[player.index()]);
        hands.filter(|hand| hand.is_pair()).fold(Hand::EMPTY, |all, hand| all | hand)
    }

    /// Whether some of these cards together could leave a hand with exactly one card.
    pub(super) fn may_come_down_to_one(&self, cards: Hand) -> bool {
        let may = |hand: &Hand| hand.len() >= 2 && (*hand - cards).len() <= 1;
        self.options.fortuno_calls && self.hands.iter().any(may)
    }

    /// Removes cards from their hands, which opens the window; a player left with one card without a call is catchable.
    #[inline]
    pub(super) fn leave_hands(&mut self, cards: Hand, call: bool) {
        let mut catchable = self.window.unwrap_or_default();
        // Nearly always, all of them come from the hand of the seat.
        let own = &mut self.hands[self.turn.seat.index()];
        let mut left = cards - *own;
        if left != cards {
            if !call && leaves_one(*own, cards) {
                catchable.insert(self.turn.seat);
            }
            *own = *own - cards;
        }
        for (hand, owner) in self.hands.iter_mut().zip((0..).map(Player)) {
            if left.is_empty() {
                break;
            }
            if (*hand & left).is_empty() {
                continue;
            }
            if !call && leaves_one(*hand, cards) {
                catchable.insert(owner);
            }
            left = left - *hand;
            *hand = *hand - cards;
        }
        self.window = self.options.fortuno_calls.then_some(catchable);
    }

    /// Closes the window and clears the catchable players.
    fn close_window(&mut self) {
        self.window = None;
    }

    /// The accused was caught, or the accusation is false; then Act goes on.
    pub(super) fn accuse(&mut self, accuser: Player, accused: Player) {
        let caught = self.window.take().unwrap_or(PlayerSet::EMPTY).contains(accused);
        self.then(Task::Act);
        self.then(Task::WinCheck);
        let (giver, to, why) = if caught { (accuser, accused, Why::Caught) } else { (accused, accuser, Why::Falsely) };
        if !self.hands[giver.index()].is_empty() {
            self.wait(Question::Give { giver, to, why });
        }
    }
}

fn leaves_one(hand: Hand, cards: Hand) -> bool {
    !(hand & cards).is_empty() && (hand - cards).is_one()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Card;

    #[test]
    fn a_hand_that_loses_no_card_is_not_checked() {
        let (one, two) = (Hand::of(Card::FOOL), Hand::of(Card::trump(1)));
        assert!(leaves_one(one | two, two));
        assert!(!leaves_one(one, two));
        assert!(!leaves_one(two, two));
    }
}
