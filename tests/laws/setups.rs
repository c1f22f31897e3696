//! The set-ups with which the laws of every game are checked.

use arcana::{
    chance::Chance,
    games::Log,
    players::{HasBots, Skill, play_out, seat},
    scenes::HasScene,
};

/// A game with numbered set-ups.
pub trait Setups: HasBots + HasScene {
    /// Whether the game has hidden information.
    const HIDES: bool = true;

    /// Number of players and house rules by number; a few dozen numbers cover all of them.
    fn numbered(number: usize) -> (usize, Self::Options);
}

/// A complete game of these bots with this set-up.
pub fn played<G: Setups>(number: usize, skill: Skill) -> Log<G> {
    let (players, options) = G::numbered(number);
    let mut game = G::new(players, options.clone()).unwrap_or_else(|fault| panic!("set-up {number}: {fault:?}"));
    let seed = format!("{} {number}", G::INFO.id);
    let (mut bots, mut steps) = (seat::<G>(&vec![skill; players], &seed, ""), Vec::new());
    play_out(&mut game, &mut bots, &mut Chance::of_table(&seed, ""), |_, step| steps.push(step));
    Log { players, options, steps }
}

/// Defines a test of a law for every game, with the number of games of random bots and of adepts.
macro_rules! for_every_game {
    ($law:ident: $($game:ident($Game:ident, $randoms:expr, $adepts:expr)),+ $(,)?) => {$(
        #[test]
        fn $game() {
            for (skill, games) in [(arcana::players::Skill::Random, $randoms), (arcana::players::Skill::Adept, $adepts)] {
                (0..games).for_each(|number| $law::<arcana::games::$Game>(number, skill));
            }
        }
    )+};
}
pub(crate) use for_every_game;
