//! The table of a game after a step: what lies in the middle, and every player with his hand.

mod foolery;
mod fortuna;
mod fortunes;
mod fortuno;
mod reversal;

use std::fmt::Display;

use maud::{Markup, html};

use super::card;
use crate::{
    cards::{Card, Deck, Hand},
    games::{NamedDue, Observe, Player, Viewer},
    narration::{Names, Narrate, Narration},
    service::Replay,
};

/// What the page of a game has to say about each of its states.
pub trait GamePage: Narrate {
    /// What lies in the middle of the table.
    fn middle(view: &TableView<'_, Self>) -> Markup;

    /// A player's place.
    fn seat(view: &TableView<'_, Self>, player: Player) -> Seat;
}

/// A table to be drawn.
pub struct TableView<'a, G: Observe> {
    /// What players and cards are called.
    names: Names<'a>,
    /// The table, with nothing hidden.
    state: G::State,
    /// What the game waits for.
    due: NamedDue,
    /// The step that led here; `None` before the first.
    made: Option<&'a G::Step>,
    /// The cards that it moved.
    moved: Hand,
}

impl<G: GamePage> TableView<'_, G> {
    fn is_due(&self, player: Player) -> bool {
        match &self.due {
            NamedDue::Players { players, .. } => players.contains(&player),
            NamedDue::Table { .. } | NamedDue::Over { .. } => false,
        }
    }

    /// What the game waits for, as a sentence.
    fn awaited(&self) -> String {
        match &self.due {
            NamedDue::Over { .. } => "The game is over.".to_owned(),
            NamedDue::Table { table } => format!("Next the table: {}.", spoken(table)),
            NamedDue::Players { players, types } => {
                let names: Vec<_> = players.iter().map(|player| self.names.player(*player)).collect();
                let types: Vec<_> = types.iter().map(|word| spoken(word)).collect();
                format!("Next {}: {}.", names.join(" or "), types.join(" or "))
            }
        }
    }

    /// A row of cards, with what was just moved marked.
    fn row(&self, cards: impl IntoIterator<Item = Card>, label: &str) -> Markup {
        let cards: Vec<_> = cards.into_iter().collect();
        card::row(&cards, self.names.deck, self.moved, label)
    }
}

/// A player's place at the table.
#[derive(Default)]
pub struct Seat {
    /// What he is called by the others: a team, a title.
    marks: Vec<&'static str>,
    /// Names and values.
    figures: Vec<(&'static str, String)>,
    /// His hand and what lies before him.
    cards: Option<Markup>,
}

impl Seat {
    fn figure(&mut self, name: &'static str, value: impl Display) {
        self.figures.push((name, value.to_string()));
    }

    fn figure_if(&mut self, name: &'static str, value: Option<impl Display>) {
        if let Some(value) = value {
            self.figure(name, value);
        }
    }

    fn mark(&mut self, mark: &'static str, applies: bool) {
        if applies {
            self.marks.push(mark);
        }
    }
}

/// The table, and the step that led to it.
pub fn drawn<G: GamePage>(replay: &Replay<G>) -> Markup {
    let Replay { record, game, made, .. } = replay;
    let names = Names {
        players: record.players.iter().map(|seat| seat.name.as_str()).collect(),
        deck: G::INFO.deck.unwrap_or_default(),
    };
    let narration = match made {
        Some(step) => G::narrate(&names, step),
        None => Narration::table("Nothing has happened yet."),
    };
    let view = TableView::<G> {
        names,
        state: game.state(Viewer::All),
        due: game.due().named(),
        made: made.as_ref(),
        moved: narration.moved,
    };
    html! {
        p.made { (narration.sentence) }
        div.table.french[view.names.deck == Deck::French] {
            div.middle { (G::middle(&view)) p.next { (view.awaited()) } }
            ul.seats {
                @for player in Player::all(view.names.players.len()) { (seat(&view, player, G::seat(&view, player))) }
            }
        }
    }
}

fn seat<G: GamePage>(view: &TableView<'_, G>, player: Player, seat: Seat) -> Markup {
    html! {
        li.seat.turn[view.is_due(player)] {
            p.who {
                bdi { (view.names.player(player)) }
                @if view.is_due(player) { " " span.badge { "to act" } }
                @for mark in &seat.marks { " " span.badge.quiet { (mark) } }
            }
            @if !seat.figures.is_empty() {
                dl.figures {
                    @for (name, value) in &seat.figures { div { dt { (name) } dd { (value) } } }
                }
            }
            @if let Some(cards) = seat.cards { (cards) }
        }
    }
}

/// A type of step, as people say it.
fn spoken(word: &str) -> String {
    word.replace('_', " ")
}

/// A line of the middle: what it is, and what lies there.
fn line(label: &str, what: &Markup) -> Markup {
    html! { div.line { p.label { (label) } (what) } }
}

/// A line of the middle that is words.
fn words(label: &str, text: impl Display) -> Markup {
    html! { div.line { p.label { (label) } p { (text) } } }
}
