//! Fortunes: the current trick, the tricks won by each team, wagers and bids.

use super::{
    HasScene,
    parts::{Laid, Part, Seat, SeenHand, Team},
    view::SceneView,
};
use crate::{
    cards::{Card, Deck, Hand},
    games::{
        Fortunes, Player,
        fortunes::{Choice, Disposition, HighLow, PhaseId, State, Step, Trick, by_team},
    },
    narration::{
        counted,
        fortunes::{disposed, team},
    },
};

/// Above the number of tricks in a deal, so that each trick of a match has a unique number.
const TRICKS: u32 = 32;

impl HasScene for Fortunes {
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

    fn middle(view: &SceneView<'_, Fortunes>) -> Vec<Part> {
        let (state, tricks) = (&view.state, tricks(view));
        let open = state.trick.as_ref().filter(|open| !open.cards.is_empty());
        let mut parts = Vec::new();
        if let Some(open) = open {
            let best = best(open.now);
            parts.push(Part::Label(format!("Trick {}: as it stands, the {best} card wins", open.number)));
            parts.push(laid(view, open.leader, &open.cards, None));
        } else if let Some(last) = tricks.last() {
            let (wins, how) = (view.does(last.winner, "win", "wins"), disposed(last.disposition));
            parts.push(Part::Label(format!("Trick {}: {wins} it, {how}", tricks.len())));
            parts.push(laid(view, last.leader, &last.cards, Some(last.card)));
        } else {
            parts.push(Part::Label(format!("Deal {}", state.deal)));
        }
        parts.push(teams(view));
        parts.extend(state.stakes.as_ref().map(|stakes| {
            let paid = counted(stakes.paid, "chip");
            Part::words("Pot", format_args!("each has paid {paid}, and the level is {}", stakes.level))
        }));
        parts.extend(tricks.last().filter(|_| open.is_some()).map(|last| last_trick(view, last)));
        if !tricks.is_empty() {
            parts.push(won(view));
        }
        if let Some(discarded) = state.discarded.filter(|cards| !cards.is_empty()) {
            parts.push(Part::cards("Set aside", discarded.iter()).labelled("Set aside unseen"));
        }
        parts
    }

    fn seat(view: &SceneView<'_, Fortunes>, player: Player) -> Seat {
        let (state, index) = (&view.state, player.index());
        let won = tricks(view).iter().filter(|trick| trick.winner == player);
        let mut seat = Seat::of(view, player);
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
    fn upshot(view: &SceneView<'_, Fortunes>) -> Option<String> {
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

    fn rule(view: &SceneView<'_, Fortunes>) -> String {
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
fn play_rule(view: &SceneView<'_, Fortunes>) -> String {
    let led = view.state.trick.as_ref().and_then(|open| open.cards.first());
    let suit =
        |card: &Card| card.suit().map_or(Deck::trumps_name(view.names.deck), |suit| view.names.deck.suit_name(suit));
    let rule = match led {
        Some(card) => format!("{} {} if able.", view.all_due("follow", "follows"), suit(card)),
        None if view.state.stars_broken => format!("{} any card.", view.all_due("lead", "leads")),
        None => format!("{}. Stars may not be led yet.", view.all_due("lead", "leads")),
    };
    match view.you.filter(|you| led.is_none() && view.must_act(*you)) {
        Some(you) => format!("{rule} Your team wants {} tricks.", team(view.state.teams[you.index()])),
        None => rule,
    }
}

/// The winner of the deal that ended with this step.
fn deal_won(view: &SceneView<'_, Fortunes>) -> Option<String> {
    let over = matches!(view.made, Some(Step::Play { .. } | Step::Stake { choice: Choice::Fold, .. }));
    let deal = view.state.deals.last().filter(|_| over && view.state.trick.is_none())?;
    let points = by_team(deal.points);
    let Some(winner) = deal.winner else { return Some(format!("The deal is drawn, {} all.", points[0])) };
    let won = winner.team(deal.dealer);
    let names = [won as u8, won as u8 + 2].map(|player| view.name(Player(player)));
    Some(format!("{} and {} win the deal, {} to {}.", names[0], names[1], points[won], points[1 - won]))
}

/// The tricks of this deal. Between deals and at the end of the match, those of the last deal.
fn tricks<'a>(view: &'a SceneView<'_, Fortunes>) -> &'a [Trick] {
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
fn laid(view: &SceneView<'_, Fortunes>, leader: Player, cards: &[Card], winner: Option<Card>) -> Part {
    let by = |place| leader.after(place, view.players());
    let laid = |(place, card): (usize, &Card)| Laid { player: by(place), card: *card, wins: winner == Some(*card) };
    Part::Trick(cards.iter().enumerate().map(laid).collect())
}

/// The trick before the one on the table.
fn last_trick(view: &SceneView<'_, Fortunes>, last: &Trick) -> Part {
    let who = format!("{} won it, {}.", view.name(last.winner), disposed(last.disposition));
    let cards = laid(view, last.leader, &last.cards, Some(last.card));
    Part::Folded { class: Some("last"), summary: "Last trick".to_owned(), parts: vec![Part::Sentence(who), cards] }
}

/// Both teams: players, points and tricks of this deal, score of the match.
fn teams(view: &SceneView<'_, Fortunes>) -> Part {
    let standing = |side: u8| {
        let won = || tricks(view).iter().filter(move |trick| trick.winner.0 % 2 == side);
        let points = won().map(|trick| u32::from(trick.disposition.points())).sum::<u32>();
        let earlier = (!view.state.deals.is_empty()).then(|| view.state.team_scores[usize::from(side)]);
        let players = [side, side + 2].map(|index| view.names.player(Player(index))).join(" & ");
        Team {
            players,
            name: team_name(view.state.teams[usize::from(side)]),
            score: format!("{} from {}", counted(points, "point"), counted(won().count(), "trick")),
            earlier: earlier.map(|earlier| format!("{} in the finished deals", counted(earlier, "point"))),
        }
    };
    Part::Teams([0, 1].map(standing).into())
}

/// The cards that won tricks, by team, in the order won.
fn won(view: &SceneView<'_, Fortunes>) -> Part {
    let by = |team: HighLow| {
        let ours = tricks(view).iter().filter(|trick| view.state.teams[trick.winner.index()] == team);
        let cards = ours.map(|trick| (trick.card, trick.disposition == Disposition::Ill));
        [Part::Label(format!("By the {}", team_name(team))), Part::Won(cards.collect())]
    };
    let parts = [HighLow::High, HighLow::Low].into_iter().flat_map(by).collect();
    Part::Folded { class: Some("won-tricks"), summary: "Tricks won".to_owned(), parts }
}
