//! Foolery: the standing play, who is out, the titles, the hands.

use maud::{Markup, html};

use super::{Place, Scene, line, spoken, words};
use crate::http::site::card;

/// The standing play and what else holds.
pub fn middle(scene: &Scene<'_>) -> Markup {
    let state = &scene.state;
    let standing = &state["standing"];
    let gives = state["exchange"]["gives"].as_array().map_or(&[][..], Vec::as_slice);
    html! {
        (words("Deal", &state["deal"].to_string()))
        @if standing.is_object() {
            (line(
                &format!("Standing: {}, by {}", spoken(standing["kind"].as_str().unwrap_or_default()), scene.name(&standing["player"])),
                &scene.row(&card::cards(&standing["cards"]), "Standing play"),
            ))
        }
        @for give in gives {
            (words("Exchange", &format!("{} gives {} {} cards", scene.name(&give["from"]), scene.name(&give["to"]), give["count"])))
        }
        (words("Played", &format!("{} cards in {} tricks", scene.cards("/pile").len(), state["tricks"])))
        (words("Gone out", &scene.listed(&state["out"])))
    }
}

/// A player, his title, and his hand.
pub fn place(scene: &Scene<'_>, index: usize) -> Place {
    let state = &scene.state;
    let mut place = Place::default();
    if let Some(title) = state["titles"][index].as_str() {
        place.mark(spoken(title));
    }
    if scene.holds("out", index) {
        place.mark("out");
    }
    if scene.holds("passed", index) {
        place.mark("passed");
    }
    if state["stuck"] == index {
        place.mark("stuck with the Fool");
    }
    place.figure("Score", &state["scores"][index]);
    place.figure("Cards", &state["hands"][index]["size"]);
    place.cards = Some(scene.row(&scene.cards(&format!("/hands/{index}/cards")), "Hand"));
    place
}
