//! Readings of spreads.

use arcana::{
    cards::Deck,
    reading::{
        Draw, Heading, KnownSpread, OwnSpread, QuestionKind, Spread, SpreadChoice, SpreadPlace, read_spread,
        spread as forms,
    },
};

use crate::record::Record;

/// Number of draws for each spread.
const DRAWS: usize = 12;

/// Records draws of all built-in spreads and of a caller's own, for all kinds of questions.
pub fn record(record: &mut Record) {
    let known = KnownSpread::all().iter().map(Spread::Known);
    for spread in known.chain([own()]) {
        for number in 0..DRAWS {
            drawn(record, &spread, number);
        }
    }
}

fn own() -> Spread {
    let place = |n: u8| SpreadPlace {
        id: format!("p{n}"),
        name: format!("Place {n}"),
        asks: "What is there?".to_owned(),
        x: f64::from(n % 10) * 1.2,
        y: f64::from(n / 10) * 1.6,
        rotation: f64::from(n) * 4.5,
    };
    Spread::Own(OwnSpread::new("Of my own".to_owned(), (0..78).map(place).collect()).expect("a spread"))
}

fn drawn(record: &mut Record, spread: &Spread, number: usize) {
    let choice = SpreadChoice {
        deck: Deck::ALL[number % Deck::ALL.len()],
        question_kind: QuestionKind::ALL[number % QuestionKind::ALL.len()],
        ..SpreadChoice::of(spread.clone())
    };
    let about = format!("draw {number}");
    let cards: Vec<_> = Draw::new(&about, "").take(spread.places().len()).collect();
    let reading = read_spread(choice, &cards).expect("a card for each place").told_for("", []);
    let heading = Heading { querent: Some("Ada".to_owned()), question: Some("Why?".to_owned()), ..Heading::default() };
    record.add("drawn", "json", &about, serde_json::to_string(&reading).expect("JSON"));
    record.add("drawn", "text", &about, forms::plain(&reading, &heading));
    record.add("drawn", "markdown", &about, forms::markdown(&reading, &heading));
}
