//! Deals shared by the tests of readings, since adepts take long to play.

use std::sync::LazyLock;

use arcana_engine::{
    chance::Chance,
    games::{Fortunes, Game, fortunes::Deal},
    players::{Skill, play_out, seat},
};

/// Deals of adepts outside the reference run.
pub(super) static OF_ADEPTS: LazyLock<Vec<Deal>> = LazyLock::new(|| played(300, Skill::Adept));

/// A number of single deals among bots of this skill.
pub(super) fn played(deals: u32, skill: Skill) -> Vec<Deal> {
    let played = |deal: u32| {
        let seed = format!("unusual/{deal}");
        let mut game = Fortunes::new(4, Default::default()).expect("four play Fortunes");
        play_out(&mut game, &mut seat(&[skill; 4], &seed, ""), &mut Chance::of_table(&seed, ""), |_, _| ());
        game.outcome().expect("the game is over").detail.deals.remove(0)
    };
    (0..deals).map(played).collect()
}
