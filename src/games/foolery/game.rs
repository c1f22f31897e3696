//! Foolery as a [`Game`]: what is due, what is legal, what a step does.

use super::{
    Detail, Each, Foolery, MOST, Move, Options, Phase, State, Step, StepKind, Table, View, codec, deal, rules, score,
    view,
};
use crate::{
    cards::Deck,
    chance::Chance,
    games::{
        AnyStepKind, BitReader, BitWriter, Due, Game, Guess, Kinds, LogCodec, Observe, OutOfBits, Outcome, Player,
        PlayerCount, PlayerSet, RawStep, RulesetInfo, SeenStep, Viewer, Violation,
    },
};

impl Game for Foolery {
    const INFO: RulesetInfo = RulesetInfo {
        id: "foolery",
        name: "Foolery",
        players: PlayerCount { min: 3, max: MOST as u8, step: 1, default: 4 },
        deck: Some(Deck::French),
        authors: "Jared McComb",
        rules_version: 1,
        steps: StepKind::NAMES,
        card_fields: &["cards", "hands", "wants"],
        // There are hardly ever more than a few hundred plays, but thousands of requests of two wishes.
        moves_limit: 1024,
        has_readings: false,
        page: include_str!("../../../docs/rules/foolery.md"),
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
            table: Table::default(),
        })
    }

    #[inline]
    fn due(&self) -> Due<StepKind> {
        match &self.phase {
            Phase::Deal => Due::Table(StepKind::Deal),
            Phase::Exchange { give } => {
                let (due, from, _) = self.give_due(*give);
                let asks = due.highest && self.table.requests[*give].is_none();
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

    fn check(&self, step: &Step) -> Result<(), Violation> {
        self.check_step(step)
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
        self.list(player, limit, out)
    }

    #[inline]
    fn nth_move(&self, player: Player, place: impl FnOnce(usize) -> usize) -> Option<Move> {
        self.nth_move_of(player, place)
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

impl Observe for Foolery {
    type View<'a> = View<'a>;
    type State = State;

    fn players(&self) -> usize {
        self.players
    }

    fn view(&self, viewer: Viewer) -> View<'_> {
        View::new(self, viewer)
    }

    fn state(&self, viewer: Viewer) -> State {
        State::of(self, viewer)
    }

    fn seen<'a>(&self, step: &'a Step, _after: &Foolery, viewer: Viewer) -> SeenStep<'a, Step> {
        self.seen_step(step, viewer)
    }

    fn resample_hidden(&self, viewer: Viewer, chance: &mut Chance) -> Foolery {
        view::resample(self, viewer, chance)
    }
}

impl LogCodec for Foolery {
    fn normalize(&self, step: Step, later: &[RawStep<'_>]) -> Step {
        match step {
            Step::Deal { hands: None } => {
                let found = deal::found(later, self.dealer, self.players);
                Step::Deal { hands: found.map(|hands| deal::spelled(&hands)) }
            }
            Step::Deal { .. } | Step::Request { .. } | Step::Give { .. } | Step::Play { .. } | Step::Pass { .. } => {
                step.in_pack_order()
            }
        }
    }

    fn guesses(&self, later: &[RawStep<'_>], most: usize) -> Vec<Guess<Step>> {
        deal::guessed(later, self.dealer, self.players, most)
    }

    fn encode(players: usize, _options: &Options, steps: &[Step], out: &mut BitWriter) {
        codec::write(players, steps, out);
    }

    fn decode(
        _version: u8,
        players: usize,
        _options: &Options,
        step_count: usize,
        bits: &mut BitReader<'_>,
    ) -> Result<Vec<Step>, OutOfBits> {
        codec::read(players, step_count, bits)
    }
}
