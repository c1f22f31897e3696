//! The refusal of a log, with the legal steps, and why an omitted deal cannot be found: a later step that is wrong, or the
//! players whose cards are missing.
//!
//! The rules pages reject the `deal` step, because that is the step that cannot be checked. But the mistake is usually
//! in a later step, and that is what the caller wants to know. So deals are guessed: each player holds the cards that
//! the steps name, and unnamed cards fill the hands. A later step that is illegal after every guess is the mistake.

use serde_json::Value;

use super::{LogCodec, RawStep, raw::next};
use crate::{
    cards::Hand,
    games::{Code, Game, GameStep, NamedDue, Player, Viewer, Violation, violation},
};

/// Maximum number of legal steps listed in a refusal or a state.
const LEGAL_LIMIT: usize = 100;

/// The legal steps at one point of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Legal<S> {
    /// The steps; empty if the table is due.
    pub steps: Vec<S>,
    /// Whether there are more than those listed.
    pub truncated: bool,
}

/// The legal steps that a viewer may know: those of all players, those of the viewer, or none (public); at most 100.
pub fn legal_steps<G: Game>(game: &G, viewer: Viewer) -> Legal<G::Step> {
    let mut legal = Legal { steps: Vec::new(), truncated: false };
    let mut moves = Vec::new();
    for player in game.due().players().iter().filter(|player| viewer.sees(*player)) {
        moves.clear();
        let complete = game.moves(player, LEGAL_LIMIT - legal.steps.len(), &mut moves);
        legal.steps.extend(moves.iter().map(|mv| G::Step::of_move(player, *mv)));
        legal.truncated |= !complete;
    }
    legal
}

/// The refusal of a log: where, why, and which steps were legal (`docs/rules/README.md`, "What is refused").
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// Index of the step, from 0; `None` for a fault of the document, the number of steps if the log is incomplete.
    pub index: Option<usize>,
    /// The code and the sentence.
    pub fault: Violation,
    /// What was due there; `None` for a fault of the document.
    pub due: Option<Box<NamedDue>>,
    /// The legal steps of those due.
    pub legal: Vec<Value>,
    /// Whether there were more.
    pub legal_truncated: bool,
    /// Why a deal cannot be found.
    pub deal_unknown: Option<Box<DealUnknown>>,
}

/// Why a deal cannot be found from the later steps.
#[derive(Clone, Debug, PartialEq)]
pub enum DealUnknown {
    /// This later step is wrong.
    Slip(Refusal),
    /// No step is wrong, but cards of these players are missing.
    Missing(Vec<Violation>),
}

impl DealUnknown {
    /// The later step that is wrong.
    pub const fn slip(&self) -> Option<&Refusal> {
        match self {
            DealUnknown::Slip(slip) => Some(slip),
            DealUnknown::Missing(_) => None,
        }
    }

    /// The players whose cards are missing.
    pub const fn missing(&self) -> &[Violation] {
        match self {
            DealUnknown::Slip(_) => &[],
            DealUnknown::Missing(faults) => faults.as_slice(),
        }
    }
}

impl Refusal {
    /// A fault of the document itself.
    pub const fn of_document(fault: Violation) -> Refusal {
        Refusal { index: None, fault, due: None, legal: Vec::new(), legal_truncated: false, deal_unknown: None }
    }

    /// The refusal of a step at this point of a game.
    pub fn of_step<G: Game>(game: &G, index: usize, fault: Violation) -> Refusal {
        let legal = legal_steps(game, Viewer::All);
        let steps = legal.steps.iter().map(|step| serde_json::to_value(step).expect("a step is JSON")).collect();
        Refusal {
            index: Some(index),
            due: Some(Box::new(game.due().named())),
            legal: steps,
            legal_truncated: legal.truncated,
            ..Refusal::of_document(fault)
        }
    }
}

/// A candidate for an omitted deal.
#[derive(Clone, Debug)]
pub struct Guess<S> {
    /// The `deal` step.
    pub deal: S,
    /// For each player, the cards that the steps name and the number of cards dealt.
    pub named: Vec<(Hand, usize)>,
}

impl<S> Guess<S> {
    /// Whether the steps leave some cards of this player unnamed.
    pub fn is_short(&self, player: Player) -> bool {
        self.named.get(player.index()).is_some_and(|(hand, dealt)| hand.len() < *dealt)
    }

    /// The players whose cards are missing, as sentences.
    pub fn missing(&self) -> Vec<Violation> {
        let short = Player::all(self.named.len()).zip(&self.named).filter(|(player, _)| self.is_short(*player));
        let violation = |(player, (hand, dealt)): (Player, &(Hand, usize))| {
            violation!(Code::DealUnknown, "For {} the steps name {} of {} cards.", player, hand.len(), *dealt)
        };
        short.map(violation).collect()
    }
}

/// Fills hands up to their sizes with the cards that are in no hand, starting at the `place`-th of them.
pub fn filled(named: &[(Hand, usize)], place: usize) -> Vec<Hand> {
    let mut rest = named.iter().fold(Hand::PACK, |rest, (hand, _)| rest - *hand);
    let mut take = || {
        let card = rest.nth(place % rest.len().max(1)).or_else(|| rest.first());
        card.inspect(|card| {
            rest.remove(*card);
        })
    };
    let fill = |(hand, dealt): &(Hand, usize)| {
        let mut full = *hand;
        while full.len() < *dealt
            && let Some(card) = take()
        {
            full.insert(card);
        }
        full
    };
    named.iter().map(fill).collect()
}

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
