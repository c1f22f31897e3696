//! The scene of a table: what a viewer sees of its game in play.

use super::{show::Playing, token::SeatToken};
use crate::{
    cards::Deck,
    games::{Viewer, with_game},
    narration::Names,
    scenes::{HasScene, Played, Scene, SceneView, happened},
    service::{
        Service, ServiceError,
        records::{SeatKind, SeatState, TableId, TablePhase, TableRecord},
    },
};

/// Maximum number of steps described.
const DESCRIBED_STEPS: usize = 24;

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
    let names = Names {
        players: record.seats.iter().map(|seat| seat.name.as_str()).collect(),
        deck: deck.or(G::INFO.deck).unwrap_or_default(),
    };
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

/// Who plays a seat.
const fn played(seat: &SeatState) -> Played {
    match (seat.kind, seat.away) {
        (SeatKind::Bot, _) => Played::Bot,
        (SeatKind::Person | SeatKind::Open, true) => Played::Away,
        (SeatKind::Person | SeatKind::Open, false) => Played::Person,
    }
}
