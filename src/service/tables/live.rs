//! A table with its game in play: the steps that need no person, and what happens at deadlines.

use chrono::{DateTime, TimeDelta, Utc};

use super::{
    in_play,
    journal::JournalEntry,
    pause,
    session::{Session, Waits},
};
use crate::{
    chance::client_seed_of_seats,
    games::{Player, PlayerSet},
    players::Skill,
    service::{
        ServiceError,
        records::{
            BotRecord, CloseReason, SeatKind, SeatState, StoredTable, TableChanges, TableClock, TablePhase,
            TableRecord, WhenOut,
        },
    },
};

/// A table that no person has touched for this long is closed. One that has ended is deleted after the same time.
pub const UNTOUCHED: TimeDelta = TimeDelta::days(7);

/// Maximum number of automatic steps between two writes. One of a bot that thinks counts as many, by its effort: at most
/// about half a second of thinking is lost if another writer is first.
const STEPS_PER_WRITE: u32 = 500;

/// The bot that plays for people who left or were late.
pub const DEFAULT_BOT: Skill = Skill::ALL[0];

/// Approximate size in bytes of a table without its game.
const SEATS_AND_TEXTS: usize = 4 << 10;

/// A table at one version.
pub struct Live {
    /// The stored record.
    pub record: TableRecord,
    /// One byte for each version.
    pub journal: Vec<u8>,
    /// The game, once it has begun.
    pub session: Option<Box<dyn Session>>,
    /// What happened since it was last stored.
    pub unstored: TableChanges,
    /// Who had to act when the clock was last set, and after how many steps that was.
    timed: (PlayerSet, usize),
}

impl Clone for Live {
    fn clone(&self) -> Live {
        let session = self.session.as_ref().map(|session| session.boxed_clone());
        Live {
            record: self.record.clone(),
            journal: self.journal.clone(),
            session,
            unstored: self.unstored.clone(),
            timed: self.timed,
        }
    }
}

impl Live {
    /// A table that is set up, at which nothing has happened.
    pub fn new(record: TableRecord) -> Live {
        let (journal, unstored) = (Vec::new(), TableChanges::default());
        Live { record, journal, session: None, unstored, timed: (PlayerSet::EMPTY, 0) }
    }

    /// Opens a stored table by replaying its changes, on the earlier version that is known if they follow it.
    ///
    /// # Errors
    /// `Internal` when the table is damaged, or has a bot of a later release.
    pub fn open(known: Option<&Live>, stored: StoredTable) -> Result<Live, ServiceError> {
        let StoredTable { record, after, changes } = stored;
        let (known, id) = (known.filter(|known| known.record.version == after), record.id);
        let damaged = |why: &str| ServiceError::Internal(format!("table {id}: {why}"));
        let mut bots = record.seats.iter().filter_map(|seat| seat.bot.as_ref());
        if let Some(bot) = bots.find(|bot| bot.skill().is_none()) {
            return Err(damaged(&format!("`{}` is not a bot of this release", bot.name())));
        }
        let begun = known.and_then(|known| known.session.as_ref()).map(|session| session.boxed_clone());
        let mut session = match begun {
            Some(session) => Some(session),
            None => record.has_begun().then(|| in_play::open(&record)).transpose()?,
        };
        if let Some(session) = &mut session {
            let replayed = session.replay(&changes.steps);
            replayed.map_err(|index| damaged(&format!("step {index} cannot be repeated")))?;
        }
        let mut journal = known.map(|known| known.journal.clone()).unwrap_or_default();
        journal.extend_from_slice(&changes.journal);
        let mut live = Live { journal, session, ..Live::new(record) };
        if (live.journal.len(), live.step_count()) != (live.record.version as usize, live.record.step_count as usize) {
            return Err(damaged("some of its changes are missing"));
        }
        // The clock is set with each change.
        live.timed = (live.asked().0, live.step_count());
        Ok(live)
    }

    /// Appends to the journal, which makes a new version.
    pub fn note(&mut self, entry: JournalEntry) {
        self.journal.push(entry.to_byte());
        self.unstored.journal.push(entry.to_byte());
        self.record.version += 1;
    }

    /// Records activity of a person, which postpones closing the table. An earlier wake-up is set by [`Live::advance`].
    pub fn touch(&mut self, now: DateTime<Utc>) {
        self.record.touched_at = now;
        self.record.wake_at = self.fills_at().unwrap_or(now + UNTOUCHED);
    }

    /// When bots take the open seats, if somebody waits for them.
    pub fn fills_at(&self) -> Option<DateTime<Utc>> {
        let is_awaited = self.record.phase == TablePhase::Waiting && !persons(&self.record.seats).is_empty();
        let seconds = self.record.clock.fill_seconds.filter(|_| is_awaited)?;
        Some(self.record.touched_at + TimeDelta::seconds(seconds.into()))
    }

    /// Approximate size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        let session = self.session.as_ref().map_or(0, |session| session.bytes());
        SEATS_AND_TEXTS + self.journal.len() + session
    }

    /// Number of steps played.
    pub fn step_count(&self) -> usize {
        self.session.as_ref().map_or(0, |session| session.step_count())
    }

    /// Begins the game if every seat is taken.
    ///
    /// # Errors
    /// `Internal` when it cannot be set up.
    pub fn begin(&mut self) -> Result<(), ServiceError> {
        let open = self.record.seats.iter().any(|seat| seat.kind == SeatKind::Open);
        if open || self.record.phase != TablePhase::Waiting {
            return Ok(());
        }
        self.record.phase = TablePhase::Playing;
        self.record.client_seed = match self.record.day {
            Some(day) => day.date.to_string(),
            None => client_seed_of_seats(self.record.seats.iter().map(|seat| seat.client_seed.as_str())),
        };
        self.session = Some(in_play::open(&self.record)?);
        Ok(())
    }

    /// Counts a step that was played.
    pub fn stepped(&mut self) {
        self.note(JournalEntry::Step);
        if let Some(session) = &self.session {
            self.record.step_count = session.step_count() as u32;
            self.unstored.steps.push_str(&session.last_step());
            self.unstored.steps.push('\n');
        }
    }

    /// Plays the steps that need no person, those of the table and of bots, until a person must act or may speak; then
    /// sets the clock. `waited`: bots have already waited for people who may speak.
    ///
    /// Returns true when the game is over.
    pub fn advance(&mut self, now: DateTime<Utc>, waited: bool) -> bool {
        let mut waited = waited;
        let mut left = STEPS_PER_WRITE;
        while let Some(rest) = left.checked_sub(1) {
            left = rest;
            let Some(session) = &mut self.session else { return false };
            match session.waits() {
                Waits::Over => {
                    // A service that cannot store the end leaves it to whichever next wakes the table.
                    self.record.wake_at = now;
                    return true;
                }
                Waits::Table => session.draw(),
                Waits::Players { must, may, given_time, secret } => {
                    let bots = bots(&self.record.seats);
                    // At most one bot that may speak does.
                    let mut spoke = may.iter().filter(|player| bots.contains(*player));
                    if !spoke.any(|player| session.speak(player, self.record.seats[player.index()].skill())) {
                        let Some(bot) = must.iter().find(|player| bots.contains(*player)) else {
                            self.set_clock(now, None);
                            return false;
                        };
                        let pause = pause_before_bots(&self.record, given_time, secret);
                        if pause > TimeDelta::zero() && !waited {
                            self.set_clock(now, Some(now + pause));
                            return false;
                        }
                        waited = false;
                        let skill = self.record.seats[bot.index()].skill();
                        session.act(bot, skill);
                        left = left.saturating_sub(thought(skill));
                    }
                }
            }
            self.stepped();
        }
        // The rest is played in the next write.
        self.set_clock(now, Some(now));
        self.session.as_ref().is_some_and(|session| session.waits() == Waits::Over)
    }

    /// Acts for people whose deadline has passed, or closes the table, as its clock says. Returns false if nobody is
    /// late: while it is hidden who is asked, there is a deadline even if a bot is.
    pub fn time_out(&mut self, now: DateTime<Utc>) -> bool {
        if self.record.deadline.is_none_or(|deadline| now < deadline) || self.due_persons().is_empty() {
            return false;
        }
        match self.record.clock.when_out {
            WhenOut::Close => self.close(CloseReason::Clock, now),
            WhenOut::Bot => self.act_for_those_away(),
        }
        true
    }

    fn act_for_those_away(&mut self) {
        let (mut late, count) = (self.due_persons(), self.step_count());
        while let Some(player) = late.first() {
            late.remove(player);
            let Some(session) = &mut self.session else { return };
            let Waits::Players { must, secret, .. } = session.waits() else { break };
            // A step made for somebody else may have led to another question, for which there is time.
            let is_late = must.contains(player) && session.open_since(player) <= count;
            if !is_late || !session.act(player, DEFAULT_BOT) {
                continue;
            }
            let seat = &mut self.record.seats[player.index()];
            // If it is hidden who was asked, it stays hidden who was late.
            if !secret && !seat.away {
                seat.away = true;
                self.note(JournalEntry::Away(player));
            }
            self.stepped();
        }
        self.record.deadline = None;
    }

    /// Closes the table without storing a game.
    pub fn close(&mut self, why: CloseReason, now: DateTime<Utc>) {
        self.record.phase = TablePhase::Closed;
        self.record.closed = Some(why);
        self.end(JournalEntry::Closed, now);
    }

    /// Records that the table has ended.
    pub fn end(&mut self, entry: JournalEntry, now: DateTime<Utc>) {
        self.note(entry);
        self.record.deadline = None;
        self.touch(now);
    }

    /// Do only bots play, to the end of the game?
    pub fn is_among_bots(&self) -> bool {
        self.record.phase == TablePhase::Playing && self.record.seats.iter().all(|seat| seat.kind == SeatKind::Bot)
    }

    /// Does a bot play that thinks before its steps?
    pub fn thinks(&self) -> bool {
        self.record.seats.iter().any(|seat| seat.kind == SeatKind::Bot && seat.skill().effort().is_some())
    }

    /// The people who must act now.
    pub fn due_persons(&self) -> PlayerSet {
        let is_person = |player: &Player| self.record.seats[player.index()].kind == SeatKind::Person;
        self.asked().0.iter().filter(is_person).collect()
    }

    /// The players who must act now, and whether it is hidden who they are.
    pub fn asked(&self) -> (PlayerSet, bool) {
        match self.session.as_ref().map(|session| session.waits()) {
            Some(Waits::Players { must, secret, .. }) => (must, secret),
            Some(Waits::Table | Waits::Over) | None => (PlayerSet::EMPTY, false),
        }
    }

    /// Has the clock run for the players who must act since it was last set? When only some of several are left, or
    /// somebody else has spoken or left, they keep their deadline.
    fn is_running(&self, asked: PlayerSet) -> bool {
        let (before, count) = self.timed;
        let since = |player| self.session.as_ref().map_or(0, |session| session.open_since(player));
        !asked.is_empty() && asked.iter().all(|player| before.contains(player) && since(player) <= count)
    }

    /// Sets the deadline of those who must act now, and the next wake-up.
    fn set_clock(&mut self, now: DateTime<Utc>, bots_at: Option<DateTime<Utc>>) {
        let (due, (asked, secret)) = (self.due_persons(), self.asked());
        // If it is hidden who is asked, the clock does not show whether a bot is.
        let is_running = self.is_running(if secret { asked } else { due });
        self.record.deadline = match (self.record.clock.step_seconds, self.record.deadline) {
            (None, _) => None,
            (Some(_), _) if due.is_empty() && !secret => None,
            (Some(_), Some(deadline)) if is_running => Some(deadline),
            (Some(seconds), _) => {
                let all_away = !secret && due.iter().all(|player| self.record.seats[player.index()].away);
                let seconds = if all_away { seconds.min(TableClock::AWAY_SECONDS) } else { seconds };
                Some(now + TimeDelta::seconds(seconds.into()))
            }
        };
        self.timed = (asked, self.step_count());
        let wake_ups = [self.record.deadline, bots_at].into_iter().flatten();
        self.record.wake_at = wake_ups.fold(self.abandoned_at(), DateTime::min);
    }

    /// When the table is closed if no person touches it: not before the deadline at which its clock goes on.
    pub fn abandoned_at(&self) -> DateTime<Utc> {
        let untouched = self.record.touched_at + UNTOUCHED;
        self.record.deadline.map_or(untouched, |deadline| untouched.max(deadline))
    }
}

/// Steps that a step of a bot counts besides its own.
fn thought(skill: Skill) -> u32 {
    skill.effort().map_or(0, |effort| 4 * u32::from(effort.number()).pow(2))
}

/// How long bots wait for those `given_time`, and before they answer a `secret` question.
fn pause_before_bots(table: &TableRecord, given_time: PlayerSet, secret: bool) -> TimeDelta {
    let (persons, present) = (persons(&table.seats), persons_present(&table.seats));
    match secret {
        true if !persons.is_empty() => pause::before_a_secret_answer(table),
        false if given_time.iter().any(|player| present.contains(player)) => pause::for_speakers(table),
        true | false => TimeDelta::zero(),
    }
}

/// The seats of bots.
fn bots(seats: &[SeatState]) -> PlayerSet {
    those(seats, |seat| seat.kind == SeatKind::Bot)
}

/// The seats of people.
fn persons(seats: &[SeatState]) -> PlayerSet {
    those(seats, |seat| seat.kind == SeatKind::Person)
}

/// The seats of people who are not away.
fn persons_present(seats: &[SeatState]) -> PlayerSet {
    those(seats, |seat| seat.kind == SeatKind::Person && !seat.away)
}

fn those(seats: &[SeatState], which: impl Fn(&SeatState) -> bool) -> PlayerSet {
    Player::all(seats.len()).filter(|player| which(&seats[player.index()])).collect()
}

impl SeatState {
    /// The bot of this seat, by default that which plays for people.
    pub fn skill(&self) -> Skill {
        self.bot.as_ref().and_then(BotRecord::skill).unwrap_or(DEFAULT_BOT)
    }
}
