//! Makes the reference table of rarities: adepts play single deals of Fortunes on all processors, and all readings are
//! counted.
//!
//! `cargo run --release --example rarity -- 200000 > rarity.txt && mv rarity.txt crates/arcana-reading/src/rarity/reference.txt`

use std::{
    env,
    sync::atomic::{AtomicU32, Ordering},
    thread,
};

use arcana::{
    chance::Chance,
    games::{Fortunes, Game},
    players::{HasBots, Skill, play_out, seat},
    reading::rarity::{RarityCounts, Reference},
    statistics::bot_label,
};

/// Incremented with every published table.
const VERSION: u32 = 1;

/// Number of deals that a thread takes at a time.
const PORTION: u32 = 100;

fn main() {
    let deals = env::args().nth(1).and_then(|deals| deals.parse().ok()).unwrap_or(500);
    let mut run = Reference {
        version: VERSION,
        seed: "rarity".to_owned(),
        deals,
        bot: bot_label(Skill::Adept.id(), Fortunes::ADEPT_VERSION),
        rules_version: Fortunes::INFO.rules_version,
        counts: RarityCounts::default(),
    };
    let pile = AtomicU32::new(0);
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let counted: Vec<_> = thread::scope(|scope| {
        let handles: Vec<_> = (0..workers).map(|_| scope.spawn(|| work(&run, &pile))).collect();
        handles.into_iter().map(|handle| handle.join().expect("a game is played to its end")).collect()
    });
    counted.iter().for_each(|counts| run.counts.merge(counts));
    print!("{}", run.text());
}

/// Plays deals until none are left.
fn work(run: &Reference, pile: &AtomicU32) -> RarityCounts {
    let mut counts = RarityCounts::default();
    loop {
        let first = pile.fetch_add(PORTION, Ordering::Relaxed);
        if first >= run.deals {
            return counts;
        }
        (first..run.deals.min(first + PORTION)).for_each(|number| play(run, number, &mut counts));
        eprint!("\r{first} of {} deals", run.deals);
    }
}

/// Plays a deal and counts its readings.
fn play(run: &Reference, number: u32, counts: &mut RarityCounts) {
    let seed = run.seed_of(number);
    let mut game = Fortunes::new(4, Default::default()).expect("four play Fortunes");
    play_out(&mut game, &mut seat(&[Skill::Adept; 4], &seed, ""), &mut Chance::of_table(&seed, ""), |_, _| ());
    let outcome = game.outcome().expect("the game is over");
    counts.count_deal(number, outcome.detail.deals.first().expect("the game has one deal"));
}
