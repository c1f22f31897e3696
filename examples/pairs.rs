//! Lists the texts of every card at a position, for review: `cargo run --example pairs -- abyss turned love`
//!
//! Without arguments it lists all positions, upright, for an open question.

use std::{collections::BTreeSet, env};

use arcana::{
    cards::PACK,
    games::Player,
    reading::{
        Disposition, Layout, Place, QuestionKind, ReadingChoice, Side, TeamOutcome, Tricks, Variants, WonTrick,
        read_with,
    },
};

/// Number of seeds to try, enough to find each of a handful of wordings.
const SEEDS: u32 = 40;

fn main() {
    let wanted: Vec<String> = env::args().skip(1).collect();
    let kind = wanted.iter().find_map(|word| word.parse().ok()).unwrap_or(QuestionKind::Open);
    let disposition = if wanted.iter().any(|word| word == "turned") { Disposition::Ill } else { Disposition::Well };
    let named = |place: &Place| wanted.contains(&id(*place));
    let all = !Place::ALL.iter().any(named);
    for place in Place::ALL.into_iter().filter(|place| all || named(place)) {
        println!("{}", id(place));
        for sentence in sentences(place, disposition, kind) {
            println!("  {sentence}");
        }
    }
}

fn id(place: Place) -> String {
    serde_json::to_value(place).ok().and_then(|id| id.as_str().map(str::to_owned)).unwrap_or_default()
}

/// Every wording with every card.
fn sentences(place: Place, disposition: Disposition, question_kind: QuestionKind) -> BTreeSet<String> {
    let layout = if Layout::Fate.places().any(|there| there == place) { Layout::Fate } else { Layout::Simple };
    let choice = ReadingChoice { layout: Some(layout), question_kind, ..ReadingChoice::default() };
    let mut found = BTreeSet::new();
    for card in 0..PACK.len() {
        let tricks = with_card(place, card, disposition);
        for seed in 0..SEEDS {
            let variants = Variants::of_game(&seed.to_string(), "", 1, Player(0));
            let reading = read_with(&tricks, choice, variants).expect("different cards").told_for("", []);
            let text = reading.places().find(|there| there.place == place).map(|there| there.text.clone());
            found.extend(text.and_then(|text| text.split_inclusive(". ").next().map(|first| first.trim().to_owned())));
        }
    }
    found
}

/// Tricks that put a card of the pack at the position, after as many others as necessary.
fn with_card(place: Place, card: usize, disposition: Disposition) -> Tricks {
    let source = place.sources()[0];
    let trick = |index: usize| WonTrick { card: PACK[index % PACK.len()], disposition };
    let won: Vec<WonTrick> =
        (1..=usize::from(source.trick)).map(|n| trick(card + usize::from(source.trick) - n)).collect();
    let (own, partner) = match source.from {
        Side::Own => (won, Vec::new()),
        Side::Partner => (Vec::new(), won),
    };
    Tricks { own, partner, outcome: TeamOutcome::Drawn, seats: None }
}
