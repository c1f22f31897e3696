//! A player's moves, and which of them are legal, in a fixed order, the sensible ones first.
//!
//! Where there may be thousands (orders, combinations, requests), they are spans: their number, and each by its index.

use std::ops::ControlFlow::Continue;

use super::{
    Fortuno, Step,
    cards::{CardOrSet, Series, THE_CHARIOT, each_order, known, nth_order, number_of_orders, numericals},
    functions::RETURNED,
    request::Request,
    tasks::{Moment, Offers, Question, Why},
};
use crate::{
    cards::{Card, Counted, Hand, Spelled},
    games::{
        Game, Player, PlayerSet,
        moves::{
            Flow, List, MoveSink,
            combinatorics::{each_choice, nth_choice, number_of_choices},
            nth_of,
        },
    },
};

/// A player's step, without the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// [`Step::Flip`]
    Flip,
    /// [`Step::Play`]
    Play(CardOrSet, bool),
    /// [`Step::Draw`]
    Draw,
    /// [`Step::Decline`]
    Decline,
    /// [`Step::Accuse`]
    Accuse(Player),
    /// [`Step::Give`]
    Give(Option<Card>),
    /// [`Step::Dispute`]
    Dispute,
    /// [`Step::Divorce`]
    Divorce(Hand),
    /// [`Step::Steal`]
    Steal(bool, bool),
    /// [`Step::Chariot`]
    Chariot(bool, bool),
    /// [`Step::Name`]
    Name(Card),
    /// [`Step::Pick`]
    Pick(Player),
    /// [`Step::Gambit`]
    Gambit(bool, bool),
    /// [`Step::Orgy`]
    Orgy(Series, bool),
    /// [`Step::Return`]
    Return(Series),
    /// [`Step::Offer`]
    Offer(Option<Card>),
    /// [`Step::Jaccuse`]
    Jaccuse(Player),
    /// [`Step::Take`]
    Take(Option<Card>),
    /// [`Step::Switch`]
    Switch(Player, Player),
    /// [`Step::PassCard`]
    PassCard(Card),
    /// [`Step::Ask`]
    Ask(Player, Request),
    /// [`Step::MoonPlay`]
    MoonPlay(bool, bool),
}

impl Move {
    /// The player who makes a step, and the move; `None` for table steps and for steps that are not a valid move.
    pub fn of_step(step: &Step) -> Option<(Player, Move)> {
        Some(match step {
            Step::Deal { .. }
            | Step::Reshuffle { .. }
            | Step::Rps { .. }
            | Step::Slap { .. }
            | Step::Seats { .. }
            | Step::Redeal { .. } => return None,
            Step::Flip { player } => (*player, Move::Flip),
            Step::Play { player, cards, fortuno } => (*player, Move::Play(CardOrSet::of(cards)?, *fortuno)),
            Step::Draw { player } => (*player, Move::Draw),
            Step::Decline { player } => (*player, Move::Decline),
            Step::Accuse { player, target } => (*player, Move::Accuse(*target)),
            Step::Give { player, card } => (*player, Move::Give(card.and_then(Spelled::card))),
            Step::Dispute { player } => (*player, Move::Dispute),
            Step::Divorce { player, cards } => (*player, Move::Divorce(known(cards).collect())),
            Step::Steal { player, used, fortuno } => (*player, Move::Steal(*used, *fortuno)),
            Step::Chariot { player, used, fortuno } => (*player, Move::Chariot(*used, *fortuno)),
            Step::Name { player, card } => (*player, Move::Name(card.card()?)),
            Step::Pick { player, target } => (*player, Move::Pick(*target)),
            Step::Gambit { player, used, fortuno } => (*player, Move::Gambit(*used, *fortuno)),
            Step::Orgy { player, cards, fortuno } => (*player, Move::Orgy(Series::of(cards)?, *fortuno)),
            Step::Return { player, cards } => (*player, Move::Return(Series::of(cards)?)),
            Step::Offer { player, card } => (*player, Move::Offer(card.and_then(Spelled::card))),
            Step::Jaccuse { player, target } => (*player, Move::Jaccuse(*target)),
            Step::Take { player, card } => (*player, Move::Take(card.and_then(Spelled::card))),
            Step::Switch { player, most, fewest } => (*player, Move::Switch(*most, *fewest)),
            Step::PassCard { player, card } => (*player, Move::PassCard(card.card()?)),
            Step::Ask { player, target, request } => (*player, Move::Ask(*target, *request)),
            Step::MoonPlay { player, used, fortuno } => (*player, Move::MoonPlay(*used, *fortuno)),
        })
    }
}

/// What a player may do in a moment, computed once.
struct Acts {
    /// The single cards that the player may play.
    plays: Hand,
    /// Those of them that come with the call or without.
    callable: Hand,
    sets: bool,
    /// What the player may do besides playing.
    other: Option<Move>,
    disputes: bool,
    accused: PlayerSet,
}

/// The cards of a hand that a player may give, counted once.
struct Gifts {
    fitting: Counted,
    may_keep: bool,
}

impl Fortuno {
    /// Lists a player's legal moves; false when there are more.
    pub(super) fn hand_moves(&self, player: Player, limit: usize, out: &mut Vec<Move>) -> bool {
        let mut list = List::new(out, limit);
        let flow = match self.question() {
            Some(Question::Act(moment)) => self.list_acts(&self.acts(player, *moment), &mut list),
            Some(question) => self.list_choices(player, question, &mut list),
            None => Continue(()),
        };
        flow.is_continue()
    }

    /// One of the listed moves, by its index.
    #[inline]
    pub(super) fn nth_hand_move(&self, player: Player, place: impl FnOnce(usize) -> usize) -> Option<Move> {
        const LIMIT: usize = Fortuno::INFO.moves_limit;
        let question = self.question()?;
        // Nearly all moves are of these two kinds.
        if let Question::Act(moment) = question {
            let acts = self.acts(player, *moment);
            return if acts.sets { nth_of(LIMIT, place, |list| self.list_acts(&acts, list)) } else { acts.pick(place) };
        }
        if let Question::Give { giver, why, .. } = question
            && *giver == player
        {
            return self.gifts(self.hands[player.index()], *why).pick(place);
        }
        nth_of(LIMIT, place, |list| self.list_choices(player, question, list))
    }

    /// Players who are not actors may only accuse.
    #[inline]
    fn acts(&self, player: Player, moment: Moment) -> Acts {
        let may_accuse = self.window.is_some() && self.players_in().contains(player);
        let accused = if may_accuse { self.players_in().without(PlayerSet::of(player)) } else { PlayerSet::EMPTY };
        if !self.actors().contains(player) {
            let (plays, callable) = (Hand::EMPTY, Hand::EMPTY);
            return Acts { plays, callable, sets: false, other: None, disputes: false, accused };
        }
        let plays = moment.playable();
        Acts {
            plays,
            callable: if plays.is_empty() { Hand::EMPTY } else { plays & self.callable() },
            sets: moment.takes_sets() && self.has_sets(),
            other: match moment {
                Moment::Flip => Some(Move::Flip),
                Moment::Answer { .. } | Moment::Search => Some(Move::Draw),
                Moment::Reward { .. } => Some(Move::Decline),
                Moment::Free { .. } | Moment::Follow { .. } => None,
            },
            disputes: !plays.is_empty() && self.may_dispute(),
            accused,
        }
    }

    fn list_acts(&self, acts: &Acts, list: &mut impl MoveSink<Move>) -> Flow {
        acts.list_plays(list)?;
        if acts.sets {
            self.list_sets(list)?;
        }
        if let Some(other) = acts.other {
            list.add(other)?;
        }
        if acts.disputes {
            list.add(Move::Dispute)?;
        }
        players(acts.accused, Move::Accuse, list)
    }

    /// Every order of every set.
    fn list_sets(&self, list: &mut impl MoveSink<Move>) -> Flow {
        for (_, rank) in self.sets() {
            let set = Hand::rank(rank);
            let down_to_one = self.comes_down_to_one(set);
            let set_of = |series: Series| CardOrSet::Set(series.cards().try_into().expect("four cards"));
            let play = |series, call| Move::Play(set_of(series), call);
            orders(set, 4, down_to_one, play, list)?;
        }
        Continue(())
    }

    fn list_choices(&self, player: Player, question: &Question, list: &mut impl MoveSink<Move>) -> Flow {
        if !self.due_at(question).players().contains(player) {
            return Continue(());
        }
        let own = self.hands[player.index()];
        match *question {
            Question::Give { why, .. } => self.gifts(own, why).list(list),
            Question::Divorce => {
                let all = self.team.map_or(Hand::EMPTY, |team| self.team_cards(team));
                choices(all, all.len().div_ceil(2), Move::Divorce, list)
            }
            Question::Steal { fourth, .. } => self.list_uses(fourth, Move::Steal, list),
            Question::Chariot(_) => self.list_uses(THE_CHARIOT, Move::Chariot, list),
            Question::NameFool { .. } => cards(self.fool_names(), Move::Name, list),
            Question::NameArt { answer } => cards(self.art_names(answer), Move::Name, list),
            Question::PickLover => players(self.lovable(), Move::Pick, list),
            Question::PickSun => players(self.others_in(), Move::Pick, list),
            Question::Gambit { lay, .. } => self.list_uses(lay, Move::Gambit, list),
            Question::Orgy => self.list_orgies(list),
            Question::Return => {
                let own = self.hands[self.turn.seat.index()];
                orders(own, own.len().min(RETURNED), false, |series, _| Move::Return(series), list)
            }
            Question::Offers { .. } => {
                cards(own - numericals(self.options.ace_numerical), |card| Move::Offer(Some(card)), list)?;
                list.add(Move::Offer(None))
            }
            Question::Judgement(offers) => list_judgements(offers, list),
            Question::Switch { most, fewest } => most.iter().try_for_each(|rich| {
                players(fewest.without(PlayerSet::of(rich)), |poor| Move::Switch(rich, poor), list)
            }),
            Question::PassCards { .. } => cards(own, Move::PassCard, list),
            Question::Ask => self.list_requests(list),
            Question::MoonPlay { card, .. } => self.list_uses(card, Move::MoonPlay, list),
            Question::Table(_) | Question::Act(_) => Continue(()),
        }
    }

    #[inline]
    fn gifts(&self, own: Hand, why: Why) -> Gifts {
        let fitting = match why {
            Why::Caught | Why::Falsely => own,
            Why::Asked(request) => own & request.fitting(self.options.ace_numerical),
        };
        Gifts { fitting: Counted::of(fitting), may_keep: why == Why::Falsely }
    }

    /// Moves that use this card or do not.
    fn list_uses(&self, card: Card, mv: fn(bool, bool) -> Move, list: &mut impl MoveSink<Move>) -> Flow {
        called(self.comes_down_to_one(Hand::of(card)), |call| mv(true, call), list)?;
        list.add(mv(false, false))
    }

    /// All of one order first, so that the longest orgies come early.
    fn list_orgies(&self, list: &mut impl MoveSink<Move>) -> Flow {
        let joinable = self.joinable();
        let ever_called = self.may_come_down_to_one(joinable);
        for length in (0..=joinable.len()).rev() {
            if !ever_called {
                orders(joinable, length, false, Move::Orgy, list)?;
                continue;
            }
            each_order(joinable, length, &mut |series| {
                let down_to_one = self.comes_down_to_one(series.cards().iter().copied().collect());
                called(down_to_one, |call| Move::Orgy(series, call), list)
            })?;
        }
        Continue(())
    }

    /// Requests of one term first, for every target.
    fn list_requests(&self, list: &mut impl MoveSink<Move>) -> Flow {
        let (single, longer) = Request::sensible(self.options.ace_numerical);
        let targets = self.others_in();
        for requests in [single, longer] {
            for target in targets.iter() {
                let ask = |request: &Request| Move::Ask(target, *request);
                list.span(
                    || requests.len(),
                    |place| ask(&requests[place]),
                    |list| requests.iter().map(ask).try_for_each(|mv| list.add(mv)),
                )?;
            }
        }
        Continue(())
    }
}

impl Acts {
    /// Plays of single cards, some both with and without the call.
    fn list_plays(&self, list: &mut impl MoveSink<Move>) -> Flow {
        let play = |card, call| Move::Play(CardOrSet::Card(card), call);
        if self.callable.is_empty() {
            return cards(self.plays, |card| play(card, false), list);
        }
        self.plays.iter().try_for_each(|card| called(self.callable.contains(card), |call| play(card, call), list))
    }
}

impl Gifts {
    #[inline]
    fn list(&self, list: &mut impl MoveSink<Move>) -> Flow {
        if self.may_keep {
            list.add(Move::Give(None))?;
        }
        counted_cards(self.fitting, |card| Move::Give(Some(card)), list)
    }
}

fn list_judgements(offers: Offers, list: &mut impl MoveSink<Move>) -> Flow {
    cards(offers.cards, |card| Move::Take(Some(card)), list)?;
    if offers.cards.is_empty() {
        list.add(Move::Take(None))?;
    }
    players(offers.accusable(), Move::Jaccuse, list)
}

/// A move with the call, if there is something to call, and one without.
fn called(down_to_one: bool, mv: impl Fn(bool) -> Move, list: &mut impl MoveSink<Move>) -> Flow {
    if down_to_one {
        list.add(mv(true))?;
    }
    list.add(mv(false))
}

/// A move for each of these cards.
fn cards(cards: Hand, mv: impl Fn(Card) -> Move, list: &mut impl MoveSink<Move>) -> Flow {
    counted_cards(Counted::of(cards), mv, list)
}

/// A move for each of these cards.
#[inline]
fn counted_cards(cards: Counted, mv: impl Fn(Card) -> Move, list: &mut impl MoveSink<Move>) -> Flow {
    let nth = |place| mv(cards.nth(place).expect("the index is in range"));
    list.span(|| cards.len(), nth, |list| cards.hand().iter().try_for_each(|card| list.add(mv(card))))
}

/// A move for each of these players.
#[inline]
fn players(players: PlayerSet, mv: impl Fn(Player) -> Move, list: &mut impl MoveSink<Move>) -> Flow {
    let nth = |place| mv(players.nth(place).expect("the index is in range"));
    list.span(|| players.len(), nth, |list| players.iter().try_for_each(|player| list.add(mv(player))))
}

/// A move for each order of `length` of these cards, with the call and without where they leave a hand of one card.
fn orders(
    cards: Hand,
    length: usize,
    down_to_one: bool,
    mv: impl Fn(Series, bool) -> Move,
    list: &mut impl MoveSink<Move>,
) -> Flow {
    let each = 1 + usize::from(down_to_one);
    let nth = |place| mv(nth_order(cards, length, place / each), down_to_one && place % each == 0);
    list.span(
        || each * number_of_orders(cards.len(), length),
        nth,
        |list| each_order(cards, length, &mut |series| called(down_to_one, |call| mv(series, call), list)),
    )
}

/// A move for each choice of `count` of these cards.
fn choices(cards: Hand, count: usize, mv: impl Fn(Hand) -> Move, list: &mut impl MoveSink<Move>) -> Flow {
    list.span(
        || number_of_choices(cards.len(), count),
        |place| mv(nth_choice(cards, count, place)),
        |list| each_choice(cards, count, Hand::EMPTY, &mut |choice| list.add(mv(choice))),
    )
}

// Nine moves in ten are of two questions: what to do in Act, and what to give. Their kinds are counted and chosen here, in
// the order of the lists above, instead of passing these twice: a tenth of the instructions of random games.

impl Acts {
    /// One of the moves without sets, by its index in the list.
    #[inline]
    fn pick(&self, place: impl FnOnce(usize) -> usize) -> Option<Move> {
        // Nobody may play at half of the moments, and hardly any card comes down to one.
        let counted = if self.plays.is_empty() { None } else { Some(Counted::of(self.plays)) };
        let callable = if self.callable.is_empty() { 0 } else { self.callable.len() };
        let plays = counted.map_or(0, Counted::len) + callable;
        let (others, disputes) = (usize::from(self.other.is_some()), usize::from(self.disputes));
        let accused = if self.accused.is_empty() { 0 } else { self.accused.len() };
        let number = plays + others + disputes + accused;
        if number == 0 {
            return None;
        }
        let place = Some(place(number)).filter(|place| *place < number)?;
        if place < plays {
            return if callable > 0 {
                self.pick_play(place)
            } else {
                counted?.nth(place).map(|card| Move::Play(CardOrSet::Card(card), false))
            };
        }
        let Some(place) = (place - plays).checked_sub(others) else { return self.other };
        match place.checked_sub(disputes) {
            Some(place) => self.accused.nth(place).map(Move::Accuse),
            None => Some(Move::Dispute),
        }
    }

    /// The play at this index: a callable card comes twice, first with the call.
    fn pick_play(&self, mut place: usize) -> Option<Move> {
        for card in self.plays {
            let callable = self.callable.contains(card);
            let times = 1 + usize::from(callable);
            if place < times {
                return Some(Move::Play(CardOrSet::Card(card), callable && place == 0));
            }
            place -= times;
        }
        None
    }
}

impl Gifts {
    /// One of the gifts, by its index in the list.
    #[inline]
    fn pick(&self, place: impl FnOnce(usize) -> usize) -> Option<Move> {
        let kept = usize::from(self.may_keep);
        let number = kept + self.fitting.len();
        if number == 0 {
            return None;
        }
        let place = Some(place(number)).filter(|place| *place < number)?;
        let Some(place) = place.checked_sub(kept) else { return Some(Move::Give(None)) };
        self.fitting.nth(place).map(|card| Move::Give(Some(card)))
    }
}
