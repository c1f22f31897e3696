//! The course of a rating over time, in bounded space for any number of games.
//!
//! At first there is a point for each game. When there would be too many, every second one is dropped, and from then on
//! there is a point for twice as many games. The points depend only on the number of games, so the same games in the
//! same order give the same course, in whatever batches they were counted.

use super::rating::Rating;

/// Maximum number of points. Each standing has a course, which is read and written with it.
const MAX_POINTS: usize = 64;

/// A rating over time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Course {
    games: u64,
    points: Vec<Point>,
}

/// A rating in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Point {
    mu: i64,
    sigma: i64,
}

/// A rating after some games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedAfter {
    /// Number of games.
    pub games: u64,
    /// The rating then, rounded to hundredths.
    pub rating: Rating,
}

/// Stored bytes are not a course.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the course of a rating is damaged")]
pub struct CourseError;

impl Course {
    /// Adds a game, with the rating after it.
    pub fn add(&mut self, rating: Rating) {
        let before = self.stride();
        self.games += 1;
        if self.stride() > before {
            let mut number = 0;
            self.points.retain(|_| {
                number += 1;
                number % 2 == 0
            });
        }
        if self.games.is_multiple_of(self.stride()) {
            self.points.push(Point::of(rating));
        }
    }

    /// The number of games.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// The points, earliest first.
    pub fn points(&self) -> impl Iterator<Item = RatedAfter> {
        let stride = self.stride();
        (1..)
            .zip(&self.points)
            .map(move |(number, point): (u64, _)| RatedAfter { games: number * stride, rating: point.rating() })
    }

    /// The number of games per point, a power of two.
    const fn stride(&self) -> u64 {
        (self.games / (MAX_POINTS as u64 + 1) + 1).next_power_of_two()
    }

    /// The stored form: the number of games, then the difference of each point from the previous one.
    pub fn to_bytes(&self) -> Vec<u8> {
        if self.games == 0 {
            return Vec::new();
        }
        let mut bytes = Vec::with_capacity(4 + 4 * self.points.len());
        write(&mut bytes, self.games);
        let mut before = Point::of(Rating::NEWCOMER);
        for point in &self.points {
            write(&mut bytes, folded(point.mu.wrapping_sub(before.mu)));
            write(&mut bytes, folded(point.sigma.wrapping_sub(before.sigma)));
            before = *point;
        }
        bytes
    }

    /// Reads the stored form. No bytes mean no games.
    ///
    /// # Errors
    /// The bytes are damaged.
    pub fn from_bytes(mut bytes: &[u8]) -> Result<Course, CourseError> {
        let mut course = Course::default();
        if bytes.is_empty() {
            return Ok(course);
        }
        course.games = read(&mut bytes)?;
        let mut last = Point::of(Rating::NEWCOMER);
        for _ in 0..course.games / course.stride() {
            last.mu = last.mu.wrapping_add(unfolded(read(&mut bytes)?));
            last.sigma = last.sigma.wrapping_add(unfolded(read(&mut bytes)?));
            course.points.push(last);
        }
        if bytes.is_empty() && course.games > 0 { Ok(course) } else { Err(CourseError) }
    }
}

impl Point {
    fn of(Rating { mu, sigma }: Rating) -> Point {
        let hundredths = |value: f64| (value * 100.0).round() as i64;
        Point { mu: hundredths(mu), sigma: hundredths(sigma) }
    }

    fn rating(self) -> Rating {
        Rating { mu: self.mu as f64 / 100.0, sigma: self.sigma as f64 / 100.0 }
    }
}

/// Maps numbers near zero, of either sign, to small ones.
const fn folded(difference: i64) -> u64 {
    ((difference << 1) ^ (difference >> 63)).cast_unsigned()
}

const fn unfolded(number: u64) -> i64 {
    (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
}

/// Seven bits per byte, lowest first. The eighth bit marks that more follow.
fn write(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn read(bytes: &mut &[u8]) -> Result<u64, CourseError> {
    let mut number = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let (byte, rest) = bytes.split_first().ok_or(CourseError)?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if *byte < 0x80 {
            return Ok(number);
        }
    }
    Err(CourseError)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(games: u64) -> Course {
        let mut course = Course::default();
        (1..=games).for_each(|game| course.add(Rating { mu: game as f64 / 100.0, sigma: -(game as f64) }));
        course
    }

    fn games_of(course: &Course) -> Vec<u64> {
        course.points().map(|point| point.games).collect()
    }

    #[test]
    fn every_game_has_a_point_until_there_would_be_too_many() {
        assert!(games_of(&after(0)).is_empty());
        assert_eq!(games_of(&after(64)), (1..=64).collect::<Vec<_>>());
        assert_eq!(games_of(&after(65)), (1..=32).map(|number| 2 * number).collect::<Vec<_>>());
        assert_eq!(games_of(&after(1_000)), (1..=62).map(|number| 16 * number).collect::<Vec<_>>());
    }

    #[test]
    fn points_belong_to_the_games_they_state_and_are_never_too_many() {
        for games in (0..3_000).chain([100_000]) {
            let course = after(games);
            let points: Vec<_> = course.points().collect();
            assert!(
                points.len() <= MAX_POINTS && (games < 65 || points.len() >= 32),
                "{games} games: {}",
                points.len()
            );
            assert!(points.iter().all(|point| point.rating.mu == point.games as f64 / 100.0), "{games} games");
        }
    }

    #[test]
    fn a_course_round_trips_through_bytes() {
        for games in [0, 1, 2, 63, 64, 65, 66, 129, 130, 131, 4_000] {
            let course = after(games);
            assert_eq!(Course::from_bytes(&course.to_bytes()), Ok(course.clone()), "{games} games");
        }
        let mut extreme = Course::default();
        for mu in [f64::MAX, f64::MIN, f64::NAN, 0.004] {
            extreme.add(Rating { mu, sigma: mu });
        }
        assert_eq!(Course::from_bytes(&extreme.to_bytes()), Ok(extreme));
    }

    #[test]
    fn the_stored_form_does_not_change() {
        let mut course = Course::default();
        course.add(Rating { mu: 27.635, sigma: 8.0655 });
        course.add(Rating { mu: 26.0, sigma: 7.5 });
        // 2 games; 2764 - 2500 = 264 and 807 - 833 = -26; 2600 - 2764 = -164 and 750 - 807 = -57.
        assert_eq!(course.to_bytes(), [2, 0x90, 0x04, 51, 0xc7, 0x02, 113]);
    }

    #[test]
    fn malformed_bytes_are_rejected() {
        let whole = after(70).to_bytes();
        for bytes in [&whole[..whole.len() - 1], &[0], &[1], &[1, 0, 0, 0], &[0xff; 12], &[0xff, 0xff, 0xff, 0xff, 1]] {
            assert_eq!(Course::from_bytes(bytes), Err(CourseError), "{bytes:?}");
        }
    }
}
