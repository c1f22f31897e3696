//! Reads plays and deals that are written as logs are written, without spaces and with their fields in order.
//!
//! Nearly all steps are: they take a tenth of the time that the reader of any form takes. It reads all others, and
//! those that are refused here.

use super::{
    Step,
    rules::{DISCARDED, PLAYERS, TRICKS},
};
use crate::{
    cards::{Card, Spelled},
    games::Player,
};

/// Reads the step at the start of a text; returns its length as well.
pub fn read(json: &str) -> Option<(Step, usize)> {
    let (step, rest) = match json.as_bytes().strip_prefix(b"{\"type\":\"play\",\"player\":") {
        Some(rest) => read_play(rest)?,
        None => read_deal(json.as_bytes().strip_prefix(b"{\"type\":\"deal\",\"hands\":[")?)?,
    };
    Some((step, json.len() - rest.strip_prefix(b"}")?.len()))
}

fn read_play(json: &[u8]) -> Option<(Step, &[u8])> {
    let ([digit], rest) = json.split_first_chunk()?;
    let player = Player(digit.wrapping_sub(b'0'));
    let (card, rest) = read_card(rest.strip_prefix(b",\"card\":")?)?;
    (player.index() < PLAYERS).then_some((Step::Play { player, card }, rest))
}

fn read_deal(json: &[u8]) -> Option<(Step, &[u8])> {
    let (mut hands, mut rest) = (Vec::with_capacity(PLAYERS), json);
    for player in 0..PLAYERS {
        let hand;
        (hand, rest) = read_cards(if player > 0 { rest.strip_prefix(b",")? } else { rest }, TRICKS)?;
        hands.push(hand);
    }
    let (discarded, rest) = read_cards(rest.strip_prefix(b"],\"discarded\":")?, DISCARDED)?;
    Some((Step::Deal { hands: Some(hands), discarded: Some(discarded) }, rest))
}

/// Reads a list of this number of cards.
fn read_cards(json: &[u8], count: usize) -> Option<(Vec<Spelled>, &[u8])> {
    let (mut cards, mut rest) = (Vec::with_capacity(count), json.strip_prefix(b"[")?);
    for place in 0..count {
        let card;
        (card, rest) = read_card(if place > 0 { rest.strip_prefix(b",")? } else { rest })?;
        cards.push(card);
    }
    Some((cards, rest.strip_prefix(b"]")?))
}

fn read_card(json: &[u8]) -> Option<(Spelled, &[u8])> {
    let ([b'"', first, second, third, fourth, b'"'], rest) = json.split_first_chunk()? else { return None };
    Some((Card::of_letters([*first, *second, *third, *fourth])?.into(), rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{chance::Chance, games::fortunes::Dealt};

    /// What is read here is read in full the same way, and what follows is left.
    fn agrees(json: &str) -> bool {
        let Some((step, length)) = read(&format!("{json},{{}}")) else { return false };
        assert_eq!(serde_json::from_str::<Step>(json).ok(), Some(step), "{json}");
        assert_eq!(length, json.len());
        true
    }

    #[test]
    fn steps_as_written_are_read() {
        let deal = serde_json::to_string(&Dealt::shuffled(&mut Chance::of_table("usual", "")).step()).expect("JSON");
        assert!(agrees(&deal) && agrees(r#"{"type":"play","player":3,"card":"ar21"}"#));
        for place in 0..deal.len() {
            for other in ["", " ", "\"", "]", ",", "0", "2"] {
                let (before, after) = (&deal[..place], &deal[place + 1..]);
                agrees(&[before, other, after].concat());
            }
        }
    }

    #[test]
    fn other_forms_are_left_to_the_full_reader() {
        for json in [
            r#"{"type":"play","player":4,"card":"ar21"}"#,
            r#"{"type":"play","player":10,"card":"ar21"}"#,
            r#"{"type":"play","player":0,"card":"ar22"}"#,
            r#"{"type":"play","player":0,"card":"wa1"}"#,
            r#"{"type":"play","player":0,"card":"wa10","x":1}"#,
            r#"{"type":"play","player":0, "card":"wa10"}"#,
            r#"{"type":"play","card":"wa10","player":0}"#,
            r#"{"type":"deal"}"#,
            r#"{"type":"deal","hands":[],"discarded":[]}"#,
            r#"{"type":"bid","player":0,"tricks":3}"#,
        ] {
            assert!(!agrees(json), "{json}");
        }
    }
}
