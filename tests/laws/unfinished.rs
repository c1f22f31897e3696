//! Tables in play store unfinished logs, so every prefix of a log can be stored.

use arcana::{games::Log, players::Skill};

use crate::setups::{Setups, for_every_game, played};

for_every_game! {
    every_beginning_is_read_as_it_was_written:
    fortunes(Fortunes, 72, 6),
    foolery(Foolery, 60, 10),
    fortuna(Fortuna, 60, 10),
    reversal(Reversal, 60, 10),
    fortuno(Fortuno, 60, 10),
}

fn every_beginning_is_read_as_it_was_written<G: Setups>(number: usize, skill: Skill) {
    let whole = played::<G>(number, skill);
    for count in 0..=whole.steps.len() {
        let begun =
            Log::<G> { players: whole.players, options: whole.options.clone(), steps: whole.steps[..count].to_vec() };
        let read = Log::<G>::from_bytes(begun.players, begun.options.clone(), count, &begun.to_bytes());
        assert_eq!(read.as_ref(), Ok(&begun), "set-up {number} after {count} of {} steps", whole.steps.len());
    }
}
