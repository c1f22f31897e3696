//! In the engine a sixth game needs only its own code. A toy game proves it, from its steps to states and refusals.
//!
//! Two players roll dice in turn, under a cup. After some rolls the cups are lifted, and the higher sum wins.

use std::time::Duration;

use arcana::{
    chance::Chance,
    games::{
        AnyStepKind, Between, Code, Document, Due, Game, GameStep, Log, LogCodec, Number, Numbers, Observe, Outcome,
        Player, PlayerCount, RulesetInfo, SeenStep, Viewer, Violation, known_player_of, parse_options, places_by,
    },
    players::{Bot, HasBots, Skill, decide, play_out, seat},
    service::{Cancel, SetupOf, records::Seed},
};
use deserr::Deserr;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use strum::{EnumDiscriminants, VariantArray, VariantNames};

use crate::laws::{keep_the_laws, only_allowed_numbers_of_players_may_play};

const PLAYERS: usize = 2;

/// How long the game is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Deserr)]
#[serde(default, deny_unknown_fields)]
#[deserr(deny_unknown_fields)]
pub struct Options {
    /// Rolls per player.
    #[deserr(default = Between::new(3))]
    rolls: Between<1, 9>,
}

impl Default for Options {
    fn default() -> Options {
        Options { rolls: Between::new(3) }
    }
}

/// A step of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, EnumDiscriminants)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[strum_discriminants(
    doc = "A kind of step, in the order of the page's table. New ones are added at the end.",
    name(StepKind),
    derive(Hash, VariantArray, VariantNames),
    strum(serialize_all = "snake_case")
)]
pub enum Step {
    /// Shakes the cup.
    Roll {
        /// The player.
        player: Player,
    },
    /// The table shows the die.
    Show {
        /// The face, 1 to 6.
        face: Number,
    },
}

impl AnyStepKind for StepKind {
    fn index(self) -> usize {
        self as usize
    }
}

impl GameStep for Step {
    type Kind = StepKind;
    type Move = Move;

    fn player(&self) -> Option<Player> {
        match self {
            Step::Show { .. } => None,
            Step::Roll { player } => Some(*player),
        }
    }

    fn of_move(player: Player, mv: Move) -> Step {
        mv.step(player)
    }
}

/// A move of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// [`Step::Roll`]
    Roll,
}

impl Move {
    /// The move as this player's step.
    pub(crate) fn step(self, player: Player) -> Step {
        match self {
            Move::Roll => Step::Roll { player },
        }
    }
}

/// A table.
#[derive(Clone, Debug, PartialEq)]
pub struct Cups {
    options: Options,
    faces: [Vec<u8>; PLAYERS],
    rolling: bool,
}

impl Cups {
    fn turn(&self) -> Player {
        Player(u8::from(self.faces[0].len() > self.faces[1].len()))
    }
}

/// What a viewer may see, for bots.
pub struct View<'a> {
    table: &'a Cups,
    viewer: Viewer,
}

impl View<'_> {
    fn faces(&self, player: Player) -> Option<&[u8]> {
        let seen = self.viewer.sees(player) || self.table.due().is_over();
        seen.then_some(self.table.faces[player.index()].as_slice())
    }
}

/// What a viewer may see, as JSON.
#[derive(Debug, PartialEq, Serialize)]
pub struct State {
    /// By player; null while hidden under another player's cup.
    faces: Vec<Option<Vec<u8>>>,
}

/// The detail of a result.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Detail {
    /// Number of rolls of both players.
    rolls: usize,
}

impl Game for Cups {
    const INFO: RulesetInfo = RulesetInfo {
        id: "cups",
        name: "Cups",
        players: PlayerCount { min: 2, max: 2, step: 1, default: 2 },
        deck: None,
        authors: "nobody",
        rules_version: 1,
        steps: StepKind::NAMES,
        card_fields: &[],
        moves_limit: 1,
        has_readings: false,
    };

    type Options = Options;
    type Step = Step;
    type Move = Move;
    type Detail = Detail;

    fn set_up(_players: usize, options: Options) -> Result<Cups, Violation> {
        Ok(Cups { options, faces: Default::default(), rolling: false })
    }

    fn due(&self) -> Due<StepKind> {
        match self.faces[1].len() == self.options.rolls.size() {
            true => Due::Over,
            false if self.rolling => Due::Table(StepKind::Show),
            false => Due::player(self.turn(), &[StepKind::Roll]),
        }
    }

    fn check_form(&self, step: &Step) -> Result<(), Violation> {
        known_player_of(step, PLAYERS)
    }

    fn check_rules(&self, step: &Step) -> Result<(), Violation> {
        match step {
            Step::Show { face } if !(1..=6).contains(&face.0) => {
                Err(Violation::new(Code::BadDice, "A die does not show {}.", [face.0.into()]))
            }
            Step::Roll { .. } | Step::Show { .. } => Ok(()),
        }
    }

    fn apply_unchecked(&mut self, step: &Step) {
        match step {
            Step::Roll { player } => self.play_unchecked(*player, Move::Roll),
            Step::Show { face } => {
                let turn = self.turn();
                self.faces[turn.index()].push(face.0 as u8);
                self.rolling = false;
            }
        }
    }

    fn play_unchecked(&mut self, _player: Player, Move::Roll: Move) {
        self.rolling = true;
    }

    fn moves(&self, player: Player, limit: usize, out: &mut Vec<Move>) -> bool {
        let due = self.due().players().contains(player);
        out.extend((due && out.len() < limit).then_some(Move::Roll));
        !due || limit > 0
    }

    fn draw(&mut self, chance: &mut Chance) -> Step {
        assert!(self.rolling, "a die is due");
        let step = Step::Show { face: Number(i64::from(chance.below(6)) + 1) };
        self.apply_unchecked(&step);
        step
    }

    fn outcome(&self) -> Option<Outcome<Detail>> {
        self.due().is_over().then(|| {
            let scores = self.faces.each_ref().map(|faces| faces.iter().map(|face| i64::from(*face)).sum::<i64>());
            let best = |player: &Player| scores[0] != scores[1] && scores[player.index()] == scores[0].max(scores[1]);
            Outcome {
                winners: Player::all(PLAYERS).filter(best).collect(),
                places: places_by(&scores),
                scores: scores.into(),
                detail: Detail { rolls: self.faces.iter().map(Vec::len).sum() },
            }
        })
    }
}

impl Observe for Cups {
    type View<'a> = View<'a>;
    type State = State;

    fn players(&self) -> usize {
        PLAYERS
    }

    fn view(&self, viewer: Viewer) -> View<'_> {
        View { table: self, viewer }
    }

    fn state(&self, viewer: Viewer) -> State {
        let view = self.view(viewer);
        State { faces: Player::all(PLAYERS).map(|player| view.faces(player).map(<[u8]>::to_vec)).collect() }
    }

    fn seen<'a>(&self, step: &'a Step, after: &Cups, viewer: Viewer) -> SeenStep<'a, Step> {
        match step {
            Step::Roll { .. } => SeenStep::Whole(step),
            Step::Show { .. } => SeenStep::whole_if(after.view(viewer).faces(self.turn()).is_some(), step, |show| show),
        }
    }

    fn resample_hidden(&self, viewer: Viewer, chance: &mut Chance) -> Cups {
        let mut other = self.clone();
        for player in Player::all(PLAYERS).filter(|player| self.view(viewer).faces(*player).is_none()) {
            other.faces[player.index()].iter_mut().for_each(|face| *face = chance.below(6) as u8 + 1);
        }
        other
    }

    fn imagined(view: &View<'_>, chance: &mut Chance) -> Cups {
        view.table.resample_hidden(view.viewer, chance)
    }
}

impl LogCodec for Cups {
    fn blank(kind: StepKind, player: Player) -> Step {
        match kind {
            StepKind::Roll => Step::Roll { player },
            StepKind::Show => Step::Show { face: Number(1) },
        }
    }

    fn numbers(_options: &Options, step: &mut Step, numbers: &mut Numbers<'_>) {
        match step {
            Step::Roll { .. } => {}
            Step::Show { face } => numbers.number(face, 7),
        }
    }
}

/// A bot that just rolls.
struct Adept;

impl Bot<Cups> for Adept {
    fn choose(&mut self, _view: &View<'_>, moves: &[Move], _must: bool, _chance: &mut Chance) -> Option<Move> {
        moves.first().copied()
    }
}

impl HasBots for Cups {
    const ADEPT_VERSION: u32 = 1;

    fn adept() -> Box<dyn Bot<Cups>> {
        Box::new(Adept)
    }

    fn easy() -> Box<dyn Bot<Cups>> {
        Box::new(Adept)
    }

    fn thinking(_players: usize, _options: &Options) -> Duration {
        Duration::ZERO
    }
}

/// A game of adepts from its seed: its document, its encoded log, and the final public state.
fn played(seed: &str) -> (Value, Vec<u8>, Value) {
    let options = Options::default();
    let mut game = Cups::new(PLAYERS, options.clone()).expect("two may play");
    let (mut bots, mut steps) = (seat::<Cups>(&[Skill::Adept; PLAYERS], seed, ""), Vec::new());
    play_out(&mut game, &mut bots, &mut Chance::of_table(seed, ""), |_, step| steps.push(step));
    let document = json!({"ruleset": "cups", "players": [{"name": "Ada"}, {"name": "Bel"}], "steps": steps});
    let log = Log::<Cups> { players: PLAYERS, options, steps };
    (document, log.to_bytes(), serde_json::to_value(game.state(Viewer::Public)).expect("JSON"))
}

/// Imports a document: the scores, or the index and code of the refusal.
fn imported(document: &Value) -> Result<Vec<i64>, (Option<usize>, Code)> {
    let text = document.to_string();
    let document = Document::read(&text, &[]).expect("a document");
    match document.replay::<Cups>() {
        Ok((game, _)) => Ok(game.outcome().expect("the game is over").scores),
        Err(refusal) => Err((refusal.index, refusal.fault.code)),
    }
}

#[test]
fn a_toy_keeps_the_laws() {
    only_allowed_numbers_of_players_may_play::<Cups>();
    for (seed, skill) in (0..20).zip([Skill::Adept, Skill::Random].into_iter().cycle()) {
        let options = parse_options::<Cups>(json!({"rolls": seed % 9 + 1})).expect("valid options");
        keep_the_laws::<Cups>(PLAYERS, &options, skill, &format!("cups {seed}"), 36);
    }
    assert!(parse_options::<Cups>(json!({"rolls": 10})).is_err());
}

#[test]
fn a_toy_is_played_stored_and_imported() {
    let (document, bytes, seen) = played("a toy");
    assert_eq!(played("a toy"), (document.clone(), bytes.clone(), seen));
    assert!(imported(&document).is_ok());
    let steps = document["steps"].as_array().expect("steps").len();
    let log = Log::<Cups>::from_bytes(PLAYERS, Options::default(), steps, &bytes).expect("a stored log");
    assert_eq!(serde_json::to_value(&log.steps).expect("JSON"), document["steps"]);
    let steps = [4, 2, 6, 2, 1, 2]
        .into_iter()
        .enumerate()
        .flat_map(|(n, face)| [Step::Roll { player: Player(n as u8 % 2) }, Step::Show { face: Number(face) }]);
    let log = Log::<Cups> { players: PLAYERS, options: Options::default(), steps: steps.collect() };
    let bytes = log.to_bytes();
    assert!(bytes.len() <= 12, "{} bytes", bytes.len());
    assert_eq!(log.replay().expect("a good log").outcome().map(|outcome| outcome.winners), Some(vec![Player(0)]));
}

#[test]
fn a_wrong_step_of_a_toy_is_refused_with_its_index() {
    let (good, ..) = played("a slip");
    for (place, step, code) in [
        (1, json!({"type": "show", "face": 7}), Code::BadDice),
        (1, json!({"type": "show", "face": "6"}), Code::Malformed),
        (2, json!({"type": "roll", "player": 0}), Code::WrongPlayer),
        (4, json!({"type": "show", "face": 1}), Code::WrongStep),
    ] {
        let mut document = good.clone();
        document["steps"][place] = step;
        assert_eq!(imported(&document), Err((Some(place), code)));
    }
    let mut document = good;
    let steps = document["steps"].as_array_mut().expect("steps");
    steps.pop();
    assert_eq!(imported(&document), Err((Some(11), Code::Incomplete)));
}

#[test]
fn each_viewer_of_a_toy_sees_only_their_own_dice_until_the_end() {
    let mut game = Cups::new(PLAYERS, Options { rolls: Between::new(1) }).expect("two may play");
    let seen = |game: &Cups| {
        [Viewer::All, Viewer::Public, Viewer::Player(Player(0)), Viewer::Player(Player(1))]
            .map(|viewer| serde_json::to_value(game.state(viewer)).expect("JSON")["faces"].clone())
    };
    for step in [Step::Roll { player: Player(0) }, Step::Show { face: Number(5) }] {
        let before = game.clone();
        game.apply(&step).expect("a good step");
        let whole = serde_json::to_value(&step).expect("JSON");
        let step_seen = |player| serde_json::to_value(before.seen(&step, &game, Viewer::Player(player))).expect("JSON");
        assert_eq!(step_seen(Player(0)), whole);
        assert_eq!(step_seen(Player(1)), if step.player().is_some() { whole } else { json!({"type": "show"}) });
    }
    assert_eq!(seen(&game), [json!([[5], []]), json!([null, null]), json!([[5], null]), json!([null, []])]);
    for step in [Step::Roll { player: Player(1) }, Step::Show { face: Number(2) }] {
        game.apply(&step).expect("a good step");
    }
    assert_eq!(seen(&game), [0; 4].map(|_| json!([[5], [2]])));
}

#[test]
fn a_toy_is_set_up_as_callers_ask_and_played_by_bots() {
    let setup_of = |options, players| SetupOf::<Cups>::parse(options, players, None);
    let faults = setup_of(json!({"rolls": 10, "dice": 2}), 3).expect_err("three things are wrong");
    let mut pointers: Vec<_> = faults.into_iter().map(|fault| fault.pointer).collect();
    pointers.sort();
    assert_eq!(pointers, ["/options/dice", "/options/rolls", "/players"]);

    let setup = setup_of(json!({"rolls": 2}), PLAYERS).expect("a good set-up");
    let bots = [Skill::Adept, Skill::Random];
    let play = || setup.played(&bots, &Seed::Given("a toy".to_owned()), "", &Cancel::never()).expect("a whole game");
    let (game, log) = play();
    assert_eq!((game.due(), log.steps.len(), play()), (Due::Over, 8, (game.clone(), log.clone())));

    let start = log.replay_to(0).expect("no step is wrong");
    let chance = |player: Player| Chance::of_decision("a toy", "", player.index(), 0);
    let decision = |player, must| decide(&start, player, must, Skill::Adept, chance(player));
    assert_eq!((decision(Player(0), true), decision(Player(1), false)), (Some(Move::Roll), None));
}
