//! The table at one moment: what lies in the middle, and every player with his hand.

mod foolery;
mod fortuna;
mod fortunes;
mod fortuno;
mod reversal;

use maud::{Markup, html};
use serde_json::Value;

use super::{card, narration};
use crate::{
    cards::{Card, Deck},
    games::Ruleset,
    http::reply::due::DueResponse,
};

/// A table to be drawn.
pub struct TableView<'a> {
    /// What is played.
    pub ruleset: Ruleset,
    /// Who plays.
    pub names: Vec<&'a str>,
    /// The table, in wire form.
    pub state: Value,
    /// What the game waits for.
    pub due: DueResponse,
    /// The step that led here; none before the first.
    pub made: Option<Value>,
}

impl TableView<'_> {
    /// Whose names the cards have.
    pub fn deck(&self) -> Deck {
        self.ruleset.about().deck.unwrap_or_default()
    }

    /// The player of an index.
    pub fn name(&self, index: &Value) -> &str {
        index.as_u64().and_then(|index| self.names.get(index as usize)).copied().unwrap_or("nobody")
    }

    /// The players of a list of indexes, in a row.
    pub fn listed(&self, indexes: &Value) -> String {
        let names: Vec<_> = indexes.as_array().into_iter().flatten().map(|index| self.name(index)).collect();
        names.join(", ")
    }

    /// The cards that the step moved.
    pub fn fresh(&self) -> Vec<Card> {
        let Some(made) = self.made.as_ref().filter(|made| made["player"].is_u64()) else { return Vec::new() };
        let mut cards = card::cards(&made["cards"]);
        cards.extend(card::card(&made["card"]));
        cards
    }

    /// Does the list of players of this name hold this one?
    fn holds(&self, list: &str, player: usize) -> bool {
        self.state[list].as_array().is_some_and(|list| list.iter().any(|one| *one == player))
    }

    fn is_due(&self, player: usize) -> bool {
        match &self.due {
            DueResponse::Players { players, .. } => players.iter().any(|one| one.index() == player),
            DueResponse::Table { .. } | DueResponse::Over { .. } => false,
        }
    }

    /// What the game waits for, as a sentence.
    fn awaited(&self) -> String {
        match &self.due {
            DueResponse::Over { .. } => "The game is over.".to_owned(),
            DueResponse::Table { table } => format!("Next the table: {}.", spoken(table)),
            DueResponse::Players { players, types } => {
                let names: Vec<_> =
                    players.iter().filter_map(|player| self.names.get(player.index())).copied().collect();
                let types: Vec<_> = types.iter().map(|word| spoken(word)).collect();
                format!("Next {}: {}.", names.join(" or "), types.join(" or "))
            }
        }
    }

    /// Cards by the pointer of their list.
    fn cards(&self, pointer: &str) -> Vec<Card> {
        self.state.pointer(pointer).map(card::cards).unwrap_or_default()
    }

    /// A row of cards of this table's deck, with what was just moved marked.
    fn row(&self, cards: &[Card], label: &str) -> Markup {
        card::row(cards, self.deck(), &self.fresh(), label)
    }
}

/// A player's place at the table.
#[derive(Default)]
struct Place {
    /// What he is called by the others: a team, a title.
    marks: Vec<String>,
    /// Names and values.
    figures: Vec<(&'static str, String)>,
    /// His hand and what lies before him.
    cards: Option<Markup>,
}

impl Place {
    fn figure(&mut self, name: &'static str, value: &Value) {
        match value {
            Value::Null => {}
            Value::String(text) => self.figures.push((name, spoken(text))),
            other => self.figures.push((name, other.to_string())),
        }
    }

    fn mark(&mut self, mark: impl Into<String>) {
        self.marks.push(mark.into());
    }
}

/// The table, and the step that led to it.
pub fn drawn(view: &TableView<'_>) -> Markup {
    let (middle, place): (_, fn(&TableView<'_>, usize) -> Place) = match view.ruleset {
        Ruleset::Fortunes => (fortunes::middle(view), fortunes::place),
        Ruleset::Fortuno => (fortuno::middle(view), fortuno::place),
        Ruleset::Foolery => (foolery::middle(view), foolery::place),
        Ruleset::Fortuna => (fortuna::middle(view), fortuna::place),
        Ruleset::Reversal => (reversal::middle(view), reversal::place),
    };
    html! {
        p.made { (narration::told(view)) }
        div.table.french[view.deck() == Deck::French] {
            div.middle { (middle) p.next { (view.awaited()) } }
            ul.seats {
                @for index in 0..view.names.len() { (seat(view, index, place(view, index))) }
            }
        }
    }
}

fn seat(view: &TableView<'_>, index: usize, place: Place) -> Markup {
    html! {
        li.seat.turn[view.is_due(index)] {
            p.who {
                bdi { (view.names[index]) }
                @if view.is_due(index) { " " span.badge { "to act" } }
                @for mark in &place.marks { " " span.badge.quiet { (mark) } }
            }
            @if !place.figures.is_empty() {
                dl.figures {
                    @for (name, value) in &place.figures { div { dt { (name) } dd { (value) } } }
                }
            }
            @if let Some(cards) = place.cards { (cards) }
        }
    }
}

/// A word of the wire form, as people say it.
fn spoken(word: &str) -> String {
    word.replace('_', " ")
}

/// A line of the middle: what it is, and what lies there.
fn line(label: &str, what: &Markup) -> Markup {
    html! { div.line { p.label { (label) } (what) } }
}

/// A line of the middle that is words.
fn words(label: &str, text: &str) -> Markup {
    html! { @if !text.is_empty() { div.line { p.label { (label) } p { (text) } } } }
}
