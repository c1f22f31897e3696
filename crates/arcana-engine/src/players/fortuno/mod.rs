//! Fortuno's adept: plays the card with the best resulting chance to be out first.
//!
//! The cost of a hand is the number of turns to get rid of it (`hand.rs`). The chance to win follows from that cost and
//! the public numbers of the others' cards (`win_chance.rs`); the effect of a card is applied to those numbers
//! (`effects.rs`). It always calls, and accuses players who failed to call.

mod effects;
mod hand;
mod sage;
mod win_chance;

#[cfg(test)]
mod tests;

use std::time::Duration;

use super::{Bot, Easy, HasBots, Search};
use crate::{
    cards::{Card, Hand, Rank, Spelled},
    chance::Chance,
    games::{
        Game, Player,
        fortuno::{CardOrSet, Fortuno, Move, Options, Request, Series, View},
    },
};
use win_chance::WinChance;

impl HasBots for Fortuno {
    const ADEPT_VERSION: u32 = 1;
    const SEARCH: Option<Search<Self>> = Some(sage::SEARCH);

    fn adept() -> Box<dyn Bot<Fortuno>> {
        Box::new(Adept)
    }

    fn easy() -> Box<dyn Bot<Fortuno>> {
        Box::new(Easy)
    }

    fn thinking(_players: usize, options: &Options) -> Duration {
        TURN * options.max_turns.get() as u32
    }
}

/// Time it takes for a turn.
const TURN: Duration = Duration::from_micros(10);

/// Chooses the move with the best chance of winning after it.
#[derive(Clone, Copy, Debug)]
struct Adept;

impl Bot<Fortuno> for Adept {
    /// A player who may only accuse is due at nearly every step; for composed moves only the kind is needed.
    fn reads(&self, view: &View<'_>, must: bool) -> usize {
        match (must, view.asks_for_composition()) {
            (false, _) if view.catchable().is_empty() => 0,
            (true, true) => 1,
            (false, _) | (true, false) => Fortuno::INFO.moves_limit,
        }
    }

    fn choose(&mut self, view: &View<'_>, moves: &[Move], must: bool, _chance: &mut Chance) -> Option<Move> {
        let accusation = accusation(view, moves);
        if accusation.is_some() || !must {
            return accusation;
        }
        let table = Position::of(view)?;
        table.composed(moves.first()?).or_else(|| table.best(moves))
    }
}

/// Accuses a player who failed to call and is not the partner.
fn accusation(view: &View<'_>, moves: &[Move]) -> Option<Move> {
    let (catchable, partner) = (view.catchable(), view.partner());
    let caught = |target: Player| catchable.contains(target) && Some(target) != partner;
    moves.iter().copied().find(|mv| matches!(mv, Move::Accuse(target) if caught(*target)))
}

/// What the adept knows when it has to choose.
struct Position<'a> {
    view: &'a View<'a>,
    hand: Hand,
    win_chance: WinChance<'a>,
}

impl<'a> Position<'a> {
    fn of(view: &'a View<'a>) -> Option<Position<'a>> {
        let me = view.player()?;
        let hand = view.hand(me)?;
        Some(Position { view, hand, win_chance: WinChance::of(view, me, hand) })
    }

    /// The move with the best chance of winning; among equals the first listed, which is the one with the call.
    fn best(&self, moves: &[Move]) -> Option<Move> {
        let mut best: Option<(f64, Move)> = None;
        for mv in moves {
            let worth = self.worth(*mv);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, *mv));
            }
        }
        best.map(|(_, mv)| mv)
    }

    /// The chance to win after a move; for choices of a card, the worth of the hand after it.
    fn worth(&self, mv: Move) -> f64 {
        let (view, win_chance) = (self.view, &self.win_chance);
        match mv {
            Move::Flip | Move::Decline => win_chance.after(|_| ()),
            Move::Draw => win_chance.after(|after| after.draw_pending(view)),
            Move::Play(CardOrSet::Card(card), _) => win_chance.after(|after| after.play(view, card)),
            Move::Play(CardOrSet::Set(cards), _) => win_chance.after(|after| after.shed(&cards)),
            Move::Name(card) => win_chance.after(|after| after.name(view, card)),
            Move::Pick(target) => win_chance.after(|after| after.pick(view, target)),
            Move::Switch(most, fewest) => win_chance.after(|after| after.switch(most, fewest)),
            Move::Chariot(true, _) => win_chance.after(|after| after.shed(&[THE_CHARIOT])),
            Move::Chariot(false, _) => win_chance.after(|after| after.group_takes_effect(view)),
            // One card less or one more turn is always better.
            Move::Steal(used, _) | Move::Gambit(used, _) | Move::MoonPlay(used, _) => f64::from(u8::from(used)),
            Move::Give(card) | Move::Offer(card) => self.without(card),
            Move::PassCard(card) => self.without(Some(card)),
            Move::Take(card) => self.with(card),
            Move::Jaccuse(target) if view.count(target) >= LIKELY_LIAR => f64::MAX,
            // Never disputes, and accuses nobody without cause.
            Move::Jaccuse(_) | Move::Accuse(_) | Move::Dispute => f64::MIN,
            // These are composed (`composed`).
            Move::Divorce(_) | Move::Orgy(..) | Move::Return(_) | Move::Ask(..) => 0.0,
        }
    }

    /// Worth of the hand without a card.
    fn without(&self, card: Option<Card>) -> f64 {
        -hand::cost(self.hand - card.map_or(Hand::EMPTY, Hand::of), self.view)
    }

    fn with(&self, card: Option<Card>) -> f64 {
        -hand::cost(self.hand | card.map_or(Hand::EMPTY, Hand::of), self.view)
    }

    /// Moves that are composed instead of chosen from a list, which may be long.
    fn composed(&self, first: &Move) -> Option<Move> {
        match first {
            Move::Divorce(_) => Some(self.divorce()),
            Move::Orgy(..) => self.orgy(),
            Move::Return(_) => self.put_back(),
            Move::Ask(..) => self.ask(),
            Move::Flip
            | Move::Play(..)
            | Move::Draw
            | Move::Decline
            | Move::Accuse(_)
            | Move::Give(_)
            | Move::Dispute
            | Move::Steal(..)
            | Move::Chariot(..)
            | Move::Name(_)
            | Move::Pick(_)
            | Move::Gambit(..)
            | Move::Offer(_)
            | Move::Jaccuse(_)
            | Move::Take(_)
            | Move::Switch(..)
            | Move::PassCard(_)
            | Move::MoonPlay(..) => None,
        }
    }

    /// Keeps the cards that cost the least to get rid of.
    fn divorce(&self) -> Move {
        let theirs = self.view.partner().and_then(|partner| self.view.hand(partner)).unwrap_or(Hand::EMPTY);
        let all = self.hand | theirs;
        let mut kept = all;
        while kept.len() > all.len().div_ceil(2) {
            let Some(worst) = self.worst(kept) else { break };
            kept = kept - Hand::of(worst);
        }
        Move::Divorce(kept)
    }

    /// The worst card of these.
    fn worst(&self, cards: Hand) -> Option<Card> {
        let costs = cards.iter().map(|card| (hand::cost(cards - Hand::of(card), self.view), card));
        costs.min_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, card)| card)
    }

    /// All Princesses and Princes of the hand; the rank that others are less likely to stack on comes last.
    fn orgy(&self) -> Option<Move> {
        let joining = hand::joining(self.hand, self.view);
        let unseen = |rank: Rank| (Hand::rank(rank) - self.hand - self.view.discarded()).len();
        let held = |rank: Rank| !(joining & Hand::rank(rank)).is_empty();
        let prince_last = held(Rank::KNIGHT) && (!held(Rank::PAGE) || unseen(Rank::KNIGHT) <= unseen(Rank::PAGE));
        let last = if prince_last { Rank::KNIGHT } else { Rank::PAGE };
        let cards: Vec<Card> = (joining - Hand::rank(last)).into_iter().chain(joining & Hand::rank(last)).collect();
        let call = self.view.options().fortuno_calls && !cards.is_empty() && self.hand.len() - cards.len() == 1;
        Series::new(&cards).map(|series| Move::Orgy(series, call))
    }

    /// Puts back the most expensive cards, the one that hurts a flipper most on top.
    fn put_back(&self) -> Option<Move> {
        let seat = self.view.seat();
        let mut left = self.view.hand(seat)?;
        let mut back: Vec<Card> = Vec::new();
        if left.contains(DEATH) && left.len() > 3 {
            back.push(DEATH);
            left.remove(DEATH);
        }
        while back.len() < 3 && !left.is_empty() {
            let worst = self.worst(left)?;
            left.remove(worst);
            back.push(worst);
        }
        Series::new(&back).map(Move::Return)
    }

    /// Asks for a card of its own hand, which nobody else has: so the seat draws one, and nobody gets rid of any. Where it
    /// acts for its partner's seat and comes next itself, it gives the card away.
    fn ask(&self) -> Option<Move> {
        let known = self.hand.first().or_else(|| self.view.discarded().first())?;
        let target = self.view.next_players().next()?;
        Some(Move::Ask(target, Request { card: Some(Spelled::from(known)), ..Request::default() }))
    }
}

/// Number of cards with which a player hardly ever has nothing for The Devil.
const LIKELY_LIAR: usize = 4;

const THE_CHARIOT: Card = Card::trump(7);
const DEATH: Card = Card::trump(13);
