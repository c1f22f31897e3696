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
        /// A hand for each player, in any order within.
        hands: Vec<Vec<Spelled>>,
        /// All other cards, top first.
        pile: Vec<Spelled>,
    },
    /// The table makes a new draw pile of the discards below the top card.
    Reshuffle {
        /// Top first.
        cards: Vec<Spelled>,
    },
    /// An actor flips the top card of the draw pile.
    #[schema(example = json!({"type": "flip", "player": 1}))]
    Flip {
        /// Who does it.
        player: Player,
    },
    /// An actor plays a card or a set.
    Play {
        /// Who does it.
        player: Player,
        /// One card, or the four of a set; the last named is on top.
        cards: Vec<Spelled>,
        /// The call.
        #[serde(default, skip_serializing_if = "is_not")]
        fortuno: bool,
    },
    /// An actor draws what is pending, or until a card may be played.
    Draw {
        /// Who does it.
        player: Player,
    },
    /// An actor leaves the reward.
    Decline {
        /// Who does it.
        player: Player,
    },
    /// A player says that another failed to call.
    Accuse {
        /// Who says so.
        player: Player,
        /// Of whom.
        target: Player,
    },
    /// A card of the own hand goes to another player.
    Give {
        /// Who gives.
        player: Player,
        /// The card; `null` only after a false accusation.
        #[serde(deserialize_with = "Option::deserialize")]
        #[schema(required)]
        card: Option<Spelled>,
    },
    /// A partner objects to the other's speaking for the team.
    Dispute {
        /// Who objects.
        player: Player,
    },
    /// The table says who won at rock-paper-scissors.
    Rps {
        /// One of the partners.
        winner: Player,
    },
    /// The lover keeps half of the cards of both hands.
    Divorce {
        /// The lover.
        player: Player,
        /// What the lover keeps, in any order.
        cards: Vec<Spelled>,
    },
    /// The table says who slapped first.
    Slap {
        /// Who was first.
        first: Player,
    },
    /// The holder of the fourth card takes the reward over, or not.
    Steal {
        /// The holder.
        player: Player,
        /// Is it done?
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
        /// Is it done?
        #[serde(rename = "use")]
        used: bool,
        /// The call.
        #[serde(default, skip_serializing_if = "is_not")]
        fortuno: bool,
    },
    /// An actor names what The Fool or Art counts as.
    Name {
        /// Who names.
        player: Player,
        /// What it counts as.
        card: Spelled,
    },
    /// An actor picks the lover, or whose hand is looked at.
    Pick {
        /// Who picks.
        player: Player,
        /// Another player.
        target: Player,
    },
    /// An actor makes the Church Gambit, or does not.
    Gambit {
        /// Who decides.
        player: Player,
        /// Is it made?
        #[serde(rename = "use")]
        used: bool,
        /// The call.
        #[serde(default, skip_serializing_if = "is_not")]
        fortuno: bool,
    },
    /// An actor lays Princesses and Princes on Lust.
    Orgy {
        /// Who lays them.
        player: Player,
        /// Any number of them, in order.
        cards: Vec<Spelled>,
        /// The call.
        #[serde(default, skip_serializing_if = "is_not")]
        fortuno: bool,
    },
    /// An actor puts cards on top of the draw pile, for The Hanged Man.
    Return {
        /// Who chooses.
        player: Player,
        /// Three of the seat's own hand; the first will be on top.
        cards: Vec<Spelled>,
    },
    /// A player offers a card to The Devil, or says that there is none.
    Offer {
        /// Who offers.
        player: Player,
        /// A non-numerical card of the own hand, or `null`.
        #[serde(deserialize_with = "Option::deserialize")]
        #[schema(required)]
        card: Option<Spelled>,
    },
    /// An actor says that a player who offered nothing had something to offer.
    Jaccuse {
        /// Who says so.
        player: Player,
        /// Of whom.
        target: Player,
    },
    /// An actor takes one of the cards offered.
    Take {
        /// Who takes.
        player: Player,
        /// One of those offered; `null` only if none was.
        #[serde(deserialize_with = "Option::deserialize")]
        #[schema(required)]
        card: Option<Spelled>,
    },
    /// An actor says who swap hands for The Tower, where there is a tie.
    Switch {
        /// Who says so.
        player: Player,
        /// One with the most cards.
        most: Player,
        /// One with the fewest.
        fewest: Player,
    },
    /// A player passes a card on for The Star.
    PassCard {
        /// Who passes.
        player: Player,
        /// Of the own hand.
        card: Spelled,
    },
    /// An actor asks another player for a card, for The Moon.
    Ask {
        /// Who asks.
        player: Player,
        /// Who is asked.
        target: Player,
        /// For what.
        request: Request,
    },
    /// An actor plays the card that was drawn for The Moon, or does not.
    MoonPlay {
        /// Who decides.
        player: Player,
        /// Is it played?
        #[serde(rename = "use")]
        used: bool,
        /// The call.
        #[serde(default, skip_serializing_if = "is_not")]
        fortuno: bool,
    },
    /// The table says in what order the players sit now.
    Seats {
        /// The players in.
        order: Vec<Player>,
        /// What was sung: 1 to 200 characters.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false, min_length = 1, max_length = 200)]
        song: Option<String>,
    },
    /// The table deals the gathered hands out again, for Adjustment.
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
