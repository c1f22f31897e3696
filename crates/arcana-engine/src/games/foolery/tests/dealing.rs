//! Deals, and what they score.

use serde_json::{Value, json, value::RawValue};

use super::*;
use crate::{
    cards::PACK,
    games::{GameStep, Log, replay},
};

/// A finished deal of three players in which nobody was stuck, and one in which somebody was.
fn played(stuck: bool) -> Vec<Step> {
    (0..)
        .map(|seed| random_game(3, Options::default(), &seed.to_string()))
        .find(|(game, _)| game.deals[0].stuck.is_some() == stuck)
        .map(|(_, steps)| steps)
        .expect("one of many")
}

/// A game of random legal moves.
pub fn random_game(players: usize, options: Options, seed: &str) -> (Foolery, Vec<Step>) {
    let mut game = Foolery::new(players, options).expect("3 to 7 players");
    let (mut chance, mut steps, mut moves) = (Chance::of_table(seed, ""), Vec::new(), Vec::new());
    loop {
        match game.due() {
            Due::Over => return (game, steps),
            Due::Table(_) => steps.push(game.draw(&mut chance)),
            Due::Players { must, .. } => {
                let player = must.first().expect("somebody");
                moves.clear();
                game.moves(player, 50, &mut moves);
                let mv = moves[chance.below(moves.len() as u32) as usize];
                steps.push(Step::of_move(player, mv));
                game.play_unchecked(player, mv);
            }
        }
    }
}

fn verdict(steps: &[Value]) -> Result<Log<Foolery>, (Option<usize>, Code)> {
    let texts: Vec<Box<RawValue>> =
        steps.iter().map(|step| serde_json::value::to_raw_value(step).expect("JSON")).collect();
    let raw: Vec<RawStep<'_>> = texts.iter().map(|text| RawStep::new(text)).collect();
    replay::<Foolery>(3, Options::default(), &raw)
        .map(|(_, log)| log)
        .map_err(|refusal| (refusal.index, refusal.fault.code))
}

fn values(steps: &[Step]) -> Vec<Value> {
    steps.iter().map(|step| serde_json::to_value(step).expect("JSON")).collect()
}

fn without_hands(steps: &[Step]) -> Vec<Value> {
    let mut values = values(steps);
    values[0] = json!({"type": "deal"});
    values
}

#[test]
fn the_first_cards_of_the_shuffled_pack_go_to_player_0() {
    let mut game = Foolery::new(4, Options::default()).expect("four may play");
    game.draw(&mut Chance::of_table("arcana", ""));
    let ids = "ar03 cu08 swqu waki wa09 wakn cu10 cuqu pepa cupa wa06 wa04 pe04 pe10 sw08 pe02 pequ ar12 peki";
    assert_eq!(game.hand(Player(0)), cards(ids));
    assert!(game.hand(Player(1)).contains_all(cards("pe09 ar20")));
    assert!(game.hand(Player(3)).contains_all(cards("ar11 ar15")));
}

#[test]
fn the_first_deal_is_led_by_its_dealer() {
    let mut game = Foolery::new(5, Options::default()).expect("five may play");
    game.draw(&mut Chance::of_table("", ""));
    assert_eq!((game.dealer, game.phase), (Player(0), Phase::Lead { turn: Player(0) }));
}

#[test]
fn the_checks_of_a_deal_are_in_order() {
    let game = Foolery::new(3, Options::default()).expect("three may play");
    let checked = |hands: Value| {
        let step = serde_json::from_value(json!({"type": "deal", "hands": hands})).expect("of the form");
        game.check(&step).map_err(|fault| fault.code)
    };
    let mut hands: Vec<Vec<String>> = PACK.chunks(26).map(|hand| hand.iter().map(|card| card.id()).collect()).collect();
    assert_eq!(checked(json!(hands)), Ok(()));
    let moved = hands[0].pop().expect("a card");
    assert_eq!(checked(json!(hands)), Err(Code::BadDeal));
    hands[1].push(moved);
    assert_eq!(checked(json!(hands)), Err(Code::BadDeal));
    hands[2][0] = hands[2][1].clone();
    assert_eq!(checked(json!(hands)), Err(Code::DuplicateCard));
    hands[0][0] = "ar22".to_owned();
    assert_eq!(checked(json!(hands)), Err(Code::UnknownCard));
    hands.pop();
    assert_eq!(checked(json!(hands)), Err(Code::Malformed));
    assert_eq!(game.check(&Step::Deal { hands: None }).map_err(|fault| fault.code), Err(Code::DealUnknown));
}

#[test]
fn hands_may_be_left_out_of_a_finished_deal() {
    let steps = played(false);
    assert_eq!(verdict(&without_hands(&steps)).map(|log| log.steps), Ok(steps));
}

#[test]
fn hands_must_be_given_where_a_player_was_stuck() {
    assert_eq!(verdict(&without_hands(&played(true))), Err((Some(0), Code::DealUnknown)));
}

#[test]
fn hands_must_be_given_in_a_deal_that_is_not_finished() {
    let values = without_hands(&played(false));
    assert_eq!(verdict(&values[..values.len() / 2]), Err((Some(0), Code::DealUnknown)));
}

#[test]
fn malformed_steps_are_ignored_in_finding_hands() {
    let steps = played(false);
    let mut values = without_hands(&steps);
    // If it were well-formed, each would assign the card to another player than the one who plays it later.
    let Step::Deal { hands: Some(hands) } = &steps[0] else { panic!("a deal with hands") };
    let card = serde_json::to_value(hands[0][0]).expect("JSON");
    for bad in [
        json!({"type": "play", "player": 1, "cards": [card], "why": 1}),
        json!({"type": "play", "player": 3, "cards": [card]}),
        json!({"type": "play", "player": 1, "cards": [card, 1]}),
        json!({"type": "play", "player": 1, "cards": [card, "", "", "", "", ""]}),
        json!({"type": "give", "player": 1, "cards": [card, "", ""]}),
        json!({"type": "play", "player": 1, "cards": card}),
        json!([card]),
        json!(null),
    ] {
        values.insert(1, bad);
        assert_eq!(verdict(&values), Err((Some(1), Code::Malformed)));
    }
    values.insert(1, json!({"type": "play", "player": 1, "cards": ["", card]}));
    assert_eq!(verdict(&values), Err((Some(0), Code::DealUnknown)), "unknown cards alone are passed over");
}

#[test]
fn the_next_deal_step_ends_the_search_well_formed_or_not() {
    let steps = played(false);
    for next in [json!({"type": "deal"}), json!({"type": "deal", "hands": 7})] {
        let mut values = without_hands(&steps);
        values.insert(1, next);
        assert_eq!(verdict(&values), Err((Some(0), Code::DealUnknown)));
    }
}

#[test]
fn every_step_is_checked_against_the_hands_that_were_found() {
    let mut values = without_hands(&played(false));
    values[1]["player"] = json!(1);
    assert_eq!(verdict(&values).map_err(|(index, _)| index), Err(Some(0)), "player 1 owns a card too many");
}

#[test]
fn a_replayed_log_holds_sets_of_cards_in_pack_order() {
    let steps = played(true);
    let mut shuffled = values(&steps);
    for step in &mut shuffled {
        if let Some(cards) = step.get_mut("cards").and_then(Value::as_array_mut) {
            cards.reverse();
        }
        if let Some(hands) = step.get_mut("hands").and_then(Value::as_array_mut) {
            hands.iter_mut().filter_map(Value::as_array_mut).for_each(|hand| hand.reverse());
        }
    }
    assert_eq!(verdict(&shuffled).map(|log| log.steps), Ok(steps));
}

#[test]
fn the_mistake_that_prevents_finding_the_hands_is_reported() {
    let cause = |values: &[Value]| {
        let text: Vec<_> = values.iter().map(|step| serde_json::value::to_raw_value(step).expect("JSON")).collect();
        let raw: Vec<_> = text.iter().map(|text| crate::games::RawStep::new(text)).collect();
        let refusal = crate::games::replay::<Foolery>(3, Options::default(), &raw).expect_err("a slip");
        assert_eq!((refusal.index, refusal.fault.code), (Some(0), Code::DealUnknown));
        let why = refusal.deal_unknown.expect("a reason");
        (why.slip().map(|slip| (slip.index, slip.fault.code)), why.missing().len())
    };
    let values = without_hands(&played(false));
    let plays: Vec<_> = (1..values.len()).filter(|place| values[*place]["type"] == "play").collect();
    let (first, later) = (plays[0], plays[plays.len() / 2]);
    let slip = |field: &str, value: Value| {
        let mut values = values.clone();
        values[later][field] = value;
        cause(&values)
    };
    assert_eq!(slip("cards", json!(["ar22"])), (Some((Some(later), Code::UnknownCard)), 0));
    assert_eq!(slip("cards", values[first]["cards"].clone()), (Some((Some(later), Code::CardNotHeld)), 0));
    let other = (values[later]["player"].as_u64().expect("a player") + 1) % 3;
    assert_eq!(slip("player", json!(other)), (Some((Some(later), Code::WrongPlayer)), 0));
    let (told, missing) = cause(&values[..values.len() / 2]);
    assert!(told.is_none() && missing > 1, "{told:?}, {missing}");
}

fn dealt(order: &[u8]) -> Dealt {
    Dealt::new(Player(0), order.iter().copied().map(Player).collect(), None, 19)
}

#[test]
fn the_scoring_order_gives_a_point_for_each_player_behind() {
    assert_eq!(dealt(&[4, 1, 3, 2, 0]).points(Scoring::Order)[..], [0, 3, 1, 2, 4]);
}

#[test]
fn the_scoring_titles_gives_what_the_title_is_worth() {
    assert_eq!(dealt(&[4, 1, 3, 2, 0]).points(Scoring::Titles)[..], [-2, 1, -1, 0, 2]);
    assert_eq!(dealt(&[1, 2, 0]).points(Scoring::Titles)[..], [-2, 2, 0]);
    assert_eq!(dealt(&[0, 1, 2, 3]).points(Scoring::Titles)[..], [2, 1, -1, -2]);
}

#[test]
fn the_detail_is_the_one_of_the_page() {
    let outcome = score::outcome(&[0, 3, 1, 2, 4], vec![dealt(&[4, 1, 3, 2, 0])]);
    let expected = serde_json::json!({
        "winners": [4],
        "places": [5, 2, 4, 3, 1],
        "scores": [0, 3, 1, 2, 4],
        "detail": {"deals": [{
            "dealer": 0,
            "order": [4, 1, 3, 2, 0],
            "titles": ["peasant", "prince", "merchant", "noble", "king"],
            "stuck": null,
            "tricks": 19,
        }]},
    });
    assert_eq!(serde_json::to_value(outcome).expect("JSON"), expected);
}

#[test]
fn players_with_equal_scores_share_the_win() {
    let outcome = score::outcome(&[3, 1, 3], Vec::new());
    assert_eq!((outcome.winners, outcome.places), (vec![Player(0), Player(2)], vec![1, 3, 1]));
}

#[test]
fn scores_are_sums_over_the_deals() {
    let options = Options { deals: Between::new(2), ..Options::default() };
    let (game, _) = random_game(3, options, "two deals");
    let outcome = game.outcome().expect("over");
    let sums =
        |player: usize| -> i64 { outcome.detail.deals.iter().map(|deal| deal.points(Scoring::Order)[player]).sum() };
    assert_eq!(outcome.scores, [sums(0), sums(1), sums(2)]);
    assert_eq!(outcome.detail.deals[1].dealer, outcome.detail.deals[0].order[1]);
}
