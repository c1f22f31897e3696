//! The checks of a step in the page's order (foolery.md, "Steps", "Order of the checks").

use super::{
    Cards, Foolery, Phase, Play, Wants, Wish, exchange,
    play::{Unfit, may_lead},
    steps::StepKind,
};
use crate::{
    cards::{Card, Hand},
    games::{Code, Player, Violation, violation},
};

/// The steps of phase `follow`.
pub const PLAY_OR_PASS: [StepKind; 2] = [StepKind::Play, StepKind::Pass];

impl Foolery {
    pub(super) fn check_request(&self, wants: Wants) -> Result<(), Violation> {
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

    pub(super) fn check_give(&self, player: Player, cards: &Cards<2>) -> Result<(), Violation> {
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

    pub(super) fn check_pass(&self, player: Player) -> Result<(), Violation> {
        match self.phase {
            Phase::Lead { .. } => Err(violation!(Code::MustLead, "{} must lead.", player)),
            Phase::Deal | Phase::Exchange { .. } | Phase::Follow { .. } | Phase::Over => Ok(()),
        }
    }

    pub(super) fn check_play(&self, player: Player, cards: &Cards<5>) -> Result<(), Violation> {
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
                .map_err(|unfit| follow_fault(unfit, laid, trick.cards)),
            Phase::Deal | Phase::Exchange { .. } | Phase::Over => Ok(()),
        }
    }

    /// `unknown_card`, `duplicate_card`, `card_not_held`.
    fn held<const MOST: usize>(&self, player: Player, cards: &Cards<MOST>) -> Result<Hand, Violation> {
        let cards = cards.checked()?;
        match (cards - self.hand(player)).first() {
            Some(card) if self.current.pile.contains(card) => Err(violation!(
                Code::CardNotHeld,
                "{} does not hold {}: it was played before in this deal.",
                player,
                card
            )),
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

fn follow_fault(unfit: Unfit, laid: Hand, standing: Hand) -> Violation {
    match unfit {
        Unfit::WrongNumber { expected } => {
            let noun = match (laid.iter().all(Card::is_trump), expected) {
                (true, 1) => "trump",
                (true, _) => "trumps",
                (false, 1) => "card",
                (false, _) => "cards",
            };
            violation!(Code::WrongNumber, "To follow {}, play {} {}, not {}.", standing, expected, noun, laid.len())
        }
        Unfit::TooLow if laid.len() == 1 => violation!(Code::TooLow, "{} does not beat {}.", laid, standing),
        Unfit::TooLow => violation!(Code::TooLow, "{} do not beat {}.", laid, standing),
    }
}
