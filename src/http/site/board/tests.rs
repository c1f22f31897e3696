//! Everything on boards is described in words.

use std::collections::BTreeSet;

use super::{LooksOn, board};
use crate::{
    cards::Deck,
    chance::Chance,
    games::{
        AnyStepKind, Due, Foolery, Fortuna, Fortunes, Fortuno, Game, GameStep, Observe, Player, Reversal, Viewer,
        parse_options,
    },
    narration::Names,
    players::{HasBots, Skill, play_out, seat},
    scenes::{HasScene, Played, Scene, SceneView},
};

const NAMES: [&str; 4] = ["Ada", "Bel", "Cyd", "Dov"];

/// All descriptions on the boards of some games. Checks that the game then does what it announced.
fn said<G: HasScene + HasBots>(options: serde_json::Value) -> BTreeSet<String> {
    let options: G::Options = parse_options::<G>(options).expect("good options");
    let names = Names { players: NAMES.to_vec(), deck: G::INFO.deck.unwrap_or_default() };
    let mut said = BTreeSet::new();
    for number in 0..12 {
        let seed = format!("words {number}");
        let mut game = G::new(NAMES.len(), options.clone()).expect("four play");
        let skill = [Skill::Adept, Skill::Random][number % 2];
        play_out(&mut game, &mut seat(&[skill; 4], &seed, ""), &mut Chance::of_table(&seed, ""), |game, step| {
            assert!(G::table_does(step.kind()).is_some() == step.player().is_none(), "{}", step.kind().name());
            let view = SceneView::new(game, Viewer::All, &names, Some(&step));
            said.extend(G::upshot(&view));
            said.insert(G::rule(&view));
            if let Due::Table(_) = game.due() {
                assert!(G::rule(&view).starts_with("Next: the table "), "{}", G::rule(&view));
            }
        });
    }
    said
}

fn are_sentences(said: &BTreeSet<String>) {
    for sentence in said {
        assert!(sentence.ends_with('.') && sentence.starts_with(char::is_uppercase), "{sentence}");
        assert!(!sentence.contains(['_', '{', '[', ':']) || sentence.contains(": "), "{sentence}");
        assert!(!sentence.contains("1 tricks") && !sentence.contains("1 cards"), "{sentence}");
    }
}

#[test]
fn positions_of_fortunes_are_described() {
    let said =
        said::<Fortunes>(serde_json::json!({"match": {"type": "deals", "deals": 2}, "betting": {"type": "bid"}}));
    are_sentences(&said);
    assert!(said.contains("Next: the table deals again."), "{said:#?}");
    assert!(said.iter().any(|sentence| sentence.ends_with("wins the trick, ill-disposed.")), "{said:#?}");
    assert!(said.iter().any(|sentence| sentence.contains("and Cyd win the deal, ")), "{said:#?}");
    assert!(said.iter().any(|sentence| sentence == "The game is over. Ada and Cyd win."), "{said:#?}");
}

#[test]
fn the_reader_is_named_first() {
    let names = Names { players: NAMES[..2].to_vec(), deck: Deck::Fortunes };
    let game = Reversal::new(2, parse_options::<Reversal>(serde_json::json!({})).expect("defaults")).expect("two play");
    let rule = |player| Reversal::rule(&SceneView::played_by(Player(player), &game, &names, None));
    assert!(rule(1).starts_with("You and Ada choose "), "{}", rule(1));
    assert!(rule(0).starts_with("You and Bel choose "), "{}", rule(0));
}

#[test]
fn who_may_only_accuse_is_told_that_bots_wait() {
    let names = Names { players: NAMES.to_vec(), deck: Deck::Thoth };
    let waits = "Bots wait a moment, in case you want to catch somebody.";
    let mut told = 0;
    for seed in (0..60).map(|seed| seed.to_string()) {
        let mut game = Fortuno::new(4, Default::default()).expect("four play");
        play_out(&mut game, &mut seat(&[Skill::Easy; 4], &seed, ""), &mut Chance::of_table(&seed, ""), |game, _| {
            let Due::Players { must, .. } = game.due() else { return };
            for player in Player::all(4) {
                let view = |others: Played| {
                    let played = Player::all(4).map(|other| if other == player { Played::Person } else { others });
                    SceneView::played_by(player, game, &names, None).at_table(played.collect())
                };
                let is_told = Fortuno::rule(&view(Played::Bot(Skill::Easy))).ends_with(waits);
                assert_eq!(is_told, game.given_time().contains(player) && !must.contains(player));
                assert!(!Fortuno::rule(&view(Played::Person)).ends_with(waits));
                told += u32::from(is_told);
            }
        });
    }
    assert!(told > 0);
}

#[test]
fn positions_of_the_other_games_are_described() {
    let foolery = said::<Foolery>(serde_json::json!({"deals": 2}));
    let (fortuno, fortuna) = (said::<Fortuno>(serde_json::json!({})), said::<Fortuna>(serde_json::json!({})));
    let reversal = said::<Reversal>(serde_json::json!({}));
    [&foolery, &fortuno, &fortuna, &reversal].into_iter().for_each(are_sentences);
    assert!(foolery.contains("Next: the table deals again."), "{foolery:#?}");
    assert!(fortuno.contains("Bel may flip the top card of the draw pile."), "{fortuno:#?}");
    assert!(fortuna.contains("Next: the table flips the bricks."), "{fortuna:#?}");
    assert!(reversal.contains("Next: the table rolls the liable dice again."), "{reversal:#?}");
}

/// The board of a finished game as its page shows it, and the steps.
fn finished<G: HasScene + HasBots>(game: &mut G, bots: &[Skill]) -> (String, Vec<G::Step>) {
    let (names, mut steps) = (Names { players: NAMES[..bots.len()].to_vec(), deck: Deck::Fortunes }, Vec::new());
    let chance = &mut Chance::of_table("last", "");
    play_out(game, &mut seat(bots, "last", ""), chance, |_, step| steps.push(step));
    let view = SceneView::new(game, Viewer::Public, &names, steps.last()).after(&steps);
    (board(&Scene::of(&view), &LooksOn).into_string(), steps)
}

/// The dice of each row with this label.
fn dice(page: &str, label: &str) -> Vec<Vec<u8>> {
    let begin = format!("<ul class=\"dice\" aria-label=\"{label}\">");
    let rows = page.split(&begin).skip(1);
    let faces = |row: &str| {
        let dice = row.split("</ul>").next().unwrap_or_default().split("die d").skip(1);
        dice.map(|die| die.as_bytes()[0] - b'0').collect()
    };
    rows.map(faces).collect()
}

#[test]
fn the_dice_of_the_last_round_stay_on_the_table_with_those_that_were_rolled_again() {
    let options = parse_options::<Reversal>(serde_json::json!({"target": 1})).expect("options");
    let mut game = Reversal::new(2, options).expect("two play");
    let steps = serde_json::json!([
        {"type": "choose", "player": 1, "action": "store", "amount": 1},
        {"type": "choose", "player": 0, "action": "store", "amount": 3},
        {"type": "roll", "dice": [[6, 5, 4, 2, 1], [3, 3, 4, 6, 1]]},
        {"type": "reroll", "dice": [[1, 6, 2], [5]]}]);
    let steps: Vec<<Reversal as Game>::Step> = serde_json::from_value(steps).expect("steps");
    steps.iter().for_each(|step| game.apply(step).expect("a legal step"));
    let names = Names { players: NAMES[..2].to_vec(), deck: Deck::Fortunes };
    let view = SceneView::new(&game, Viewer::Public, &names, steps.last()).after(&steps);
    let page = board(&Scene::of(&view), &LooksOn).into_string();
    let both = |label| dice(&page, label).into_iter().collect::<BTreeSet<_>>();
    assert_eq!(both("Last round"), [vec![6, 5, 4, 2, 1], vec![3, 3, 4, 6, 1]].into());
    assert_eq!(both("Rerolled in the last round"), [vec![1, 6, 2], vec![5]].into());
}

#[test]
fn the_dice_and_bricks_of_the_last_turn_stay_on_the_table() {
    let options = parse_options::<Fortuna>(serde_json::json!({})).expect("defaults");
    let (page, steps) = finished(&mut Fortuna::new(2, options).expect("two play"), &[Skill::ALL[0]; 2]);
    let rolled = steps.iter().rev().map(Fortuna::thrown).find(|dice| !dice.is_empty()).expect("a roll");
    assert_eq!(dice(&page, "Last turn"), [rolled]);
    assert!(page.contains("Its bricks"), "{page}");
}
