//! What a viewer may see, in wire form (fortuno.md, "State" and "Who sees what").

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Direction, Ended, Fortuno, Pending, Request, Team,
    task::{Offers, Question, Why},
    view::is_one_of,
};
use crate::{
    cards::{Card, Hand},
    games::{Player, PlayerSet, Viewer},
};

/// State of the table as seen by a viewer (fortuno.md, "State").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = FortunoState)]
pub struct State {
    /// One value per player.
    pub hands: Vec<HandView>,
    /// The draw pile.
    pub draw: HandView,
    /// The discard pile, bottom to top.
    pub discard: Vec<Discarded>,
    /// What the top card counts as: the topmost card that does not count as The Chariot.
    pub top: Option<Card>,
    /// The cards out of the game.
    pub out: Hand,
    /// The cards on the discard pile that will leave the game.
    pub doomed: Hand,
    /// The players in, by seat.
    pub order: Vec<Player>,
    /// +1 or −1.
    #[schema(value_type = i8)]
    pub direction: Direction,
    /// In the order of elimination.
    pub eliminated: Vec<Player>,
    /// Turns still to be skipped as a hermit, by player.
    pub hermit: Vec<u8>,
    /// The team.
    pub team: Option<Team>,
    /// Number of Adjustments.
    pub adjustments: u8,
    /// The last three, or fewer, of the Minors of one rank played last without a break.
    pub row: Vec<Card>,
    /// The current turn.
    pub turn: TurnSeen,
    /// Whether the calling window is open.
    pub window: bool,
    /// Players who failed to call in it.
    #[schema(value_type = Vec<Player>)]
    pub catchable: PlayerSet,
    /// What the game waits for.
    pub moment: PhaseId,
    /// Number of finished turns.
    pub turns: u32,
    /// Number of consecutive idle turns.
    pub idle: usize,
    /// How often the table reported who slapped first.
    pub races: u32,
    /// Number of reshuffles.
    pub reshuffles: u32,
    /// How the game ended.
    pub ended: Option<Ended>,
}

/// Cards of one pile or hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = FortunoHeld)]
pub struct HandView {
    /// Number of cards.
    pub count: usize,
    /// The cards, if the viewer may see them: a hand in pack order, the draw pile top first.
    pub cards: Option<Vec<Card>>,
}

/// A card on the discard pile.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = FortunoDiscard)]
pub struct Discarded {
    /// The card itself.
    pub card: Card,
    /// The card it counts as.
    pub counts_as: Card,
}

/// The current turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = FortunoTurn)]
pub struct TurnSeen {
    /// The player whose turn it is.
    pub seat: Player,
    /// Whether it is the reward of a race.
    pub reward: bool,
    /// The player who decides after rock-paper-scissors.
    pub decider: Option<Player>,
    /// A draw that the seat must take; at the end of a turn, the next seat.
    pub pending: Option<PendingSeen>,
    /// The player who had the last turn.
    pub previous: Player,
}

/// A draw that the seat must take.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = FortunoPending)]
pub struct PendingSeen {
    /// Number of cards.
    pub amount: u8,
    /// The rank that may be stacked: `pa` or `kn`.
    #[schema(value_type = Option<String>)]
    pub rank: Option<Cow<'static, str>>,
    /// Owner of the card; null if Fortune is not an answer.
    pub source: Option<Player>,
}

/// What the game waits for, as far as the viewer may know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "is", rename_all = "snake_case")]
#[schema(as = FortunoMoment)]
pub enum PhaseId {
    /// The game is over.
    Over {},
    /// The table's step.
    Table {},
    /// Act: the actors' step.
    Act {},
    /// An answer from an unknown player.
    Answer {},
    /// Whether the fourth card is used to steal the reward.
    Steal {},
    /// Whether The Chariot is used.
    Chariot {},
    /// What The Fool or Art counts as.
    Name {},
    /// The lover, or whose hand is looked at.
    Pick {},
    /// A card from one player to another.
    Give {
        /// The giver.
        giver: Player,
        /// The recipient.
        to: Player,
        /// Whether the recipient may keep the card.
        may_keep: bool,
        /// What The Moon asked for.
        request: Option<Request>,
    },
    /// Cards that the lover keeps.
    Divorce {},
    /// Whether this card is laid for the Church Gambit.
    Gambit {
        /// The Priestess or The Hierophant.
        card: Card,
    },
    /// Which Princesses and Princes join Lust.
    Orgy {},
    /// Cards to put back on the draw pile.
    Return {},
    /// The offers to The Devil.
    Offers {
        /// Players who have not offered yet.
        #[schema(value_type = Vec<Player>)]
        left: PlayerSet,
        /// Offered cards that the viewer can see.
        offered: Vec<Card>,
    },
    /// An accusation, or the taking.
    Judgement {
        /// Offered cards that the viewer can see.
        offered: Vec<Card>,
        /// Players who may be accused; visible only to the actors.
        #[schema(value_type = Option<Vec<Player>>)]
        accusable: Option<PlayerSet>,
        /// Players who have been accused of a lie.
        #[schema(value_type = Vec<Player>)]
        accused: PlayerSet,
    },
    /// Players who swap hands for The Tower.
    Switch {
        /// Those with the most cards.
        #[schema(value_type = Vec<Player>)]
        most: PlayerSet,
        /// Those with the fewest.
        #[schema(value_type = Vec<Player>)]
        fewest: PlayerSet,
    },
    /// The cards passed on for The Star.
    PassCards {
        /// Players who have not passed a card yet.
        #[schema(value_type = Vec<Player>)]
        left: PlayerSet,
        /// The card that the viewer passed.
        passed: Option<Card>,
    },
    /// The player who is asked for The Moon.
    Ask {},
    /// Whether the card drawn for The Moon is played.
    MoonPlay {
        /// The card, if the viewer sees the hand.
        card: Option<Card>,
        /// The request it matches.
        request: Request,
    },
}

impl PhaseId {
    /// The cards that the viewer sees here: offered, passed, drawn or to be laid.
    pub fn shown(&self) -> &[Card] {
        match self {
            PhaseId::Offers { offered, left: _ } | PhaseId::Judgement { offered, accusable: _, accused: _ } => offered,
            PhaseId::Gambit { card } => std::slice::from_ref(card),
            PhaseId::MoonPlay { card, request: _ } => card.as_slice(),
            PhaseId::PassCards { passed, left: _ } => passed.as_slice(),
            PhaseId::Over {}
            | PhaseId::Table {}
            | PhaseId::Act {}
            | PhaseId::Answer {}
            | PhaseId::Steal {}
            | PhaseId::Chariot {}
            | PhaseId::Name {}
            | PhaseId::Pick {}
            | PhaseId::Give { .. }
            | PhaseId::Divorce {}
            | PhaseId::Orgy {}
            | PhaseId::Return {}
            | PhaseId::Switch { .. }
            | PhaseId::Ask {} => &[],
        }
    }
}

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
