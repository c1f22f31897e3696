//! Steps in wire form (fortunes.md, "Steps"), and the numbers as which a log stores them. The plays of a deal determine
//! its hands, so they are left out.

use serde::{Deserialize, Serialize};
use strum::{EnumDiscriminants, VariantArray, VariantNames};

use super::{
    Betting, Choice, Dealt, Fortunes, Move, Options,
    rules::{PLAYERS, TRICKS},
};
use crate::{
    cards::{Hand, Spelled},
    games::{
        AnyStepKind, GameStep, Guess, LogCodec, Number, Numbers, Player, RawStep,
        fields::{given, word},
    },
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
#[cfg_attr(
    feature = "schema",
    derive(utoipa::ToSchema),
    schema(as = FortunesStep, example = json!({"type": "play", "player": 0, "card": "wa10"})),
)]
pub enum Step {
    /// The table deals. Both fields may be omitted together; the hands are then derived from the following steps.
    Deal {
        /// Four lists of 19 cards, by player.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schema(nullable = false))]
        hands: Option<Vec<Vec<Spelled>>>,
        /// The two cards set aside unseen.
        #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schema(nullable = false))]
        discarded: Option<Vec<Spelled>>,
    },
    /// A player wagers chips on their own team.
    Wager {
        /// The player.
        player: Player,
        /// 0 … `limit`.
        amount: Number,
    },
    /// A player bids a number of tricks.
    Bid {
        /// The player.
        player: Player,
        /// 0 … 19; the second of a partnership at most 19 less the partner's.
        tricks: Number,
    },
    /// A player stays, raises or folds before a trick.
    Stake {
        /// The player.
        player: Player,
        /// The choice.
        #[serde(deserialize_with = "word")]
        choice: Choice,
    },
    /// A player plays a card.
    Play {
        /// The player.
        player: Player,
        /// The card.
        card: Spelled,
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
            Step::Wager { player, .. }
            | Step::Bid { player, .. }
            | Step::Stake { player, .. }
            | Step::Play { player, .. } => Some(*player),
        }
    }

    fn of_move(player: Player, mv: Move) -> Step {
        match mv {
            Move::Wager(amount) => Step::Wager { player, amount: Number(amount.into()) },
            Move::Bid(tricks) => Step::Bid { player, tricks: Number(tricks.into()) },
            Move::Stake(choice) => Step::Stake { player, choice },
            Move::Play(card) => Step::Play { player, card: card.into() },
        }
    }
}

impl LogCodec for Fortunes {
    const DEAL: Option<StepKind> = Some(StepKind::Deal);

    fn blank(kind: StepKind, player: Player) -> Step {
        match kind {
            StepKind::Deal => Step::Deal { hands: None, discarded: None },
            StepKind::Wager => Step::Wager { player, amount: Number(0) },
            StepKind::Bid => Step::Bid { player, tricks: Number(0) },
            StepKind::Stake => Step::Stake { player, choice: Choice::Stay },
            StepKind::Play => Step::Play { player, card: Spelled::UNKNOWN },
        }
    }

    fn numbers(options: &Options, step: &mut Step, numbers: &mut Numbers<'_>) {
        match step {
            Step::Deal { .. } => numbers.new_deal(),
            Step::Wager { amount, .. } => numbers.number(amount, most_wagered(options) + 1),
            Step::Bid { tricks, .. } => numbers.number(tricks, TRICKS as u64 + 1),
            Step::Stake { choice, .. } => numbers.one_of(0, choice, &Choice::ALL),
            Step::Play { card, .. } => numbers.card(card),
        }
    }

    fn deal(deal: &mut Step, later: &[Step], numbers: &mut Numbers<'_>) {
        let Step::Deal { hands, discarded } = deal else { return };
        let given = Dealt::given(hands.as_deref().unwrap_or_default(), discarded.as_deref().unwrap_or_default());
        let mut places = given.map_or([Hand::EMPTY; PLAYERS + 1], |dealt| dealt.places());
        numbers.hands(&mut places, &Dealt::played(later));
        let [a, b, c, d, discarded] = places;
        *deal = Dealt { hands: [a, b, c, d], discarded }.step();
    }

    fn normalize(&self, step: Step, later: &[RawStep<'_>]) -> Step {
        let dealt = match &step {
            Step::Deal { hands: None, discarded: None } => Dealt::found(later),
            Step::Deal { hands: Some(hands), discarded: Some(discarded) } if !Dealt::is_in_order(hands, discarded) => {
                Dealt::given(hands, discarded).ok()
            }
            Step::Deal { .. } | Step::Wager { .. } | Step::Bid { .. } | Step::Stake { .. } | Step::Play { .. } => None,
        };
        dealt.map_or(step, |dealt| dealt.step())
    }

    fn guesses(&self, later: &[RawStep<'_>], most: usize) -> Vec<Guess<Step>> {
        Dealt::guessed(later, most)
    }
}

/// The largest amount of a wager.
fn most_wagered(options: &Options) -> u64 {
    match options.betting {
        Betting::Wager { limit, .. } => limit.get().unsigned_abs(),
        Betting::None {} | Betting::Ante { .. } | Betting::Bid {} => 0,
    }
}
