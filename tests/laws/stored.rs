//! Stored logs: how much space they take, and what is read from damaged ones.

use arcana::{
    games::{Foolery, Fortuna, Fortunes, Fortuno, Log, Reversal},
    players::Skill,
};
use proptest::{collection::vec, prelude::*, test_runner::TestRunner};

use crate::setups::{Setups, played};

/// These games of a thousand are read as they were written, and take at most this many bytes.
fn take_at_most<G: Setups>(most: usize, skills: &[Skill]) {
    let mut bytes = 0;
    let skill = |number: usize| if number.is_multiple_of(4) { Skill::Adept } else { Skill::Random };
    for (number, skill) in (0..1000).map(|number| (number, skill(number))).filter(|game| skills.contains(&game.1)) {
        let log: Log<G> = played(number, skill);
        let stored = log.to_bytes();
        bytes += stored.len();
        let read = Log::<G>::from_bytes(log.players, log.options.clone(), log.steps.len(), &stored);
        assert_eq!(read, Ok(log), "set-up {number}");
    }
    assert!(bytes <= most, "{bytes} bytes");
}

/// Without adepts, who think for minutes in a program that is not optimized.
#[test]
fn games_of_fortunes_take_this_much_space() {
    take_at_most::<Fortunes>(104_300, &[Skill::Random]);
}

#[test]
fn games_of_fortuno_take_this_much_space() {
    take_at_most::<Fortuno>(205_400, &Skill::ALL);
}

#[test]
fn games_of_foolery_take_this_much_space() {
    take_at_most::<Foolery>(232_400, &Skill::ALL);
}

#[test]
fn games_of_fortuna_take_this_much_space() {
    take_at_most::<Fortuna>(79_100, &Skill::ALL);
}

#[test]
fn games_of_reversal_take_this_much_space() {
    take_at_most::<Reversal>(143_600, &Skill::ALL);
}

/// Bytes that are stored with a right checksum.
fn read_whatever_it_is<G: Setups>(number: usize, version: u8, steps: usize, stored: &[u8]) -> Option<Log<G>> {
    let (players, options) = G::numbered(number);
    let mut bytes = vec![version];
    bytes.extend(stored);
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    Log::from_bytes(players, options, steps, &bytes).ok()
}

/// Any bytes are a log, whose steps are then judged like any others, or an error.
fn any_bytes_are_judged<G: Setups>() {
    let any = (0..60usize, vec(any::<u8>(), 0..120), 0..90usize);
    let judged = |(number, stored, steps): (usize, Vec<u8>, usize)| {
        if let Some(log) = read_whatever_it_is::<G>(number, 2, steps, &stored) {
            prop_assert_eq!(log.steps.len(), steps);
            let _ = log.replay();
        }
        prop_assert_eq!(read_whatever_it_is::<G>(number, 1, steps, &stored), None);
        Ok(())
    };
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    TestRunner::new(config).run(&any, judged).expect("no panic");
}

/// A wrong bit is noticed; with a right checksum the steps are judged like any others.
fn flipped_bits_are_judged<G: Setups>() {
    for number in 0..6 {
        let log: Log<G> = played(number, Skill::Random);
        let stored = log.to_bytes();
        for bit in (number..8 * stored.len()).step_by(11) {
            let mut damaged = stored.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            let read = Log::<G>::from_bytes(log.players, log.options.clone(), log.steps.len(), &damaged);
            assert!(read.is_err(), "bit {bit} of set-up {number}");
            let read = read_whatever_it_is::<G>(number, 2, log.steps.len(), &damaged[1..stored.len() - 4]);
            let _ = read.map(|log| log.replay());
        }
    }
}

#[test]
fn any_bytes_are_a_log_or_an_error() {
    any_bytes_are_judged::<Fortunes>();
    any_bytes_are_judged::<Fortuno>();
    any_bytes_are_judged::<Foolery>();
    any_bytes_are_judged::<Fortuna>();
    any_bytes_are_judged::<Reversal>();
}

#[test]
fn flipped_bits_are_noticed_and_never_panic() {
    flipped_bits_are_judged::<Fortunes>();
    flipped_bits_are_judged::<Fortuno>();
    flipped_bits_are_judged::<Foolery>();
    flipped_bits_are_judged::<Fortuna>();
    flipped_bits_are_judged::<Reversal>();
}
