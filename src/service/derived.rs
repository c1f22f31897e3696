//! Fields of listed games that are not stored but derived by replaying each game.

use super::{
    Cancel, Class, GameDetails, MANY_STEPS, Service, ServiceError, engine,
    records::StoredGame,
    scrub::readable,
    store::{GameFilter, Page, Position},
};
use crate::{
    games::{Fortunes, Player, fortunes::Detail},
    reading::{TeamOutcome, Verdict},
};

/// Maximum number of steps replayed for a page, unless its first game has more. About 20 milliseconds of work.
const MAX_STEPS: u64 = 100_000;

/// The fields to derive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Derive {
    /// The detail of the result.
    pub detail: bool,
    /// Results of the teams, in rulesets with teams.
    pub teams: bool,
}

/// Results of the teams of a game of Fortunes: of players 0 and 2, then of 1 and 3.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamResults {
    /// Their scores.
    pub scores: [i64; 2],
    /// The verdicts on each deal.
    pub verdicts: Vec<[Verdict; 2]>,
}

/// A game with its derived fields.
#[derive(Debug)]
pub struct DerivedGame {
    /// The game; with its detail if requested.
    pub game: GameDetails,
    /// Results of the teams; `None` if there are none or they were not requested.
    pub teams: Option<TeamResults>,
}

impl Derive {
    /// Is there anything to derive?
    pub const fn any(self) -> bool {
        self.detail || self.teams
    }

    /// Derives the fields of a stored game.
    pub(super) fn of(self, stored: StoredGame) -> Result<DerivedGame, ServiceError> {
        let has_teams = stored.record.ruleset.has_readings();
        let (detail, teams) = if self.teams && has_teams {
            let detail = engine::outcome::<Fortunes>(&stored)?.detail;
            (self.detail.then(|| engine::raw(&detail)).transpose()?, Some(teams(&detail)))
        } else {
            (self.detail.then(|| engine::detail(&stored)).transpose()?, None)
        };
        Ok(DerivedGame { game: GameDetails { detail, ..Service::listed(stored.record)? }, teams })
    }
}

fn teams(detail: &Detail) -> TeamResults {
    let verdicts = |deal| [0, 1].map(|player| Verdict::from(TeamOutcome::of_deal(deal, Player(player))));
    TeamResults { scores: detail.team_scores, verdicts: detail.deals.iter().map(verdicts).collect() }
}

impl Service {
    /// A page of games, newest first, with derived fields. Pages of long games are shorter.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn derived_games(
        &self,
        filter: &GameFilter,
        from: Option<Position>,
        limit: u32,
        derive: Derive,
    ) -> Result<Page<DerivedGame>, ServiceError> {
        if !derive.any() {
            let page = self.games(filter, from, limit).await?;
            let items = page.items.into_iter().map(|game| DerivedGame { game, teams: None });
            return Ok(Page { items: items.collect(), next: page.next });
        }
        let permit = self.shared.list_permits.acquire(self.work.caller()).await;
        let mut page = self.store.games(filter, from, limit).await?;
        let fitting = leading(page.items.iter().map(|record| record.step_count.into()), MAX_STEPS);
        if fitting < page.items.len() {
            page = self.store.games(filter, from, u32::try_from(fitting).unwrap_or(limit)).await?;
        }
        let long = page.items.iter().any(|record| record.step_count > MANY_STEPS);
        let stored = self.with_logs(page.items).await?;
        drop(permit);
        let derived = move |cancel: &Cancel| {
            let each = |stored: StoredGame| {
                let id = stored.record.id;
                readable("game", id.0, cancel.check().and_then(|()| derive.of(stored)))
            };
            stored.into_iter().filter_map(each).collect()
        };
        let class = if long { Class::LongLog } else { Class::Read };
        let items: Result<Vec<_>, _> = self.work.run(class, derived).await?;
        Ok(Page { items: items?, next: page.next })
    }
}

/// How many of the first items have at most this size in total; at least one.
pub(super) fn leading(sizes: impl Iterator<Item = u64>, most: u64) -> usize {
    let mut sum = 0;
    let fitting = sizes.take_while(|size| {
        let first = sum == 0;
        sum += size;
        first || sum <= most
    });
    fitting.count()
}

#[cfg(test)]
mod tests {
    use super::leading;

    #[test]
    fn the_leading_items_fit_the_limit_or_are_one() {
        let first = |sizes: &[u64]| leading(sizes.iter().copied(), 100);
        assert_eq!(first(&[]), 0);
        assert_eq!(first(&[500, 1]), 1);
        assert_eq!(first(&[40, 60, 1]), 2);
        assert_eq!(first(&[0, 40, 61, 1]), 2);
    }
}
