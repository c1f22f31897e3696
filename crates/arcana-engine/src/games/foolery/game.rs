//! Foolery as a [`Game`]: what is due, what is legal, what a step does.

use super::{
    CurrentDeal, Detail, Each, Foolery, Move, Options, PLAYERS_LIMIT, Phase, Step, StepKind, deal, rules, score,
};
use crate::{
    cards::Deck,
    chance::Chance,
    games::{
        AnyStepKind, Code, Due, Game, GameStep, Kinds, Outcome, Player, PlayerCount, PlayerSet, RulesetInfo, Violation,
        expected, known_player_of, violation,
    },
};

impl Game for Foolery {
    const INFO: RulesetInfo = RulesetInfo {
        id: "foolery",
        name: "Foolery",
        players: PlayerCount { min: 3, max: PLAYERS_LIMIT as u8, step: 1, default: 4 },
        deck: Some(Deck::French),
        authors: "Jared McComb",
        rules_version: 1,
        steps: StepKind::NAMES,
        card_fields: &["cards", "hands", "wants"],
        // There are hardly ever more than a few hundred plays, but thousands of requests of two wishes.
        moves_limit: 1024,
        has_readings: false,
    };

    type Options = Options;
    type Step = Step;
    type Move = Move;
    type Detail = Detail;

    fn set_up(players: usize, options: Options) -> Result<Foolery, Violation> {
        Ok(Foolery {
            options,
            players,
            phase: Phase::Deal,
            dealer: Player(0),
            before: Each::new(),
            scores: Player::all(players).map(|_| 0).collect(),
            deals: Vec::new(),
            current: CurrentDeal::default(),
        })
    }

    #[inline]
    fn due(&self) -> Due<StepKind> {
        match &self.phase {
            Phase::Deal => Due::Table(StepKind::Deal),
            Phase::Exchange { give } => {
                let (due, from, _) = self.give_due(*give);
                let asks = due.highest && self.current.requests[*give].is_none();
                Due::player(from, if asks { &[StepKind::Request, StepKind::Give] } else { &[StepKind::Give] })
            }
            Phase::Lead { turn } => Due::player(*turn, &[StepKind::Play]),
            Phase::Follow { turn, trick } => Due::Players {
                must: PlayerSet::of(*turn),
                may: self.may_fool(*turn, trick),
                kinds: Kinds::of(&rules::PLAY_OR_PASS),
            },
            Phase::Over => Due::Over,
        }
    }

    fn check_form(&self, step: &Step) -> Result<(), Violation> {
        match step {
            Step::Deal { hands: Some(hands) } if hands.len() != self.players => {
                Err(violation!(Code::Malformed, "The deal has {} hands for {} players.", hands.len(), self.players))
            }
            Step::Deal { .. } | Step::Request { .. } | Step::Give { .. } | Step::Play { .. } | Step::Pass { .. } => {
                known_player_of(step, self.players)
            }
        }
    }

    fn check_due(&self, due: Due<StepKind>, step: &Step) -> Result<(), Violation> {
        let due = match (&self.phase, step) {
            // Of the right type, and refused with `must_lead`.
            (Phase::Lead { turn }, Step::Pass { .. }) => Due::player(*turn, &[StepKind::Pass]),
            (Phase::Deal | Phase::Exchange { .. } | Phase::Lead { .. } | Phase::Follow { .. } | Phase::Over, _) => due,
        };
        expected(due, step)?;
        match (&self.phase, step.player()) {
            (Phase::Follow { turn, .. }, Some(player)) if player != *turn && !step.is_fool_alone() => {
                Err(violation!(Code::WrongPlayer, "Out of turn {} may play only the Fool, by itself.", player))
            }
            (Phase::Deal | Phase::Exchange { .. } | Phase::Lead { .. } | Phase::Follow { .. } | Phase::Over, _) => {
                Ok(())
            }
        }
    }

    fn check_rules(&self, step: &Step) -> Result<(), Violation> {
        match step {
            Step::Deal { hands } => deal::check(hands.as_ref(), self.dealer),
            Step::Request { wants, .. } => self.check_request(*wants),
            Step::Give { player, cards } => self.check_give(*player, cards),
            Step::Play { player, cards } => self.check_play(*player, cards),
            Step::Pass { player } => self.check_pass(*player),
        }
    }

    fn apply_unchecked(&mut self, step: &Step) {
        match step {
            Step::Deal { hands } => self.deal(&deal::hands(hands.as_deref().unwrap_or_default())),
            Step::Request { .. } | Step::Give { .. } | Step::Play { .. } | Step::Pass { .. } => {
                if let Some((player, mv)) = Move::of_step(step) {
                    self.play_unchecked(player, mv);
                }
            }
        }
    }

    fn moves(&self, player: Player, limit: usize, out: &mut Vec<Move>) -> bool {
        self.hand_moves(player, limit, out)
    }

    #[inline]
    fn nth_move(&self, player: Player, place: impl FnOnce(usize) -> usize) -> Option<Move> {
        self.nth_hand_move(player, place)
    }

    #[inline]
    fn play_nth(&mut self, player: Player, place: impl FnOnce(usize) -> usize) -> Option<Move> {
        self.play_nth_of(player, place)
    }

    #[inline]
    fn play_unchecked(&mut self, player: Player, mv: Move) {
        match mv {
            Move::Pass => self.pass(player),
            Move::Play(cards) => self.lay(player, cards),
            Move::Give(cards) => self.give(cards),
            Move::Request(wants) => self.request(wants),
        }
    }

    fn draw(&mut self, chance: &mut Chance) -> Step {
        assert!(self.phase == Phase::Deal, "no table step is due");
        let hands = deal::cut(&chance.pack(), self.dealer, self.players);
        self.deal(&hands);
        Step::Deal { hands: Some(deal::spelled(&hands)) }
    }

    fn outcome(&self) -> Option<Outcome<Detail>> {
        (self.phase == Phase::Over).then(|| score::outcome(&self.scores, self.deals.clone()))
    }
}
