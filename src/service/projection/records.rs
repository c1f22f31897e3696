//! The records of the projection.

use std::cmp::Ordering;

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::BOT;
use crate::{
    cards::Card,
    games::{Player, Ruleset},
    reading::{self, Disposition, Layout, Verdict, rarity::Share},
    service::{
        page::Position,
        records::{GameId, StoredGame},
    },
    statistics::{
        course::{Course, RatedAfter},
        rating::Rating,
    },
};

/// Who writes standings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writer {
    /// The service that counts new games, as long as it holds the lease.
    Follower(Uuid),
    /// A reindexing, which counts all games in tables of its own.
    Reindexing(Uuid),
}

/// How far the games are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Position of the last counted game, in commit order; `None` if there is none.
    pub position: Option<Position>,
    /// The last counted game that is listed.
    pub as_of: Option<AsOf>,
    /// Number of deletions of games so far.
    pub deletions: i64,
}

impl Progress {
    /// Has it counted the game at this position?
    pub fn has_passed(&self, position: Position) -> bool {
        let key = |position: Position| (position.rank, position.id);
        self.position.is_some_and(|last| key(position) <= key(last))
    }
}

/// The last game counted so far. Games are counted in the order in which they were stored.
// The last that is listed: ids of unlisted games are not revealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AsOf {
    /// Id of the game, which may have been deleted since.
    #[schema(value_type = Uuid)]
    pub game: GameId,
    /// Time at which it was stored.
    pub stored_at: DateTime<Utc>,
}

/// The next game in commit order.
#[derive(Clone, Debug)]
pub struct NextGame {
    /// Its position.
    pub position: Position,
    /// Its time of storing.
    pub stored_at: DateTime<Utc>,
    /// The game, with its log for Fortunes; `None` when it is unlisted or damaged, and therefore not counted.
    pub game: Option<StoredGame>,
}

/// Identifies a standing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StandingKey {
    /// The name of a person, or of a bot as in `bot:adept@2`.
    pub name: String,
    /// The ruleset.
    pub ruleset: Ruleset,
}

/// Whom a leaderboard ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entrants {
    /// Names with at least so many games.
    pub min_games: u32,
    /// Bots too?
    pub bots: bool,
}

impl Entrants {
    /// All names.
    pub const ALL: Entrants = Entrants { min_games: 1, bots: true };

    /// Is it one of them?
    pub fn has(self, standing: &Standing) -> bool {
        standing.games >= i64::from(self.min_games) && (self.bots || !standing.key.name.starts_with(BOT))
    }
}

/// The record of a name in a ruleset.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The name and ruleset.
    pub key: StandingKey,
    /// Number of games. A game counts once even if the name had several seats in it.
    pub games: i64,
    /// Number of games won by one of its seats.
    pub wins: i64,
    /// Number of these wins that another team shared.
    pub shared_wins: i64,
    /// The scores of its seats in all games together.
    pub points: i64,
    /// By seat, up to the last one it has had.
    pub seats: Vec<SeatCount>,
    /// Current streak: wins in a row or, negative, games in a row without a win.
    pub streak: i64,
    /// Longest streak of wins.
    pub longest_wins: i64,
    /// Longest streak without a win.
    pub longest_losses: i64,
    /// When its earliest game was played or, if unknown, stored.
    pub first_at: DateTime<Utc>,
    /// When its latest game was played or, if unknown, stored.
    pub last_at: DateTime<Utc>,
    /// Its rating.
    pub rating: Rating,
    /// The last game that is counted, in the order of commits.
    pub last_game: GameId,
    /// The rating before that game.
    pub former: Rating,
    /// The course of its rating.
    pub course: Course,
}

impl Standing {
    /// The points of the course and the current rating; empty while the course is not counted yet.
    pub fn rated_after(&self) -> Vec<RatedAfter> {
        let mut points: Vec<_> = self.course.points().collect();
        let games = self.course.games();
        if games > 0 {
            // The point is rounded.
            points.pop_if(|last| last.games == games);
            points.push(RatedAfter { games, rating: self.rating });
        }
        points
    }
}

/// Counts of a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatCount {
    /// Number of games.
    pub games: i64,
    /// Number of wins.
    pub wins: i64,
}

/// Counts of two names, from the view of the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairCounts {
    /// Number of games together.
    pub games: i64,
    /// Number of games as partners.
    pub partner_games: i64,
    /// Number of games won as partners.
    pub partner_wins: i64,
    /// Number of games against each other.
    pub opponent_games: i64,
    /// Number of games that this name won and the other did not.
    pub opponent_wins: i64,
    /// Number of games that the other name won and this one did not.
    pub opponent_losses: i64,
}

impl PairCounts {
    /// Adds other counts.
    pub fn add(&mut self, other: PairCounts) {
        self.games += other.games;
        self.partner_games += other.partner_games;
        self.partner_wins += other.partner_wins;
        self.opponent_games += other.opponent_games;
        self.opponent_wins += other.opponent_wins;
        self.opponent_losses += other.opponent_losses;
    }

    /// The negated counts, which subtract when added.
    pub fn negative(self) -> PairCounts {
        PairCounts {
            games: -self.games,
            partner_games: -self.partner_games,
            partner_wins: -self.partner_wins,
            opponent_games: -self.opponent_games,
            opponent_wins: -self.opponent_wins,
            opponent_losses: -self.opponent_losses,
        }
    }
}

/// The record of a name with and against another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The name and ruleset.
    pub key: StandingKey,
    /// The other name.
    pub other: String,
    /// The counts.
    pub counts: PairCounts,
}

/// Something counted in the layouts of Fortunes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LayoutKey {
    /// The layout.
    pub layout: Layout,
    /// The verdict for the player whose layout it is.
    pub verdict: Verdict,
    /// A card in a position of it; `None`: the layout itself.
    pub placed: Option<PlacedCard>,
}

/// A card in a position of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlacedCard {
    /// The position.
    pub place: reading::Place,
    /// The card.
    pub card: Card,
    /// Its disposition.
    pub disposition: Disposition,
}

/// A reading of a stored game: `GET /v1/games/{game}/readings/{player}?deal={deal}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[schema(as = FortunesStoredExample)]
pub struct ShownIn {
    /// Id of the game.
    #[schema(value_type = Uuid)]
    pub game: GameId,
    /// The deal, from 1.
    #[schema(minimum = 1, example = 1)]
    pub deal: u32,
    /// The player whose reading it is.
    pub player: Player,
}

/// How often something appears in layouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayoutCount {
    /// What is counted.
    pub key: LayoutKey,
    /// The count.
    pub count: i64,
    /// The first reading with it.
    pub first: ShownIn,
    /// The last reading with it.
    pub last: ShownIn,
}

/// The changes of a batch of games.
#[derive(Clone, Debug, PartialEq)]
pub struct Advance {
    /// Number of games, including those that do not count.
    pub games: usize,
    /// Position of its last game.
    pub position: Position,
    /// Its last listed game, if any.
    pub as_of: Option<AsOf>,
    /// The new values of its standings.
    pub standings: Vec<Standing>,
    /// Increments of pairs.
    pub pairs: Vec<Pair>,
    /// Increments of layouts.
    pub layouts: Vec<LayoutCount>,
}

/// A position in a list of standings.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedPosition {
    /// mu - 3 sigma.
    pub lower_bound: f64,
    /// The name.
    pub name: String,
}

impl RatedPosition {
    /// Which of both comes first: the higher bound, and of equals the first name.
    pub fn rank(&self, other: &RatedPosition) -> Ordering {
        other.lower_bound.total_cmp(&self.lower_bound).then_with(|| self.name.cmp(&other.name))
    }
}

/// A name with its games of all rulesets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedGames {
    /// The name of a person, or of a bot as in `bot:adept@2`.
    pub name: String,
    /// Number of listed games.
    pub games: i64,
}

/// A name's standings, and the names it met most often.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerProfile {
    /// One for each ruleset played; empty if the name is unknown.
    pub standings: Vec<Standing>,
    /// By ruleset, its most frequent partners.
    pub partners: Vec<Pair>,
    /// By ruleset, its most frequent opponents.
    pub opponents: Vec<Pair>,
    /// The last game that is counted.
    pub as_of: Option<AsOf>,
}

/// Matches in listed stored games.
// Those in games that have been deleted stay until a reindex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = FortunesStored)]
pub struct StoredLayouts {
    /// Share of matches.
    pub share: Share,
    /// Matching readings of up to ten games, newest first. They are the first and the last of the most frequent
    /// matches.
    #[schema(max_items = 10)]
    pub examples: Vec<ShownIn>,
    /// The last game counted so far; null if there is none.
    #[schema(required)]
    pub as_of: Option<AsOf>,
}
