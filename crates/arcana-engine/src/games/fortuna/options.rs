//! House rules (fortuna.md, "Options").

use deserr::Deserr;
use serde::Serialize;
use utoipa::ToSchema;

use crate::games::{Between, Code, Violation, options::words, violation};

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

words! {
    /// The end for lack of marbles.
    EndOption FortunaEndOption {
        /// When the first player has none.
        FirstOut = "first_out",
        /// When at most one side has any; players without marbles drop out until then.
        LastStanding = "last_standing"
    }
    /// Who the opponent is.
    OpponentOption FortunaOpponent {
        /// The first able player after the roller.
        Next = "next",
        /// The other player of the roller's kit; if not able, as `next`.
        Kit = "kit",
        /// The one that the roller names in the call.
        Choose = "choose"
    }
    /// Which bricks are used.
    BrickPool FortunaBrickPool {
        /// Those of all kits.
        All = "all",
        /// Eight, however many players.
        OneKit = "one_kit"
    }
    /// Score of a `plain` turn.
    NormalScore FortunaNormalScore {
        /// The highest brick met.
        Best = "best",
        /// The sum of all bricks met, each once.
        All = "all"
    }
    /// What counts as a Wolf Grin.
    WolfGrinOption FortunaWolfGrin {
        /// A pair met by two bricks, or by one through the dice's sum.
        OneOrBoth = "one_or_both",
        /// Only a pair met by two bricks.
        Both = "both"
    }
    /// Value of a blank as the lowest brick.
    LesserBlank FortunaLesserBlank {
        /// Zero.
        Zero = "zero",
        /// Left out.
        Skip = "skip"
    }
    /// Value of a special score that is wrongly called and accepted.
    Uncalled FortunaUncalled {
        /// As shown.
        Counts = "counts",
        /// As `plain` if a brick is met, else as `miss`.
        Plain = "plain"
    }
    /// Score of a wrong call that is challenged.
    ChallengedScore FortunaChallengedScore {
        /// As shown.
        Stands = "stands",
        /// Nothing.
        None = "none"
    }
    /// Penalty for challenging a correct call.
    FailedChallenge FortunaFailedChallenge {
        /// Nothing.
        Nothing = "nothing",
        /// A marble, after the turn's own.
        Marble = "marble"
    }
    /// Tie-break between sides with equal points.
    TieBreak FortunaTieBreak {
        /// Nobody.
        Draw = "draw",
        /// The side whose players hold more marbles together.
        Marbles = "marbles"
    }
}
