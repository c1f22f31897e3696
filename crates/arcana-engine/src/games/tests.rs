//! Shared by the tests of several games.

use serde_json::Value;

use super::{Observe, Viewer};

/// What a viewer sees of a legal step from this state.
#[track_caller]
pub(super) fn seen<G: Observe>(game: &G, step: &G::Step, viewer: Viewer) -> Value {
    let mut after = game.clone();
    after.apply(step).unwrap_or_else(|fault| panic!("{step:?}: {fault:?}"));
    serde_json::to_value(game.seen(step, &after, viewer)).expect("JSON")
}
