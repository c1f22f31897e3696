//! What happens at a table, as a stream of events for one viewer.

use std::{sync::Arc, time::Duration};

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::value::RawValue;
use tokio::time::{Instant, timeout_at};
use utoipa::ToSchema;

use super::{
    changes::INLINE_OPEN_STEPS,
    journal::JournalEntry,
    live::Live,
    presence::Follows,
    session::{Follower, SeenEntry},
    token::SeatToken,
    view::TableView,
};
use crate::{
    games::{NamedDue, Player, ShownHand, Viewer},
    service::{
        Cancel, Class, Service, ServiceError,
        records::{CloseReason, SeatState, TableId},
        watchers::Watch,
    },
};

/// Something that happened at a table, as a viewer sees it.
#[derive(Debug)]
pub struct TableEvent {
    /// The table's version after it.
    pub version: u32,
    /// What happened.
    pub kind: TableEventKind,
}

/// What happened.
#[derive(Debug)]
pub enum TableEventKind {
    /// Nothing; the whole table as it is.
    Table(Box<TableView>),
    /// A step was played.
    Step {
        /// Number of steps played, including this one.
        n: usize,
        /// The step; `null` if the viewer may not know anything of it.
        step: Box<RawValue>,
        /// What is due then, as far as the viewer knows.
        due: NamedDue,
        /// The hand of another player that the step shows to the viewer.
        shown_hand: Option<ShownHand>,
        /// Deadline of those who must act; also `None` if more steps have been played since.
        deadline: Option<DateTime<Utc>>,
    },
    /// A seat was taken or left, or its person was late or came back.
    Seat {
        /// The seat.
        seat: Player,
        /// The change.
        change: SeatChange,
        /// The seat now.
        now: SeatState,
        /// Has the game begun?
        begun: bool,
    },
    /// The game was stored.
    Over(Box<TableView>),
    /// The table was closed.
    Closed(CloseReason),
}

/// What happened at a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Change)]
pub enum SeatChange {
    /// A person took it.
    Taken,
    /// A person left it.
    Left,
    /// The person did not act in time.
    Away,
    /// The person acted again.
    Back,
}

/// The events of a table, for one viewer.
pub struct TableFeed {
    service: Service,
    id: TableId,
    token: Option<SeatToken>,
    /// The last version sent; `None` before the first.
    sent: Option<u32>,
    /// The game at that version; `None` before it begins.
    follower: Option<Box<dyn Follower>>,
    /// The table when the feed began, until it is sent.
    first: Option<Arc<Live>>,
    ended: bool,
    watch: Watch,
    _follows: Option<Follows>,
}

/// Maximum number of events returned at once. A feed that is far behind catches up in batches, as its reader takes
/// them.
const BATCH: usize = 256;

impl Service {
    /// The events of a table after a version, for the holder of a token or for the public; without a version, the whole
    /// table first. `None` if the table has ended and `after` is its last version.
    ///
    /// # Errors
    /// As [`table`](Service::table).
    pub async fn table_feed(
        &self,
        id: TableId,
        token: Option<SeatToken>,
        after: Option<u32>,
    ) -> Result<Option<TableFeed>, ServiceError> {
        // Watched before it is read, so that no change in between is missed.
        let watch = self.shared.tables.watch(id);
        let live = self.live(id).await?;
        let viewer = self.viewer(&live, token.as_ref())?;
        let nothing_more = live.record.phase.has_ended() && after == Some(live.record.version);
        let service = self.clone();
        let follows = viewer.player().map(|seat| self.follows(id, seat));
        let first = Some(live);
        let feed = TableFeed {
            service,
            id,
            token,
            sent: after,
            follower: None,
            first,
            ended: false,
            watch,
            _follows: follows,
        };
        Ok(Some(feed).filter(|_| !nothing_more))
    }

    /// A table as soon as it has more than `after` steps, or else as it is after `wait`.
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
        let mut watch = self.shared.tables.watch(id);
        self.live(id).await?;
        loop {
            let live = self.latest_known(id).await?;
            let viewer = self.viewer(&live, token)?;
            if live.record.step_count > after || live.record.phase.has_ended() || wait.is_zero() {
                return TableView::of(&live, viewer);
            }
            if timeout_at(until, watch.changed()).await.is_err() {
                return TableView::of(&*self.live(id).await?, viewer);
            }
        }
    }
}

impl TableFeed {
    /// The events since the last call, waiting for at least one; `None` when nothing can happen any more.
    ///
    /// # Errors
    /// `NotFound`, `NotYourSeat`, `Unavailable`, `Internal`.
    pub async fn next(&mut self) -> Result<Option<Vec<TableEvent>>, ServiceError> {
        while !self.ended {
            let live = match self.first.take() {
                Some(first) => first,
                None => self.service.latest_known(self.id).await?,
            };
            let viewer = self.service.viewer(&live, self.token.as_ref())?;
            self.find_place(&live).await?;
            let events = self.events(&live, viewer)?;
            self.ended = live.record.phase.has_ended() && self.sent == Some(live.record.version);
            if !events.is_empty() {
                return Ok(Some(events));
            }
            if !self.ended {
                self.watch.changed().await;
            }
        }
        Ok(None)
    }

    /// Replays the game to the last version sent, the first time that there is something after it.
    async fn find_place(&mut self, live: &Arc<Live>) -> Result<(), ServiceError> {
        let (None, Some(sent)) = (&self.follower, self.sent) else { return Ok(()) };
        if live.session.is_none() || sent >= live.record.version {
            return Ok(());
        }
        let from = count_steps(live.journal.get(..sent as usize).unwrap_or_default());
        let (is_small, live) = (from <= INLINE_OPEN_STEPS, Arc::clone(live));
        let follower = move |_: &Cancel| live.session.as_ref().map(|session| session.follower(from)).transpose();
        self.follower = self.service.work.run_inline_if(is_small, Class::Read, follower).await??;
        Ok(())
    }

    fn events(&mut self, live: &Live, viewer: Viewer) -> Result<Vec<TableEvent>, ServiceError> {
        let version = live.record.version;
        match self.sent {
            Some(sent) if sent <= version => self.events_after(live, sent, viewer),
            // A version in the future is not this table's: start again.
            Some(_) | None => {
                self.sent = Some(version);
                let session = live.session.as_ref();
                self.follower = session.map(|session| session.follower(session.step_count())).transpose()?;
                let table = TableView::of(live, viewer)?;
                Ok(vec![TableEvent { version, kind: TableEventKind::Table(Box::new(table)) }])
            }
        }
    }

    /// The events after a version, from the journal and the log.
    fn events_after(&mut self, live: &Live, sent: u32, viewer: Viewer) -> Result<Vec<TableEvent>, ServiceError> {
        let after = live.journal.get(sent as usize..).unwrap_or_default();
        let after = &after[..after.len().min(BATCH)];
        let mut steps = self.steps(live, count_steps(after), live.record.open_to(viewer))?.into_iter();
        let mut events = Vec::with_capacity(after.len());
        for (byte, version) in after.iter().zip(sent + 1..) {
            let kind = match JournalEntry::from_byte(*byte) {
                // Nobody but the owner sees anything of an invitation.
                JournalEntry::Created | JournalEntry::Invited(_) => continue,
                JournalEntry::Taken(seat) => seat_event(live, seat, SeatChange::Taken),
                JournalEntry::Left(seat) => seat_event(live, seat, SeatChange::Left),
                JournalEntry::Away(seat) => seat_event(live, seat, SeatChange::Away),
                JournalEntry::Back(seat) => seat_event(live, seat, SeatChange::Back),
                JournalEntry::Step => {
                    let lost = || ServiceError::Internal(format!("table {}: a step is missing", live.record.id));
                    let SeenEntry { n, step, due, shown_hand } = steps.next().ok_or_else(lost)?;
                    let deadline = live.record.deadline.filter(|_| n == live.step_count());
                    TableEventKind::Step { n, step, due, shown_hand, deadline }
                }
                JournalEntry::Over => TableEventKind::Over(Box::new(TableView::of(live, viewer)?)),
                JournalEntry::Closed => {
                    let lost =
                        || ServiceError::Internal(format!("table {}: why it was closed is missing", live.record.id));
                    TableEventKind::Closed(live.record.closed.ok_or_else(lost)?)
                }
            };
            events.push(TableEvent { version, kind });
        }
        self.sent = Some(sent + after.len() as u32);
        Ok(events)
    }

    /// The next `count` steps, as a viewer sees them.
    fn steps(&mut self, live: &Live, count: usize, viewer: Viewer) -> Result<Vec<SeenEntry>, ServiceError> {
        match (&live.session, &mut self.follower) {
            (Some(session), Some(follower)) => follower.follow(session.as_ref(), count, viewer),
            (_, None) | (None, _) => Ok(Vec::new()),
        }
    }
}

/// Number of steps in a part of a journal.
fn count_steps(journal: &[u8]) -> usize {
    journal.iter().filter(|byte| JournalEntry::from_byte(**byte) == JournalEntry::Step).count()
}

fn seat_event(live: &Live, seat: Player, change: SeatChange) -> TableEventKind {
    let (now, begun) = (live.record.seats[seat.index()].clone(), live.record.has_begun());
    TableEventKind::Seat { seat, change, now, begun }
}
