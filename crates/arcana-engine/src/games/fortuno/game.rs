//! Fortuno as a [`Game`]: what is due, what is legal, what a step does.

use arrayvec::ArrayVec;

use super::{
    After, Anchor, Cached, DEALER, Detail, Direction, FIRST, Fortuno, Move, Options, PLAYERS_LIMIT, Step, StepKind,
    Turn,
    task::{Question, Task},
};
use crate::{
    cards::{Deck, Hand},
    chance::Chance,
    games::{
        AnyStepKind, Due, Game, GameStep, Outcome, Player, PlayerCount, PlayerSet, RulesetInfo, Violation, expected,
        game_over,
    },
};

impl Game for Fortuno {
    const INFO: RulesetInfo = RulesetInfo {
        id: "fortuno",
        name: "Fortuno",
        players: PlayerCount { min: 4, max: PLAYERS_LIMIT as u8, step: 1, default: 4 },
        deck: Some(Deck::Thoth),
        authors: "Silver Age Games",
        rules_version: 1,
        steps: StepKind::NAMES,
        card_fields: &["card", "cards", "hands", "pile", "request"],
        moves_limit: 4096,
        has_readings: false,
    };

    type Options = Options;
    type Step = Step;
    type Move = Move;
    type Detail = Detail;

    fn set_up(players: usize, options: Options) -> Result<Fortuno, Violation> {
        Ok(Fortuno {
            options,
            players,
            hands: [Hand::EMPTY; PLAYERS_LIMIT],
            draw: ArrayVec::new(),
            discard: ArrayVec::new(),
            out: Hand::EMPTY,
            doomed: Hand::EMPTY,
            order: Player::all(players).collect(),
            cached: Cached { inside: PlayerSet::all(players), top: None },
            direction: Direction::Forward,
            eliminated: ArrayVec::new(),
            hermit: [0; PLAYERS_LIMIT],
            team: None,
            adjustments: 0,
            row: ArrayVec::new(),
            turn: Turn { seat: FIRST, reward: false, decider: None, pending: None, previous: DEALER },
            after: After { anchor: Anchor::Player(FIRST), skips: 0, pending: None, race: None },
            window: None,
            shown: None,
            tasks: [Task::Wait(Question::Deal)].into_iter().collect(),
            turns: 0,
            races: 0,
            reshuffles: 0,
            idle: 0,
            end: None,
        })
    }

    #[inline]
    fn due(&self) -> Due<StepKind> {
        match self.question() {
            Some(Question::Act(moment)) => self.due_to_act(*moment),
            Some(question) => self.due_at(question),
            None => Due::Over,
        }
    }

    fn check_form(&self, step: &Step) -> Result<(), Violation> {
        self.form(step)
    }

    fn check_due(&self, due: Due<StepKind>, step: &Step) -> Result<(), Violation> {
        let due = match due {
            // Who may only accuse may do nothing else.
            Due::Players { must, kinds, .. } if step.kind() != StepKind::Accuse => {
                Due::Players { must, may: PlayerSet::EMPTY, kinds }
            }
            due @ (Due::Players { .. } | Due::Table(_) | Due::Over) => due,
        };
        expected(due, step)
    }

    fn check_rules(&self, step: &Step) -> Result<(), Violation> {
        let Some(&question) = self.question() else { return Err(game_over()) };
        step.cards_are_known()?;
        self.check_answer(question, step)
    }

    fn apply_unchecked(&mut self, step: &Step) {
        self.apply_step(step);
    }

    fn moves(&self, player: Player, limit: usize, out: &mut Vec<Move>) -> bool {
        self.hand_moves(player, limit, out)
    }

    #[inline]
    fn nth_move(&self, player: Player, place: impl FnOnce(usize) -> usize) -> Option<Move> {
        self.nth_hand_move(player, place)
    }

    #[inline]
    fn play_unchecked(&mut self, player: Player, mv: Move) {
        self.answer(player, mv);
    }

    fn draw(&mut self, chance: &mut Chance) -> Step {
        let step = self.table_step(chance);
        self.apply_step(&step);
        step
    }

    fn outcome(&self) -> Option<Outcome<Detail>> {
        self.end.map(|end| self.result(end))
    }
}
