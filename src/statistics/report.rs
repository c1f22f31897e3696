//! The report on many games, as returned to callers.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::Value;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{Ref, RefOr, Schema, schema::OneOfBuilder},
};

use super::{
    Counted,
    differences::{Difference, Differences},
    interval::Estimate,
    results::{Results, SeatResults},
    summary::{Record, SummaryReport},
};
use crate::games::{Ruleset, with_game};

/// Statistics of games.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = StatisticsReport)]
pub struct Report {
    /// How many games were counted.
    pub games: u64,
    /// Number of games without a winner.
    pub drawn: u64,
    /// One per seat.
    pub seats: Vec<SideReport>,
    /// One per bot, by name. A game counts once for a bot, even if it has several seats.
    pub bots: Vec<SideReport>,
    /// With `rotate`, one per player of the request, who has each seat equally often.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub players: Vec<SideReport>,
    /// With `rotate`, differences on the same deals: between bots, and between the first player and each other.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub differences: Vec<DifferenceReport>,
    /// How many steps the games took.
    pub steps: SummaryReport,
    /// Notable games.
    pub extremes: Extremes,
    /// What the ruleset's page names under "What is counted".
    #[schema(value_type = AnyCounts)]
    pub counted: Value,
}

/// What a seat, a bot or a player achieved.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = StatisticsSide)]
pub struct SideReport {
    /// The seat, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub seat: Option<u8>,
    /// The bot, as in `bot:adept@2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false, example = "bot:adept@2")]
    pub bot: Option<String>,
    /// The player, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub player: Option<u8>,
    /// Games played.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Those of them that others won as well: another side, or another bot.
    pub shared_wins: u64,
    /// Share of games won.
    pub win_rate: Option<Estimate>,
    /// Score of a seat.
    pub scores: SummaryReport,
}

/// How much better the one was than the other on the same deals.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = StatisticsDifference)]
pub struct DifferenceReport {
    /// The one, as in `bot:adept@2` or `player 0`.
    pub of: String,
    /// The other.
    pub to: String,
    /// How many deals both played in all rotations.
    pub deals: u64,
    /// Difference in shares of games won.
    pub win_rate: Option<Estimate>,
    /// Difference in scores of a seat.
    pub score: Option<Estimate>,
}

/// Games that stand out: of several the first.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = StatisticsExtremes)]
pub struct Extremes {
    /// Most steps.
    pub longest: Option<Extreme>,
    /// Fewest steps.
    pub shortest: Option<Extreme>,
    /// Highest score of a seat.
    pub highest: Option<Extreme>,
    /// Lowest score of a seat.
    pub lowest: Option<Extreme>,
    /// Least difference between the best side and the next, by the sums of their seats' scores.
    pub closest: Option<Extreme>,
}

/// A notable game.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = StatisticsExtreme)]
pub struct Extreme {
    /// Steps, score or difference.
    pub value: i64,
    /// Number of the game, from 0; of a simulation.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub game: Option<u64>,
    /// Its seed: with the same options and these bots `POST /v1/games` plays it again; of a simulation.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false, example = "any text/42")]
    pub seed: Option<String>,
    /// The bots, by seat; of a simulation.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub bots: Option<Vec<String>>,
    /// Its id; of a stored game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub id: Option<String>,
}

impl Report {
    /// Identifies the extreme games: `name` is called for each, with its number in `game`.
    pub fn name_games(&mut self, name: impl Fn(&mut Extreme)) {
        let Extremes { longest, shortest, highest, lowest, closest } = &mut self.extremes;
        [longest, shortest, highest, lowest, closest].into_iter().flatten().for_each(name);
    }
}

impl SideReport {
    pub(super) fn of(results: &SeatResults) -> SideReport {
        SideReport {
            seat: None,
            bot: None,
            player: None,
            games: results.games,
            wins: results.wins,
            shared_wins: results.shared_wins,
            win_rate: results.won.share(),
            scores: results.scores.report_with(results.scored.estimate()),
        }
    }
}

impl Extremes {
    pub(super) fn of(results: &Results) -> Extremes {
        let extreme = |record: Option<Record>| {
            record.map(|Record { value, game }| Extreme { value, game: Some(game), seed: None, bots: None, id: None })
        };
        Extremes {
            longest: extreme(results.steps.most.0),
            shortest: extreme(results.steps.least.0),
            highest: extreme(results.scores.most.0),
            lowest: extreme(results.scores.least.0),
            closest: extreme(results.margins.least.0),
        }
    }
}

pub(super) fn differences(differences: &Differences) -> Vec<DifferenceReport> {
    let report = |of: String, to: String, difference: &Difference| DifferenceReport {
        of,
        to,
        deals: difference.scores.count,
        win_rate: difference.win_rate(),
        score: difference.score(),
    };
    let bots = differences.bots.iter().flat_map(|(of, others)| {
        others.iter().map(|(to, difference)| report(of.clone(), to.clone(), difference)).collect::<Vec<_>>()
    });
    let places = (1..).zip(&differences.places);
    let places =
        places.map(|(to, difference): (u32, _)| report("player 0".to_owned(), format!("player {to}"), difference));
    bots.chain(places).collect()
}

/// What some ruleset's page names under "What is counted".
#[derive(Debug)]
pub struct AnyCounts;

impl PartialSchema for AnyCounts {
    fn schema() -> RefOr<Schema> {
        let refer = |ruleset: Ruleset| Ref::from_schema_name(with_game!(ruleset, G => <G as Counted>::Report::name()));
        let any = Ruleset::ALL.into_iter().fold(OneOfBuilder::new(), |any, ruleset| any.item(refer(ruleset)));
        Schema::OneOf(any.build()).into()
    }
}

impl ToSchema for AnyCounts {
    fn name() -> Cow<'static, str> {
        "Counted".into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        for ruleset in Ruleset::ALL {
            with_game!(ruleset, G => {
                schemas.push((<G as Counted>::Report::name().into(), <G as Counted>::Report::schema()));
                <G as Counted>::Report::schemas(schemas);
            });
        }
    }
}
