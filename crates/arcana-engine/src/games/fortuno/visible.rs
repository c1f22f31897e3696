//! The state as far as a viewer may see it (fortuno.md, "Who sees what").

use super::{
    Fortuno, Pending,
    state::{Discarded, HandView, PendingSeen, PhaseId, State, TurnSeen},
    task::{Offers, Question, Why},
    view::is_one_of,
};
use crate::{
    cards::Hand,
    games::{Player, Viewer},
};

impl State {
    pub(super) fn new(game: &Fortuno, viewer: Viewer) -> State {
        let pile = || game.draw.iter().rev().copied().collect();
        State {
            hands: Player::all(game.players).map(|player| game.hand_seen(viewer, player)).collect(),
            draw: HandView { count: game.draw.len(), cards: (viewer == Viewer::All).then(pile) },
            discard: game.discard.iter().map(|d| Discarded { card: d.card, counts_as: d.counts_as }).collect(),
            top: game.top(),
            out: game.out,
            doomed: game.doomed,
            order: game.order.to_vec(),
            direction: game.direction,
            eliminated: game.eliminated.to_vec(),
            hermit: game.hermit[..game.players].to_vec(),
            team: game.team,
            adjustments: game.adjustments,
            row: game.row.to_vec(),
            turn: game.turn_seen(),
            window: game.window.is_some(),
            catchable: game.window.unwrap_or_default(),
            moment: game.question().map_or(PhaseId::Over {}, |question| game.awaited(*question, viewer)),
            turns: game.turns,
            idle: game.idle,
            races: game.races,
            reshuffles: game.reshuffles,
            ended: game.end.map(|end| end.ended),
        }
    }
}

impl Fortuno {
    fn hand_seen(&self, viewer: Viewer, owner: Player) -> HandView {
        let hand = self.hands[owner.index()];
        HandView { count: hand.len(), cards: self.sees_hand(viewer, owner).then(|| hand.to_vec()) }
    }

    fn turn_seen(&self) -> TurnSeen {
        let pending = self.turn.pending.or(self.after.pending).or(self.answering());
        let turn = self.turn;
        TurnSeen {
            seat: turn.seat,
            reward: turn.reward,
            decider: turn.decider,
            pending: pending.map(PendingSeen::of),
            previous: turn.previous,
        }
    }

    fn awaited(&self, question: Question, viewer: Viewer) -> PhaseId {
        let asked = || is_one_of(viewer, self.due_at(&question).players());
        match question {
            Question::Deal
            | Question::Reshuffle
            | Question::Rps
            | Question::Slap { .. }
            | Question::Seats { .. }
            | Question::Redeal { .. } => PhaseId::Table {},
            Question::Act(_) => PhaseId::Act {},
            Question::Steal { .. } | Question::Chariot(_) if !asked() => PhaseId::Answer {},
            Question::Steal { .. } => PhaseId::Steal {},
            Question::Chariot(_) => PhaseId::Chariot {},
            Question::NameFool { .. } | Question::NameArt { .. } => PhaseId::Name {},
            Question::PickLover | Question::PickSun => PhaseId::Pick {},
            Question::Give { giver, to, why } => match why {
                Why::Caught => PhaseId::Give { giver, to, may_keep: false, request: None },
                Why::Falsely => PhaseId::Give { giver, to, may_keep: true, request: None },
                Why::Asked(request) => PhaseId::Give { giver, to, may_keep: false, request: Some(request) },
            },
            Question::Divorce => PhaseId::Divorce {},
            Question::Gambit { lay, .. } => PhaseId::Gambit { card: lay },
            Question::Orgy => PhaseId::Orgy {},
            Question::Return => PhaseId::Return {},
            Question::Offers { left, offers } => {
                PhaseId::Offers { left, offered: self.own_part(viewer, offers.cards).to_vec() }
            }
            Question::Judgement(offers) => self.judgement_seen(offers, viewer),
            Question::Switch { most, fewest } => PhaseId::Switch { most, fewest },
            Question::PassCards { left, passed, .. } => {
                PhaseId::PassCards { left, passed: self.own_part(viewer, passed).first() }
            }
            Question::Ask => PhaseId::Ask {},
            Question::MoonPlay { card, request } => {
                PhaseId::MoonPlay { card: self.sees_hand(viewer, self.turn.seat).then_some(card), request }
            }
        }
    }

    /// The cards in the viewer's own hands; all of them for a viewer who sees everything.
    fn own_part(&self, viewer: Viewer, cards: Hand) -> Hand {
        match viewer {
            Viewer::All => cards,
            Viewer::Public => Hand::EMPTY,
            Viewer::Player(player) => cards & self.hands[player.index()],
        }
    }

    fn judgement_seen(&self, offers: Offers, viewer: Viewer) -> PhaseId {
        let actor = is_one_of(viewer, self.actors());
        let offered = if actor { offers.cards } else { self.own_part(viewer, offers.cards) };
        let accusable = actor.then(|| offers.accusable());
        PhaseId::Judgement { offered: offered.to_vec(), accusable, accused: offers.accused }
    }
}

impl PendingSeen {
    fn of(pending: Pending) -> PendingSeen {
        PendingSeen { amount: pending.amount, rank: pending.rank.map(|rank| rank.id().into()), source: pending.source }
    }
}
