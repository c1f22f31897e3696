//! A table with its game: how it goes on by itself, and what happens when somebody's time runs out.

use chrono::{DateTime, TimeDelta, Utc};

use super::{
    journal::Entry,
    record::{CloseReason, Phase, SeatKind, SeatState, TableRecord, WhenOut},
    session::{self, Session, Waits},
};
use crate::{
    chance::client_seed_of_seats,
    games::{Player, PlayerSet, with_game},
    players::Skill,
    service::ServiceError,
};

/// A table that nobody touches is closed after this time; one that has ended is deleted after as much again.
pub const UNTOUCHED: TimeDelta = TimeDelta::days(7);

/// The most steps that a table makes by itself before they are stored.
const STEPS_AT_ONCE: usize = 200;

/// How long a person who is away has for a step, in seconds, before the bot makes it.
const AWAY_SECONDS: u32 = 10;

/// The bot that plays for people who left or did not act in time.
const DEFAULT_BOT: Skill = Skill::ALL[0];

/// A table at one of its versions.
pub struct Live {
    /// What is stored.
    pub record: TableRecord,
    /// The game, from the moment at which it begins.
    pub session: Option<Box<dyn Session>>,
}

impl Clone for Live {
    fn clone(&self) -> Live {
        Live { record: self.record.clone(), session: self.session.as_ref().map(|session| session.copied()) }
    }
}

impl Live {
    /// A stored table; its game is repeated from its log.
    ///
    /// # Errors
    /// `Internal` when it is damaged.
    pub fn open(record: TableRecord) -> Result<Live, ServiceError> {
        let begun = match record.phase {
            Phase::Playing | Phase::Over => true,
            Phase::Waiting => false,
            Phase::Closed => record.step_count > 0,
        };
        let session = begun.then(|| session::open(&record)).transpose()?;
        Ok(Live { record, session })
    }

    /// Notes something that happened: a new version.
    pub fn note(&mut self, entry: Entry) {
        self.record.journal.push(entry.to_byte());
        self.record.version += 1;
    }

    /// Notes that a person has done something at the table: it is given up a while after the last time. What goes on by
    /// itself before that sets the time anew.
    pub fn touch(&mut self, now: DateTime<Utc>) {
        self.record.touched_at = now;
        self.record.wake_at = now + UNTOUCHED;
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
        if open || self.record.phase != Phase::Waiting {
            return Ok(());
        }
        self.record.phase = Phase::Playing;
        self.record.client_seed = client_seed_of_seats(self.record.seats.iter().map(|seat| seat.client_seed.as_str()));
        self.session = Some(session::open(&self.record)?);
        Ok(())
    }

    /// Notes that a player has made a step.
    pub fn stepped(&mut self) {
        self.note(Entry::Step);
        if let Some(session) = &self.session {
            self.record.step_count = session.step_count() as u32;
        }
    }

    /// Makes what follows by itself: the table's steps and the bots', until a person must act or may speak, and sets the
    /// clock. `waited`: bots have waited already for people who may speak.
    ///
    /// Gives true when the game is over.
    pub fn go_on(&mut self, now: DateTime<Utc>, waited: bool) -> bool {
        let before = self.due_persons();
        let mut waited = waited;
        for _ in 0..STEPS_AT_ONCE {
            let Some(session) = &mut self.session else { return false };
            match session.waits() {
                Waits::Over => {
                    // Whoever cannot store the end leaves it to the next who looks after tables.
                    self.record.wake_at = now;
                    return true;
                }
                Waits::Table => session.draw(),
                Waits::Players { must, may, secret } => {
                    let bots = bots(&self.record.seats);
                    // Some bot that may speak does, or none.
                    let mut spoke = may.iter().filter(|player| bots.contains(*player));
                    if !spoke.any(|player| session.decide(player, skill(&self.record.seats, player), false)) {
                        let Some(bot) = must.iter().find(|player| bots.contains(*player)) else {
                            self.set_clock(now, before, None);
                            return false;
                        };
                        let others = persons_at_hand(&self.record.seats);
                        let held_up = if secret { !others.is_empty() } else { may.iter().any(|p| others.contains(p)) };
                        let pause = self.record.clock.speak_seconds;
                        if held_up && pause > 0 && !waited {
                            self.set_clock(now, before, Some(now + TimeDelta::seconds(pause.into())));
                            return false;
                        }
                        waited = false;
                        session.decide(bot, skill(&self.record.seats, bot), true);
                    }
                }
            }
            self.stepped();
        }
        // The rest is made in the next write.
        self.set_clock(now, before, Some(now));
        self.session.as_ref().is_some_and(|session| session.waits() == Waits::Over)
    }

    /// Makes the steps of those whose time has run out, or closes the table, as it was set up; gives false when nobody's
    /// has.
    pub fn time_out(&mut self, now: DateTime<Utc>) -> bool {
        if self.record.deadline.is_none_or(|deadline| now < deadline) {
            return false;
        }
        match self.record.clock.when_out {
            WhenOut::Close => self.close(CloseReason::Clock, now),
            WhenOut::Bot => self.act_for_those_away(),
        }
        true
    }

    fn act_for_those_away(&mut self) {
        let mut late = self.due_persons();
        while let Some(player) = late.first() {
            late.remove(player);
            let Some(session) = &mut self.session else { return };
            let Waits::Players { must, secret, .. } = session.waits() else { return };
            if !must.contains(player) || !session.decide(player, DEFAULT_BOT, true) {
                continue;
            }
            let seat = &mut self.record.seats[player.index()];
            // Where it is hidden who was asked, it stays hidden who was late.
            let newly_away = !secret && !seat.away;
            if newly_away {
                seat.away = true;
            }
            if newly_away {
                self.note(Entry::Away(player));
            }
            self.stepped();
        }
        self.record.deadline = None;
    }

    /// Gives the table up.
    pub fn close(&mut self, why: CloseReason, now: DateTime<Utc>) {
        self.record.phase = Phase::Closed;
        self.record.closed = Some(why);
        self.end(Entry::Closed, now);
    }

    /// Notes that nothing happens at the table any more.
    pub fn end(&mut self, entry: Entry, now: DateTime<Utc>) {
        self.note(entry);
        self.record.deadline = None;
        self.touch(now);
    }

    /// The people who must act now.
    pub fn due_persons(&self) -> PlayerSet {
        let waits = self.session.as_ref().map(|session| session.waits());
        match waits {
            Some(Waits::Players { must, .. }) => {
                must.iter().filter(|player| self.record.seats[player.index()].kind == SeatKind::Person).collect()
            }
            Some(Waits::Table | Waits::Over) | None => PlayerSet::EMPTY,
        }
    }

    /// Sets the clock for those who must act now, and the time at which the table goes on by itself. `before`: the people
    /// who had to act before; whoever is left of several keeps the time that they had.
    fn set_clock(&mut self, now: DateTime<Utc>, before: PlayerSet, bots_at: Option<DateTime<Utc>>) {
        let due = self.due_persons();
        let secret = match self.session.as_ref().map(|session| session.waits()) {
            Some(Waits::Players { secret, .. }) => secret,
            Some(Waits::Table | Waits::Over) | None => false,
        };
        let goes_on = before.len() > 1 && !due.is_empty() && due.without(before).is_empty();
        self.record.deadline = match (self.record.clock.step_seconds, self.record.deadline) {
            (None, _) => None,
            (Some(_), _) if due.is_empty() && !secret => None,
            (Some(_), Some(deadline)) if goes_on => Some(deadline),
            (Some(seconds), _) => {
                let all_away = !secret && due.iter().all(|player| self.record.seats[player.index()].away);
                let seconds = if all_away { seconds.min(AWAY_SECONDS) } else { seconds };
                Some(now + TimeDelta::seconds(seconds.into()))
            }
        };
        let abandoned = self.record.touched_at + UNTOUCHED;
        self.record.wake_at = [self.record.deadline, bots_at].into_iter().flatten().fold(abandoned, DateTime::min);
    }
}

/// The seats in which bots play.
fn bots(seats: &[SeatState]) -> PlayerSet {
    those(seats, |seat| seat.kind == SeatKind::Bot)
}

/// The seats of people who are not away.
fn persons_at_hand(seats: &[SeatState]) -> PlayerSet {
    those(seats, |seat| seat.kind == SeatKind::Person && !seat.away)
}

fn those(seats: &[SeatState], which: impl Fn(&SeatState) -> bool) -> PlayerSet {
    Player::all(seats.len()).filter(|player| which(&seats[player.index()])).collect()
}

/// The bot of a seat.
fn skill(seats: &[SeatState], player: Player) -> Skill {
    let bot = seats[player.index()].bot.as_ref();
    bot.and_then(|(name, _)| Skill::from_id(name)).unwrap_or(DEFAULT_BOT)
}

/// The default bot as it is stored.
pub fn default_bot(ruleset: crate::games::Ruleset) -> (String, u32) {
    (DEFAULT_BOT.id().to_owned(), with_game!(ruleset, G => DEFAULT_BOT.version::<G>()))
}
