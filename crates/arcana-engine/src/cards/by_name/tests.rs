use super::*;
use crate::cards::PACK;

fn id(name: &str, deck: Deck) -> Result<&'static str, String> {
    by_name(name, deck).map(Card::text).map_err(|refusal| refusal.to_string())
}

fn expect(deck: Deck, names: &[(&str, &str)]) {
    for (name, card) in names {
        assert_eq!(id(name, deck).as_deref(), Ok(*card), "{name} in {deck:?}");
    }
}

#[test]
fn every_name_of_every_deck_is_read_and_written_alike() {
    for deck in Deck::ALL {
        for card in PACK {
            let name = deck.card_name(card);
            let hyphens = name.to_lowercase().replace(' ', "-");
            for spelling in
                [name.clone(), name.to_uppercase(), hyphens.clone(), name.replace(' ', ""), hyphens.replace('-', "_")]
            {
                assert_eq!(by_name(&spelling, deck), Ok(card), "{spelling} in {deck:?}");
            }
            assert_eq!(by_name(card.text(), deck), Ok(card));
        }
    }
}

#[test]
fn a_name_means_the_same_card_whatever_deck_is_asked_for() {
    for (deck, other) in Deck::ALL.into_iter().flat_map(|deck| Deck::ALL.map(|other| (deck, other))) {
        for card in PACK {
            let name = other.card_name(card);
            // A name that decks use for different cards is that of the deck that is asked for.
            let meant = match (other.rank_name(card.rank().unwrap_or(Rank::ACE)), card.suit(), deck) {
                ("Knight", Some(suit), Deck::Thoth) => Card::minor(suit, Rank::KING),
                ("Knight", Some(suit), Deck::Fortunes | Deck::WaiteSmith | Deck::French) => {
                    Card::minor(suit, Rank::KNIGHT)
                }
                (_, Some(_), _) => card,
                // The French-suited pack only counts its trumps.
                (_, None, _) if other == Deck::French => card,
                (_, None, _) => deck.counterpart(other.counterpart(card)),
            };
            assert_eq!(by_name(&name, deck), Ok(meant), "{name} of {other:?} in {deck:?}");
        }
    }
}

#[test]
fn justice_and_strength_are_the_cards_of_these_names_in_every_deck() {
    for deck in [Deck::Fortunes, Deck::WaiteSmith, Deck::French] {
        expect(
            deck,
            &[
                ("justice", "ar11"),
                ("adjustment", "ar11"),
                ("strength", "ar08"),
                ("lust", "ar08"),
                ("fortitude", "ar08"),
            ],
        );
    }
    expect(
        Deck::Thoth,
        &[("justice", "ar08"), ("adjustment", "ar08"), ("strength", "ar11"), ("lust", "ar11"), ("fortitude", "ar11")],
    );
}

#[test]
fn numbers_are_those_of_the_deck() {
    for deck in Deck::ALL {
        for eighth in [
            "8",
            "08",
            "VIII",
            "viii",
            "Ⅷ",
            "trump 8",
            "Trump VIII",
            "star-8",
            "major_08",
            "m08",
            "maj8",
            "ar08",
            "major_arcana.08",
        ] {
            assert_eq!(id(eighth, deck).as_deref(), Ok("ar08"), "{eighth} in {deck:?}");
        }
        expect(deck, &[("0", "ar00"), ("11", "ar11"), ("XI", "ar11"), ("xxi", "ar21"), ("21", "ar21")]);
        assert!(id("22", deck).is_err() && id("XXII", deck).is_err());
    }
}

#[test]
fn a_name_stands_above_the_number_beside_it_where_decks_count_otherwise() {
    expect(
        Deck::WaiteSmith,
        &[("08-strength", "ar08"), ("11-strength", "ar08"), ("VIII. Justice", "ar11"), ("Justice (8)", "ar11")],
    );
    expect(
        Deck::Thoth,
        &[("08-adjustment", "ar08"), ("11-justice", "ar08"), ("XI Lust", "ar11"), ("8 Strength", "ar11")],
    );
    expect(
        Deck::WaiteSmith,
        &[("22-fool", "ar00"), ("0_-_The_Fool", "ar00"), ("XIII Death", "ar13"), ("21world", "ar21")],
    );
    assert_eq!(
        id("05-fool", Deck::WaiteSmith),
        Err("may be The Fool or The Hierophant. Write the whole name.".to_owned())
    );
    assert!(id("99-fool", Deck::WaiteSmith).is_err() && id("300-fool", Deck::WaiteSmith).is_err());
}

#[test]
fn a_knight_is_the_highest_court_in_thoth_alone() {
    for deck in [Deck::Fortunes, Deck::WaiteSmith, Deck::French] {
        expect(
            deck,
            &[("knight-of-wands", "wakn"), ("prince-of-wands", "wakn"), ("king-of-wands", "waki"), ("wn", "wakn")],
        );
    }
    expect(
        Deck::Thoth,
        &[
            ("knight-of-wands", "waki"),
            ("prince-of-wands", "wakn"),
            ("king-of-wands", "waki"),
            ("wn", "waki"),
            ("princess-of-wands", "wapa"),
            ("page-of-wands", "wapa"),
        ],
    );
}

#[test]
fn names_are_read_as_people_write_them() {
    expect(
        Deck::WaiteSmith,
        &[
            ("the-fool", "ar00"),
            ("fool", "ar00"),
            (" The  Fool ", "ar00"),
            ("The\u{a0}High\u{a0}Priestess", "ar02"),
            ("the_hanged_man", "ar12"),
            ("TheHangedMan", "ar12"),
            ("judgment", "ar20"),
            ("last-judgment", "ar20"),
            ("the last judgement", "ar20"),
            ("pope", "ar05"),
            ("papess", "ar02"),
            ("juggler", "ar01"),
            ("bateleur", "ar01"),
            ("Wheel", "ar10"),
            ("Knave of Cups", "cupa"),
            ("Fool, The", "ar00"),
            ("KoC", "cuki"),
            ("10oS", "sw10"),
            ("valet-of-deniers", "pepa"),
            ("jack of clubs", "wapa"),
            ("Two  of  Cups", "cu02"),
            ("two\u{2003}of\u{2003}cups", "cu02"),
            ("2 of cups", "cu02"),
            ("II of Cups", "cu02"),
            ("1 of cups", "cuac"),
            ("ace of spades", "swac"),
            ("10-of-staves", "wa10"),
            ("ix_of_bâtons", "wa09"),
            ("seven.of.rods", "wa07"),
            ("Ace of Coin", "peac"),
            ("queen of discs", "pequ"),
            ("q of hearts", "cuqu"),
            ("QueenOfCups", "cuqu"),
            ("queenofcups", "cuqu"),
            ("two-cups", "cu02"),
            ("swords-six", "sw06"),
            ("swordsix", "sw06"),
            ("wands iv", "wa04"),
            ("Cavalier of Coins", "pekn"),
            ("ⅸ of cups", "cu09"),
        ],
    );
}

#[test]
fn names_are_read_as_other_programs_write_them() {
    expect(
        Deck::WaiteSmith,
        &[
            ("WA02", "wa02"),
            ("wa01", "waac"),
            ("waac", "waac"),
            ("swki", "swki"),
            ("W3", "wa03"),
            ("3W", "wa03"),
            ("w03", "wa03"),
            ("CK", "cuki"),
            ("KC", "cuki"),
            ("CN", "cukn"),
            ("CKn", "cukn"),
            ("C_Q", "cuqu"),
            ("PP", "pepa"),
            ("PK", "peki"),
            ("SA", "swac"),
            ("AS", "swac"),
            ("10P", "pe10"),
            ("D5", "pe05"),
            ("major_arcana.00", "ar00"),
            ("major_arcana.21", "ar21"),
            ("minor_arcana.wands.ace", "waac"),
            ("minor_arcana.cups.knight", "cukn"),
            ("major_arcana.06:two_women", "ar06"),
            ("m00", "ar00"),
            ("m21", "ar21"),
            ("c01", "cuac"),
            ("c12", "cukn"),
            ("p14", "peki"),
            ("maj0", "ar00"),
            ("MAJ11", "ar11"),
            ("major-0", "ar00"),
            ("major_00_fool", "ar00"),
            ("cups_01", "cuac"),
            ("cups_01_ace", "cuac"),
            ("wands_12_knight", "wakn"),
            ("Cups14", "cuki"),
            ("cups1", "cuac"),
            ("Swords_King", "swki"),
            ("queen-wands", "waqu"),
            ("08-pentacles", "pe08"),
            ("Pents11", "pepa"),
            ("00-TheFool", "ar00"),
            ("10-WheelOfFortune", "ar10"),
            ("00_Fool", "ar00"),
            ("the_fool", "ar00"),
            ("XVII", "ar17"),
        ],
    );
}

#[test]
fn a_letter_is_read_by_the_deck() {
    expect(Deck::Thoth, &[("CK", "cuki"), ("CN", "cuki"), ("DQ", "pequ")]);
    expect(
        Deck::French,
        &[("CK", "waki"), ("KC", "waki"), ("CC", "wakn"), ("HC", "cukn"), ("JD", "pepa"), ("10S", "sw10")],
    );
    expect(Deck::Fortunes, &[("CK", "cuki"), ("CH", "cupa"), ("CQ", "cuqu"), ("CN", "cukn")]);
    for (name, deck, readings) in [
        ("CP", Deck::Thoth, "Princess of Cups or Prince of Cups"),
        ("CR", Deck::Fortunes, "Riga of Cups or Righ of Cups"),
        ("PC", Deck::French, "Jack of Clubs or Cavalier of Diamonds"),
        ("PH", Deck::Fortunes, "Herald of Cups or Herald of Pentacles"),
        ("cups-12-king", Deck::WaiteSmith, "Knight of Cups or King of Cups"),
    ] {
        assert_eq!(id(name, deck), Err(format!("may be {readings}. Write the whole name.")), "{name}");
    }
}

#[test]
fn other_texts_name_no_card_and_are_told_the_nearest_names() {
    for (name, nearest) in [
        ("the foul", "The Fool"),
        ("heirophant", "The Hierophant"),
        ("high-priestress", "The High Priestess"),
        ("fortitud", "Strength"),
        ("two of cusp", "Two of Cups"),
        ("Knigt of Wands", "Knight of Wands, King of Wands"),
    ] {
        assert_eq!(id(name, Deck::WaiteSmith), Err(format!("is not a card. The nearest names: {nearest}.")), "{name}");
    }
    let long = "the-".repeat(50_000);
    for text in [
        "",
        " ",
        "the-",
        "of",
        "-of-",
        "cups",
        "eleven-of-cups",
        "11-of-cups",
        "0-of-cups",
        "cups15",
        "cups00",
        "c15",
        "trump-22",
        "-1",
        "+8",
        "8.5",
        "é",
        "six",
        "ape",
        "mix",
        "wands",
        "starling",
        "two-of-stars",
        "22-more",
        "愚者",
        "\u{0}",
        &long,
    ] {
        let refusal = by_name(text, Deck::WaiteSmith).expect_err(text);
        assert!(matches!(refusal, Refusal::Unknown(_)), "{}", &text[..text.len().min(20)]);
    }
    assert_eq!(
        id("Two of Moons", Deck::Thoth),
        Err("is not a card. Write it as “Two of Cups”, “The Fool” or `cu02`.".to_owned())
    );
    assert_eq!(id("adjustmnt", Deck::Thoth), Err("is not a card. The nearest names: Adjustment.".to_owned()));
    assert_eq!(id("Quean of Cups", Deck::Fortunes), Err("is not a card. The nearest names: Riga of Cups.".to_owned()));
    assert_eq!(id("adjustmnt", Deck::WaiteSmith), Err("is not a card. The nearest names: Justice.".to_owned()));
}
