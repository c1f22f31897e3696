//! Standings by some games alone: those of a season, or of a club.

use super::{
    Cancel, Class, Page, PageSize, Service, ServiceError,
    projection::{
        AsOf, CountedGame, Entrants, Leaderboard, RankedPosition, RatedPosition, SeasonGames, Standing, ranked,
        standings_of,
    },
    records::GameRecord,
    statistics::Newest,
    store::GameFilter,
};
use crate::games::Ruleset;

/// Maximum number of games that are counted: the newest.
const MOST_GAMES: u32 = 10_000;

impl Service {
    /// The best of these names by the newest games of a ruleset that match, starting after a position. Everybody begins
    /// as a newcomer, and the games are rated in the order in which they were stored.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn season(
        &self,
        ruleset: Ruleset,
        filter: GameFilter,
        entrants: Entrants,
        from: Option<&RankedPosition>,
        size: PageSize,
    ) -> Result<Leaderboard, ServiceError> {
        let mut newest = Newest::of(GameFilter { ruleset: Some(ruleset), ..filter }, MOST_GAMES);
        let mut games: Vec<(AsOf, CountedGame)> = Vec::new();
        while let Some(page) = newest.next(self).await? {
            // What is not counted is not held: a season may have long names, options and tags.
            let as_of = |game: &GameRecord| AsOf { game: game.id, stored_at: game.created_at };
            games.extend(page.iter().map(|game| (as_of(game), CountedGame::of(game))));
        }
        games.sort_unstable_by_key(|(as_of, _)| as_of.game);
        let as_of = games.last().map(|(as_of, _)| *as_of);
        let season = SeasonGames { games: games.len() as u64, truncated: newest.is_truncated() };
        let counted = move |cancel: &Cancel| standings_of(games.iter().map(|(_, game)| game), cancel);
        let standings = self.work.run_next(Class::Bulk, counted).await??;
        let mut ranking: Vec<_> = standings.into_iter().filter(|standing| entrants.has(standing)).collect();
        let position = |standing: &Standing| RatedPosition {
            lower_bound: standing.rating.lower_bound(),
            name: standing.key.name.clone(),
        };
        ranking.sort_by(|one, other| position(one).rank(&position(other)));
        let begin = from.map_or(0, |from| ranking.partition_point(|one| position(one).rank(&from.position).is_le()));
        let items = ranking.into_iter().skip(begin).take(size.with_lookahead() as usize).collect();
        Ok(Leaderboard { page: ranked(Page::of_one_more(items, size, position), from), as_of, season: Some(season) })
    }
}
