//! What happens at a table, told in order to somebody who watches.

use std::{sync::Arc, time::Duration};

use chrono::{DateTime, Utc};
use serde_json::value::RawValue;
use tokio::time::{Instant, timeout_at};

use super::{
    hub::Watch,
    journal::Entry,
    live::Live,
    record::{CloseReason, SeatState},
    seats::viewer,
    session::SeenEntry,
    token::SeatToken,
    view::TableView,
};
use crate::{
    games::{NamedDue, Player, Viewer},
    service::{Service, ServiceError, records::TableId},
};

/// Something that happened at a table, as somebody may see it.
#[derive(Debug)]
pub struct TableEvent {
    /// The table's version then.
    pub version: u32,
    /// What happened.
    pub kind: TableEventKind,
}

/// What happened.
#[derive(Debug)]
pub enum TableEventKind {
    /// Nothing: the whole table as it is.
    Table(Box<TableView>),
    /// A step was made.
    Step {
        /// Number of steps played with this one.
        n: usize,
        /// The step; `null` when the viewer learns nothing of it.
        step: Box<RawValue>,
        /// What is due then, as far as the viewer knows.
        due: NamedDue,
        /// When the time of those who must act runs out; `None` as well when more has happened since.
        deadline: Option<DateTime<Utc>>,
    },
    /// Somebody came or went.
    Seat {
        /// Which seat.
        seat: Player,
        /// What happened there.
        change: SeatChange,
        /// Who sits there now.
        now: SeatState,
    },
    /// The game was stored.
    Over(Box<TableView>),
    /// The table was given up.
    Closed(CloseReason),
}

/// What happened to a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatChange {
    /// A person took it.
    Taken,
    /// A person left it.
    Left,
    /// A person did not act in time.
    Away,
    /// A person who was away acted.
    Back,
}

/// The events of a table, for one viewer.
pub struct TableFeed {
    service: Service,
    id: TableId,
    token: Option<SeatToken>,
    /// The last version that was told; `None`: nothing yet.
    told: Option<u32>,
    last: Option<Arc<Live>>,
    watch: Watch,
}

impl Service {
    /// The events of a table after a version, for the holder of a token or for everybody; without a version, the whole
    /// table first.
    pub fn table_feed(&self, id: TableId, token: Option<SeatToken>, after: Option<u32>) -> TableFeed {
        let watch = self.tables.watch(id);
        TableFeed { service: self.clone(), id, token, told: after, last: None, watch }
    }

    /// A table as soon as there are more than so many steps, or as it is after this time.
    ///
    /// # Errors
    /// As [`table`](Service::table).
    pub async fn table_after(
        &self,
        id: TableId,
        token: Option<&SeatToken>,
        after: u32,
        wait: Duration,
    ) -> Result<TableView, ServiceError> {
        let until = Instant::now() + wait;
        let mut watch = self.tables.watch(id);
        self.live(id).await?;
        loop {
            let live = self.near(id).await?;
            let viewer = viewer(&live, token)?;
            if live.record.step_count > after || live.record.phase.has_ended() {
                return TableView::of(&live, viewer);
            }
            if timeout_at(until, watch.changed()).await.is_err() {
                return TableView::of(&*self.live(id).await?, viewer);
            }
        }
    }
}

impl TableFeed {
    /// What has happened since the last time, once something has; `None` when nothing more can.
    ///
    /// # Errors
    /// `NotFound`, `NotYourSeat`, `Unavailable`, `Internal`.
    pub async fn next(&mut self) -> Result<Option<Vec<TableEvent>>, ServiceError> {
        loop {
            let ended = self.last.as_ref().is_some_and(|live| live.record.phase.has_ended());
            if ended {
                return Ok(None);
            }
            let live = match self.last {
                None => self.service.live(self.id).await?,
                Some(_) => self.service.near(self.id).await?,
            };
            let viewer = viewer(&live, self.token.as_ref())?;
            let events = self.events(&live, viewer)?;
            self.told = Some(live.record.version);
            self.last = Some(live);
            if !events.is_empty() {
                return Ok(Some(events));
            }
            if !self.last.as_ref().is_some_and(|live| live.record.phase.has_ended()) {
                self.watch.changed().await;
            }
        }
    }

    fn events(&self, live: &Arc<Live>, viewer: Viewer) -> Result<Vec<TableEvent>, ServiceError> {
        let version = live.record.version;
        match self.told {
            Some(told) if told <= version => events_after(live, self.last.as_deref(), told, viewer),
            // A version that is not there yet is not this table's.
            Some(_) | None => {
                let table = TableView::of(live, viewer)?;
                Ok(vec![TableEvent { version, kind: TableEventKind::Table(Box::new(table)) }])
            }
        }
    }
}

/// What happened after a version, told from the journal and the log.
fn events_after(live: &Live, last: Option<&Live>, told: u32, viewer: Viewer) -> Result<Vec<TableEvent>, ServiceError> {
    let entries = || live.record.journal.iter().map(|byte| Entry::from_byte(*byte));
    let from = entries().take(told as usize).filter(|entry| *entry == Entry::Step).count();
    let earlier = last.and_then(|last| last.session.as_deref());
    let steps = live.session.as_deref().map(|session| session.seen_since(from, earlier, viewer));
    let mut steps = steps.transpose()?.unwrap_or_default().into_iter();
    let mut events = Vec::with_capacity(live.record.journal.len().saturating_sub(told as usize));
    for (entry, version) in entries().zip(1..).skip(told as usize) {
        let kind = match entry {
            Entry::Created => continue,
            Entry::Taken(seat) => seat_event(live, seat, SeatChange::Taken),
            Entry::Left(seat) => seat_event(live, seat, SeatChange::Left),
            Entry::Away(seat) => seat_event(live, seat, SeatChange::Away),
            Entry::Back(seat) => seat_event(live, seat, SeatChange::Back),
            Entry::Step => {
                let lost = || ServiceError::Internal(format!("table {}: a step is missing", live.record.id));
                let SeenEntry { n, step, due } = steps.next().ok_or_else(lost)?;
                let deadline = live.record.deadline.filter(|_| n == live.step_count());
                TableEventKind::Step { n, step, due, deadline }
            }
            Entry::Over => TableEventKind::Over(Box::new(TableView::of(live, viewer)?)),
            Entry::Closed => match live.record.closed {
                Some(why) => TableEventKind::Closed(why),
                None => continue,
            },
        };
        events.push(TableEvent { version, kind });
    }
    Ok(events)
}

fn seat_event(live: &Live, seat: Player, change: SeatChange) -> TableEventKind {
    TableEventKind::Seat { seat, change, now: live.record.seats[seat.index()].clone() }
}
