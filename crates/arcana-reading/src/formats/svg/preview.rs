//! Preview pictures, as other sites show them beside a link: wide, with a title and a few large cards.

use maud::{Markup, html};

use super::{
    Faces,
    document::{Embedding, Root, document},
    face,
    ink::Ink,
    lettering::{self, Letter, centred},
    signs,
};
use crate::{Care, Disposition, Heading, Reading, SpreadReading, SuitOrStars};
use arcana_engine::cards::{Card, Deck};

/// The size that other sites expect.
const WIDTH: i32 = 1200;
const HEIGHT: i32 = 630;
/// Maximum width of the texts.
const MOST: u32 = 1080;
/// Number of lines above the cards; lines of the title count double.
const LINES: usize = 4;
/// Number of lines without cards.
const LINES_ALONE: usize = 12;
/// Font sizes and line heights.
const TITLE: (u32, i32) = (66, 74);
const TEXT: (u32, i32) = (36, 46);

/// Maximum number of cards or dice shown.
pub const SHOWN: usize = 5;

/// What a preview picture shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// The title, in large letters.
    pub title: String,
    /// A sentence below it; may be empty.
    pub text: String,
    /// The content below both.
    pub content: PreviewContent,
}

/// The content of a preview picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PreviewContent {
    /// Cards of a deck.
    Cards(Deck, Vec<(Card, Disposition)>),
    /// Nothing: the text has the room.
    Nothing,
    /// Dice with their faces.
    Dice(Vec<u8>),
}

impl Preview {
    /// A reading: the querent, the question, and cards from all over the table.
    pub fn of_reading(reading: &Reading, heading: &Heading) -> Preview {
        if let Some(care) = reading.care {
            return Preview::of_care(care, heading.title(reading));
        }
        let cards = reading.places().flat_map(|place| &place.cards).map(|card| (card.id, card.disposition));
        Preview::of_cards(heading.title(reading), heading, reading.deck, &cards.collect::<Vec<_>>())
    }

    /// The same of a reading of a spread.
    pub fn of_spread(reading: &SpreadReading, heading: &Heading) -> Preview {
        let title = heading.title_of_spread(reading);
        if let Some(care) = reading.care {
            return Preview::of_care(care, title);
        }
        let cards = reading.places.iter().map(|it| (it.card.id, it.card.disposition()));
        Preview::of_cards(title, heading, reading.deck, &cards.collect::<Vec<_>>())
    }

    /// Whom to turn to, without the question and the cards.
    fn of_care(care: Care, title: String) -> Preview {
        Preview { title, text: care.sentence().to_owned(), content: PreviewContent::Nothing }
    }

    fn of_cards(title: String, heading: &Heading, deck: Deck, all: &[(Card, Disposition)]) -> Preview {
        let shown = SHOWN.min(all.len());
        let cards = (0..shown).map(|place| all[place * (all.len() - 1) / (shown - 1).max(1)]).collect();
        Preview {
            title,
            text: heading.question_line().unwrap_or_default(),
            content: PreviewContent::Cards(deck, cards),
        }
    }

    /// The picture, with cards of this look.
    pub fn picture(&self, faces: Faces<'_>) -> String {
        let root = Root {
            id: "preview",
            language: "en",
            size: (WIDTH, HEIGHT),
            title: &self.title,
            description: &self.text,
            embedding: Embedding::Standalone,
        };
        document(
            &root,
            &html! {
                rect width=(WIDTH) height=(HEIGHT) class=(Ink::Table.fill()) fill=(Ink::Table.light()) {}
                (frame())
                (self.heading())
                (self.table(faces))
            },
        )
    }

    fn heading(&self) -> Markup {
        let title = cut(&self.title, 2, (TITLE.0, Letter::Bold));
        let lines = match self.content {
            PreviewContent::Cards(..) | PreviewContent::Dice(_) => LINES,
            PreviewContent::Nothing => LINES_ALONE,
        };
        let text = cut(&self.text, lines - 2 * title.len(), (TEXT.0, Letter::Italic));
        let height = title.len() as i32 * TITLE.1 + text.len() as i32 * TEXT.1;
        let top = 12 + (lines as i32 * TEXT.1 + 44 - height) / 2;
        let below = top + title.len() as i32 * TITLE.1;
        html! {
            @for (line, place) in title.iter().zip(1..) {
                (centred(line, (WIDTH / 2, top + place * TITLE.1 - 8), (TITLE.0, Letter::Bold, Ink::Text)))
            }
            @for (line, place) in text.iter().zip(1..) {
                (centred(line, (WIDTH / 2, below + place * TEXT.1), (TEXT.0, Letter::Italic, Ink::Muted)))
            }
        }
    }

    fn table(&self, faces: Faces<'_>) -> Markup {
        match &self.content {
            PreviewContent::Cards(deck, cards) if cards.is_empty() => suits(*deck),
            PreviewContent::Cards(deck, cards) => fan(*deck, &cards[..cards.len().min(SHOWN)], faces),
            PreviewContent::Nothing => html! {},
            PreviewContent::Dice(dice) => row(&dice[..dice.len().min(SHOWN)]),
        }
    }
}

/// The text in at most `most` lines; the rest is cut off.
fn cut(text: &str, most: usize, (size, letter): (u32, Letter)) -> Vec<String> {
    let mut lines = lettering::even_lines(text, MOST, size, letter);
    if lines.len() > most {
        lines = lettering::lines(text, MOST - size, size, letter);
        lines.truncate(most);
        lines.iter_mut().skip(most.saturating_sub(1)).for_each(|line| line.push('…'));
    }
    lines
}

/// A thin line along the edges, as on the cards.
fn frame() -> Markup {
    html! {
        rect x="14" y="14" width=(WIDTH - 28) height=(HEIGHT - 28) rx="16" class=(Ink::Faint.line()) fill="none"
            stroke=(Ink::Faint.light()) stroke-width="3" {}
    }
}

/// Cards held in a hand.
fn fan(deck: Deck, cards: &[(Card, Disposition)], faces: Faces<'_>) -> Markup {
    let middle = cards.len() as i32 - 1;
    html! {
        @for (place, (card, disposition)) in (0..).zip(cards) {
            // In half cards from the centre.
            @let off = 2 * place - middle;
            g transform={ "translate(" (WIDTH / 2 + off * 107) " " (418 + off * off * 2) ") rotate(" (off * 2) ") scale(2.08)" } {
                (face::face(*card, deck, *disposition, faces))
            }
        }
    }
}

/// The symbols of the suits, for a reading without cards.
fn suits(deck: Deck) -> Markup {
    html! {
        @for (suit, place) in SuitOrStars::ALL.into_iter().zip(-2..) {
            @let ink = Ink::of(suit, deck);
            path class=(ink.fill()) fill=(ink.light()) d=(signs::suit(suit, deck))
                transform={ "translate(" (WIDTH / 2 + place * 190) " 420) scale(5.5)" } {}
        }
    }
}

/// Dice in a row.
fn row(dice: &[u8]) -> Markup {
    let middle = dice.len() as i32 - 1;
    html! {
        @for (place, shown) in (0..).zip(dice) {
            @let off = 2 * place - middle;
            g transform={ "translate(" (WIDTH / 2 + off * 106) " " (410 + (place % 2) * 26) ") rotate(" (off * 3) ")" } {
                rect x="-85" y="-85" width="170" height="170" rx="28" class={ (Ink::Face.fill()) " " (Ink::Edge.line()) }
                    fill=(Ink::Face.light()) stroke=(Ink::Edge.light()) stroke-width="4" {}
                @for (x, y) in pips(*shown) {
                    circle cx=(x * 44) cy=(y * 44) r="17" class=(Ink::Stars.fill()) fill=(Ink::Stars.light()) {}
                }
            }
        }
    }
}

/// Positions of a die's pips, in thirds from its centre.
const fn pips(shown: u8) -> &'static [(i32, i32)] {
    match shown {
        1 => &[(0, 0)],
        2 => &[(-1, -1), (1, 1)],
        3 => &[(-1, -1), (0, 0), (1, 1)],
        4 => &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
        5 => &[(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
        6 => &[(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn preview(title: &str, text: &str, content: PreviewContent) -> String {
        Preview { title: title.to_owned(), text: text.to_owned(), content }.picture(Faces::Drawn)
    }

    #[test]
    fn long_texts_are_cut_off() {
        let long = "word ".repeat(60);
        let lines = cut(&long, 2, (TEXT.0, Letter::Italic));
        assert_eq!(lines.len(), 2);
        assert!(lines[1].ends_with('…') && !lines[0].ends_with('…'));
        assert!(lines.iter().all(|line| lettering::width(line, TEXT.0, Letter::Italic) <= MOST));
        assert_eq!(cut("Ada", 2, TITLE_LETTERS), ["Ada"]);
        assert_eq!(cut("", 2, TITLE_LETTERS), [""; 0]);
    }

    const TITLE_LETTERS: (u32, Letter) = (TITLE.0, Letter::Bold);

    #[test]
    fn it_shows_a_few_cards_or_dice_and_no_more() {
        let cards = (0..9).filter_map(Card::new).map(|card| (card, Disposition::Ill)).collect();
        let picture = preview("Fortune", "", PreviewContent::Cards(Deck::Fortunes, cards));
        assert_eq!(picture.matches("rotate(180)").count(), SHOWN);
        let picture = preview("Fortuna", "", PreviewContent::Dice(vec![6, 1, 2, 2, 2, 6]));
        assert_eq!(picture.matches("<circle").count(), 6 + 1 + 2 + 2 + 2);
        let picture = preview("Fortune", "", PreviewContent::Cards(Deck::Fortunes, Vec::new()));
        assert_eq!(picture.matches("<path").count(), SuitOrStars::ALL.len());
    }
}
