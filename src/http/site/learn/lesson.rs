//! What a lesson is: a text with pictures, and a first example that the engine replays.

use maud::Markup;

use crate::{
    cards::Card,
    chance::Chance,
    games::{Due, Viewer},
    http::site::table::{TablePage, TableView},
    narration::{Names, Narrate},
};

/// Who plays in the examples, as far as there are seats.
const PLAYERS: [&str; 4] = ["Ada", "Bel", "Cyd", "Dov"];

/// A game as it is learned in five minutes: in a file of its own.
pub trait Lesson: TablePage {
    /// What it is about, in a sentence.
    const LEAD: &'static str;
    /// The first example.
    const EXAMPLE: Example;

    /// The rules as somebody at the table would tell them.
    fn text() -> Markup;

    /// What a stage of the example looks like.
    fn picture(stage: &Played<Self>) -> Markup;

    /// What a card does in the game that others do not.
    fn of_card(card: Card) -> Option<CardRule>;
}

/// What a card does in a game.
#[derive(Clone, Copy, Debug)]
pub struct CardRule {
    /// In a sentence.
    pub text: &'static str,
    /// The section of the rules page that says it exactly.
    pub section: &'static str,
}

/// The beginning of a game, dealt and rolled from a seed.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The seed, so that readers can check the deal.
    pub seed: &'static str,
    /// How many play.
    pub players: usize,
    /// What it starts with.
    pub start: &'static str,
    /// Does what the table rolls after the last choice of a stage belong to it? Else it opens the next.
    pub ends_with_rolls: bool,
    /// Its parts, one after the other.
    pub stages: &'static [Stage],
}

/// A part of an example.
#[derive(Clone, Copy, Debug)]
pub struct Stage {
    /// What it is called.
    pub name: &'static str,
    /// What the players do, as the list of steps that a log would have; the table's own steps follow from the seed.
    pub steps: &'static str,
    /// Why it goes as it goes.
    pub why: &'static str,
}

/// A stage that was played.
pub struct Played<G: Lesson> {
    /// What it is of the example.
    pub stage: Stage,
    /// The game after it.
    pub game: G,
    /// All its steps, the table's too.
    pub steps: Vec<G::Step>,
}

impl<G: Lesson> Played<G> {
    /// What players and cards are called.
    pub fn names(&self) -> Names<'static> {
        names::<G>()
    }

    /// The table after it.
    pub fn view<'a>(&'a self, names: &'a Names<'a>) -> TableView<'a, G> {
        TableView::new(&self.game, Viewer::Public, names, self.steps.last())
    }

    /// Each step in a sentence.
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

/// The table's steps, as long as one is due.
fn drawn<G: Lesson>(game: &mut G, chance: &mut Chance) -> Vec<G::Step> {
    let mut steps = Vec::new();
    while matches!(game.due(), Due::Table(_)) {
        steps.push(game.draw(chance));
    }
    steps
}
