//! The default options of each ruleset.

use std::sync::LazyLock;

use serde_json::value::{RawValue, to_raw_value};

use super::{Game, Ruleset, with_game};

/// A ruleset's default options as JSON: complete and without spaces, as the service writes them.
pub fn default_options(ruleset: Ruleset) -> &'static RawValue {
    with_game!(ruleset, G => {
        static DEFAULTS: LazyLock<Box<RawValue>> =
            LazyLock::new(|| to_raw_value(&<G as Game>::Options::default()).expect("defaults can be written"));
        &**DEFAULTS
    })
}
