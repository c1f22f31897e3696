//! House rules (fortuna.md, "Options").

use serde::{Deserialize, Serialize};

use crate::games::{Between, Code, Violation, fields::word, violation};

#[cfg(feature = "schema")]
use {deserr::Deserr, utoipa::ToSchema};

/// Bricks of a kit.
pub const KIT: usize = 8;

/// House rules (fortuna.md, "Options").
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(Deserr, ToSchema),
    deserr(error = crate::games::FieldFaults, deny_unknown_fields),
    schema(as = FortunaOptions),
)]
pub struct Options {
    /// Play Gold Team against Black Team, in alternate seats.
    #[cfg_attr(feature = "schema", deserr(default))]
    pub teams: bool,
    /// Use as many dice and bricks per turn as there are players (four or more).
    #[cfg_attr(feature = "schema", deserr(default))]
    pub big_turns: bool,
    /// Total of a side that ends the game; `null` for none.
    #[cfg_attr(feature = "schema", deserr(default), schema(required = false))]
    pub threshold: Option<Between<1, 1000>>,
    /// Number of turns after which the game ends.
    #[cfg_attr(feature = "schema", deserr(default = Options::default().max_turns))]
    pub max_turns: Between<1, 1000>,
    /// The end for lack of marbles: when the first player has none, or when at most one side has any.
    #[serde(deserialize_with = "word")]
    #[cfg_attr(feature = "schema", deserr(default))]
    pub end: EndOption,
    /// The opponent: the `next` able player, the other of the roller's `kit` if able, or whom the roller names in the
    /// call (`choose`, requires `calls`).
    #[serde(deserialize_with = "word")]
    #[cfg_attr(feature = "schema", deserr(default))]
    pub opponent: OpponentOption,
    /// Which bricks are used: those of `all` kits, or `one_kit` of eight.
    #[serde(deserialize_with = "word")]
    #[cfg_attr(feature = "schema", deserr(default))]
    pub brick_pool: BrickPool,
    /// Score of a `plain` turn: the `best` brick met, or the sum of `all` bricks met, each once.
    #[serde(deserialize_with = "word")]
    #[cfg_attr(feature = "schema", deserr(default))]
    pub normal_score: NormalScore,
    /// A Wolf Grin: a pair met by two bricks (`both`), or also by one through the dice's sum.
    #[serde(deserialize_with = "word")]
    #[cfg_attr(feature = "schema", deserr(default))]
    pub wolf_grin: WolfGrinOption,
    /// A blank as the lowest brick: `zero`, or left out (`skip`).
    #[serde(deserialize_with = "word")]
    #[cfg_attr(feature = "schema", deserr(default))]
    pub lesser_blank: LesserBlank,
    /// Scores are called and may be challenged.
    #[cfg_attr(feature = "schema", deserr(default = Options::default().calls))]
    pub calls: bool,
    /// A special score that is wrongly called and accepted: it `counts` as shown, or as `plain` or a miss.
    #[serde(deserialize_with = "word")]
    #[cfg_attr(feature = "schema", deserr(default))]
    pub uncalled: Uncalled,
    /// Score of a wrong call that is challenged: it `stands`, or `none`.
    #[serde(deserialize_with = "word")]
    #[cfg_attr(feature = "schema", deserr(default))]
    pub challenged_score: ChallengedScore,
    /// Penalty for challenging a correct call: `nothing`, or a `marble`.
    #[serde(deserialize_with = "word")]
    #[cfg_attr(feature = "schema", deserr(default))]
    pub failed_challenge: FailedChallenge,
    /// Between sides with equal points: a `draw`, or more `marbles` win.
    #[serde(deserialize_with = "word")]
    #[cfg_attr(feature = "schema", deserr(default))]
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
    /// The rules page's checks for incompatible options (fortuna.md, "Errors").
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

/// How many dice are rolled and bricks flipped in a turn (fortuna.md, "Set-up").
pub fn turn_size(options: &Options, players: usize) -> usize {
    if options.big_turns { players } else { 2 }
}

/// The end for lack of marbles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(Deserr, ToSchema), deserr(rename_all = lowercase), schema(as = FortunaEndOption))]
pub enum EndOption {
    /// When the first player has none.
    #[default]
    #[cfg_attr(feature = "schema", deserr(rename = "first_out"))]
    FirstOut,
    /// When at most one side has any; players without marbles drop out until then.
    #[cfg_attr(feature = "schema", deserr(rename = "last_standing"))]
    LastStanding,
}

/// Who the opponent is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(Deserr, ToSchema), deserr(rename_all = lowercase), schema(as = FortunaOpponent))]
pub enum OpponentOption {
    /// The first able player after the roller.
    #[default]
    Next,
    /// The other player of the roller's kit; if not able, as `next`.
    Kit,
    /// The one that the roller names in the call.
    Choose,
}

/// Which bricks are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(Deserr, ToSchema), deserr(rename_all = lowercase), schema(as = FortunaBrickPool))]
pub enum BrickPool {
    /// Those of all kits.
    #[default]
    All,
    /// Eight, however many players.
    #[cfg_attr(feature = "schema", deserr(rename = "one_kit"))]
    OneKit,
}

/// Score of a `plain` turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(
    feature = "schema",
    derive(Deserr, ToSchema),
    deserr(rename_all = lowercase),
    schema(as = FortunaNormalScore),
)]
pub enum NormalScore {
    /// The highest brick met.
    #[default]
    Best,
    /// The sum of all bricks met, each once.
    All,
}

/// What counts as a Wolf Grin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(Deserr, ToSchema), deserr(rename_all = lowercase), schema(as = FortunaWolfGrin))]
pub enum WolfGrinOption {
    /// A pair met by two bricks, or by one through the dice's sum.
    #[default]
    #[cfg_attr(feature = "schema", deserr(rename = "one_or_both"))]
    OneOrBoth,
    /// Only a pair met by two bricks.
    Both,
}

/// Value of a blank as the lowest brick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(
    feature = "schema",
    derive(Deserr, ToSchema),
    deserr(rename_all = lowercase),
    schema(as = FortunaLesserBlank),
)]
pub enum LesserBlank {
    /// Zero.
    #[default]
    Zero,
    /// Left out.
    Skip,
}

/// Value of a special score that is wrongly called and accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(Deserr, ToSchema), deserr(rename_all = lowercase), schema(as = FortunaUncalled))]
pub enum Uncalled {
    /// As shown.
    #[default]
    Counts,
    /// As `plain` if a brick is met, else as `miss`.
    Plain,
}

/// Score of a wrong call that is challenged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(
    feature = "schema",
    derive(Deserr, ToSchema),
    deserr(rename_all = lowercase),
    schema(as = FortunaChallengedScore),
)]
pub enum ChallengedScore {
    /// As shown.
    #[default]
    Stands,
    /// Nothing.
    None,
}

/// Penalty for challenging a correct call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(
    feature = "schema",
    derive(Deserr, ToSchema),
    deserr(rename_all = lowercase),
    schema(as = FortunaFailedChallenge),
)]
pub enum FailedChallenge {
    /// Nothing.
    #[default]
    Nothing,
    /// A marble, after the turn's own.
    Marble,
}

/// Tie-break between sides with equal points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(Deserr, ToSchema), deserr(rename_all = lowercase), schema(as = FortunaTieBreak))]
pub enum TieBreak {
    /// Nobody.
    #[default]
    Draw,
    /// The side whose players hold more marbles together.
    Marbles,
}
