//! The set-ups that laws of every game are tried with.

use arcana::{
    chance::Chance,
    games::Log,
    players::{HasBots, Skill, play_out, seat},
};

/// A game whose numbers of players and house rules can be counted through.
pub trait SetUps: HasBots {
    /// Is anything hidden from anybody?
    const HIDES: bool = true;

    /// How many play, and the house rules; a few tens of numbers meet them all.
    fn numbered(number: usize) -> (usize, Self::Options);
}

/// A game of these bots from this set-up, to its end.
pub fn played<G: SetUps>(number: usize, skill: Skill) -> Log<G> {
    let (players, options) = G::numbered(number);
    let mut game = G::new(players, options.clone()).unwrap_or_else(|fault| panic!("set-up {number}: {fault:?}"));
    let seed = format!("{} {number}", G::INFO.id);
    let (mut bots, mut steps) = (seat::<G>(&vec![skill; players], &seed, ""), Vec::new());
    play_out(&mut game, &mut bots, &mut Chance::of_table(&seed, ""), |_, step| steps.push(step));
    Log { players, options, steps }
}

/// A test of a law for every game: the law with how many games are played by random bots and by adepts.
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
