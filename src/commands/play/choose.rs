//! What a person types.

use super::host::Decision;
use crate::cards::{Deck, by_name};

/// The meaning of a typed line.
#[derive(Debug, PartialEq)]
pub enum Input {
    /// A step.
    Decision(Decision),
    /// The choice with this number, named by some of its words.
    Named(u32, String),
    /// One of these choices; the person must say which.
    Several(Vec<String>),
    /// Do nothing, where nothing need be done; else look again.
    Pass,
    /// Show the rules.
    Rules,
    /// Show help.
    Help,
    /// Show the table again.
    Look,
    /// Take back a step.
    Undo,
    /// Leave the game.
    Leave,
    /// Not a step, for this reason.
    Unknown(String),
}

/// Reads a line. A choice may be named by its words, or by its card, as far as only one of those in the text of the table
/// has them.
pub fn read(line: &str, table: &str, deck: Deck) -> Input {
    let typed = line.trim();
    match typed.to_lowercase().as_str() {
        "" => Input::Pass,
        "l" | "look" => Input::Look,
        "?" | "rules" => Input::Rules,
        "h" | "help" => Input::Help,
        "u" | "undo" => Input::Undo,
        "q" | "quit" | "exit" => Input::Leave,
        number if number.bytes().all(|byte| byte.is_ascii_digit()) => number.parse().map_or_else(
            |_| Input::Unknown(format!("No choice has number {number}.")),
            |number| Input::Decision(Decision::Choice(number)),
        ),
        object if object.starts_with('{') => serde_json::from_str(typed).map_or_else(
            |why| Input::Unknown(format!("That is not a step: {why}.")),
            |step| Input::Decision(Decision::Step(step)),
        ),
        words => named(words, table, deck),
    }
}

/// The choices whose words have all that was typed.
fn named(typed: &str, table: &str, deck: Deck) -> Input {
    let all = choices(table);
    if let Some((number, words)) = all.iter().find(|(_, words)| words.to_lowercase() == typed) {
        return Input::Named(*number, words.clone());
    }
    let name = by_name(typed, deck).map(|card| deck.card_name(card).to_lowercase());
    let typed: Vec<_> = words_of(name.as_deref().unwrap_or(typed)).collect();
    let has_all = |(_, words): &(u32, String)| {
        let words = words.to_lowercase();
        let words: Vec<_> = words_of(&words).collect();
        !typed.is_empty() && typed.iter().all(|word| words.contains(word))
    };
    match &all.into_iter().filter(has_all).collect::<Vec<_>>()[..] {
        [] => Input::Unknown(format!("No choice has “{}”. h: help.", typed.join(" "))),
        [(number, words)] => Input::Named(*number, words.clone()),
        several => Input::Several(several.iter().map(|(number, words)| format!("{number} {words}")).collect()),
    }
}

/// The numbered choices of a table's text. A line such as `Play:` says what is done with the cards below it.
fn choices(table: &str) -> Vec<(u32, String)> {
    let (mut choices, mut verb) = (Vec::new(), "");
    for line in table.lines() {
        match line.split_once(' ').and_then(|(number, words)| Some((number.parse().ok()?, words))) {
            Some((number, words)) => choices.push((number, format!("{verb} {words}").trim_start().to_owned())),
            None => verb = line.strip_suffix(':').unwrap_or_default(),
        }
    }
    choices
}

/// The words of a text, without the signs between them.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "Bel: 5 cards\n\nYou may play a card.\nPlay:\n1 Two of Wands\n2 Two of Wands and Two of Cups\n3 Death\n4 Draw\n";

    fn chosen(line: &str) -> Option<u32> {
        if let Input::Decision(Decision::Choice(number)) | Input::Named(number, _) = read(line, TABLE, Deck::WaiteSmith)
        {
            return Some(number);
        }
        None
    }

    #[test]
    fn words_choose_the_only_choice_that_has_them() {
        assert_eq!(
            (chosen("two cups"), chosen("Play death"), chosen("ar13"), chosen("draw")),
            (Some(2), Some(3), Some(3), Some(4))
        );
        assert_eq!(chosen("play two of wands"), Some(1), "all its words");
        assert_eq!(chosen("dea"), None, "a part of a word");
        let several = ["1 Play Two of Wands", "2 Play Two of Wands and Two of Cups"].map(ToOwned::to_owned);
        assert_eq!(read("wands", TABLE, Deck::WaiteSmith), Input::Several(several.into()));
        assert!(matches!(read("?!", TABLE, Deck::WaiteSmith), Input::Unknown(_)));
    }

    #[test]
    fn numbers_and_steps_are_sent_as_they_are() {
        assert_eq!(chosen(" 12 "), Some(12));
        assert!(matches!(read("{\"type\": \"draw\"}", TABLE, Deck::Thoth), Input::Decision(Decision::Step(_))));
        assert!(matches!(read("{", TABLE, Deck::Thoth), Input::Unknown(_)));
    }
}
