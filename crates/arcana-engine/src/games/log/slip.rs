//! Why an omitted deal cannot be found: a later step that is wrong, or the players whose cards are missing.
//!
//! The rules pages reject the `deal` step, because that is the step that cannot be checked. But the mistake is usually
//! in a later step, and that is what the caller wants to know. So deals are guessed: each player holds the cards that
//! the steps name, and unnamed cards fill the hands. A later step that is illegal after every guess is the mistake.

use super::{DealUnknown, Guess, LogCodec, RawStep, Refusal, check::next};
use crate::games::{Code, GameStep, Violation};

/// Number of guesses tried: a wrong card in a hand makes a right step look wrong.
const GUESSES: usize = 12;

/// Adds the reason to the refusal of a deal that cannot be found.
pub fn explained<G: LogCodec>(game: &G, refusal: Refusal, later: &[RawStep<'_>]) -> Refusal {
    let Some(index) = refusal.index else { return refusal };
    let unknown = |why| Refusal { deal_unknown: Some(Box::new(why)), ..refusal.clone() };
    let mut furthest: Option<Wrong<G>> = None;
    for guess in game.guesses(later, GUESSES) {
        match first_wrong(game.clone(), &guess, later) {
            None => return unknown(DealUnknown::Missing(guess.missing())),
            Some(wrong) if furthest.as_ref().is_none_or(|other| other.place < wrong.place) => furthest = Some(wrong),
            Some(_) => {}
        }
    }
    match furthest {
        Some(wrong) if wrong.certain => {
            let cause = Refusal::of_step(&wrong.game, index + 1 + wrong.place, wrong.fault);
            unknown(DealUnknown::Slip(cause))
        }
        Some(wrong) => unknown(DealUnknown::Missing(wrong.missing)),
        None => refusal,
    }
}

/// A step that is illegal after a guessed deal.
struct Wrong<G> {
    place: usize,
    game: G,
    fault: Violation,
    /// Whether it is wrong whatever the unnamed cards are.
    certain: bool,
    missing: Vec<Violation>,
}

/// The first step after a guessed deal that is wrong; `None` up to the next deal, or to the end of the log.
fn first_wrong<G: LogCodec>(mut game: G, guess: &Guess<G::Step>, later: &[RawStep<'_>]) -> Option<Wrong<G>> {
    let deal = guess.deal.kind();
    game.apply_unchecked(&guess.deal);
    for (place, raw) in later.iter().enumerate() {
        if game.due().accepts(deal) {
            return None;
        }
        match next(&game, *raw, &[]) {
            Ok(step) => game.apply_unchecked(&step),
            Err(fault) => {
                let players = game.due().players();
                let certain = !depends_on_hand(fault.code) || !players.iter().any(|player| guess.is_short(player));
                return Some(Wrong { place, game, fault, certain, missing: guess.missing() });
            }
        }
    }
    None
}

/// Whether it depends on cards that the player holds besides those of the step.
fn depends_on_hand(code: Code) -> bool {
    matches!(code, Code::MustFollow | Code::StarsNotBroken | Code::StarNotAllowed | Code::NotHighest)
}
