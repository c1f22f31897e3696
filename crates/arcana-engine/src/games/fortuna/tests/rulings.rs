//! Every ruling of the page.

use super::*;

const MISS: (&[u8], &[u8]) = (&[4, 4], &[0, 5]);
const SMILE: (&[u8], &[u8]) = (&[2, 4], &[2, 5]);

fn marbles(game: &Fortuna) -> &[u8] {
    game.totals().marbles
}

#[test]
fn ruling_1_a_kit_has_six_values_once_and_two_blanks() {
    assert_eq!(pool(&Options::default(), 2), [2, 1, 1, 1, 1, 1, 1]);
}

#[test]
fn ruling_2_the_tied_roll_again_ten_times_at_most() {
    let mut game = Fortuna::new(4, Options::default()).expect("a table");
    assert_eq!(take(&mut game, json!({"type": "opening_roll", "rolls": [[1, 2], [6, 3], [5, 4], [4, 5]]})), Ok(()));
    assert_eq!(game.state(Viewer::Public).tied, [Player(1), Player(2), Player(3)]);
    for _ in 2..10 {
        assert_eq!(take(&mut game, json!({"type": "opening_roll", "rolls": [[1, 1], [1, 1], [1, 1]]})), Ok(()));
        assert_eq!(game.due(), Due::Table(StepKind::OpeningRoll));
    }
    assert_eq!(take(&mut game, json!({"type": "opening_roll", "rolls": [[1, 1], [2, 1], [1, 2]]})), Ok(()));
    assert_eq!(game.gold, Some(Player(2)), "the lowest seat still tied after the tenth");
    assert_eq!(game.phase, Phase::Roll { roller: Player(2) });
}

#[test]
fn ruling_3_every_flip_draws_from_the_full_pool() {
    let mut game = table(json!({}), &[3, 3]);
    turn(&mut game, MISS.0, MISS.1, None, "accept");
    turn(&mut game, MISS.0, MISS.1, None, "accept");
    assert_eq!(game.turns, 2);
}

#[test]
fn ruling_4_the_best_brick_met_scores() {
    assert_eq!(shows(&[2, 3], &[2, 5], json!({})), (Shown::Plain, 5));
    assert_eq!(shows(&[2, 3], &[2, 5], json!({"normal_score": "all"})), (Shown::Plain, 7));
    assert_eq!(shows(&[2, 4], &[6, 6], json!({"normal_score": "all"})), (Shown::Plain, 12), "two bricks of one value");
}

#[test]
fn ruling_5_sums_and_differences_are_of_two_dice() {
    assert_eq!(shows(&[1, 1, 3, 4], &[0, 0, 6, 0], json!({})), (Shown::Miss, 0), "not of three");
    assert_eq!(shows(&[1, 5, 4, 1], &[3, 0, 0, 0], json!({})), (Shown::Plain, 3), "4 − 1");
    assert_eq!(shows(&[4, 5], &[3, 2], json!({})), (Shown::Miss, 0), "bricks are not added but in a Wolf Grin");
}

#[test]
fn ruling_6_doubling_covers_all_bricks() {
    assert_eq!(shows(&[2, 4], &[2, 5], json!({})), special(Smile, 14));
    assert_eq!(shows(&[2, 4], &[2, 0], json!({})), special(Smile, 4));
}

#[test]
fn ruling_7_the_most_fortunate_first() {
    assert_eq!(shows(&[5, 6], &[6, 5], json!({})), special(Cheese, 22));
    assert_eq!(shows(&[3, 3], &[3, 6], json!({})), special(Grin, 18));
    assert_eq!(shows(&[2, 4], &[4, 2], json!({})), special(Happiness, 12));
    assert_eq!(shows(&[2, 4], &[4, 6], json!({})), special(HalfSmile, 4), "outranks the sum it contains");
}

#[test]
fn ruling_8_a_wolf_grin_by_one_brick() {
    assert_eq!(shows(&[2, 2], &[4, 1], json!({})), special(WolfGrin, 1));
    assert_eq!(shows(&[2, 2], &[4, 1], json!({"wolf_grin": "both"})), (Shown::Plain, 4));
    assert_eq!(shows(&[2, 2], &[4, 6], json!({"wolf_grin": "both"})), special(WolfGrin, 4), "6 − 4");
    assert_eq!(shows(&[4, 4], &[0, 0], json!({})), (Shown::Miss, 0), "a difference of 0 meets no blank");
}

#[test]
fn ruling_9_a_blank_is_the_lesser_brick() {
    assert_eq!(shows(&[1, 2], &[2, 0], json!({})), special(HalfSmile, 0));
    assert_eq!(shows(&[1, 2], &[2, 0], json!({"lesser_blank": "skip"})), special(HalfSmile, 2));
}

#[test]
fn ruling_10_unfortunate_turns_move_no_marble() {
    let mut game = table(json!({}), &[2, 2]);
    turn(&mut game, &[2, 4], &[5, 4], Some(HalfSmile), "accept");
    assert_eq!(marbles(&game), [2, 2]);
}

#[test]
fn ruling_11_fortunate_turns_retrieve_a_marble_as_well() {
    let mut game = table(json!({}), &[2, 2]);
    turn(&mut game, SMILE.0, SMILE.1, Some(Smile), "accept");
    assert_eq!(marbles(&game), [3, 1]);
}

#[test]
fn ruling_12_a_marble_is_a_miss_one_can_afford() {
    let mut game = table(json!({}), &[3, 3]);
    for turns in 1..=5 {
        turn(&mut game, MISS.0, MISS.1, None, "accept");
        assert_eq!(game.due().is_over(), turns == 5);
    }
    assert_eq!(marbles(&game), [0, 1]);
}

#[test]
fn ruling_13_an_unchallenged_turn_counts_as_shown() {
    let after = |agreed, answer| {
        let mut game = table(agreed, &[2, 2]);
        turn(&mut game, SMILE.0, SMILE.1, None, answer);
        (game.points[0], marbles(&game).to_vec())
    };
    assert_eq!(after(json!({}), "accept"), (14, vec![3, 1]));
    assert_eq!(after(json!({"uncalled": "plain"}), "accept"), (2, vec![3, 2]));
    assert_eq!(after(json!({}), "challenge"), (14, vec![1, 3]), "keeps its points but loses its marble effects");
    assert_eq!(after(json!({"uncalled": "plain"}), "challenge"), (14, vec![1, 3]));
    assert_eq!(after(json!({"challenged_score": "none"}), "challenge"), (0, vec![1, 3]));
}

#[test]
fn ruling_14_a_false_name_is_challenged_like_a_missing_one() {
    let mut game = table(json!({}), &[3, 2]);
    turn(&mut game, MISS.0, MISS.1, Some(Cheese), "challenge");
    assert_eq!(marbles(&game), [2, 3], "one marble, not two");
}

#[test]
fn ruling_15_nobody_holds_more_than_three() {
    let mut game = table(json!({}), &[3, 3]);
    turn(&mut game, MISS.0, MISS.1, Some(Cheese), "challenge");
    assert_eq!(marbles(&game), [2, 3]);
    turn(&mut game, &[1, 5], &[3, 5], None, "accept");
    assert_eq!(marbles(&game), [2, 3]);
}

#[test]
fn ruling_16_an_unsuccessful_challenge_has_no_consequence() {
    let after = |agreed| {
        let mut game = table(agreed, &[2, 2]);
        turn(&mut game, &[1, 5], &[3, 5], None, "challenge");
        (game.points[0], marbles(&game).to_vec())
    };
    assert_eq!(after(json!({})), (5, vec![3, 2]));
    assert_eq!(after(json!({"failed_challenge": "marble"})), (5, vec![3, 1]));
}

#[test]
fn ruling_17_the_opponent_among_many() {
    let opponent_of = |agreed, marbles: [u8; 6]| opponent(&options(agreed), &marbles, Player(2));
    assert_eq!(opponent_of(json!({}), [3; 6]), Some(Player(3)));
    assert_eq!(opponent_of(json!({}), [3, 3, 3, 0, 0, 0]), Some(Player(0)), "holding a marble, round the table");
    assert_eq!(opponent_of(json!({"teams": true}), [3, 3, 3, 0, 3, 0]), Some(Player(1)), "of the other side");
    assert_eq!(opponent_of(json!({"opponent": "kit"}), [3; 6]), Some(Player(3)));
    assert_eq!(opponent_of(json!({"opponent": "kit"}), [3, 3, 3, 0, 3, 3]), Some(Player(4)), "not able: as next");
    let of_kit = opponent(&options(json!({"opponent": "kit"})), &[3; 6], Player(5));
    assert_eq!(of_kit, Some(Player(4)));
}

#[test]
fn ruling_17_the_roller_chooses_any_able_player() {
    let call = |opponent: u8, agreed: Value, marbles: &[u8]| {
        let mut game = table(agreed, marbles);
        throw(&mut game, MISS.0, MISS.1);
        let verdict = take(&mut game, json!({"type": "call", "player": 0, "name": null, "opponent": opponent}));
        verdict.map(|()| game.due().players().first())
    };
    let choose = || json!({"opponent": "choose", "end": "last_standing"});
    assert_eq!(call(2, choose(), &[3, 3, 3, 3]), Ok(Some(Player(2))));
    assert_eq!(call(0, choose(), &[3, 3, 3, 3]), Err(Code::BadOpponent), "not oneself");
    assert_eq!(call(2, choose(), &[3, 3, 0, 3]), Err(Code::BadOpponent), "without a marble");
    let teams = json!({"opponent": "choose", "teams": true});
    assert_eq!(call(2, teams.clone(), &[3, 3, 3, 3]), Err(Code::BadOpponent), "of the same team");
    assert_eq!(call(3, teams, &[3, 3, 3, 3]), Ok(Some(Player(3))));
    assert_eq!(call(1, choose(), &[3, 3]), Ok(Some(Player(1))), "of two always the other one");
}

#[test]
fn ruling_18_one_player_without_marbles_ends_the_game() {
    let after = |agreed, marbles: &[u8]| {
        let mut game = table(agreed, marbles);
        turn(&mut game, MISS.0, MISS.1, None, "accept");
        game.phase
    };
    let last = || json!({"end": "last_standing"});
    assert_eq!(after(json!({}), &[1, 3, 3, 3]), Phase::Over { end: End::Marbles });
    assert_eq!(after(last(), &[1, 3, 3, 3]), Phase::Roll { roller: Player(1) });
    assert_eq!(after(last(), &[2, 0, 0, 1]), Phase::Roll { roller: Player(3) }, "those without are passed over");
    assert_eq!(after(last(), &[1, 0, 0, 1]), Phase::Over { end: End::Marbles });
    let teams = json!({"end": "last_standing", "teams": true});
    assert_eq!(after(teams.clone(), &[1, 3, 0, 3]), Phase::Over { end: End::Marbles }, "one side has none");
    assert_eq!(after(teams, &[1, 3, 1, 3]), Phase::Roll { roller: Player(1) });
}

#[test]
fn ruling_19_the_threshold_is_of_a_sides_total() {
    let after = |agreed, before: [i32; 4]| {
        let mut game = table(agreed, &[3; 4]);
        game.points[..4].copy_from_slice(&before);
        turn(&mut game, SMILE.0, SMILE.1, Some(Smile), "accept");
        game.phase
    };
    let over = Phase::Over { end: End::Threshold };
    assert_eq!(after(json!({"threshold": 14}), [0; 4]), over);
    assert_eq!(after(json!({"threshold": 15}), [0, 0, 1, 0]), Phase::Roll { roller: Player(1) });
    assert_eq!(after(json!({"threshold": 15, "teams": true}), [0, 0, 1, 0]), over);
}

#[test]
fn ruling_20_teams_have_alternate_seats_and_win_together() {
    let mut game = table(json!({"teams": true}), &[3, 2, 1, 1]);
    game.points[..4].copy_from_slice(&[9, 5, 0, 20]);
    game.gold = Some(Player(3));
    game.phase = Phase::Roll { roller: Player(2) };
    turn(&mut game, MISS.0, MISS.1, None, "accept");
    let outcome = game.outcome().expect("over");
    assert_eq!((outcome.winners, outcome.places), (vec![Player(1), Player(3)], vec![3, 1, 3, 1]));
    assert_eq!(outcome.scores, [9, 5, 0, 20]);
    assert_eq!(outcome.detail.marbles, [3, 2, 0, 1], "marbles each their own");
    let teams = serde_json::to_value(outcome.detail.teams).expect("JSON");
    let expected = json!([
        {"name": "gold", "players": [1, 3], "score": 25}, {"name": "black", "players": [0, 2], "score": 9}
    ]);
    assert_eq!(teams, expected);
}

#[test]
fn ruling_21_big_turns_have_as_many_dice_and_bricks_as_players() {
    let mut game = table(json!({"big_turns": true}), &[3; 4]);
    assert_eq!(take(&mut game, json!({"type": "roll", "dice": [1, 2]})), Err(Code::BadDice));
    throw(&mut game, &[5, 5, 6, 6], &[6, 5, 6, 5]);
    assert_eq!(shows(&[5, 5, 5, 6], &[5, 5, 5, 6], json!({"big_turns": true})), special(Happiness, 42));
    assert_eq!(shows(&[5, 5, 6, 6], &[5, 5, 6, 6], json!({"big_turns": true})), special(Cheese, 44));
}

#[test]
fn ruling_22_the_bricks_of_all_kits_are_used() {
    assert_eq!(pool(&Options::default(), 6), [6, 3, 3, 3, 3, 3, 3]);
    assert_eq!(pool(&options(json!({"brick_pool": "one_kit"})), 6), [2, 1, 1, 1, 1, 1, 1]);
    let mut game = table(json!({}), &[3; 4]);
    throw(&mut game, &[6, 6], &[6, 6]);
    let mut game = table(json!({"brick_pool": "one_kit"}), &[3; 4]);
    assert_eq!(take(&mut game, json!({"type": "roll", "dice": [6, 6]})), Ok(()));
    assert_eq!(take(&mut game, json!({"type": "flip", "bricks": [6, 6]})), Err(Code::BadBricks));
    assert_eq!(take(&mut game, json!({"type": "flip", "bricks": [0, 0]})), Ok(()));
}

#[test]
fn ruling_23_equal_totals_are_a_draw_and_the_most_turns_end_the_game() {
    let last = |agreed: Value, points: [i32; 2], marbles: [u8; 2]| {
        let mut game = table(agreed, &marbles);
        game.points[..2].copy_from_slice(&points);
        turn(&mut game, MISS.0, MISS.1, None, "accept");
        let outcome = game.outcome().expect("over");
        assert_eq!((outcome.detail.end, outcome.detail.turns), (End::MaxTurns, 1));
        (outcome.winners, outcome.places)
    };
    assert_eq!(last(json!({"max_turns": 1}), [7, 7], [3, 3]), (vec![], vec![1, 1]));
    assert_eq!(last(json!({"max_turns": 1}), [7, 6], [2, 3]), (vec![Player(0)], vec![1, 2]), "the highest total wins");
    let tie_break = || json!({"max_turns": 1, "tie_break": "marbles"});
    assert_eq!(last(tie_break(), [7, 7], [3, 3]), (vec![Player(1)], vec![2, 1]));
    assert_eq!(last(tie_break(), [7, 7], [3, 2]), (vec![], vec![1, 1]));
    assert_eq!(last(tie_break(), [8, 7], [2, 3]), (vec![Player(0)], vec![1, 2]));
}

#[test]
fn the_dungeon_ends_the_game_before_the_threshold_and_that_before_the_most_turns() {
    let mut game = table(json!({"threshold": 1, "max_turns": 1}), &[3, 1]);
    turn(&mut game, SMILE.0, SMILE.1, Some(Smile), "accept");
    assert_eq!(game.phase, Phase::Over { end: End::Marbles });
    let mut game = table(json!({"threshold": 1, "max_turns": 1}), &[3, 3]);
    turn(&mut game, SMILE.0, SMILE.1, Some(Smile), "accept");
    assert_eq!(game.phase, Phase::Over { end: End::Threshold });
}
