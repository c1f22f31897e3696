//! Foolery: the standing play, who is out, the titles, the hands.

use maud::{Markup, html};

use super::{Place, TableView, line, spoken, words};
use crate::http::site::card;

/// The standing play and what else holds.
pub fn middle(view: &TableView<'_>) -> Markup {
    let state = &view.state;
    let standing = &state["standing"];
    let gives = state["exchange"]["gives"].as_array().map_or(&[][..], Vec::as_slice);
    html! {
        (words("Deal", &state["deal"].to_string()))
        @if standing.is_object() {
            (line(
                &format!("Standing: {}, by {}", spoken(standing["kind"].as_str().unwrap_or_default()), view.name(&standing["player"])),
                &view.row(&card::cards(&standing["cards"]), "Standing play"),
            ))
        }
        @for give in gives {
            (words("Exchange", &format!("{} gives {} {} cards", view.name(&give["from"]), view.name(&give["to"]), give["count"])))
        }
        (words("Played", &format!("{} cards in {} tricks", view.cards("/pile").len(), state["tricks"])))
        (words("Gone out", &view.listed(&state["out"])))
    }
}

/// A player, his title, and his hand.
pub fn place(view: &TableView<'_>, index: usize) -> Place {
    let state = &view.state;
    let mut place = Place::default();
    if let Some(title) = state["titles"][index].as_str() {
        place.mark(spoken(title));
    }
    if view.holds("out", index) {
        place.mark("out");
    }
    if view.holds("passed", index) {
        place.mark("passed");
    }
    if state["stuck"] == index {
        place.mark("stuck with the Fool");
    }
    place.figure("Score", &state["scores"][index]);
    place.figure("Cards", &state["hands"][index]["size"]);
    place.cards = Some(view.row(&view.cards(&format!("/hands/{index}/cards")), "Hand"));
    place
}
