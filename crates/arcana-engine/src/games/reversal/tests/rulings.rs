//! Every ruling of the page.

use super::*;

#[test]
fn ruling_1_choices_come_in_any_order_and_stay_secret_until_all_are_in() {
    let (mut one, mut other) = (table(json!({}), [4, 4], [0, 0]), table(json!({}), [4, 4], [0, 0]));
    for (player, action) in [(0, Spend), (1, Store)] {
        assert_eq!(take(&mut one, choose(player, action, 2)), Ok(()));
    }
    for (player, action) in [(1, Store), (0, Spend)] {
        assert_eq!(take(&mut other, choose(player, action, 2)), Ok(()));
        if player == 1 {
            for viewer in [Viewer::Public, Viewer::Player(Player(0))] {
                let state = other.state(viewer);
                assert_eq!((state.chosen, state.choices), (vec![Player(1)], vec![None, None]));
            }
            let own = Some(Choice { action: Store, amount: 2 });
            assert_eq!(other.state(Viewer::Player(Player(1))).choices, [None, own]);
            assert_eq!(other.state(Viewer::All).choices, [None, own]);
            assert_eq!(other.luck[1], 4, "luck moves when all have chosen");
        }
    }
    assert_eq!(one, other);
    assert!(one.state(Viewer::Public).choices.iter().all(Option::is_some));
}

#[test]
fn ruling_1_a_choice_made_is_final() {
    let mut game = table(json!({}), [4, 4], [0, 0]);
    assert_eq!(take(&mut game, choose(1, Store, 2)), Ok(()));
    assert_eq!(take(&mut game, choose(1, Store, 2)), Err(Code::WrongPlayer));
    assert_eq!(game.due().players(), PlayerSet::of(Player(0)));
}

#[test]
fn ruling_2_nothing_may_be_chosen_only_with_zero() {
    for action in [Spend, Store] {
        assert_eq!(take(&mut table(json!({}), [4, 4], [0, 0]), choose(0, action, 0)), Err(Code::BadAmount));
        for luck in [0, 8] {
            assert_eq!(take(&mut table(json!({"zero": true}), [luck, 4], [0, 0]), choose(0, action, 0)), Ok(()));
        }
    }
    let mut first = choices(&Options::default(), 0);
    assert!(first.all(|choice| choice.action == Store), "everybody stores in the first round");
}

#[test]
fn ruling_3_values_above_five_always_lack_dice() {
    let mut game = table(json!({}), [6, 0], [0, 0]);
    play_round(&mut game, [(Spend, 6), (Store, 6)], [[1, 1, 1, 1, 1], [4, 4, 4, 4, 4]], Some([&[1; 5], &[4; 5]]));
    assert_eq!(standing(&game).0, [1, 0], "a point gained, a point lost and the round");
}

#[test]
fn ruling_4_eight_is_the_most_that_may_be_stored() {
    assert_eq!(take(&mut table(json!({}), [7, 0], [0, 0]), choose(0, Store, 2)), Err(Code::LuckLimit));
    let mut game = table(json!({"overflow": "cap"}), [8, 0], [0, 0]);
    play_round(&mut game, [(Store, 8), (Store, 1)], [[1; 5], [1; 5]], None);
    assert_eq!(standing(&game).1, [8, 1]);
}

#[test]
fn ruling_5_nobody_spends_more_than_he_has() {
    assert_eq!(take(&mut table(json!({}), [3, 0], [0, 0]), choose(0, Spend, 4)), Err(Code::LuckShort));
    assert_eq!(take(&mut table(json!({}), [3, 0], [0, 0]), choose(0, Spend, 3)), Ok(()));
}

#[test]
fn ruling_6_each_die_is_rerolled_once() {
    let mut game = table(json!({}), [5, 0], [0, 0]);
    for (player, action) in [(0, Spend), (1, Store)] {
        assert_eq!(take(&mut game, choose(player, action, 5)), Ok(()));
    }
    assert_eq!(take(&mut game, json!({"type": "roll", "dice": [[1, 2, 3, 4, 5], [1, 1, 1, 1, 4]]})), Ok(()));
    assert_eq!(game.state(Viewer::Public).rerolls, Some(vec![3, 1]));
    assert_eq!(take(&mut game, json!({"type": "reroll", "dice": [[1, 1, 1], [1]]})), Ok(()));
    assert_eq!(game.rounds, 1, "the new values stand, failures or not");
}

#[test]
fn ruling_7_the_lowest_liable_dice_are_rerolled() {
    let dice = |list: &[u8]| list.iter().copied().map(crate::games::Face).collect::<Dice>();
    let spent = rules::throw(Spend, dice(&[3, 1, 6, 2, 3]), dice(&[1, 4]));
    assert_eq!(spent, Throw { successes: 2, sum: 3 + 6 + 3 + 1 + 4 });
    let stored = rules::throw(Store, dice(&[6, 4, 5, 2, 4]), dice(&[1, 6, 2]));
    assert_eq!(stored, Throw { successes: 2, sum: 6 + 2 + 1 + 6 + 2 });
}

#[test]
fn ruling_8_lacking_is_having_fewer_than_the_number_set() {
    let points = |lack, action, amount, liable| lack_points(lack, Choice { action, amount }, liable);
    for (liable, short, each, empty) in [(4, 0, 0, 0), (3, 0, 0, 0), (2, 1, 1, 0), (1, 1, 2, 0), (0, 1, 3, 1)] {
        assert_eq!(points(Lack::Short, Spend, 3, liable), short);
        assert_eq!(points(Lack::Each, Spend, 3, liable), each);
        assert_eq!(points(Lack::Empty, Spend, 3, liable), empty);
        assert_eq!(points(Lack::Short, Store, 3, liable), -short);
        assert_eq!(points(Lack::Each, Store, 3, liable), -each);
        assert_eq!(points(Lack::Empty, Store, 3, liable), -empty);
        assert_eq!(points(Lack::Empty, Store, 0, liable), 0);
    }
}

#[test]
fn ruling_9_the_dice_there_are_are_rerolled_all_the_same() {
    let mut game = table(json!({}), [8, 0], [0, 0]);
    play_round(&mut game, [(Spend, 8), (Store, 1)], [[3, 4, 4, 4, 4], [4, 4, 4, 4, 1]], Some([&[6], &[6]]));
    assert_eq!(standing(&game).0, [2, 0]);
}

#[test]
fn ruling_10_points_may_be_negative() {
    let mut game = table(json!({}), [0, 0], [-3, 0]);
    play_round(&mut game, [(Store, 8), (Store, 1)], [[1; 5], [4; 5]], Some([&[], &[4]]));
    assert_eq!(standing(&game).0, [-4, 1]);
}

#[test]
fn ruling_11_only_those_tied_for_most_successes_compare_sums() {
    let throw = |successes, sum| Throw { successes, sum };
    let winners = |throws: &[Throw]| score::round_winners(throws, TiedRound::None);
    assert_eq!(winners(&[throw(2, 12), throw(1, 24), throw(2, 13)]), PlayerSet::of(Player(2)));
    assert_eq!(winners(&[throw(2, 13), throw(1, 24), throw(2, 13)]), PlayerSet::EMPTY);
    let all = score::round_winners(&[throw(2, 13), throw(1, 24), throw(2, 13)], TiedRound::All);
    assert_eq!(all, [Player(0), Player(2)].into_iter().collect());
}

#[test]
fn ruling_12_the_sum_is_of_all_five_dice_failures_too() {
    let mut game = table(json!({"zero": true}), [0, 0], [0, 0]);
    play_round(&mut game, [(Store, 0), (Store, 0)], [[4, 3, 3, 3, 3], [6, 1, 1, 1, 1]], None);
    assert_eq!(standing(&game).0, [1, 0]);
}

#[test]
fn ruling_13_to_win_is_to_be_alone_in_the_lead_at_the_target() {
    let ends = |points: &[i32]| score::end(&Options::default(), points, 7);
    assert_eq!(ends(&[10, 9]), Some(End::Target));
    assert_eq!(ends(&[10, 10]), None);
    assert_eq!(ends(&[11, 11, 10]), None);
    assert_eq!(ends(&[10, 12, 11]), Some(End::Target));
    assert_eq!(ends(&[9, 8]), None);
}

#[test]
fn ruling_14_only_the_points_at_the_end_of_a_round_count() {
    let mut game = table(json!({}), [0, 0], [10, 10]);
    play_round(&mut game, [(Store, 8), (Store, 8)], [[1, 1, 1, 1, 2], [1; 5]], None);
    assert_eq!(standing(&game).0, [10, 9], "both lack and fall to 9, then the round point");
    assert_eq!(game.outcome().map(|outcome| outcome.winners), Some(vec![Player(0)]));
}

#[test]
fn ruling_15_at_max_rounds_the_only_leader_wins_and_a_tie_is_a_draw() {
    let last = |points| {
        let mut game = table(json!({"max_rounds": 1, "zero": true}), [0, 0], points);
        play_round(&mut game, [(Store, 0), (Store, 0)], [[4, 1, 1, 1, 1], [1; 5]], None);
        let outcome = game.outcome().expect("over");
        assert_eq!(outcome.detail, Detail { end: End::MaxRounds, rounds: 1, luck: vec![0, 0] });
        (outcome.winners, outcome.places, outcome.scores)
    };
    assert_eq!(last([3, 3]), (vec![Player(0)], vec![1, 2], vec![4, 3]));
    assert_eq!(last([3, 4]), (vec![], vec![1, 1], vec![4, 4]));
}
