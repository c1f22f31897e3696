//! The steps in wire form (fortuno.md, "Steps").

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::request::{Request, given};
use crate::{
    cards::Spelled,
    games::{Player, StepType},
};

/// A step of a Fortuno log (fortuno.md, "Steps").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = FortunoStep)]
pub enum Step {
    /// The table deals.
    Deal {
        /// A hand per player, its cards in any order.
        hands: Vec<Vec<Spelled>>,
        /// All other cards, top first.
        pile: Vec<Spelled>,
    },
    /// The table forms a new draw pile from the discards below the top card.
    Reshuffle {
        /// Top first.
        cards: Vec<Spelled>,
    },
    /// An actor flips the top card of the draw pile.
    #[schema(example = json!({"type": "flip", "player": 1}))]
    Flip {
        /// The player.
        player: Player,
    },
    /// An actor plays a card or a set.
    Play {
        /// The player.
        player: Player,
        /// One card, or the four of a set; the last one is on top.
        cards: Vec<Spelled>,
        /// The call.
        #[serde(default, skip_serializing_if = "is_not")]
        fortuno: bool,
    },
    /// An actor draws what is pending, or until a card may be played.
    Draw {
        /// The player.
        player: Player,
    },
    /// An actor leaves the reward.
    Decline {
        /// The player.
        player: Player,
    },
    /// A player accuses another of failing to call.
    Accuse {
        /// The accuser.
        player: Player,
        /// The accused player.
        target: Player,
    },
    /// A player gives a card from their hand to another player.
    Give {
        /// The giver.
        player: Player,
        /// The card; `null` only after a false accusation.
        #[serde(deserialize_with = "Option::deserialize")]
        #[schema(required)]
        card: Option<Spelled>,
    },
    /// A partner objects to the other partner speaking for the team.
    Dispute {
        /// The player who objects.
        player: Player,
    },
    /// The table reports who won at rock-paper-scissors.
    Rps {
        /// One of the partners.
        winner: Player,
    },
    /// The lover keeps half of the cards of both hands.
    Divorce {
        /// The lover.
        player: Player,
        /// Cards that the lover keeps, in any order.
        cards: Vec<Spelled>,
    },
    /// The table reports who slapped first.
    Slap {
        /// The player who was first.
        first: Player,
    },
    /// The holder of the fourth card takes the reward over, or not.
    Steal {
        /// The holder.
        player: Player,
        /// Whether it is done.
        #[serde(rename = "use")]
        used: bool,
        /// The call.
        #[serde(default, skip_serializing_if = "is_not")]
        fortuno: bool,
    },
    /// The holder of The Chariot becomes immune to a group card, or does not.
    Chariot {
        /// The holder.
        player: Player,
        /// Whether it is done.
        #[serde(rename = "use")]
        used: bool,
        /// The call.
        #[serde(default, skip_serializing_if = "is_not")]
        fortuno: bool,
    },
    /// An actor names what The Fool or Art counts as.
    Name {
        /// The player who names.
        player: Player,
        /// The card it counts as.
        card: Spelled,
    },
    /// An actor picks the lover, or whose hand is looked at.
    Pick {
        /// The player who picks.
        player: Player,
        /// Another player.
        target: Player,
    },
    /// An actor makes the Church Gambit, or does not.
    Gambit {
        /// The player who decides.
        player: Player,
        /// Whether it is made.
        #[serde(rename = "use")]
        used: bool,
        /// The call.
        #[serde(default, skip_serializing_if = "is_not")]
        fortuno: bool,
    },
    /// An actor lays Princesses and Princes on Lust.
    Orgy {
        /// The player who lays them.
        player: Player,
        /// Any number of them, in order.
        cards: Vec<Spelled>,
        /// The call.
        #[serde(default, skip_serializing_if = "is_not")]
        fortuno: bool,
    },
    /// An actor puts cards on top of the draw pile, for The Hanged Man.
    Return {
        /// The player who chooses.
        player: Player,
        /// Three cards from the seat's own hand; the first will be on top.
        cards: Vec<Spelled>,
    },
    /// A player offers a card to The Devil, or claims to have none.
    Offer {
        /// The player who offers.
        player: Player,
        /// A non-numerical card from the player's hand, or null.
        #[serde(deserialize_with = "Option::deserialize")]
        #[schema(required)]
        card: Option<Spelled>,
    },
    /// An actor accuses a player who offered nothing of having had a card to offer.
    Jaccuse {
        /// The accuser.
        player: Player,
        /// The accused player.
        target: Player,
    },
    /// An actor takes one of the cards offered.
    Take {
        /// The player who takes.
        player: Player,
        /// One of the offered cards; null only if none was offered.
        #[serde(deserialize_with = "Option::deserialize")]
        #[schema(required)]
        card: Option<Spelled>,
    },
    /// An actor decides who swaps hands for The Tower in case of a tie.
    Switch {
        /// The accuser.
        player: Player,
        /// One with the most cards.
        most: Player,
        /// One with the fewest.
        fewest: Player,
    },
    /// A player passes a card on for The Star.
    PassCard {
        /// The player who passes.
        player: Player,
        /// A card from the player's hand.
        card: Spelled,
    },
    /// An actor asks another player for a card, for The Moon.
    Ask {
        /// The player who asks.
        player: Player,
        /// The player who is asked.
        target: Player,
        /// The requested cards.
        request: Request,
    },
    /// An actor plays the card that was drawn for The Moon, or does not.
    MoonPlay {
        /// The player who decides.
        player: Player,
        /// Whether it is played.
        #[serde(rename = "use")]
        used: bool,
        /// The call.
        #[serde(default, skip_serializing_if = "is_not")]
        fortuno: bool,
    },
    /// The table reports the new seating order.
    Seats {
        /// The players in.
        order: Vec<Player>,
        /// The song text, 1 to 200 characters.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false, min_length = 1, max_length = 200)]
        song: Option<String>,
    },
    /// The table redeals the gathered hands for Adjustment.
    Redeal {
        /// In dealing order.
        cards: Vec<Spelled>,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_not(value: &bool) -> bool {
    !*value
}

/// The types of step in the order of fortuno.md, "Steps".
pub(super) const STEPS: &[&str] = &[
    "deal",
    "reshuffle",
    "flip",
    "play",
    "draw",
    "decline",
    "accuse",
    "give",
    "dispute",
    "rps",
    "divorce",
    "slap",
    "steal",
    "chariot",
    "name",
    "pick",
    "gambit",
    "orgy",
    "return",
    "offer",
    "jaccuse",
    "take",
    "switch",
    "pass_card",
    "ask",
    "moon_play",
    "seats",
    "redeal",
];

macro_rules! types {
    ($($name:ident $place:literal)*) => {$(
        pub(super) const $name: StepType = StepType($place);
    )*};
}
types! {
    DEAL 0 RESHUFFLE 1 FLIP 2 PLAY 3 DRAW 4 DECLINE 5 ACCUSE 6 GIVE 7 DISPUTE 8 RPS 9 DIVORCE 10 SLAP 11 STEAL 12
    CHARIOT 13 NAME 14 PICK 15 GAMBIT 16 ORGY 17 RETURN 18 OFFER 19 JACCUSE 20 TAKE 21 SWITCH 22 PASS_CARD 23 ASK 24
    MOON_PLAY 25 SEATS 26 REDEAL 27
}

impl Step {
    /// Which type of step it is.
    pub const fn step_type(&self) -> StepType {
        match self {
            Step::Deal { .. } => DEAL,
            Step::Reshuffle { .. } => RESHUFFLE,
            Step::Flip { .. } => FLIP,
            Step::Play { .. } => PLAY,
            Step::Draw { .. } => DRAW,
            Step::Decline { .. } => DECLINE,
            Step::Accuse { .. } => ACCUSE,
            Step::Give { .. } => GIVE,
            Step::Dispute { .. } => DISPUTE,
            Step::Rps { .. } => RPS,
            Step::Divorce { .. } => DIVORCE,
            Step::Slap { .. } => SLAP,
            Step::Steal { .. } => STEAL,
            Step::Chariot { .. } => CHARIOT,
            Step::Name { .. } => NAME,
            Step::Pick { .. } => PICK,
            Step::Gambit { .. } => GAMBIT,
            Step::Orgy { .. } => ORGY,
            Step::Return { .. } => RETURN,
            Step::Offer { .. } => OFFER,
            Step::Jaccuse { .. } => JACCUSE,
            Step::Take { .. } => TAKE,
            Step::Switch { .. } => SWITCH,
            Step::PassCard { .. } => PASS_CARD,
            Step::Ask { .. } => ASK,
            Step::MoonPlay { .. } => MOON_PLAY,
            Step::Seats { .. } => SEATS,
            Step::Redeal { .. } => REDEAL,
        }
    }

    /// Who makes it; none for the table's.
    pub const fn player(&self) -> Option<Player> {
        match self {
            Step::Deal { .. }
            | Step::Reshuffle { .. }
            | Step::Rps { .. }
            | Step::Slap { .. }
            | Step::Seats { .. }
            | Step::Redeal { .. } => None,
            Step::Flip { player }
            | Step::Play { player, .. }
            | Step::Draw { player }
            | Step::Decline { player }
            | Step::Accuse { player, .. }
            | Step::Give { player, .. }
            | Step::Dispute { player }
            | Step::Divorce { player, .. }
            | Step::Steal { player, .. }
            | Step::Chariot { player, .. }
            | Step::Name { player, .. }
            | Step::Pick { player, .. }
            | Step::Gambit { player, .. }
            | Step::Orgy { player, .. }
            | Step::Return { player, .. }
            | Step::Offer { player, .. }
            | Step::Jaccuse { player, .. }
            | Step::Take { player, .. }
            | Step::Switch { player, .. }
            | Step::PassCard { player, .. }
            | Step::Ask { player, .. }
            | Step::MoonPlay { player, .. } => Some(*player),
        }
    }
}
