//! How the game ends, who wins, and the result (fortuno.md, "Scoring & result").

use serde::Serialize;

use super::{Direction, Fortuno, LoversWin};
use crate::{
    cards::Card,
    games::{Outcome, Player, PlayerSet},
};

/// Score of an eliminated player.
const ELIMINATED: i64 = -78;

/// The `detail` of a result (fortuno.md, "Scoring & result").
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(utoipa::ToSchema),
    schema(as = FortunoDetail, example = json!({
        "ended": "out", "turns": 41, "cards_left": [3, 0, null, 7], "eliminated": [2],
        "order": [0, 1, 3], "direction": -1,
        "adjustments": 1, "races": 0, "reshuffles": 2, "removed": []
    })),
)]
pub struct Detail {
    /// How the game ended.
    pub ended: Ended,
    /// Number of finished turns.
    pub turns: u32,
    /// By player; null for eliminated players.
    pub cards_left: Vec<Option<usize>>,
    /// In the order of elimination.
    pub eliminated: Vec<Player>,
    /// The players in, by seat.
    pub order: Vec<Player>,
    /// +1 or −1.
    #[cfg_attr(feature = "schema", schema(value_type = i8))]
    pub direction: Direction,
    /// Number of occurrences.
    pub adjustments: u8,
    /// How many times the table reported who slapped first.
    pub races: u32,
    /// Number of occurrences.
    pub reshuffles: u32,
    /// Cards out of the game and doomed ones, in pack order.
    pub removed: Vec<Card>,
}

impl Fortuno {
    pub(super) fn end_with(&mut self, ended: Ended, winners: PlayerSet) {
        self.end = Some(End { ended, winners });
    }

    /// End of the turn, 2: players without cards win.
    pub(super) fn win_check(&mut self) {
        let winners = self.without_cards();
        if !winners.is_empty() {
            self.end_with(Ended::Out, winners);
        }
    }

    /// The players in without cards, as the option `lovers_win` counts a team.
    fn without_cards(&self) -> PlayerSet {
        let mut empty = PlayerSet::EMPTY;
        for (player, hand) in Player::all(self.players).zip(&self.hands) {
            if hand.is_empty() && self.players_in().contains(player) {
                empty.insert(player);
            }
        }
        let Some(team) = self.team else { return empty };
        let partners = team.partners();
        match self.options.lovers_win {
            LoversWin::Own => empty,
            LoversWin::Both if partners.iter().any(|partner| empty.contains(partner)) => empty.union(partners),
            LoversWin::Joint if !self.team_cards(team).is_empty() => empty.without(partners),
            LoversWin::Both | LoversWin::Joint => empty,
        }
    }

    /// The player or players in with the fewest cards.
    pub(super) fn with_fewest_cards(&self) -> PlayerSet {
        let count = |player: &Player| self.hands[player.index()].len();
        let fewest = self.order.iter().map(count).min();
        self.order.iter().copied().filter(|player| Some(count(player)) == fewest).collect()
    }

    /// The result.
    pub(super) fn result(&self, end: End) -> Outcome<Detail> {
        let players = Player::all(self.players);
        Outcome {
            winners: end.winners.iter().collect(),
            places: players.clone().map(|player| self.final_place(player, end.winners)).collect(),
            scores: players.map(|player| self.cards_left(player).map_or(ELIMINATED, |left| -(left as i64))).collect(),
            detail: self.detail(end.ended),
        }
    }

    /// 1 for the winners; then the others in by cards; then the eliminated, last eliminated first.
    fn final_place(&self, player: Player, winners: PlayerSet) -> u8 {
        if winners.contains(player) {
            return 1;
        }
        let place = match self.cards_left(player) {
            Some(left) => {
                let losers = self.order.iter().filter(|other| !winners.contains(**other));
                1 + winners.len() + losers.filter(|other| self.hands[other.index()].len() < left).count()
            }
            None => {
                let later = self.eliminated.iter().rev().take_while(|other| **other != player).count();
                1 + self.order.len() + later
            }
        };
        place as u8
    }

    /// Number of a player's cards; `None` for the eliminated.
    fn cards_left(&self, player: Player) -> Option<usize> {
        (!self.eliminated.contains(&player)).then(|| self.hands[player.index()].len())
    }

    fn detail(&self, ended: Ended) -> Detail {
        Detail {
            ended,
            turns: self.turns,
            cards_left: Player::all(self.players).map(|player| self.cards_left(player)).collect(),
            eliminated: self.eliminated.to_vec(),
            order: self.order.to_vec(),
            direction: self.direction,
            adjustments: self.adjustments,
            races: self.races,
            reshuffles: self.reshuffles,
            removed: (self.out | self.doomed).to_vec(),
        }
    }
}

/// How the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunoEnded))]
pub enum Ended {
    /// A player had no cards at a win check.
    Out,
    /// The Satanic Ritual.
    Ritual,
    /// Only one player was left in.
    LastStanding,
    /// After `max_turns` turns.
    TurnLimit,
    /// A whole round of idle turns.
    Stuck,
}

/// How the game ended, and who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct End {
    pub(super) ended: Ended,
    pub(super) winners: PlayerSet,
}
