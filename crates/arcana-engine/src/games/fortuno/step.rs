//! The steps in wire form (fortuno.md, "Steps").
//!
//! A log may have 200,000 of them, and each takes the space of the largest: the lists of rare steps are boxed.

use super::{
    field::Field,
    request::Request,
    series::{CardOrSet, Series},
};
use crate::{
    cards::{Card, Hand, Spelled},
    games::{Player, steps::steps, strict::given},
};

steps! {
    /// A step of a Fortuno log (fortuno.md, "Steps").
    #[schema(as = FortunoStep)]
    pub enum Step;
    pub enum StepKind;
    /// A player's step, without the player.
    pub enum Move;
    fields as dyn Field;

    /// The table deals.
    Deal {
        /// A hand per player, its cards in any order.
        #[schema(value_type = Vec<Vec<Spelled>>)]
        hands: Box<Vec<Vec<Spelled>>>,
        /// All other cards, top first.
        #[schema(value_type = Vec<Spelled>)]
        pile: Box<Vec<Spelled>>,
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
        cards: Vec<Spelled> => CardOrSet,
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
        card: Option<Spelled> => Option<Card>,
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
        cards: Vec<Spelled> => Hand,
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
        card: Spelled => Card,
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
        cards: Vec<Spelled> => Series,
        /// The call.
        #[serde(default, skip_serializing_if = "is_not")]
        fortuno: bool,
    },
    /// An actor puts cards on top of the draw pile, for The Hanged Man.
    Return {
        /// The player who chooses.
        player: Player,
        /// Three cards from the seat's own hand; the first will be on top.
        cards: Vec<Spelled> => Series,
    },
    /// A player offers a card to The Devil, or claims to have none.
    Offer {
        /// The player who offers.
        player: Player,
        /// A non-numerical card from the player's hand, or null.
        #[serde(deserialize_with = "Option::deserialize")]
        #[schema(required)]
        card: Option<Spelled> => Option<Card>,
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
        card: Option<Spelled> => Option<Card>,
    },
    /// An actor decides who swaps hands for The Tower in case of a tie.
    Switch {
        /// The player who decides.
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
        card: Spelled => Card,
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
        #[schema(value_type = Vec<Player>)]
        order: Box<Vec<Player>>,
        /// The song text, 1 to 200 characters.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false, min_length = 1, max_length = 200)]
        song: Option<Box<str>>,
    },
    /// The table redeals the gathered hands for Adjustment.
    Redeal {
        /// In dealing order.
        cards: Vec<Spelled>,
    },
}

#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<Step>() <= 32, "a step that is rarely made makes all others larger");

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_not(value: &bool) -> bool {
    !*value
}
