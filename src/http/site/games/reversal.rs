//! Reversal of Fortune: luck, choices and dice.

use maud::{Markup, html};
use serde_json::Value;

use super::{Place, TableView, words};
use crate::http::site::card;

/// The most luck that the track holds.
const TRACK: u64 = 8;

/// Which round it is.
pub fn middle(view: &TableView<'_>) -> Markup {
    html! { (words("Rounds finished", &view.state["rounds"].to_string())) }
}

/// A player: points, the luck track, the choice and the dice.
pub fn place(view: &TableView<'_>, index: usize) -> Place {
    let state = &view.state;
    let mut place = Place::default();
    place.figure("Points", &state["points"][index]);
    let choice = &state["choices"][index];
    if choice.is_object() {
        let text = format!("{} {}", choice["action"].as_str().unwrap_or_default(), choice["amount"]);
        place.figure("Choice", &Value::String(text));
    }
    let luck = state["luck"][index].as_u64().unwrap_or_default();
    place.figure("Luck", &state["luck"][index]);
    let thrown = view.made.as_ref().filter(|made| made["type"] == "reroll").map(|made| &made["dice"][index]);
    place.cards = Some(html! {
        p.marbles aria-hidden="true" { @for step in 0..TRACK { span.marble.empty[step >= luck] {} } }
        @if state["dice"][index].is_array() { p.label { "Dice" } (card::dice(&state["dice"][index], "Dice")) }
        @if let Some(count) = state["rerolls"][index].as_u64() { p { (count) " to be rerolled, the lowest liable ones" } }
        @if let Some(thrown) = thrown { p.label { "Rerolled" } (card::dice(thrown, "Rerolled")) }
    });
    place
}
