//! Fortunes: the current trick, the tricks won by each team, wagers and bids.

use maud::{Markup, html};

use super::{
    deals, face,
    parts::{Seat, SeenHand, line, words},
    view::{BoardPage, BoardView, Whole},
};
use crate::{
    cards::{Card, Deck, Hand},
    games::{
        Fortunes, Player,
        fortunes::{Choice, Disposition, HighLow, PhaseId, State, Step, Trick, by_team},
    },
    narration::{counted, fortunes::disposed},
};

/// Above the number of tricks in a deal, so that each trick of a match has a unique number.
const TRICKS: u32 = 32;

impl BoardPage for Fortunes {
    const PART: &'static str = "trick";

    fn part(game: &Fortunes) -> u32 {
        let (deal, tricks) = game.progress();
        deal as u32 * TRICKS + tricks as u32
    }

    fn hand(state: &State, player: Player) -> Option<SeenHand> {
        let hand = state.hands?[player.index()];
        Some(hand.cards.map_or(SeenHand::Closed(hand.size.into()), |cards| SeenHand::Open(cards.to_vec())))
    }

    fn moved(step: &Step) -> Hand {
        match step {
            Step::Play { player: _, card } => card.card().map_or(Hand::EMPTY, Hand::of),
            Step::Deal { .. } | Step::Wager { .. } | Step::Bid { .. } | Step::Stake { .. } => Hand::EMPTY,
        }
    }

    fn play_of(player: Player, card: Card) -> Option<Step> {
        Some(Step::Play { player, card: card.into() })
    }

    fn middle(view: &BoardView<'_, Fortunes>) -> Markup {
        let (state, tricks) = (&view.state, tricks(view));
        let open = state.trick.as_ref().filter(|open| !open.cards.is_empty());
        html! {
            @if let Some(open) = open {
                p.label { "Trick " (open.number) ": as it stands, the " (best(open.now)) " card wins" }
                (laid(view, open.leader, &open.cards, None))
            } @else if let Some(last) = tricks.last() {
                p.label { "Trick " (tricks.len()) ": " (view.does(last.winner, "win", "wins")) " it, " (disposed(last.disposition)) }
                (laid(view, last.leader, &last.cards, Some(last.card)))
            } @else {
                p.label { "Deal " (state.deal) }
            }
            (teams(view))
            @if let Some(stakes) = &state.stakes {
                (words("Pot", format_args!("each has paid {}, and the level is {}", counted(stakes.paid, "chip"), stakes.level)))
            }
            @if let Some(last) = tricks.last().filter(|_| open.is_some()) {
                details.last {
                    summary { "Last trick" }
                    p { (view.name(last.winner)) " won it, " (disposed(last.disposition)) "." }
                    (laid(view, last.leader, &last.cards, Some(last.card)))
                }
            }
            (won(view))
            @if let Some(discarded) = state.discarded.filter(|cards| !cards.is_empty()) {
                (line("Set aside unseen", &view.row(discarded.iter(), "Set aside")))
            }
        }
    }

    fn seat(view: &BoardView<'_, Fortunes>, player: Player) -> Seat {
        let (state, index) = (&view.state, player.index());
        let won = tricks(view).iter().filter(|trick| trick.winner == player);
        let mut seat = Seat::default();
        seat.mark(team_name(state.teams[index]), true);
        seat.mark("dealer", state.dealer == player);
        seat.figure("Tricks", won.clone().count());
        seat.figure("Points", won.map(|trick| trick.disposition.points()).sum::<u8>());
        seat.figure_if("Wager", state.wagers.and_then(|wagers| wagers[index]));
        seat.figure_if("Bid", state.bids.and_then(|bids| bids[index]));
        seat.figure_if("Chips", Some(state.chips[index]).filter(|chips| *chips != 0));
        seat
    }

    /// The winner of the trick, and of the deal if it ends.
    fn upshot(view: &BoardView<'_, Fortunes>) -> Option<String> {
        let ended = view.state.trick.as_ref().is_none_or(|open| open.cards.is_empty());
        let last = tricks(view).last().filter(|_| ended && matches!(view.made, Some(Step::Play { .. })));
        let trick = last.map(|last| {
            let wins = view.does(last.winner, "win", "wins");
            format!("{wins} the trick, {}.", disposed(last.disposition))
        });
        let parts: Vec<_> = trick.into_iter().chain(deal_won(view)).collect();
        (!parts.is_empty()).then(|| parts.join(" "))
    }

    fn deal(game: &Fortunes) -> Option<u32> {
        Some(game.progress().0 as u32)
    }

    fn result(whole: &Whole<'_, Fortunes>) -> Markup {
        deals::result(whole)
    }

    fn places_in_readings(whole: &Whole<'_, Fortunes>) -> Markup {
        deals::places_in_readings(whole)
    }

    fn rule(view: &BoardView<'_, Fortunes>) -> String {
        if view.state.phase == PhaseId::Deal && !view.state.deals.is_empty() {
            return "Next: the table deals again.".to_owned();
        }
        if let Some(waits) = view.waits_for_table() {
            return waits;
        }
        match view.state.phase {
            PhaseId::Wager => format!("{} on their own team.", view.all_due("wager", "wagers")),
            PhaseId::Bid => format!("{} a number of tricks.", view.all_due("bid", "bids")),
            PhaseId::Stake => {
                format!("{}, before the trick.", view.all_due("stay, raise or fold", "stays, raises or folds"))
            }
            PhaseId::Play | PhaseId::Deal | PhaseId::Over => play_rule(view),
        }
    }
}

/// Who leads or follows, and the rule for it.
fn play_rule(view: &BoardView<'_, Fortunes>) -> String {
    let led = view.state.trick.as_ref().and_then(|open| open.cards.first());
    let suit =
        |card: &Card| card.suit().map_or(Deck::trumps_name(view.names.deck), |suit| view.names.deck.suit_name(suit));
    match led {
        Some(card) => format!("{} {} if able.", view.all_due("follow", "follows"), suit(card)),
        None if view.state.stars_broken => format!("{} any card.", view.all_due("lead", "leads")),
        None => format!("{}. Stars may not be led yet.", view.all_due("lead", "leads")),
    }
}

/// The winner of the deal that ended with this step.
fn deal_won(view: &BoardView<'_, Fortunes>) -> Option<String> {
    let over = matches!(view.made, Some(Step::Play { .. } | Step::Stake { choice: Choice::Fold, .. }));
    let deal = view.state.deals.last().filter(|_| over && view.state.trick.is_none())?;
    let points = by_team(deal.points);
    let Some(winner) = deal.winner else { return Some(format!("The deal is drawn, {} all.", points[0])) };
    let won = winner.team(deal.dealer);
    let names = [won as u8, won as u8 + 2].map(|player| view.name(Player(player)));
    Some(format!("{} and {} win the deal, {} to {}.", names[0], names[1], points[won], points[1 - won]))
}

/// The tricks of this deal. Between deals and at the end of the match, those of the last deal.
fn tricks<'a>(view: &'a BoardView<'_, Fortunes>) -> &'a [Trick] {
    let state = &view.state;
    let ended = state.phase == PhaseId::Over || (state.trick.is_none() && matches!(view.made, Some(Step::Play { .. })));
    match state.deals.last().filter(|_| ended && state.tricks.is_empty()) {
        Some(deal) => &deal.tricks,
        None => &state.tricks,
    }
}

/// Which card wins a trick of this type.
const fn best(now: HighLow) -> &'static str {
    match now {
        HighLow::High => "highest",
        HighLow::Low => "lowest",
    }
}

/// A team, as in `high team`.
const fn team_name(team: HighLow) -> &'static str {
    match team {
        HighLow::High => "high team",
        HighLow::Low => "low team",
    }
}

/// Cards played in turn, each with its player.
fn laid(view: &BoardView<'_, Fortunes>, leader: Player, cards: &[Card], winner: Option<Card>) -> Markup {
    let players = view.players();
    html! {
        ol.trick {
            @for (place, one) in cards.iter().enumerate() {
                @let player = leader.after(place, players);
                li class={ "at" (view.place(player)) @if winner == Some(*one) { " winner" } } {
                    (view.face(*one))
                    span.by { (view.names.player(player)) @if place == 0 { " led" } @if winner == Some(*one) { span.unseen { ", wins" } } }
                }
            }
        }
    }
}

/// Both teams: players, points and tricks of this deal, score of the match.
fn teams(view: &BoardView<'_, Fortunes>) -> Markup {
    let name = |index| view.names.player(Player(index));
    let won = |side: u8| tricks(view).iter().filter(move |trick| trick.winner.0 % 2 == side);
    html! {
        ul.teams {
            @for side in [0, 1] {
                li {
                    b { (name(side)) " & " (name(side + 2)) } " "
                    span.badge.quiet { (team_name(view.state.teams[usize::from(side)])) } " "
                    span {
                        (counted(won(side).map(|trick| u32::from(trick.disposition.points())).sum::<u32>(), "point"))
                        " from " (counted(won(side).count(), "trick"))
                        @if !view.state.deals.is_empty() {
                            ", " (counted(view.state.team_scores[usize::from(side)], "point")) " in the finished deals"
                        }
                    }
                }
            }
        }
    }
}

/// The cards that won tricks, by team, in the order won. Ill-disposed cards are reversed.
fn won(view: &BoardView<'_, Fortunes>) -> Markup {
    let side = |team: HighLow| {
        let ours = move |trick: &&Trick| view.state.teams[trick.winner.index()] == team;
        tricks(view).iter().filter(ours)
    };
    html! {
        @if !tricks(view).is_empty() {
            details.won-tricks {
                summary { "Tricks won" }
                @for of in [HighLow::High, HighLow::Low] {
                    p.label { "By the " (team_name(of)) }
                    ul.cards.small { @for trick in side(of) {
                        li.turned[trick.disposition == Disposition::Ill] {
                            (face::face(trick.card, view.names.deck, face::Look::default()))
                            @if trick.disposition == Disposition::Ill { span.unseen { ", turned" } }
                        }
                    } }
                }
            }
        }
    }
}
