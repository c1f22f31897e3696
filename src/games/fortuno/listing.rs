//! A player's legal moves, in a fixed order, the sensible ones first.

use super::{
    Fortuno, Move,
    act::Moment,
    majors::{RETURNED, THE_CHARIOT},
    minors::numericals,
    moves::Series,
    request::Request,
    step,
    task::{Offers, Question, Why},
};
use crate::{
    cards::{Card, Hand},
    games::{Due, Player, PlayerSet},
};

/// A list that takes moves until it is full.
struct List<'a> {
    out: &'a mut Vec<Move>,
    limit: usize,
    /// Some move found no place.
    truncated: bool,
}

impl List<'_> {
    /// Adds a move; false when the list is full.
    fn add(&mut self, mv: Move) -> bool {
        self.truncated |= self.out.len() >= self.limit;
        if !self.truncated {
            self.out.push(mv);
        }
        !self.truncated
    }

    /// Adds moves until the list is full.
    fn all(&mut self, moves: impl IntoIterator<Item = Move>) {
        for mv in moves {
            if !self.add(mv) {
                return;
            }
        }
    }

    /// Adds a move with the call, where there is something to call, and without.
    fn called(&mut self, down_to_one: bool, mv: impl Fn(bool) -> Move) -> bool {
        (!down_to_one || self.add(mv(true))) && self.add(mv(false))
    }
}

impl Fortuno {
    /// Lists a player's legal moves; false when there are more.
    pub(super) fn list_moves(&self, player: Player, limit: usize, out: &mut Vec<Move>) -> bool {
        let Some(question) = self.question() else { return true };
        let Due::Players { must, may, .. } = self.due_for(question) else { return true };
        let mut list = List { out, limit, truncated: false };
        match question {
            Question::Act(moment) => {
                if must.contains(player) {
                    self.list_acts(moment, &mut list);
                }
                if must.union(may).contains(player) && self.window.is_some() {
                    let accused = self.players_in().without(PlayerSet::of(player));
                    list.all(accused.iter().map(Move::Accuse));
                }
            }
            question if must.contains(player) => self.list_choices(player, question, &mut list),
            _ => {}
        }
        !list.truncated
    }

    fn list_acts(&self, moment: Moment, list: &mut List<'_>) {
        for card in moment.playable() {
            if !list.called(self.comes_down_to_one(Hand::of(card)), |call| Move::Play(card, call)) {
                return;
            }
        }
        if moment.takes_sets() {
            self.list_sets(list);
        }
        match moment {
            Moment::Flip => list.all([Move::Flip]),
            Moment::Answer { .. } | Moment::Search => list.all([Move::Draw]),
            Moment::Reward { .. } => list.all([Move::Decline]),
            Moment::Free { .. } | Moment::Follow { .. } => {}
        }
        if self.act_types(moment).contains(step::DISPUTE) {
            list.add(Move::Dispute);
        }
    }

    /// Every order of every set.
    fn list_sets(&self, list: &mut List<'_>) {
        for (_, rank) in self.sets() {
            let set = Hand::rank(rank);
            let down_to_one = self.comes_down_to_one(set);
            let more = orders_of(set, 4, &mut |series| {
                let &[a, b, c, d] = series else { return true };
                list.called(down_to_one, |call| Move::PlaySet([a, b, c, d], call))
            });
            if !more {
                return;
            }
        }
    }

    fn list_choices(&self, player: Player, question: Question, list: &mut List<'_>) {
        let own = self.hands[player.index()];
        match question {
            Question::Give { why, .. } => self.list_gifts(own, why, list),
            Question::Divorce => self.list_divorces(list),
            Question::Steal { fourth, .. } => self.list_uses(fourth, Move::Steal, list),
            Question::Chariot(_) => self.list_uses(THE_CHARIOT, Move::Chariot, list),
            Question::NameFool { .. } => list.all(self.fool_names().iter().map(Move::Name)),
            Question::NameArt { answer } => list.all(self.art_names(answer).iter().map(Move::Name)),
            Question::PickLover => list.all(self.lovable().iter().map(Move::Pick)),
            Question::PickSun => list.all(self.others_in().iter().map(Move::Pick)),
            Question::Gambit { lay, .. } => self.list_uses(lay, Move::Gambit, list),
            Question::Orgy => self.list_orgies(list),
            Question::Return => self.list_returns(list),
            Question::Offers { .. } => {
                let wanted = own - numericals(self.options.ace_numerical);
                list.all(wanted.iter().map(|card| Move::Offer(Some(card))).chain([Move::Offer(None)]));
            }
            Question::Judgement(offers) => list_judgements(offers, list),
            Question::Switch { most, fewest } => {
                let others = |rich| fewest.without(PlayerSet::of(rich)).iter();
                list.all(most.iter().flat_map(|rich| others(rich).map(move |poor| Move::Switch(rich, poor))));
            }
            Question::PassCards { .. } => list.all(own.iter().map(Move::PassCard)),
            Question::Ask => self.list_requests(list),
            Question::MoonPlay { card, .. } => self.list_uses(card, Move::MoonPlay, list),
            Question::Deal
            | Question::Reshuffle
            | Question::Rps
            | Question::Slap { .. }
            | Question::Seats { .. }
            | Question::Redeal { .. }
            | Question::Act(_) => {}
        }
    }

    fn list_gifts(&self, own: Hand, why: Why, list: &mut List<'_>) {
        let (fitting, kept) = match why {
            Why::Caught => (own, None),
            Why::Falsely => (own, Some(Move::Give(None))),
            Why::Asked(request) => (own & request.fitting(self.options.ace_numerical), None),
        };
        list.all(kept.into_iter().chain(fitting.iter().map(|card| Move::Give(Some(card)))));
    }

    /// Uses this card of some hand, or does not.
    fn list_uses(&self, card: Card, mv: fn(bool, bool) -> Move, list: &mut List<'_>) {
        list.called(self.comes_down_to_one(Hand::of(card)), |call| mv(true, call));
        list.add(mv(false, false));
    }

    fn list_divorces(&self, list: &mut List<'_>) {
        let all = self.team.map_or(Hand::EMPTY, |team| self.team_cards(team));
        choices_of(all, all.len().div_ceil(2), Hand::EMPTY, &mut |kept| list.add(Move::Divorce(kept)));
    }

    /// All of one order first, so that the longest orgies come early.
    fn list_orgies(&self, list: &mut List<'_>) {
        let joinable = self.joinable();
        for length in (0..=joinable.len()).rev() {
            let more = orders_of(joinable, length, &mut |cards| {
                let Some(series) = Series::new(cards) else { return true };
                let down_to_one = self.comes_down_to_one(cards.iter().copied().collect());
                list.called(down_to_one, |call| Move::Orgy(series, call))
            });
            if !more {
                return;
            }
        }
    }

    fn list_returns(&self, list: &mut List<'_>) {
        let own = self.hands[self.turn.seat.index()];
        orders_of(own, own.len().min(RETURNED), &mut |cards| {
            Series::new(cards).is_none_or(|series| list.add(Move::Return(series)))
        });
    }

    /// Requests of one term first, for every target.
    fn list_requests(&self, list: &mut List<'_>) {
        let (single, longer) = Request::sensible(self.options.ace_numerical);
        for requests in [single, longer] {
            for target in self.others_in().iter() {
                list.all(requests.iter().map(|request| Move::Ask(target, *request)));
            }
        }
    }
}

fn list_judgements(offers: Offers, list: &mut List<'_>) {
    list.all(offers.cards.iter().map(|card| Move::Take(Some(card))));
    if offers.cards.is_empty() {
        list.add(Move::Take(None));
    }
    list.all(offers.accusable().iter().map(Move::Jaccuse));
}

/// Hands every order of so many of these cards to `take` until that says no; says whether it never did.
fn orders_of(cards: Hand, length: usize, take: &mut impl FnMut(&[Card]) -> bool) -> bool {
    fn go_on(
        left: Hand,
        length: usize,
        order: &mut arrayvec::ArrayVec<Card, { Series::LONGEST }>,
        take: &mut impl FnMut(&[Card]) -> bool,
    ) -> bool {
        if order.len() == length {
            return take(order);
        }
        for card in left {
            order.push(card);
            let more = go_on(left - Hand::of(card), length, order, take);
            order.pop();
            if !more {
                return false;
            }
        }
        true
    }
    length <= Series::LONGEST && go_on(cards, length, &mut arrayvec::ArrayVec::new(), take)
}

/// Hands every choice of so many of these cards to `take` until that says no; says whether it never did.
fn choices_of(from: Hand, count: usize, chosen: Hand, take: &mut impl FnMut(Hand) -> bool) -> bool {
    if count == 0 {
        return take(chosen);
    }
    let mut left = from;
    while left.len() >= count {
        let Some(card) = left.first() else { return true };
        left.remove(card);
        if !choices_of(left, count - 1, chosen | Hand::of(card), take) {
            return false;
        }
    }
    true
}
