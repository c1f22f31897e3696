//! Steps: the wire form (foolery.md, "Steps").

use arrayvec::ArrayVec;
use serde::{Deserialize, Deserializer, Serialize, de};

use super::Wants;
use crate::{
    cards::{Card, Hand, Spelled},
    games::{AnyStepKind, Code, GameStep, Player, Violation, strict::given, violation},
};

/// A step of a log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FooleryStep))]
pub enum Step {
    /// The table deals: a list of cards per player; may be omitted if it follows from later steps.
    Deal {
        /// By player; in pack order once accepted.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        #[cfg_attr(
            feature = "schema",
            schema(value_type = Vec<Vec<Card>>, required = false, min_items = 3, max_items = 7, nullable = false),
        )]
        hands: Option<Vec<Vec<Spelled>>>,
    },
    /// The Peasant or the Merchant wishes for cards before paying.
    Request {
        /// The player who wishes.
        player: Player,
        /// One or two wishes, each a card, a rank or a suit.
        wants: Wants,
    },
    /// Cards change hands in the exchange.
    Give {
        /// The giver.
        player: Player,
        /// One card or two.
        #[cfg_attr(feature = "schema", schema(value_type = Vec<Card>, min_items = 1, max_items = 2))]
        cards: Cards<2>,
    },
    /// A player leads or follows with cards.
    Play {
        /// The player.
        player: Player,
        /// One to five cards, in any order.
        #[cfg_attr(
            feature = "schema",
            schema(value_type = Vec<Card>, min_items = 1, max_items = 5, example = json!(["wa07", "cu07"])),
        )]
        cards: Cards<5>,
    },
    /// A player passes.
    Pass {
        /// The player who passes.
        player: Player,
    },
}

/// A kind of step, in the order of the page's table. New ones are added at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "those of `Step`")]
pub enum StepKind {
    Deal,
    Request,
    Give,
    Play,
    Pass,
}

impl AnyStepKind for StepKind {
    const ALL: &'static [StepKind] =
        &[StepKind::Deal, StepKind::Request, StepKind::Give, StepKind::Play, StepKind::Pass];
    const NAMES: &'static [&'static str] = &["deal", "request", "give", "play", "pass"];

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
            Step::Request { .. } => StepKind::Request,
            Step::Give { .. } => StepKind::Give,
            Step::Play { .. } => StepKind::Play,
            Step::Pass { .. } => StepKind::Pass,
        }
    }

    fn player(&self) -> Option<Player> {
        match self {
            Step::Deal { .. } => None,
            Step::Request { player, .. }
            | Step::Give { player, .. }
            | Step::Play { player, .. }
            | Step::Pass { player } => Some(*player),
        }
    }

    fn of_move(player: Player, mv: Move) -> Step {
        mv.step(player)
    }
}

/// A player's step in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// [`Step::Request`]
    Request(Wants),
    /// [`Step::Give`]
    Give(Hand),
    /// [`Step::Play`]
    Play(Hand),
    /// [`Step::Pass`]
    Pass,
}

impl Move {
    /// The move as this player's step.
    pub(crate) fn step(self, player: Player) -> Step {
        match self {
            Move::Request(wants) => Step::Request { player, wants },
            Move::Give(cards) => Step::Give { player, cards: Cards::of(cards) },
            Move::Play(cards) => Step::Play { player, cards: Cards::of(cards) },
            Move::Pass => Step::Pass { player },
        }
    }

    /// The player who makes a step, and the move; `None` for table steps and for steps that are not a valid move.
    pub fn of_step(step: &Step) -> Option<(Player, Move)> {
        Some(match step {
            Step::Deal { .. } => return None,
            Step::Request { player, wants } => (*player, Move::Request(*wants)),
            Step::Give { player, cards } => (*player, Move::Give(cards.hand())),
            Step::Play { player, cards } => (*player, Move::Play(cards.hand())),
            Step::Pass { player } => (*player, Move::Pass),
        })
    }
}

impl Step {
    /// Whether it is a play of the Fool alone.
    pub fn is_fool_alone(&self) -> bool {
        match self {
            Step::Play { cards, .. } => cards.0[..] == [Spelled::from(Card::FOOL)],
            Step::Deal { .. } | Step::Request { .. } | Step::Give { .. } | Step::Pass { .. } => false,
        }
    }

    /// The step with its sets of cards in pack order, if all of them are known.
    pub fn in_pack_order(mut self) -> Step {
        match &mut self {
            Step::Deal { hands } => hands.iter_mut().flatten().for_each(|hand| sort(hand)),
            Step::Give { cards, .. } => sort(&mut cards.0),
            Step::Play { cards, .. } => sort(&mut cards.0),
            Step::Request { .. } | Step::Pass { .. } => {}
        }
        self
    }
}

fn sort(cards: &mut [Spelled]) {
    if cards.iter().all(|card| card.card().is_some()) {
        cards.sort_unstable_by_key(|card| card.card());
    }
}

/// One to `MOST` cards of a play or a give, as spelled.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Cards<const MOST: usize>(ArrayVec<Spelled, MOST>);

impl<const MOST: usize> Cards<MOST> {
    /// The first `MOST` of these, in pack order.
    pub fn of(hand: Hand) -> Self {
        Cards(hand.iter().take(MOST).map(Spelled::from).collect())
    }

    /// The known cards, as a set.
    pub fn hand(&self) -> Hand {
        self.0.iter().filter_map(|card| card.card()).collect()
    }

    /// The cards as a set.
    ///
    /// # Errors
    /// `unknown_card`, `duplicate_card`, in this order.
    pub fn checked(&self) -> Result<Hand, Violation> {
        as_set(&self.0)
    }
}

impl<'de, const MOST: usize> Deserialize<'de> for Cards<MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let cards = ArrayVec::deserialize(deserializer)?;
        if cards.is_empty() {
            return Err(de::Error::invalid_length(0, &"at least one card"));
        }
        Ok(Cards(cards))
    }
}

/// Spelled cards as a set.
///
/// # Errors
/// `unknown_card`, `duplicate_card`, in this order.
pub fn as_set<'a>(spelled: impl IntoIterator<Item = &'a Spelled> + Clone) -> Result<Hand, Violation> {
    if spelled.clone().into_iter().any(|card| card.card().is_none()) {
        return Err(violation!(Code::UnknownCard, "The step names an unknown card."));
    }
    let mut set = Hand::EMPTY;
    for card in spelled.into_iter().filter_map(|card| card.card()) {
        if !set.insert(card) {
            return Err(violation!(Code::DuplicateCard, "{} is listed twice.", card));
        }
    }
    Ok(set)
}
