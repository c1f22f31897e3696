//! Fortuna: dice, bricks and the call.

use maud::{Markup, html};
use serde_json::Value;

use super::{Place, TableView, line, spoken, words};
use crate::http::site::card;

/// What lies on the table in this turn.
pub fn middle(view: &TableView<'_>) -> Markup {
    let state = &view.state;
    let rolls = view.made.as_ref().and_then(|made| made["rolls"].as_array()).map_or(&[][..], Vec::as_slice);
    let call = match &state["call"] {
        Value::Null => None,
        call => Some(call["name"].as_str().map_or_else(|| "nothing".to_owned(), spoken)),
    };
    html! {
        (words("Turns settled", &state["turns"].to_string()))
        @for roll in rolls { (line("Opening roll", &card::dice(roll, "Opening roll"))) }
        @if !state["roller"].is_null() { (words("Roller", view.name(&state["roller"]))) }
        @if state["dice"].is_array() { (line("Dice", &card::dice(&state["dice"], "Dice"))) }
        @if state["bricks"].is_array() { (line("Bricks", &card::dice(&state["bricks"], "Bricks"))) }
        @if let Some(call) = call { (words("Call", &call)) }
        @if !state["opponent"].is_null() { (words("To answer", view.name(&state["opponent"]))) }
    }
}

/// A player with points and marbles.
pub fn place(view: &TableView<'_>, index: usize) -> Place {
    let state = &view.state;
    let mut place = Place::default();
    if state["gold"] == index {
        place.mark("gold disc");
    }
    place.figure("Points", &state["points"][index]);
    let marbles = state["marbles"][index].as_u64().unwrap_or_default() as usize;
    place.figure("Marbles", &state["marbles"][index]);
    place.cards = Some(html! {
        p.marbles aria-hidden="true" { @for _ in 0..marbles.min(40) { span.marble {} } }
    });
    place
}
