//! What readings say of their cards is true of them: sentences are recognised, and checked against the cards.

use std::collections::BTreeMap;

use arcana::{
    cards::{Card, Deck, PACK, Rank},
    reading::{
        Dignity, Draw, DrawnCard, KnownSpread, OwnSpread, Pack, QuestionKind, Reading, ReadingChoice, Reversals,
        Settled, Shuffled, Side, Spread, SpreadChoice, SpreadPlace, SpreadReading, SuitCounts, SuitOrStars,
        TeamOutcome, Tricks, Verdict, WonTrick, read, read_drawn, read_spread,
    },
};

/// Number of readings of games.
const GAMES: usize = 6000;

/// Number of draws of each spread.
const DRAWS: usize = 150;

/// How often each sentence was checked, so that none is missed.
#[derive(Default)]
struct Checks(BTreeMap<&'static str, usize>);

impl Checks {
    /// Of a text that has this sentence, the condition holds.
    fn only_if(&mut self, text: &str, sentence: &'static str, holds: bool) {
        let count = self.0.entry(sentence).or_default();
        if text.contains(sentence) {
            assert!(holds, "“{sentence}” is untrue: {text}");
            *count += 1;
        }
    }

    fn each_was_told(&self) {
        let untold: Vec<_> = self.0.iter().filter(|(_, count)| **count == 0).map(|(sentence, _)| sentence).collect();
        assert!(untold.is_empty(), "never told: {untold:?}");
    }
}

/// A reading of a game of random cards.
fn game(number: usize) -> Reading {
    let own = number % 13;
    let partner = number / 13 % (20 - own).min(11);
    let mut cards = Draw::new(&format!("truth {number}"), "");
    let trick = |drawn: DrawnCard| WonTrick { card: drawn.card, disposition: drawn.disposition };
    let own = cards.by_ref().take(own).map(trick).collect();
    let partner = cards.take(partner).map(trick).collect();
    let outcome = [TeamOutcome::Won, TeamOutcome::Lost, TeamOutcome::Drawn][number % 3];
    let choice = ReadingChoice {
        deck: Deck::ALL[number % Deck::ALL.len()],
        question_kind: QuestionKind::ALL[number % QuestionKind::ALL.len()],
        ..ReadingChoice::default()
    };
    read(&Tricks { own, partner, outcome, seats: None }, choice).expect("different cards").told_for("", [])
}

/// The suits with the most cards, and how many they have.
fn most(suits: SuitCounts) -> (Vec<SuitOrStars>, u8) {
    let most = SuitOrStars::ALL.map(|suit| suits.get(suit)).into_iter().max().unwrap_or(0);
    (SuitOrStars::ALL.into_iter().filter(|suit| suits.get(*suit) == most).collect(), most)
}

#[test]
fn what_is_said_of_a_games_cards_is_true() {
    let mut checks = Checks::default();
    let mut told = BTreeMap::new();
    for reading in (0..GAMES).map(game).filter(|reading| reading.summary.cards > 2) {
        let (text, summary) = (reading.summary.text.as_str(), &reading.summary);
        leads(&mut checks, text, summary.suits, summary.cards);
        if reading.question_kind == QuestionKind::YesNo {
            leans(&mut checks, text, (summary.well, summary.ill));
        }
        verdicts(&mut checks, &reading);
        empty_places(&mut checks, &reading);
        if reading.deck != Deck::French {
            pairs(&mut told, text, &reading.cards().map(|card| (card.id, card.name.clone())).collect::<Vec<_>>());
        }
    }
    checks.each_was_told();
    assert_eq!(told.len(), PAIRS.iter().map(|(_, said)| said.len()).sum::<usize>(), "{told:?}");
}

/// What is said of two cards, by how their elements bear on each other.
const PAIRS: [(Dignity, &[&str]); 5] = [
    (
        Dignity::Strengthens,
        &["strengthen each other", "ives strength to ", " are friends, and so are ", "there is help both ways"],
    ),
    (
        Dignity::Weakens,
        &["weaken each other", "take each other's strength", "is a pull both ways", "has little patience with"],
    ),
    (
        Dignity::Alike,
        &["speak with one voice", " on both sides, so ", "are made of one stuff", " there is plenty, since "],
    ),
    (
        Dignity::Neutral,
        &["leave each other as they are", " being strangers", "go their own ways", " neither help nor hinder "],
    ),
    (
        Dignity::Spirit,
        &[
            "the elements do not decide",
            "are not matched by elements",
            "elements set nothing between ",
            " meet freely, above ",
        ],
    ),
];

/// What is said of a suit that leads.
const LEADS: [(SuitOrStars, [&str; 3]); 5] = [
    (
        SuitOrStars::Wands,
        ["wants doing more than talking", "warmth and will set the pace", "before you feel quite ready"],
    ),
    (SuitOrStars::Cups, ["feelings weigh more here", "ask who matters to you", "let people come before points"]),
    (
        SuitOrStars::Swords,
        ["clear words settle most", "think it through once and then stop", "say what is not being said"],
    ),
    (
        SuitOrStars::Pentacles,
        ["comes down to work, means and time", "before you count what you lack", "small steps on firm ground"],
    ),
    (
        SuitOrStars::Stars,
        ["so the small things can wait", "something weighty is under way", "so take your time with it"],
    ),
];

/// In each sentence about two cards, those two bear on each other as it says.
fn pairs(told: &mut BTreeMap<&'static str, usize>, text: &str, cards: &[(Card, String)]) {
    for sentence in text.split(". ") {
        let named = cards.iter().filter(|(_, name)| sentence.contains(name.trim_start_matches("The ")));
        let named = named.map(|(card, _)| *card).collect::<Vec<_>>();
        for (dignity, said) in PAIRS.iter().flat_map(|(dignity, said)| said.iter().map(move |said| (*dignity, *said))) {
            if sentence.contains(said) {
                let [one, other] = named[..] else { panic!("two cards in “{sentence}”, not {named:?}") };
                assert_eq!(Dignity::between(one, other), dignity, "{sentence}");
                *told.entry(said).or_default() += 1;
            }
        }
    }
}

/// A suit that is said to lead has the most cards, and half of all.
fn leads(checks: &mut Checks, text: &str, suits: SuitCounts, cards: u8) {
    let (leading, count) = most(suits);
    for (suit, said) in LEADS.iter().flat_map(|(suit, said)| said.map(|said| (*suit, said))) {
        checks.only_if(text, said, leading == [suit] && count * 2 >= cards && cards > 3);
    }
}

/// A yes or no is on the side with more cards, and as heavy as it is said to be.
fn leans(checks: &mut Checks, text: &str, (upright, turned): (u8, u8)) {
    let clear = upright.abs_diff(turned) * 2 >= upright + turned;
    let yes = ["he cards say yes", " plain yes", "es, with room to spare", "eans firmly to yes", "es is the heavier"];
    let no = ["he cards say no", " plain no", "o, as things stand", "eans firmly to no", "o is the heavier side"];
    for (said, more) in
        yes.map(|said| (said, upright > turned)).into_iter().chain(no.map(|said| (said, turned > upright)))
    {
        checks.only_if(text, said, more && clear);
    }
    let yes =
        ["ather yes than no", " narrow yes", "scales tip to yes", "es, by a narrow count", "eans to yes by a little"];
    let no = ["ather no than yes", " narrow no", "scales tip to no", "o, though not by much", "eans to no by a little"];
    for (said, more) in
        yes.map(|said| (said, upright > turned)).into_iter().chain(no.map(|said| (said, turned > upright)))
    {
        checks.only_if(text, said, more && !clear);
    }
    for said in ["either yes nor no", "scales stand level", "s much yes as no", "lean neither way"] {
        checks.only_if(text, said, upright == turned);
    }
}

fn verdicts(checks: &mut Checks, reading: &Reading) {
    let (text, verdict) = (reading.summary.text.as_str(), reading.verdict);
    for said in [
        "he deal was won",
        "ortune stands over",
        "tricks went your way",
        " a won deal",
        "on your side, and",
        "kinder than the last",
    ] {
        checks.only_if(text, said, verdict == Verdict::Fortune);
    }
    for said in ["he deal was lost", "score is against you today", " a lost deal", "tricks went the other way"] {
        checks.only_if(text, said, verdict == Verdict::Doom);
    }
    for said in
        ["Nobody won the deal", "he deal was drawn", "of this deal stand level", "Neither side won", "A drawn deal"]
    {
        checks.only_if(text, said, verdict == Verdict::Balance);
    }
}

fn empty_places(checks: &mut Checks, reading: &Reading) {
    for zone in &reading.zones {
        let (Some(text), empty) = (&zone.empty, zone.places.iter().filter(|place| place.cards.is_empty()).count())
        else {
            continue;
        };
        let some = empty < zone.places.len() && empty > 1;
        for negative in ["No card fell to ", "Nothing lies on "] {
            checks.only_if(text, negative, !some || text.contains(" or "));
        }
        let none = reading.cards().all(|card| card.from == Side::Partner || card.trick < 5);
        checks.only_if(text, "None of your tricks reached the Clan", none);
    }
}

/// Readings of all spreads of random cards.
fn draws() -> impl Iterator<Item = SpreadReading> {
    let spreads = KnownSpread::all().iter().flat_map(|known| (0..DRAWS).map(move |number| (known, number)));
    spreads.map(|(known, number)| {
        let seed = format!("true {} {:?} {number}", known.id, known.frame);
        let cards: Vec<_> = Draw::new(&seed, "").take(known.places.len()).collect();
        read_spread(choice(known, number), &cards).expect("a card for each place").told_for("", [])
    })
}

fn choice(known: &'static KnownSpread, number: usize) -> SpreadChoice {
    SpreadChoice {
        deck: Deck::ALL[number % Deck::ALL.len()],
        question_kind: QuestionKind::ALL[number % QuestionKind::ALL.len()],
        ..SpreadChoice::of(Spread::Known(known))
    }
}

#[test]
fn what_is_said_of_a_spreads_cards_is_true() {
    let (mut checks, mut told) = (Checks::default(), BTreeMap::new());
    for reading in draws() {
        let (text, summary) = (reading.summary.text.as_str(), &reading.summary);
        leads(&mut checks, text, summary.suits, summary.cards);
        let answers = reading.question_kind == QuestionKind::YesNo && reading.spread.id != Some("decision");
        if answers && summary.cards > 1 {
            leans(&mut checks, text, (summary.upright, summary.reversed));
        }
        if reading.deck != Deck::French {
            let cards = reading.places.iter().map(|place| (place.card.id, place.card.name.clone())).collect::<Vec<_>>();
            pairs(&mut told, text, &cards);
        }
        if let Some(answer) = &reading.answer {
            let lean = ["yes", "no"][usize::from(summary.upright < summary.reversed)];
            assert!(answer.text.to_lowercase().contains(lean), "{}", answer.text);
        }
    }
    checks.each_was_told();
    assert_eq!(told.len(), PAIRS.iter().map(|(_, said)| said.len()).sum::<usize>(), "{told:?}");
}

#[test]
fn what_the_request_settles_is_not_told_as_found() {
    let mut withheld = 0;
    for (shuffled, reversals) in [(Pack::Majors, 0.5), (Pack::Minors, 0.0), (Pack::All, 1.0)] {
        let reversals = Reversals::new(reversals).expect("a share");
        for known in KnownSpread::all() {
            for number in 0..20 {
                let pack = Shuffled::Pack(shuffled).cards(None);
                let draw = Draw::of_pack(&number.to_string(), "", pack.clone(), reversals);
                let cards: Vec<_> = draw.take(known.places.len()).collect();
                let settled = Settled::of(pack, reversals);
                let reading =
                    read_drawn(choice(known, number), settled, &cards).expect("a card for each place").told_for("", []);
                let text = &reading.summary.text;
                let untold: &[&str] = match shuffled {
                    Pack::Majors => {
                        &["small things can wait", "weighty is under way", "take your time with it", "element"]
                    }
                    Pack::Minors | Pack::All => &["all three cards lie", "all seven cards lie", "all ten cards lie"],
                };
                assert!(!untold.iter().any(|said| text.contains(said)), "{text}");
                assert_eq!(reading.answer.is_some(), known.id == "yes-no" && reversals.share() == 0.5, "{text}");
                withheld += usize::from(text.contains("every card was to lie"));
            }
        }
    }
    assert!(withheld > 50, "{withheld}");
}

#[test]
fn of_all_cards_neither_rank_nor_suit_is_told_as_found() {
    let cards: Vec<_> = Draw::new("all", "").collect();
    let text = read_spread(SpreadChoice::of(own(78)), &cards).expect("a reading").told_for("", []).summary.text;
    assert!(!LEADS.iter().flat_map(|(_, said)| said).any(|said| text.contains(said)), "{text}");
}

/// A spread of so many places.
fn own(places: usize) -> Spread {
    let place = |n: usize| SpreadPlace {
        id: n.to_string(),
        name: n.to_string(),
        asks: String::new(),
        x: (n % 13) as f64,
        y: (n / 13) as f64,
        rotation: 0.0,
    };
    Spread::Own(OwnSpread::new("Mine".into(), (0..places).map(place).collect()).expect("a spread"))
}

/// Cards in pack order of which some are drawn, of a kind that depends on the number.
fn pool(number: usize) -> Vec<Card> {
    let court = |card: &Card| card.rank().is_some_and(Rank::is_court);
    let fits = |card: &Card| match number % 10 {
        0 => card.suit() == PACK[22].suit(),
        1 => card.is_trump(),
        2 => court(card),
        3 => card.rank() == Some(Rank::ALL[number / 10 % 14]),
        4 => [Rank::ALL[0], Rank::ALL[number / 10 % 13 + 1]].map(Some).contains(&card.rank()),
        5 => card.is_trump() || card.suit() == PACK[22].suit(),
        6 => !card.is_trump(),
        7 => *card == PACK[3] || (!card.is_trump() && !court(card)),
        8 => {
            [PACK[0], PACK[1]].contains(card) || card.rank() == Some(Rank::ALL[2]) || card.rank() == Some(Rank::ALL[5])
        }
        _ => true,
    };
    let fitting = PACK.into_iter().filter(fits).collect();
    let some = Draw::of_pack(&format!("pool {number}"), "", fitting, Reversals::default()).take(4 + number / 10 % 7);
    let mut pool: Vec<_> = some.map(|drawn| drawn.card).collect();
    // One trump among minor cards.
    if number % 10 == 7 && !pool.contains(&PACK[3]) {
        pool.push(PACK[3]);
    }
    pool.sort_by_key(|card| PACK.iter().position(|of_pack| of_pack == card));
    pool
}

/// All choices of so many of these cards.
fn choices(pool: &[Card], some: usize) -> Vec<Vec<Card>> {
    let chosen = |bits: &u32| bits.count_ones() as usize == some;
    let cards =
        |bits: u32| pool.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1).map(|(_, card)| *card).collect();
    (0..1 << pool.len()).filter(chosen).map(cards).collect()
}

fn of(cards: &[Card], fits: impl Fn(Card) -> bool) -> usize {
    cards.iter().filter(|card| fits(**card)).count()
}

fn leading(cards: &[Card]) -> (Vec<SuitOrStars>, u8) {
    most(SuitCounts::of(cards.iter().copied()))
}

#[test]
fn whatever_is_told_another_draw_of_the_request_would_not_show() {
    let (mut checks, mut alike_told) = (Checks::default(), 0);
    for number in 0..1200 {
        let pool = pool(number);
        let skip = if number % 3 == 0 { number % 2 + 1 } else { 0 };
        let places = 1 + number / 3 % (pool.len() - skip);
        let drawn: Vec<_> = Draw::of_pack(&number.to_string(), "", pool.clone(), Reversals::default()).collect();
        let seen = || drawn[..skip].iter().map(|drawn| drawn.card);
        let cards = &drawn[skip..skip + places];
        let settled = Settled::of(pool.clone(), Reversals::default()).after(seen());
        let told =
            read_drawn(SpreadChoice::of(own(places)), settled, cards).expect("a card for each place").told_for("", []);
        let text = &told.summary.text;
        let left: Vec<_> = pool.into_iter().filter(|card| !seen().any(|seen| seen == *card)).collect();
        let others = choices(&left, places);
        let cards: Vec<_> = cards.iter().map(|drawn| drawn.card).collect();
        let another = |untrue: &dyn Fn(&[Card]) -> bool| others.iter().any(|other| untrue(other));

        for (suit, said) in LEADS.iter().flat_map(|(suit, said)| said.map(|said| (*suit, said))) {
            checks.only_if(text, said, another(&|cards| leading(cards).0 != [suit]));
        }
        for rank in Rank::ALL {
            let many = |cards: &[Card]| of(cards, |card| card.rank() == Some(rank)) > 2;
            let name = Deck::Fortunes.rank_name(rank);
            let said = ["three", "four", "Three", "Four"].iter().any(|count| text.contains(&format!("{count} {name}")));
            assert!(!said || (many(&cards) && another(&|other| !many(other))), "{text}");
            alike_told += usize::from(said);
        }
        let pairs = || {
            left.iter().flat_map(|one| left.iter().map(move |other| (*one, *other))).filter(|(one, other)| one != other)
        };
        for (dignity, said) in PAIRS.iter().flat_map(|(dignity, said)| said.iter().map(move |said| (*dignity, *said))) {
            checks.only_if(text, said, pairs().any(|(one, other)| Dignity::between(one, other) != dignity));
        }
    }
    checks.each_was_told();
    assert!(alike_told > 10, "{alike_told}");
}

/// The summary of so many cards of a pool.
fn summary(seed: &str, pool: &str, places: usize) -> String {
    let pool: Vec<Card> = pool.split(' ').map(|id| id.parse().expect("a card")).collect();
    let cards: Vec<_> = Draw::of_pack(seed, "", pool.clone(), Reversals::default()).take(places).collect();
    let settled = Settled::of(pool, Reversals::default());
    read_drawn(SpreadChoice::of(own(places)), settled, &cards)
        .expect("a card for each place")
        .told_for("", [])
        .summary
        .text
}

#[test]
fn of_four_cups_and_a_wand_that_cups_lead_is_not_told_but_of_two_suits_it_is() {
    let water = |text: &str| LEADS[1].1.iter().any(|said| text.contains(said));
    for seed in 0..20 {
        assert!(!water(&summary(&seed.to_string(), "cu02 cu05 cu09 cu10 wa03", 4)));
        let alike = summary(&seed.to_string(), "waac cuac swac peac wa02 cu02 sw02 pe02", 7);
        assert!(!alike.contains("three Aces") && !alike.contains("Three Aces"), "{alike}");
    }
    assert!((0..60).any(|seed| water(&summary(&seed.to_string(), "wa03 wa04 wa05 cu02 cu05 cu06", 5))));
}

#[test]
fn of_nearly_all_cards_it_is_not_told_which_suit_leads() {
    let text = |places| {
        let cards: Vec<_> = Draw::new("many", "").take(places).collect();
        read_spread(SpreadChoice::of(own(places)), &cards).expect("a reading").told_for("", []).summary.text
    };
    for places in [60, 70, 77] {
        assert!(!LEADS[4].1.iter().any(|said| text(places).contains(said)), "{}", text(places));
    }
}
