//! What readings say of their cards is true of them: sentences are recognised, and checked against the cards.

use std::collections::BTreeMap;

use arcana::{
    cards::{Card, Deck, PACK, Rank},
    reading::{
        Disposition, Draw, DrawnCard, KnownSpread, OwnSpread, Pack, Place, QuestionKind, ReadCard, Reading,
        ReadingChoice, Reversals, Settled, Shuffled, Side, Spread, SpreadChoice, SpreadPlace, SpreadReading,
        SuitCounts, SuitOrStars, TeamOutcome, Tricks, WonTrick, read, read_drawn, read_spread,
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

fn least(suits: SuitCounts) -> u8 {
    SuitOrStars::ALL.map(|suit| suits.get(suit)).into_iter().min().unwrap_or(0)
}

/// The first card and the last of a way.
fn ends(reading: &Reading) -> Option<(&ReadCard, &ReadCard)> {
    let placed = reading.places().filter_map(|place| place.cards.first().map(|card| (place.place, card)));
    let placed: Vec<_> = placed.collect();
    let outcome = placed.iter().find(|(place, _)| *place == Place::Outcome);
    Some((placed.first()?.1, outcome.or(placed.last())?.1))
}

#[test]
fn what_is_said_of_a_games_cards_is_true() {
    let mut checks = Checks::default();
    for reading in (0..GAMES).map(game).filter(|reading| reading.summary.cards > 2) {
        suits_of_a_game(&mut checks, &reading);
        shares(&mut checks, &reading);
        ways(&mut checks, &reading);
        empty_places(&mut checks, &reading);
    }
    checks.each_was_told();
}

fn suits_of_a_game(checks: &mut Checks, reading: &Reading) {
    let (text, summary) = (reading.summary.text.as_str(), &reading.summary);
    let (leading, count) = most(summary.suits);
    let SuitCounts { wands, cups, swords, pentacles, stars: _ } = summary.suits;
    let few = [wands, cups, swords, pentacles];
    for untrue in ["Nothing here is rare", "nothing rare on this table", "majority"] {
        assert!(!text.contains(untrue), "{text}");
    }
    checks.only_if(text, "No suit, no rank and no court stands out", leading.len() > 1);
    checks.only_if(text, "The suits lie mixed", leading.len() > 1 && !few.contains(&0));
    let second =
        SuitOrStars::ALL.into_iter().filter(|suit| !leading.contains(suit)).map(|suit| summary.suits.get(suit));
    let lead = count - second.max().unwrap_or(0);
    checks.only_if(text, " lead, though not by much", leading.len() == 1 && lead < 3);
    for suit in SuitOrStars::ALL {
        let name = suit.name(reading.deck);
        let says = [format!("{name} lead with"), format!("the {name} gather here"), format!("are {name}, so")];
        if says.iter().any(|said| text.to_lowercase().contains(&said.to_lowercase())) {
            assert_eq!(leading, [suit], "{text}");
        }
    }
    for shared in ["share the lead", "lie level, so neither", "in equal parts, so use the one"] {
        checks.only_if(text, shared, leading.len() == 2 && !leading.contains(&SuitOrStars::Stars));
    }
    let most_are_courts = summary.courts * 2 > summary.cards;
    checks.only_if(text, "ost of this is settled between people", most_are_courts);
    checks.only_if(text, "the room is full", most_are_courts);
    checks.only_if(text, "part of this is settled between people", !most_are_courts);
    checks.only_if(text, "there is company, so find out", !most_are_courts);
}

fn shares(checks: &mut Checks, reading: &Reading) {
    let text = reading.summary.text.as_str();
    let cards = || reading.cards();
    let own = cards().filter(|card| card.from == Side::Own).count();
    let partner = cards().count() - own;
    for even in ["so neither of you carries the other", "in like measure", "two people have an equal part"] {
        checks.only_if(text, even, own == partner);
    }
    for near in ["as near to even as it comes", "all but even", "almost the same part"] {
        checks.only_if(text, near, own.abs_diff(partner) == 1 && own + partner >= 7);
    }
    for more in ["the first word is yours", "More of this came through you than", "You hold the larger share"] {
        checks.only_if(text, more, own > partner);
    }
    for fewer in ["part of the answer lies with others", "through your partner than through you", "the smaller one"] {
        checks.only_if(text, fewer, own < partner);
    }
}

fn ways(checks: &mut Checks, reading: &Reading) {
    let text = reading.summary.text.as_str();
    let Some((root, last)) = ends(reading) else { return };
    let lie = |disposition| root.disposition == disposition && last.disposition == disposition;
    checks.only_if(text, "both ends lie upright", lie(Disposition::Well));
    checks.only_if(text, "neither end is turned", lie(Disposition::Well));
    checks.only_if(text, "both ends lie turned", lie(Disposition::Ill));
    let upright_and_turned = root.disposition == Disposition::Well && last.disposition == Disposition::Ill;
    checks.only_if(text, "with that end turned", upright_and_turned);
    checks.only_if(text, "turned at its end", upright_and_turned);
    let elements = [root.suit.element(), last.suit.element()].map(|element| element.id());
    for (both, element) in
        [("both ends are fire", "fire"), ("both ends are water", "water"), ("both ends are air", "air")]
    {
        checks.only_if(text, both, elements == [element; 2]);
    }
    checks.only_if(
        text,
        "one of the two ends stands above",
        elements.iter().filter(|id| **id == "spirit").count() == 1,
    );
    checks.only_if(text, "both ends stand above", elements == ["spirit"; 2]);
    for unclear in ["and both lie", "and neither is turned", "one of the two stands", "goes by way of"] {
        assert!(!text.contains(unclear), "{text}");
    }
}

fn empty_places(checks: &mut Checks, reading: &Reading) {
    checks.only_if(&reading.summary.text, "there are no ", !reading.summary.text.contains(" and the Pentacles at all"));
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
        let cards: Vec<_> = Draw::new(&format!("true {number}"), "").take(known.places.len()).collect();
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
    let mut checks = Checks::default();
    for reading in draws() {
        suits_of_a_spread(&mut checks, &reading);
        leanings(&mut checks, &reading);
    }
    checks.each_was_told();
}

fn suits_of_a_spread(checks: &mut Checks, reading: &SpreadReading) {
    let (text, suits) = (reading.summary.text.as_str(), reading.summary.suits);
    let (leading, count) = most(suits);
    checks.only_if(text, "The suits are spread evenly", count - least(suits) <= 1);
    checks.only_if(text, "No suit comes twice", count == 1);
    checks.only_if(text, " lead together, with ", leading.len() == 2);
    checks.only_if(text, " are level at ", (3..=4).contains(&leading.len()));
    if text.contains(" lead together, with ") || text.contains(" are level at ") {
        let named = |suit: &SuitOrStars| text.contains(suit.name(reading.deck));
        assert!(leading.iter().all(named), "{text}");
        assert!(text.contains(&format!("{} each", ["", "one", "two", "three", "four", "five"][usize::from(count)])));
    }
    let ties = ["The suits are spread evenly", "No suit comes twice", " lead together, with ", " are level at "];
    let told = ties.iter().filter(|tie| text.contains(**tie)).count();
    assert_eq!(told, usize::from(reading.summary.cards > 2 && leading.len() > 1), "{text}");
}

fn leanings(checks: &mut Checks, reading: &SpreadReading) {
    let (text, summary) = (reading.summary.text.as_str(), &reading.summary);
    let (upright, reversed, several) = (summary.upright, summary.reversed, summary.cards > 1);
    checks.only_if(text, "so this leans to yes", several && upright > reversed);
    checks.only_if(text, "so this leans to no", several && upright < reversed);
    checks.only_if(text, "Upright and reversed are even", several && upright == reversed);
    checks.only_if(text, "The card lies upright", !several && upright == 1);
    checks.only_if(text, "The card lies reversed", !several && reversed == 1);
    checks.only_if(text, "This spread can only say yes or no", reading.answer.is_some());
    let told = ["leans to", "Upright and reversed are even", "The card lies"].iter().any(|said| text.contains(said));
    assert_eq!(told, reading.question_kind == QuestionKind::YesNo && reading.answer.is_none(), "{text}");
    assert!(!text.contains("the answer: that") && !text.contains("the count says"), "{text}");
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
                    Pack::Majors => &[" are of the ", " lead with ", "With all ", "No element sets"],
                    Pack::Minors => &["o card of the ", "ithout any card of", "o card is reversed", "lies upright"],
                    Pack::All => &["Every card is reversed", "No card lies upright"],
                };
                assert!(!untold.iter().any(|said| text.contains(said)), "{text}");
                assert_eq!(reading.answer.is_some(), known.id == "yes-no" && reversals.share() == 0.5, "{text}");
                withheld += usize::from(text.contains("so nothing here can lean to yes or no"));
            }
        }
    }
    assert!(withheld > 50, "{withheld}");
}

#[test]
fn of_all_cards_only_how_they_lie_is_told_as_found() {
    let cards: Vec<_> = Draw::new("all", "").collect();
    let text = read_spread(SpreadChoice::of(own(78)), &cards).expect("a reading").told_for("", []).summary.text;
    assert!(text.contains(" reversed") && !text.contains(" lead "), "{text}");
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

fn of_suit(cards: &[Card], suit: SuitOrStars) -> usize {
    of(cards, |card| SuitOrStars::of(card) == suit)
}

fn leading(cards: &[Card]) -> (Vec<SuitOrStars>, u8) {
    most(SuitCounts::of(cards.iter().copied()))
}

/// How the elements of two cards meet: of a Star and another card it does not matter which that is.
fn meeting(one: Card, other: Card) -> Vec<SuitOrStars> {
    let met = |suit: &SuitOrStars| [one, other].map(SuitOrStars::of).contains(suit);
    let suits: Vec<_> = SuitOrStars::ALL.into_iter().filter(met).collect();
    if suits.len() == 2 && suits.contains(&SuitOrStars::Stars) { Vec::new() } else { suits }
}

#[test]
fn whatever_is_told_another_draw_of_the_request_would_not_show() {
    const LEADS: [(SuitOrStars, [&str; 3]); 5] = [
        (
            SuitOrStars::Wands,
            ["so begin while you are warm", "room for those who are slower", "will and drive are not"],
        ),
        (SuitOrStars::Cups, ["how it feels deserves", "near those who do you good", "a matter of the heart before"]),
        (SuitOrStars::Swords, ["out of your head and onto", "so ask what nobody has asked", "no lack of thoughts"]),
        (
            SuitOrStars::Pentacles,
            ["count in weeks rather", "with what you can touch and count", "patience and plain work"],
        ),
        (
            SuitOrStars::Stars,
            ["so the small things can wait", "something weighty is under", "so take your time with it"],
        ),
    ];
    const MANY_MAJORS: [&str; 2] = ["so large things are at work", "much of this is older than"];
    const NO_MAJORS: &str = "so everyday means are enough";
    const SINGLE: [&str; 4] =
        [" is a card of ", " speaks here, and ", "stands above the four elements", "No element holds "];
    let is_court = |card: Card| card.rank().is_some_and(Rank::is_court);
    let mut checks = Checks::default();
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

        for (suit, sentences) in LEADS {
            for sentence in sentences {
                checks.only_if(text, sentence, another(&|cards| leading(cards).0 != [suit]));
            }
        }
        let tied = another(&|other| leading(other).0 != leading(&cards).0);
        checks.only_if(text, " lead together, with ", tied);
        checks.only_if(text, " are level at ", tied);
        checks.only_if(text, "No suit comes twice", another(&|cards| leading(cards).1 > 1));
        let spread = |cards: &[Card]| {
            let counts = SuitOrStars::ALL.map(|suit| of_suit(cards, suit));
            counts.iter().max().zip(counts.iter().min()).is_some_and(|(most, least)| most - least > 1)
        };
        checks.only_if(
            text,
            "The suits are spread evenly",
            another(&|cards| leading(cards).0.len() == 1 || spread(cards)),
        );
        let alike = |cards: &[Card], rank: Rank| of(cards, |card| card.rank() == Some(rank)) > 2;
        let by_chance = |rank: &Rank| alike(&cards, *rank) && another(&|other| !alike(other, *rank));
        checks.only_if(text, " lie here together", Rank::ALL.iter().any(by_chance));
        let few_courts = another(&|cards| of(cards, is_court) < 2 || of(cards, is_court) * 5 < places * 2);
        checks.only_if(text, "court cards", few_courts);
        for sentence in MANY_MAJORS {
            checks.only_if(text, sentence, another(&|cards| of(cards, Card::is_trump) * 2 < places));
        }
        let no_majors = another(&|cards| of(cards, Card::is_trump) > 0);
        checks.only_if(text, NO_MAJORS, no_majors);
        assert!(no_majors || !text.contains("within reach of your own hands"), "{text}");
        for sentence in SINGLE {
            checks.only_if(text, sentence, left.iter().any(|card| SuitOrStars::of(*card) != SuitOrStars::of(cards[0])));
        }
        if places > 1 && !text.starts_with("The first card is") && !text.contains(" closes it.") {
            let ends = meeting(cards[0], cards[places - 1]);
            let pairs = left.iter().flat_map(|one| left.iter().map(move |other| (*one, *other)));
            let met = pairs.filter(|(one, other)| one != other).any(|(one, other)| meeting(one, other) != ends);
            checks.only_if(text, ": ", met);
        }
    }
    checks.each_was_told();
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
fn of_three_cups_and_a_wand_that_cups_lead_is_not_told_but_of_two_and_two_it_is() {
    let water = |text: &str| ["lead with", "Water is strongest", " in Cups, "].iter().any(|said| text.contains(said));
    for seed in 0..20 {
        assert!(!water(&summary(&seed.to_string(), "cu02 cu05 cu09 wa03", 3)));
        let courts = summary(&seed.to_string(), "wapa cuqu swkn peki waqu cu02", 5);
        assert!(!courts.contains("court cards"), "{courts}");
        let alike = summary(&seed.to_string(), "waac cuac swac peac wa02 cu02 sw02 pe02", 7);
        assert!(!alike.contains("lie here together"), "{alike}");
    }
    assert!((0..20).any(|seed| water(&summary(&seed.to_string(), "wa03 wa04 cu02 cu05", 3))));
}

#[test]
fn of_nearly_all_cards_it_is_not_told_which_suit_leads() {
    let text = |places| {
        let cards: Vec<_> = Draw::new("many", "").take(places).collect();
        read_spread(SpreadChoice::of(own(places)), &cards).expect("a reading").told_for("", []).summary.text
    };
    for places in [60, 70, 77] {
        assert!(!text(places).contains("the Stars lead") && !text(places).contains("of the Stars"), "{}", text(places));
    }
}
