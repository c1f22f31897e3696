//! The `detail` of a result (fortunes.md, "Scoring & result").

use arrayvec::ArrayVec;
use serde::Serialize;

use super::{
    rules::{PLAYERS, TRICKS},
    trick::{HighLow, Trick},
};
use crate::{cards::Hand, games::Player};

/// Detail of a result beyond winners, places and scores.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunesDetail))]
pub struct Detail {
    /// Players 0 and 2, then 1 and 3.
    #[cfg_attr(
        feature = "schema",
        schema(value_type = Vec<i32>, min_items = 2, max_items = 2, example = json!([23, 14])),
    )]
    pub team_scores: [i64; 2],
    /// Net chips over all deals, by player.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<i32>, min_items = 4, max_items = 4))]
    pub chips: [i64; PLAYERS],
    /// From the first to the last.
    pub deals: Vec<Deal>,
}

/// A finished deal.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunesDeal))]
pub struct Deal {
    /// The player in the East seat.
    pub dealer: Player,
    /// The team with more points; null in a drawn deal.
    pub winner: Option<HighLow>,
    /// The player who cut it short.
    pub folded_by: Option<Player>,
    /// Points that count, by player.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<u8>, min_items = 4, max_items = 4))]
    pub points: [u8; PLAYERS],
    /// Tricks won by player.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<u8>, min_items = 4, max_items = 4))]
    pub tricks_won: [u8; PLAYERS],
    /// Bids by player, with betting `bid`.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<u8>>, min_items = 4, max_items = 4))]
    pub bids: Option<[u8; PLAYERS]>,
    /// Whether the high team and the low team made their bids, with betting `bid`.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<bool>>, min_items = 2, max_items = 2))]
    pub made: Option<[bool; 2]>,
    /// Net chips, by player.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<i32>, min_items = 4, max_items = 4))]
    pub chips: [i64; PLAYERS],
    /// The two cards set aside, in pack order.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<crate::cards::Card>))]
    pub discarded: Hand,
    /// In the order won.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Trick>, max_items = 19))]
    pub tricks: ArrayVec<Trick, TRICKS>,
}
