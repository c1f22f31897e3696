//! A lesson: a text with pictures, and a first example that the engine replays.

use maud::Markup;

use crate::{
    cards::Card,
    chance::Chance,
    games::{Due, Viewer},
    narration::{Names, Narrate},
    scenes::{HasScene, Scene, SceneView},
};

/// Players in the examples, by seat.
const PLAYERS: [&str; 4] = ["Ada", "Bel", "Cyd", "Dov"];

/// A game with a lesson, in its own file.
pub trait Lesson: HasScene {
    /// What the game is about, in a sentence.
    const LEAD: &'static str;
    /// The first example.
    const EXAMPLE: Example;

    /// The rules as a player would explain them.
    fn text() -> Markup;

    /// The picture of a stage of the example.
    fn picture(stage: &Played<Self>) -> Markup;

    /// The special role of a card in the game, if any.
    fn of_card(card: Card) -> Option<CardRule>;
}

/// The special role of a card in a game.
#[derive(Clone, Copy, Debug)]
pub struct CardRule {
    /// In a sentence.
    pub text: &'static str,
    /// The section of the rules page with the exact rule.
    pub section: &'static str,
}

/// The beginning of a game, dealt and rolled from a seed.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The seed, with which readers can verify the deal.
    pub seed: &'static str,
    /// Number of players.
    pub players: usize,
    /// The situation at the start.
    pub start: &'static str,
    /// Do the table's rolls after a stage's last move belong to that stage? Otherwise they open the next.
    pub ends_with_rolls: bool,
    /// Its stages in order.
    pub stages: &'static [Stage],
}

/// A stage of an example.
#[derive(Clone, Copy, Debug)]
pub struct Stage {
    /// Its name.
    pub name: &'static str,
    /// The players' moves as a list of steps in JSON. The table's steps follow from the seed.
    pub steps: &'static str,
    /// Explains what happens.
    pub why: &'static str,
}

/// A stage after it was played.
pub struct Played<G: Lesson> {
    /// The stage.
    pub stage: Stage,
    /// The game after it.
    pub game: G,
    /// All its steps, including the table's.
    pub steps: Vec<G::Step>,
}

impl<G: Lesson> Played<G> {
    /// Names of players and cards.
    pub fn names(&self) -> Names<'static> {
        names::<G>()
    }

    /// What everybody sees of the table after it.
    pub fn scene(&self) -> Scene {
        Scene::of(&self.view(&self.names()))
    }

    /// The table after it.
    pub fn view<'a>(&'a self, names: &'a Names<'a>) -> SceneView<'a, G> {
        SceneView::new(&self.game, Viewer::Public, names, self.steps.last())
    }

    /// Each step as a sentence.
    pub fn sentences(&self) -> impl Iterator<Item = (&G::Step, String)> {
        let names = self.names();
        self.steps.iter().map(move |step| (step, <G as Narrate>::narrate(&names, step).sentence))
    }
}

fn names<G: Lesson>() -> Names<'static> {
    Names { players: PLAYERS[..G::EXAMPLE.players].to_vec(), deck: G::INFO.deck.unwrap_or_default() }
}

/// Plays the example of a game.
pub fn played<G: Lesson>() -> Vec<Played<G>> {
    let Example { seed, players, ends_with_rolls, stages, start: _ } = G::EXAMPLE;
    let mut game = G::new(players, G::Options::default()).expect("as many players as the game is for");
    let mut chance = Chance::of_table(seed, "");
    let play = |stage: &Stage| {
        let moves: Vec<G::Step> = serde_json::from_str(stage.steps).expect("a test replays the steps of each example");
        let mut steps = Vec::new();
        for step in moves {
            steps.extend(drawn(&mut game, &mut chance));
            game.apply(&step).expect("a test replays the steps of each example");
            steps.push(step);
        }
        if ends_with_rolls {
            steps.extend(drawn(&mut game, &mut chance));
        }
        Played { stage: *stage, game: game.clone(), steps }
    };
    stages.iter().map(play).collect()
}

/// Plays the table's steps that are due.
fn drawn<G: Lesson>(game: &mut G, chance: &mut Chance) -> Vec<G::Step> {
    let mut steps = Vec::new();
    while matches!(game.due(), Due::Table(_)) {
        steps.push(game.draw(chance));
    }
    steps
}
