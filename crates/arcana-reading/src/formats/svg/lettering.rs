//! Text in pictures: its width and line breaks.
//!
//! The widths are those of Gelasio, which PNG pictures use; Georgia, which most browsers use, has the same ones.

use maud::{Markup, html};
use unicode_segmentation::UnicodeSegmentation;

use super::ink::Ink;

/// A font style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Letter {
    Plain,
    Italic,
    Bold,
}

/// Widths of the characters from space to `~`, in thousandths of the font size.
const PLAIN: [u16; 95] = [
    241, 331, 412, 643, 610, 817, 710, 215, 375, 375, 472, 643, 270, 374, 270, 469, 614, 430, 559, 552, 565, 528, 566,
    502, 596, 566, 312, 312, 643, 643, 643, 479, 929, 671, 654, 642, 749, 653, 599, 725, 815, 390, 518, 694, 604, 927,
    767, 744, 610, 744, 702, 561, 619, 756, 667, 976, 710, 615, 602, 375, 469, 375, 643, 643, 500, 504, 560, 454, 574,
    483, 325, 509, 582, 293, 292, 536, 286, 881, 591, 539, 571, 560, 410, 432, 345, 575, 497, 737, 505, 492, 444, 430,
    375, 430, 643,
];

const BOLD: [u16; 95] = [
    254, 376, 510, 703, 641, 879, 799, 269, 447, 447, 482, 703, 328, 379, 328, 472, 701, 490, 626, 625, 649, 599, 648,
    554, 676, 648, 367, 367, 703, 703, 703, 548, 967, 758, 757, 715, 834, 721, 671, 807, 913, 446, 595, 817, 686, 1023,
    839, 820, 701, 820, 797, 649, 684, 833, 762, 1126, 809, 732, 689, 447, 472, 447, 703, 703, 500, 596, 646, 531, 663,
    572, 393, 577, 680, 354, 346, 632, 344, 1016, 690, 636, 658, 648, 520, 513, 397, 677, 567, 863, 588, 562, 525, 500,
    388, 500, 703,
];

/// Assumed widths of characters outside the tables: about that of a capital, or a full square for East Asian scripts.
const OTHER: u16 = 700;
const SQUARE: u16 = 1000;

impl Letter {
    /// The value of `font-style`; `None` for the default.
    pub const fn style(self) -> Option<&'static str> {
        match self {
            Letter::Plain | Letter::Bold => None,
            Letter::Italic => Some("italic"),
        }
    }

    /// The value of `font-weight`; `None` for the default.
    pub const fn weight(self) -> Option<&'static str> {
        match self {
            Letter::Plain | Letter::Italic => None,
            Letter::Bold => Some("700"),
        }
    }

    fn width_of(self, sign: char) -> u16 {
        let table = match self {
            Letter::Plain | Letter::Italic => &PLAIN,
            Letter::Bold => &BOLD,
        };
        let place = (sign as usize).checked_sub(' ' as usize);
        let wide = if sign >= '\u{1100}' { SQUARE } else { OTHER };
        place.and_then(|place| table.get(place)).copied().unwrap_or(wide)
    }
}

/// A line of text centred at a point.
pub(super) fn centred(text: &str, (x, y): (i32, i32), (size, letter, ink): (u32, Letter, Ink)) -> Markup {
    html! {
        text x=(x) y=(y) font-size=(size) text-anchor="middle" font-style=[letter.style()] font-weight=[letter.weight()]
            class=(ink.fill()) fill=(ink.light()) { (text) }
    }
}

/// The width of a text in this size.
pub(super) fn width(text: &str, size: u32, letter: Letter) -> u32 {
    text.chars().map(|sign| u32::from(letter.width_of(sign))).sum::<u32>() * size / 1000
}

/// The text in lines no wider than `most`; a word wider than a line is split.
pub(super) fn lines(text: &str, most: u32, size: u32, letter: Letter) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a line from the start");
        let joined = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if width(&joined, size, letter) <= most {
            *line = joined;
        } else {
            lines.extend(parts(word, most, size, letter));
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}

/// The same with lines of about equal width, as narrow as this number of lines allows.
pub(super) fn even_lines(text: &str, most: u32, size: u32, letter: Letter) -> Vec<String> {
    let count = lines(text, most, size, letter).len();
    let (mut too_narrow, mut enough) = (most / 2, most);
    while enough - too_narrow > 1 {
        let middle = (enough + too_narrow) / 2;
        if lines(text, middle, size, letter).len() == count { enough = middle } else { too_narrow = middle }
    }
    lines(text, enough, size, letter)
}

fn parts(word: &str, most: u32, size: u32, letter: Letter) -> Vec<String> {
    let mut parts = vec![String::new()];
    for sign in word.graphemes(true) {
        let last = parts.last_mut().expect("there is a part from the start");
        let before = last.len();
        last.push_str(sign);
        if width(last, size, letter) > most && before > 0 {
            last.truncate(before);
            parts.push(sign.to_owned());
        }
    }
    parts
}

/// Margin of texts from the edges of the picture.
const MARGIN: i32 = 40;

/// Lines of text centred in the picture, one below the other.
pub(super) struct Block {
    width: i32,
    lines: Vec<(String, i32, u32, Letter, Ink)>,
    pub height: i32,
}

impl Block {
    /// An empty block in a picture of this width, below this height.
    pub fn new(width: i32, height: i32) -> Block {
        Block { width, lines: Vec::new(), height }
    }

    /// Adds a text in as many lines as necessary.
    pub fn add(&mut self, text: &str, (size, letter, ink): (u32, Letter, Ink)) {
        let most = (self.width - 2 * MARGIN) as u32;
        for line in even_lines(text, most, size, letter) {
            self.height += size as i32 * 5 / 4;
            self.lines.push((line, self.height, size, letter, ink));
        }
    }

    /// Draws them below this height.
    pub fn draw(&self, top: i32) -> Markup {
        html! {
            @for (text, y, size, letter, ink) in &self.lines {
                (centred(text, (self.width / 2, top + y), (*size, *letter, *ink)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_within_words_that_are_too_wide() {
        assert_eq!(lines("Knight of Pentacles", 130, 20, Letter::Bold), ["Knight of", "Pentacles"]);
        assert_eq!(lines("Pentacles", 50, 20, Letter::Plain), ["Penta", "cles"]);
        assert_eq!(lines("  ", 50, 20, Letter::Plain), [""; 0]);
        assert_eq!(lines("字字字", 1, 20, Letter::Plain), ["字", "字", "字"]);
    }

    #[test]
    fn even_lines_are_about_equally_wide() {
        let question = "Shall I go north, or wait for the second letter?";
        assert_eq!(lines(question, 360, 20, Letter::Plain), ["Shall I go north, or wait for the second", "letter?"]);
        let even = even_lines(question, 360, 20, Letter::Plain);
        assert_eq!(even, ["Shall I go north, or wait", "for the second letter?"]);
    }

    #[test]
    fn bold_is_wider_than_plain() {
        assert!(width("Death", 20, Letter::Bold) > width("Death", 20, Letter::Plain));
    }
}
