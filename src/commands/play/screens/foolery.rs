//! Foolery at the terminal.

use super::Screen;
use crate::{
    commands::play::{sheet::Sheet, table::Perspective},
    games::{
        Foolery,
        foolery::{GiveDue, State, Step},
    },
    narration::{
        counted,
        foolery::{kind, title},
    },
};

impl Screen for Foolery {
    fn sheet(perspective: &Perspective, state: &State) -> Sheet {
        let mut sheet = Sheet::default();
        sheet.row("Deal", format!("{}, dealt by {}", state.deal, perspective.player(state.dealer)));
        let titles = state.titles.as_ref();
        sheet.row_if("Titles", titles.map(|titles| perspective.each(|player| Some(title(titles[player.index()])))));
        sheet.row("Scores", perspective.each(|player| state.scores.get(player.index())));
        sheet.row("Cards", perspective.each(|player| state.hands.get(player.index()).map(|hand| hand.size)));
        for give in state.exchange.iter().flat_map(|exchange| &exchange.gives) {
            sheet.row("Exchange", owed(perspective, give));
        }
        let standing = state.standing.as_ref();
        sheet.row_if(
            "To beat",
            standing.map(|play| {
                format!("{} by {}: {}", kind(play.kind), perspective.player(play.player), perspective.cards(play.cards))
            }),
        );
        sheet.row("Passed", perspective.names().list(state.passed.iter()));
        sheet.row("Gone out", perspective.names().list(state.out.iter().copied()));
        sheet.row_if("Stuck with the Fool", state.stuck.map(|player| perspective.player(player).to_owned()));
        for (player, hand) in perspective.all_players().zip(&state.hands) {
            if let Some(cards) = hand.cards {
                sheet.hand(perspective, player, cards);
            }
        }
        sheet
    }

    /// The Fool may be played at any time.
    fn may_only_speak(perspective: &Perspective, state: &State, _legal: &[Step]) -> bool {
        state.turn.is_some_and(|turn| turn != perspective.seat)
    }

    fn changes(perspective: &Perspective, before: &State, after: &State) -> Vec<String> {
        let mut changes = Vec::new();
        if after.deals.len() == before.deals.len() {
            let to_you = after.gifts.iter().skip(before.gifts.len()).filter(|gift| gift.to == perspective.seat);
            let cards = to_you.filter_map(|gift| gift.cards);
            changes.extend(cards.map(|cards| format!("you takes {}.", perspective.cards(cards))));
            changes.extend(
                after
                    .out
                    .iter()
                    .skip(before.out.len())
                    .map(|player| format!("{} goes out.", perspective.player(*player))),
            );
        }
        for deal in after.deals.iter().skip(before.deals.len()) {
            let titles = perspective.each(|player| deal.titles.get(player.index()).map(|own| title(*own)));
            changes.push(format!("The deal is over: {titles}."));
        }
        changes
    }
}

fn owed(perspective: &Perspective, give: &GiveDue) -> String {
    let which = if give.highest { "the highest" } else { "of their choice" };
    let (from, to) = (perspective.player(give.from), perspective.player(give.to));
    format!("{}, {which}, from {from} to {to}", counted(give.count, "card"))
}
