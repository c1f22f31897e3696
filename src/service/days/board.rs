//! The board of a day: points against all others on the same cards, as duplicate bridge counts them.

use std::cmp::Ordering;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::service::{
    Caller, Service, ServiceError,
    records::{DayRecord, DayState},
};

/// With fewer counted players than this the board compares with adepts.
const ENOUGH_PLAYERS: u32 = 20;

/// Who somebody's points are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ComparedWith {
    /// The other counted players.
    Players,
    /// Adepts that play the deal, as long as few players have finished.
    Adepts,
}

impl ComparedWith {
    /// How many of a hundred others are beaten, in words.
    pub fn better_than(self, share: f64) -> String {
        let whom = match self {
            ComparedWith::Players => "",
            ComparedWith::Adepts => " adepts",
        };
        format!("better than {:.0} of 100{whom}", share * 100.0)
    }
}

/// Points against what adepts made, in words.
pub fn against_par(points: u8, par: u8) -> String {
    match points.cmp(&par) {
        Ordering::Less => format!("{} more than you", par - points),
        Ordering::Equal => "as many as you".to_owned(),
        Ordering::Greater => format!("{} fewer than you", points - par),
    }
}

/// The line to share of a day, which tells nothing of the cards.
pub fn line_to_share(number: i32, (points, against): (u8, u8), better: Option<&str>) -> String {
    let better = better.map(|better| format!(" · {better}")).unwrap_or_default();
    format!("Arcana {number} · {points} : {against}{better}")
}

/// The board of a day.
#[derive(Clone, Debug)]
pub struct Board {
    /// The day.
    pub day: DayRecord,
    /// Points of counted players, ascending, each with their number.
    pub scores: Vec<(u8, u32)>,
    /// The caller's points.
    pub points: Option<u8>,
    /// Who they are compared with.
    pub compared_with: ComparedWith,
    /// The share of those that the caller has beaten, of equal ones half; `None` without points, if there are none,
    /// and while the adepts still play.
    pub better_than: Option<f64>,
}

impl Service {
    /// The board of a day: for those who have finished, and for all once it is over.
    ///
    /// # Errors
    /// `NotFound`, `DayNotFinished`, `Unavailable`, `Internal`.
    pub async fn board(&self, caller: &Caller, date: NaiveDate) -> Result<Board, ServiceError> {
        let day = self.day_record(date).await?;
        let own = match caller.key {
            Some(_) => self.store.day_result(caller.owner, date).await?,
            None => None,
        };
        let own = own.and_then(|own| own.score.map(|score| (score.points, own.counted)));
        if own.is_none() && day.state(self.clock.now()) != DayState::Over {
            return Err(ServiceError::DayNotFinished);
        }
        self.compared(day, own).await
    }

    /// The board for these points, and whether they are counted among the players'.
    pub(super) async fn compared(&self, day: DayRecord, own: Option<(u8, bool)>) -> Result<Board, ServiceError> {
        let scores = self.store.day_scores(day.date).await?;
        let players: u32 = scores.iter().map(|(_, players)| players).sum();
        let compared_with = if players < ENOUGH_PLAYERS { ComparedWith::Adepts } else { ComparedWith::Players };
        let points = own.map(|(points, _)| points);
        let better_than = match (own, compared_with) {
            (None, _) => None,
            (Some((points, counted)), ComparedWith::Players) => better_than(points, counted, scores.iter().copied()),
            (Some((points, _)), ComparedWith::Adepts) => {
                let adepts = self.adepts_so_far(&day).await?.unwrap_or_default();
                better_than(points, false, adepts.into_iter().map(|points| (points, 1)))
            }
        };
        Ok(Board { day, scores, points, compared_with, better_than })
    }
}

/// The share of the others that these points beat, of equal ones half. `among`: one of those with equal points is nobody
/// else.
fn better_than(points: u8, among: bool, others: impl Iterator<Item = (u8, u32)>) -> Option<f64> {
    let (mut below, mut equal, mut all) = (0, 0, 0);
    for (other, players) in others {
        all += players;
        below += if other < points { players } else { 0 };
        equal += if other == points { players } else { 0 };
    }
    let oneself = u32::from(among);
    let rivals = all.checked_sub(oneself).filter(|rivals| *rivals > 0)?;
    Some((f64::from(below) + f64::from(equal.saturating_sub(oneself)) / 2.0) / f64::from(rivals))
}

#[cfg(test)]
mod tests {
    use super::better_than;

    #[test]
    fn equal_points_are_shared_and_nobody_beats_oneself() {
        let share = |points, among, others: &[(u8, u32)]| better_than(points, among, others.iter().copied());
        let others = [(10, 2), (20, 3), (30, 5)];
        assert_eq!(share(20, false, &others), Some(0.35), "(2 + 3 / 2) of 10");
        assert_eq!(share(20, true, &others), Some(3.0 / 9.0), "(2 + 2 / 2) of 9");
        assert_eq!((share(38, false, &others), share(0, false, &others)), (Some(1.0), Some(0.0)));
        assert_eq!((share(20, true, &[(20, 1)]), share(20, false, &[])), (None, None));
    }
}
