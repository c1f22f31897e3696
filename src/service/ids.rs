//! Ids and secrets: made here, never by a database.

use chrono::{DateTime, Utc};
use rand::Rng;
use uuid::{ContextV7, Timestamp, Uuid};

use super::records::OwnerId;

/// Makes ids (UUID version 7) that ascend in the order in which they were asked for, and secret seeds.
#[derive(Debug, Default)]
pub struct Ids(std::sync::Mutex<Context>);

#[derive(Debug)]
struct Context(ContextV7);

impl Default for Context {
    fn default() -> Context {
        Context(ContextV7::new())
    }
}

impl Ids {
    /// A new id of this time.
    pub fn at(&self, time: DateTime<Utc>) -> Uuid {
        let context = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let seconds = u64::try_from(time.timestamp()).unwrap_or_default();
        Uuid::new_v7(Timestamp::from_unix(&context.0, seconds, time.timestamp_subsec_nanos()))
    }

    /// The number of a new owner: of 52 bits, so that every JSON parser keeps it whole, and never that of the anonymous
    /// one.
    pub fn owner(&self) -> OwnerId {
        let [a, b, c, d, e, f, g, ..] = self.secret();
        let number = i64::from_le_bytes([a, b, c, d, e, f, g & 0x0f, 0]);
        OwnerId(number.max(1))
    }

    /// 32 bytes that nobody can guess.
    #[expect(clippy::disallowed_methods, reason = "this is the one place")]
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
    fn secrets_differ() {
        let ids = Ids::default();
        assert_ne!(ids.secret(), ids.secret());
    }
}
