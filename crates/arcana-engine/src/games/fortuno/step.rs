//! The steps in wire form (fortuno.md, "Steps").
//!
//! A log may have 200,000 of them, and each takes the space of the largest: the lists of rare steps are boxed.

use serde::{Deserialize, Serialize};

use super::{
    request::Request,
    series::{CardOrSet, Series, known},
};
use crate::{
    cards::{Card, Hand, Spelled},
    games::{AnyStepKind, GameStep, Player, strict::given},
};

/// A step of a Fortuno log (fortuno.md, "Steps").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunoStep))]
pub enum Step {
    /// The table deals.
    Deal {
        /// A hand per player, its cards in any order.
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Vec<Spelled>>))]
        hands: Box<Vec<Vec<Spelled>>>,
        /// All other cards, top first.
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Spelled>))]
        pile: Box<Vec<Spelled>>,
    },
    /// The table forms a new draw pile from the discards below the top card.
    Reshuffle {
        /// Top first.
        cards: Vec<Spelled>,
    },
    /// An actor flips the top card of the draw pile.
    #[cfg_attr(feature = "schema", schema(example = json!({"type": "flip", "player": 1})))]
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
        #[cfg_attr(feature = "schema", schema(required))]
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
        #[cfg_attr(feature = "schema", schema(required))]
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
        #[cfg_attr(feature = "schema", schema(required))]
        card: Option<Spelled>,
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
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Player>))]
        order: Box<Vec<Player>>,
        /// The song text, 1 to 200 characters.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schema(nullable = false, min_length = 1, max_length = 200))]
        song: Option<Box<str>>,
    },
    /// The table redeals the gathered hands for Adjustment.
    Redeal {
        /// In dealing order.
        cards: Vec<Spelled>,
    },
}

/// A kind of step, in the order of the page's table. New ones are added at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "those of `Step`")]
pub enum StepKind {
    Deal,
    Reshuffle,
    Flip,
    Play,
    Draw,
    Decline,
    Accuse,
    Give,
    Dispute,
    Rps,
    Divorce,
    Slap,
    Steal,
    Chariot,
    Name,
    Pick,
    Gambit,
    Orgy,
    Return,
    Offer,
    Jaccuse,
    Take,
    Switch,
    PassCard,
    Ask,
    MoonPlay,
    Seats,
    Redeal,
}

impl AnyStepKind for StepKind {
    const ALL: &'static [StepKind] = &[
        StepKind::Deal,
        StepKind::Reshuffle,
        StepKind::Flip,
        StepKind::Play,
        StepKind::Draw,
        StepKind::Decline,
        StepKind::Accuse,
        StepKind::Give,
        StepKind::Dispute,
        StepKind::Rps,
        StepKind::Divorce,
        StepKind::Slap,
        StepKind::Steal,
        StepKind::Chariot,
        StepKind::Name,
        StepKind::Pick,
        StepKind::Gambit,
        StepKind::Orgy,
        StepKind::Return,
        StepKind::Offer,
        StepKind::Jaccuse,
        StepKind::Take,
        StepKind::Switch,
        StepKind::PassCard,
        StepKind::Ask,
        StepKind::MoonPlay,
        StepKind::Seats,
        StepKind::Redeal,
    ];
    const NAMES: &'static [&'static str] = &[
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

    fn index(self) -> usize {
        self as usize
    }
}

impl GameStep for Step {
    type Kind = StepKind;
    type Move = Move;

    fn kind(&self) -> StepKind {
        match self {
            Step::Deal { .. } => StepKind::Deal,
            Step::Reshuffle { .. } => StepKind::Reshuffle,
            Step::Flip { .. } => StepKind::Flip,
            Step::Play { .. } => StepKind::Play,
            Step::Draw { .. } => StepKind::Draw,
            Step::Decline { .. } => StepKind::Decline,
            Step::Accuse { .. } => StepKind::Accuse,
            Step::Give { .. } => StepKind::Give,
            Step::Dispute { .. } => StepKind::Dispute,
            Step::Rps { .. } => StepKind::Rps,
            Step::Divorce { .. } => StepKind::Divorce,
            Step::Slap { .. } => StepKind::Slap,
            Step::Steal { .. } => StepKind::Steal,
            Step::Chariot { .. } => StepKind::Chariot,
            Step::Name { .. } => StepKind::Name,
            Step::Pick { .. } => StepKind::Pick,
            Step::Gambit { .. } => StepKind::Gambit,
            Step::Orgy { .. } => StepKind::Orgy,
            Step::Return { .. } => StepKind::Return,
            Step::Offer { .. } => StepKind::Offer,
            Step::Jaccuse { .. } => StepKind::Jaccuse,
            Step::Take { .. } => StepKind::Take,
            Step::Switch { .. } => StepKind::Switch,
            Step::PassCard { .. } => StepKind::PassCard,
            Step::Ask { .. } => StepKind::Ask,
            Step::MoonPlay { .. } => StepKind::MoonPlay,
            Step::Seats { .. } => StepKind::Seats,
            Step::Redeal { .. } => StepKind::Redeal,
        }
    }

    fn player(&self) -> Option<Player> {
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

    fn of_move(player: Player, mv: Move) -> Step {
        mv.step(player)
    }
}

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
    /// The move as this player's step.
    pub(crate) fn step(self, player: Player) -> Step {
        match self {
            Move::Flip => Step::Flip { player },
            Move::Play(cards, fortuno) => Step::Play { player, cards: cards.spelled(), fortuno },
            Move::Draw => Step::Draw { player },
            Move::Decline => Step::Decline { player },
            Move::Accuse(target) => Step::Accuse { player, target },
            Move::Give(card) => Step::Give { player, card: card.map(Spelled::from) },
            Move::Dispute => Step::Dispute { player },
            Move::Divorce(cards) => Step::Divorce { player, cards: cards.to_list() },
            Move::Steal(used, fortuno) => Step::Steal { player, used, fortuno },
            Move::Chariot(used, fortuno) => Step::Chariot { player, used, fortuno },
            Move::Name(card) => Step::Name { player, card: card.into() },
            Move::Pick(target) => Step::Pick { player, target },
            Move::Gambit(used, fortuno) => Step::Gambit { player, used, fortuno },
            Move::Orgy(cards, fortuno) => Step::Orgy { player, cards: cards.spelled(), fortuno },
            Move::Return(cards) => Step::Return { player, cards: cards.spelled() },
            Move::Offer(card) => Step::Offer { player, card: card.map(Spelled::from) },
            Move::Jaccuse(target) => Step::Jaccuse { player, target },
            Move::Take(card) => Step::Take { player, card: card.map(Spelled::from) },
            Move::Switch(most, fewest) => Step::Switch { player, most, fewest },
            Move::PassCard(card) => Step::PassCard { player, card: card.into() },
            Move::Ask(target, request) => Step::Ask { player, target, request },
            Move::MoonPlay(used, fortuno) => Step::MoonPlay { player, used, fortuno },
        }
    }

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

#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<Step>() <= 32, "a step that is rarely made makes all others larger");

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_not(value: &bool) -> bool {
    !*value
}
