//! The checks of a step in the page's order (foolery.md, "Steps", "Order of the checks").

use super::{Cards, Foolery, Phase, Play, Step, Wants, Wish, deal, exchange, play::may_lead, step::StepKind};
use crate::{
    cards::{Card, Hand},
    games::{Code, Due, Game, GameStep, Player, Violation, expected, known_player, violation},
};

/// The steps of phase `follow`; a pass in phase `lead` is also of the right type and refused with `must_lead`.
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

    /// The checks for `malformed` that need the state.
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
        return violation!(
            code,
            "The number of cards must be {}, as in {}, not {}.",
            standing.len(),
            standing,
            laid.len()
        );
    }
    if laid.len() == 1 {
        return violation!(code, "{} does not beat {}.", laid, standing);
    }
    violation!(code, "{} do not beat {}.", laid, standing)
}
