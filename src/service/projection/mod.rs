//! The projection: counters, ratings and layouts derived from the stored games in commit order.
//!
//! Storing a game does not update it. The service that holds the lease folds batches of games in memory and writes the
//! changes together with the position of the last game, so that each game counts once even after a crash. Whoever writes
//! locks the lease first. A deletion subtracts what it can in its own transaction; what depends on the order of games
//! (ratings, streaks, first and last times) and the counts of layouts are corrected by [`Service::reindex`].

mod change;
mod facts;
mod fold;
mod follow;
pub mod records;

use super::{
    Name, ResourceKind, Service, ServiceError,
    page::{Page, PageSize},
};
use crate::{games::Ruleset, reading::rarity::RarityFilter};

pub use self::follow::Reindexing;
pub use self::records::{PlayerProfile, RatedPosition, StoredLayouts};
pub use change::RatingChange;
pub use facts::{Appearance, BOT, CountedGame, GameFacts, PairTotals, counted_names};
pub(super) use fold::standings_of;
pub use fold::{correct, subtract};
pub use records::{AsOf, Entrants, NamedGames, Pair, PairCounts, ShownIn, Standing};

/// Number of partners and opponents listed for a name, in each ruleset.
const MOST_FREQUENT: u32 = 5;

/// The record of two names with and against each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Versus {
    /// By ruleset, from the view of the first name; empty if they never met.
    pub pairs: Vec<Pair>,
    /// The last game that is counted.
    pub as_of: Option<AsOf>,
}

/// A page of a leaderboard.
#[derive(Clone, Debug, PartialEq)]
pub struct Leaderboard {
    /// The standings, best first.
    pub page: Page<Ranked, RankedPosition>,
    /// The last game that is counted.
    pub as_of: Option<AsOf>,
    /// The games of a season that it is made of; `None` for all.
    pub season: Option<SeasonGames>,
}

/// The games that a leaderboard is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeasonGames {
    /// How many they are.
    pub games: u64,
    /// Do older games match too that were not counted, or may they?
    pub truncated: bool,
}

/// A standing with its rank.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// The number of standings with a higher lower bound, and 1.
    pub rank: u64,
    /// The standing.
    pub standing: Standing,
}

/// A position on a leaderboard, and how many standings were ranked up to it.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedPosition {
    /// The position.
    pub position: RatedPosition,
    /// The number of standings ranked.
    pub ranked: u64,
    /// The number of those among them that have the lower bound of the position.
    pub equals: u64,
}

impl Service {
    /// The standings of a name, and the names it met most often.
    ///
    /// # Errors
    /// `NotFound` when no listed game has it; `Unavailable`, `Internal`.
    pub async fn player(&self, name: &Name) -> Result<PlayerProfile, ServiceError> {
        let profile = self.store.player(name.as_str(), MOST_FREQUENT).await?;
        if profile.standings.is_empty() { Err(ServiceError::NotFound(ResourceKind::Player)) } else { Ok(profile) }
    }

    /// The record of two names with and against each other.
    ///
    /// # Errors
    /// `NotFound` when no listed game has one of them; `Unavailable`, `Internal`.
    pub async fn versus(&self, name: &Name, other: &Name) -> Result<Versus, ServiceError> {
        let as_of = self.player(name).await?.as_of;
        let pairs = self.store.versus(name.as_str(), other.as_str()).await?;
        if pairs.is_empty() {
            self.player(other).await?;
        }
        Ok(Versus { pairs, as_of })
    }

    /// The best of these names in a ruleset, by all listed games, starting after a position.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn leaderboard(
        &self,
        ruleset: Ruleset,
        entrants: Entrants,
        from: Option<&RankedPosition>,
        size: PageSize,
    ) -> Result<Leaderboard, ServiceError> {
        let position = from.map(|from| &from.position);
        let page = self.store.leaderboard(ruleset, entrants, position, size).await?;
        Ok(Leaderboard { page: ranked(page, from), as_of: self.store.progress().await?.as_of, season: None })
    }

    /// The names that begin so, as names are compared, after one of them, and how many games each has.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn names(
        &self,
        prefix: &str,
        after: Option<&str>,
        size: PageSize,
    ) -> Result<Page<NamedGames, String>, ServiceError> {
        Ok(self.store.names(prefix, after, size).await?)
    }

    /// How often the readings of stored, listed games of Fortunes match a filter.
    ///
    /// # Errors
    /// `Unavailable`, `Internal`.
    pub async fn stored_layouts(&self, filter: &RarityFilter) -> Result<StoredLayouts, ServiceError> {
        Ok(self.store.stored_layouts(filter).await?)
    }
}

/// Ranks the standings of a page. Equal standings share a rank, also across pages, and the ranks after it are left out.
pub(super) fn ranked(
    page: Page<Standing, RatedPosition>,
    from: Option<&RankedPosition>,
) -> Page<Ranked, RankedPosition> {
    let mut ranked = from.map_or(0, |from| from.ranked);
    let mut last = from.map(|from| (from.position.lower_bound, from.equals));
    let mut rank = |standing: Standing| {
        let bound = standing.rating.lower_bound();
        let equals = last.filter(|last| last.0 == bound).map_or(0, |last| last.1);
        let rank = ranked - equals + 1;
        (ranked, last) = (ranked + 1, Some((bound, equals + 1)));
        Ranked { rank, standing }
    };
    let items = page.items.into_iter().map(&mut rank).collect();
    let next = page.next.map(|position| {
        let equals = last.filter(|last| last.0 == position.lower_bound).map_or(0, |last| last.1);
        RankedPosition { position, ranked, equals }
    });
    Page { items, next }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;
    use crate::{
        service::{projection::records::StandingKey, records::GameId},
        statistics::{course::Course, rating::Rating},
    };

    fn standing(name: &str, bound: f64) -> Standing {
        Standing {
            key: StandingKey { name: name.to_owned(), ruleset: Ruleset::Reversal },
            games: 1,
            wins: 0,
            shared_wins: 0,
            points: 0,
            seats: Vec::new(),
            streak: 0,
            longest_wins: 0,
            longest_losses: 0,
            first_at: DateTime::UNIX_EPOCH,
            last_at: DateTime::UNIX_EPOCH,
            rating: Rating { mu: bound, sigma: 0.0 },
            last_game: GameId(uuid::Uuid::nil()),
            former: Rating::NEWCOMER,
            course: Course::default(),
        }
    }

    #[test]
    fn equals_share_a_rank_over_pages_of_any_size() {
        let all = [("Ada", 9.0), ("Bel", 7.0), ("Cy", 7.0), ("Dov", 5.0), ("Eve", 5.0), ("Flo", 5.0), ("Gus", 1.0)];
        for size in 1..=all.len() {
            let (mut ranks, mut from) = (Vec::new(), None);
            for names in all.chunks(size) {
                let next = names
                    .last()
                    .map(|(name, lower_bound)| RatedPosition { name: (*name).to_owned(), lower_bound: *lower_bound });
                let items = names.iter().map(|(name, bound)| standing(name, *bound)).collect();
                let page = ranked(Page { items, next }, from.as_ref());
                ranks.extend(page.items.iter().map(|ranked| ranked.rank));
                from = page.next;
            }
            assert_eq!(ranks, [1, 2, 2, 4, 4, 4, 7], "pages of {size}");
        }
    }

    #[test]
    fn a_page_may_end_after_names_that_have_too_few_games() {
        let end = |lower_bound| Some(RatedPosition { lower_bound, name: "Zoe".to_owned() });
        let first = ranked(Page { items: vec![standing("Ada", 9.0)], next: end(7.0) }, None);
        let second = ranked(Page { items: vec![standing("Zora", 7.0)], next: end(7.0) }, first.next.as_ref());
        let third =
            ranked(Page { items: vec![standing("Zuzu", 7.0), standing("Ada", 1.0)], next: None }, second.next.as_ref());
        assert_eq!(second.items[0].rank, 2);
        assert_eq!(third.items.iter().map(|ranked| ranked.rank).collect::<Vec<_>>(), [2, 4]);
    }
}
