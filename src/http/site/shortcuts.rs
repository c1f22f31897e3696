//! Keyboard shortcuts that a page's script shows and obeys. They can be turned off, as WCAG requires (success criterion
//! 2.1.4).

use maud::{Markup, html};

/// The switch, and what the keys do.
pub fn keys(what: &str) -> Markup {
    html! {
        p.keys hidden {
            label { input #keys type="checkbox" checked; " Keys" } " "
            span { (what) }
        }
    }
}
