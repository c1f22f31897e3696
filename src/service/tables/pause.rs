//! How long bots wait before they act, for people who may speak before them, and where it is hidden who is asked.

use std::ops::RangeInclusive;

use chrono::TimeDelta;
use sha2::{Digest, Sha256};

use crate::service::records::TableRecord;

/// The mean time before a bot answers a secret question is that for speakers, within these limits in seconds.
const SECRET_MEAN: RangeInclusive<f64> = 1.0..=10.0;
/// Minimum time before a bot answers a secret question, in seconds: no person is faster.
const MIN_SECRET: f64 = 0.3;
/// Maximum time before a bot answers a secret question, in means.
const MAX_SECRET: f64 = 4.0;

/// The time for which bots wait for people who may speak.
pub fn for_speakers(table: &TableRecord) -> TimeDelta {
    TimeDelta::seconds(table.clock.speak_seconds.into())
}

/// The time before a bot answers a secret question. If it were always the same, everybody would see whether a bot or a
/// person was asked. So it is as irregular as that of people: exponentially distributed, by what the table's seed and the
/// number of its steps determine, which nobody knows before the end.
pub fn before_a_secret_answer(table: &TableRecord) -> TimeDelta {
    let hash = Sha256::new_with_prefix(b"pause").chain_update(table.seed).chain_update(table.step_count.to_be_bytes());
    let hash: [u8; 32] = hash.finalize().into();
    let [a, b, c, d, ..] = hash;
    let uniform = f64::from(u32::from_be_bytes([a, b, c, d])) / (f64::from(u32::MAX) + 1.0);
    let mean = f64::from(table.clock.speak_seconds).clamp(*SECRET_MEAN.start(), *SECRET_MEAN.end());
    let seconds = MIN_SECRET + (-(1.0 - uniform).ln()).min(MAX_SECRET) * mean;
    TimeDelta::milliseconds((seconds * 1000.0) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        games::Ruleset,
        service::tables::{SeatKind, tests},
    };

    #[test]
    fn secret_answers_come_after_irregular_times() {
        for (speak_seconds, mean) in [(0, 1.0), (5, 5.0), (60, 10.0)] {
            let mut table = tests::table(Ruleset::Fortuno, &[SeatKind::Person, SeatKind::Bot], 3).record;
            table.clock.speak_seconds = speak_seconds;
            let times = (0..1000).map(|step_count| {
                table.step_count = step_count;
                before_a_secret_answer(&table).as_seconds_f64()
            });
            let times: Vec<f64> = times.collect();
            let average = times.iter().sum::<f64>() / 1000.0;
            assert!((average / mean - 1.0).abs() < 0.4, "{average}");
            assert!(times.iter().all(|time| (MIN_SECRET..=MIN_SECRET + MAX_SECRET * mean).contains(time)));
            let early = times.iter().filter(|time| **time < mean / 2.0).count();
            let late = times.iter().filter(|time| **time > mean * 2.0).count();
            assert!(early > 100 && late > 100, "{early} and {late} of 1,000");
        }
    }
}
