//! Two games that differ only in what a viewer cannot know look the same to that viewer.

use arcana::{
    cards::Deck,
    chance::Chance,
    games::{GameStep, Observe, Player, Viewer, check_as_seen, legal_steps},
    narration::Names,
    players::{Skill, decide},
    scenes::{Scene, SceneView},
};
use serde_json::json;

use crate::setups::{Setups, for_every_game, played};

/// Approximate number of positions checked in each game.
const MOMENTS: usize = 24;
/// Number of steps that a viewer tries at each.
const TRIED: usize = 24;

for_every_game! {
    what_is_hidden_makes_no_difference:
    fortunes(Fortunes, 24, 2),
    foolery(Foolery, 40, 10),
    fortuna(Fortuna, 10, 5),
    reversal(Reversal, 40, 10),
    fortuno(Fortuno, 50, 30),
}

fn what_is_hidden_makes_no_difference<G: Setups>(number: usize, skill: Skill) {
    let log = played::<G>(number, skill);
    let mut probe = Chance::of_table(&format!("{} {number}", G::INFO.id), "hidden");
    let mut game = G::new(log.players, log.options.clone()).expect("a game that was played");
    let mut changed = false;
    for step in &log.steps {
        let after = applied(&game, step);
        if probe.below(log.steps.len() as u32) < MOMENTS as u32 {
            for viewer in viewers(log.players) {
                let other = game.resample_hidden(viewer, &mut probe);
                changed |= other != game;
                let both = Both { game: &game, other: &other, viewer };
                both.receive_the_same();
                both.see_alike(step);
                both.take_and_refuse_alike(&log.steps, &mut probe);
                both.decide_alike(&mut probe);
            }
        }
        game = after;
    }
    // In other set-ups a player may have so few choices that hidden information can be inferred.
    assert!(number > 0 || changed == G::HIDES, "{}: hidden information is not resampled", G::INFO.id);
}

fn viewers(players: usize) -> impl Iterator<Item = Viewer> {
    Player::all(players).map(Viewer::Player).chain([Viewer::Public])
}

fn applied<G: Setups>(game: &G, step: &G::Step) -> G {
    let mut after = game.clone();
    after.apply(step).unwrap_or_else(|fault| panic!("{step:?}: {fault:?}"));
    after
}

/// A game, and another that the viewer cannot distinguish from it.
struct Both<'a, G> {
    game: &'a G,
    other: &'a G,
    viewer: Viewer,
}

impl<G: Setups> Both<'_, G> {
    fn same<T: PartialEq + std::fmt::Debug>(&self, of: impl Fn(&G) -> T, what: &str) {
        let (one, two) = (of(self.game), of(self.other));
        assert_eq!(one, two, "{:?} can tell by {what}:\n{:?}\n{:?}", self.viewer, self.game, self.other);
    }

    /// What the viewer sees without acting.
    fn receive_the_same(&self) {
        let viewer = self.viewer;
        self.same(|game| serde_json::to_string(&game.state(viewer)).expect("JSON"), "the state");
        self.same(|game| json!(game.due_for(viewer).named()).to_string(), "what is due");
        let legal = |game: &G| {
            let legal = legal_steps(game, viewer);
            (serde_json::to_string(&legal.steps).expect("JSON"), legal.truncated)
        };
        self.same(legal, "the legal steps");
        let players = Player::all(Observe::players(self.game)).map(Player::default_name).collect::<Vec<_>>();
        let names = Names { players: players.iter().map(String::as_str).collect(), deck: Deck::default() };
        self.same(|game| Scene::of(&SceneView::new(game, viewer, &names, None)), "the scene");
    }

    /// A step that is legal in both.
    fn see_alike(&self, step: &G::Step) {
        if self.other.check(step).is_ok() {
            let seen =
                |game: &G| serde_json::to_string(&game.seen(step, &applied(game, step), self.viewer)).expect("JSON");
            self.same(seen, &format!("{step:?}"));
        }
    }

    /// Steps that the viewer plays or tries: legal ones, and typical ones of other players.
    fn take_and_refuse_alike(&self, steps: &[G::Step], probe: &mut Chance) {
        let Viewer::Player(player) = self.viewer else { return };
        let legal = legal_steps(self.game, self.viewer).steps;
        let any = |steps: &[G::Step], probe: &mut Chance| steps[probe.below(steps.len() as u32) as usize].clone();
        for _ in 0..legal.len().min(TRIED / 2) {
            let step = any(&legal, probe);
            assert_eq!(check_as_seen(self.game, &step), Ok(()), "{step:?} is listed");
            self.see_alike(&step);
        }
        for _ in 0..TRIED {
            let step = of_player(any(steps, probe), player);
            self.same(|game| check_as_seen(game, &step), &format!("the judgement of {step:?}"));
        }
    }

    /// A bot sees the same as a person in its seat.
    fn decide_alike(&self, probe: &mut Chance) {
        let Viewer::Player(player) = self.viewer else { return };
        let seed = probe.word().to_string();
        for must in [true, false] {
            let decision =
                |game: &G| decide(game, player, must, Skill::Adept, Chance::of_decision(&seed, "", player.index(), 0));
            self.same(decision, "what a bot decides");
        }
    }
}

/// The same step by this player; table steps are unchanged.
fn of_player<S: GameStep>(step: S, player: Player) -> S {
    let mut value = serde_json::to_value(&step).expect("JSON");
    match value.get_mut("player") {
        Some(own) => *own = json!(player),
        None => return step,
    }
    serde_json::from_value(value).expect("the same step of another player")
}
