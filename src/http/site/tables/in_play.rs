//! A game in play or at its end on its page: what is due, the table with its forms, and the latest steps.

use maud::{Markup, html};

use crate::{
    cards::Deck,
    games::{Player, PlayerSet, Viewer},
    http::site::{
        board::{self, LooksOn},
        play::{Acting, Carried, Choices, PlayPage},
    },
    players::HasBots,
    scenes::Happened,
    service::tables::{Playing, Shown, TablePhase, TableRecord, scene_of, scenes_since},
};

/// A game in play as a viewer sees it.
#[derive(Debug)]
pub struct InPlay {
    /// The current rule and the table.
    pub table: Markup,
    /// The latest steps.
    pub log: Markup,
    /// What was best in a game that is over, each with its name.
    pub highlights: Vec<(&'static str, String)>,
    /// Does the game wait for the viewer?
    pub waits_for_viewer: bool,
    /// May the viewer act all the same?
    pub viewer_may_speak: bool,
    /// For whom the game waits, as far as the viewer knows.
    pub due: PlayerSet,
}

/// Renders a game with the card names of this deck, or else of the ruleset's. `carried` is what the viewer's forms
/// contain, if the viewer may act. The steps after those that the viewer has `seen` are there one by one as well.
pub fn in_play<G: PlayPage + HasBots>(
    record: &TableRecord,
    (viewer, deck): (Viewer, Option<Deck>),
    playing: Playing<'_, G>,
    (carried, seen): (Option<&Carried>, Option<u32>),
) -> InPlay {
    let unseen = seen.map(|seen| scenes_since(record, (viewer, deck), playing.1, seen as usize));
    scene_of(record, (viewer, deck), playing, |view, scene| {
        let choices = viewer.player().and_then(|player| Choices::of(playing.0, player));
        let table = match (&choices, carried) {
            (Some(legal), Some(carried)) => {
                let acting = Acting { controls: G::controls(view, legal), carried, deck: view.names.deck };
                board::board(&scene, &acting)
            }
            (None, _) | (_, None) => board::board(&scene, &LooksOn),
        };
        let table = html! { p.rule #rule aria-live="polite" tabindex="-1" { (scene.due) } (table) };
        let log = html! {
            (happened(&scene.happened, playing.1.steps.len()))
            (steps(&unseen.unwrap_or_default()))
        };
        let waits_for_viewer = viewer.player().is_some_and(|player| view.must_act(player));
        let viewer_may_speak = viewer.player().is_some_and(|player| view.may_speak(player));
        let highlights = if record.phase == TablePhase::Over { G::highlights(view) } else { Vec::new() };
        let due = Player::all(record.seats.len()).filter(|player| view.must_act(*player)).collect();
        InPlay { table, log, highlights, waits_for_viewer, viewer_may_speak, due }
    })
}

/// The table after each of these steps, for the script to show in turn. What comes to a result lies longer.
fn steps(unseen: &[Shown]) -> Markup {
    html! {
        @if !unseen.is_empty() {
            template #unseen {
                @for Shown { n, happened, scene } in unseen {
                    div data-n=(n) data-lies[happened.upshot.is_some()] data-told=(happened.told()) {
                        (board::board(scene, &LooksOn))
                    }
                }
            }
        }
    }
}

/// The latest steps, newest first, each with its number for the script.
fn happened(happened: &[Happened], count: usize) -> Markup {
    html! {
        details.happened open {
            summary { h2 { "What happened" } }
            ol reversed start=(count) tabindex="0" aria-label="What happened" {
                @for (index, step) in happened.iter().rev().enumerate() { li data-n=(count - index) { (step.told()) } }
            }
        }
    }
}
