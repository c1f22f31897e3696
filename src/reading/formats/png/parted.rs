//! Texts with characters that the embedded fonts lack: each is split into runs of one font, set side by side. A
//! character without a font is drawn as a box with its code point, so that different texts never look alike.

use maud::{Markup, PreEscaped, html};
use resvg::usvg::roxmltree::{Document, Node};
use unicode_segmentation::UnicodeSegmentation;

use super::{
    coverage::EMOJI,
    loaded::{AllFonts, Found},
};

/// Margin between texts and the edges of the picture.
const MARGIN: f32 = 20.0;
/// Width of such a blank, as a fraction of the font size.
const BLANK: f32 = 0.25;

/// The picture with its texts split where necessary, and the first character that no font has.
pub(super) fn with_all(svg: &str, fonts: &AllFonts) -> (String, Option<char>) {
    let document = Document::parse(svg).expect("our own pictures are well-formed");
    let width = width_of(&document);
    let (mut parted, mut rest, mut missing) = (String::with_capacity(svg.len() + 1024), 0, None);
    for node in document.descendants().filter(|node| node.has_tag_name("text")) {
        let text = node.text().unwrap_or_default();
        let bold = node.attribute("font-weight") == Some("700");
        let runs = runs(text, |sign| fonts.find(sign, bold));
        if runs.iter().all(|run| matches!(run, Run::Text(Found::Embedded, _))) {
            continue;
        }
        missing = missing.or_else(|| runs.iter().find_map(Run::missing));
        parted.push_str(&svg[rest..node.range().start]);
        parted.push_str(&Line { node, runs, fonts }.set(width).into_string());
        rest = node.range().end;
    }
    parted.push_str(&svg[rest..]);
    (parted, missing)
}

fn width_of(document: &Document<'_>) -> f32 {
    let view = document.root_element().attribute("viewBox").unwrap_or_default();
    view.split(' ').nth(2).and_then(|width| width.parse().ok()).unwrap_or_default()
}

/// A run of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Run<'a> {
    /// Characters of one font.
    Text(Found<'a>, String),
    /// A character that no font has.
    Missing(char),
    /// A blank beside such a character, or beside an emoji.
    Blank,
}

impl Run<'_> {
    fn missing(&self) -> Option<char> {
        match self {
            Run::Missing(sign) => Some(*sign),
            Run::Text(..) | Run::Blank => None,
        }
    }
}

/// A text in runs; grapheme clusters are never split.
fn runs<'a>(text: &str, find: impl Fn(char) -> Found<'a>) -> Vec<Run<'a>> {
    let mut runs: Vec<Run<'a>> = Vec::new();
    for cluster in text.graphemes(true) {
        let signs: Vec<char> = cluster.chars().filter(|sign| !draws_nothing(*sign)).collect();
        let blank = signs.iter().all(|sign| sign.is_whitespace());
        let fonts: Vec<Found<'a>> = signs.iter().map(|sign| find(*sign)).collect();
        match (runs.last_mut(), fonts.iter().find(|font| fonts.iter().all(|other| other == *font))) {
            (Some(Run::Text(_, run)), _) if blank && !run.ends_with(is_emoji) => run.push_str(cluster),
            (_, _) if blank => runs.push(Run::Blank),
            (Some(Run::Text(known, run)), Some(font)) if known == font => run.push_str(cluster),
            (_, Some(Found::Nothing)) | (_, None) => {
                runs.extend(signs.into_iter().zip(fonts).map(|(sign, font)| match font {
                    Found::Nothing => Run::Missing(sign),
                    Found::Embedded | Found::Other(_) => Run::Text(font, sign.to_string()),
                }));
            }
            (_, Some(font)) => runs.push(Run::Text(font.clone(), cluster.to_owned())),
        }
    }
    runs
}

/// Whether it is an emoji, in whose font a blank is as wide as a picture.
const fn is_emoji(sign: char) -> bool {
    sign as u32 >= EMOJI
}

/// Whether a character only modifies how its neighbours are drawn.
const fn draws_nothing(sign: char) -> bool {
    matches!(sign,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{2064}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{E0000}'..='\u{E0FFF}')
}

/// A text of the picture, in runs.
struct Line<'a, 'input> {
    node: Node<'a, 'input>,
    runs: Vec<Run<'a>>,
    fonts: &'a AllFonts,
}

impl Line<'_, '_> {
    fn number(&self, name: &str) -> f32 {
        self.node.attribute(name).and_then(|value| value.parse().ok()).unwrap_or_default()
    }

    /// The runs side by side, centred where the text was; smaller if the picture is too narrow for them.
    fn set(&self, width: f32) -> Markup {
        let (x, y, whole) = (self.number("x"), self.number("y"), self.number("font-size"));
        let widths: Vec<f32> = self.runs.iter().map(|run| self.width(run, whole)).collect();
        let total: f32 = widths.iter().sum();
        let scale = ((width - 2.0 * MARGIN) / total).min(1.0);
        let middle = self.node.attribute("text-anchor") == Some("middle");
        let mut left = if middle { x - total * scale / 2.0 } else { x };
        html! {
            @for (run, width) in self.runs.iter().zip(widths) {
                (self.run(run, (left, y), whole * scale))
                @let () = left += width * scale;
            }
        }
    }

    fn width(&self, run: &Run<'_>, size: f32) -> f32 {
        match run {
            Run::Text(..) => self.fonts.measure(&self.run(run, (0.0, 0.0), size).into_string()),
            Run::Missing(sign) => (columns(*sign) as f32 * DIGIT + 0.3) * size,
            Run::Blank => BLANK * size,
        }
    }

    fn run(&self, run: &Run<'_>, (x, y): (f32, f32), size: f32) -> Markup {
        let attribute = |name| self.node.attribute(name);
        match run {
            Run::Blank => PreEscaped(String::new()),
            Run::Missing(sign) => numbered(*sign, (x, y), size, attribute("fill")),
            Run::Text(font, text) => html! {
                text x=(x) y=(y) font-size=(size) font-family=[family(font)] font-style=[attribute("font-style")]
                    font-weight=[attribute("font-weight")] fill=[attribute("fill")] xml:space="preserve" { (text) }
            },
        }
    }
}

fn family<'a>(font: &Found<'a>) -> Option<&'a str> {
    match font {
        Found::Other(name) => Some(name),
        Found::Embedded | Found::Nothing => None,
    }
}

/// Width of a digit in a box, and the size of its font, as fractions of the text's font size.
const DIGIT: f32 = 0.26;
const DIGIT_SIZE: f32 = 0.4;

/// Number of columns: the digits of a code point are in two rows.
fn columns(sign: char) -> usize {
    if u32::from(sign) > 0xFFFF { 3 } else { 2 }
}

/// A box with the code point of a character.
fn numbered(sign: char, (x, y): (f32, f32), size: f32, fill: Option<&str>) -> Markup {
    let columns = columns(sign);
    let digits = format!("{:0width$X}", u32::from(sign), width = 2 * columns);
    let (above, below) = digits.split_at(columns);
    let (left, width) = (x + 0.06 * size, (columns as f32 * DIGIT + 0.18) * size);
    let row = |digits: &str, lift: f32| {
        html! {
            text x=(left + width / 2.0) y=(y - lift * size) font-size=(DIGIT_SIZE * size) font-family="DejaVu Sans"
                text-anchor="middle" fill=[fill] { (digits) }
        }
    };
    html! {
        rect x=(left) y=(y - 0.82 * size) width=(width) height=(0.94 * size) rx=(0.06 * size) fill="none" stroke=[fill]
            stroke-width=(0.04 * size) {}
        (row(above, 0.43))
        (row(below, 0.03))
    }
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

    fn text(font: Found<'static>, text: &str) -> Run<'static> {
        Run::Text(font, text.to_owned())
    }

    #[test]
    fn a_text_is_split_by_font_and_blanks_stay_with_the_preceding_run() {
        let expected =
            [text(Found::Embedded, "For "), text(Found::Other("han"), "字 典 "), text(Found::Embedded, "fi")];
        assert_eq!(runs("For 字 典 fi", font), expected);
        assert_eq!(runs("\u{16A0} a", font), [Run::Missing('\u{16A0}'), Run::Blank, text(Found::Embedded, "a")]);
    }

    #[test]
    fn grapheme_clusters_stay_together() {
        let family = "\u{1F469}\u{1F3FD}\u{200D}\u{1F467}";
        assert_eq!(runs(family, font), [text(Found::Other("emoji"), family)]);
        let apart = [text(Found::Other("emoji"), "\u{1F98A}"), Run::Blank, text(Found::Embedded, "x")];
        assert_eq!(runs("\u{1F98A} x", font), apart);
        assert_eq!(runs("e\u{353}", font), [text(Found::Embedded, "e"), Run::Missing('\u{353}')]);
    }

    #[test]
    fn a_box_has_the_whole_code_point() {
        let boxed = |sign| numbered(sign, (0.0, 0.0), 10.0, None).into_string();
        assert!(boxed('\u{16A0}').contains(">16<") && boxed('\u{16A0}').contains(">A0<"));
        assert!(boxed('\u{1F600}').contains(">01F<") && boxed('\u{1F600}').contains(">600<"));
    }
}
