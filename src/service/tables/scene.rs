//! The scene of a table: what a viewer sees of its game in play.

use super::{show::Playing, token::SeatToken};
use crate::{
    cards::Deck,
    games::{Log, Viewer, with_game},
    narration::Names,
    scenes::{Happened, HasScene, Played, Scene, SceneView, happened},
    service::{
        Service, ServiceError,
        records::{SeatKind, SeatState, TableId, TablePhase, TableRecord},
    },
};

/// Maximum number of steps described.
const DESCRIBED_STEPS: usize = 24;

/// Maximum number of steps shown one by one, as after a reader was away: half a minute of them.
const SHOWN_STEPS: usize = 60;

/// A table with its scene.
pub struct TableScene {
    /// The record.
    pub record: TableRecord,
    /// The viewer.
    pub viewer: Viewer,
    /// The scene; `None` before the game begins.
    pub scene: Option<Scene>,
}

impl Service {
    /// The scene of a table for the holder of a token or for the public, with the card names of this deck, or else of the
    /// ruleset's.
    ///
    /// # Errors
    /// `NotFound`, `NotYourSeat`, `Unavailable`, `Internal`.
    pub async fn table_scene(
        &self,
        id: TableId,
        token: Option<&SeatToken>,
        deck: Option<Deck>,
    ) -> Result<TableScene, ServiceError> {
        with_game!(self.table_ruleset(id).await?, G => {
            self.show_table::<G, _>(id, token, move |record, viewer, playing| {
                let scene = playing.map(|playing| scene_of(record, (viewer, deck), playing, |_, scene| scene));
                TableScene { record: record.clone(), viewer, scene }
            }).await
        })
    }
}

/// The scene of a game in play for a viewer, and what it was made from.
pub fn scene_of<G: HasScene, T>(
    record: &TableRecord,
    (viewer, deck): (Viewer, Option<Deck>),
    (game, log): Playing<'_, G>,
    show: impl FnOnce(&SceneView<'_, G>, Scene) -> T,
) -> T {
    let names = names::<G>(record, deck);
    let (earlier, latest) = log.steps.split_at(log.steps.len().saturating_sub(DESCRIBED_STEPS));
    let before = G::new(log.players, log.options.clone()).ok().map(|mut game| {
        earlier.iter().for_each(|step| game.apply_unchecked(step));
        game
    });
    let (happened, made) =
        before.map_or((Vec::new(), None), |before| happened(&names, before, latest, record.open_to(viewer)));
    let view = match viewer {
        Viewer::Player(player) => SceneView::played_by(player, game, &names, made),
        Viewer::All | Viewer::Public => SceneView::new(game, viewer, &names, made),
    };
    let view = view.at_table(record.seats.iter().map(played).collect()).after(&log.steps);
    let view = match record.phase {
        TablePhase::Waiting | TablePhase::Playing => view,
        TablePhase::Over => view.opened(),
        TablePhase::Closed => view.given_up(),
    };
    let mut scene = Scene::of(&view).after(happened);
    if record.phase == TablePhase::Closed {
        scene.due = "The game was not played to its end.".to_owned();
    }
    show(&view, scene)
}

/// A step that a viewer has not seen yet: its number, what happened, and the scene after it.
pub struct Shown {
    /// Number of steps up to it.
    pub n: usize,
    /// The step with its result.
    pub happened: Happened,
    /// The table after it, without what the viewer can do.
    pub scene: Scene,
}

/// The scenes of a viewer after each step from `seen` on: of many steps, those after the latest.
pub fn scenes_since<G: HasScene>(
    record: &TableRecord,
    (viewer, deck): (Viewer, Option<Deck>),
    log: &Log<G>,
    seen: usize,
) -> Vec<Shown> {
    let names = names::<G>(record, deck);
    let from = seen.max(log.steps.len().saturating_sub(SHOWN_STEPS)).min(log.steps.len());
    let Ok(mut game) = G::new(log.players, log.options.clone()) else { return Vec::new() };
    log.steps[..from].iter().for_each(|step| game.apply_unchecked(step));
    let seats: Vec<_> = record.seats.iter().map(played).collect();
    let mut shown = Vec::with_capacity(log.steps.len() - from);
    for n in from + 1..=log.steps.len() {
        let (before, step) = (game.clone(), &log.steps[n - 1..n]);
        step.iter().for_each(|step| game.apply_unchecked(step));
        let (mut happened, made) = happened(&names, before, step, viewer);
        let mut view = SceneView::in_words(&game, viewer, &names, made).at_table(seats.clone()).after(&log.steps[..n]);
        view.you = viewer.player();
        let scene = Scene::of(&view);
        shown.extend(happened.pop().map(|happened| Shown { n, happened, scene }));
    }
    shown
}

/// The names at a table, and of the cards.
fn names<G: HasScene>(record: &TableRecord, deck: Option<Deck>) -> Names<'_> {
    Names {
        players: record.seats.iter().map(|seat| seat.name.as_str()).collect(),
        deck: deck.or(G::INFO.deck).unwrap_or_default(),
    }
}

/// Who plays a seat.
fn played(seat: &SeatState) -> Played {
    match (seat.kind, seat.away) {
        (SeatKind::Bot, _) => Played::Bot(seat.skill()),
        (SeatKind::Person | SeatKind::Open, true) => Played::Away,
        (SeatKind::Person | SeatKind::Open, false) => Played::Person,
    }
}
