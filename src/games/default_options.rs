//! The default options of each ruleset.

use std::sync::LazyLock;

use serde_json::value::{RawValue, to_raw_value};

use super::{Game, Ruleset, with_game};

/// A ruleset's default options as JSON: complete and without spaces, as the service writes them.
pub fn default_options(ruleset: Ruleset) -> &'static RawValue {
    static DEFAULTS: LazyLock<[Box<RawValue>; Ruleset::ALL.len()]> = LazyLock::new(|| {
        Ruleset::ALL.map(|ruleset| {
            let written = with_game!(ruleset, G => to_raw_value(&<G as Game>::Options::default()));
            written.expect("defaults can be written")
        })
    });
    &DEFAULTS[ruleset as usize]
}
