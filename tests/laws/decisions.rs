//! At tables a bot is created anew for each decision, with its own random stream. Every game still ends.

use arcana::{
    chance::Chance,
    games::{Due, GameStep, Player, PlayerSet},
    players::{Skill, decide},
};

use crate::setups::{Setups, for_every_game};

/// Above the number of steps of these games.
const MAX_STEPS: usize = 20_000;

for_every_game! {
    decisions_are_legal_to_the_end:
    fortunes(Fortunes, 24, 2),
    foolery(Foolery, 40, 10),
    fortuna(Fortuna, 40, 10),
    reversal(Reversal, 40, 10),
    fortuno(Fortuno, 30, 10),
}

fn decisions_are_legal_to_the_end<G: Setups>(number: usize, skill: Skill) {
    let steps = decided::<G>(number, skill);
    assert_eq!(steps, decided::<G>(number, skill), "set-up {number}: the same seeds decide otherwise");
}

/// The steps of a game whose bots are created anew for each decision.
fn decided<G: Setups>(number: usize, skill: Skill) -> Vec<G::Step> {
    let (players, options) = G::numbered(number);
    let mut game = G::new(players, options).unwrap_or_else(|fault| panic!("set-up {number}: {fault:?}"));
    let seed = format!("{} {number}", G::INFO.id);
    let mut table = Chance::of_table(&seed, "");
    let mut steps = Vec::new();
    loop {
        assert!(steps.len() < MAX_STEPS, "set-up {number} does not end");
        let ask = |must: bool, player: Player| {
            let chance = Chance::of_decision(&seed, "", player.index(), steps.len());
            Some(G::Step::of_move(player, decide(&game, player, must, skill, chance)?))
        };
        let each = |players: PlayerSet, must| players.iter().find_map(|player| ask(must, player));
        let step = match game.due() {
            Due::Over => return steps,
            Due::Table(_) => game.draw(&mut table),
            Due::Players { must, may, .. } => {
                let step = each(may, false).or_else(|| each(must, true)).expect("a bot that has to act does");
                game.apply(&step).unwrap_or_else(|fault| panic!("set-up {number}: {step:?} refused: {fault:?}"));
                step
            }
        };
        steps.push(step);
    }
}
