//! What is usual in a reading? Adepts play deals of Fortunes; the counts of all readings are the program's table:
//!
//! `cargo run --release --example usual -- 20000 > src/reading/usual/table.rs`

use std::{collections::BTreeMap, env};

use arcana::{
    cards::Rank,
    chance::Chance,
    games::{Fortunes, Game, Player},
    players::{HasBots, Skill, play_out, seat},
    reading::{
        Tricks,
        usual::{Counts, Measure},
    },
};

/// Rows with fewer readings than this say too little and are left out, at both ends.
const FEWEST_READINGS: usize = 100;

fn main() {
    let deals = env::args().nth(1).and_then(|deals| deals.parse().ok()).unwrap_or(500);
    let mut readings: BTreeMap<usize, Vec<Counts>> = BTreeMap::new();
    for counts in (0..deals).flat_map(played) {
        readings.entry(counts.cards.into()).or_default().push(counts);
    }
    let everything: Vec<_> = readings.values().flatten().copied().collect();
    readings.retain(|_, counts| counts.len() >= FEWEST_READINGS);
    println!("//! Counted by `cargo run --release --example usual -- {deals}`; not written by hand.\n");
    println!("/// How many deals were played.\npub const DEALS: u32 = {deals};\n");
    println!(
        "/// The version of the adepts who played them.\npub const BOT_VERSION: u32 = {};\n",
        Fortunes::ADEPT_VERSION
    );
    println!("/// The version of the rules of Fortunes that they played by.");
    println!("pub const RULES_VERSION: u32 = {};\n", Fortunes::INFO.rules_version);
    println!("/// How many cards the readings of each first row have; each row has one more.");
    println!("pub(super) const FEWEST_CARDS: usize = {};\n", readings.keys().next().unwrap_or(&0));
    println!("/// By measure, then by number of cards: in how many readings the count was 0, 1, 2 …");
    println!("pub(super) const READINGS: [&[&[u32]]; {}] = [", Measure::ALL.len());
    for measure in Measure::ALL {
        println!("    // {measure:?}\n    &[");
        readings.values().for_each(|counts| println!("        &{:?},", row(counts, measure)));
        println!("    ],");
    }
    println!("];\n\n/// By rank, from the ace: how many readings had three or more of it, and how many had all four.");
    println!("pub(super) const ALIKE: [(u32, u32); {}] = [", Rank::ALL.len());
    for rank in Rank::ALL {
        let with = |cards| everything.iter().filter(|counts| counts.rank(rank) >= cards).count();
        println!("    ({}, {}),", with(3), with(4));
    }
    println!("];");
}

/// Plays a deal: the readings of its two teams.
fn played(deal: u32) -> [Counts; 2] {
    let seed = format!("usual/{deal}");
    let mut game = Fortunes::new(4, Default::default()).expect("four play Fortunes");
    play_out(&mut game, &mut seat(&[Skill::Adept; 4], &seed, ""), &mut Chance::of_table(&seed, ""), |_, _| ());
    let outcome = game.outcome().expect("the game is over");
    let deal = outcome.detail.deals.first().expect("the game has one deal");
    [Player(0), Player(1)].map(|player| Counts::of(Tricks::of_deal(deal, player).cards()))
}

/// How often each count came; what never came at the end is left out.
fn row(readings: &[Counts], measure: Measure) -> Vec<u32> {
    let most = readings.iter().map(|counts| counts.get(measure)).max().unwrap_or(0);
    let came = |count| readings.iter().filter(|counts| counts.get(measure) == count).count() as u32;
    (0..=most).map(came).collect()
}
