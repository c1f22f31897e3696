//! Exact endings against plain searches of all that can be played.

use std::time::Instant;

use super::*;
use crate::{
    chance::Chance,
    games::{
        fortunes::{Bets, Dealt, Fortunes, Tally, by_team, team},
        parse_options,
    },
};

/// All that decides an ending among the house rules.
fn rules() -> [Options; 4] {
    ["at_will", "void_only"]
        .into_iter()
        .flat_map(|stars| ["ended", "led"].map(|disposition| (stars, disposition)))
        .map(|(stars, disposition)| {
            let options = serde_json::json!({"stars_when_broken": stars, "disposition": disposition});
            parse_options::<Fortunes>(options).expect("valid options")
        })
        .collect::<Vec<_>>()
        .try_into()
        .expect("four")
}

/// A deal after random legal cards, with this number of cards left in all hands together.
fn ending(left: usize, options: &Options, chance: &mut Chance) -> Tricks {
    let dealer = Player(chance.below(PLAYERS as u32) as u8);
    let mut table = Tricks::new(dealer, Dealt::shuffled(chance), Bets::None);
    for _ in left..PLAYERS * TRICKS {
        let legal = table.playable(table.turn(), options);
        let card = legal.nth(chance.below(legal.len() as u32) as usize).expect("one of them");
        table.play(table.turn(), card, options);
    }
    table
}

/// What the team of players 0 and 2 has won more than the other.
fn won(table: &Tricks) -> i64 {
    let [ours, theirs] = by_team(Tally::of(&table.tricks).points);
    ours - theirs
}

/// Plain alpha-beta over the game's own tricks, without any knowledge; counts the cards tried.
fn plain(table: &Tricks, options: &Options, (mut alpha, mut beta): (i64, i64), tried: &mut u64) -> i64 {
    let (player, ours) = (table.turn(), team(table.turn()) == 0);
    let mut best = if ours { i64::MIN } else { i64::MAX };
    for card in table.playable(player, options) {
        *tried += 1;
        let mut after = table.clone();
        let over = after.play(player, card, options);
        let value = if over { won(&after) } else { plain(&after, options, (alpha, beta), tried) };
        if ours {
            (best, alpha) = (best.max(value), alpha.max(value));
        } else {
            (best, beta) = (best.min(value), beta.min(value));
        }
        if alpha >= beta {
            break;
        }
    }
    best
}

/// Minimax: plain alpha-beta, in which nothing is ever left out.
fn brute_force(table: &Tricks, options: &Options) -> i64 {
    let (player, ours) = (table.turn(), team(table.turn()) == 0);
    let values = table.playable(player, options).iter().map(|card| {
        let mut after = table.clone();
        if after.play(player, card, options) { won(&after) } else { brute_force(&after, options) }
    });
    if ours { values.max() } else { values.min() }.expect("a card may be played")
}

/// Holds endings of this many cards against brute force.
fn compare(cards: std::ops::RangeInclusive<u32>, endings: usize, seed: &str) {
    let mut chance = Chance::of_table(seed, "");
    for options in rules() {
        let mut exact = Endings::new(&options);
        for number in 0..endings {
            let left = cards.start() + chance.below(cards.end() - cards.start() + 1);
            let table = ending(left as usize, &options, &mut chance);
            let expected = brute_force(&table, &options) - won(&table);
            for player in [Player(0), Player(1)] {
                let sign = 1 - 2 * team(player) as i64;
                assert_eq!(
                    exact.lead(&table, player),
                    Some(sign * expected),
                    "ending {number} of seed {seed:?}, {options:?}: {table:?}"
                );
            }
        }
    }
}

#[test]
fn endings_of_up_to_three_cards_are_what_brute_force_finds() {
    compare(1..=12, 1_000, "three cards");
}

#[test]
fn endings_of_four_cards_are_what_brute_force_finds() {
    compare(13..=16, 25, "four cards");
}

#[test]
fn it_says_nothing_of_more_than_seven_cards_and_nothing_is_left_of_none() {
    let (mut chance, options) = (Chance::of_table("how many", ""), Options::default());
    let mut lead = |left| Endings::new(&options).lead(&ending(left, &options, &mut chance), Player(0));
    assert_eq!((lead(29), lead(0)), (None, Some(0)));
    assert!(lead(28).is_some_and(|lead| (-14..=14).contains(&lead)));
}

/// `cargo test --release -p arcana-engine --lib twenty_times -- --nocapture` tells the times, too.
#[test]
fn endings_try_twenty_times_fewer_cards_than_plain_alpha_beta() {
    let (mut chance, options) = (Chance::of_table("spared", ""), Options::default());
    let (mut plainly, mut exactly) = (0, 0);
    for _ in 0..8 {
        let table = ending(PLAYERS * 5, &options, &mut chance);
        let (mut exact, start) = (Endings::new(&options), Instant::now());
        let lead = exact.lead(&table, Player(0));
        let between = start.elapsed();
        let bare = plain(&table, &options, (i64::MIN, i64::MAX), &mut plainly) - won(&table);
        println!("five cards: {between:?} instead of {:?}", start.elapsed() - between);
        assert_eq!(lead, Some(bare));
        exactly += exact.tried();
    }
    println!("five cards: {exactly} tried instead of {plainly}");
    assert!(plainly >= 20 * exactly, "{exactly} tried instead of {plainly}");
}

/// `cargo test --release -p arcana-engine --lib seven_cards_try -- --nocapture` tells the times, too.
#[test]
fn endings_of_seven_cards_try_a_quarter_of_a_million_cards_at_the_median() {
    let (mut chance, options) = (Chance::of_table("seven", ""), Options::default());
    let mut work: Vec<_> = (0..if cfg!(debug_assertions) { 7 } else { 201 })
        .map(|_| {
            let table = ending(PLAYERS * MOST_CARDS, &options, &mut chance);
            let (mut exact, start) = (Endings::new(&options), Instant::now());
            exact.lead(&table, Player(0));
            (exact.tried(), start.elapsed())
        })
        .collect();
    work.sort_unstable();
    let (median, most) = (work[work.len() / 2], work[work.len() - 1]);
    println!("seven cards: {median:?} at the median, {most:?} at most");
    assert!(median.0 < 250_000, "{work:?}");
}
