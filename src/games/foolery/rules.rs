//! What a set of cards is, what may be led, what may follow (foolery.md, "Plays"), and the checks of a step in the page's
//! order ("Steps", "Order of the checks").

use serde::Serialize;
use utoipa::ToSchema;

use super::{Cards, Foolery, Phase, Step, Wants, Wish, deal, exchange, step::StepKind};
use crate::{
    cards::{Card, Hand, Rank, Suit},
    games::{Code, Due, Game, GameStep, Player, Violation, expected, known_player, violation},
};

/// Kind of a combination (foolery.md, "Plays"); the five-card kinds are in order, lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FooleryKind)]
#[expect(missing_docs, reason = "the page's table says what each is")]
pub enum Kind {
    Single,
    Pair,
    Triple,
    Four,
    Straight,
    Flush,
    FullHouse,
    StraightFlush,
    FiveOfAKind,
    Trumps,
    Fool,
}

/// One to four suit cards of one rank, by their number.
const OF_ONE_RANK: [Kind; 4] = [Kind::Single, Kind::Pair, Kind::Triple, Kind::Four];

/// How many trumps follow a normal play of so many cards, from none on.
const TRUMPS_ON_NORMAL: [u8; 6] = [0, 1, 1, 2, 2, 3];

/// A set of cards that is a play: its kind, its value (0 for the Fool) and how many cards it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Play {
    /// What it is.
    pub kind: Kind,
    /// Ranks by value, trumps by number.
    pub value: u8,
    /// 1 … 5.
    pub count: u8,
}

impl Play {
    /// What these cards are; `None` when they are no play.
    pub fn of(cards: Hand) -> Option<Play> {
        let (trumps, suits) = (trumps(cards), suits(cards));
        let any = at_least(suits, 1);
        let count = cards.len() as u8;
        let play = |kind, value| Some(Play { kind, value, count });
        match (trumps, any) {
            (0, 0) => None,
            (1, 0) => play(Kind::Fool, 0),
            (_, 0) if trumps & 1 == 0 && count <= 3 => play(Kind::Trumps, highest(trumps)),
            (0, _) if any.is_power_of_two() => play(OF_ONE_RANK[usize::from(count) - 1], highest(any) + 1),
            (0, _) if count == 5 => five(suits, any).and_then(|(kind, value)| play(kind, value)),
            _ if count == 5 && trumps == u32::from(any) << 1 && any.is_power_of_two() => {
                play(Kind::FiveOfAKind, highest(any) + 1)
            }
            _ => None,
        }
    }

    /// Is it one of the first nine kinds?
    pub fn is_normal(self) -> bool {
        self.kind <= Kind::FiveOfAKind
    }

    /// Does it skip the next player, laid on this one? Equal singles and pairs do ("What may follow").
    pub fn skips(self, standing: Play) -> bool {
        matches!(self.kind, Kind::Single | Kind::Pair) && self.kind == standing.kind && self.value == standing.value
    }

    /// How many trumps follow it ("What may follow").
    pub fn trumps_to_follow(self, same_trumps: bool) -> u8 {
        match (self.kind == Kind::Trumps, same_trumps) {
            (false, _) => TRUMPS_ON_NORMAL[usize::from(self.count)],
            (true, true) => self.count,
            (true, false) => (self.count - 1).max(1),
        }
    }

    /// The number that the highest of the trumps that follow it must be above.
    pub fn trumps_above(self) -> u8 {
        if matches!(self.kind, Kind::Trumps | Kind::FiveOfAKind) { self.value } else { 0 }
    }

    /// May it follow the standing play?
    ///
    /// # Errors
    /// `wrong_number` or `too_low`, in the page's order.
    pub fn follows(self, standing: Play, same_trumps: bool) -> Result<(), Code> {
        let (wanted, reaches) = match (self.is_normal(), standing.is_normal()) {
            _ if self.kind == Kind::Fool => return Ok(()),
            (true, false) => return Err(Code::TooLow),
            // Five of a kind has each value once only: "higher" and "equal or higher" are one.
            (true, true) => (standing.count, (self.kind, self.value) >= (standing.kind, standing.value)),
            (false, _) => (standing.trumps_to_follow(same_trumps), self.value > standing.trumps_above()),
        };
        if self.count != wanted {
            return Err(Code::WrongNumber);
        }
        if reaches { Ok(()) } else { Err(Code::TooLow) }
    }
}

/// Five suit cards of more than one rank.
fn five(suits: [u16; 4], any: u16) -> Option<(Kind, u8)> {
    let value = highest(u32::from(any)) + 1;
    match any.count_ones() {
        2 if at_least(suits, 4) == 0 => Some((Kind::FullHouse, highest(at_least(suits, 3)) + 1)),
        5 => match (suits.contains(&any), any >> any.trailing_zeros() == 0b1_1111) {
            (true, true) => Some((Kind::StraightFlush, value)),
            (true, false) => Some((Kind::Flush, value)),
            (false, true) => Some((Kind::Straight, value)),
            (false, false) => None,
        },
        _ => None,
    }
}

/// The trumps as bits, bit *i* for `ar` *i*; the Fool is bit 0.
pub fn trumps(cards: Hand) -> u32 {
    (cards & Hand::TRUMPS).bits() as u32
}

/// The cards of each suit as bits, bit 0 for the ace.
pub fn suits(cards: Hand) -> [u16; 4] {
    Suit::ALL.map(|suit| (cards.bits() >> (Card::TRUMPS + Rank::ALL.len() * suit as usize)) as u16 & 0x3fff)
}

/// The ranks of which there are at least so many cards, one to four.
pub fn at_least([a, b, c, d]: [u16; 4], count: u8) -> u16 {
    match count {
        1 => a | b | c | d,
        2 => a & b | c & d | (a | b) & (c | d),
        3 => a & b & (c | d) | c & d & (a | b),
        _ => a & b & c & d,
    }
}

fn highest(bits: impl Into<u32>) -> u8 {
    bits.into().ilog2() as u8
}

/// May it be led from this hand ("What may be led")?
///
/// # Errors
/// `fool_led` or `trump_led`.
pub fn may_lead(play: Play, hand: Hand) -> Result<(), Code> {
    if play.kind == Kind::Fool {
        return Err(Code::FoolLed);
    }
    let trumps_too_early = play.kind == Kind::Trumps && !(hand & Hand::MINORS).is_empty();
    if trumps_too_early { Err(Code::TrumpLed) } else { Ok(()) }
}

/// The steps of phase `follow`; in phase `lead` too a pass is of the right type, and told to be `must_lead`.
pub const PLAY_OR_PASS: [StepKind; 2] = [StepKind::Play, StepKind::Pass];

impl Foolery {
    /// All checks of a step.
    pub(super) fn check_step(&self, step: &Step) -> Result<(), Violation> {
        if self.phase != Phase::Over {
            self.check_form(step)?;
        }
        self.check_turn(step)?;
        match step {
            Step::Deal { hands } => deal::check(hands.as_ref(), self.dealer),
            Step::Request { wants, .. } => self.check_request(*wants),
            Step::Give { player, cards } => self.check_give(*player, cards),
            Step::Play { player, cards } => self.check_play(*player, cards),
            Step::Pass { player } => self.check_pass(*player),
        }
    }

    /// `malformed`, as far as the step alone cannot tell.
    fn check_form(&self, step: &Step) -> Result<(), Violation> {
        if let Step::Deal { hands: Some(hands) } = step
            && hands.len() != self.players
        {
            return Err(violation!(
                Code::Malformed,
                "The deal has {} hands for {} players.",
                hands.len(),
                self.players
            ));
        }
        step.player().map_or(Ok(()), |player| known_player(player, self.players))
    }

    /// `game_over`, `wrong_step`, `wrong_player`.
    fn check_turn(&self, step: &Step) -> Result<(), Violation> {
        let due = match &self.phase {
            Phase::Lead { turn } => Due::player(*turn, &PLAY_OR_PASS),
            Phase::Deal | Phase::Exchange { .. } | Phase::Follow { .. } | Phase::Over => self.due(),
        };
        expected(due, step)?;
        if let (Phase::Follow { turn, .. }, Some(player)) = (&self.phase, step.player())
            && player != *turn
            && !step.is_fool_alone()
        {
            return Err(violation!(Code::WrongPlayer, "Out of turn {} may play only the Fool, by itself.", player));
        }
        Ok(())
    }

    fn check_request(&self, wants: Wants) -> Result<(), Violation> {
        if wants.iter().any(|wish| wish == Wish::Unknown) {
            return Err(violation!(Code::UnknownCard, "The step has an unknown card, rank or suit."));
        }
        if let (Wish::Card(card), Some(second)) = (wants.first, wants.second)
            && second == wants.first
        {
            return Err(violation!(Code::DuplicateCard, "{} is listed twice.", card));
        }
        if let Phase::Exchange { give } = self.phase {
            let (due, ..) = self.give_due(give);
            if wants.iter().count() > due.count {
                return Err(violation!(Code::WrongNumber, "Expected at most {} wish.", due.count));
            }
        }
        if wants.iter().any(|wish| wish == Wish::Card(Card::FOOL)) {
            return Err(violation!(Code::FoolStays, "The Fool cannot be given away."));
        }
        Ok(())
    }

    fn check_give(&self, player: Player, cards: &Cards<2>) -> Result<(), Violation> {
        let given = self.held(player, cards)?;
        let Phase::Exchange { give } = self.phase else { return Ok(()) };
        let (due, ..) = self.give_due(give);
        if given.len() != due.count {
            return Err(violation!(
                Code::WrongNumber,
                "{} must give {} cards, not {}.",
                player,
                due.count,
                given.len()
            ));
        }
        if given.contains(Card::FOOL) {
            return Err(violation!(Code::FoolStays, "The Fool cannot be given away."));
        }
        if due.highest && !exchange::are_highest(given, self.hand(player)) {
            return Err(violation!(
                Code::NotHighest,
                "{} must give the highest cards, and holds higher ones than {}.",
                player,
                given
            ));
        }
        Ok(())
    }

    fn check_pass(&self, player: Player) -> Result<(), Violation> {
        match self.phase {
            Phase::Lead { .. } => Err(violation!(Code::MustLead, "{} must lead.", player)),
            Phase::Deal | Phase::Exchange { .. } | Phase::Follow { .. } | Phase::Over => Ok(()),
        }
    }

    fn check_play(&self, player: Player, cards: &Cards<5>) -> Result<(), Violation> {
        let laid = self.held(player, cards)?;
        if laid.contains(Card::FOOL) && laid.len() > 1 {
            return Err(violation!(Code::FoolInSet, "The Fool must be played by itself."));
        }
        let play = Play::of(laid)
            .ok_or_else(|| violation!(Code::NoCombination, "{} do not form a valid combination.", laid))?;
        match &self.phase {
            Phase::Lead { .. } => may_lead(play, self.hand(player)).map_err(|code| lead_fault(code, player)),
            Phase::Follow { trick, .. } => play
                .follows(trick.standing, self.options.same_trumps)
                .map_err(|code| follow_fault(code, laid, trick.cards)),
            Phase::Deal | Phase::Exchange { .. } | Phase::Over => Ok(()),
        }
    }

    /// `unknown_card`, `duplicate_card`, `card_not_held`.
    fn held<const MOST: usize>(&self, player: Player, cards: &Cards<MOST>) -> Result<Hand, Violation> {
        let cards = cards.checked()?;
        match (cards - self.hand(player)).first() {
            Some(card) => Err(violation!(Code::CardNotHeld, "{} does not hold {}.", player, card)),
            None => Ok(cards),
        }
    }
}

fn lead_fault(code: Code, player: Player) -> Violation {
    if code == Code::FoolLed {
        return violation!(code, "The Fool cannot be led.");
    }
    violation!(code, "{} holds suit cards and may not lead trumps.", player)
}

fn follow_fault(code: Code, laid: Hand, standing: Hand) -> Violation {
    if code == Code::WrongNumber {
        return violation!(code, "The number of cards must match {}; {} were played.", standing, laid.len());
    }
    violation!(code, "{} do not beat {}.", laid, standing)
}
