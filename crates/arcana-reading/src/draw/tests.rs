use super::*;

const PAGE: &str = include_str!("../../../../docs/rules/chance.md");

/// The ids; reversed cards are marked.
fn ids(draw: impl Iterator<Item = DrawnCard>) -> String {
    draw.map(|drawn| drawn.to_string()).collect::<Vec<_>>().join(" ")
}

fn reversals(share: f64) -> Reversals {
    Reversals::new(share).expect("between 0 and 1")
}

#[test]
fn the_examples_of_the_page() {
    let ten = "cu02' peki' peac ar01' sw09' cuac' ar14 pequ cu07' wa08";
    assert_eq!(ids(Draw::new("arcana", "").take(10)), ten);
    let trumps = Draw::of_pack("9f2c", "my lucky words", Shuffled::Pack(Pack::Majors).cards(None), reversals(0.25));
    let six = ids(trumps.take(6));
    for vector in [ten, &six] {
        assert!(PAGE.contains(vector), "chance.md has `{vector}`");
    }
}

#[test]
fn no_card_is_drawn_twice() {
    let mut cards: Vec<_> = Draw::new("any text", "mine").map(|drawn| drawn.card).collect();
    cards.sort();
    assert_eq!(cards, PACK);
}

#[test]
fn the_significator_is_not_drawn() {
    let count = |shuffled: Shuffled, out: Option<Card>| {
        let cards = shuffled.cards(out);
        let drawn: Vec<_> = Draw::of_pack("any text", "", cards.clone(), reversals(0.5)).collect();
        assert!(drawn.iter().all(|drawn| cards.contains(&drawn.card)));
        drawn.len()
    };
    let queen = "cuqu".parse().ok();
    assert_eq!(Pack::ALL.map(|pack| count(Shuffled::Pack(pack), queen)), [77, 22, 55]);
    let listed: Hand = PACK[20..24].iter().copied().collect();
    assert_eq!(count(Shuffled::Listed(listed), Some(PACK[21])), 3);
}

#[test]
fn skipping_cards_does_not_change_later_ones() {
    let all: Vec<_> = Draw::new("any text", "").collect();
    assert_eq!(Draw::new("any text", "").skip(3).collect::<Vec<_>>(), all[3..]);
}

/// With a share p of n cards, the number of reversed cards is within four standard deviations √(n · p · (1 − p)) of n ·
/// p for all but one in 16,000 seeds. The seeds here are fixed.
#[test]
fn the_share_of_reversed_cards_is_as_requested() {
    let reversed = |share: f64| {
        let first = |n: u32| Draw::of_pack(&format!("draw {n}"), "", PACK.to_vec(), reversals(share)).next();
        (0..10_000).filter_map(first).filter(|drawn| drawn.disposition == Disposition::Ill).count()
    };
    assert_eq!(reversed(0.0), 0);
    assert_eq!(reversed(1.0), 10_000);
    assert!((4_800..=5_200).contains(&reversed(0.5)), "{}", reversed(0.5));
    assert!((827..=1_073).contains(&reversed(0.095)), "{}", reversed(0.095));
}

#[test]
fn every_card_comes_first_about_as_often() {
    let mut first = [0_u32; Card::COUNT];
    for n in 0..7_800 {
        let drawn = Draw::new(&format!("draw {n}"), "").next().expect("a card");
        first[drawn.card.index()] += 1;
    }
    // 100 of each are expected. The chi-squared of 77 degrees of freedom is below 130 for all but one in 6,000 seeds.
    let chi: f64 = first.iter().map(|count| (f64::from(*count) - 100.0).powi(2) / 100.0).sum();
    assert!(chi < 130.0, "{chi}");
}

#[test]
fn a_share_lies_between_none_and_all() {
    assert_eq!([0.0, 1.0].map(|share| Reversals::new(share).is_some()), [true, true]);
    assert!(reversals(-0.0).share().is_sign_positive());
    assert_eq!([-0.1, 1.1, f64::NAN, f64::INFINITY].map(|share| Reversals::new(share).is_none()), [true; 4]);
}

#[test]
fn days_and_names_have_different_cards() {
    let day = |text: &str| text.parse::<NaiveDate>().expect("a date");
    assert_eq!(seed_of_day("arcana", day("2026-11-22")), "arcana@2026-11-22");
    let first = |seed, date| Draw::of_day(seed, day(date)).next().expect("a card");
    assert_eq!(first("arcana", "2026-11-22"), Draw::new("arcana@2026-11-22", "").next().expect("a card"));
    let year = day("2026-01-01").iter_days().take(365);
    let cards: std::collections::BTreeSet<_> =
        year.filter_map(|date| Draw::of_day("Ada", date).next()).map(|drawn| drawn.card).collect();
    assert!(cards.len() > 70, "a year shows nearly the whole pack: {}", cards.len());
}
