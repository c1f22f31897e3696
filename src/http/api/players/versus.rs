//! Responses about pairs of players.

use serde::Serialize;
use utoipa::ToSchema;

use super::dto::{AsOfResponse, counted};
use crate::{
    games::Ruleset,
    service::projection::{Pair, PairCounts, Versus},
};

/// Results of two names as partners and as opponents.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Versus)]
pub struct VersusResponse {
    /// The name whose wins and losses are counted.
    pub name: String,
    /// The other name.
    pub other: String,
    /// Number of games with both names. If a name had several seats, they may have been both partners and opponents in
    /// a game.
    pub games: u64,
    /// Results as partners.
    pub as_partners: AsPartners,
    /// Results as opponents.
    pub as_opponents: AsOpponents,
    /// Results by ruleset; empty if they have never met.
    #[schema(max_items = 5)]
    pub rulesets: Vec<TogetherInRuleset>,
    /// The last game counted so far.
    #[schema(required)]
    pub as_of: Option<AsOfResponse>,
}

/// The games of two names in a ruleset.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = VersusInRuleset)]
pub struct TogetherInRuleset {
    /// The ruleset.
    pub ruleset: Ruleset,
    /// Number of games with both names. If a name had several seats, they may have been both partners and opponents in
    /// a game.
    pub games: u64,
    /// Results as partners.
    pub as_partners: AsPartners,
    /// Results as opponents.
    pub as_opponents: AsOpponents,
}

/// Games as partners.
#[derive(Debug, Serialize, ToSchema)]
pub struct AsPartners {
    /// Number of games.
    pub games: u64,
    /// Number of games won together.
    pub wins: u64,
}

/// Games against each other.
#[derive(Debug, Serialize, ToSchema)]
pub struct AsOpponents {
    /// Number of games.
    pub games: u64,
    /// Number of games that `name` won and `other` did not.
    pub wins: u64,
    /// Number of games that `other` won and `name` did not.
    pub losses: u64,
    /// Number of games that both of them won, or neither.
    pub draws: u64,
}

impl VersusResponse {
    /// Two names with their common games.
    pub fn of(name: &str, other: &str, versus: Versus) -> VersusResponse {
        let mut all = PairCounts::default();
        versus.pairs.iter().for_each(|pair| all.add(pair.counts));
        let in_ruleset = |pair: &Pair| TogetherInRuleset {
            ruleset: pair.key.ruleset,
            games: counted(pair.counts.games),
            as_partners: pair.counts.into(),
            as_opponents: pair.counts.into(),
        };
        VersusResponse {
            name: name.to_owned(),
            other: other.to_owned(),
            games: counted(all.games),
            as_partners: all.into(),
            as_opponents: all.into(),
            rulesets: versus.pairs.iter().map(in_ruleset).collect(),
            as_of: versus.as_of.map(AsOfResponse::from),
        }
    }
}

impl From<PairCounts> for AsPartners {
    fn from(counts: PairCounts) -> AsPartners {
        AsPartners { games: counted(counts.partner_games), wins: counted(counts.partner_wins) }
    }
}

impl From<PairCounts> for AsOpponents {
    fn from(counts: PairCounts) -> AsOpponents {
        let PairCounts { opponent_games: games, opponent_wins: wins, opponent_losses: losses, .. } = counts;
        AsOpponents {
            games: counted(games),
            wins: counted(wins),
            losses: counted(losses),
            draws: counted(games - wins - losses),
        }
    }
}
