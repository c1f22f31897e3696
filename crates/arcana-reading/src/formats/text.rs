//! A reading as plain text: the table as the querent sees it, in 79 columns of a monospace font.

use std::iter::repeat_n;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use super::presentation::{CareForm, HOW_WON, Heading, Presentation, UNTOLD};
use crate::{Disposition, PlaceReading, ReadCard, Reading, Zone, ZoneReading};

/// Width of a card's box, including borders.
const BOX: usize = 15;

/// Distance between adjacent positions: a box and a space.
const STEP: usize = BOX + 1;

/// Width of the table: five adjacent positions.
const WIDTH: usize = 5 * STEP - 1;

/// The reading as text: heading, summary, the table from far to near, figures, and the text of each position.
pub fn plain(reading: &Reading, heading: &Heading) -> String {
    if let Some(form) = CareForm::of(reading, heading) {
        return of_care(&form);
    }
    let shown = Presentation::of(reading, heading);
    let mut lines = head(reading, heading);
    lines.push(String::new());
    lines.extend(wrap(&reading.summary.text, WIDTH));
    if let Some(rarity) = shown.rarity() {
        lines.push(String::new());
        lines.extend(wrap(rarity, WIDTH));
    }
    lines.push(String::new());
    lines.push("The table as you see it: the near edge is below.".to_owned());
    for zone in reading.zones.iter().rev() {
        lines.push(String::new());
        lines.push(rule(zone.zone));
        lines.extend(rows(&shown, &zone.places));
    }
    lines.push(String::new());
    lines.extend(figures(reading).iter().flat_map(|line| wrap(line, WIDTH)));
    lines.extend(reading.zones.iter().flat_map(|zone| zone_texts(&shown, zone)));
    lines.extend(tricks(reading));
    lines.push(String::new());
    lines.extend(shown.small_print().flat_map(|line| wrap(line, WIDTH)));
    let mut text = lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n");
    text.push('\n');
    text
}

/// Whom to turn to, and the names of places and cards.
pub(super) fn of_care(form: &CareForm<'_>) -> String {
    let mut lines = vec![UNTOLD.to_owned(), "=".repeat(UNTOLD.width()), String::new()];
    lines.extend(form.said.iter().flat_map(|line| wrap(line, WIDTH)));
    lines.push(String::new());
    lines.extend(form.list().flat_map(|line| wrap(&line, WIDTH)));
    lines.join("\n").trim_end().to_owned() + "\n"
}

fn head(reading: &Reading, heading: &Heading) -> Vec<String> {
    let title = heading.title(reading);
    let mut lines = wrap(&title, WIDTH);
    lines.push("=".repeat(title.width().min(WIDTH)));
    lines.extend(heading.lines().iter().flat_map(|line| wrap(line, WIDTH)));
    lines
}

fn rule(zone: Zone) -> String {
    let name = format!("── {} ", zone.name().to_uppercase());
    let rest = WIDTH.saturating_sub(name.chars().count());
    name + &"─".repeat(rest)
}

/// The positions of a zone as lines, far ones first; those at one height are side by side.
fn rows(shown: &Presentation<'_>, places: &[PlaceReading]) -> Vec<String> {
    let mut heights = places.iter().map(|place| place.place.spot().row).collect::<Vec<_>>();
    heights.sort_unstable();
    heights.dedup();
    let at = |height| places.iter().filter(move |place| place.place.spot().row == height);
    heights.into_iter().rev().flat_map(|height| row(shown, &at(height).collect::<Vec<_>>())).collect()
}

fn row(shown: &Presentation<'_>, places: &[&PlaceReading]) -> Vec<String> {
    let mut places = places.iter().map(|place| (*place, inside(shown, place))).collect::<Vec<_>>();
    places.sort_by_key(|(place, _)| place.place.spot().column);
    let height = places.iter().map(|(_, inside)| inside.len()).max().unwrap_or(0);
    let mut lines = vec![String::new(); height + 2];
    for (place, inside) in &places {
        // The leftmost position of any zone is four half cards from the centre.
        let left = (place.place.spot().column + 4) as usize * STEP / 2;
        for (line, part) in lines.iter_mut().zip(boxed(inside, height, place.cards.is_empty())) {
            line.extend(repeat_n(' ', left.saturating_sub(line.width())));
            line.push_str(&part);
        }
    }
    lines
}

fn boxed(inside: &[String], height: usize, empty: bool) -> Vec<String> {
    let (across, down) = if empty { ("╌", "╎") } else { ("─", "│") };
    let width = BOX - 2;
    let edge = across.repeat(width);
    let blank = String::new();
    let body = (0..height).map(|line| format!("{down}{}{down}", centred(inside.get(line).unwrap_or(&blank), width)));
    let mut lines = vec![format!("┌{edge}┐")];
    lines.extend(body);
    lines.push(format!("└{edge}┘"));
    lines
}

/// A text in the middle of `width` columns.
fn centred(text: &str, width: usize) -> String {
    let free = width.saturating_sub(text.width());
    let left = free / 2;
    format!("{}{text}{}", " ".repeat(left), " ".repeat(free - left))
}

/// The content of a position's box: its title and cards.
fn inside(shown: &Presentation<'_>, place: &PlaceReading) -> Vec<String> {
    let width = BOX - 2;
    let mut lines = wrap(&shown.title(place.place), width);
    lines.push(String::new());
    if place.cards.is_empty() {
        lines.push("(empty)".to_owned());
    }
    for (index, card) in place.cards.iter().enumerate() {
        if index > 0 {
            lines.push("and".to_owned());
        }
        lines.extend(wrap(&card.name, width));
        if card.disposition == Disposition::Ill {
            lines.push("▼ turned".to_owned());
        }
    }
    lines
}

/// The texts of a zone's positions, in reading order.
fn zone_texts<'a>(shown: &Presentation<'a>, zone: &'a ZoneReading) -> Vec<String> {
    let mut lines = vec![String::new(), rule(zone.zone)];
    lines.extend(zone.about.iter().flat_map(|about| wrap(about, WIDTH)));
    for place in zone.filled() {
        lines.push(String::new());
        lines.extend(wrap(&shown.line(place), WIDTH));
        lines.extend(indented(&names(place), 2));
        lines.extend(indented(&place.text, 4));
    }
    if let Some(empty) = &zone.empty {
        lines.push(String::new());
        lines.extend(wrap(empty, WIDTH));
    }
    lines
}

/// How the cards were won, if the game is known.
fn tricks(reading: &Reading) -> Vec<String> {
    let won = reading.cards().filter_map(|card| Some(format!("{}: {}", card.name, card.won.as_ref()?.text)));
    let won = won.flat_map(|line| indented(&line, 2)).collect::<Vec<_>>();
    let heading = (!won.is_empty()).then(|| [String::new(), HOW_WON.to_owned()]);
    heading.into_iter().flatten().chain(won).collect()
}

fn names(place: &PlaceReading) -> String {
    let name = |card: &ReadCard| match card.title {
        Some(title) => format!("{}, “{title}”", card.label()),
        None => card.label(),
    };
    if place.cards.is_empty() {
        return "(empty)".to_owned();
    }
    place.cards.iter().map(name).collect::<Vec<_>>().join(", ")
}

pub(super) fn indented(text: &str, indent: usize) -> Vec<String> {
    wrap(text, WIDTH - indent).iter().map(|line| " ".repeat(indent) + line).collect()
}

fn figures(reading: &Reading) -> Vec<String> {
    let figures = reading.figures().map(|(name, value)| format!("{name}: {value}"));
    let leftovers = reading.leftovers().map(|(title, cards)| format!("{title}: {}", labels(cards)));
    figures.into_iter().chain(leftovers).collect()
}

fn labels(cards: &[ReadCard]) -> String {
    cards.iter().map(ReadCard::label).collect::<Vec<_>>().join(", ")
}

/// Wraps text at `width` columns, between words if possible. East Asian letters take two columns, and accents none.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let mut rest = word;
        while !rest.is_empty() {
            let line = lines.last_mut().expect("there is a line from the start");
            if !line.is_empty() {
                if line.width() + 1 + rest.width() > width {
                    lines.push(String::new());
                    continue;
                }
                line.push(' ');
            }
            let (first, more) = rest.split_at(cut(rest, width));
            line.push_str(first);
            rest = more;
        }
    }
    lines
}

/// Where to cut a text so that what is before takes up to `width` columns, but at least one letter with its accents.
fn cut(text: &str, width: usize) -> usize {
    let mut used = 0;
    let fits = |(at, letter): (usize, &str)| {
        used += letter.width();
        (at > 0 && used > width).then_some(at)
    };
    text.grapheme_indices(true).find_map(fits).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ReadingChoice, TeamOutcome, Tricks, WonTrick, read};
    use arcana_engine::cards::PACK;

    fn reading(own: usize, partner: usize) -> Reading {
        let turned = |n: usize| if n.is_multiple_of(3) { Disposition::Ill } else { Disposition::Well };
        let won = |n: usize| WonTrick { card: PACK[(n * 11 + 4) % 78], disposition: turned(n) };
        let tricks = Tricks {
            own: (0..own).map(won).collect(),
            partner: (own..own + partner).map(won).collect(),
            outcome: TeamOutcome::Won,
            seats: None,
        };
        read(&tricks, ReadingChoice::default()).expect("different cards").told_for("", [])
    }

    #[test]
    fn the_table_is_drawn_far_to_near_and_described_near_to_far() {
        let text = plain(&reading(10, 9), &Heading::default());
        let zones = text.lines().filter_map(|line| line.strip_prefix("── ")?.split(' ').next()).collect::<Vec<_>>();
        assert_eq!(zones[..5], ["UNIVERSE", "REALM", "FATE", "CLAN", "MAN"]);
        assert_eq!(zones[5..], ["MAN", "CLAN", "FATE", "REALM", "UNIVERSE"]);
    }

    #[test]
    fn positions_at_one_height_are_side_by_side_with_reversed_and_empty_ones_marked() {
        let text = plain(&reading(3, 2), &Heading::default());
        let future = [
            "── FUTURE ─────────────────────────────────────────────────────────────────────",
            "        ┌─────────────┐ ┌─────────────┐ ┌╌╌╌╌╌╌╌╌╌╌╌╌╌┐ ┌╌╌╌╌╌╌╌╌╌╌╌╌╌┐",
            "        │    Hopes    │ │    Fears    │ ╎   Enemies   ╎ ╎   Allies    ╎",
            "        │             │ │             │ ╎             ╎ ╎             ╎",
            "        │ Two of Cups │ │Riga of Cups │ ╎   (empty)   ╎ ╎   (empty)   ╎",
            "        │  ▼ turned   │ │             │ ╎             ╎ ╎             ╎",
            "        └─────────────┘ └─────────────┘ └╌╌╌╌╌╌╌╌╌╌╌╌╌┘ └╌╌╌╌╌╌╌╌╌╌╌╌╌┘",
        ];
        assert!(text.contains(&future.join("\n")), "{text}");
    }

    #[test]
    fn boxes_stay_in_their_columns_with_names_of_east_asian_letters() {
        let heading = Heading { partner: Some("王小明".into()), ..Heading::default() };
        let text = plain(&reading(10, 9), &heading);
        let boxes = text.lines().filter(|line| line.ends_with(['┐', '│', '╎', '┘'])).collect::<Vec<_>>();
        assert!(boxes.iter().any(|line| line.contains("╎  王小明’s   ╎")), "{text}");
        let ends_a_box = |line: &&str| line.width() <= WIDTH && line.width() % (STEP / 2) == STEP / 2 - 1;
        assert!(boxes.iter().all(ends_a_box), "{text}");
    }

    #[test]
    fn two_cards_of_a_shared_fate_share_a_box() {
        let text = plain(&reading(10, 9), &Heading::default());
        assert!(text.contains("│ Temperance  │"), "{text}");
        assert!(text.contains("│     and     │"), "{text}");
    }

    #[test]
    fn no_line_is_wider_than_the_table_whatever_the_names() {
        let heading = Heading {
            querent: Some("An Extraordinarily-Long-Name-Of-Sixty-Four-Characters-In-All-Indeed".into()),
            question: Some("why ".repeat(125)),
            ..Heading::default()
        };
        let mut crowded = reading(10, 9);
        crowded.beyond = crowded.cards().cloned().collect();
        let text = plain(&crowded, &heading);
        assert!(text.lines().all(|line| line.width() <= WIDTH), "{text}");
    }

    #[test]
    fn figures_summary_and_every_positions_text_are_included() {
        let reading = reading(3, 2);
        let text = plain(&reading, &Heading::default());
        let figures = "Layout: simple\n\
                       Cards: 5 (3 well-disposed, 2 turned)\n\
                       Suits: Wands 1, Cups 2, Swords 0, Pentacles 0, Stars 2\n\
                       Element: none leads\n\
                       Courts: 1\n";
        assert!(text.contains(figures), "{text}");
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(&reading.summary.text), "{text}");
        assert!(reading.places().all(|place| words.contains(&place.text)), "{text}");
    }

    #[test]
    fn only_long_words_are_split() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("extraordinary", 5), ["extra", "ordin", "ary"]);
        assert_eq!(wrap("", 5), [""]);
        assert_eq!(wrap("字字字", 5), ["字字", "字"]);
        assert_eq!(wrap("e\u{301}e\u{301}e\u{301}", 2), ["e\u{301}e\u{301}", "e\u{301}"]);
        assert_eq!(wrap("字", 1), ["字"]);
        assert_eq!(wrap("\u{ad} b", 5), ["\u{ad} b"], "what has no width is a word too");
    }
}
