//! Act: which moment it is, and which cards may be played (fortuno.md, "Turn structure", 2).

use super::{
    Fortuno, Pending,
    majors::{ART, FORTUNE, LUST},
    minors::numericals,
    score::Ended,
    step::StepKind,
    task::{Question, Task},
};
use crate::{
    cards::{Card, Hand, Rank},
    games::{Kinds, Player},
};

/// A line of the table of moments, with the single cards that may be played in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    /// A race's reward: one card, or none.
    Reward { playable: Hand },
    /// A draw is pending: these cards answer it.
    Answer { playable: Hand },
    /// No top, or a Major on top, and a card can be drawn.
    Flip,
    /// No top, or a Major on top, and no card can be drawn.
    Free { playable: Hand },
    /// A Minor on top that these cards may be played on.
    Follow { playable: Hand },
    /// A Minor on top that no card may be played on, and a card can be drawn.
    Search,
}

impl Moment {
    /// The single cards that may be played.
    pub(super) const fn playable(self) -> Hand {
        match self {
            Moment::Reward { playable }
            | Moment::Answer { playable }
            | Moment::Free { playable }
            | Moment::Follow { playable } => playable,
            Moment::Flip | Moment::Search => Hand::EMPTY,
        }
    }

    /// May a set be played?
    pub(super) const fn takes_sets(self) -> bool {
        match self {
            Moment::Free { .. } | Moment::Follow { .. } => true,
            Moment::Reward { .. } | Moment::Answer { .. } | Moment::Flip | Moment::Search => false,
        }
    }

    /// The step beside `play` that it admits.
    fn other(self) -> Kinds<StepKind> {
        match self {
            Moment::Reward { .. } => Kinds::of(&[StepKind::Decline]),
            Moment::Answer { .. } | Moment::Search => Kinds::of(&[StepKind::Draw]),
            Moment::Flip => Kinds::of(&[StepKind::Flip]),
            Moment::Free { .. } | Moment::Follow { .. } => Kinds::EMPTY,
        }
    }
}

impl Fortuno {
    /// Waits for the actors, or ends the turn in which they can do nothing.
    pub(super) fn act(&mut self) {
        match self.moment() {
            Some(moment) => self.wait(Question::Act(moment)),
            None if self.turn.reward => {
                self.idle = 0;
                self.then(Task::EndTurn);
            }
            None => self.idle_turn(),
        }
    }

    fn idle_turn(&mut self) {
        self.idle += 1;
        if self.idle >= self.order.len() {
            return self.end_with(Ended::Stuck, self.with_fewest_cards());
        }
        self.then(Task::EndTurn);
    }

    /// The first line of the table that fits; `None` where there is no step.
    pub(super) fn moment(&self) -> Option<Moment> {
        if self.turn.reward {
            return (!self.usable().is_empty()).then(|| Moment::Reward { playable: self.rewards() });
        }
        if let Some(pending) = self.turn.pending {
            return Some(Moment::Answer { playable: self.answers(pending) });
        }
        let playable = self.own_turn_cards();
        match self.minor_on_top() {
            Some(_) if !playable.is_empty() => Some(Moment::Follow { playable }),
            Some(_) => self.can_draw().then_some(Moment::Search),
            None if self.can_draw() => Some(Moment::Flip),
            None => (!playable.is_empty()).then_some(Moment::Free { playable }),
        }
    }

    /// The kinds of step that a moment admits, from the actors or anybody.
    pub(super) fn act_kinds(&self, moment: Moment) -> Kinds<StepKind> {
        let mut kinds = moment.other();
        if !moment.playable().is_empty() {
            kinds = kinds.with(StepKind::Play);
            if self.may_dispute() {
                kinds = kinds.with(StepKind::Dispute);
            }
        }
        if self.window.is_some() { kinds.with(StepKind::Accuse) } else { kinds }
    }

    /// The top card, when it counts as a Minor.
    pub(super) fn minor_on_top(&self) -> Option<Card> {
        self.top().filter(|card| !card.is_trump())
    }

    /// "Which cards may be played": in a turn of one's own, on the Minor on top or freely.
    pub(super) fn own_turn_cards(&self) -> Hand {
        let usable = self.usable();
        if usable == Hand::of(FORTUNE) {
            return usable;
        }
        let fitting = self.minor_on_top().map_or(Hand::PACK, |top| self.follows(top));
        usable & (fitting - Hand::of(FORTUNE))
    }

    /// The cards that fit on a Minor.
    fn follows(&self, top: Card) -> Hand {
        let suit = top.suit().map_or(Hand::EMPTY, Hand::suit);
        let rank = top.rank().map_or(Hand::EMPTY, Hand::rank);
        let aces = Hand::rank(Rank::ACE) - self.barred();
        suit | rank | aces | self.majors_on(top)
    }

    /// The Majors, Lust not on an Ace.
    fn majors_on(&self, top: Card) -> Hand {
        if top.rank() == Some(Rank::ACE) { Hand::TRUMPS - Hand::of(LUST) } else { Hand::TRUMPS }
    }

    /// Any card but Fortune; Lust not on an Ace.
    fn rewards(&self) -> Hand {
        let majors = self.top().map_or(Hand::TRUMPS, |top| self.majors_on(top));
        self.usable() & ((Hand::MINORS | majors) - Hand::of(FORTUNE))
    }

    /// The cards that answer a pending draw: those that stack, Fortune where there is a source, and Art.
    fn answers(&self, pending: Pending) -> Hand {
        self.usable() & (self.named_answers(pending) | Hand::of(ART))
    }

    /// What Art may be named as in answer to a draw.
    pub(super) fn named_answers(&self, pending: Pending) -> Hand {
        let stacking = pending.rank.map_or(Hand::EMPTY, Hand::rank) - self.barred();
        if pending.source.is_some() { stacking | Hand::of(FORTUNE) } else { stacking }
    }

    /// The sets in the hands that the actors may use: whose, and of which rank.
    pub(super) fn sets(&self) -> impl Iterator<Item = (Player, Rank)> {
        let numericals = numericals(self.options.ace_numerical);
        self.speakers().iter().flat_map(move |owner| {
            let hand = self.hands[owner.index()] & numericals;
            hand.whole_ranks().map(move |rank| (owner, rank))
        })
    }
}
