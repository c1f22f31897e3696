//! The house rules (fortunes.md, "Options").

use deserr::Deserr;
use serde::Serialize;
use utoipa::ToSchema;

use crate::games::Between;

/// Options of the rules page; omitted options get their defaults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserr, ToSchema)]
#[deserr(deny_unknown_fields)]
#[schema(as = FortunesOptions, example = json!({"match": {"type": "race", "target": 50}, "betting": {"type": "bid"}}))]
pub struct Options {
    /// Number of deals, and who wins the match.
    #[deserr(default, rename = "match")]
    #[schema(default = json!({"type": "deals", "deals": 1}))]
    pub r#match: Match,
    /// Kind of betting.
    #[deserr(default)]
    #[schema(default = json!({"type": "none"}))]
    pub betting: Betting,
    /// A Star instead of following suit, once Stars are broken: `at_will`, or only without the led suit (`void_only`).
    #[deserr(default)]
    #[schema(default = "at_will")]
    pub stars_when_broken: StarsWhenBroken,
    /// Which type of the trick decides how its winner is disposed: the one with which it `ended`, or was `led`.
    #[deserr(default)]
    #[schema(default = "ended")]
    pub disposition: DispositionRule,
    /// A player who folded may still take the pot.
    #[deserr(default)]
    #[schema(default = false)]
    pub folder_may_win: bool,
}

impl Options {
    /// By how much a raise raises the level of the stakes.
    pub const fn raise(&self) -> u32 {
        match self.betting {
            Betting::Ante { raise, .. } => raise.get() as u32,
            Betting::None {} | Betting::Wager { .. } | Betting::Bid {} => 0,
        }
    }
}

/// How many points end a race.
pub type Target = Between<1, 1000>;
/// After how many deals a race ends at the latest.
pub type MaxDeals = Between<1, 200>;

/// Option `match`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserr, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[deserr(tag = "type", deny_unknown_fields)]
#[schema(as = FortunesMatch)]
pub enum Match {
    /// A fixed number of deals; the higher total wins.
    #[deserr(rename = "deals")]
    Deals {
        /// Number of deals.
        #[deserr(default = Between::new(1))]
        #[schema(default = 1)]
        deals: Between<1, 100>,
    },
    /// Until a team reaches the target; the higher total wins.
    #[deserr(rename = "race")]
    Race {
        /// Points to reach.
        target: Target,
        /// Number of deals after which the match ends.
        #[deserr(default = Between::new(50))]
        #[schema(default = 50)]
        max_deals: MaxDeals,
    },
    /// Until a team has exactly the target; a deal that would exceed it scores nothing for that team.
    #[deserr(rename = "race_exact")]
    RaceExact {
        /// Exact points to have.
        target: Target,
        /// Number of deals after which the match ends.
        #[deserr(default = Between::new(50))]
        #[schema(default = 50)]
        max_deals: MaxDeals,
    },
}

impl Match {
    /// Maximum number of deals.
    pub const fn most_deals(&self) -> u32 {
        match self {
            Match::Deals { deals } => deals.get() as u32,
            Match::Race { max_deals, .. } | Match::RaceExact { max_deals, .. } => max_deals.get() as u32,
        }
    }
}

impl Default for Match {
    fn default() -> Match {
        Match::Deals { deals: Between::new(1) }
    }
}

/// Option `betting`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserr, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[deserr(tag = "type", deny_unknown_fields)]
#[schema(as = FortunesBetting)]
pub enum Betting {
    /// Nothing.
    // An empty variant with braces: one without would let unknown fields pass.
    #[deserr(rename = "none")]
    None {},
    /// Each player wagers chips on their own team.
    #[deserr(rename = "wager")]
    Wager {
        /// Whether before or after the deal.
        when: When,
        /// Maximum wager.
        #[deserr(default = Between::new(100))]
        #[schema(default = 100)]
        limit: Between<1, 1_000_000>,
    },
    /// Each player pays in, and may raise or fold before each trick.
    #[deserr(rename = "ante")]
    Ante {
        /// Initial stake of each player.
        #[deserr(default = Between::new(1))]
        #[schema(default = 1)]
        ante: Between<1, 1000>,
        /// Amount added by a raise.
        #[deserr(default = Between::new(1))]
        #[schema(default = 1)]
        raise: Between<1, 1000>,
    },
    /// Each player bids a number of tricks; partners' bids add up.
    #[deserr(rename = "bid")]
    Bid {},
}

impl Default for Betting {
    fn default() -> Betting {
        Betting::None {}
    }
}

/// When wagers are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FortunesWhen)]
pub enum When {
    /// Before the deal.
    #[deserr(rename = "blind")]
    Blind,
    /// After the deal.
    #[deserr(rename = "open")]
    Open,
}

/// Option `stars_when_broken`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FortunesStarsWhenBroken)]
pub enum StarsWhenBroken {
    /// On any mundane trick.
    #[default]
    #[deserr(rename = "at_will")]
    AtWill,
    /// Only by a player without the led suit.
    #[deserr(rename = "void_only")]
    VoidOnly,
}

/// Option `disposition`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserr, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FortunesDispositionRule)]
pub enum DispositionRule {
    /// The type with which the trick ended.
    #[default]
    #[deserr(rename = "ended")]
    Ended,
    /// The type with which it started.
    #[deserr(rename = "led")]
    Led,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::games::{FieldFaults, fortunes::Fortunes, parse_options};

    fn read(options: serde_json::Value) -> Result<Options, FieldFaults> {
        parse_options::<Fortunes>(options)
    }

    #[test]
    fn options_are_shown_with_their_defaults() {
        let complete = json!({
            "match": {"type": "deals", "deals": 1},
            "betting": {"type": "none"},
            "stars_when_broken": "at_will",
            "disposition": "ended",
            "folder_may_win": false
        });
        assert_eq!(serde_json::to_value(Options::default()).ok(), Some(complete.clone()));
        assert_eq!(read(json!({})), Ok(Options::default()));
        assert_eq!(read(complete), Ok(Options::default()));
    }

    #[test]
    fn nested_options_have_defaults_too() {
        for (sent, shown) in [
            (json!({"match": {"type": "deals"}}), json!({"type": "deals", "deals": 1})),
            (json!({"match": {"type": "race", "target": 60}}), json!({"type": "race", "target": 60, "max_deals": 50})),
            (
                json!({"match": {"type": "race_exact", "target": 1, "max_deals": 200}}),
                json!({"type": "race_exact", "target": 1, "max_deals": 200}),
            ),
        ] {
            let options = read(sent).expect("valid options");
            assert_eq!(serde_json::to_value(options.r#match).ok(), Some(shown));
        }
        for (sent, shown) in [
            (
                json!({"betting": {"type": "wager", "when": "open"}}),
                json!({"type": "wager", "when": "open", "limit": 100}),
            ),
            (json!({"betting": {"type": "ante"}}), json!({"type": "ante", "ante": 1, "raise": 1})),
            (json!({"betting": {"type": "bid"}}), json!({"type": "bid"})),
        ] {
            let options = read(sent).expect("valid options");
            assert_eq!(serde_json::to_value(options.betting).ok(), Some(shown));
        }
    }

    #[test]
    fn options_that_are_not_listed_are_refused() {
        for bad in [
            json!({"sky": 1}),
            json!({"match": null}),
            json!({"match": "deals"}),
            json!({"match": {}}),
            json!({"match": {"deals": 3}}),
            json!({"match": {"type": "best_of"}}),
            json!({"match": {"type": "deals", "deals": 0}}),
            json!({"match": {"type": "deals", "deals": 101}}),
            json!({"match": {"type": "deals", "deals": 1.0}}),
            json!({"match": {"type": "deals", "target": 10}}),
            json!({"match": {"type": "race"}}),
            json!({"match": {"type": "race", "target": 1001}}),
            json!({"match": {"type": "race", "target": 10, "max_deals": 201}}),
            json!({"match": {"type": "race", "target": 10, "deals": 3}}),
            json!({"betting": {"type": "none", "limit": 1}}),
            json!({"betting": {"type": "bid", "limit": 1}}),
            json!({"betting": {"type": "wager"}}),
            json!({"betting": {"type": "wager", "when": "later"}}),
            json!({"betting": {"type": "wager", "when": "open", "limit": 1_000_001}}),
            json!({"betting": {"type": "ante", "raise": 0}}),
            json!({"stars_when_broken": "never"}),
            json!({"disposition": true}),
            json!({"folder_may_win": 1}),
        ] {
            assert!(read(bad.clone()).is_err(), "{bad}");
        }
    }
}
