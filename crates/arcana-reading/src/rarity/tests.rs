use super::{counts::placed, *};
use crate::{
    Disposition, Layout, Place, ReadingChoice, TeamOutcome, Tricks, Verdict, WonTrick, read,
    tests::{OF_ADEPTS, played},
};
use arcana_engine::{
    cards::Card,
    games::{Fortunes, Game, Player, fortunes::Deal},
    players::{HasBots, Skill},
};

/// Maximum distance of a sample from the table, in standard deviations: by chance one in 30,000 is farther.
const MAX_DISTANCE: f64 = 4.0;

/// Smaller expected counts are merged, since the chi-square approximation does not hold for them.
const MIN_EXPECTED: f64 = 5.0;

/// A classification of readings: each belongs to exactly one class.
struct Kinds {
    about: &'static str,
    count: usize,
    of: fn(&Tricks) -> usize,
    /// Number of readings in the table, by class.
    of_table: fn(&RarityCounts, usize) -> u64,
}

/// Classes of cards: a rank or any Star, well-disposed or ill-disposed.
const CARDS_ALIKE: usize = 15 * 2;

fn alike(card: Card, disposition: Disposition) -> usize {
    usize::from(card.rank().map_or(0, |rank| rank.value())) * 2 + disposition.index()
}

const KINDS: [Kinds; 4] = [
    Kinds {
        about: "layout and verdict",
        count: 9,
        of: |tricks| {
            let layout = Layout::of(tricks.own.len(), tricks.partner.len());
            layout.index() * 3 + Verdict::from(tricks.outcome).index()
        },
        of_table: |counts, kind| counts.readings[kind / 3][kind % 3].into(),
    },
    Kinds {
        about: "own tricks",
        count: 20,
        of: |tricks| tricks.own.len(),
        of_table: |counts, kind| counts.with_tricks(Some(kind), None),
    },
    Kinds {
        about: "partner's tricks",
        count: 20,
        of: |tricks| tricks.partner.len(),
        of_table: |counts, kind| counts.with_tricks(None, Some(kind)),
    },
    Kinds {
        about: "first own card",
        count: CARDS_ALIKE + 1,
        of: |tricks| tricks.own.first().map_or(CARDS_ALIKE, |first| alike(first.card, first.disposition)),
        of_table: |counts, kind| match kind {
            CARDS_ALIKE => counts.with_tricks(Some(0), None),
            kind => {
                let sides =
                    arcana_engine::cards::PACK.into_iter().flat_map(|card| Disposition::ALL.map(|lies| (card, lies)));
                let expected = sides.filter(|(card, lies)| alike(*card, *lies) == kind);
                expected.map(|(card, lies)| counts.find(&at(Place::TheSelf, card, lies)).share.count).sum()
            }
        },
    },
];

fn at(place: Place, card: Card, disposition: Disposition) -> RarityFilter {
    RarityFilter { place: Some(place), card: Some(card), disposition: Some(disposition), ..RarityFilter::default() }
}

/// One reading of each deal, since those of one deal are not independent.
fn readings(deals: &[Deal]) -> Vec<Tricks> {
    deals.iter().zip((0..4).cycle().map(Player)).map(|(deal, player)| Tricks::of_deal(deal, player)).collect()
}

/// Distance between readings and table: chi-square over the classes, converted to a normal deviate (Wilson and
/// Hilferty).
fn distance(readings: &[Tricks], kinds: &Kinds) -> f64 {
    let table = &Reference::of_program().counts;
    let mut observed = vec![0.0; kinds.count];
    readings.iter().for_each(|tricks| observed[(kinds.of)(tricks)] += 1.0);
    let share = |kind| (kinds.of_table)(table, kind) as f64 / f64::from(table.total());
    let (mut chi_square, mut classes, mut joined) = (0.0, 0.0, (0.0, 0.0));
    for (kind, observed) in observed.into_iter().enumerate() {
        joined = (joined.0 + observed, joined.1 + share(kind) * readings.len() as f64);
        if joined.1 >= MIN_EXPECTED || kind + 1 == kinds.count {
            // The last class may be small. An expectation of zero must be met exactly.
            chi_square += (joined.0 - joined.1) * (joined.0 - joined.1) / f64::max(joined.1, 1.0);
            (classes, joined) = (classes + 1.0, (0.0, 0.0));
        }
    }
    let spread = 2.0 / (9.0 * (classes - 1.0));
    ((chi_square / (classes - 1.0)).cbrt() - (1.0 - spread)) / spread.sqrt()
}

#[test]
fn the_table_matches_the_current_adepts_and_rules() {
    let run = Reference::of_program();
    let versions = (format!("bot:{}@{}", Skill::Adept.id(), Fortunes::ADEPT_VERSION), Fortunes::INFO.rules_version);
    assert_eq!((run.bot.clone(), run.rules_version), versions, "run examples/rarity.rs again");
    let readings = readings(&OF_ADEPTS);
    for kinds in &KINDS {
        let distance = distance(&readings, kinds);
        assert!(
            distance < MAX_DISTANCE,
            "{}: {distance:.1} standard deviations, run examples/rarity.rs again",
            kinds.about
        );
    }
}

#[test]
fn other_players_do_not_match_the_table() {
    let readings = readings(&played(600, Skill::Random));
    let farthest = KINDS.iter().map(|kinds| distance(&readings, kinds)).fold(0.0, f64::max);
    assert!(farthest > MAX_DISTANCE, "{farthest:.1}");
}

#[test]
fn the_table_has_four_readings_of_each_deal_with_both_partnerships() {
    let run = Reference::of_program();
    let readings = |filter| run.counts.find(&filter).share.count;
    let all = u64::from(run.readings());
    assert_eq!(run.readings(), 4 * run.deals);
    assert_eq!(run.counts.with_tricks(None, None), all);
    let verdict = |verdict| readings(RarityFilter { verdict: Some(verdict), ..RarityFilter::default() });
    assert_eq!(verdict(Verdict::Fortune), verdict(Verdict::Doom), "where one partnership wins, the other loses");
    // From the partner's view, own tricks are the partner's.
    for number in 0..20 {
        assert_eq!(run.counts.with_tricks(Some(number), None), run.counts.with_tricks(None, Some(number)));
    }
    let bare = run.counts.with_tricks(Some(0), None);
    let root = readings(RarityFilter { place: Some(Place::TheSelf), ..RarityFilter::default() });
    assert_eq!(root + bare, all, "every first own card lies at the Self");
}

#[test]
fn the_table_round_trips() {
    let run = Reference::of_program();
    assert_eq!(run.text(), include_str!("reference.txt"));
    assert_eq!(Reference::parse(&run.text()).as_ref(), Ok(run));
    for wrong in ["", "version 1\n", &run.text().replacen("cards broad", "cards narrow", 1), &(run.text() + "more\n")] {
        assert!(Reference::parse(wrong).is_err(), "{}", wrong.len());
    }
}

fn won(card: &str, disposition: Disposition) -> WonTrick {
    WonTrick { card: card.parse().expect("a card"), disposition }
}

/// Five own tricks and one of the partner's.
fn tricks() -> Tricks {
    use Disposition::{Ill, Well};
    let own = [("wa02", Well), ("ar16", Ill), ("cuqu", Well), ("sw03", Well), ("peki", Ill)];
    let own = own.map(|(card, disposition)| won(card, disposition)).to_vec();
    Tricks { own, partner: vec![won("ar17", Well)], outcome: TeamOutcome::Won, seats: None }
}

#[test]
fn any_combination_is_counted() {
    let mut counts = RarityCounts::default();
    counts.count(ReadingNumber::new(7, Player(2)), &tricks());
    counts.count(ReadingNumber::new(3, Player(1)), &Tricks { outcome: TeamOutcome::Lost, ..tricks() });
    let found = |filter: RarityFilter| counts.find(&filter);
    let all = RarityFilter::default();
    let tower = Card::trump(16);
    assert_eq!(found(all).share, Share::new(2_u64, 2_u64));
    let turned = found(RarityFilter { card: Some(tower), disposition: Some(Disposition::Ill), ..all });
    assert_eq!((turned.counted, turned.share), (Counted::Readings, Share::new(2_u64, 2_u64)));
    assert_eq!(turned.first, Some(ReadingNumber::new(3, Player(1))));
    let of_fortune = found(RarityFilter { card: Some(tower), verdict: Some(Verdict::Fortune), ..all });
    assert_eq!((of_fortune.share.count, of_fortune.first), (1, Some(ReadingNumber::new(7, Player(2)))));
    assert_eq!(found(RarityFilter { place: Some(Place::Astral), card: Some(tower), ..all }).share.count, 2);
    assert_eq!(found(RarityFilter { place: Some(Place::TheSelf), card: Some(tower), ..all }).share.count, 0);
    assert_eq!(
        found(RarityFilter { layout: Some(Layout::Fate), ..all }),
        Found { first: None, share: Share::new(0_u64, 2_u64), counted: Counted::Readings }
    );
    let ill = found(RarityFilter { disposition: Some(Disposition::Ill), ..all });
    assert_eq!((ill.counted, ill.share), (Counted::Cards, Share::new(4_u64, 12_u64)));
}

#[test]
fn a_reading_number_encodes_deal_and_player() {
    let number = ReadingNumber::new(48_123, Player(3));
    assert_eq!((number.deal(), number.player()), (48_123, Player(3)));
}

#[test]
fn counts_merge_in_any_order() {
    let deals = played(12, Skill::Random);
    let count = |numbers: &[usize]| {
        let mut counts = RarityCounts::default();
        numbers.iter().for_each(|number| counts.count_deal(*number as u32, &deals[*number]));
        counts
    };
    let whole = count(&(0..12).collect::<Vec<_>>());
    let mut parts = count(&[11, 3, 4, 7]);
    parts.merge(&count(&[2, 10]));
    parts.merge(&count(&[9, 0, 1, 8, 6, 5]));
    assert_eq!(parts, whole);
    assert_eq!(whole.to_string().parse(), Ok(whole));
}

#[test]
fn a_reading_has_the_frequency_of_each_of_its_features() {
    let rarity = Rarity::of(&tricks(), ReadingChoice::default()).expect("it lies as its numbers of tricks tell");
    let counts = &Reference::of_program().counts;
    assert_eq!(rarity.tricks.own.count, counts.with_tricks(Some(5), None));
    assert_eq!(rarity.tricks.both.count, counts.with_tricks(Some(5), Some(1)));
    let places: Vec<_> = rarity.places.iter().map(|it| (it.place, it.card, it.disposition)).collect();
    assert_eq!(places, placed(Layout::Simple, &tricks()).collect::<Vec<_>>());
    assert_eq!(places.len(), 6);
    for it in &rarity.places {
        assert_eq!(it.readings, counts.find(&at(it.place, it.card, it.disposition)).share);
    }
    let least = rarity.places.iter().map(|it| it.readings.count).min().expect("cards");
    let rarest = rarity.places.iter().find(|it| it.readings.count == least).expect("one of them");
    let name = rarest.card.to_string();
    assert!(least < rarity.tricks.both.count, "{name}");
}

#[test]
fn a_requested_layout_has_no_rarity() {
    let asked = |layout| {
        let choice = ReadingChoice { layout, ..ReadingChoice::default() };
        read(&tricks(), choice).expect("different cards").told_for("", []).rarity.map(|rarity| rarity.text)
    };
    assert_eq!(asked(Some(Layout::Fate)), None);
    assert_eq!(asked(Some(Layout::Simple)), asked(None));
    assert!(asked(None).is_some());
}
