//! What a game has done to a rating.

use std::time::{Duration, Instant};

use chrono::TimeDelta;
use tokio::time::sleep;

use super::counted_names;
use crate::{
    games::Player,
    service::{Service, ServiceError, records::GameRecord},
    statistics::rating::Rating,
};

/// How long a caller waits at most for a game to be counted that was stored a moment ago, and how often it looks.
const MOMENT: Duration = Duration::from_millis(300);
const LOOK: Duration = Duration::from_millis(30);

/// A rating before and after a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingChange {
    /// Before the game.
    pub before: Rating,
    /// After it.
    pub after: Rating,
}

impl Service {
    /// What a game has done to the rating of a seat's name. `None` if it does not count for one, is not counted yet, or is
    /// no longer the last game that is counted for the name.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn rating_change(&self, game: &GameRecord, seat: Player) -> Result<Option<RatingChange>, ServiceError> {
        let name = counted_names(game).into_iter().nth(seat.index()).flatten();
        let Some(name) = name.filter(|_| !game.unlisted) else { return Ok(None) };
        let is_new = self.now() - game.created_at < TimeDelta::seconds(2);
        let started = Instant::now();
        loop {
            let standings = self.store.player(&name, 0).await?.standings;
            let standing =
                standings.into_iter().find(|one| one.key.ruleset == game.ruleset && one.last_game == game.id);
            match standing {
                Some(standing) => {
                    return Ok(Some(RatingChange { before: standing.former, after: standing.rating }));
                }
                None if is_new && started.elapsed() < MOMENT => sleep(LOOK).await,
                None => return Ok(None),
            }
        }
    }
}
