//! What readings say of their cards is true of them: sentences are recognised, and checked against the cards.

use std::collections::BTreeMap;

use arcana::{
    cards::Deck,
    reading::{
        Disposition, Draw, DrawnCard, KnownSpread, OwnSpread, Pack, Place, QuestionKind, ReadCard, Reading,
        ReadingChoice, Reversals, Settled, Shuffled, Side, Spread, SpreadChoice, SpreadPlace, SpreadReading,
        SuitCounts, SuitOrStars, TeamOutcome, TextsVersion, Tricks, WonTrick, read, read_drawn, read_spread,
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
        texts_version: TextsVersion::LATEST,
        ..ReadingChoice::default()
    };
    read(&Tricks { own, partner, outcome, seats: None }, choice).expect("different cards")
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
        read_spread(choice(known, number), &cards).expect("a card for each place")
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
                let reading = read_drawn(choice(known, number), settled, &cards).expect("a card for each place");
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
    let place = |n: usize| SpreadPlace {
        id: n.to_string(),
        name: n.to_string(),
        asks: String::new(),
        x: (n % 13) as f64,
        y: (n / 13) as f64,
        rotation: 0.0,
    };
    let own = OwnSpread::new("All".into(), (0..78).map(place).collect()).expect("a spread");
    let cards: Vec<_> = Draw::new("all", "").collect();
    let text = read_spread(SpreadChoice::of(Spread::Own(own)), &cards).expect("a reading").summary.text;
    assert!(text.contains(" reversed") && !text.contains(" lead "), "{text}");
}
