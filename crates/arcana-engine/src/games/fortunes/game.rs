//! Fortunes as a [`Game`]: what is due, what is legal, what a step does.

use super::{
    Dealt, Detail, Fortunes, Move, Options, Phase, Step, first_phase,
    rules::{self, PLAYERS, TRICKS},
    score,
    step::StepKind,
};
use crate::{
    cards::{Deck, Hand, Spelled},
    chance::Chance,
    games::{
        AnyStepKind, Code, Due, Game, Number, Outcome, Player, PlayerCount, RulesetInfo, Violation, known_player_of,
        moves::{List, nth_of},
        violation,
    },
};

impl Fortunes {
    fn check_bid(&self, tricks: Number) -> Result<(), Violation> {
        let most = self.most_bid();
        let of_partner = TRICKS as u8 - most;
        if of_partner > 0 && tricks.0 > i64::from(most) {
            return Err(violation!(
                Code::BadAmount,
                "The bid must be from 0 to {}, not {}: the partner has bid {} of {}.",
                most,
                tricks.0,
                of_partner,
                TRICKS
            ));
        }
        in_bounds("bid", tricks, most.into())
    }

    /// The page's own checks of a `play`, after the shared ones.
    fn check_card(&self, player: Player, card: Spelled) -> Result<(), Violation> {
        let Some(card) = card.card() else {
            return Err(violation!(Code::UnknownCard, "{} plays an unknown card.", player));
        };
        match &self.phase {
            Phase::Tricks(current) => current.check(player, card, &self.options, self.deals.len()),
            Phase::Wagers { .. } | Phase::Deal { .. } | Phase::Bids { .. } | Phase::Over(_) => Ok(()),
        }
    }
}

/// `bad_amount`, for a bid or a wager.
fn in_bounds(what: &'static str, number: Number, most: i64) -> Result<(), Violation> {
    if (0..=most).contains(&number.0) {
        return Ok(());
    }
    Err(violation!(Code::BadAmount, "The {} must be from 0 to {}, not {}.", what, most, number.0))
}

impl Game for Fortunes {
    const INFO: RulesetInfo = RulesetInfo {
        id: "fortunes",
        name: "Fortunes",
        players: PlayerCount { min: PLAYERS as u8, max: PLAYERS as u8, step: 1, default: PLAYERS as u8 },
        deck: Some(Deck::Fortunes),
        authors: "Barbara Friend Ish and Cliché Studio",
        rules_version: 1,
        steps: StepKind::NAMES,
        card_fields: &["card", "discarded", "hands"],
        moves_limit: 4096,
        has_readings: true,
    };

    type Options = Options;
    type Step = Step;
    type Move = Move;
    type Detail = Detail;

    fn set_up(_players: usize, options: Options) -> Result<Fortunes, Violation> {
        Ok(Fortunes { options, deals: Vec::new(), phase: first_phase(options.betting) })
    }

    #[inline]
    fn due(&self) -> Due<StepKind> {
        // Nearly always, a card is due.
        if let Phase::Tricks(current) = &self.phase
            && current.stake_due().is_none()
        {
            return Due::player(current.turn(), &[StepKind::Play]);
        }
        match &self.phase {
            Phase::Wagers { said, .. } => Due::player(rules::speaker(self.dealer(), said.len()), &[StepKind::Wager]),
            Phase::Deal { .. } => Due::Table(StepKind::Deal),
            Phase::Bids { said, .. } => Due::player(rules::speaker(self.dealer(), said.len()), &[StepKind::Bid]),
            Phase::Tricks(current) => match current.stake_due() {
                Some(player) => Due::player(player, &[StepKind::Stake]),
                None => Due::player(current.turn(), &[StepKind::Play]),
            },
            Phase::Over(_) => Due::Over,
        }
    }

    fn check_form(&self, step: &Step) -> Result<(), Violation> {
        match step {
            Step::Deal { hands: Some(_), discarded: None } | Step::Deal { hands: None, discarded: Some(_) } => {
                Err(violation!(Code::Malformed, "A deal must have both `hands` and `discarded`, or neither."))
            }
            Step::Deal { .. } | Step::Wager { .. } | Step::Bid { .. } | Step::Stake { .. } | Step::Play { .. } => {
                known_player_of(step, PLAYERS)
            }
        }
    }

    fn check_rules(&self, step: &Step) -> Result<(), Violation> {
        match step {
            Step::Deal { hands: Some(hands), discarded: Some(discarded) } => Dealt::given(hands, discarded).map(|_| ()),
            Step::Deal { .. } => Err(violation!(
                Code::DealUnknown,
                "The deal lacks `hands` or `discarded`, and no later steps determine nineteen cards for each player."
            )),
            Step::Wager { amount, .. } => in_bounds("wager", *amount, self.most_wagered()),
            Step::Bid { tricks, .. } => self.check_bid(*tricks),
            Step::Stake { .. } => Ok(()),
            Step::Play { player, card } => self.check_card(*player, *card),
        }
    }

    fn apply_unchecked(&mut self, step: &Step) {
        match step {
            Step::Deal { hands: Some(hands), discarded: Some(discarded) } => {
                if let Ok(dealt) = Dealt::given(hands, discarded) {
                    self.deal(dealt);
                }
            }
            Step::Deal { .. } | Step::Wager { .. } | Step::Bid { .. } | Step::Stake { .. } | Step::Play { .. } => {
                if let Some((player, mv)) = Move::of_step(step) {
                    self.play_unchecked(player, mv);
                }
            }
        }
    }

    fn moves(&self, player: Player, limit: usize, out: &mut Vec<Move>) -> bool {
        self.hand_moves(player, &mut List::new(out, limit)).is_continue()
    }

    #[inline]
    fn nth_move(&self, player: Player, place: impl FnOnce(usize) -> usize) -> Option<Move> {
        match &self.phase {
            // Nearly all moves are card plays.
            Phase::Tricks(current) if current.stake_due().is_none() => {
                let playable =
                    if current.turn() == player { current.playable(player, &self.options) } else { Hand::EMPTY };
                playable.pick(place).map(Move::Play)
            }
            Phase::Wagers { .. } | Phase::Deal { .. } | Phase::Bids { .. } | Phase::Tricks(_) | Phase::Over(_) => {
                nth_of(Self::INFO.moves_limit, place, |list| self.hand_moves(player, list))
            }
        }
    }

    #[inline]
    fn play_nth(&mut self, player: Player, place: impl FnOnce(usize) -> usize) -> Option<Move> {
        // Nearly all moves are card plays: what is due is found once for the choice and the play.
        if let Phase::Tricks(current) = &mut self.phase
            && current.stake_due().is_none()
            && current.turn() == player
        {
            let card = current.playable(player, &self.options).pick(place)?;
            if current.play(player, card, &self.options) {
                self.end_deal(None);
            }
            return Some(Move::Play(card));
        }
        let mv = self.nth_move(player, place)?;
        self.play_unchecked(player, mv);
        Some(mv)
    }

    #[inline]
    fn play_unchecked(&mut self, player: Player, mv: Move) {
        match mv {
            Move::Wager(amount) => self.wager(amount),
            Move::Bid(tricks) => self.bid(tricks),
            Move::Stake(choice) => self.stake(player, choice),
            Move::Play(card) => self.play_card(player, card),
        }
    }

    fn draw(&mut self, chance: &mut Chance) -> Step {
        assert!(matches!(self.phase, Phase::Deal { .. }), "a deal is due");
        let dealt = Dealt::shuffled(chance);
        self.deal(dealt);
        dealt.step()
    }

    fn outcome(&self) -> Option<Outcome<Detail>> {
        match self.phase {
            Phase::Over(end) => Some(score::outcome(&self.deals, end)),
            Phase::Wagers { .. } | Phase::Deal { .. } | Phase::Bids { .. } | Phase::Tricks(_) => None,
        }
    }
}
