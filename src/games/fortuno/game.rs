//! Fortuno as a [`Game`]: what is due, what is legal, what a step does.

use arrayvec::ArrayVec;

use super::{
    After, Anchor, Cached, DEALER, Detail, Direction, FIRST, Fortuno, MOST, Move, Options, State, Step, StepKind, Turn,
    View, codec,
    task::{Question, Task},
};
use crate::{
    cards::{Deck, Hand},
    chance::Chance,
    games::{
        AnyStepKind, BitReader, BitWriter, Due, Game, LogCodec, Observe, OutOfBits, Outcome, Player, PlayerCount,
        PlayerSet, RawStep, RulesetInfo, SeenStep, ShownHand, Viewer, Violation,
    },
};

impl Game for Fortuno {
    const INFO: RulesetInfo = RulesetInfo {
        id: "fortuno",
        name: "Fortuno",
        players: PlayerCount { min: 4, max: MOST as u8, step: 1, default: 4 },
        deck: Some(Deck::Thoth),
        authors: "Silver Age Games",
        rules_version: 1,
        steps: StepKind::NAMES,
        card_fields: &["card", "cards", "hands", "pile", "request"],
        moves_limit: 4096,
        has_readings: false,
        page: include_str!("../../../docs/rules/fortuno.md"),
    };

    type Options = Options;
    type Step = Step;
    type Move = Move;
    type Detail = Detail;

    fn set_up(players: usize, options: Options) -> Result<Fortuno, Violation> {
        Ok(Fortuno {
            options,
            players,
            hands: [Hand::EMPTY; MOST],
            draw: ArrayVec::new(),
            discard: ArrayVec::new(),
            out: Hand::EMPTY,
            doomed: Hand::EMPTY,
            order: Player::all(players).collect(),
            cached: Cached { inside: PlayerSet::all(players), top: None },
            direction: Direction::Forward,
            eliminated: ArrayVec::new(),
            hermit: [0; MOST],
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

    fn check(&self, step: &Step) -> Result<(), Violation> {
        self.check_step(step)
    }

    fn apply_unchecked(&mut self, step: &Step) {
        self.apply_step(step);
    }

    fn moves(&self, player: Player, limit: usize, out: &mut Vec<Move>) -> bool {
        self.list_moves(player, limit, out)
    }

    #[inline]
    fn nth_move(&self, player: Player, place: impl FnOnce(usize) -> usize) -> Option<Move> {
        self.nth_move_of(player, place)
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

impl Observe for Fortuno {
    type View<'a> = View<'a>;
    type State = State;

    fn players(&self) -> usize {
        self.players
    }

    fn due_for(&self, viewer: Viewer) -> Due<StepKind> {
        self.due_as_seen(viewer)
    }

    fn view(&self, viewer: Viewer) -> View<'_> {
        View::new(self, viewer)
    }

    fn state(&self, viewer: Viewer) -> State {
        State::new(self, viewer)
    }

    fn seen<'a>(&self, step: &'a Step, after: &Fortuno, viewer: Viewer) -> SeenStep<'a, Step> {
        self.seen_step(step, after, viewer)
    }

    fn shown_hand(&self, viewer: Viewer) -> Option<ShownHand> {
        let shown = self.shown.filter(|shown| shown.is_to(viewer) && viewer != Viewer::Player(shown.owner))?;
        Some(ShownHand { player: shown.owner, cards: self.hands[shown.owner.index()] })
    }

    fn resample_hidden(&self, viewer: Viewer, chance: &mut Chance) -> Fortuno {
        self.resampled(viewer, chance)
    }
}

impl LogCodec for Fortuno {
    fn normalize(&self, step: Step, _later: &[RawStep<'_>]) -> Step {
        step.canonical()
    }

    fn encode(players: usize, options: &Options, steps: &[Step], out: &mut BitWriter) {
        codec::write(players, options, steps, out);
    }

    fn decode(
        _version: u8,
        players: usize,
        options: &Options,
        step_count: usize,
        bits: &mut BitReader<'_>,
    ) -> Result<Vec<Step>, OutOfBits> {
        codec::read(players, options, step_count, bits)
    }
}
