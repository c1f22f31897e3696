//! How tricks were won: the worked examples of `fortunes.md`, "Who wins a trick", by their numbers.

use super::*;
use crate::read;
use arcana_engine::{
    cards::PACK,
    games::fortunes::{Deal, DispositionRule, Trick},
};

/// A deal of one trick, which ends after a number of steps; player 0 deals.
fn deal(leader: u8, cards: [&str; 4], rule: DispositionRule) -> PlayedDeal {
    let cards = cards.map(|id| id.parse().expect("a card"));
    let trick = Trick::of(Player(0), Player(leader), cards, rule);
    let deal = Deal {
        dealer: Player(0),
        winner: None,
        folded_by: None,
        points: [0; 4],
        tricks_won: [0; 4],
        bids: None,
        made: None,
        chips: [0; 4],
        discarded: PACK[..0].iter().copied().collect(),
        tricks: [trick].into_iter().collect(),
    };
    PlayedDeal { deal, number: 2, ends: vec![105] }
}

/// How the only card of a player's reading was won.
fn won(leader: u8, cards: [&str; 4], rule: DispositionRule, querent: u8) -> Won {
    let choice = ReadingChoice { deck: Deck::WaiteSmith, ..ReadingChoice::default() };
    let reading = deal(leader, cards, rule).read(Player(querent), choice, None).expect("one card").told_for("", []);
    let mut won = reading.cards().filter_map(|card| card.won.clone());
    won.next().expect("a card of the querent's team")
}

fn told(leader: u8, cards: [&str; 4], querent: u8) -> String {
    won(leader, cards, DispositionRule::Ended, querent).text
}

fn played(card: &str, player: u8) -> PlayedCard {
    PlayedCard { card: card.parse().expect("a card"), player: Player(player) }
}

#[test]
fn example_1_a_king_beats_the_lead() {
    let won = won(0, ["cu05", "cu09", "cuki", "cuac"], DispositionRule::Ended, 2);
    assert_eq!((won.deal, won.trick, won.step), (2, 1, 105));
    assert_eq!(won.lead, Some(played("cu05", 0)));
    assert_eq!(won.beat, [played("cu05", 0), played("cu09", 1), played("cuac", 3)]);
    assert_eq!((won.stars, won.decided_by), (vec![], DecidedBy::Lead));
    assert_eq!(
        won.text,
        "You won the 1st trick of the deal with it against your partner’s Five of Cups that was led, the Nine of Cups and the Ace of \
         Cups."
    );
}

#[test]
fn a_partners_trick_is_described_to_the_querent() {
    assert_eq!(
        told(0, ["cu05", "cu09", "cuki", "cuac"], 0),
        "Your partner won the 1st trick of the deal with it against your own Five of Cups that was led, the Nine of Cups and the Ace \
         of Cups."
    );
}

#[test]
fn example_2_a_star_turns_a_card() {
    let trick = ["cu05", "cu09", "cuki", "ar10"];
    let ended = won(0, trick, DispositionRule::Ended, 0);
    assert_eq!((ended.lead, ended.decided_by), (None, DecidedBy::Stars));
    assert_eq!(ended.stars, [played("ar10", 3)]);
    let led_it =
        "You led it in the 1st trick of the deal, and it beat the Nine of Cups and your partner’s King of Cups";
    assert_eq!(ended.text, format!("{led_it}; the Wheel of Fortune turned it."));
    let led = won(0, trick, DispositionRule::Led, 0);
    assert_eq!((led.decided_by, led.text), (DecidedBy::Lead, format!("{led_it}.")), "the star decides who wins alone");
}

#[test]
fn example_3_two_stars_decide_nothing() {
    let won = won(1, ["sw04", "ar03", "ar17", "sw02"], DispositionRule::Ended, 0);
    assert_eq!((won.stars.len(), won.decided_by), (2, DecidedBy::Lead));
    assert_eq!(
        won.text,
        "You won the 1st trick of the deal with it against the Four of Swords that was led; the other team had the lead, so it lies \
         turned."
    );
}

#[test]
fn a_star_can_favour_the_winner() {
    assert_eq!(
        told(1, ["sw04", "sw10", "ar17", "sw02"], 2),
        "You won the 1st trick of the deal with it against the Four of Swords that was led and your partner’s Two of Swords; the Star \
         turned the trick your way."
    );
}

#[test]
fn example_4_stars_on_a_star_that_was_led_switch_nothing() {
    let won = won(2, ["ar21", "ar00", "ar14", "pe03"], DispositionRule::Ended, 3);
    assert_eq!((won.stars, won.decided_by), (vec![], DecidedBy::Lead));
    assert_eq!(won.beat, [played("ar21", 2), played("ar14", 0)], "a card thrown away is not beaten");
}

#[test]
fn nobody_follows() {
    assert_eq!(
        told(0, ["cu05", "wa09", "peki", "swac"], 0),
        "You led it in the 1st trick of the deal, and nobody followed suit."
    );
}

#[test]
fn the_json_matches_the_page() {
    let mut ninth = deal(0, ["cu03", "cu10", "cu02", "ar16"], DispositionRule::Ended);
    let others = PACK[20..].chunks_exact(4).take(8).map(|cards| Trick {
        cards: cards.try_into().expect("four cards"),
        card: cards[0],
        ..ninth.deal.tricks[0]
    });
    ninth.deal.tricks = others.chain(ninth.deal.tricks.clone()).collect();
    (ninth.number, ninth.ends) = (1, (1..=9).map(|trick| 1 + 4 * trick).collect());
    let reading = ninth.read(Player(2), ReadingChoice::default(), None).expect("different cards").told_for("", []);
    let card = reading.cards().find(|card| card.id == "cu02".parse().expect("a card")).expect("it won");
    let page = include_str!("../../../../docs/rules/reading.md");
    let shown = page.split("```").find_map(|block| block.strip_prefix("json\n{\"deal\"")).expect("an example");
    let shown: serde_json::Value = serde_json::from_str(&format!("{{\"deal\"{shown}")).expect("JSON");
    assert_eq!(serde_json::to_value(&card.won).expect("JSON"), shown);
}

#[test]
fn a_reading_is_the_same_without_its_game() {
    let played = deal(0, ["cu05", "cu09", "cuki", "cuac"], DispositionRule::Ended);
    let mut with = played.read(Player(0), ReadingChoice::default(), None).expect("one card").told_for("", []);
    let without =
        read(&Tricks::of_deal(&played.deal, Player(0)), ReadingChoice::default()).expect("one card").told_for("", []);
    assert!(without.cards().all(|card| card.won.is_none()));
    with.cards_mut().for_each(|card| card.won = None);
    assert_eq!(with, without);
}
