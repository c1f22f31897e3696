//! Fortunes (`docs/rules/fortunes.md`): a trick-taking game for four in two teams, with all 78 cards but two.
//!
//! This file holds the state, what a step does to it ("Turn structure"), and [`Game`]: what is due and what is legal.
//! `rules` says which cards may be played and words a refusal, `tricks` has the tricks of a deal and who wins them, `deal` the
//! hands and how they follow from the plays, `score` points and chips, `sheet` the score sheets that people write.

mod deal;
mod moves;
mod options;
mod rules;
mod score;
mod sheet;
mod steps;
#[cfg(test)]
mod tests;
mod tricks;
mod view;

use arrayvec::ArrayVec;

use super::{
    AnyStepKind, Code, Due, Game, Number, Outcome, Player, PlayerCount, RulesetInfo, Violation, known_player_of,
    moves::{List, nth_of},
    not_allowed, violation,
};
use crate::{
    cards::{Card, Deck, Hand, Spelled},
    chance::Chance,
};

pub use deal::Dealt;
pub use moves::{Choice, Move};
pub use options::{Betting, DispositionRule, Match, MaxDeals, Options, StarsWhenBroken, Target, When};
pub use rules::{PLAYERS, TRICKS, led_suit, partner, team};
pub use score::{Deal, Detail, MatchEnd, Settled, Tally, TeamScores, by_team, match_end};
pub use sheet::{Sheet, SheetFault};
pub use steps::{Step, StepKind};
pub use tricks::{Bets, Disposition, HighLow, Stakes, Trick, Tricks, trick_ends, type_after, winning_card};
pub use view::{HandView, OpenStakes, OpenTrick, PhaseId, State, View};

/// A match of Fortunes.
#[derive(Clone, Debug, PartialEq)]
pub struct Fortunes {
    options: Options,
    /// Finished deals.
    deals: Vec<Deal>,
    phase: Phase,
}

/// What each player has said, in turn: South, West, North, East.
type Said<T> = ArrayVec<T, PLAYERS>;

/// The phase of a match (fortunes.md, "Turn structure").
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "a match is nearly always in its tricks")]
enum Phase {
    /// 1 and 3: wagers, blind if nothing is dealt yet.
    Wagers { dealt: Option<Dealt>, said: Said<u32> },
    /// 2: the table deals; the wagers are the blind ones.
    Deal { wagers: Option<[u32; PLAYERS]> },
    /// 3: bids.
    Bids { dealt: Dealt, said: Said<u8> },
    /// 4: nineteen tricks, with their stakes.
    Tricks(Tricks),
    /// 5: the match is over.
    Over(MatchEnd),
}

/// How a deal begins: with blind wagers or with the cards.
fn first_phase(betting: Betting) -> Phase {
    match betting {
        Betting::Wager { when: When::Blind, .. } => Phase::Wagers { dealt: None, said: Said::new() },
        Betting::None {} | Betting::Wager { when: When::Open, .. } | Betting::Ante { .. } | Betting::Bid {} => {
            Phase::Deal { wagers: None }
        }
    }
}

/// What was said in turn, by player.
fn by_player<T: Copy + Default>(dealer: Player, said: &Said<T>) -> [T; PLAYERS] {
    let mut by_player = [T::default(); PLAYERS];
    for (n, value) in said.iter().enumerate() {
        by_player[rules::speaker(dealer, n).index()] = *value;
    }
    by_player
}

impl Fortunes {
    /// The player in the East seat of the current deal; after the match, of the last one.
    fn dealer(&self) -> Player {
        let over = matches!(self.phase, Phase::Over(_));
        rules::dealer_of(self.deals.len() - usize::from(over))
    }

    /// Number of the current deal, from 1, and of its finished tricks; after the match, the last deal and 0.
    pub fn progress(&self) -> (usize, usize) {
        let over = matches!(self.phase, Phase::Over(_));
        (self.deals.len() + usize::from(!over), self.current_tricks().map_or(0, |current| current.tricks.len()))
    }

    /// The tricks of the current deal.
    const fn current_tricks(&self) -> Option<&Tricks> {
        match &self.phase {
            Phase::Tricks(current) => Some(current),
            Phase::Wagers { .. } | Phase::Deal { .. } | Phase::Bids { .. } | Phase::Over(_) => None,
        }
    }

    /// Current hands and discarded cards, once the cards are dealt.
    const fn dealt(&self) -> Option<([Hand; PLAYERS], Hand)> {
        match &self.phase {
            Phase::Wagers { dealt: Some(dealt), .. } | Phase::Bids { dealt, .. } => {
                Some((dealt.hands, dealt.discarded))
            }
            Phase::Tricks(current) => Some((current.hands, current.discarded)),
            Phase::Wagers { dealt: None, .. } | Phase::Deal { .. } | Phase::Over(_) => None,
        }
    }

    /// Phase 2 ends.
    fn deal(&mut self, dealt: Dealt) {
        let dealer = self.dealer();
        let Phase::Deal { wagers } = self.phase else { return not_allowed() };
        let tricks = |bets| Phase::Tricks(Tricks::new(dealer, dealt, bets));
        self.phase = match (self.options.betting, wagers) {
            (Betting::Wager { .. }, Some(wagers)) => tricks(Bets::Wagers(wagers)),
            (Betting::Wager { .. }, None) => Phase::Wagers { dealt: Some(dealt), said: Said::new() },
            (Betting::Bid {}, _) => Phase::Bids { dealt, said: Said::new() },
            (Betting::Ante { ante, .. }, _) => tricks(Bets::Stakes(Stakes::new(ante.get() as u32))),
            (Betting::None {}, _) => tricks(Bets::None),
        };
    }

    fn wager(&mut self, amount: u32) {
        let dealer = self.dealer();
        let Phase::Wagers { dealt, said } = &mut self.phase else { return not_allowed() };
        said.push(amount);
        if !said.is_full() {
            return;
        }
        let wagers = by_player(dealer, said);
        self.phase = match *dealt {
            None => Phase::Deal { wagers: Some(wagers) },
            Some(dealt) => Phase::Tricks(Tricks::new(dealer, dealt, Bets::Wagers(wagers))),
        };
    }

    fn bid(&mut self, tricks: u8) {
        let dealer = self.dealer();
        let Phase::Bids { dealt, said } = &mut self.phase else { return not_allowed() };
        said.push(tricks);
        if said.is_full() {
            self.phase = Phase::Tricks(Tricks::new(dealer, *dealt, Bets::Bids(by_player(dealer, said))));
        }
    }

    fn stake(&mut self, player: Player, choice: Choice) {
        let Phase::Tricks(current) = &mut self.phase else { return not_allowed() };
        match choice {
            Choice::Fold => self.end_deal(Some(player)),
            Choice::Stay | Choice::Raise => current.stake(choice, self.options.raise()),
        }
    }

    fn play_card(&mut self, player: Player, card: Card) {
        let Phase::Tricks(current) = &mut self.phase else { return not_allowed() };
        if current.play(player, card, &self.options) {
            self.end_deal(None);
        }
    }

    /// Phase 5: the deal is scored; the match ends, or the next deal begins.
    fn end_deal(&mut self, folded_by: Option<Player>) {
        let Phase::Tricks(current) = &self.phase else { return not_allowed() };
        let deal = current.settle(&self.options, score::team_scores(&self.deals), folded_by);
        self.deals.push(deal);
        self.phase = match score::match_end(self.options.r#match, self.deals.len(), score::team_scores(&self.deals)) {
            Some(end) => Phase::Over(end),
            None => first_phase(self.options.betting),
        };
    }

    /// Maximum of the next wager (fortunes.md, option `betting`).
    fn most_wagered(&self) -> i64 {
        match self.options.betting {
            Betting::Wager { limit, .. } => limit.get(),
            Betting::None {} | Betting::Ante { .. } | Betting::Bid {} => 0,
        }
    }

    /// Maximum of the next bid: partners bid at most nineteen tricks together.
    fn most_bid(&self) -> u8 {
        let Phase::Bids { said, .. } = &self.phase else { return 0 };
        let partner = said.len().checked_sub(PLAYERS / 2).map_or(0, |n| said[n]);
        TRICKS as u8 - partner
    }
}

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
