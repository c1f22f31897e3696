//! A table as a viewer sees it.

use std::{fmt, sync::Arc};

use serde_json::value::RawValue;

use super::live::Live;
use crate::{
    games::{Outcome, Viewer},
    service::{
        Purpose, ServiceError, Snapshot, engine,
        records::{TablePhase, TableRecord},
    },
};

/// A table as a viewer sees it.
pub struct TableView {
    /// The record. Not all of it may be shown: the seed and the log are secret while the game goes on.
    pub record: Arc<TableRecord>,
    /// The viewer.
    pub viewer: Viewer,
    /// The options, complete with defaults, as JSON.
    pub options: Box<RawValue>,
    /// The game; `None` before it begins, and in lists.
    pub snapshot: Option<Snapshot>,
    /// The result, once the game is over.
    pub result: Option<Outcome<Box<RawValue>>>,
}

/// Without the secrets.
impl fmt::Debug for TableView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableView")
            .field("id", &self.record.id)
            .field("version", &self.record.version)
            .field("viewer", &self.viewer)
            .finish_non_exhaustive()
    }
}

impl TableView {
    /// A table as this viewer may see it: all of it, once the game is over.
    pub(super) fn of(live: &Live, viewer: Viewer) -> Result<TableView, ServiceError> {
        let session = live.session.as_ref();
        let over = session.filter(|_| live.record.phase == TablePhase::Over);
        let result = over.map(|session| session.finished(Purpose::Judge)).transpose()?;
        Ok(TableView {
            options: engine::complete_options(live.record.ruleset, &live.record.options)?,
            snapshot: session.map(|session| session.snapshot(live.record.open_to(viewer))).transpose()?,
            result: result.map(|finished| finished.outcome),
            record: Arc::new(live.record.clone()),
            viewer,
        })
    }

    /// A table in a list.
    pub(super) fn listed(record: Arc<TableRecord>) -> Result<TableView, ServiceError> {
        let options = engine::complete_options(record.ruleset, &record.options)?;
        Ok(TableView { record, viewer: Viewer::Public, options, snapshot: None, result: None })
    }
}
