//! What the projection consists of, in domain terms.

use chrono::{DateTime, Utc};

use crate::{
    cards::Card,
    games::{Player, Ruleset},
    reading::{self, Disposition, Layout, Verdict},
    service::{
        page::Place,
        records::{GameId, StoredGame},
    },
    statistics::rating::Rating,
};

/// How far a generation of the projection has come. There are two while one is being made anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Its number.
    pub generation: i64,
    /// The last game that it counts, in the order of commits; `None`: none yet.
    pub place: Option<Place>,
    /// The last one that is listed.
    pub as_of: Option<AsOf>,
    /// How often games that it counted were deleted.
    pub changes: i64,
}

impl Progress {
    /// Does it count the game at this place, if that is counted at all?
    pub fn has_passed(&self, place: Place) -> bool {
        let key = |place: Place| (place.rank, place.id);
        self.place.is_some_and(|last| key(place) <= key(last))
    }
}

/// The last game that is counted: a listed one, since the ids of others are for those who have them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsOf {
    /// Its id.
    pub game: GameId,
    /// When it was stored.
    pub stored_at: DateTime<Utc>,
}

/// A game that is next in the order of commits.
#[derive(Clone, Debug)]
pub struct NextGame {
    /// Its place in the order.
    pub place: Place,
    /// Its time of storing.
    pub stored_at: DateTime<Utc>,
    /// The game, with its log where it is of Fortunes; `None` when it is not listed, or damaged: it is passed over.
    pub game: Option<StoredGame>,
}

/// Who a standing is of, and in what.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StandingKey {
    /// The name of a person, or of a bot as in `bot:adept@2`.
    pub name: String,
    /// The ruleset.
    pub ruleset: Ruleset,
}

/// How a name has fared in a ruleset.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Who, and in what.
    pub key: StandingKey,
    /// Number of games; one in which the name had several seats counts once.
    pub games: i64,
    /// Number of games that one of its seats won.
    pub wins: i64,
    /// Number of these that another team won as well.
    pub shared_wins: i64,
    /// By seat, up to the last one that it has had.
    pub seats: Vec<SeatCount>,
    /// Wins in a row up to the last game, or, negative, games in a row without one.
    pub streak: i64,
    /// The most wins in a row.
    pub longest_wins: i64,
    /// The most games in a row without a win.
    pub longest_losses: i64,
    /// When the earliest of its games was played, or else stored.
    pub first_at: DateTime<Utc>,
    /// When the latest of its games was played, or else stored.
    pub last_at: DateTime<Utc>,
    /// How strong it is.
    pub rating: Rating,
}

/// What happened in a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatCount {
    /// Number of games.
    pub games: i64,
    /// Number of wins.
    pub wins: i64,
}

/// How a name has fared with and against another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Who, and in what.
    pub key: StandingKey,
    /// The other name.
    pub other: String,
    /// The counts.
    pub counts: PairCounts,
}

/// How often two names met, seen by one of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairCounts {
    /// Number of games together.
    pub games: i64,
    /// Number of games as partners.
    pub partner_games: i64,
    /// Number of these that they won.
    pub partner_wins: i64,
    /// Number of games against each other.
    pub opponent_games: i64,
    /// Number of these that this name won and the other did not.
    pub opponent_wins: i64,
    /// Number of these that the other name won and this one did not.
    pub opponent_losses: i64,
}

impl PairCounts {
    /// Adds others.
    pub fn add(&mut self, other: PairCounts) {
        self.games += other.games;
        self.partner_games += other.partner_games;
        self.partner_wins += other.partner_wins;
        self.opponent_games += other.opponent_games;
        self.opponent_wins += other.opponent_wins;
        self.opponent_losses += other.opponent_losses;
    }

    /// What takes it back when it is added.
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

/// What is counted in the layouts of Fortunes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LayoutKey {
    /// The layout.
    pub layout: Layout,
    /// The verdict on the deal for the player whose layout it is.
    pub verdict: Verdict,
    /// A card in a place of it; `None`: the layout itself.
    pub placed: Option<PlacedCard>,
}

/// A card in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlacedCard {
    /// The place.
    pub place: reading::Place,
    /// The card.
    pub card: Card,
    /// How it lies.
    pub disposition: Disposition,
}

/// A reading of a stored game of Fortunes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShownIn {
    /// The game.
    pub game: GameId,
    /// The deal, from 1.
    pub deal: u32,
    /// The player whose reading it is.
    pub player: Player,
}

/// How often something was seen in layouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayoutCount {
    /// What.
    pub key: LayoutKey,
    /// How often.
    pub count: i64,
    /// The first reading that it was seen in.
    pub first: ShownIn,
    /// The last one.
    pub last: ShownIn,
}

/// What a batch of games changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Advance {
    /// The place of its last game.
    pub place: Place,
    /// The last of its games that is listed, if one is.
    pub as_of: Option<AsOf>,
    /// The standings as they are then.
    pub standings: Vec<Standing>,
    /// What is added for pairs.
    pub pairs: Vec<Pair>,
    /// What is added for layouts.
    pub layouts: Vec<LayoutCount>,
}
