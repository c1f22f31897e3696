//! The house rules (fortunes.md, "Options").

use serde::{Deserialize, Serialize};

use crate::games::{Between, fields::word};

#[cfg(feature = "schema")]
use {deserr::Deserr, utoipa::ToSchema};

/// Options of the rules page; omitted options get their defaults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(Deserr, ToSchema),
    deserr(error = crate::games::FieldFaults, deny_unknown_fields),
    schema(as = FortunesOptions, example = json!(
        {"match": {"type": "race", "target": 50}, "betting": {"type": "bid"}}
    )),
)]
pub struct Options {
    /// Number of deals, and who wins the match.
    #[cfg_attr(feature = "schema", deserr(default, rename = "match"))]
    pub r#match: Match,
    /// Kind of betting.
    #[cfg_attr(feature = "schema", deserr(default))]
    pub betting: Betting,
    /// A Star instead of following suit, once Stars are broken: `at_will`, or only without the led suit (`void_only`).
    #[serde(deserialize_with = "word")]
    #[cfg_attr(feature = "schema", deserr(default))]
    pub stars_when_broken: StarsWhenBroken,
    /// Which type of the trick decides how its winner is disposed: the one with which it `ended`, or was `led`.
    #[serde(deserialize_with = "word")]
    #[cfg_attr(feature = "schema", deserr(default))]
    pub disposition: DispositionRule,
    /// A player who folded may still take the pot.
    #[cfg_attr(feature = "schema", deserr(default))]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(Deserr, ToSchema),
    deserr(tag = "type", rename_all = lowercase, deny_unknown_fields),
    schema(as = FortunesMatch),
)]
pub enum Match {
    /// A fixed number of deals; the higher total wins.
    Deals {
        /// Number of deals.
        #[serde(default = "one_deal")]
        #[cfg_attr(feature = "schema", deserr(default = one_deal()), schema(default = one_deal))]
        deals: Between<1, 100>,
    },
    /// Until a team reaches the target; the higher total wins.
    Race {
        /// Points to reach.
        target: Target,
        /// Number of deals after which the match ends.
        #[serde(default = "fifty_deals")]
        #[cfg_attr(feature = "schema", deserr(default = fifty_deals()), schema(default = fifty_deals))]
        max_deals: MaxDeals,
    },
    /// Until a team has exactly the target; a deal that would exceed it scores nothing for that team.
    #[cfg_attr(feature = "schema", deserr(rename = "race_exact"))]
    RaceExact {
        /// Exact points to have.
        target: Target,
        /// Number of deals after which the match ends.
        #[serde(default = "fifty_deals")]
        #[cfg_attr(feature = "schema", deserr(default = fifty_deals()), schema(default = fifty_deals))]
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
        Match::Deals { deals: one_deal() }
    }
}

const fn one_deal() -> Between<1, 100> {
    Between::new(1)
}

const fn fifty_deals() -> MaxDeals {
    Between::new(50)
}

/// Option `betting`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(Deserr, ToSchema),
    deserr(tag = "type", rename_all = lowercase, deny_unknown_fields),
    schema(as = FortunesBetting),
)]
pub enum Betting {
    /// Nothing.
    // An empty variant with braces: one without would let unknown fields pass.
    None {},
    /// Each player wagers chips on their own team.
    Wager {
        /// Whether before or after the deal.
        #[serde(deserialize_with = "word")]
        when: When,
        /// Maximum wager.
        #[serde(default = "a_hundred")]
        #[cfg_attr(feature = "schema", deserr(default = a_hundred()), schema(default = a_hundred))]
        limit: Between<1, 1_000_000>,
    },
    /// Each player pays in, and may raise or fold before each trick.
    Ante {
        /// Initial stake of each player.
        #[serde(default = "one_chip")]
        #[cfg_attr(feature = "schema", deserr(default = one_chip()), schema(default = one_chip))]
        ante: Between<1, 1000>,
        /// Amount added by a raise.
        #[serde(default = "one_chip")]
        #[cfg_attr(feature = "schema", deserr(default = one_chip()), schema(default = one_chip))]
        raise: Between<1, 1000>,
    },
    /// Each player bids a number of tricks; partners' bids add up.
    Bid {},
}

impl Default for Betting {
    fn default() -> Betting {
        Betting::None {}
    }
}

const fn a_hundred() -> Between<1, 1_000_000> {
    Between::new(100)
}

const fn one_chip() -> Between<1, 1000> {
    Between::new(1)
}

/// When wagers are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(Deserr, ToSchema), deserr(rename_all = lowercase), schema(as = FortunesWhen))]
pub enum When {
    /// Before the deal.
    Blind,
    /// After the deal.
    Open,
}

/// Option `stars_when_broken`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(
    feature = "schema",
    derive(Deserr, ToSchema),
    deserr(rename_all = lowercase),
    schema(as = FortunesStarsWhenBroken),
)]
pub enum StarsWhenBroken {
    /// On any mundane trick.
    #[default]
    #[cfg_attr(feature = "schema", deserr(rename = "at_will"))]
    AtWill,
    /// Only by a player without the led suit.
    #[cfg_attr(feature = "schema", deserr(rename = "void_only"))]
    VoidOnly,
}

/// Option `disposition`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(
    feature = "schema",
    derive(Deserr, ToSchema),
    deserr(rename_all = lowercase),
    schema(as = FortunesDispositionRule),
)]
pub enum DispositionRule {
    /// The type with which the trick ended.
    #[default]
    Ended,
    /// The type with which it started.
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
