//! Text wrapped to the width of a terminal.

use unicode_width::UnicodeWidthStr;

/// Indentation of continued lines.
const INDENT: usize = 2;

/// Wraps text; lines after the first are indented.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let indent = text.len() - text.trim_start().len();
    let words: Vec<_> = text.split_whitespace().map(ToOwned::to_owned).collect();
    flowed(&" ".repeat(indent), &words, " ", indent + INDENT, width)
}

/// Lays out items after a head without breaking any; lines after the first are indented.
pub fn flowed(head: &str, items: &[String], between: &str, indent: usize, width: usize) -> Vec<String> {
    let (mut lines, mut line, mut fresh) = (Vec::new(), head.to_owned(), true);
    for (place, item) in items.iter().enumerate() {
        let comma = if place + 1 == items.len() { 0 } else { length(between.trim_end()) };
        let needed = length(&line) + length(between) + length(item) + comma;
        if !fresh && needed > width {
            lines.push(format!("{line}{}", between.trim_end()));
            line = " ".repeat(indent);
        } else if !fresh {
            line += between;
        }
        line += item;
        fresh = false;
    }
    lines.push(line);
    lines
}

/// Columns of a terminal.
fn length(text: &str) -> usize {
    text.width()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrow_terminals_wrap() {
        assert_eq!(wrapped("The cards are dealt anew.", 12), ["The cards", "  are dealt", "  anew."]);
    }
}
