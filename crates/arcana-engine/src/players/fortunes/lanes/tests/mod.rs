//! Eight deals at once end as the same deals one by one.

mod rollout;

use rollout::roll_out;

use super::*;
use crate::{
    chance::Chance,
    games::{
        Player,
        fortunes::{Bets, Fortunes},
        parse_options,
    },
};

/// Number of tables of each kind compared.
const TABLES: usize = 400;

fn options(json: serde_json::Value) -> Options {
    parse_options::<Fortunes>(json).expect("valid options")
}

/// A deal after this number of random legal cards.
fn table(number: usize, options: &Options, chance: &mut Chance) -> Tricks {
    let mut table = Tricks::new(Player((number % PLAYERS) as u8), Dealt::shuffled(chance), Bets::None);
    for _ in 0..chance.below(70) {
        let legal = table.playable(table.turn(), options);
        let card = legal.nth(chance.below(legal.len() as u32) as usize).expect("one of them");
        table.play(table.turn(), card, options);
    }
    table
}

/// The remaining cards, shuffled.
fn shuffled(table: &Tricks, chance: &mut Chance) -> Dealt {
    let mut cards = (!table.played()).to_vec();
    chance.shuffle(&mut cards);
    let hands = table.hands.map(|hand| cards.split_off(cards.len() - hand.len()).into_iter().collect());
    Dealt { hands, discarded: cards.into_iter().collect() }
}

/// What each player has won when the deal has ended, played card by card.
fn one_by_one(table: &Tricks, dealt: Dealt, first: Option<Card>, options: &Options) -> Tally {
    let mut table = Tricks { hands: dealt.hands, discarded: dealt.discarded, ..table.clone() };
    if let Some(card) = first {
        table.play(table.turn(), card, options);
    }
    roll_out(&mut table, options);
    Tally::of(&table.tricks)
}

fn compare(json: serde_json::Value) {
    let (options, mut chance) = (options(json.clone()), Chance::of_table("lanes", ""));
    for number in 0..TABLES {
        let table = table(number, &options, &mut chance);
        let dealt = [(); LANES].map(|()| shuffled(&table, &mut chance));
        assert_eq!(
            ends(&table, &dealt, &options),
            dealt.map(|dealt| one_by_one(&table, dealt, None, &options)),
            "table {number} of {json}"
        );
    }
}

#[test]
fn with_the_usual_rules() {
    compare(serde_json::json!({}));
}

#[test]
fn with_stars_for_the_void_alone() {
    compare(serde_json::json!({"stars_when_broken": "void_only"}));
}

#[test]
fn with_the_type_that_was_led() {
    compare(serde_json::json!({"disposition": "led"}));
    compare(serde_json::json!({"disposition": "led", "stars_when_broken": "void_only"}));
}

#[test]
fn after_each_card_that_may_be_played() {
    let (options, mut chance) = (Options::default(), Chance::of_table("first cards", ""));
    for number in 0..TABLES / 4 {
        let table = table(number, &options, &mut chance);
        let dealt = Dealt { hands: table.hands, discarded: table.discarded };
        let cards = table.playable(table.turn(), &options).into_iter();
        ends_after(&table, &[dealt; LANES], &options, cards, |card, ends| {
            assert_eq!(ends, [one_by_one(&table, dealt, Some(card), &options); LANES], "table {number}: {card}");
        });
    }
}
