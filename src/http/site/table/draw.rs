//! The table as it is drawn: the players round it, the middle, and the viewer's own place at the bottom.

use maud::{Markup, html};

use super::{
    face::back,
    view::{SeenHand, TablePage, TableView},
};
use crate::{
    cards::{Card, Deck},
    games::{Player, Viewer},
};

/// The most players who are seated round the table; more are listed below its middle.
const ROUND: usize = 8;

/// How cards of the own hand are laid out: each face with what it can be clicked for.
pub type Around<'a> = &'a dyn Fn(Card, Markup) -> Markup;

/// The table, its middle last but for the viewer's own place.
pub fn table<G: TablePage>(view: &TableView<'_, G>, around: Around<'_>) -> Markup {
    let (round, deck) = (view.round(), view.names.deck);
    let size = if round.len() > ROUND { "many".to_owned() } else { format!("t{}", round.len()) };
    let open = view.viewer == Viewer::All && G::INFO.deck.is_some();
    let (own, others) = round.split_first().map_or((None, &[][..]), |(own, others)| (Some(*own), others));
    html! {
        div class={ "table " (size) @if open { " open" } @if deck == Deck::French { " french" } } {
            @for (place, player) in others.iter().enumerate() { (seat(view, *player, place + 1, around)) }
            div.middle { (G::middle(view)) }
            @if let Some(own) = own { (seat(view, own, 0, around)) }
        }
    }
}

fn seat<G: TablePage>(view: &TableView<'_, G>, player: Player, place: usize, around: Around<'_>) -> Markup {
    let seat = G::seat(view, player);
    let name = view.names.player(player);
    html! {
        div class={ "seat p" (place) @if view.must_act(player) { " turn" } } role="group" aria-label=(name) {
            p.who {
                bdi { (name) }
                @if view.you == Some(player) { " " span.badge.quiet { "you" } }
                @if view.must_act(player) { " " span.badge { "to act" } }
                @for mark in &seat.marks { " " span.badge.quiet { (mark) } }
            }
            @if !seat.figures.is_empty() {
                dl.figures { @for (name, value) in &seat.figures { div { dt { (name) } dd { (value) } } } }
            }
            @if let Some(before) = seat.before { (before) }
            @match G::hand(&view.state, player) {
                Some(SeenHand::Open(cards)) if cards.is_empty() => {},
                Some(SeenHand::Open(cards)) => (hand(view, player, cards, place == 0, around)),
                Some(SeenHand::Closed(count)) => (back(count)),
                None => {},
            }
        }
    }
}

fn hand<G: TablePage>(
    view: &TableView<'_, G>,
    player: Player,
    cards: Vec<Card>,
    own: bool,
    around: Around<'_>,
) -> Markup {
    html! {
        @if !own { p.label { (cards.len()) @if cards.len() == 1 { " card" } @else { " cards" } } }
        ul class=(if own { "cards hand" } else { "cards small" }) aria-label="Hand" {
            @for card in G::ORDER.sorted(cards) {
                @let face = view.held(player, card);
                li { @if own { (around(card, face)) } @else { (face) } }
            }
        }
    }
}
