use std::collections::BTreeSet;

use super::*;
use crate::{DecidedBy, Layout, ReadingChoice, TeamOutcome, Tricks, WonTrick, html, markdown, plain, read, svg};
use arcana_engine::cards::{Deck, PACK};

/// Three own tricks and four of the partner's, in a layout that has a position for all of them.
fn reading() -> Reading {
    let won = |card: usize, disposition| WonTrick { card: PACK[card], disposition };
    let tricks = Tricks {
        own: (22..25).map(|card| won(card, Disposition::Well)).collect(),
        partner: (40..44).map(|card| won(card, Disposition::Ill)).collect(),
        outcome: TeamOutcome::Won,
        seats: None,
    };
    let choice = ReadingChoice { layout: Some(Layout::Fate), deck: Deck::Thoth, ..ReadingChoice::default() };
    let mut reading = read(&tricks, choice).expect("different cards").told_for("", []);
    reading.zones[0].about = Some("What *Man* is.".to_owned());
    reading.zones[0].empty = Some("Nothing lies on the House of Illusion.".to_owned());
    for card in reading.cards_mut() {
        card.won = Some(Won {
            deal: 1,
            trick: 9,
            step: 37,
            lead: None,
            beat: vec![],
            stars: vec![],
            decided_by: DecidedBy::Lead,
            text: format!("{} was won.", card.name),
        });
    }
    reading
}

fn heading() -> Heading {
    Heading { partner: Some("Cyd".into()), game: Some("1234".into()), ..Heading::default() }
}

/// All formats by name.
fn forms(reading: &Reading, heading: &Heading) -> [(&'static str, String); 3] {
    [
        ("text", plain(reading, heading)),
        ("markdown", markdown::document(reading, heading)),
        ("html", html::linked_fragment(reading, heading, svg::Faces::Drawn).into_string()),
    ]
}

#[test]
fn titles_of_places_are_unique() {
    let (reading, heading) = (reading(), heading());
    let shown = Presentation::of(&reading, &heading);
    let titles: BTreeSet<_> = Place::ALL.into_iter().map(|place| shown.title(place).to_lowercase()).collect();
    assert_eq!(titles.len(), Place::ALL.len());
    assert_eq!(shown.title(Place::Outcome), "Your outcome");
    assert_eq!(shown.title(Place::PartnerOutcome), "Cyd’s outcome");
    let nameless = Heading::default();
    assert_eq!(Presentation::of(&reading, &nameless).title(Place::PartnerOutcome), "Your partner’s outcome");
}

#[test]
fn a_place_says_what_it_is_about() {
    let (reading, heading) = (reading(), heading());
    let shown = Presentation::of(&reading, &heading);
    let about = |place: usize| shown.about(&reading.zones[0].places[place]);
    assert_eq!(about(0), "Root, Origin · The World · sphere 10");
    assert_eq!(about(1), "The Aether, or collective unconscious · Reflection & Imagination · Moon · sphere 9");
}

#[test]
fn a_card_names_the_owner_of_its_trick() {
    let partners = |heading: &Heading| {
        let reading = reading();
        let cards = reading.cards().map(|card| Presentation::of(&reading, heading).origin(card)).collect::<Vec<_>>();
        [cards[2].clone(), cards[6].clone()]
    };
    assert_eq!(partners(&heading()), ["your 3rd trick", "Cyd’s 1st trick"]);
    assert_eq!(partners(&Heading::default()), ["your 3rd trick", "your partner’s 1st trick"]);
}

#[test]
fn empty_positions_are_described_by_zone() {
    for (form, text) in forms(&reading(), &heading()) {
        let text = text.replace('\\', "");
        let man = text.rfind("What *Man* is.").unwrap_or_else(|| panic!("{form}: {text}"));
        let illusion = text.rfind("Nothing lies on the House of Illusion.").unwrap_or_else(|| panic!("{form}: {text}"));
        assert!(man < illusion, "{form}");
        assert!(!text[man..].contains("House of War"), "{form}: an empty place has no heading of its own");
        assert!(text.contains("Ace of Wands was won."), "{form}: {text}");
        assert!(text.contains("“Dominion”"), "{form}: the deck's own title: {text}");
        assert!(text.contains("The House of Peace at the end"), "{form}");
    }
}

#[test]
fn a_card_links_to_the_step_that_won_it_if_the_game_is_known() {
    let reading = reading();
    let [_, (_, markdown), (_, html)] = forms(&reading, &heading());
    assert_eq!(markdown.matches("was won. [Watch trick 9](/games/1234?step=37#replay)").count(), 7, "{markdown}");
    assert_eq!(html.matches("was won. <a href=\"/games/1234?step=37#replay\">Watch trick 9</a>").count(), 7, "{html}");
    for (form, text) in forms(&reading, &Heading::default()) {
        assert!(!text.contains("/games/"), "{form}");
    }
}

#[test]
fn cards_link_to_their_pages_only_within_the_site() {
    let reading = reading();
    let card = reading.cards().next().expect("a card");
    let link = format!("<a href=\"/cards/{}?deck={}\">{}</a>", card.id, reading.deck.id(), card.name);
    assert!(html::linked_fragment(&reading, &heading(), svg::Faces::Drawn).into_string().contains(&link));
    assert!(!html::document(&reading, &heading(), svg::Faces::Drawn).contains("/cards/"));
}
