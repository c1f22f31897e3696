//! foolery.md, "Plays": what a set of cards is.

use std::collections::HashMap;

use super::*;
use crate::cards::{PACK, Rank, Suit};

fn kind(ids: &str) -> Option<(Kind, u8)> {
    Play::of(cards(ids)).map(|play| (play.kind, play.value))
}

#[test]
fn each_kind_has_its_value() {
    assert_eq!(kind("wa07"), Some((Kind::Single, 7)));
    assert_eq!(kind("waac peac"), Some((Kind::Pair, 1)));
    assert_eq!(kind("waki cuki peki"), Some((Kind::Triple, 14)));
    assert_eq!(kind("wapa cupa swpa pepa"), Some((Kind::Four, 11)));
    assert_eq!(kind("waac wa02 wa03 wa04 cu05"), Some((Kind::Straight, 5)));
    assert_eq!(kind("swac sw03 sw05 sw07 swkn"), Some((Kind::Flush, 12)));
    assert_eq!(kind("wa02 cu02 sw02 waki peki"), Some((Kind::FullHouse, 2)));
    assert_eq!(kind("pe10 pepa pekn pequ peki"), Some((Kind::StraightFlush, 14)));
    assert_eq!(kind("wa10 cu10 sw10 pe10 ar10"), Some((Kind::FiveOfAKind, 10)));
    assert_eq!(kind("ar01"), Some((Kind::Trumps, 1)));
    assert_eq!(kind("ar02 ar21 ar03"), Some((Kind::Trumps, 21)));
    assert_eq!(kind("ar00"), Some((Kind::Fool, 0)));
}

#[test]
fn anything_else_is_not_a_play() {
    for ids in [
        "",
        "wa07 cu08",
        "wa07 ar07",
        "wa07 cu07 sw07 pe08",
        "wa07 cu07 sw07 pe07 wa08",
        "wa07 cu07 wa08 cu08 sw09",
        "wa07 cu08 wa09 wa10 waqu",
        "ar01 ar02 ar03 ar04",
        "ar00 ar01",
        "ar00 wa07 cu07 sw07 pe07",
        "wa07 cu07 sw07 pe07 ar08",
        "wa07 cu07 sw07 ar07 ar08",
        "wa03 wa04 wa05 wa06 ar07",
    ] {
        assert_eq!(kind(ids), None, "{ids}");
    }
}

#[test]
fn a_census_of_all_sets_of_five_suit_cards_counts_each_kind() {
    let mut counts: HashMap<Kind, usize> = HashMap::new();
    sets(&Hand::MINORS.to_vec(), 5, Hand::EMPTY, &mut |set| {
        if let Some(play) = Play::of(set) {
            *counts.entry(play.kind).or_default() += 1;
        }
    });
    let census = [
        (Kind::Straight, 10 * (1024 - 4)),
        (Kind::Flush, 4 * (2002 - 10)),
        (Kind::FullHouse, 14 * 4 * 13 * 6),
        (Kind::StraightFlush, 4 * 10),
    ];
    assert_eq!(census.map(|(kind, _)| (kind, counts[&kind])), census);
    assert_eq!(counts.values().sum::<usize>(), census.iter().map(|(_, count)| count).sum::<usize>());
}

#[test]
fn a_census_of_four_suit_cards_and_a_trump_finds_one_five_of_a_kind_for_each_rank() {
    let mut found = Vec::new();
    for trump in [Card::FOOL, Card::trump(7), Card::trump(15)] {
        sets(&Hand::MINORS.to_vec(), 4, Hand::of(trump), &mut |set| found.extend(Play::of(set)));
    }
    assert_eq!(found, [Play { kind: Kind::FiveOfAKind, value: 7, count: 5 }]);
    let complete = Hand::TRUMPS.iter().flat_map(|trump| Rank::ALL.map(|rank| Hand::of(trump) | Hand::rank(rank)));
    let values: Vec<u8> = complete.filter_map(Play::of).map(|play| play.value).collect();
    assert_eq!(values, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
}

#[test]
fn a_census_of_all_sets_of_up_to_three_cards_counts_each_kind() {
    let mut counts: [HashMap<Kind, usize>; 4] = Default::default();
    for (size, counts) in counts.iter_mut().enumerate() {
        sets(&PACK, size, Hand::EMPTY, &mut |set| {
            if let Some(play) = Play::of(set) {
                assert_eq!(usize::from(play.count), size);
                *counts.entry(play.kind).or_default() += 1;
            }
        });
    }
    let expected = |kind: Kind| [1, 2, 3].map(|size| counts[size].get(&kind).copied().unwrap_or_default());
    assert_eq!(expected(Kind::Single), [56, 0, 0]);
    assert_eq!(expected(Kind::Pair), [0, 14 * 6, 0]);
    assert_eq!(expected(Kind::Triple), [0, 0, 14 * 4]);
    assert_eq!(expected(Kind::Trumps), [21, 210, 1330]);
    assert_eq!(expected(Kind::Fool), [1, 0, 0]);
    assert_eq!(counts.iter().flat_map(HashMap::values).sum::<usize>(), 56 + 84 + 56 + 21 + 210 + 1330 + 1);
}

/// Calls for every set of this number of these cards, with those chosen before.
fn sets(of: &[Card], size: usize, chosen: Hand, each: &mut impl FnMut(Hand)) {
    if size == 0 {
        return each(chosen);
    }
    for (index, card) in of.iter().enumerate() {
        sets(&of[index + 1..], size - 1, chosen | Hand::of(*card), each);
    }
}

/// A second implementation of "Plays", card by card and without bits.
fn by_the_book(set: Hand) -> Option<(Kind, u8)> {
    let ranks: Vec<u8> = set.iter().filter_map(|card| card.rank()).map(Rank::value).collect();
    let suits: Vec<Suit> = set.iter().filter_map(|card| card.suit()).collect();
    let trumps: Vec<u8> = set.iter().filter_map(|card| card.number()).collect();
    let (highest, number) = (ranks.iter().max().copied().unwrap_or(0), set.len());
    let times = |rank: u8| ranks.iter().filter(|other| **other == rank).count();
    let of_one_rank = ranks.iter().all(|rank| *rank == highest);
    if ranks.is_empty() {
        return match trumps[..] {
            [0] => Some((Kind::Fool, 0)),
            [first, ..] if first > 0 && number <= 3 => trumps.last().map(|last| (Kind::Trumps, *last)),
            _ => None,
        };
    }
    if !trumps.is_empty() {
        return (number == 5 && of_one_rank && trumps == [highest]).then_some((Kind::FiveOfAKind, highest));
    }
    if of_one_rank {
        return Some(([Kind::Single, Kind::Pair, Kind::Triple, Kind::Four][number - 1], highest));
    }
    if number != 5 {
        return None;
    }
    let mut sorted = ranks.clone();
    sorted.sort_unstable();
    let in_row = sorted.windows(2).all(|two| two[0] + 1 == two[1]);
    let of_one_suit = suits.iter().all(|suit| *suit == suits[0]);
    let three = ranks.iter().copied().find(|rank| times(*rank) == 3);
    match (in_row, of_one_suit, three) {
        (true, true, _) => Some((Kind::StraightFlush, highest)),
        (_, true, _) => Some((Kind::Flush, highest)),
        (true, ..) => Some((Kind::Straight, highest)),
        (.., Some(three)) if ranks.iter().all(|rank| times(*rank) > 1) => Some((Kind::FullHouse, three)),
        _ => None,
    }
}

#[test]
fn the_bits_say_what_the_book_says() {
    let mut chance = Chance::of_table("the book", "");
    for round in 0..20_000 {
        // Few ranks make many plays.
        let pool: Hand = if round % 2 == 0 {
            PACK.into_iter().filter(|card| card.rank().is_none_or(|rank| rank.value() < 4)).collect()
        } else {
            Hand::PACK
        };
        let mut pack = pool.to_vec();
        chance.shuffle(&mut pack);
        let set: Hand = pack[..=chance.below(5) as usize].iter().copied().collect();
        assert_eq!(Play::of(set).map(|play| (play.kind, play.value)), by_the_book(set), "{set:?}");
    }
}

#[test]
fn the_listed_plays_are_those_that_pass_the_checks() {
    let mut chance = Chance::of_table("all sets", "");
    for round in 0..60u32 {
        let options = Options { same_trumps: round % 3 == 0, ..Options::default() };
        // A pack of half the ranks makes for many plays in few cards.
        let ranks = if round % 2 == 0 { 1..=6 } else { 3..=14 };
        let mut pack: Vec<Card> = PACK
            .into_iter()
            .filter(|card| card.rank().map_or(round % 3 > 0, |rank| ranks.contains(&rank.value())))
            .collect();
        chance.shuffle(&mut pack);
        let hands: Vec<Hand> = pack.chunks(8).take(3).map(|hand| hand.iter().copied().collect()).collect();
        let text = hands.iter().map(|hand| hand.iter().map(Card::id).collect::<Vec<_>>().join(" ")).collect::<Vec<_>>();
        let mut game = Scene::of(options, &text.join("/"), 0).0;
        for _ in 0..6 {
            let Due::Players { must, .. } = game.due() else { break };
            let turn = must.first().expect("somebody");
            let mut moves = Vec::new();
            assert!(game.moves(turn, 10_000, &mut moves));
            let listed = moves.iter().filter(|mv| matches!(mv, Move::Play(_))).count();
            let mut accepted = 0;
            for size in 1..=5 {
                sets(&game.hand(turn).to_vec(), size, Hand::EMPTY, &mut |set| {
                    let legal = game.check(&Step::Play { player: turn, cards: Cards::of(set) }).is_ok();
                    assert!(!legal || moves.contains(&Move::Play(set)), "{set:?} is not listed");
                    accepted += usize::from(legal);
                });
            }
            assert_eq!(accepted, listed, "round {round}");
            game.play_unchecked(turn, moves[chance.below(moves.len() as u32) as usize]);
        }
    }
}

#[test]
fn a_list_stops_at_its_limit_and_says_so() {
    let mut scene = Scene::new("wa02 wa03 wa04 cu02 / cu03 / sw03", 0);
    let mut moves = Vec::new();
    assert!(!scene.0.moves(Player(0), 4, &mut moves));
    assert_eq!(moves.len(), 4);
    moves.clear();
    assert!(scene.0.moves(Player(0), 5, &mut moves));
    assert_eq!(moves.len(), 5);
    moves.clear();
    assert!(scene.0.moves(Player(1), 5, &mut moves) && moves.is_empty());
    scene.plays(0, "wa02");
    assert!(scene.0.moves(Player(1), 5, &mut moves));
    assert_eq!(moves, [Move::Pass, Move::Play(cards("cu03"))]);
}
