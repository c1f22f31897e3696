//! Tests of the stream, of shuffles and of keys.

use super::*;

/// chance.md, "Test vectors": seed, client seed, key, first word, first twenty dice.
const VECTORS: [(&str, &str, &str, u32, [u8; 20]); 2] = [
    (
        "arcana",
        "",
        "587e11b18fda1f303f46151748ed1cc43150daf11a2eedfd500e07157eff398e",
        0xbf19_e21d,
        [4, 1, 1, 4, 5, 6, 5, 2, 1, 2, 4, 3, 1, 2, 4, 4, 1, 2, 5, 2],
    ),
    (
        "9f2c",
        "my lucky words",
        "a51f54e70abe8f77af84cb07c90bb9aeab7ab77cd96494ae80004d268640a6ea",
        0xa8b9_1b7c,
        [1, 4, 1, 3, 5, 5, 2, 2, 2, 1, 5, 3, 3, 4, 2, 6, 2, 2, 3, 5],
    ),
];

#[test]
fn the_stream_gives_the_words_of_the_page() {
    for (seed, client_seed, wanted_key, word, dice) in VECTORS {
        assert_eq!(hex(&key(seed, &["table:", client_seed])), wanted_key);
        assert_eq!(Chance::of_table(seed, client_seed).word(), word);
        let mut chance = Chance::of_table(seed, client_seed);
        assert_eq!([(); 20].map(|()| chance.die()), dice);
    }
}

#[test]
fn the_shuffled_pack_is_the_one_on_the_page() {
    let expected = "ar03 cu08 swqu waki wa09 wakn cu10 cuqu pepa cupa wa06 wa04 pe04 pe10 sw08 pe02 pequ ar12 peki pe09 \
        ar20 cuki ar14 ar21 pe07 ar07 ar18 swpa ar01 ar04 cu02 ar09 cu06 cu04 wa10 sw10 ar10 sw03 wa07 sw09 \
        ar19 waqu ar06 sw07 sw05 ar00 wa02 wa08 swac ar05 cu07 wapa pe05 ar02 sw06 ar17 peac swkn wa03 pe08 \
        sw04 wa05 swki sw02 ar08 pekn cu05 cukn ar13 ar16 cu09 waac cu03 pe03 pe06 cuac ar11 ar15";
    let pack = Chance::of_table("arcana", "").pack().map(Card::id).join(" ");
    assert_eq!(pack, expected);
}

#[test]
fn a_list_is_shuffled_item_by_item() {
    for len in 0..=Card::COUNT + 20 {
        let seed = format!("shuffle {len}");
        let (mut drawn, mut wanted) = (Chance::of_table(&seed, ""), Chance::of_table(&seed, ""));
        let (mut list, mut expected) = ((0..len).collect::<Vec<_>>(), (0..len).collect::<Vec<_>>());
        drawn.shuffle(&mut list);
        for i in (1..len).rev() {
            expected.swap(i, wanted.below(i as u32 + 1) as usize);
        }
        assert_eq!((list, drawn.word()), (expected, wanted.word()));
    }
}

#[test]
fn a_shuffle_leaves_out_words_that_would_be_biased() {
    let mut chance = Chance::of_table("bias", "");
    let mut shuffled = |words: &[u32]| {
        let mut list = [0, 1, 2];
        let words: Vec<_> = words.iter().map(|word| word.to_le_bytes()).collect();
        chance.shuffle_with(&mut list, &words);
        list
    };
    // 2³² mod 3 is 1, so that the last word is left out for three items and taken for two.
    assert_eq!(shuffled(&[u32::MAX, 4, u32::MAX]), shuffled(&[4, u32::MAX]));
    assert_eq!(shuffled(&[4, u32::MAX]), [0, 2, 1]);
}

#[test]
fn each_player_has_a_separate_stream() {
    let first = |player| Chance::of_player("arcana", "", player).word();
    assert_ne!(first(0), first(1));
    assert_ne!(first(0), Chance::of_table("arcana", "").word());
}

/// docs/tables.md, "The chance of bots": seed, client seed, player, step, key, first word.
const DECISIONS: [(&str, &str, usize, usize, &str, u32); 3] = [
    ("arcana", "", 2, 17, "11c4501daf516e73e4a6adf04fc8d509214d2b0188cd093daa3e750170d75cbe", 0xc985_9ad6),
    ("9f2c", "my lucky words", 0, 0, "86d6382f63fb6110fc22610d458893c379cdaef4aefea6dd43da54655eec750c", 0x01a0_776e),
    (
        "9f2c",
        "my lucky words",
        11,
        230,
        "fce9df716feff4f23528e7bc457aefbaf05d681379c3a25ad5292f51c85c12ac",
        0xbdb9_0930,
    ),
];

/// Seed, client seed, deal, player, key, first word, and `below` of 4 and 3 in turn.
type ReadingVector = (&'static str, &'static str, u32, usize, &'static str, u32, [u32; 8]);

/// chance.md, "Test vectors".
const READINGS: [ReadingVector; 3] = [
    (
        "arcana",
        "",
        1,
        0,
        "4a6fd692bdec86e273b1034957287f408b0eccd4cfd8bb1f830752b2d7c829e0",
        0x90d8_f7b5,
        [1, 0, 2, 2, 1, 1, 2, 2],
    ),
    (
        "9f2c",
        "my lucky words",
        2,
        3,
        "61f98870e1243eec6fc198e6a1bd11416e2a1fea85237108b0c23629db68bd53",
        0x83db_65ea,
        [2, 0, 1, 0, 1, 2, 3, 2],
    ),
    (
        "wa02 ar17' | cuqu",
        "",
        1,
        0,
        "736b269340cc52861c22f0bfa78d355e93709baf477cdc1eae61fe0140fa4930",
        0x5d58_7e7b,
        [3, 1, 2, 2, 3, 1, 2, 2],
    ),
];

#[test]
fn each_reading_has_a_separate_stream() {
    for (seed, client_seed, deal, player, wanted_key, word, below) in READINGS {
        assert_eq!(hex(&reading_key(seed, client_seed, deal, player)), wanted_key);
        assert_eq!(Chance::of_reading(seed, client_seed, deal, player).word(), word);
        let mut chance = Chance::of_reading(seed, client_seed, deal, player);
        assert_eq!([4, 3, 4, 3, 4, 3, 4, 3].map(|n| chance.below(n)), below);
    }
}

#[test]
fn each_decision_at_a_table_has_a_separate_stream() {
    for (seed, client_seed, player, step, wanted_key, word) in DECISIONS {
        assert_eq!(hex(&decision_key(seed, client_seed, player, step)), wanted_key);
        assert_eq!(Chance::of_decision(seed, client_seed, player, step).word(), word);
    }
}

#[test]
fn below_is_always_under_its_bound() {
    let mut chance = Chance::of_table("bounds", "");
    for n in [1, 2, 3, 6, 78, 1 << 31, (1 << 31) + 1, u32::MAX] {
        for _ in 0..50 {
            assert!(chance.below(n) < n);
        }
    }
}

#[test]
fn the_fast_remainder_equals_division() {
    let mut chance = Chance::of_table("remainders", "");
    let words = [0, 1, 77, 78, 1 << 31, u32::MAX - 1, u32::MAX].into_iter().chain((0..50).map(|_| chance.word()));
    for word in words.collect::<Vec<_>>() {
        for n in (1..300).chain([1 << 31, u32::MAX]) {
            assert_eq!(remainder(word, n), word % n, "{word} by {n}");
        }
    }
}

#[test]
fn a_table_combines_the_client_seeds_of_its_seats() {
    // printf '0:tea leaves\\n1:\\n2:x\\n3:\\n' | sha256sum
    let seats = ["tea leaves", "", "x", ""];
    let expected = "b55102f68f622bec59a64694528c6ebe488631ece822bc19045892d41b1b0d36";
    assert_eq!(client_seed_of_seats(seats.into_iter()), expected);
    assert_eq!(client_seed_of_seats(["", ""].into_iter()), "");
}

/// chance.md, "Test vectors".
#[test]
fn the_deal_of_a_day_is_that_of_the_page() {
    let seed = "0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20";
    assert_eq!(seed_hash(seed), "da755f2f38e33e8871369d2166194343aca291752c4e529399ae0f4a8cb1aafd");
    let pack = Chance::of_table(seed, "2026-11-28").pack();
    let ids = |cards: &[Card]| cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    assert_eq!(ids(&pack[..6]), "peac sw05 ar13 wa05 ar21 sw02");
    assert_eq!(ids(&pack[76..]), "sw08 sw07");
}

#[test]
fn a_seed_hash_is_sha_256_in_hex() {
    assert_eq!(seed_hash(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}
