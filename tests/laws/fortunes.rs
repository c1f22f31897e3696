//! Fortunes keeps the laws.

use arcana::{
    chance::Chance,
    games::{
        Game,
        fortunes::{Fortunes, Options, Step},
        parse_options,
    },
    players::{Skill, play_out, seat},
    reading::PlayedDeal,
};
use serde_json::{Value, json};

use crate::{
    laws::{keep_the_laws, only_allowed_numbers_of_players_may_play},
    setups::Setups,
};

/// All kinds of betting.
fn bettings() -> [Value; 6] {
    [
        json!({"type": "none"}),
        json!({"type": "wager", "when": "blind", "limit": 1_000_000}),
        json!({"type": "wager", "when": "open", "limit": 1}),
        json!({"type": "ante"}),
        json!({"type": "ante", "ante": 1000, "raise": 7}),
        json!({"type": "bid"}),
    ]
}

/// Short matches of every kind, with their maximum number of steps: a deal has at most 1 + 76 + 76.
fn matches() -> [(Value, usize); 4] {
    [
        (json!({"type": "deals"}), 153),
        (json!({"type": "deals", "deals": 3}), 3 * 153),
        (json!({"type": "race", "target": 20, "max_deals": 4}), 4 * 153),
        (json!({"type": "race_exact", "target": 12, "max_deals": 3}), 3 * 153),
    ]
}

/// House rules that vary with the seed.
fn options(betting: usize, seed: usize) -> Options {
    let options = json!({
        "betting": bettings()[betting],
        "match": matches()[seed % 4].0,
        "stars_when_broken": if (seed / 4).is_multiple_of(2) { "at_will" } else { "void_only" },
        "disposition": if (seed / 8).is_multiple_of(2) { "ended" } else { "led" },
        "folder_may_win": seed.is_multiple_of(3),
    });
    parse_options::<Fortunes>(options).expect("valid options")
}

impl Setups for Fortunes {
    fn numbered(number: usize) -> (usize, Options) {
        (4, options(number % 6, number / 6))
    }
}

/// Checks the laws in one game per seed.
fn keep_them_all(betting: usize, skill: Skill, seeds: usize) {
    for seed in 0..seeds {
        let (_, most_steps) = &matches()[seed % 4];
        let seeded = format!("fortunes {betting} {seed}");
        keep_the_laws::<Fortunes>(4, &options(betting, seed), skill, &seeded, *most_steps);
    }
}

#[test]
fn games_without_betting_keep_the_laws() {
    keep_them_all(0, Skill::Random, 20);
}

#[test]
fn games_with_blind_wagers_keep_the_laws() {
    keep_them_all(1, Skill::Random, 20);
}

#[test]
fn games_with_open_wagers_keep_the_laws() {
    keep_them_all(2, Skill::Random, 20);
}

#[test]
fn games_with_stakes_keep_the_laws() {
    keep_them_all(3, Skill::Random, 64);
    keep_them_all(4, Skill::Random, 32);
}

#[test]
fn games_with_bids_keep_the_laws() {
    keep_them_all(5, Skill::Random, 20);
}

/// Adepts' stakes go on through the deal, while random players fold at once.
#[test]
fn games_by_adepts_keep_the_laws() {
    for betting in 0..bettings().len() {
        keep_them_all(betting, Skill::Adept, 1);
    }
}

/// The page of a reading links to the step at which each card was won.
#[test]
fn a_trick_ends_with_the_step_that_its_reading_names() {
    for betting in 0..bettings().len() {
        for number in 0..24 {
            let seed = format!("fortunes {betting} {number}");
            let mut game = Fortunes::new(4, options(betting, number)).expect("four play");
            // Random players fold at once; adepts do not.
            let skill = Skill::ALL[usize::from(number < 2)];
            let mut steps = Vec::new();
            play_out(&mut game, &mut seat(&[skill; 4], &seed, ""), &mut Chance::of_table(&seed, ""), |_, step| {
                steps.push(step);
            });
            let deals = game.outcome().expect("a game that is over").detail.deals;
            let count = deals.len();
            let played = PlayedDeal::all(&steps, deals);
            assert_eq!(played.len(), count, "{seed}");
            played.iter().for_each(|deal| tricks_end_there(deal, &steps, &seed));
        }
    }
}

fn tricks_end_there(played: &PlayedDeal, steps: &[Step], seed: &str) {
    assert_eq!(played.ends.len(), played.deal.tricks.len(), "{seed}");
    for (trick, end) in played.deal.tricks.iter().zip(&played.ends) {
        let made = &steps[..*end as usize];
        let dealt = made.iter().filter(|step| matches!(step, Step::Deal { .. })).count();
        assert_eq!(dealt, played.number as usize, "{seed}: the deal");
        let last = Step::Play { player: trick.leader.after(3, 4), card: trick.cards[3].into() };
        assert_eq!(made.last(), Some(&last), "{seed}: the last card of the trick");
    }
}

#[test]
fn only_the_numbers_of_players_on_the_page_may_play() {
    only_allowed_numbers_of_players_may_play::<Fortunes>();
}
