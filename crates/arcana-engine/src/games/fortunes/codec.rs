//! The numbers of steps, in which logs are stored. The plays of a deal determine its hands, so they are left out.

use super::{
    Betting, Choice, Dealt, Fortunes, Options, Step,
    rules::{PLAYERS, TRICKS},
    step::StepKind,
};
use crate::{
    cards::{Hand, Spelled},
    games::{Guess, LogCodec, Number, Numbers, Player, RawStep},
};

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
