//! Excerpts of callers' texts for messages: responses do not repeat long input.

use std::borrow::Cow;

/// Marks an omission.
const CUT: &str = "…";

/// A text of at most `limit` bytes, or its beginning and end with `…` between them.
pub fn excerpt(text: &str, limit: usize) -> Cow<'_, str> {
    if text.len() <= limit {
        return Cow::Borrowed(text);
    }
    let room = limit.saturating_sub(CUT.len());
    let end = room / 4;
    let head = &text[..text.floor_char_boundary(room - end)];
    let tail = &text[text.ceil_char_boundary(text.len() - end)..];
    Cow::Owned([head, CUT, tail].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_text_is_repeated_as_it_is() {
        assert_eq!(excerpt("twelve bytes", 12), "twelve bytes");
        assert_eq!(excerpt("", 0), "");
    }

    #[test]
    fn a_long_text_keeps_its_beginning_and_its_end() {
        assert_eq!(excerpt(&"0123456789".repeat(1000), 19), "012345678901…6789");
        assert_eq!(excerpt(&format!("{}!", "a".repeat(100)), 11), "aaaaaa…a!");
    }

    #[test]
    fn characters_are_never_cut() {
        for limit in 0..40 {
            let cut = excerpt("ääääääääääääääääääääää", limit).into_owned();
            assert!(cut.len() <= limit.max(CUT.len()), "{limit}: {cut}");
            assert!(cut.chars().all(|c| c == 'ä' || c == '…'));
        }
    }
}
