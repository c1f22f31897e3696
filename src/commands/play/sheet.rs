//! The table as lines of text.

use unicode_width::UnicodeWidthStr;

use crate::{
    cards::{Card, Deck, Suit},
    games::Player,
    narration::counted,
    spelling::capital,
};

use super::host::Perspective;

/// Indentation of continued lines.
const INDENT: usize = 2;

/// The table as shown to a person.
#[derive(Default)]
pub struct Sheet {
    rows: Vec<(String, String)>,
    hands: Vec<(String, Vec<Card>)>,
    own_hand: Option<(String, Vec<Card>)>,
}

impl Sheet {
    /// Adds a row unless its text is empty.
    pub fn row(&mut self, label: impl Into<String>, text: impl Into<String>) {
        let (label, text) = (label.into(), text.into());
        if !text.is_empty() {
            self.rows.push((label, text));
        }
    }

    /// Adds an optional row.
    pub fn row_if(&mut self, label: &str, text: Option<impl Into<String>>) {
        if let Some(text) = text {
            self.row(label, text);
        }
    }

    /// Adds the visible cards of a player's hand. The person's own hand comes last.
    pub fn hand(&mut self, perspective: &Perspective, player: Player, cards: impl IntoIterator<Item = Card>) {
        let cards: Vec<_> = cards.into_iter().collect();
        if player == perspective.seat {
            self.own_hand = Some(("Your hand".to_owned(), cards));
        } else {
            self.hands.push((format!("The hand of {}", perspective.player(player)), cards));
        }
    }

    /// The lines, wrapped to a width.
    pub fn lines(&self, deck: Deck, width: usize) -> Vec<String> {
        let rows = self.rows.iter().flat_map(|(label, text)| wrapped(&format!("{label}: {}", capital(text)), width));
        let mut lines: Vec<_> = rows.collect();
        for (owner, cards) in self.hands.iter().chain(&self.own_hand) {
            lines.push(format!("{owner}, {}:", counted(cards.len(), "card")));
            lines.extend(by_suits(cards, deck, width));
        }
        lines
    }
}

/// A hand in order, a line for each suit and one for the trumps.
fn by_suits(cards: &[Card], deck: Deck, width: usize) -> Vec<String> {
    let suits = [None].into_iter().chain(Suit::ALL.map(Some));
    let line = |suit: Option<Suit>| {
        let mut own: Vec<_> = cards.iter().copied().filter(|card| card.suit() == suit).collect();
        own.sort_unstable();
        let name = |card: &Card| match card.rank() {
            Some(rank) => format!("{} {card}", deck.rank_name(rank)),
            None => format!("{} {card}", deck.card_name(*card)),
        };
        let title = suit.map_or(deck.trumps_name(), |suit| deck.suit_name(suit));
        let items: Vec<_> = own.iter().map(name).collect();
        if items.is_empty() { Vec::new() } else { flowed(&format!("  {title}: "), &items, ", ", 2 * INDENT, width) }
    };
    suits.flat_map(line).collect()
}

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

/// Lays out items in as many columns as fit.
pub fn columns(items: &[String], width: usize) -> Vec<String> {
    let widest = items.iter().map(|item| length(item)).max().unwrap_or(0) + 2;
    let across = (width / widest).max(1);
    let padded = |item: &String| format!("{item}{}", " ".repeat(widest - length(item)));
    let line = |items: &[String]| items.iter().map(padded).collect::<String>();
    items
        .chunks(across)
        .flat_map(|items| if across > 1 { vec![line(items)] } else { wrapped(&items[0], width) })
        .collect()
}

/// Columns of a terminal.
fn length(text: &str) -> usize {
    text.width()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_is_shown_by_suit_without_splitting_cards() {
        let cards: Vec<Card> = ["cu02", "wa10", "ar13", "waqu", "ar00"].map(|id| id.parse().expect("a card")).into();
        let lines = by_suits(&cards, Deck::WaiteSmith, 30);
        assert_eq!(
            lines,
            ["  Major Arcana: The Fool ar00,", "    Death ar13", "  Wands: Ten wa10, Queen waqu", "  Cups: Two cu02"]
        );
    }

    #[test]
    fn narrow_terminals_wrap() {
        assert_eq!(wrapped("The cards are dealt anew.", 12), ["The cards", "  are dealt", "  anew."]);
        assert_eq!(columns(&["1 Pass".into(), "2 Draw".into(), "3 Flip".into()], 17), ["1 Pass  2 Draw  ", "3 Flip  "]);
    }
}
