//! Foolery: the play to beat, the exchange, players who are out, titles.

use super::{
    HasScene,
    parts::{Order, Part, Seat, SeenHand},
    view::SceneView,
};
use crate::{
    cards::{Card, Hand},
    games::{
        Foolery, Observe, Player, Viewer,
        foolery::{Cards, GiveDue, Kind, PhaseId, State, Step, StepKind},
    },
    narration::{
        counted,
        foolery::{KINDS, kind, title},
    },
};

/// Above the number of tricks in a deal, so that each trick of a game has a unique number.
const TRICKS: u32 = 1 << 10;

impl HasScene for Foolery {
    const PART: &'static str = "trick";
    const ORDER: Order = Order::Ranks;

    fn part(game: &Foolery) -> u32 {
        let state = game.state(Viewer::Public);
        state.deal as u32 * TRICKS + u32::from(state.tricks)
    }

    fn hand(state: &State, player: Player) -> Option<SeenHand> {
        let hand = &state.hands[player.index()];
        Some(hand.cards.map_or(SeenHand::Closed(hand.size), |cards| SeenHand::Open(cards.to_vec())))
    }

    fn moved(step: &Step) -> Hand {
        match step {
            Step::Give { player: _, cards } => cards.hand(),
            Step::Play { player: _, cards } => cards.hand(),
            Step::Deal { .. } | Step::Request { .. } | Step::Pass { .. } => Hand::EMPTY,
        }
    }

    fn play_of(player: Player, card: Card) -> Option<Step> {
        Some(Step::Play { player, cards: Cards::of(Hand::of(card)) })
    }

    fn middle(view: &SceneView<'_, Foolery>) -> Vec<Part> {
        let (state, name) = (&view.state, |player| view.names.player(player));
        let mut parts = Vec::new();
        if let Some(standing) = &state.standing {
            let kind = standing_kind(standing.kind);
            parts.push(Part::Label(format!("Standing: {kind}, by {}", name(standing.player))));
            parts.push(Part::cards("Standing play", Order::Ranks.sorted(standing.cards.iter())));
        } else if let Some(Step::Play { player, cards }) = view.made {
            parts.push(Part::Label(format!("{} the trick", view.does(*player, "win", "wins"))));
            parts.push(Part::cards("Winning play", Order::Ranks.sorted(cards.hand().iter())));
        } else {
            parts.push(Part::Label(format!("Deal {}", state.deal)));
        }
        let gives = state.exchange.iter().flat_map(|exchange| &exchange.gives);
        parts.extend(gives.map(|give| {
            Part::words("Exchange", format_args!("{} gives {} {}", name(give.from), name(give.to), given(give)))
        }));
        if !state.pile.is_empty() {
            let summary = format!("{} played", counted(state.pile.len(), "card"));
            let cards = Order::Ranks.sorted(state.pile.iter());
            parts.push(Part::folded_cards(None, summary, "Cards played", cards));
        }
        if !view.due.is_over() {
            let kinds = KINDS.map(|(name, what)| Part::words(name, what)).into();
            parts.push(Part::Folded { class: Some("meanings"), summary: "Kinds of plays".to_owned(), parts: kinds });
        }
        if !state.out.is_empty() {
            parts.push(Part::words("Gone out", view.names.list(state.out.iter().copied())));
        }
        parts
    }

    fn seat(view: &SceneView<'_, Foolery>, player: Player) -> Seat {
        let (state, index) = (&view.state, player.index());
        let mut seat = Seat::of(view, player);
        if let Some(titles) = &state.titles {
            seat.mark(title(titles[index]), true);
        }
        seat.mark("dealer", state.dealer == player);
        seat.mark("out", state.out.contains(&player));
        seat.mark("passed", state.passed.contains(player));
        seat.mark("stuck with the Fool", state.stuck == Some(player));
        seat.figure("Score", state.scores[index]);
        seat
    }

    /// The winner of a trick, or of the lead once all others have passed.
    fn upshot(view: &SceneView<'_, Foolery>) -> Option<String> {
        let led = view.state.standing.is_none() && matches!(view.made, Some(Step::Play { .. } | Step::Pass { .. }));
        let turn = view.state.turn.filter(|_| led && view.state.phase == PhaseId::Lead)?;
        Some(format!("{} the next trick.", view.does(turn, "lead", "leads")))
    }

    fn deal(game: &Foolery) -> Option<u32> {
        Some(game.state(Viewer::Public).deal as u32)
    }

    fn rule(view: &SceneView<'_, Foolery>) -> String {
        if view.state.phase == PhaseId::Deal && view.state.deal > 1 {
            return "Next: the table deals again.".to_owned();
        }
        if let Some(waits) = view.waits_for_table() {
            return waits;
        }
        let due = view.state.exchange.as_ref().and_then(|exchange| exchange.gives.first());
        match (view.state.phase, due, &view.state.standing) {
            (PhaseId::Exchange, Some(give), _) => {
                let wish =
                    if view.accepts(StepKind::Request) { ", and may first wish for what comes back" } else { "" };
                format!(
                    "{} {} {}{wish}.",
                    view.does(give.from, "give", "gives"),
                    view.names.player(give.to),
                    given(give)
                )
            }
            (PhaseId::Lead, ..) => format!("{} any combination.", view.all_due("lead", "leads")),
            (PhaseId::Follow, _, Some(standing)) => {
                let name = view.state.turn.map_or("Somebody", |turn| view.name(turn));
                format!("{name} may beat the {} or pass.", standing_kind(standing.kind))
            }
            (PhaseId::Deal | PhaseId::Exchange | PhaseId::Follow | PhaseId::Over, ..) => String::new(),
        }
    }
}

/// The kind of play to beat, as in `single card`.
const fn standing_kind(standing: Kind) -> &'static str {
    match standing {
        Kind::Single => "single card",
        Kind::Four => "four of a kind",
        Kind::Pair
        | Kind::Triple
        | Kind::Straight
        | Kind::Flush
        | Kind::FullHouse
        | Kind::StraightFlush
        | Kind::FiveOfAKind
        | Kind::Trumps
        | Kind::Fool => kind(standing),
    }
}

/// The cards that a player must give, as in `the two highest cards`.
fn given(give: &GiveDue) -> &'static str {
    match (give.highest, give.count) {
        (true, 1) => "the highest card",
        (true, _) => "the two highest cards",
        (false, 1) => "any card",
        (false, _) => "any two cards",
    }
}
