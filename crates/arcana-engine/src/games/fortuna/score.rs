//! Effects of a settled turn, the end of the game, and the result (fortuna.md, "Settling a turn" to "Scoring &
//! result").

use serde::Serialize;

use super::{
    Answer,
    options::{ChallengedScore, EndOption, FailedChallenge, Options, TieBreak, Uncalled},
    rules::{MARBLES, Shown, Turn},
    steps::Special,
};
use crate::games::{Outcome, Player};

/// Effects of a settled turn, before marbles are clamped to 0 … 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settlement {
    /// What the turn showed, whatever was called.
    pub shown: Shown,
    /// Points of the roller.
    pub points: i32,
    /// Marbles the roller retrieves, or loses if negative.
    pub roller: i8,
    /// Marbles the opponent retrieves, or loses if negative.
    pub opponent: i8,
}

impl Settlement {
    /// A player's marbles after losing or retrieving this number.
    pub fn hand(marbles: u8, moved: i8) -> u8 {
        marbles.saturating_add_signed(moved).min(MARBLES)
    }
}

/// The marbles of roller and opponent by what a turn is counted as (fortuna.md, "Settling a turn").
const fn marbles(counted: Shown) -> (i8, i8) {
    match counted {
        Shown::Special(Special::Cheese) => (1, -2),
        Shown::Special(Special::Happiness | Special::Smile | Special::Grin) => (1, -1),
        Shown::Special(Special::HalfSmile | Special::WolfGrin) => (0, 0),
        Shown::Plain => (1, 0),
        Shown::Miss => (-1, 0),
    }
}

/// Settles a turn (fortuna.md, "Settling a turn"); without `calls`, as if the right call had been made and accepted.
pub fn settle(options: &Options, turn: &Turn, call: Option<Special>, answer: Answer) -> Settlement {
    let shown = turn.shown(options);
    let counted_as = |counted| {
        let (roller, opponent) = marbles(counted);
        Settlement { shown, points: turn.points(counted, options), roller, opponent }
    };
    match (call == shown.special(), answer) {
        (true, Answer::Accept) => counted_as(shown),
        (true, Answer::Challenge) => {
            let settled = counted_as(shown);
            match options.failed_challenge {
                FailedChallenge::Nothing => settled,
                FailedChallenge::Marble => Settlement { opponent: settled.opponent - 1, ..settled },
            }
        }
        (false, Answer::Accept) => match (options.uncalled, shown) {
            (Uncalled::Plain, Shown::Special(_)) => counted_as(turn.without_special()),
            (Uncalled::Plain, Shown::Plain | Shown::Miss) | (Uncalled::Counts, _) => counted_as(shown),
        },
        (false, Answer::Challenge) => {
            let points = match options.challenged_score {
                ChallengedScore::Stands => turn.points(shown, options),
                ChallengedScore::None => 0,
            };
            Settlement { shown, points, roller: -1, opponent: 1 }
        }
    }
}

/// What ended the game (fortuna.md, "The end").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunaEnd))]
pub enum End {
    /// Somebody, or all sides but one, ran out of marbles.
    Marbles,
    /// A side's total reached the threshold.
    Threshold,
    /// All turns have been played.
    MaxTurns,
}

/// Points and marbles by player, which decide the end.
#[derive(Clone, Copy, Debug)]
pub struct Totals<'a> {
    /// Points by player.
    pub points: &'a [i32],
    /// Marbles by player.
    pub marbles: &'a [u8],
    /// Number of finished turns.
    pub turns: u16,
}

/// Number of sides (fortuna.md, "Sides").
pub fn sides(options: &Options, players: usize) -> usize {
    if options.teams { 2 } else { players }
}

/// The total of a side's players; with `teams` the even seats are side 0, the odd ones side 1.
fn total(options: &Options, side: usize, amount: impl Fn(usize) -> i32, players: usize) -> i32 {
    let apart = sides(options, players);
    (side..players).step_by(apart).map(amount).sum()
}

impl Totals<'_> {
    fn players(&self) -> usize {
        self.points.len()
    }

    /// A side's points.
    pub fn points(&self, options: &Options, side: usize) -> i32 {
        total(options, side, |player| self.points[player], self.players())
    }

    /// The marbles of a side's players.
    pub fn marbles(&self, options: &Options, side: usize) -> i32 {
        total(options, side, |player| i32::from(self.marbles[player]), self.players())
    }

    /// What ends the game here, if anything (fortuna.md, "The end").
    pub fn end(&self, options: &Options) -> Option<End> {
        let mut all = 0..sides(options, self.players());
        let out = match options.end {
            EndOption::FirstOut => self.marbles.contains(&0),
            EndOption::LastStanding => all.clone().filter(|side| self.marbles(options, *side) > 0).count() <= 1,
        };
        if out {
            return Some(End::Marbles);
        }
        if let Some(threshold) = options.threshold
            && all.any(|side| i64::from(self.points(options, side)) >= threshold.get())
        {
            return Some(End::Threshold);
        }
        (i64::from(self.turns) >= options.max_turns.get()).then_some(End::MaxTurns)
    }

    /// What sides are ranked by (fortuna.md, "Scoring & result").
    pub fn rank(&self, options: &Options, side: usize) -> (i32, i32) {
        let tie_break = match options.tie_break {
            TieBreak::Draw => 0,
            TieBreak::Marbles => self.marbles(options, side),
        };
        (self.points(options, side), tie_break)
    }
}

/// Number of turns by what they showed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the page's table says what each is")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunaShown))]
pub struct ShownTurns {
    pub cheese: u16,
    pub happiness: u16,
    pub smile: u16,
    pub grin: u16,
    pub half_smile: u16,
    pub wolf_grin: u16,
    pub plain: u16,
    pub miss: u16,
}

impl From<[u16; 8]> for ShownTurns {
    fn from(counts: [u16; 8]) -> ShownTurns {
        let [cheese, happiness, smile, grin, half_smile, wolf_grin, plain, miss] = counts;
        ShownTurns { cheese, happiness, smile, grin, half_smile, wolf_grin, plain, miss }
    }
}

/// A team: the side of gold is the Gold Team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunaTeamName))]
pub enum TeamName {
    Gold,
    Black,
}

/// Result of a team.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FortunaTeam))]
pub struct Team {
    /// Gold or black.
    pub name: TeamName,
    /// Alternate seats.
    pub players: Vec<Player>,
    /// Points of the team.
    pub score: i32,
}

/// The `detail` of a result.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(utoipa::ToSchema),
    schema(as = FortunaDetail, example = json!({
        "end": "threshold", "turns": 2, "gold": 1, "teams": null, "marbles": [3, 1],
        "shown": {
            "cheese": 0, "happiness": 0, "smile": 1, "grin": 0, "half_smile": 0, "wolf_grin": 0, "plain": 0, "miss": 1
        }
    })),
)]
pub struct Detail {
    /// What ended the game.
    pub end: End,
    /// Number of finished turns.
    pub turns: u16,
    /// The player who took the gold disc.
    pub gold: Player,
    /// With `teams`, both teams, gold first.
    pub teams: Option<[Team; 2]>,
    /// Marbles by player.
    pub marbles: Vec<u8>,
    /// Number of turns by what they showed, whatever was called.
    pub shown: ShownTurns,
}

/// The result (fortuna.md, "Scoring & result").
pub(super) fn outcome(
    options: &Options,
    totals: Totals<'_>,
    end: End,
    gold: Player,
    shown: [u16; 8],
) -> Outcome<Detail> {
    let players = totals.players();
    let count = sides(options, players);
    let ranks: Vec<(i32, i32)> = (0..count).map(|side| totals.rank(options, side)).collect();
    let ahead = |side: usize| ranks.iter().filter(|other| **other > ranks[side]).count() * (players / count);
    let first = |side: usize| ahead(side) == 0;
    let alone = (0..count).filter(|side| first(*side)).count() == 1;
    Outcome {
        winners: Player::all(players).filter(|player| alone && first(player.index() % count)).collect(),
        places: (0..players).map(|player| 1 + ahead(player % count) as u8).collect(),
        scores: totals.points.iter().map(|points| i64::from(*points)).collect(),
        detail: Detail {
            end,
            turns: totals.turns,
            gold,
            teams: options.teams.then(|| teams(options, totals, gold)),
            marbles: totals.marbles.to_vec(),
            shown: shown.into(),
        },
    }
}

fn teams(options: &Options, totals: Totals<'_>, gold: Player) -> [Team; 2] {
    let team = |name, side: usize| Team {
        name,
        players: Player::all(totals.players()).skip(side).step_by(2).collect(),
        score: totals.points(options, side),
    };
    let side = gold.index() % 2;
    [team(TeamName::Gold, side), team(TeamName::Black, 1 - side)]
}
