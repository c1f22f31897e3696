//! Who is at a table: told from the requests and event streams of its seats, and kept nowhere.
//!
//! Each service knows of those who have asked it.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use parking_lot::Mutex;

use crate::{
    games::Player,
    service::{
        Service,
        records::{SeatKind, TableId, TableRecord},
    },
};

/// Who has asked within this time is here: pages without script and long polls come back sooner.
const LATELY: TimeDelta = TimeDelta::seconds(45);

/// The number of seats up to which those that nobody asks for any more are not dropped.
const FEW: usize = 256;

/// The seats for which somebody has asked.
#[derive(Debug)]
pub struct Presence(Mutex<Seats>);

#[derive(Debug)]
struct Seats {
    seen: HashMap<(TableId, Player), Seen>,
    /// The number of seats at which the old ones are dropped.
    sweep_at: usize,
}

/// When somebody last asked for a seat, and how many streams are open.
#[derive(Clone, Copy, Debug)]
struct Seen {
    at: DateTime<Utc>,
    streams: u32,
}

impl Seen {
    fn is_here(self, now: DateTime<Utc>) -> bool {
        self.streams > 0 || now - self.at < LATELY
    }
}

impl Default for Presence {
    fn default() -> Presence {
        Presence(Mutex::new(Seats { seen: HashMap::new(), sweep_at: FEW }))
    }
}

impl Presence {
    /// Somebody asks for a seat.
    pub fn note(&self, table: TableId, seat: Player, now: DateTime<Utc>) {
        self.change(table, seat, now, |streams| streams);
    }

    fn change(&self, table: TableId, seat: Player, now: DateTime<Utc>, streams: impl Fn(u32) -> u32) {
        let mut seats = self.0.lock();
        if seats.seen.len() >= seats.sweep_at {
            seats.seen.retain(|_, seen| seen.is_here(now));
            seats.sweep_at = FEW.max(2 * seats.seen.len());
        }
        let seen = seats.seen.entry((table, seat)).or_insert(Seen { at: now, streams: 0 });
        *seen = Seen { at: now, streams: streams(seen.streams) };
    }

    /// Whether a person is here; `None` if nobody has asked for the seat here.
    fn of(&self, table: TableId, seat: Player, now: DateTime<Utc>) -> Option<bool> {
        self.0.lock().seen.get(&(table, seat)).map(|seen| seen.is_here(now))
    }
}

/// A seat whose events somebody follows.
pub struct Follows {
    service: Service,
    table: TableId,
    seat: Player,
}

impl Drop for Follows {
    fn drop(&mut self) {
        let now = self.service.clock.now();
        self.service.shared.tables.presence.change(self.table, self.seat, now, |streams| streams.saturating_sub(1));
    }
}

impl Service {
    /// Somebody follows the events of a seat from now on.
    pub(super) fn follows(&self, table: TableId, seat: Player) -> Follows {
        self.shared.tables.presence.change(table, seat, self.clock.now(), |streams| streams + 1);
        Follows { service: self.clone(), table, seat }
    }

    /// For each seat, whether the person there is at the table; `None` for others, and while it is not known.
    pub fn present(&self, table: &TableRecord) -> Vec<Option<bool>> {
        let now = self.clock.now();
        let is_here = |(index, kind): (u8, SeatKind)| match kind {
            SeatKind::Person => self.shared.tables.presence.of(table.id, Player(index), now),
            SeatKind::Bot | SeatKind::Open => None,
        };
        (0..).zip(table.seats.iter().map(|seat| seat.kind)).map(is_here).collect()
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn who_asks_or_listens_is_here_and_who_has_gone_is_not() {
        let (presence, now) = (Presence::default(), DateTime::<Utc>::default());
        let (table, seat) = (TableId(Uuid::from_u128(1)), Player(2));
        assert_eq!(presence.of(table, seat, now), None);
        presence.note(table, seat, now);
        assert_eq!(presence.of(table, seat, now + TimeDelta::seconds(44)), Some(true));
        assert_eq!(presence.of(table, seat, now + LATELY), Some(false));
        presence.change(table, seat, now, |streams| streams + 1);
        assert_eq!(presence.of(table, seat, now + TimeDelta::hours(1)), Some(true));
        presence.change(table, seat, now, |streams| streams - 1);
        assert_eq!(presence.of(table, seat, now + LATELY), Some(false));
    }

    #[test]
    fn those_who_have_gone_do_not_add_up() {
        let (presence, now) = (Presence::default(), DateTime::<Utc>::default());
        for number in 0..10_000 {
            presence.note(TableId(Uuid::from_u128(number)), Player(0), now + TimeDelta::seconds(number as i64));
            assert!(presence.0.lock().seen.len() <= FEW + 1);
        }
    }
}
