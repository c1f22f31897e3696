//! Fortunes: the trick on the table, the tricks won, the hands.

use maud::{Markup, html};
use serde_json::Value;

use super::{Place, TableView, line, words};
use crate::{cards::Card, games::fortunes::Disposition, http::site::card};

/// The tricks of this deal; of the last, when the match is over.
fn tricks<'a>(view: &'a TableView<'_>) -> &'a [Value] {
    let now = view.state["tricks"].as_array().filter(|tricks| !tricks.is_empty());
    let over = || view.state["deals"].as_array()?.last()?["tricks"].as_array();
    let ended = view.state["phase"] == "over" || (now.is_none() && just_ended(view));
    now.or_else(|| if ended { over() } else { None }).map_or(&[], Vec::as_slice)
}

/// Whether a trick favoured the team of its winner.
fn disposition(trick: &Value) -> Disposition {
    if trick["disposition"] == "well" { Disposition::Well } else { Disposition::Ill }
}

/// Was the step that led here a card that ended a deal?
fn just_ended(view: &TableView<'_>) -> bool {
    view.made.as_ref().is_some_and(|made| made["type"] == "play") && view.state["trick"].is_null()
}

/// The trick on the table, or the one just won.
pub fn middle(view: &TableView<'_>) -> Markup {
    let state = &view.state;
    let open = &state["trick"];
    let lying = card::cards(&open["cards"]);
    let scores = &state["team_scores"];
    html! {
        @if !lying.is_empty() {
            (line(&format!("Trick {}, {} now", open["number"], open["now"].as_str().unwrap_or_default()),
                &laid(view, &open["leader"], &lying, None)))
        } @else if let Some(last) = tricks(view).last() {
            (line(&format!("Trick {}: {} wins it, {}", tricks(view).len(), view.name(&last["winner"]), last["disposition"].as_str().map_or("", |word| if word == "well" { "well-disposed" } else { "ill-disposed" })),
                &laid(view, &last["leader"], &card::cards(&last["cards"]), card::card(&last["card"]))))
        } @else {
            (words("Deal", &state["deal"].to_string()))
        }
        @if let Some(round) = state["stakes"].as_object() {
            (words("Pot", &format!("each has paid {}, the level is {}", round["paid"], round["level"])))
        }
        (words("Match", &format!("{} and {} have {}; {} and {} have {}",
            view.name(&0.into()), view.name(&2.into()), scores[0], view.name(&1.into()), view.name(&3.into()), scores[1])))
        @if !view.cards("/discarded").is_empty() { (line("Set aside unseen", &view.row(&view.cards("/discarded"), "Set aside"))) }
    }
}

/// Cards played in turn, each with who played it.
fn laid(view: &TableView<'_>, leader: &Value, cards: &[Card], winner: Option<Card>) -> Markup {
    let leader = leader.as_u64().unwrap_or_default() as usize;
    html! {
        ol.trick {
            @for (place, one) in cards.iter().enumerate() {
                li.winner[winner == Some(*one)] {
                    (card::face(*one, view.deck(), view.fresh().contains(one)))
                    span.by { (view.names[(leader + place) % view.names.len()]) }
                }
            }
        }
    }
}

/// A player: his hand, and the cards that won him tricks.
pub fn place(view: &TableView<'_>, index: usize) -> Place {
    let state = &view.state;
    let mut place = Place::default();
    if let Some(team) = state["teams"][index].as_str() {
        place.mark(team);
    }
    if state["dealer"] == index {
        place.mark("dealer");
    }
    let won: Vec<_> = tricks(view).iter().filter(|trick| trick["winner"] == index).collect();
    let points: u8 = won.iter().map(|trick| disposition(trick).points()).sum();
    place.figure("Points", &points.into());
    place.figure("Tricks", &won.len().into());
    place.figure("Wager", &state["wagers"][index]);
    place.figure("Bid", &state["bids"][index]);
    if state["chips"][index] != 0 {
        place.figure("Chips", &state["chips"][index]);
    }
    let hand = view.cards(&format!("/hands/{index}/cards"));
    let winners: Vec<_> = won
        .iter()
        .filter_map(|trick| Some((card::card(&trick["card"])?, disposition(trick) == Disposition::Ill)))
        .collect();
    place.cards = Some(html! {
        (view.row(&hand, "Hand"))
        @if !winners.is_empty() {
            p.label { "Won" }
            ul.cards.small aria-label="Won tricks" {
                @for (one, ill) in winners {
                    li.turned[ill] { (card::face(one, view.deck(), false)) @if ill { span.unseen { ", turned" } } }
                }
            }
        }
    });
    place
}
