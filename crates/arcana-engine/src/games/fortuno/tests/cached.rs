//! Cached values match the state after every step of many games.

use super::*;
use crate::games::{PlayerSet, fortuno::task::Question};

/// Plays random moves to the end, or up to a number of steps, and checks the state after each; returns the number of
/// steps.
fn play_random(players: usize, options: Options, seed: &str, mut look: impl FnMut(&Fortuno)) -> usize {
    let mut game = Fortuno::new(players, options).expect("4 to 8 players");
    let mut chance = Chance::of_table(seed, "");
    for steps in 0.. {
        look(&game);
        match game.due() {
            Due::Over => return steps,
            Due::Table(_) => drop(game.draw(&mut chance)),
            Due::Players { must, .. } => {
                let player = must.first().expect("somebody has to act");
                let mv = game.nth_move(player, |count| chance.below(count as u32) as usize).expect("a legal move");
                game.play_unchecked(player, mv);
            }
        }
    }
    unreachable!("games end")
}

#[test]
fn cached_values_follow_from_the_state() {
    let (mut steps, mut eliminated, mut chariots) = (0, 0, 0);
    for (place, players) in (4..=8).cycle().take(200).enumerate() {
        let options = Options { ace_numerical: place % 2 == 0, slap_races: place % 3 == 0, ..Options::default() };
        steps += play_random(players, options, &format!("kept {place}"), |game| {
            let inside: PlayerSet = game.order.iter().copied().collect();
            let top = game.discard.iter().rev().map(|discard| discard.counts_as).find(|card| *card != Card::trump(7));
            assert_eq!((game.cached.inside, game.cached.top), (inside, top), "{game:?}");
            if let Some(Question::Act(moment)) = game.question() {
                assert_eq!(game.moment(), Some(*moment), "the cards that may be played: {game:?}");
            }
            eliminated += usize::from(game.order.len() < players);
            chariots += usize::from(game.discard.last().is_some_and(|last| Some(last.counts_as) != top));
        });
    }
    assert!(steps > 20_000 && eliminated > 500 && chariots > 200, "{steps} {eliminated} {chariots}");
}
