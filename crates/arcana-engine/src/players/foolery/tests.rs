//! The adept's moves in clear situations.

use super::*;
use crate::games::{
    Game, Observe, Player, Viewer,
    foolery::{
        Options,
        tests::{Scene, cards, request},
    },
};

/// The adept's move for a player; `None` if it does not act.
fn answer(scene: &Scene, player: u8) -> Option<Move> {
    let (game, player) = (&scene.0, Player(player));
    let mut moves = Vec::new();
    game.moves(player, Foolery::INFO.moves_limit, &mut moves);
    let must = matches!(game.due(), crate::games::Due::Players { must, .. } if must.contains(player));
    Foolery::adept().choose(&game.view(Viewer::Player(player)), &moves, must, &mut Chance::of_table("", ""))
}

fn plays(ids: &str) -> Option<Move> {
    Some(Move::Play(cards(ids)))
}

#[test]
fn it_goes_out_when_it_can() {
    let mut scene = Scene::new("wa07 wa02 / cu09 / sw03 sw04", 0);
    assert_eq!(
        answer(&Scene::new("wa03 wa04 wa05 wa06 cu07 / cu09 / sw03 sw04", 0), 0),
        plays("wa03 wa04 wa05 wa06 cu07")
    );
    scene.plays(0, "wa07");
    assert_eq!(answer(&scene, 1), plays("cu09"));
}

#[test]
fn it_plays_the_fool_before_it_is_stuck_with_it() {
    let mut scene = Scene::new("wa07 wa02 wa04 / ar00 cu09 / sw03 sw04 sw05", 0);
    scene.plays(0, "wa07");
    assert_eq!(answer(&scene, 1), plays("ar00"), "the nine is led and out");
}

#[test]
fn it_does_not_break_a_pair_to_beat_a_low_card() {
    let mut scene = Scene::new("wa03 wa02 wa04 wa08 / cu09 sw09 cu05 sw04 / sw03 pe04 sw05 pe02", 0);
    scene.plays(0, "wa03");
    assert!([plays("sw04"), plays("cu05")].contains(&answer(&scene, 1)));
}

#[test]
fn it_leads_what_sheds_much_and_keeps_its_trumps() {
    let scene =
        Scene::new("wa03 cu04 wa05 sw06 wa07 waki ar20 / cu09 cu02 cu05 cu07 ar02 / sw03 sw04 pe09 pe10 ar05", 0);
    assert_eq!(answer(&scene, 0), plays("wa03 cu04 wa05 sw06 wa07"));
}

#[test]
fn it_plays_its_lowest_sufficient_trump() {
    let mut scene = Scene::new("waki wa02 wa03 / ar03 ar20 cu02 cu05 / sw03 sw04 ar02", 0);
    scene.plays(0, "waki");
    assert_eq!(answer(&scene, 1), plays("ar03"));
}

/// A King before giving, after this wish of the Peasant.
fn king(wish: &str) -> Scene {
    let king = "wa02 cu02 sw10 pe10 waki swki cuqu pequ pe05 sw07 ar17";
    let mut scene = Scene::exchange(&[0, 1, 2, 3, 4, 5, 6], &format!("{king} / / / / / / ar20 ar21"));
    scene.takes(&request(6, wish)).gives(6, "ar20 ar21");
    scene
}

#[test]
fn the_king_gives_cards_outside_combinations() {
    assert_eq!(answer(&king("ki"), 0), Some(Move::Give(cards("pe05 sw07"))));
}

#[test]
fn among_equals_a_wish_is_granted() {
    let scene = king("sw10");
    let table = Position::of(&scene.0.view(Viewer::Player(Player(0))), &Weights::ADEPT);
    let worth = |ids| table.worth(Move::Give(cards(ids)));
    assert!(worth("sw10 pe05") > worth("pe10 pe05") && worth("sw10 pe05") < worth("sw07 pe05"));
}

#[test]
fn a_peasant_wishes_once_for_more_of_what_he_has_most_of() {
    let peasant = "wa04 cu04 sw04 wa06 cu06 sw06 wa08 cu08 pe09 ar19 ar20 ar21";
    let mut scene = Scene::exchange(&[0, 1, 2, 3, 4, 5, 6], &format!(" / / / / / / {peasant}"));
    let Some(Move::Request(wants)) = answer(&scene, 6) else { panic!("a wish") };
    assert_eq!(wants.iter().map(|wish| wish.to_string()).collect::<Vec<_>>(), ["04"]);
    scene.takes(&request(6, "04"));
    assert_eq!(answer(&scene, 6), Some(Move::Give(cards("ar20 ar21"))));
}

#[test]
fn with_fool_any_time_it_may_wait_or_go_out() {
    let options = Options { fool_any_time: true, ..Options::default() };
    let mut scene = Scene::of(options, "wa03 wa10 / cu04 cu09 / ar00 / pe04 pe05", 0);
    scene.plays(0, "wa03");
    assert_eq!(answer(&scene, 2), plays("ar00"));
}

#[test]
fn it_is_sure_of_unbeatable_plays() {
    let others = Others { cards: cards("ar05 wa03 wa04"), with_five: 0, same_trumps: false };
    let stands = |ids| Play::of(cards(ids)).map(|play| others.let_stand(play, &Weights::ADEPT));
    assert_eq!(stands("ar06"), Some(SURE));
    assert_eq!(stands("wa05 cu05 sw05"), Some(SURE), "two trumps are needed");
    assert!(stands("wa05") < Some(SURE) && stands("ar04") < Some(SURE));
}
