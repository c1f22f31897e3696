//! Ids and secrets. They are generated here, not by the database.

use chrono::{DateTime, Utc};
use parking_lot::Mutex;
use rand::Rng;
use uuid::{ContextV7, Timestamp, Uuid};

use super::records::OwnerId;

/// Generates ids (UUID version 7) and secret seeds. Ids ascend in the order of their generation unless the clock is set
/// back, and always carry the time they were generated at.
#[derive(Debug, Default)]
pub struct Ids(Mutex<Context>);

#[derive(Debug)]
struct Context {
    counter: ContextV7,
    latest: i64,
}

impl Default for Context {
    fn default() -> Context {
        Context { counter: ContextV7::new(), latest: i64::MIN }
    }
}

impl Ids {
    /// A new id with this time.
    pub fn at(&self, time: DateTime<Utc>) -> Uuid {
        let mut context = self.0.lock();
        // The counter never goes back by itself.
        if time.timestamp_millis() < context.latest {
            *context = Context::default();
        }
        context.latest = time.timestamp_millis();
        let seconds = u64::try_from(time.timestamp()).unwrap_or_default();
        Uuid::new_v7(Timestamp::from_unix(&context.counter, seconds, time.timestamp_subsec_nanos()))
    }

    /// A new id with this time that cannot be guessed from another one: microseconds, then 62 random bits.
    pub fn secret_at(&self, time: DateTime<Utc>) -> Uuid {
        let millis = u64::try_from(time.timestamp_millis()).unwrap_or_default();
        let fraction = (time.timestamp_subsec_micros() % 1000 * 4096 / 1000) as u16;
        let ([a, b], [c, d, e, f, g, h, i, j, ..]) = (fraction.to_be_bytes(), self.secret());
        uuid::Builder::from_unix_timestamp_millis(millis, &[a, b, c, d, e, f, g, h, i, j]).into_uuid()
    }

    /// A new owner number: 52 bits, so that every JSON parser reads it exactly, and never that of the anonymous owner.
    pub fn owner(&self) -> OwnerId {
        let [a, b, c, d, e, f, g, ..] = self.secret();
        let number = i64::from_le_bytes([a, b, c, d, e, f, g & 0x0f, 0]);
        OwnerId(number.max(1))
    }

    /// A random number, which distinguishes one write from another.
    pub fn mark(&self) -> i64 {
        let [a, b, c, d, e, f, g, h, ..] = self.secret();
        i64::from_le_bytes([a, b, c, d, e, f, g, h])
    }

    /// 32 random bytes from a cryptographic generator.
    #[expect(clippy::disallowed_methods, reason = "the only place where random bytes are generated")]
    pub fn secret(&self) -> [u8; 32] {
        let mut secret = [0; 32];
        rand::rng().fill_bytes(&mut secret);
        secret
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_ascend_within_a_millisecond() {
        let ids = Ids::default();
        let time = DateTime::from_timestamp_micros(1_700_000_000_000_123).expect("a time");
        let made: Vec<Uuid> = (0..1000).map(|_| ids.at(time)).collect();
        assert!(made.is_sorted());
        assert!(made.iter().all(|id| id.get_version_num() == 7));
    }

    #[test]
    fn an_id_has_the_time_of_a_clock_that_was_set_back() {
        let ids = Ids::default();
        let late = DateTime::from_timestamp_micros(1_700_000_000_000_000).expect("a time");
        let early = late - chrono::TimeDelta::hours(1);
        let milliseconds = |time: DateTime<Utc>| ids.at(time).as_u128() >> 80;
        assert_eq!(milliseconds(late), 1_700_000_000_000);
        assert_eq!(milliseconds(early), 1_699_996_400_000);
        assert_eq!(milliseconds(late), 1_700_000_000_000);
    }

    #[test]
    fn a_secret_id_reveals_only_its_time() {
        let ids = Ids::default();
        let time = DateTime::from_timestamp_micros(1_700_000_000_000_123).expect("a time");
        let made: Vec<u128> = (0..64).map(|_| ids.secret_at(time).as_u128()).collect();
        assert!(made.iter().all(|id| id >> 80 == ids.at(time).as_u128() >> 80));
        assert!(made.iter().all(|id| id >> 64 & 0xffff == 0x7000 | (123 * 4096 / 1000)));
        let changing = made.iter().fold(0, |changing, id| changing | (id ^ made[0]));
        assert_eq!(changing, u128::from(u64::MAX >> 2));
        assert!(ids.secret_at(time) < ids.secret_at(time + chrono::TimeDelta::microseconds(1)));
    }

    #[test]
    fn secrets_differ() {
        let ids = Ids::default();
        assert_ne!(ids.secret(), ids.secret());
    }
}
