//! Readings of played deals in every format.

use crate::{engine::outcome, record::Record};
use arcana::{
    cards::{Deck, PACK},
    games::{Fortunes, Log, Player},
    reading::{
        Disposition, Heading, Layout, PlayedDeal, QuestionKind, Reading, ReadingChoice, html, markdown, plain, png,
        svg::{Embedding, Faces},
    },
};

/// Records the readings of a log's last deal with the game and its seed known, each for another kind of question.
pub fn record(record: &mut Record, log: &Log<Fortunes>, number: usize, seed: &str) {
    let deals = PlayedDeal::all(&log.steps, outcome(log).detail.deals);
    let deal = deals.last().expect("a deal");
    let deck = Deck::ALL[number % Deck::ALL.len()];
    let question_kind = QuestionKind::ALL[number % QuestionKind::ALL.len()];
    for layout in [None, Some(Layout::Simple), Some(Layout::Broad), Some(Layout::Fate)] {
        let choice = ReadingChoice { layout, deck, question_kind, ..ReadingChoice::default() };
        let player = Player((number % 4) as u8);
        let reading = deal.read(player, choice, Some((seed, ""))).expect("a deal can be read").told_for("", []);
        let setup = layout.map_or("fitting", Layout::id);
        record.add(setup, "json", &format!("game {number}"), without_rarity(&reading));
        // Its sentence depends on the reference table, not on the texts.
        let reading = Reading { rarity: None, ..reading };
        forms(record, setup, &format!("game {number}"), &reading, &heading(number));
    }
}

fn forms(record: &mut Record, setup: &str, about: &str, reading: &Reading, heading: &Heading) {
    record.add(setup, "text", about, plain(reading, heading));
    record.add(setup, "markdown", about, markdown::document(reading, heading));
    let page = html::document(reading, heading, Faces::Drawn);
    let article = page.split_once("<main>").and_then(|(_, rest)| rest.split_once("</main>")).expect("a page").0;
    let picture = |embedding| Faces::Drawn.reading(reading, heading, embedding);
    record.add(setup, "html", about, &page);
    record.add(setup, "html_fragment", about, article);
    record.add(setup, "svg", about, picture(Embedding::Standalone));
    record.add(setup, "svg_for_page", about, picture(Embedding::InPage));
    // Rendering is slow without optimisation.
    if about.ends_with("game 0") {
        let picture = png::drawn(
            &picture(Embedding::Standalone),
            png::Width::new(200).expect("wide enough"),
            &png::Fonts::default(),
        )
        .expect("not too high");
        record.add(setup, "png_size", about, &picture[16..24]);
    }
}

/// The reading as JSON, without what depends on the reference table.
fn without_rarity(reading: &Reading) -> String {
    let mut value = serde_json::to_value(reading).expect("JSON");
    value.as_object_mut().expect("an object").shift_remove("rarity");
    value.to_string()
}

fn heading(number: usize) -> Heading {
    let text = |word: &str| (!number.is_multiple_of(3)).then(|| format!("{word} <{number}> & \"more\""));
    Heading {
        querent: text("Ada"),
        partner: text("Cyd"),
        question: text("Shall I stay?"),
        date: text("4 July"),
        game: Some("01a1fde4-5995-7595-b87b-80f70bb81902".into()),
    }
}

/// Records every card of every deck.
pub fn cards(record: &mut Record) {
    for deck in Deck::ALL {
        for (number, card) in PACK.into_iter().enumerate() {
            let disposition = Disposition::ALL[number % 2];
            record.add(
                deck.id(),
                "card",
                &card.to_string(),
                Faces::Drawn.card(card, deck, disposition, Embedding::Standalone),
            );
        }
    }
}
