//! Foolery at the terminal.

use super::Screen;
use crate::{
    commands::play::{host::Perspective, sheet::Sheet},
    games::{
        Foolery,
        foolery::{Dealt, GiveDue, State, Step},
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
        let ended = after.deals.iter().skip(before.deals.len());
        within_deal(perspective, before, after)
            .into_iter()
            .chain(ended.map(|deal| deal_over(perspective, deal)))
            .collect()
    }

    fn changes_by_step(
        perspective: &Perspective,
        before: &State,
        after: &State,
        steps: &[Option<Step>],
    ) -> Vec<Vec<String>> {
        let mut by_step = vec![Vec::new(); steps.len()];
        let mut ended = after.deals.iter().skip(before.deals.len()).map(|deal| deal_over(perspective, deal));
        for (pair, changes) in steps.windows(2).zip(&mut by_step) {
            // The cards of a deal are hidden until the game is over, and so are those of a gift, which follows no play.
            if let [Some(Step::Play { .. } | Step::Pass { .. }), None | Some(Step::Deal { .. })] = pair {
                changes.extend(ended.next());
            }
        }
        if let Some(last) = by_step.last_mut() {
            last.extend(within_deal(perspective, before, after).into_iter().chain(ended));
        }
        by_step
    }
}

/// Gifts to the person and players who go out, as far as the deal has not changed.
fn within_deal(perspective: &Perspective, before: &State, after: &State) -> Vec<String> {
    if after.deals.len() != before.deals.len() {
        return Vec::new();
    }
    let to_you = after.gifts.iter().skip(before.gifts.len()).filter(|gift| gift.to == perspective.seat);
    let cards = to_you.filter_map(|gift| gift.cards).map(|cards| format!("you takes {}.", perspective.cards(cards)));
    let out = after.out.iter().skip(before.out.len());
    cards.chain(out.map(|player| format!("{} goes out.", perspective.player(*player)))).collect()
}

fn deal_over(perspective: &Perspective, deal: &Dealt) -> String {
    let titles = perspective.each(|player| deal.titles.get(player.index()).map(|own| title(*own)));
    format!("The deal is over: {titles}.")
}

fn owed(perspective: &Perspective, give: &GiveDue) -> String {
    let which = if give.highest { "the highest" } else { "of their choice" };
    let (from, to) = (perspective.player(give.from), perspective.player(give.to));
    format!("{}, {which}, from {from} to {to}", counted(give.count, "card"))
}
