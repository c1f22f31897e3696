//! Titles, points and the result (foolery.md, "Turn structure", "Scoring & result").

use arrayvec::ArrayVec;
use serde::Serialize;

use super::Scoring;
use crate::games::{Outcome, Player, places_by};

/// Maximum number of players.
pub const PLAYERS_LIMIT: usize = 7;

/// One value per player, or the players in some order.
pub type Each<T> = ArrayVec<T, PLAYERS_LIMIT>;

/// Title that a player gets from a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FooleryTitle))]
pub enum Title {
    King,
    Prince,
    Noble,
    Merchant,
    Peasant,
}

impl Title {
    /// The title of a place (from 0) in the finishing order of this number of players.
    pub fn of_place(place: usize, players: usize) -> Title {
        let (from_last, lords) = (players - 1 - place, players > 3);
        match (place, from_last) {
            (0, _) => Title::King,
            (_, 0) => Title::Peasant,
            (1, _) if lords => Title::Prince,
            (_, 1) if lords => Title::Merchant,
            _ => Title::Noble,
        }
    }

    /// What the title is worth with the scoring `titles`: the cards it gains or loses in the exchange.
    pub const fn worth(self) -> i64 {
        match self {
            Title::King => 2,
            Title::Prince => 1,
            Title::Noble => 0,
            Title::Merchant => -1,
            Title::Peasant => -2,
        }
    }
}

/// A finished deal.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FooleryDeal))]
pub struct Dealt {
    /// The dealer.
    pub dealer: Player,
    /// The finishing order, first out first.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Player>))]
    pub order: Each<Player>,
    /// Titles by player.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Title>))]
    pub titles: Each<Title>,
    /// The player who was stuck with the Fool.
    pub stuck: Option<Player>,
    /// Number of tricks led.
    pub tricks: u8,
}

impl Dealt {
    /// A deal that ended in this order.
    pub fn new(dealer: Player, order: Each<Player>, stuck: Option<Player>, tricks: u8) -> Dealt {
        Dealt { dealer, titles: titles(&order), order, stuck, tricks }
    }

    /// The points of the deal, by player.
    pub fn points(&self, scoring: Scoring) -> Each<i64> {
        let mut points: Each<i64> = self.titles.iter().map(|title| title.worth()).collect();
        if scoring == Scoring::Order {
            for (behind, player) in self.order.iter().rev().enumerate() {
                points[player.index()] = behind as i64;
            }
        }
        points
    }
}

/// The titles by player, from a finishing order.
pub fn titles(order: &[Player]) -> Each<Title> {
    let mut titles: Each<Title> = order.iter().map(|_| Title::Noble).collect();
    for (place, player) in order.iter().enumerate() {
        titles[player.index()] = Title::of_place(place, order.len());
    }
    titles
}

/// The `detail` of the result, as on the rules page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FooleryDetail))]
pub struct Detail {
    /// The deals, from the first.
    pub deals: Vec<Dealt>,
}

/// The result of a match with these sums of points (foolery.md, "Scoring & result").
pub fn outcome(scores: &[i64], deals: Vec<Dealt>) -> Outcome<Detail> {
    let places = places_by(scores);
    let winners = Player::all(scores.len()).filter(|player| places[player.index()] == 1).collect();
    Outcome { winners, places, scores: scores.to_vec(), detail: Detail { deals } }
}
