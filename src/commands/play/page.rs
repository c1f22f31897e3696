//! The rules pages as lines of a terminal.

use super::wrap::{flowed, wrapped};

/// The lines of Markdown, wrapped to a width. Paragraphs and items of lists, which are wrapped in the text, are wrapped
/// anew as a whole; all else keeps its lines.
pub fn lines(text: &str, width: usize) -> Vec<String> {
    let (mut lines, mut block, mut is_code) = (Vec::new(), String::new(), false);
    for line in text.lines() {
        let fence = line.trim_start().starts_with("```");
        if is_code || fence || keeps_its_line(line) {
            lines.extend(joined(&mut block, width));
            lines.extend(if is_code || fence { vec![line.to_owned()] } else { wrapped(line, width) });
            is_code ^= fence;
        } else if begins_item(line) || block.is_empty() {
            lines.extend(joined(&mut block, width));
            block.push_str(line.trim_end());
        } else {
            block.push(' ');
            block.push_str(line.trim());
        }
    }
    lines.extend(joined(&mut block, width));
    lines
}

/// The lines of a block, which is then empty.
fn joined(block: &mut String, width: usize) -> Vec<String> {
    let block = std::mem::take(block);
    match block.as_str() {
        "" => Vec::new(),
        item if begins_item(item) => wrapped(item, width),
        paragraph => flowed(paragraph, 0, 0, width),
    }
}

/// An empty line, a heading or a row of a table.
fn keeps_its_line(line: &str) -> bool {
    line.trim().is_empty() || line.starts_with('#') || line.trim_start().starts_with('|')
}

/// The beginning of an item of a list, or of a quotation.
fn begins_item(line: &str) -> bool {
    let line = line.trim_start();
    let numbered = line.trim_start_matches(|sign: char| sign.is_ascii_digit());
    ["- ", "* ", "> "].iter().any(|mark| line.starts_with(mark))
        || (numbered.len() < line.len() && numbered.starts_with(". "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_and_items_are_wrapped_as_a_whole() {
        let text = "# A long heading\n\nA paragraph that is\nwrapped in the text,\nand here anew.\n- an item that\n  is long\n1. another\n\n\
            | a | table |\n|---|---|\n```\ncode that  stays, also if it is long\n\n```\nThe end.";
        assert_eq!(
            lines(text, 24),
            [
                "# A long heading",
                "",
                "A paragraph that is",
                "wrapped in the text, and",
                "here anew.",
                "- an item that is long",
                "1. another",
                "",
                "| a | table |",
                "|---|---|",
                "```",
                "code that  stays, also if it is long",
                "",
                "```",
                "The end."
            ]
        );
    }
}
