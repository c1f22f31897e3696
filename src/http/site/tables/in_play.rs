//! A game in play or at its end on its page: the current rule, the table with its forms, and the latest steps.

use maud::{Markup, html};

use crate::{
    cards::Deck,
    games::{Log, Viewer},
    http::site::{
        board::{self, BoardView, LooksOn, Played},
        play::{Acting, Carried, Choices, PlayPage},
    },
    narration::{Names, UNSEEN, narrate_seen},
    players::HasBots,
    service::tables::{Playing, SeatKind, SeatState, TablePhase, TableRecord},
};

/// Maximum number of steps described.
const DESCRIBED_STEPS: usize = 24;

/// A game in play as a viewer sees it.
#[derive(Debug)]
pub struct InPlay {
    /// The current rule, the table and the latest steps.
    pub markup: Markup,
    /// Does the game wait for the viewer?
    pub waits_for_viewer: bool,
    /// May the viewer act all the same?
    pub viewer_may_speak: bool,
}

/// Renders a game with the card names of this deck, or else of the ruleset's. `carried` is what the viewer's forms
/// contain, if the viewer may act.
pub fn in_play<G: PlayPage + HasBots>(
    record: &TableRecord,
    (viewer, deck): (Viewer, Option<Deck>),
    (game, log): Playing<'_, G>,
    carried: Option<&Carried>,
) -> InPlay {
    let names = Names {
        players: record.seats.iter().map(|seat| seat.name.as_str()).collect(),
        deck: deck.or(G::INFO.deck).unwrap_or_default(),
    };
    let (described, made) = described::<G>(&names, log, record.open_to(viewer));
    let view = match viewer {
        Viewer::Player(player) => BoardView::played_by(player, game, &names, made),
        Viewer::All | Viewer::Public => BoardView::new(game, viewer, &names, made),
    };
    let view = view.at_table(record.seats.iter().map(played).collect()).after(&log.steps);
    let (view, rule) = match record.phase {
        TablePhase::Closed => (view.given_up(), "The game was not played to its end.".to_owned()),
        TablePhase::Waiting | TablePhase::Playing => {
            let rule = G::rule(&view);
            (view, rule)
        }
        TablePhase::Over => {
            let rule = G::rule(&view);
            (view.opened(), rule)
        }
    };
    let choices = match viewer {
        Viewer::Player(player) => Choices::of(game, player),
        Viewer::All | Viewer::Public => None,
    };
    let table = match (&choices, carried) {
        (Some(legal), Some(carried)) => {
            let acting = Acting { controls: G::controls(&view, legal), carried, deck: names.deck };
            board::board(&view, &acting)
        }
        (None, _) | (_, None) => board::board(&view, &LooksOn),
    };
    let markup = html! {
        p.rule #rule aria-live="polite" tabindex="-1" { (rule) }
        (table)
        (happened(&described, log.steps.len()))
    };
    let waits_for_viewer = matches!(viewer, Viewer::Player(player) if view.must_act(player));
    let viewer_may_speak = matches!(viewer, Viewer::Player(player) if view.may_speak(player));
    InPlay { markup, waits_for_viewer, viewer_may_speak }
}

/// Who plays a seat.
const fn played(seat: &SeatState) -> Played {
    match (seat.kind, seat.away) {
        (SeatKind::Bot, _) => Played::Bot,
        (SeatKind::Person | SeatKind::Open, true) => Played::Away,
        (SeatKind::Person | SeatKind::Open, false) => Played::Person,
    }
}

/// The latest steps with their results as sentences for the viewer, and the last step if it is fully visible.
fn described<'a, G: PlayPage>(
    names: &Names<'_>,
    log: &'a Log<G>,
    viewer: Viewer,
) -> (Vec<String>, Option<&'a G::Step>) {
    let Ok(mut game) = G::new(log.players, log.options.clone()) else { return (Vec::new(), None) };
    let (silent, steps) = log.steps.split_at(log.steps.len().saturating_sub(DESCRIBED_STEPS));
    silent.iter().for_each(|step| game.apply_unchecked(step));
    let (mut described, mut made) = (Vec::with_capacity(steps.len()), None);
    for step in steps {
        let mut after = game.clone();
        after.apply_unchecked(step);
        let (narration, whole) = narrate_seen(names, (&game, step, &after), viewer);
        let sentence = narration.map_or_else(|| UNSEEN.to_owned(), |narration| narration.sentence);
        described.push(BoardView::in_words(&after, viewer, names, whole).with_upshot(sentence));
        made = whole;
        game = after;
    }
    (described, made)
}

/// The latest steps, newest first, each with its number for the script.
fn happened(described: &[String], count: usize) -> Markup {
    html! {
        details.happened open {
            summary { h2 { "What happened" } }
            ol reversed start=(count) tabindex="0" aria-label="What happened" {
                @for (index, sentence) in described.iter().rev().enumerate() { li data-n=(count - index) { (sentence) } }
            }
        }
    }
}
