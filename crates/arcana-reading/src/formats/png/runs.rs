//! Texts with characters that the embedded fonts lack: each is split into runs of one font. usvg's own search for other
//! fonts gives up on a text of several scripts, and looks through all fonts for each. A character without a font is shown
//! by its code point, as wide as a character, so that different texts never look alike.

use maud::{Markup, html};
use resvg::usvg::roxmltree::{Document, Node};
use unicode_segmentation::UnicodeSegmentation;

use super::loaded::{AllFonts, Found};

/// The picture with its texts split where necessary, and the first character that no font has.
pub(super) fn with_all(svg: &str, fonts: &AllFonts) -> (String, Option<char>) {
    let document = Document::parse(svg).expect("our own pictures are well-formed");
    let (mut split, mut rest, mut missing) = (String::with_capacity(svg.len() + 1024), 0, None);
    let of_text = |node: &Node<'_, '_>| node.is_text() && node.ancestors().any(|parent| parent.has_tag_name("text"));
    for node in document.descendants().filter(of_text) {
        let bold = inherited(node, "font-weight") == Some("700");
        let runs = runs(node.text().unwrap_or_default(), |sign| fonts.find(sign, bold));
        if runs.iter().all(|run| run.font == Found::Embedded) {
            continue;
        }
        let unknown = runs.iter().find(|run| run.font == Found::Nothing);
        missing = missing.or_else(|| unknown.and_then(|run| run.text.chars().next()));
        split.push_str(&svg[rest..node.range().start]);
        split.push_str(&set(&runs, inherited(node, "font-size")).into_string());
        rest = node.range().end;
    }
    split.push_str(&svg[rest..]);
    (split, missing)
}

/// An attribute of a text, or of what it is part of.
fn inherited<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    node.ancestors().find_map(|parent| parent.attribute(name))
}

/// A part of a text in one font; without a font it is one character.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Run<'a> {
    font: Found<'a>,
    text: String,
}

/// A text in runs; grapheme clusters are split only if no font has all of their characters.
fn runs<'a>(text: &str, find: impl Fn(char) -> Found<'a>) -> Vec<Run<'a>> {
    let mut runs: Vec<Run<'a>> = Vec::new();
    let mut add = |font: Found<'a>, text: &str| match runs.last_mut() {
        Some(run) if run.font == font && font != Found::Nothing => run.text.push_str(text),
        Some(_) | None => runs.push(Run { font, text: text.to_owned() }),
    };
    for cluster in text.graphemes(true) {
        let signs = || cluster.chars().filter(|sign| !draws_nothing(*sign));
        let mut fonts = signs().map(&find);
        let font = fonts.next().unwrap_or(Found::Embedded);
        if font != Found::Nothing && fonts.all(|other| other == font) {
            add(font, cluster);
        } else {
            signs().for_each(|sign| add(find(sign), sign.encode_utf8(&mut [0; 4])));
        }
    }
    runs
}

/// Whether a character only modifies how its neighbours are drawn.
const fn draws_nothing(sign: char) -> bool {
    matches!(sign,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{2064}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{E0000}'..='\u{E0FFF}')
}

/// The runs as parts of a text of this font size.
fn set(runs: &[Run<'_>], size: Option<&str>) -> Markup {
    html! {
        @for run in runs {
            @match run.font {
                Found::Embedded => (run.text),
                Found::Other(name) => tspan font-family=(name) { (run.text) },
                Found::Nothing => tspan textLength=[size] lengthAdjust="spacingAndGlyphs" { (numbers(&run.text)) },
            }
        }
    }
}

/// The code points of characters, as in `[16A0]`.
fn numbers(text: &str) -> String {
    text.chars().map(|sign| format!("[{:04X}]", u32::from(sign))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn font(sign: char) -> Found<'static> {
        match sign {
            ' '..='~' => Found::Embedded,
            '\u{3400}'..='\u{9FFF}' => Found::Other("han"),
            '\u{1F300}'..='\u{1FAFF}' => Found::Other("emoji"),
            _ => Found::Nothing,
        }
    }

    fn run(font: Found<'static>, text: &str) -> Run<'static> {
        Run { font, text: text.to_owned() }
    }

    #[test]
    fn a_text_is_split_by_font() {
        let expected = [run(Found::Embedded, "For "), run(Found::Other("han"), "字典"), run(Found::Embedded, " fi")];
        assert_eq!(runs("For 字典 fi", font), expected);
        let missing = ["\u{16A0}", "\u{16A1}"].map(|sign| run(Found::Nothing, sign));
        assert_eq!(runs("\u{16A0}\u{16A1}", font), missing);
    }

    #[test]
    fn grapheme_clusters_stay_together() {
        let family = "\u{1F469}\u{1F3FD}\u{200D}\u{1F467}";
        assert_eq!(runs(family, font), [run(Found::Other("emoji"), family)]);
        assert_eq!(runs("e\u{353}", font), [run(Found::Embedded, "e"), run(Found::Nothing, "\u{353}")]);
    }

    #[test]
    fn a_character_without_a_font_is_shown_by_its_code_point() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"><text x=\"1\" font-size=\"20\">A &lt;b&gt; \u{16A0}</text>\
                   <title>\u{16A0}</title></svg>";
        let (split, missing) = with_all(svg, &AllFonts::load(None, false));
        assert_eq!(missing, Some('\u{16A0}'));
        let number = "<tspan textLength=\"20\" lengthAdjust=\"spacingAndGlyphs\">[16A0]</tspan>";
        assert_eq!(split, svg.replacen("\u{16A0}</text>", &format!("{number}</text>"), 1));
    }
}
