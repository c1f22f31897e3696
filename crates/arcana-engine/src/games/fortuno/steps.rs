//! Steps in wire form (fortuno.md, "Steps"), and the numbers as which a log stores them.
//!
//! A log may have 200,000 of them, and each takes the space of the largest: the lists of rare steps are boxed.

use serde::{Deserialize, Serialize};
use strum::{EnumDiscriminants, VariantArray, VariantNames};

use super::{
    Arcana, Fortuno, Kind, Move, Options, Request, Series,
    cards::{known, spelled},
};
use crate::{
    cards::{Card, Hand, Rank, Spelled, Suit},
    games::{AnyStepKind, GameStep, LogCodec, Numbers, Player, RawStep, fields::given},
};

/// A step of a Fortuno log (fortuno.md, "Steps").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, EnumDiscriminants)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[strum_discriminants(
    doc = "A kind of step, in the order of the page's table. New ones are added at the end.",
    name(StepKind),
    derive(Hash, VariantArray, VariantNames),
    strum(serialize_all = "snake_case")
)]
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

impl AnyStepKind for StepKind {
    fn index(self) -> usize {
        self as usize
    }
}

impl GameStep for Step {
    type Kind = StepKind;
    type Move = Move;

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
        match mv {
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
}

#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<Step>() <= 32, "a step that is rarely made makes all others larger");

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_not(value: &bool) -> bool {
    !*value
}

/// Maximum length of a song, in bytes: 200 characters of four.
const LONGEST_SONG: u64 = 800;
/// The most cards in a play.
const SET: usize = 4;

impl LogCodec for Fortuno {
    fn blank(kind: StepKind, player: Player) -> Step {
        let (card, target, used, fortuno) = (Spelled::UNKNOWN, Player(0), false, false);
        match kind {
            StepKind::Deal => Step::Deal { hands: Box::default(), pile: Box::default() },
            StepKind::Reshuffle => Step::Reshuffle { cards: Vec::new() },
            StepKind::Flip => Step::Flip { player },
            StepKind::Play => Step::Play { player, cards: Vec::new(), fortuno },
            StepKind::Draw => Step::Draw { player },
            StepKind::Decline => Step::Decline { player },
            StepKind::Accuse => Step::Accuse { player, target },
            StepKind::Give => Step::Give { player, card: None },
            StepKind::Dispute => Step::Dispute { player },
            StepKind::Rps => Step::Rps { winner: target },
            StepKind::Divorce => Step::Divorce { player, cards: Vec::new() },
            StepKind::Slap => Step::Slap { first: target },
            StepKind::Steal => Step::Steal { player, used, fortuno },
            StepKind::Chariot => Step::Chariot { player, used, fortuno },
            StepKind::Name => Step::Name { player, card },
            StepKind::Pick => Step::Pick { player, target },
            StepKind::Gambit => Step::Gambit { player, used, fortuno },
            StepKind::Orgy => Step::Orgy { player, cards: Vec::new(), fortuno },
            StepKind::Return => Step::Return { player, cards: Vec::new() },
            StepKind::Offer => Step::Offer { player, card: None },
            StepKind::Jaccuse => Step::Jaccuse { player, target },
            StepKind::Take => Step::Take { player, card: None },
            StepKind::Switch => Step::Switch { player, most: target, fewest: target },
            StepKind::PassCard => Step::PassCard { player, card },
            StepKind::Ask => Step::Ask { player, target, request: Request::default() },
            StepKind::MoonPlay => Step::MoonPlay { player, used, fortuno },
            StepKind::Seats => Step::Seats { order: Box::default(), song: None },
            StepKind::Redeal => Step::Redeal { cards: Vec::new() },
        }
    }

    fn numbers(_options: &Options, step: &mut Step, numbers: &mut Numbers<'_>) {
        match step {
            Step::Flip { .. } | Step::Draw { .. } | Step::Decline { .. } | Step::Dispute { .. } => {}
            Step::Deal { hands, pile } => deal(hands, pile, numbers),
            Step::Reshuffle { cards } | Step::Redeal { cards } | Step::Divorce { cards, .. } => {
                numbers.cards(cards, 0, Card::COUNT);
            }
            Step::Return { cards, .. } => numbers.cards(cards, 0, Series::LONGEST),
            Step::Play { cards, fortuno, .. } => {
                numbers.cards(cards, 1, SET);
                numbers.flag(0, fortuno);
            }
            Step::Orgy { cards, fortuno, .. } => {
                numbers.cards(cards, 0, Series::LONGEST);
                numbers.flag(0, fortuno);
            }
            Step::Rps { winner: player }
            | Step::Slap { first: player }
            | Step::Accuse { target: player, .. }
            | Step::Pick { target: player, .. }
            | Step::Jaccuse { target: player, .. } => numbers.player(player),
            Step::Switch { most, fewest, .. } => [most, fewest].into_iter().for_each(|player| numbers.player(player)),
            Step::Give { card, .. } | Step::Offer { card, .. } | Step::Take { card, .. } => {
                if let Some(card) = numbers.given(0, card, Spelled::UNKNOWN) {
                    numbers.card(card);
                }
            }
            Step::Name { card, .. } | Step::PassCard { card, .. } => numbers.card(card),
            Step::Steal { used, fortuno, .. }
            | Step::Chariot { used, fortuno, .. }
            | Step::Gambit { used, fortuno, .. }
            | Step::MoonPlay { used, fortuno, .. } => {
                numbers.flag(0, fortuno);
                numbers.flag(1, used);
            }
            Step::Ask { target, request, .. } => {
                numbers.player(target);
                terms(request, numbers);
            }
            Step::Seats { order, song } => {
                let length = numbers.often(0, order.len(), numbers.players() + 1);
                order.resize(length, Player(0));
                order.iter_mut().for_each(|player| numbers.player(player));
                if let Some(song) = numbers.given(1, song, Box::default()) {
                    sung(song, numbers);
                }
            }
        }
    }

    fn normalize(&self, step: Step, _later: &[RawStep<'_>]) -> Step {
        step.canonical()
    }
}

fn deal(hands: &mut Vec<Vec<Spelled>>, pile: &mut Vec<Spelled>, numbers: &mut Numbers<'_>) {
    numbers.new_deal();
    let mut places: Vec<Hand> = hands.iter().map(|hand| known(hand).collect()).collect();
    places.resize(numbers.players(), Hand::EMPTY);
    places.push(known(pile).collect());
    numbers.hands(&mut places, &[]);
    if let Some((rest, held)) = places.split_last() {
        numbers.dealt(held);
        *hands = held.iter().map(|hand| spelled(*hand)).collect();
        numbers.order(pile, *rest);
    }
}

fn terms(request: &mut Request, numbers: &mut Numbers<'_>) {
    let Request { card, arcana, suit, rank, kind } = request;
    if let Some(card) = numbers.given(0, card, Spelled::UNKNOWN) {
        numbers.card(card);
    }
    if let Some(arcana) = numbers.given(1, arcana, Arcana::Major) {
        numbers.one_of(5, arcana, &[Arcana::Major, Arcana::Minor]);
    }
    if let Some(suit) = numbers.given(2, suit, Suit::Wands) {
        numbers.one_of(6, suit, &Suit::ALL);
    }
    if let Some(rank) = numbers.given(3, rank, Rank::ACE) {
        numbers.one_of(7, rank, &Rank::ALL);
    }
    if let Some(kind) = numbers.given(4, kind, Kind::Numerical) {
        numbers.one_of(5, kind, &[Kind::Numerical, Kind::Court]);
    }
}

/// The bytes of a song; damaged ones are not read as text.
fn sung(song: &mut Box<str>, numbers: &mut Numbers<'_>) {
    let length = numbers.even(song.len() as u64, LONGEST_SONG + 1) as usize;
    let mut bytes = song.as_bytes().to_vec();
    bytes.resize(length, 0);
    for byte in &mut bytes {
        *byte = numbers.even(u64::from(*byte), 256) as u8;
    }
    *song = String::from_utf8_lossy(&bytes).into();
}
