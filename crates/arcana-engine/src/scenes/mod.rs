//! Scenes: what a viewer sees of a table, as data that pages draw, and that the terminal and the service print.
//!
//! Each game describes its middle and its seats in its own file ([`HasScene`]), from what the viewer may know; how it
//! looks is a matter of those who show it. [`Scene::text`] is the plain text, with numbered [`choices`](Scene::choices).

mod choices;
mod foolery;
mod fortuna;
mod fortunes;
mod fortuno;
mod parts;
mod reversal;
#[cfg(test)]
mod tests;
mod text;
mod view;

use crate::{
    cards::{Card, Deck, Hand},
    games::{GameStep, Player, Viewer},
    narration::{Names, Narrate, UNSEEN, narrate_seen},
};

pub use choices::{Choice, Choices};
pub use parts::{Laid, Order, Part, Seat, SeenHand, Team, faces};
pub use view::{Played, SceneView};

/// A game whose table can be shown.
pub trait HasScene: Narrate {
    /// The name of a part of the game, as in `trick`.
    const PART: &'static str;
    /// The order of hands.
    const ORDER: Order = Order::Suits;

    /// A number that changes with each part.
    fn part(game: &Self) -> u32;

    /// All players, clockwise.
    fn seating(_state: &Self::State, players: usize) -> Vec<Player> {
        Player::all(players).collect()
    }

    /// A player's hand; `None` in games without cards, and before the deal.
    fn hand(_state: &Self::State, _player: Player) -> Option<SeenHand> {
        None
    }

    /// The cards that a step moves.
    fn moved(_step: &Self::Step) -> Hand {
        Hand::EMPTY
    }

    /// The dice that a step rolls.
    fn thrown(_step: &Self::Step) -> Vec<u8> {
        Vec::new()
    }

    /// Is a step part of a throw, of dice or of anything else?
    fn is_throw(step: &Self::Step) -> bool {
        !Self::thrown(step).is_empty()
    }

    /// The step that plays a single card; `None` if cards are not played.
    fn play_of(_player: Player, _card: Card) -> Option<Self::Step> {
        None
    }

    /// What lies in the middle of the table, in the order shown.
    fn middle(view: &SceneView<'_, Self>) -> Vec<Part>;

    /// A player's seat.
    fn seat(view: &SceneView<'_, Self>, player: Player) -> Seat;

    /// The result of the last step beyond its sentence: the winner of a trick, the value of the dice.
    fn upshot(_view: &SceneView<'_, Self>) -> Option<String> {
        None
    }

    /// What is due, in a sentence.
    fn rule(view: &SceneView<'_, Self>) -> String;

    /// Number of the deal, from 1, in a game that has several.
    fn deal(_game: &Self) -> Option<u32> {
        None
    }
}

/// A table as a viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The deck that names the cards; `None` in games without cards.
    pub cards: Option<Deck>,
    /// What is due, in a sentence, or how the game ended.
    pub due: String,
    /// What lies in the middle, in the order shown.
    pub middle: Vec<Part>,
    /// The seats clockwise, the viewer's first.
    pub seats: Vec<Seat>,
    /// The latest steps; the last one has just happened.
    pub happened: Vec<Happened>,
    /// The cards moved by the last step.
    pub moved: Hand,
    /// What the viewer can do.
    pub choices: Choices,
    /// Does nothing of the game stay hidden?
    pub open: bool,
}

impl Scene {
    /// The scene of a viewer.
    pub fn of<G: HasScene>(view: &SceneView<'_, G>) -> Scene {
        let seated = |player| Seat { player, ..G::seat(view, player) };
        Scene {
            cards: G::INFO.deck.map(|_| view.names.deck),
            due: G::rule(view),
            middle: G::middle(view),
            seats: view.round().into_iter().map(seated).collect(),
            happened: Vec::new(),
            moved: view.made.map_or(Hand::EMPTY, G::moved),
            choices: Choices::of(view),
            open: view.open,
        }
    }

    /// The same with the latest steps.
    pub fn after(self, happened: Vec<Happened>) -> Scene {
        Scene { happened, ..self }
    }

    /// The seat of a player with its place: 0 for the first, then clockwise.
    pub fn seat(&self, player: Player) -> Option<(usize, &Seat)> {
        self.seats.iter().enumerate().find(|(_, seat)| seat.player == player)
    }

    /// The name of a player.
    pub fn name(&self, player: Player) -> &str {
        self.seat(player).map_or("nobody", |(_, seat)| &seat.name)
    }
}

/// A step in wire form: what a choice sends.
fn json<S: GameStep>(step: &S) -> String {
    serde_json::to_string(step).expect("a step has a JSON form")
}

/// A step with its result, as a viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Happened {
    /// The step in a sentence.
    pub sentence: String,
    /// Its result in another.
    pub upshot: Option<String>,
    /// The cards that it moved.
    pub moved: Hand,
    /// Did the viewer do it?
    pub own: bool,
}

impl Happened {
    /// The step with its result.
    pub fn told(&self) -> String {
        let Happened { sentence, upshot, .. } = self;
        upshot.as_ref().map_or_else(|| sentence.clone(), |upshot| format!("{sentence} {upshot}"))
    }
}

/// Steps as a viewer sees them, and the last one if all of it is visible. `before` is the game before the first.
pub fn happened<'a, G: HasScene>(
    names: &Names<'_>,
    before: G,
    steps: &'a [G::Step],
    viewer: Viewer,
) -> (Vec<Happened>, Option<&'a G::Step>) {
    let (mut happened, mut made, mut game) = (Vec::with_capacity(steps.len()), None, before);
    for step in steps {
        let mut after = game.clone();
        after.apply_unchecked(step);
        let (told, whole) = narrate_seen(names, (&game, step, &after), viewer);
        let sentence = told.map_or_else(|| UNSEEN.to_owned(), |told| told.sentence);
        happened.push(Happened {
            sentence,
            upshot: G::upshot(&SceneView::in_words(&after, viewer, names, whole).since(&game)),
            moved: whole.map_or(Hand::EMPTY, G::moved),
            own: step.player().is_some_and(|player| viewer.player() == Some(player)),
        });
        made = whole;
        game = after;
    }
    (happened, made)
}
