//! Text wrapped to the width of a terminal.

use std::mem;

use unicode_width::UnicodeWidthStr;

/// Indentation of continued lines.
const INDENT: usize = 2;

/// Wraps text; lines after the first are indented further.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let indent = text.len() - text.trim_start().len();
    flowed(text, indent, indent + INDENT, width)
}

/// Wraps the words of a text, with an indentation of the first line and one of those after it.
pub fn flowed(text: &str, first: usize, others: usize, width: usize) -> Vec<String> {
    let (mut lines, mut line, mut fresh) = (Vec::new(), " ".repeat(first), true);
    for word in text.split_whitespace() {
        if !fresh && line.width() + 1 + word.width() > width {
            lines.push(mem::replace(&mut line, " ".repeat(others)));
        } else if !fresh {
            line.push(' ');
        }
        line += word;
        fresh = false;
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrow_terminals_wrap() {
        assert_eq!(wrapped("The cards are dealt anew.", 12), ["The cards", "  are dealt", "  anew."]);
    }
}
