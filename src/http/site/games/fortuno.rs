//! Fortuno: the discard pile, what is pending, the hands.

use maud::{Markup, html};

use super::{Place, TableView, line, spoken, words};
use crate::{cards::Card, http::site::card};

/// How many cards of the discard pile are drawn.
const UPPERMOST: usize = 8;

/// The pile, and what holds for the turn.
pub fn middle(view: &TableView<'_>) -> Markup {
    let state = &view.state;
    let discard = state["discard"].as_array().map_or(&[][..], Vec::as_slice);
    let upper: Vec<Card> = discard.iter().rev().take(UPPERMOST).filter_map(|one| card::card(&one["card"])).collect();
    let top = card::card(&state["top"]);
    let pending = &state["turn"]["pending"];
    let direction = if state["direction"] == -1 { "against the seats" } else { "with the seats" };
    html! {
        (line(&format!("Discard pile, {} cards, the uppermost first", discard.len()), &view.row(&upper, "Discard pile")))
        @if let Some(top) = top.filter(|top| Some(top) != upper.first()) {
            (words("Counts as", &view.deck().card_name(top)))
        }
        (words("Draw pile", &format!("{} cards", state["draw"]["count"])))
        (words("Turn", &format!("{}, going {direction}", view.name(&state["turn"]["seat"]))))
        @if pending.is_object() { (words("Pending", &format!("{} cards to draw", pending["amount"]))) }
        @if let Some(moment) = state["moment"]["is"].as_str().filter(|word| !matches!(*word, "act" | "table" | "over")) {
            (words("Asked", &spoken(moment)))
        }
        @if state["window"] == true { (words("Calls", "the window is open")) }
        @if !view.cards("/out").is_empty() { (line("Out of the game", &view.row(&view.cards("/out"), "Out of the game"))) }
    }
}

/// A player and his hand.
pub fn place(view: &TableView<'_>, index: usize) -> Place {
    let state = &view.state;
    let mut place = Place::default();
    if view.holds("eliminated", index) {
        place.mark("out");
    }
    if view.holds("catchable", index) {
        place.mark("did not call");
    }
    if state["team"]["original"] == index || state["team"]["lover"] == index {
        place.mark("lover");
    }
    place.figure("Cards", &state["hands"][index]["count"]);
    if state["hermit"][index] != 0 {
        place.figure("Hermit for", &state["hermit"][index]);
    }
    place.cards = Some(view.row(&view.cards(&format!("/hands/{index}/cards")), "Hand"));
    place
}
