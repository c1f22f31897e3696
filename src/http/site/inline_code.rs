//! Sentences with quoted code.

use maud::{Markup, html};

/// A sentence with code elements for the text between backticks.
pub fn coded(text: &str) -> Markup {
    // Text after an unpaired backtick is not code.
    let paired = text.matches('`').count() & !1;
    html! {
        @for (place, part) in text.splitn(paired + 1, '`').enumerate() {
            @if place % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_is_code() {
        assert_eq!(coded("`x` is <not> `y`.").into_string(), "<code>x</code> is &lt;not&gt; <code>y</code>.");
        assert_eq!(coded("a ` b").into_string(), "a ` b");
    }
}
