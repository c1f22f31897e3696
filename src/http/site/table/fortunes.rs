//! Fortunes: the trick on the table, the tricks won, the hands.

use maud::{Markup, html};

use super::{GamePage, Seat, TableView, line, words};
use crate::{
    cards::Card,
    games::{
        Fortunes, Player,
        fortunes::{Disposition, PhaseId, Step, Trick},
    },
    http::site::card,
    narration::fortunes::{disposed, team},
};

impl GamePage for Fortunes {
    fn middle(view: &TableView<'_, Fortunes>) -> Markup {
        let (state, name) = (&view.state, |index| view.names.player(Player(index)));
        let [even, odd] = state.team_scores;
        html! {
            @if let Some(open) = state.trick.as_ref().filter(|open| !open.cards.is_empty()) {
                (line(&format!("Trick {}, {} now", open.number, team(open.now)), &laid(view, open.leader, &open.cards, None)))
            } @else if let Some(last) = tricks(view).last() {
                (line(
                    &format!("Trick {}: {} wins it, {}", tricks(view).len(), view.names.player(last.winner), disposed(last.disposition)),
                    &laid(view, last.leader, &last.cards, Some(last.card)),
                ))
            } @else {
                (words("Deal", state.deal))
            }
            @if let Some(stakes) = &state.stakes {
                (words("Pot", format_args!("each has paid {}, the level is {}", stakes.paid, stakes.level)))
            }
            (words("Match", format_args!("{} and {} have {even}; {} and {} have {odd}", name(0), name(2), name(1), name(3))))
            @if let Some(discarded) = state.discarded.filter(|cards| !cards.is_empty()) {
                (line("Set aside unseen", &view.row(discarded, "Set aside")))
            }
        }
    }

    /// The hand, and the cards that won tricks.
    fn seat(view: &TableView<'_, Fortunes>, player: Player) -> Seat {
        let (state, index) = (&view.state, player.index());
        let won: Vec<_> = tricks(view).iter().filter(|trick| trick.winner == player).collect();
        let mut seat = Seat::default();
        seat.mark(team(state.teams[index]), true);
        seat.mark("dealer", state.dealer == player);
        seat.figure("Points", won.iter().map(|trick| trick.disposition.points()).sum::<u8>());
        seat.figure("Tricks", won.len());
        seat.figure_if("Wager", state.wagers.and_then(|wagers| wagers[index]));
        seat.figure_if("Bid", state.bids.and_then(|bids| bids[index]));
        seat.figure_if("Chips", Some(state.chips[index]).filter(|chips| *chips != 0));
        seat.cards = Some(html! {
            (view.row(state.hands.and_then(|hands| hands[index].cards).unwrap_or_default(), "Hand"))
            @if !won.is_empty() {
                p.label { "Won" }
                ul.cards.small aria-label="Won tricks" {
                    @for trick in won {
                        li.turned[trick.disposition == Disposition::Ill] {
                            (card::face(trick.card, view.names.deck, false))
                            @if trick.disposition == Disposition::Ill { span.unseen { ", turned" } }
                        }
                    }
                }
            }
        });
        seat
    }
}

/// The tricks of this deal; of the last, when it has just ended or the match is over.
fn tricks<'a>(view: &'a TableView<'_, Fortunes>) -> &'a [Trick] {
    let state = &view.state;
    let ended = state.phase == PhaseId::Over || (state.trick.is_none() && matches!(view.made, Some(Step::Play { .. })));
    match state.deals.last().filter(|_| ended && state.tricks.is_empty()) {
        Some(deal) => &deal.tricks,
        None => &state.tricks,
    }
}

/// Cards played in turn, each with who played it.
fn laid(view: &TableView<'_, Fortunes>, leader: Player, cards: &[Card], winner: Option<Card>) -> Markup {
    let players = view.names.players.len();
    html! {
        ol.trick {
            @for (place, one) in cards.iter().enumerate() {
                li.winner[winner == Some(*one)] {
                    (card::face(*one, view.names.deck, view.moved.contains(*one)))
                    span.by { (view.names.player(leader.after(place, players))) }
                }
            }
        }
    }
}
