use super::*;
use crate::{
    games::{Fortuno, fortuno},
    narration::{Names, Narrate},
};

/// A menu of plays of these cards.
fn menu(plays: &[&[&str]], truncated: bool) -> Menu<fortuno::Step> {
    let play = |cards: &&[&str]| {
        serde_json::from_value(json!({"type": "play", "player": 0, "cards": cards, "fortuno": false})).expect("a step")
    };
    let steps: Vec<fortuno::Step> = plays.iter().map(play).collect();
    let names = Names { players: vec!["you"], deck: Deck::WaiteSmith };
    let item = |(number, step)| {
        let narration = Fortuno::narrate(&names, step);
        Item { number, deed: choice(&narration.sentence), cards: narration.moved }
    };
    Menu {
        items: (1..).zip(&steps).map(item).collect(),
        steps,
        player: Player(0),
        deck: Deck::WaiteSmith,
        types: vec!["play"],
        truncated,
        with_amount: None,
    }
}

/// The number of the step that a line chooses.
fn chosen(menu: &Menu<fortuno::Step>, line: &str) -> Option<usize> {
    let Input::Step(step) = menu.read(line, Prompt::Must) else { return None };
    menu.steps.iter().position(|other| *other == step).map(|place| place + 1)
}

#[test]
fn cards_choose_the_step_that_has_them_in_this_order() {
    let menu = menu(&[&["wa02", "cu02"], &["cu02", "wa02"], &["sw05", "pe05"]], false);
    assert_eq!(menu.listed().0[1], "  2  Play Two of Cups and Two of Wands cu02 wa02");
    assert_eq!((chosen(&menu, "wa02 cu02"), chosen(&menu, "cu02, wa02")), (Some(1), Some(2)));
    assert_eq!(chosen(&menu, "Two of Cups and Two of Wands"), Some(2));
    assert_eq!(chosen(&menu, "pe05 sw05"), Some(3), "the only order");
}

#[test]
fn cards_make_the_step_in_their_order_where_it_may_not_be_listed() {
    let menu = menu(&[&["wa02", "cu02"]], true);
    let Input::Step(step) = menu.read("cu02 wa02", Prompt::Must) else { panic!("no step") };
    assert_eq!(serde_json::to_value(step).expect("JSON")["cards"], json!(["cu02", "wa02"]));
    assert_eq!(menu.read("cups", Prompt::Must), Input::Several(vec![0]));
}

#[test]
fn words_make_the_only_step_that_has_them() {
    let menu = menu(&[&["wa02"], &["wa02", "cu02"], &["ar13"]], false);
    assert_eq!((chosen(&menu, "Play two of wands"), chosen(&menu, "death")), (Some(1), Some(3)));
    assert_eq!(chosen(&menu, "two cups"), Some(2));
    assert_eq!(menu.read("wands", Prompt::Must), Input::Several(vec![0, 1]));
    assert_eq!(menu.read("dea", Prompt::Must), Input::Several(vec![2]), "a part of a word");
    assert!(matches!(menu.read("5", Prompt::Must), Input::Unknown(why) if why.ends_with("choose 1 to 3.")));
    assert!(matches!(menu.read("?!", Prompt::Must), Input::Unknown(_)));
}
