//! Bots that take seats of others: open ones, and those of people who are gone.

use chrono::{DateTime, TimeDelta, Utc};

use super::{
    journal::JournalEntry,
    live::{DEFAULT_BOT, Live},
    setup::left_to_bot,
};
use crate::{
    games::Player,
    service::{
        ResourceKind, ServiceError, bot_names,
        play::seat_name,
        records::{BotRecord, SeatKind, SeatState, TableRecord},
    },
};

/// A person for whom a table has waited so long is gone, whatever its clock.
const GONE_AFTER: TimeDelta = TimeDelta::minutes(5);

/// Did the person not act in time, or does the game wait for the person since long ago, as whoever asks knows?
pub fn is_gone(table: &TableRecord, player: Player, is_due: bool, now: DateTime<Utc>) -> bool {
    let seat = &table.seats[player.index()];
    seat.kind == SeatKind::Person && (seat.away || is_due && now - table.touched_at >= GONE_AFTER)
}

impl Live {
    /// Has bots play at all open seats, or at this one, which is open or whose person is gone.
    ///
    /// # Errors
    /// `NotFound`, `SeatKept`, `SeatTaken`.
    pub fn seat_bots(&mut self, seat: Option<Player>, now: DateTime<Utc>) -> Result<(), ServiceError> {
        let Some(player) = seat else {
            let open: Vec<_> = Player::all(self.record.seats.len()).filter(|player| self.is_open(*player)).collect();
            open.into_iter().for_each(|player| self.seat_bot(player));
            return Ok(());
        };
        let seat = self.record.seats.get(player.index()).ok_or(ServiceError::NotFound(ResourceKind::Seat))?;
        match seat.kind {
            SeatKind::Open => self.seat_bot(player),
            SeatKind::Person if self.record.day.is_some() => return Err(ServiceError::SeatKept),
            SeatKind::Person if self.is_gone(player, now) => {
                self.record.seats[player.index()] = left_to_bot(seat, self.record.ruleset);
                self.note(JournalEntry::Left(player));
            }
            SeatKind::Person | SeatKind::Bot => return Err(ServiceError::SeatTaken),
        }
        Ok(())
    }

    fn is_open(&self, player: Player) -> bool {
        self.record.seats[player.index()].kind == SeatKind::Open
    }

    /// Did the person not act in time, or does the game wait for the person alone since long ago? Whom it asks in secret
    /// is not told by this.
    pub fn is_gone(&self, player: Player, now: DateTime<Utc>) -> bool {
        let is_due = matches!(self.asked(), (due, false) if due.contains(player));
        is_gone(&self.record, player, is_due, now)
    }

    /// Has a bot take an open seat, called like nobody else at the table.
    fn seat_bot(&mut self, player: Player) {
        let name = bot_names(1, self.record.seats.iter().map(|seat| seat.name.as_str())).next();
        let name = seat_name(name, player.index());
        self.record.seats[player.index()] = SeatState {
            kind: SeatKind::Bot,
            name,
            bot: Some(BotRecord::of(self.record.ruleset, DEFAULT_BOT)),
            ..SeatState::open()
        };
        self.note(JournalEntry::Taken(player));
    }
}
