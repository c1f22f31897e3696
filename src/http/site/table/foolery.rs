//! Foolery: the standing play, who is out, the titles, the hands.

use maud::{Markup, html};

use super::{GamePage, Seat, TableView, line, words};
use crate::{
    games::{Foolery, Player},
    narration::foolery::{kind, title},
};

impl GamePage for Foolery {
    fn middle(view: &TableView<'_, Foolery>) -> Markup {
        let (state, name) = (&view.state, |player| view.names.player(player));
        html! {
            (words("Deal", state.deal))
            @if let Some(standing) = &state.standing {
                (line(
                    &format!("Standing: {}, by {}", kind(standing.kind), name(standing.player)),
                    &view.row(standing.cards, "Standing play"),
                ))
            }
            @for give in state.exchange.iter().flat_map(|exchange| &exchange.gives) {
                (words("Exchange", format_args!("{} gives {} {} cards", name(give.from), name(give.to), give.count)))
            }
            (words("Played", format_args!("{} cards in {} tricks", state.pile.len(), state.tricks)))
            @if !state.out.is_empty() { (words("Gone out", view.names.list(state.out.iter().copied()))) }
        }
    }

    /// The title and the hand.
    fn seat(view: &TableView<'_, Foolery>, player: Player) -> Seat {
        let (state, index) = (&view.state, player.index());
        let mut seat = Seat::default();
        if let Some(titles) = &state.titles {
            seat.mark(title(titles[index]), true);
        }
        seat.mark("out", state.out.contains(&player));
        seat.mark("passed", state.passed.contains(player));
        seat.mark("stuck with the Fool", state.stuck == Some(player));
        seat.figure("Score", state.scores[index]);
        seat.figure("Cards", state.hands[index].size);
        seat.cards = Some(view.row(state.hands[index].cards.unwrap_or_default(), "Hand"));
        seat
    }
}
