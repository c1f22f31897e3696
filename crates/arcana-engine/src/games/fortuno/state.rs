//! What a viewer may see, in wire form (`fortuno.md`, "State"); `visible` says who sees what.

use std::borrow::Cow;

use serde::Serialize;

use super::{Direction, Ended, Request, Team};
use crate::{
    cards::{Card, Hand},
    games::{Player, PlayerSet},
};

/// State of the table as seen by a viewer (fortuno.md, "State").
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunoState))]
pub struct State {
    /// Hands by player.
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
    #[cfg_attr(feature = "schema", schema(value_type = i8))]
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
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Player>))]
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
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunoHeld))]
pub struct HandView {
    /// Number of cards.
    pub count: usize,
    /// The cards, if the viewer may see them: a hand in pack order, the draw pile top first.
    pub cards: Option<Vec<Card>>,
}

/// A card on the discard pile.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunoDiscard))]
pub struct Discarded {
    /// The card itself.
    pub card: Card,
    /// The card it counts as.
    pub counts_as: Card,
}

/// The current turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunoTurn))]
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
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunoPending))]
pub struct PendingSeen {
    /// Number of cards.
    pub amount: u8,
    /// The rank that may be stacked: `pa` or `kn`.
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub rank: Option<Cow<'static, str>>,
    /// Owner of the card; null if Fortune is not an answer.
    pub source: Option<Player>,
}

/// What the game waits for, as far as the viewer may know.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunoMoment))]
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
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Player>))]
        left: PlayerSet,
        /// Offered cards that the viewer can see.
        offered: Vec<Card>,
    },
    /// An accusation, or the taking.
    Judgement {
        /// Offered cards that the viewer can see.
        offered: Vec<Card>,
        /// Players who may be accused; visible only to the actors.
        #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<Player>>))]
        accusable: Option<PlayerSet>,
        /// Players who have been accused of a lie.
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Player>))]
        accused: PlayerSet,
    },
    /// Players who swap hands for The Tower.
    Switch {
        /// Those with the most cards.
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Player>))]
        most: PlayerSet,
        /// Those with the fewest.
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Player>))]
        fewest: PlayerSet,
    },
    /// The cards passed on for The Star.
    PassCards {
        /// Players who have not passed a card yet.
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Player>))]
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
