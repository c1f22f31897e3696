use super::*;
use crate::reading::{Layout, Reading, ReadingChoice, TeamOutcome, TextsVersion, Tricks, WonTrick, read};

/// Cards in the order won; a trailing `-` marks an ill-disposed one.
fn list(cards: &[&str]) -> Vec<WonTrick> {
    let trick = |text: &&str| {
        let (id, disposition) = match text.strip_suffix('-') {
            Some(id) => (id, Disposition::Ill),
            None => (*text, Disposition::Well),
        };
        WonTrick { card: id.parse().expect("a card"), disposition }
    };
    cards.iter().map(trick).collect()
}

fn reading(own: &[&str], partner: &[&str], choice: ReadingChoice) -> Reading {
    let tricks = Tricks { own: list(own), partner: list(partner), outcome: TeamOutcome::Lost, seats: None };
    read(&tricks, ReadingChoice { texts_version: TextsVersion::V1, ..choice }).expect("different cards")
}

fn told(own: &[&str], place: Place) -> String {
    let choice = ReadingChoice { layout: Some(Layout::Fate), ..ReadingChoice::default() };
    text_of(&reading(own, &[], choice), place)
}

fn text_of(reading: &Reading, place: Place) -> String {
    reading.places().find(|there| there.place == place).expect("a place of the layout").text.clone()
}

fn summary(own: &[&str], deck: Deck) -> String {
    reading(own, &[], ReadingChoice { deck, ..ReadingChoice::default() }).summary.text
}

const NINE: [&str; 9] = ["wa02", "wa03", "wa04", "wa05", "wa06", "wa07", "wa08", "wa09", "ar14"];

#[test]
fn a_position_is_described_well_ill_and_empty() {
    assert_eq!(
        told(&["ar00"], Place::TheSelf),
        "At your root lies the Fool: you start from the courage to begin before the road is known. \
         Travel light, and let the first step teach you the second."
    );
    assert_eq!(
        told(&["ar00-"], Place::TheSelf),
        "At your root the Fool lies turned: what you start from is a leap taken without looking. \
         Find out what lies below before you call it courage."
    );
    assert_eq!(told(&["ar00"], Place::Astral), "Nothing is mirrored here yet: what you imagine next is up to you.");
}

#[test]
fn a_shared_fate_names_the_owners_of_its_cards() {
    let partner = ["cuac", "cu02", "cu03", "cu04", "cu05", "cu06", "cu07", "cu08", "cupa-"];
    let both = reading(&NINE, &partner, ReadingChoice::default());
    assert_eq!(
        text_of(&both, Place::SharedFate),
        "To the fate you two share you bring Temperance: the right measure of two different things. \
         Your partner adds the Herald of Cups, turned: charm that wants something."
    );
    let alone = reading(&[], &partner, ReadingChoice::default());
    assert_eq!(
        text_of(&alone, Place::SharedFate),
        "To the fate you two share your partner brings the Herald of Cups, turned: charm that wants something. \
         Enjoy the compliment, and ask what it is for."
    );
}

#[test]
fn the_partners_outcome_has_no_advice_for_the_querent() {
    let partner = ["cuac", "cu02", "cu03", "cu04", "cu05", "cu06", "cu07", "cu08", "cu09", "ar17"];
    assert_eq!(
        text_of(&reading(&[], &partner, ReadingChoice::default()), Place::PartnerOutcome),
        "For your partner it comes out under the Star: a hope that sees clearly by night; you are spared a trap."
    );
}

#[test]
fn texts_use_the_names_of_the_deck() {
    let named = |deck| {
        reading(&["pepa"], &[], ReadingChoice { deck, ..ReadingChoice::default() }).zones[0].places[0].text.clone()
    };
    assert!(named(Deck::Fortunes).starts_with("At your root lies the Herald of Pentacles: "));
    assert!(named(Deck::WaiteSmith).starts_with("At your root lies the Page of Pentacles: "));
    assert!(named(Deck::Thoth).starts_with("At your root lies the Princess of Disks: "));
}

#[test]
fn the_summary_mentions_verdict_element_stars_courts_and_reversed_cards() {
    assert_eq!(
        summary(&["pepa", "pe02-", "pe03", "ar16", "wa02"], Deck::Thoth),
        "Your team lost the deal: this reading stands under doom, which tells you where to take care, \
         not what must happen. \
         Disks lead, and with them earth: work, means and patience carry it. \
         One of the Major Arcana marks a turning point. \
         One court card stands for a person who has a say in it. \
         One turned among five cards: the way is mostly open."
    );
}

#[test]
fn leading_stars_are_mentioned_once() {
    let text = summary(&["ar16", "ar17-", "ar18-", "wa02"], Deck::Fortunes);
    assert!(text.contains("The Stars lead, and with them spirit"), "{text}");
    assert_eq!(text.matches("Stars").count(), 1, "{text}");
    assert!(text.ends_with("Two turned among four cards: help and hindrance are about even."), "{text}");
}

#[test]
fn a_tie_between_suits_is_mentioned() {
    let text = summary(&["wa02", "cu02"], Deck::Fortunes);
    assert!(text.contains("No suit leads, so no one way of acting will do for all of it."), "{text}");
    assert!(text.contains("None of the Stars is among the cards"), "{text}");
    assert!(text.ends_with("No card is turned: what lies here can be used as it comes."), "{text}");
}

#[test]
fn courts_in_the_majority_settle_it() {
    let text = summary(&["wapa-", "cukn-", "swqu-", "pe02"], Deck::Fortunes);
    assert!(text.contains("Three court cards: most of this is settled between people."), "{text}");
    assert!(text.ends_with("Three turned among four cards: go slowly, and take each of them as advice."), "{text}");
}

#[test]
fn only_reversed_cards_are_a_list_of_things_to_mend() {
    let text = summary(&["wapa-"], Deck::Fortunes);
    assert!(text.ends_with("Every card is turned: take this as a list of things to mend, one at a time."), "{text}");
}

#[test]
fn a_reading_without_cards_has_only_a_verdict() {
    assert_eq!(
        summary(&[], Deck::Fortunes),
        "Your team lost the deal: this reading stands under doom, which tells you where to take care, \
         not what must happen. No tricks were won, so the table is bare and nothing is laid down."
    );
}

#[test]
fn no_text_has_an_unfilled_slot_or_a_doubled_blank() {
    for deck in Deck::ALL {
        for mark in ["", "-"] {
            for card in crate::cards::PACK {
                let own = format!("{card}{mark}");
                let text =
                    text_of(&reading(&[&own], &[], ReadingChoice { deck, ..ReadingChoice::default() }), Place::TheSelf);
                assert!(!text.contains(['{', '}']) && !text.contains("  "), "{text}");
            }
        }
    }
}
