//! fortunes.md, "Worked examples".

use super::*;

/// Winner, winning card, the type it ended with, disposition.
fn won_by(trick: &Trick) -> (u8, String, HighLow, Disposition) {
    (trick.winner.0, trick.card.id(), trick.ended, trick.disposition)
}

#[test]
fn example_1_the_highest_card_wins_a_high_trick() {
    let trick = trick(0, "cu05 cu09 cuki cuac", DispositionRule::Ended);
    assert_eq!(won_by(&trick), (2, "cuki".into(), HighLow::High, Disposition::Well));
    assert_eq!(trick.disposition.points(), 2);
}

#[test]
fn example_2_a_star_turns_the_trick_low() {
    let ids = "cu05 cu09 cuki ar10";
    let ended = trick(0, ids, DispositionRule::Ended);
    assert_eq!(won_by(&ended), (0, "cu05".into(), HighLow::Low, Disposition::Ill));
    assert_eq!((ended.started, ended.disposition.points()), (HighLow::High, 1));
    let led = trick(0, ids, DispositionRule::Led);
    assert_eq!((led.disposition, led.disposition.points()), (Disposition::Well, 2));
}

#[test]
fn example_3_two_stars_switch_twice() {
    let trick = trick(1, "sw04 ar03 ar17 sw02", DispositionRule::Ended);
    assert_eq!(won_by(&trick), (0, "sw02".into(), HighLow::Low, Disposition::Ill));
    assert_eq!(trick.disposition.points(), 1);
}

#[test]
fn example_4_the_fool_is_highest_beside_xxi() {
    let trick = trick(2, "ar21 ar00 ar14 pe03", DispositionRule::Ended);
    assert_eq!(won_by(&trick), (3, "ar00".into(), HighLow::High, Disposition::Ill));
}

#[test]
fn example_5_the_fool_is_lowest_in_a_low_trick() {
    let trick = trick(3, "ar21 ar00 ar14 ar02", DispositionRule::Ended);
    assert_eq!(won_by(&trick), (0, "ar00".into(), HighLow::Low, Disposition::Ill));
}

#[test]
fn example_6_no_star_is_led_before_stars_are_broken() {
    let game = deal(json!({}), ["ar07 wa02", "", "", ""]);
    assert_eq!(refused(&game, &card(0, "ar07")), Some(Code::StarsNotBroken));
}

#[test]
fn example_7_a_broken_star_instead_of_following() {
    for (rule, expected) in [("at_will", None), ("void_only", Some(Code::StarNotAllowed))] {
        let options = json!({"stars_when_broken": rule});
        let mut game = broken(deal(options, ["wa07", "wa09 ar02 cu03", "", ""]));
        apply(&mut game, [card(0, "wa07")]);
        assert_eq!(refused(&game, &card(1, "ar02")), expected, "{rule}");
        assert_eq!(refused(&game, &card(1, "cu03")), Some(Code::MustFollow), "{rule}");
    }
}

#[test]
fn example_8_a_led_star_has_to_be_followed() {
    let mut game = broken(deal(json!({}), ["ar07", "ar02 cu03", "", ""]));
    apply(&mut game, [card(0, "ar07")]);
    assert_eq!(refused(&game, &card(1, "cu03")), Some(Code::MustFollow));
}

#[test]
fn example_9_a_team_that_takes_less_than_it_bid_scores_nothing() {
    // Players 0 and 2 bid 6 + 5 and take 10 tricks worth 17; the others bid 9 and take 9 worth 12.
    let table = won(Bets::Bids([6, 9, 5, 0]), [4, 1, 3, 2], [2, 3, 1, 3]);
    let deal = settled(json!({"betting": {"type": "bid"}}), &table, [0, 0]);
    assert_eq!(deal.tricks_won, [6, 4, 4, 5]);
    assert_eq!(deal.points, [0, 5, 0, 7]);
    assert_eq!((deal.made, deal.winner), (Some([false, true]), Some(HighLow::Low)));
}

#[test]
fn example_10_a_fold_ends_the_deal_and_its_raises_are_not_paid() {
    let options = json!({"betting": {"type": "ante", "ante": 2, "raise": 3}});
    let mut game = deal(options, ["cuki cu06", "cu05 cu10", "cu09 cu03", "cuac cu04"]);
    apply(&mut game, [stake(0, "stay"), stake(1, "raise"), stake(2, "stay"), stake(3, "stay")]);
    assert_eq!(game.current_tricks().and_then(|table| table.bets.stakes()).map(|stakes| stakes.paid), Some(5));
    play_trick(&mut game, 0, "cuki cu05 cu09 cuac");
    apply(&mut game, [1, 2, 3, 0].map(|player| stake(player, "stay")));
    play_trick(&mut game, 1, "cu10 cu03 cu04 cu06");
    apply(&mut game, [stake(2, "raise"), stake(3, "fold")]);
    let outcome = game.outcome().expect("one deal");
    assert_eq!(outcome.scores, [2, 0, 1, 0]);
    assert_eq!(outcome.detail.deals[0].folded_by, Some(Player(3)));
    assert_eq!(outcome.detail.chips, [15, -5, -5, -5]);
}

#[test]
fn example_11_wagers_go_to_the_winners_in_proportion() {
    assert_eq!(score::of_wagers([6, 3, 2, 4], Some(HighLow::High), Player(0)), [5, -3, 2, -4]);
}

#[test]
fn example_12_a_card_too_many_makes_the_deal_unknown() {
    let (game, steps) = random_game(json!({}), "example 12");
    let discarded = game.deals[0].discarded.first().expect("two");
    let mut log = wire(&steps);
    log[0] = json!({"type": "deal"});
    assert_eq!(refusal(json!({}), &log), None);
    log.push(json!({"type": "play", "player": 2, "card": discarded}));
    assert_eq!(refusal(json!({}), &log), Some((Some(0), Code::DealUnknown)));
}

#[test]
fn example_13_a_deal_that_goes_over_counts_nothing() {
    let table = won(Bets::None, [3, 2, 0, 0], [0, 1, 1, 0]);
    let exact = json!({"match": {"type": "race_exact", "target": 30}});
    let deal = settled(exact, &table, [24, 10]);
    assert_eq!(deal.points, [0, 5, 0, 0]);
    assert_eq!((score::by_team(deal.points), deal.winner), ([0, 5], Some(HighLow::High)));
}
