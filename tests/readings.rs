//! The formats of a reading: golden files of each, and well-formed markup for any names and questions.
//!
//! `UPDATE_GOLDEN=1 cargo test --test readings` updates the golden files. Check the changes before committing.

#[path = "readings/truth.rs"]
mod truth;

use std::{collections::BTreeSet, env, fs, path::PathBuf};

use arcana::{
    cards::{Card, Deck, PACK},
    games::Player,
    reading::{
        Disposition, Heading, Layout, PartnerSeats, Place, QuestionKind, Reading, ReadingChoice, TeamOutcome, Tricks,
        WonTrick, html, markdown, plain, png, read,
        svg::{Embedding, Faces},
    },
};
use proptest::prelude::*;
use unicode_width::UnicodeWidthStr;

fn compare(name: &str, written: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/readings").join(name);
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, written).expect("a golden file can be written");
    }
    let golden = fs::read_to_string(&path).expect("a golden file");
    assert!(written == golden, "{name} differs from the golden file:\n{written}");
}

/// Tricks with cards from the whole pack, every third ill-disposed.
fn tricks(own: usize, partner: usize, outcome: TeamOutcome) -> Tricks {
    let turned = |n: usize| if n.is_multiple_of(3) { Disposition::Ill } else { Disposition::Well };
    let won = |n: usize| WonTrick { card: PACK[(n * 11 + 4) % PACK.len()], disposition: turned(n) };
    Tricks {
        own: (0..own).map(won).collect(),
        partner: (own..own + partner).map(won).collect(),
        outcome,
        seats: Some(PartnerSeats { player: Player(0), partner: Player(2) }),
    }
}

fn laid(own: usize, partner: usize, outcome: TeamOutcome, deck: Deck) -> Reading {
    let choice = ReadingChoice { deck, ..ReadingChoice::default() };
    read(&tricks(own, partner, outcome), choice).expect("different cards").told_for("", [])
}

/// The article within a standalone page.
fn fragment(reading: &Reading, heading: &Heading) -> String {
    let page = html::document(reading, heading, Faces::Drawn);
    let (_, article) = page.split_once("<main>").expect("a page");
    article.split_once("</main>").expect("a page").0.to_owned()
}

fn picture(reading: &Reading, heading: &Heading) -> String {
    Faces::Drawn.reading(reading, heading, Embedding::Standalone)
}

fn heading() -> Heading {
    Heading {
        querent: Some("Ada <Lovelace>".into()),
        partner: Some("Cyd".into()),
        question: Some("Shall I take the boat north this spring, or wait for the \"second\" letter & stay?".into()),
        date: Some("4 July 2026".into()),
        game: None,
    }
}

fn golden(name: &str, reading: &Reading, heading: &Heading) {
    compare(&format!("{name}.txt"), &plain(reading, heading));
    compare(&format!("{name}.md"), &markdown::document(reading, heading));
    compare(&format!("{name}.html"), &fragment(reading, heading));
    compare(&format!("{name}.svg"), &picture(reading, heading));
}

#[test]
fn readings_are_unchanged() {
    let laid = |own, partner, outcome, deck, question_kind| {
        let choice = ReadingChoice { deck, question_kind, ..ReadingChoice::default() };
        let reading = read(&tricks(own, partner, outcome), choice).expect("different cards").told_for("", []);
        // Its sentence depends on the reference table, not on the texts.
        Reading { rarity: None, ..reading }
    };
    let simple = laid(5, 3, TeamOutcome::Lost, Deck::WaiteSmith, QuestionKind::Open);
    golden("simple", &simple, &Heading::default());
    let broad = laid(6, 6, TeamOutcome::Drawn, Deck::Thoth, QuestionKind::Choice);
    golden("broad", &broad, &heading());
    let fate = laid(10, 9, TeamOutcome::Won, Deck::Fortunes, QuestionKind::Love);
    golden("fate", &fate, &heading());
}

#[test]
fn cards_are_unchanged() {
    for (id, deck, disposition) in [
        ("ar08", Deck::WaiteSmith, Disposition::Well),
        ("ar08", Deck::Thoth, Disposition::Ill),
        ("wa07", Deck::Fortunes, Disposition::Well),
        ("pepa", Deck::Thoth, Disposition::Well),
    ] {
        let card: Card = id.parse().expect("a card");
        let name = format!("{id}-{}-{disposition:?}.svg", deck.id()).to_lowercase();
        compare(&name, &Faces::Drawn.card(card, deck, disposition, Embedding::Standalone));
    }
}

#[test]
fn every_card_of_every_deck_is_well_formed_and_named() {
    for deck in Deck::ALL {
        for card in PACK {
            for disposition in Disposition::ALL {
                let picture = Faces::Drawn.card(card, deck, disposition, Embedding::Standalone);
                let parsed = roxmltree::Document::parse(&picture).expect("well-formed");
                let title =
                    parsed.descendants().find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "title")));
                let title = title.and_then(|node| node.text()).expect("a title");
                assert!(title.starts_with(&deck.card_name(card)), "{title}");
            }
        }
    }
}

#[test]
fn a_page_for_strict_policies_has_no_inline_styles_or_scripts() {
    let page = fragment(&laid(10, 9, TeamOutcome::Won, Deck::Fortunes), &heading());
    for word in ["<style", " style=", "<script", "onload", "href", "src="] {
        assert!(!page.contains(word), "{word}");
    }
}

#[test]
fn in_a_page_of_the_site_text_and_picture_link_each_other_in_one_order() {
    let reading = laid(10, 9, TeamOutcome::Won, Deck::Fortunes);
    let page = html::linked_fragment(&reading, &heading(), Faces::Drawn).into_string();
    let parsed = roxmltree::Document::parse(&page).expect("well-formed");
    let ids: Vec<_> = parsed.descendants().filter_map(|node| node.attribute("id")).collect();
    let links: Vec<_> = parsed.descendants().filter_map(|node| node.attribute("href")?.strip_prefix('#')).collect();
    let anchors = |of: fn(Place) -> String| {
        let filled = reading.places().filter(|place| !place.cards.is_empty());
        filled.map(|place| of(place.place)).collect::<Vec<_>>()
    };
    assert_eq!(links, [anchors(Place::anchor), anchors(Place::picture_anchor)].concat());
    for link in links {
        assert_eq!(ids.iter().filter(|id| **id == link).count(), 1, "{link}");
    }
}

#[test]
fn a_standalone_picture_contains_its_styles_and_no_external_links() {
    let picture = picture(&laid(4, 4, TeamOutcome::Won, Deck::Fortunes), &heading());
    assert_eq!(picture.matches("<style>").count(), 1);
    assert!(picture.contains("prefers-color-scheme:dark"));
    for word in ["href", "url(", "@import", "<image"] {
        assert!(!picture.contains(word), "{word}");
    }
}

#[test]
fn a_picture_has_text_alternatives() {
    let reading = laid(8, 5, TeamOutcome::Won, Deck::Fortunes);
    let picture = picture(&reading, &heading());
    let parsed = roxmltree::Document::parse(&picture).expect("well-formed");
    let root = parsed.root_element();
    assert_eq!(root.attribute("role"), Some("img"));
    let named = |attribute: &str| {
        let id = root.attribute(attribute).expect("an id");
        let node = parsed.descendants().find(|node| node.attribute("id") == Some(id));
        node.and_then(|node| node.text()).expect("a text").to_owned()
    };
    assert_eq!(named("aria-labelledby"), "Fortune for Ada <Lovelace>");
    assert_eq!(named("aria-describedby"), reading.summary.text);
    let titles = parsed.descendants().filter(|node| node.tag_name().name() == "title").filter_map(|node| node.text());
    let titles = titles.collect::<Vec<_>>();
    let mut filled = reading.places().filter(|place| !place.cards.is_empty());
    assert!(filled.all(|place| titles.contains(&place.text.as_str())));
}

#[test]
fn a_lost_deal_is_told_in_milder_words_than_the_rules_have() {
    for seed in 0..90 {
        let (own, partner) = (1 + seed % 10, 1 + seed / 10);
        let lost = laid(own, partner, TeamOutcome::Lost, Deck::WaiteSmith);
        let (heading, nobody) = (heading(), Heading::default());
        assert_eq!(
            (heading.title(&lost).as_str(), nobody.title(&lost).as_str()),
            ("Against you today: a reading for Ada <Lovelace>", "Against you today")
        );
        assert_eq!(serde_json::to_value(&lost).expect("JSON")["verdict"], "doom");
        let small_print = "In the words of the rules the verdict is doom: the deal was lost.";
        for form in [
            plain(&lost, &heading),
            markdown::document(&lost, &heading),
            words_of(&fragment(&lost, &heading)),
            words_of(&picture(&lost, &heading)),
        ] {
            let form = words(&form);
            assert_eq!(form.matches(small_print).count(), 1, "{form}");
            assert!(!form.replace(small_print, "").to_lowercase().contains("doom"), "{form}");
        }
        for outcome in [TeamOutcome::Won, TeamOutcome::Drawn] {
            let other = laid(own, partner, outcome, Deck::Fortunes);
            assert!(!plain(&other, &heading).contains("In the words of the rules"));
        }
    }
}

/// The texts of markup, separated by single spaces.
fn words_of(markup: &str) -> String {
    let parsed = roxmltree::Document::parse(markup).expect("well-formed");
    let texts = parsed.descendants().filter(|node| node.is_text()).filter_map(|node| node.text());
    words(&texts.collect::<Vec<_>>().join(" "))
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_format_has_the_rarity() {
    let reading = laid(6, 5, TeamOutcome::Won, Deck::Fortunes);
    let rarity = reading.rarity.as_ref().expect("a usual layout").text.clone();
    let forms = [
        words(&plain(&reading, &heading())),
        words(&markdown::document(&reading, &heading())),
        words_of(&picture(&reading, &heading())),
        // The picture in a page leaves this to the text.
        words_of(&fragment(&reading, &heading())),
        words_of(&html::linked_fragment(&reading, &heading(), Faces::Drawn).into_string()),
    ];
    for form in forms {
        assert_eq!(form.matches(&rarity).count(), 1, "{rarity}: {form}");
    }
}

/// Width and height of a PNG, from its header.
fn size(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    (number(16), number(20))
}

/// The smallest picture, with the built-in fonts.
fn drawn(reading: &Reading, heading: &Heading) -> Vec<u8> {
    png::drawn(&picture(reading, heading), png::Width::new(200).expect("wide enough"), &png::Fonts::default())
        .expect("not too high")
}

#[test]
fn a_png_has_the_requested_width() {
    let reading = laid(3, 2, TeamOutcome::Won, Deck::Fortunes);
    let narrow = drawn(&reading, &heading());
    let (width, height) = size(&narrow);
    assert_eq!(width, 200);
    assert!(height > width, "upright, as phones and paper are");
}

#[test]
fn widths_have_bounds() {
    assert!(png::Width::new(199).is_none());
    assert!(png::Width::new(2000).is_some());
    assert!(png::Width::new(2001).is_none());
}

#[test]
fn letters_of_other_scripts_are_drawn() {
    let reading = laid(0, 0, TeamOutcome::Won, Deck::Fortunes);
    let drawn = |name: &str| drawn(&reading, &Heading { querent: Some(name.into()), ..Heading::default() });
    assert_ne!(drawn("Αθηνά"), drawn("Юрий"), "one row of empty boxes would look like the other");
    // No built-in font has these characters: their code points are drawn.
    let names = ["王小明", "李小龍", "김민준", "박서연", "नमस्ते", "🦊", "🦉", "👩🏽‍🚀", "ᚠᚢᚦ", "e\u{353}"];
    let pictures: BTreeSet<_> = names.map(drawn).into();
    assert_eq!(pictures.len(), names.len());
}

proptest! {
    #[test]
    fn markup_is_well_formed_whatever_names_and_questions_contain(
        querent in any::<Option<String>>(),
        partner in any::<Option<String>>(),
        question in prop::option::of("\\PC*|.{0,200}|[<>&'\"\\]\\-!\\[CDATA/]{0,40}"),
        date in any::<Option<String>>(),
        own in 0..=19usize,
        partners in 0..=19usize,
        layout in prop::sample::select(vec![None, Some(Layout::Simple), Some(Layout::Broad), Some(Layout::Fate)]),
    ) {
        let tricks = tricks(own, partners.min(19 - own), TeamOutcome::Won);
        let reading = read(&tricks, ReadingChoice { layout, ..ReadingChoice::default() }).expect("different cards").told_for("", []);
        let heading = Heading { querent, partner, question, date, game: None };
        for markup in [picture(&reading, &heading), fragment(&reading, &heading)] {
            let parsed = roxmltree::Document::parse(&markup);
            prop_assert!(parsed.is_ok(), "{parsed:?}");
        }
        let text = plain(&reading, &heading);
        // In columns: letters without a width of their own, such as U+E0000, can make a line of more characters.
        prop_assert!(text.lines().all(|line| line.width() <= 79));
        prop_assert!(!text.contains(|sign: char| sign.is_control() && sign != '\n'));
        let headings = markdown::document(&reading, &heading);
        let headings = headings.lines().filter(|line| line.starts_with("# ")).count();
        prop_assert_eq!(headings, 1);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_png_is_drawn_whatever_names_and_questions_contain(querent in any::<String>(), question in any::<String>()) {
        let reading = laid(2, 1, TeamOutcome::Won, Deck::Fortunes);
        let heading = Heading { querent: Some(querent), question: Some(question), ..Heading::default() };
        prop_assert_eq!(size(&drawn(&reading, &heading)).0, 200);
    }
}
