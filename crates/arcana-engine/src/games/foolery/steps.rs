//! Steps in wire form (foolery.md, "Steps"), and the numbers as which a log stores them. Plays and gives determine most
//! of a deal, so that is left out.

use arrayvec::ArrayVec;
use serde::{Deserialize, Deserializer, Serialize, de};
use strum::{EnumDiscriminants, VariantArray, VariantNames};

use super::{
    Foolery, Move, Options, Wants, Wish,
    deal::{self, Owners, as_set},
};
use crate::{
    cards::{Card, Hand, Spelled},
    games::{AnyStepKind, GameStep, Guess, LogCodec, Numbers, Player, RawStep, Violation, fields::given},
};

/// A step of a log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, EnumDiscriminants)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[strum_discriminants(
    doc = "A kind of step, in the order of the page's table. New ones are added at the end.",
    name(StepKind),
    derive(Hash, VariantArray, VariantNames),
    strum(serialize_all = "snake_case")
)]
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
            Step::Deal { .. } => None,
            Step::Request { player, .. }
            | Step::Give { player, .. }
            | Step::Play { player, .. }
            | Step::Pass { player } => Some(*player),
        }
    }

    fn of_move(player: Player, mv: Move) -> Step {
        match mv {
            Move::Request(wants) => Step::Request { player, wants },
            Move::Give(cards) => Step::Give { player, cards: Cards::of(cards) },
            Move::Play(cards) => Step::Play { player, cards: Cards::of(cards) },
            Move::Pass => Step::Pass { player },
        }
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

impl LogCodec for Foolery {
    const DEAL: Option<StepKind> = Some(StepKind::Deal);

    fn blank(kind: StepKind, player: Player) -> Step {
        match kind {
            StepKind::Deal => Step::Deal { hands: None },
            StepKind::Request => Step::Request { player, wants: Wants { first: Wish::Unknown, second: None } },
            StepKind::Give => Step::Give { player, cards: Cards::of(Hand::EMPTY) },
            StepKind::Play => Step::Play { player, cards: Cards::of(Hand::EMPTY) },
            StepKind::Pass => Step::Pass { player },
        }
    }

    fn numbers(_options: &Options, step: &mut Step, numbers: &mut Numbers<'_>) {
        match step {
            Step::Deal { .. } => numbers.new_deal(),
            Step::Request { wants, .. } => {
                wish(&mut wants.first, numbers);
                if let Some(second) = numbers.given(0, &mut wants.second, Wish::Unknown) {
                    wish(second, numbers);
                }
            }
            Step::Give { cards, .. } => set(cards, numbers),
            Step::Play { cards, .. } => set(cards, numbers),
            Step::Pass { .. } => {}
        }
    }

    fn deal(deal: &mut Step, later: &[Step], numbers: &mut Numbers<'_>) {
        let Step::Deal { hands: given } = deal else { return };
        let mut hands = deal::hands(given.as_deref().unwrap_or_default());
        hands.truncate(numbers.players());
        hands.extend((hands.len()..numbers.players()).map(|_| Hand::EMPTY));
        numbers.hands(&mut hands, &Owners::by_steps(later).hands);
        *given = Some(deal::spelled(&hands));
    }

    fn normalize(&self, step: Step, later: &[RawStep<'_>]) -> Step {
        match step {
            Step::Deal { hands: None } => {
                let found = deal::found(later, self.dealer, self.players);
                Step::Deal { hands: found.map(|hands| deal::spelled(&hands)) }
            }
            Step::Deal { .. } | Step::Request { .. } | Step::Give { .. } | Step::Play { .. } | Step::Pass { .. } => {
                step.in_pack_order()
            }
        }
    }

    fn guesses(&self, later: &[RawStep<'_>], most: usize) -> Vec<Guess<Step>> {
        deal::guessed(later, self.dealer, self.players, most)
    }
}

/// A wish; one that is none becomes the first.
fn wish(wish: &mut Wish, numbers: &mut Numbers<'_>) {
    let number = numbers.even(wish.number().unwrap_or_default().into(), Wish::COUNT.into());
    *wish = Wish::new(number as u8).unwrap_or(Wish::Unknown);
}

fn set<const MOST: usize>(cards: &mut Cards<MOST>, numbers: &mut Numbers<'_>) {
    let mut list = cards.hand().to_list();
    numbers.cards(&mut list, 1, MOST);
    *cards = Cards::of(list.iter().filter_map(|card| card.card()).collect());
}
