//! fortunes.md, "Rulings".

use super::*;
use crate::{
    cards::Deck,
    games::{Labels, PlayerSet},
};

fn playable(hand: &str, led: &str, broken: bool, rule: StarsWhenBroken) -> Vec<Card> {
    let hand = cards(hand).into_iter().collect();
    rules::playable(hand, cards(led).first().copied(), broken, rule).to_vec()
}

#[test]
fn ruling_1_stars_at_will_once_broken_and_never_instead_of_a_led_star() {
    let hand = "ar02 ar09 wa05 waki cu03";
    assert_eq!(playable(hand, "wa07", false, StarsWhenBroken::AtWill), cards("wa05 waki"));
    assert_eq!(playable(hand, "wa07", true, StarsWhenBroken::AtWill), cards("ar02 ar09 wa05 waki"));
    assert_eq!(playable(hand, "wa07", true, StarsWhenBroken::VoidOnly), cards("wa05 waki"));
    assert_eq!(playable(hand, "ar15", true, StarsWhenBroken::AtWill), cards("ar02 ar09"));
    for rule in [StarsWhenBroken::AtWill, StarsWhenBroken::VoidOnly] {
        assert_eq!(playable(hand, "pe04", false, rule), cards(hand));
    }
}

#[test]
fn ruling_2_any_star_played_breaks_stars_from_that_very_card_on() {
    // Player 1 has no Cups and plays a Star; player 2, next in the same trick, has Cups and may play one too.
    let no_cups = "ar01 ar02 wa02 wa03 wa04 wa05 wa06 wa07 wa08 wa09 wa10 sw02 sw03 sw04 sw05 sw06 sw07 sw08 sw09";
    let mut game = deal(json!({}), ["cu05", no_cups, "cu06 ar03", ""]);
    apply(&mut game, [card(0, "cu05")]);
    assert_eq!(game.current_tricks().map(|table| table.broken), Some(false));
    apply(&mut game, [card(1, "ar01")]);
    assert_eq!(game.current_tricks().map(|table| table.broken), Some(true));
    assert_eq!(refused(&game, &card(2, "ar03")), None);
}

const ONLY_STARS: &str =
    "ar00 ar01 ar02 ar03 ar04 ar05 ar06 ar07 ar08 ar09 ar10 ar11 ar12 ar13 ar14 ar15 ar16 ar17 ar18";

#[test]
fn ruling_3_who_holds_nothing_but_stars_may_lead_one() {
    let mut game = deal(json!({}), [ONLY_STARS, "", "", ""]);
    assert_eq!(refused(&game, &card(0, "ar18")), None);
    apply(&mut game, [card(0, "ar18")]);
    assert_eq!(game.current_tricks().map(|table| table.broken), Some(true));
}

#[test]
fn ruling_4_the_type_in_force_when_the_trick_is_taken_decides_the_disposition() {
    let ids = "pe10 pe02 ar00 peki";
    assert_eq!(trick(0, ids, DispositionRule::Ended).disposition, Disposition::Well);
    assert_eq!(trick(0, ids, DispositionRule::Led).disposition, Disposition::Ill);
    assert_eq!(trick(0, ids, DispositionRule::Led).winner, Player(1));
}

#[test]
fn ruling_5_the_fool_and_xxi_have_to_be_in_the_same_trick() {
    let card = |leader, ids| trick(leader, ids, DispositionRule::Ended).card.id();
    assert_eq!(card(0, "ar20 ar00 ar14 ar02"), "ar20");
    assert_eq!(card(0, "ar00 ar21 ar14 ar02"), "ar00");
    assert_eq!(card(0, "cu02 ar21 ar00 cu03"), "cu03");
}

#[test]
fn ruling_6_a_reversal_after_the_winning_card_still_counts() {
    let trick = trick(0, "cu05 cuki cu02 ar01", DispositionRule::Ended);
    assert_eq!((trick.winner, trick.card.id(), trick.ended), (Player(2), "cu02".into(), HighLow::Low));
}

#[test]
fn ruling_7_nobody_wins_a_tied_deal() {
    let tied = settled(json!({}), &won(Bets::None, [5, 5, 0, 0], [0, 0, 4, 4]), [0, 0]);
    assert_eq!((tied.winner, tied.points), (None, [10, 10, 4, 4]));
    let end = score::match_end(Match::default(), 1, score::by_team(tied.points)).expect("one deal");
    let outcome = score::outcome(&[tied], end);
    assert_eq!((outcome.winners, outcome.places), (vec![], vec![1, 1, 1, 1]));
}

#[test]
fn ruling_8_the_folder_does_not_take_the_pot() {
    for (folder_may_win, expected) in [(false, [-2, 6, -2, -2]), (true, [6, -2, -2, -2])] {
        let options = json!({"betting": {"type": "ante", "ante": 2}, "folder_may_win": folder_may_win});
        let table = won(Bets::Stakes(Stakes::new(2)), [3, 2, 0, 0], [0; 4]);
        let deal = table.settle(&self::options(options), [0, 0], Some(Player(0)));
        assert_eq!((deal.winner, deal.chips), (Some(HighLow::High), expected), "{folder_may_win}");
    }
}

#[test]
fn ruling_9_who_stayed_early_is_bound_to_the_final_level() {
    let mut game = deal(json!({"betting": {"type": "ante", "ante": 2, "raise": 3}}), [""; 4]);
    apply(&mut game, [stake(0, "stay"), stake(1, "raise"), stake(2, "stay")]);
    let stakes =
        |game: &Fortunes| game.current_tricks().and_then(|table| table.bets.stakes()).map(|s| (s.paid, s.level));
    assert_eq!(stakes(&game), Some((2, 5)));
    assert_eq!(refused(&game, &stake(0, "stay")), Some(Code::WrongPlayer));
    apply(&mut game, [stake(3, "raise")]);
    assert_eq!(stakes(&game), Some((8, 8)));
    assert_eq!(refused(&game, &stake(0, "stay")), Some(Code::WrongStep));
}

#[test]
fn ruling_10_a_bid_is_the_teams() {
    // Player 1 bid 9 and took 4, player 3 bid nothing and took 5: together as many as they bid.
    let table = won(Bets::Bids([10, 9, 0, 0]), [0, 4, 10, 5], [0; 4]);
    let deal = settled(json!({"betting": {"type": "bid"}}), &table, [0, 0]);
    assert_eq!((deal.made, deal.points), (Some([true, true]), [0, 8, 20, 10]));
}

#[test]
fn ruling_11_a_deal_that_does_not_count_still_has_a_winner_and_chips() {
    let options = json!({
        "match": {"type": "race_exact", "target": 30},
        "betting": {"type": "wager", "when": "open"}
    });
    let table = won(Bets::Wagers([1, 2, 3, 4]), [4, 2, 0, 0], [0; 4]);
    let deal = settled(options, &table, [24, 24]);
    assert_eq!((deal.winner, deal.points), (Some(HighLow::High), [0, 4, 0, 0]));
    assert_eq!(deal.chips, [1, -2, 5, -4]);
}

#[test]
fn ruling_12_the_pot_without_a_fold() {
    let takers = |points, winner| score::takers(points, winner, None, false, Player(0));
    let set = |players: &[u8]| players.iter().map(|player| Player(*player)).collect::<PlayerSet>();
    assert_eq!(takers([8, 9, 7, 5], Some(HighLow::High)), set(&[0]));
    assert_eq!(takers([7, 9, 7, 4], Some(HighLow::High)), set(&[0, 2]));
    assert_eq!(takers([9, 5, 0, 4], None), set(&[0]));
    assert_eq!(takers([6, 6, 2, 2], None), set(&[0, 1]));
}

#[test]
fn ruling_12_odd_chips_go_round_from_south() {
    let three = [Player(0), Player(1), Player(3)].into_iter().collect();
    assert_eq!(score::of_pot(1, three, Player(0)), [0, 1, -1, 0]);
    assert_eq!(score::of_pot(2, three, Player(0)), [0, 1, -2, 1]);
    assert_eq!(score::of_pot(5, PlayerSet::all(PLAYERS), Player(2)), [0, 0, 0, 0]);
}

#[test]
fn ruling_13_wagers_are_paid_in_proportion_to_the_winners_own() {
    let paid = |wagers, winner| score::of_wagers(wagers, winner, Player(0));
    assert_eq!(paid([0, 3, 0, 4], Some(HighLow::High)), [3, -3, 4, -4]);
    assert_eq!(paid([3, 0, 4, 7], Some(HighLow::Low)), [-3, 0, -4, 7]);
    assert_eq!(paid([0, 0, 5, 0], Some(HighLow::High)), [0, 0, 0, 0]);
    assert_eq!(paid([6, 3, 2, 4], None), [0, 0, 0, 0]);
    let million = 1_000_000;
    assert_eq!(paid([million; 4], Some(HighLow::Low)), [-1_000_000, 1_000_000, -1_000_000, 1_000_000]);
}

#[test]
fn a_refused_card_is_told_by_the_trick_and_what_was_played_before() {
    let players = ["Ada", "Bel", "Cyd", "Dov"].map(str::to_owned);
    let mut game = deal(json!({}), ["cu02 wa02", "cuqu wa03", "cu04", "cu06"]);
    let told = |game: &Fortunes, player: u8, id: &str, deck: Deck| {
        let fault = game.check(&card(player, id)).expect_err("it is refused");
        fault.sentence(Labels { deck, players: &players })
    };
    assert_eq!(
        told(&game, 0, "ar00", Deck::WaiteSmith),
        "Ada (player 0) may not lead The Fool (ar00) to trick 1: none of the Major Arcana has been played."
    );
    apply(&mut game, [card(0, "cu02")]);
    assert_eq!(
        told(&game, 1, "wa03", Deck::WaiteSmith),
        "Bel (player 1) must follow suit in trick 1, in which Two of Cups (cu02) was led: with Queen of Cups (cuqu) in \
         hand, Three of Wands (wa03) may not be played."
    );
    assert!(told(&game, 1, "wa03", Deck::Fortunes).contains("with Riga of Cups (cuqu) in hand"));
    apply(&mut game, [card(1, "cuqu"), card(2, "cu04"), card(3, "cu06")]);
    assert_eq!(
        told(&game, 1, "cu02", Deck::Thoth),
        "Bel (player 1) does not hold Two of Cups (cu02) in trick 2: Ada (player 0) played it in trick 1."
    );
    assert_eq!(told(&game, 1, "wa02", Deck::Thoth), "Bel (player 1) does not hold Two of Wands (wa02) in trick 2.");
}
