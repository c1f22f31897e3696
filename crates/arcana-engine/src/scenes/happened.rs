//! What happened last, in sentences.

use super::{HasScene, SceneView};
use crate::{
    cards::Hand,
    games::{GameStep, Viewer},
    narration::{Names, UNSEEN, narrate_seen},
};

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
