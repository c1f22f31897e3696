//! House rules (fortuna.md, "Options").

use deserr::Deserr;
use serde::Serialize;
use utoipa::ToSchema;

use crate::games::{Between, Code, Violation, violation};

/// Bricks of a kit.
pub const KIT: usize = 8;

/// House rules (fortuna.md, "Options").
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserr, ToSchema)]
#[deserr(deny_unknown_fields)]
#[schema(as = FortunaOptions)]
pub struct Options {
    /// Play Gold Team against Black Team, in alternate seats.
    #[deserr(default)]
    #[schema(default = false)]
    pub teams: bool,
    /// Use as many dice and bricks per turn as there are players (four or more).
    #[deserr(default)]
    #[schema(default = false)]
    pub big_turns: bool,
    /// Total of a side that ends the game; `null` for none.
    #[deserr(default)]
    #[schema(required = false, default = json!(null))]
    pub threshold: Option<Between<1, 1000>>,
    /// Number of turns after which the game ends.
    #[deserr(default = Between::new(200))]
    #[schema(default = 200)]
    pub max_turns: Between<1, 1000>,
    /// The end for lack of marbles: when the first player has none, or when at most one side has any.
    #[deserr(default)]
    #[schema(default = "first_out")]
    pub end: EndOption,
    /// The opponent: the `next` able player, the other of the roller's `kit` if able, or whom the roller names in the
    /// call (`choose`, requires `calls`).
    #[deserr(default)]
    #[schema(default = "next")]
    pub opponent: OpponentOption,
    /// Which bricks are used: those of `all` kits, or `one_kit` of eight.
    #[deserr(default)]
    #[schema(default = "all")]
    pub brick_pool: BrickPool,
    /// Score of a `plain` turn: the `best` brick met, or the sum of `all` bricks met, each once.
    #[deserr(default)]
    #[schema(default = "best")]
    pub normal_score: NormalScore,
    /// A Wolf Grin: a pair met by two bricks (`both`), or also by one through the dice's sum.
    #[deserr(default)]
    #[schema(default = "one_or_both")]
    pub wolf_grin: WolfGrinOption,
    /// A blank as the lowest brick: `zero`, or left out (`skip`).
    #[deserr(default)]
    #[schema(default = "zero")]
    pub lesser_blank: LesserBlank,
    /// Scores are called and may be challenged.
    #[deserr(default = true)]
    #[schema(default = true)]
    pub calls: bool,
    /// A special score that is wrongly called and accepted: it `counts` as shown, or as `plain` or a miss.
    #[deserr(default)]
    #[schema(default = "counts")]
    pub uncalled: Uncalled,
    /// Score of a wrong call that is challenged: it `stands`, or `none`.
    #[deserr(default)]
    #[schema(default = "stands")]
    pub challenged_score: ChallengedScore,
    /// Penalty for challenging a correct call: `nothing`, or a `marble`.
    #[deserr(default)]
    #[schema(default = "nothing")]
    pub failed_challenge: FailedChallenge,
    /// Between sides with equal points: a `draw`, or more `marbles` win.
    #[deserr(default)]
    #[schema(default = "draw")]
    pub tie_break: TieBreak,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            teams: false,
            big_turns: false,
            threshold: None,
            max_turns: Between::new(200),
            end: EndOption::FirstOut,
            opponent: OpponentOption::Next,
            brick_pool: BrickPool::All,
            normal_score: NormalScore::Best,
            wolf_grin: WolfGrinOption::OneOrBoth,
            lesser_blank: LesserBlank::Zero,
            calls: true,
            uncalled: Uncalled::Counts,
            challenged_score: ChallengedScore::Stands,
            failed_challenge: FailedChallenge::Nothing,
            tie_break: TieBreak::Draw,
        }
    }
}

impl Options {
    /// The page's checks for incompatible options (fortuna.md, "Errors").
    pub(super) fn check(&self, players: usize) -> Result<(), Violation> {
        if self.big_turns && players == 2 {
            return Err(violation!(Code::BadOptions, "`big_turns` requires four or more players."));
        }
        if self.big_turns && self.brick_pool == BrickPool::OneKit && players > KIT {
            return Err(violation!(Code::BadOptions, "`big_turns` with `one_kit` allows at most {} players.", KIT));
        }
        if self.opponent == OpponentOption::Choose && !self.calls {
            return Err(violation!(
                Code::BadOptions,
                "`opponent: choose` requires `calls`, because the call names the opponent."
            ));
        }
        Ok(())
    }
}

/// The end for lack of marbles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FortunaEndOption)]
pub enum EndOption {
    /// When the first player has none.
    #[default]
    #[deserr(rename = "first_out")]
    FirstOut,
    /// When at most one side has any; players without marbles drop out until then.
    #[deserr(rename = "last_standing")]
    LastStanding,
}

/// Who the opponent is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FortunaOpponent)]
pub enum OpponentOption {
    /// The first able player after the roller.
    #[default]
    #[deserr(rename = "next")]
    Next,
    /// The other player of the roller's kit; if not able, as `next`.
    #[deserr(rename = "kit")]
    Kit,
    /// The one that the roller names in the call.
    #[deserr(rename = "choose")]
    Choose,
}

/// Which bricks are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FortunaBrickPool)]
pub enum BrickPool {
    /// Those of all kits.
    #[default]
    #[deserr(rename = "all")]
    All,
    /// Eight, however many players.
    #[deserr(rename = "one_kit")]
    OneKit,
}

/// Score of a `plain` turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FortunaNormalScore)]
pub enum NormalScore {
    /// The highest brick met.
    #[default]
    #[deserr(rename = "best")]
    Best,
    /// The sum of all bricks met, each once.
    #[deserr(rename = "all")]
    All,
}

/// What counts as a Wolf Grin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FortunaWolfGrin)]
pub enum WolfGrinOption {
    /// A pair met by two bricks, or by one through the dice's sum.
    #[default]
    #[deserr(rename = "one_or_both")]
    OneOrBoth,
    /// Only a pair met by two bricks.
    #[deserr(rename = "both")]
    Both,
}

/// Value of a blank as the lowest brick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FortunaLesserBlank)]
pub enum LesserBlank {
    /// Zero.
    #[default]
    #[deserr(rename = "zero")]
    Zero,
    /// Left out.
    #[deserr(rename = "skip")]
    Skip,
}

/// Value of a special score that is wrongly called and accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FortunaUncalled)]
pub enum Uncalled {
    /// As shown.
    #[default]
    #[deserr(rename = "counts")]
    Counts,
    /// As `plain` if a brick is met, else as `miss`.
    #[deserr(rename = "plain")]
    Plain,
}

/// Score of a wrong call that is challenged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FortunaChallengedScore)]
pub enum ChallengedScore {
    /// As shown.
    #[default]
    #[deserr(rename = "stands")]
    Stands,
    /// Nothing.
    #[deserr(rename = "none")]
    None,
}

/// Penalty for challenging a correct call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FortunaFailedChallenge)]
pub enum FailedChallenge {
    /// Nothing.
    #[default]
    #[deserr(rename = "nothing")]
    Nothing,
    /// A marble, after the turn's own.
    #[deserr(rename = "marble")]
    Marble,
}

/// Tie-break between sides with equal points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FortunaTieBreak)]
pub enum TieBreak {
    /// Nobody.
    #[default]
    #[deserr(rename = "draw")]
    Draw,
    /// The side whose players hold more marbles together.
    #[deserr(rename = "marbles")]
    Marbles,
}
