//! Shared by the tests of several games.

use serde_json::Value;

use super::{AnyStepKind, Game, GameStep, Observe, Ruleset, Viewer, with_game};
use crate::{
    chance::Chance,
    players::{Skill, play_out, seat},
};

/// What a viewer sees of a legal step from this state.
#[track_caller]
pub(super) fn seen<G: Observe>(game: &G, step: &G::Step, viewer: Viewer) -> Value {
    let mut after = game.clone();
    after.apply(step).unwrap_or_else(|fault| panic!("{step:?}: {fault:?}"));
    serde_json::to_value(game.seen(step, &after, viewer)).expect("JSON")
}

/// The words that serde says are accepted as `type`.
fn accepted_types<S: GameStep>() -> Vec<String> {
    let refusal = serde_json::from_str::<S>(r#"{"type": ""}"#).expect_err("no step has this type").to_string();
    refusal.split('`').skip(3).step_by(2).map(str::to_owned).collect()
}

#[test]
fn kinds_of_steps_are_named_like_their_steps() {
    for ruleset in Ruleset::ALL {
        with_game!(ruleset, G => {
            type Kind = <<G as Game>::Step as GameStep>::Kind;
            assert_eq!(Kind::NAMES, accepted_types::<<G as Game>::Step>(), "{ruleset:?}");
            assert!(Kind::ALL.iter().enumerate().all(|(index, kind)| kind.index() == index), "{ruleset:?}");
            assert_eq!(Kind::ALL.len(), Kind::NAMES.len(), "{ruleset:?}");
            let players = usize::from(G::INFO.players.default);
            let mut game = G::new(players, Default::default()).expect("so many may play");
            let mut bots = seat(&vec![Skill::Random; players], "kinds", "");
            play_out(&mut game, &mut bots, &mut Chance::of_table("kinds", ""), |_, step| {
                let written = serde_json::to_value(&step).expect("JSON");
                assert_eq!(written["type"], step.kind().name(), "{ruleset:?}");
            });
        });
    }
}
