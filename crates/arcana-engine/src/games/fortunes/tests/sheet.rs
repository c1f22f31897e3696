//! Score sheets: what they are read as, and how they are refused.

use super::*;
use crate::{cards::Deck, games::Document};

/// A finished match of this many deals.
fn played(deals: usize) -> Fortunes {
    let mut game = new(json!({"match": {"type": "deals", "deals": deals}}));
    let mut bots = seat(&[Skill::Random; PLAYERS], "a sheet", "");
    play_out(&mut game, &mut bots, &mut Chance::of_table("a sheet", ""), |_, _| ());
    game
}

/// The game as people write it down.
fn written(game: &Fortunes, deck: Deck, heading: &str) -> String {
    let trick = |trick: &Trick| trick.cards.map(|card| deck.card_name(card)).join(", ");
    let deals = game.deals.iter().map(|deal| deal.tricks.iter().map(trick).collect::<Vec<_>>().join("\n"));
    format!("{heading}\nAda, Bel, Cyd, Dov\n\n{}\n", deals.collect::<Vec<_>>().join("\nDeal\n# the next\n"))
}

fn result(sheet: &Sheet) -> Fortunes {
    let log = sheet.log();
    let document = Document::read(&log, &[]).expect("a log");
    assert_eq!(document.players, ["Ada", "Bel", "Cyd", "Dov"]);
    document.replay::<Fortunes>().expect("a legal game").0
}

fn faults(text: &str) -> Vec<(usize, String)> {
    Sheet::read(text).expect_err("faults").into_iter().map(|fault| (fault.line, fault.detail)).collect()
}

#[test]
fn a_game_written_down_in_any_deck_is_the_same_game() {
    let game = played(2);
    for (deck, heading) in [
        (Deck::Fortunes, "Fortunes"),
        (Deck::WaiteSmith, "fortunes, Waite-Smith"),
        (Deck::Thoth, "Fortunes , thoth"),
        (Deck::French, "\u{feff}FORTUNES, French"),
    ] {
        let sheet = Sheet::read(&written(&game, deck, heading)).expect("a sheet");
        assert_eq!((sheet.deck, &result(&sheet).deals), (deck, &game.deals));
    }
}

#[test]
fn lines_may_have_numbers_and_ids_without_commas() {
    let game = played(1);
    let tricks = game.deals[0].tricks.iter().enumerate();
    let lines = tricks.map(|(n, trick)| format!("{}. {}", n + 1, trick.cards.map(Card::id).join(" ")));
    let text = format!("Fortunes\r\nAda,Bel,Cyd,Dov\r\nDeal 1:\r\n{}", lines.collect::<Vec<_>>().join("\r\n"));
    assert_eq!(result(&Sheet::read(&text).expect("a sheet")).deals, game.deals);
    let skipped = text.replace("2. ", "3. ");
    assert_eq!(
        faults(&skipped)[0].1,
        "Trick 2: the line has another number; a trick before it is missing or too many."
    );
}

#[test]
fn what_does_not_fit_is_told_by_line_trick_and_player() {
    let told = faults(
        "Fortunes, Waite-Smith\nAda, Bel, Cyd, Dov\nTwo of Cups, CK, P, The Heirophant\nTwo of Cups, Ace of Cups, Ace of Cups",
    );
    let told = told.iter().map(|(line, detail)| (*line, detail.as_str())).collect::<Vec<_>>();
    assert_eq!(
        told,
        [
            (3, "Trick 1: `CK`, played by Bel, may be King of Cups or Knight of Cups. Write the whole name."),
            (3, "Trick 1: `P`, played by Cyd, may be Page or Pentacles. Write the whole name."),
            (3, "Trick 1: `The Heirophant`, played by Dov, is not a card. The nearest names: The Hierophant."),
            (4, "Trick 2: expected 4 cards, separated by commas; found 3."),
            (4, "Trick 2: Bel plays Two of Cups, which was played in trick 1 by Ada."),
            (4, "Trick 2: Dov plays Ace of Cups, which was played before in this trick."),
            (4, "Deal 1 has 19 tricks; found 2."),
        ]
    );
}

#[test]
fn a_sheet_without_its_first_lines_is_refused() {
    let first = |text: &str| faults(text)[0].clone();
    assert_eq!(first(""), (1, "A sheet begins with a line `Fortunes`.".to_owned()));
    assert_eq!(first("Foolery\nA, B, C, D"), (1, "A sheet begins with a line `Fortunes`.".to_owned()));
    assert_eq!(
        first("Fortunes, Marseille").1,
        "The deck is not known. Decks: Fortunes deck, Waite-Smith, Thoth, French-suited."
    );
    assert_eq!(
        first("# club\nFortunes\nA, B, C"),
        (3, "Expected the names of 4 players, separated by commas; found 3.".to_owned())
    );
    assert!(Sheet::is_begun("\n# evening\nFortunes, Thoth\n") && !Sheet::is_begun("{\"ruleset\": \"fortunes\"}"));
}
