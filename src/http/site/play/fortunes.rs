//! Controls of Fortunes: wagers and bids are numbers, cards are played with a click.

use super::controls::{Choices, Controls, Input, PlayPage, StepForm};
use crate::{
    cards::Card,
    games::{
        Fortunes, Number, Player,
        fortunes::{Step, Trick},
    },
    narration::{counted, fortunes::disposed, joined},
    scenes::SceneView,
};

impl PlayPage for Fortunes {
    /// The points of the teams, and the best trick of the viewer's: the one of most points, and among those the one with
    /// most trumps.
    fn highlights(view: &SceneView<'_, Fortunes>) -> Vec<(&'static str, String)> {
        let is_ours = |trick: &&Trick| view.you.is_none_or(|you| you.0 % 2 == trick.winner.0 % 2);
        let trumps = |trick: &Trick| trick.cards.iter().filter(|card| card.is_trump()).count();
        let won = view.state.deals.iter().flat_map(|deal| &deal.tricks).filter(is_ours);
        let best = won.max_by_key(|trick| (trick.disposition.points(), trumps(trick)));
        let best = best.map(|trick| ("Best trick", told(view, trick)));
        [("Teams", teams(view))].into_iter().chain(best).collect()
    }

    fn controls(view: &SceneView<'_, Fortunes>, legal: &Choices<Step>) -> Controls<Step> {
        let (mut controls, player) = (Controls::default(), legal.player);
        let (mut wager, mut bid, mut stakes) = (None, None, Vec::new());
        for step in &legal.steps {
            match step {
                Step::Deal { .. } => {}
                Step::Wager { amount, .. } => wager = wager.max(Some(amount.0)),
                Step::Bid { tricks, .. } => bid = bid.max(Some(tricks.0)),
                Step::Stake { .. } => stakes.push((view.choice(player, step), step.clone())),
                Step::Play { card, .. } => controls.hand.cards.extend(card.card().map(|card| (card, step.clone()))),
            }
        }
        controls.forms = vec![
            number(wager, "amount", "Chips", ("Wager", Step::Wager { player, amount: Number(0) })),
            number(bid, "tricks", "Tricks", ("Bid", Step::Bid { player, tricks: Number(0) })),
            StepForm::of_buttons("Before the trick", stakes),
        ];
        controls
    }
}

/// The teams with their points in the match, as in `Ada & Cal 16 points, Bel & Dot 14 points`.
fn teams(view: &SceneView<'_, Fortunes>) -> String {
    let team = |side: u8| {
        let [one, other] = [side, side + 2].map(|player| view.names.player(Player(player)));
        format!("{one} & {other} {}", counted(view.state.team_scores[usize::from(side)], "point"))
    };
    [0, 1].map(team).join(", ")
}

/// A trick, as in `Ada won Sun over Moon, Star and Two of Cups, well-disposed`.
fn told(view: &SceneView<'_, Fortunes>, trick: &Trick) -> String {
    let name = |card: Card| view.names.deck.card_name(card);
    let others: Vec<_> = trick.cards.into_iter().filter(|card| *card != trick.card).map(name).collect();
    let (who, how) = (view.name(trick.winner), disposed(trick.disposition));
    format!("{who} won with {} over {}, {how}.", name(trick.card), joined(&others))
}

fn number(max: Option<i64>, name: &'static str, label: &'static str, (word, step): (&str, Step)) -> StepForm<Step> {
    let Some(max) = max else { return StepForm::default() };
    let inputs = vec![Input::Number { name, label, max }];
    StepForm { inputs, ..StepForm::of_buttons("", [(word.to_owned(), step)]) }
}
