//! A table with its typed game, for pages that draw it.

use super::{in_play::game_of, token::SeatToken};
use crate::{
    games::{Log, Ruleset, Viewer},
    players::HasBots,
    service::{
        Class, Service, ServiceError,
        records::{TableId, TableRecord},
    },
};

/// Tables of up to this many steps are shown on the current thread: their steps are described as well.
const INLINE_SHOW_STEPS: usize = 100;

/// A game in play: its state and its log so far.
pub type Playing<'a, G> = (&'a G, &'a Log<G>);

impl Service {
    /// The ruleset of a table.
    ///
    /// # Errors
    /// `NotFound`, `Unavailable`, `Internal`.
    pub async fn table_ruleset(&self, id: TableId) -> Result<Ruleset, ServiceError> {
        Ok(self.latest_known(id).await?.record.ruleset)
    }

    /// Shows a table to the holder of a token or to the public. `show` gets the whole game and must show the viewer
    /// only what the viewer may know.
    ///
    /// # Errors
    /// `NotFound`, `NotYourSeat`, `Unavailable`, `Internal`.
    pub async fn show_table<G: HasBots, T: Send + 'static>(
        &self,
        id: TableId,
        token: Option<&SeatToken>,
        show: impl FnOnce(&TableRecord, Viewer, Option<Playing<'_, G>>) -> T + Send + 'static,
    ) -> Result<T, ServiceError> {
        let live = self.live(id).await?;
        let viewer = self.viewer(&live, token)?;
        let few = live.step_count() <= INLINE_SHOW_STEPS;
        let shown = move |_: &_| {
            let playing = live.session.as_deref().and_then(game_of::<G>);
            show(&live.record, viewer, playing.as_ref().map(|(game, log)| (*game, log)))
        };
        self.work.run_inline_if(few, Class::Read, shown).await
    }
}
