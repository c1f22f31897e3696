//! Parses what the person types into a step.

#[cfg(test)]
mod tests;

use serde_json::{Value, json};

use super::{
    host::{Prompt, Seen},
    screens::Screen,
    words::choice,
};
use crate::{
    cards::{Card, Deck, Hand, by_name},
    games::{GameStep, NamedDue, Player},
};

/// Maximum number of steps listed.
const MAX_LISTED: usize = 40;

/// The meaning of a typed line.
#[derive(Debug, PartialEq)]
pub enum Input<S> {
    /// This step, which may be illegal.
    Step(S),
    /// One of the steps at these indices; the person must choose.
    Several(Vec<usize>),
    /// Pass: the person does not speak.
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

/// The legal steps with their numbers and descriptions.
pub struct Menu<S> {
    steps: Vec<S>,
    items: Vec<Item>,
    player: Player,
    deck: Deck,
    types: Vec<&'static str>,
    truncated: bool,
    /// Makes the step of an amount, where every step is one.
    with_amount: Option<fn(&S, u32) -> Option<S>>,
}

/// A step in the menu.
struct Item {
    number: u32,
    /// What the person does, in words.
    deed: String,
    /// The cards, in the order of the step.
    cards: Vec<Card>,
}

impl Item {
    /// The words with the ids of the cards.
    fn shown(&self) -> String {
        let ids: Vec<_> = self.cards.iter().map(|card| card.id()).collect();
        format!("{} {}", self.deed, ids.join(" ")).trim_end().to_owned()
    }
}

impl<S: GameStep> Menu<S> {
    /// The menu of the person's legal steps.
    pub fn of<G: Screen<Step = S>>(seen: &Seen<G>) -> Menu<S> {
        let names = seen.perspective.names();
        let amounts: Option<Vec<u32>> = seen.legal.iter().map(G::amount).collect();
        let numbers = amounts.filter(|amounts| !amounts.is_empty() && amounts.is_sorted_by(|a, b| a < b));
        let item = |(place, step): (usize, &S)| {
            let narration = G::narrate(&names, step);
            let number = numbers.as_ref().map_or(place as u32 + 1, |numbers| numbers[place]);
            Item { number, deed: choice(&narration.sentence), cards: narration.moved }
        };
        let types = match &seen.due {
            NamedDue::Players { types, .. } => types.clone(),
            NamedDue::Table { .. } | NamedDue::Over { .. } => Vec::new(),
        };
        Menu {
            items: seen.legal.iter().enumerate().map(item).collect(),
            steps: seen.legal.clone(),
            player: seen.perspective.seat,
            deck: seen.perspective.deck,
            types,
            truncated: seen.truncated,
            with_amount: numbers.is_some().then_some(G::with_amount),
        }
    }

    /// Each step with its number. If there are too many, the first of them and a line with their count.
    pub fn listed(&self) -> (Vec<String>, Option<String>) {
        self.listed_of(&(0..self.items.len()).collect::<Vec<_>>())
    }

    /// The same for the steps at these indices.
    pub fn listed_of(&self, places: &[usize]) -> (Vec<String>, Option<String>) {
        let line = |place: &usize| format!("{:>3}  {}", self.items[*place].number, self.items[*place].shown());
        let lines = places.iter().take(MAX_LISTED).map(line).collect();
        let more = (places.len() > MAX_LISTED || self.truncated).then(|| {
            let count = places.len();
            let or_more = if self.truncated { " or more" } else { "" };
            let how = if self.with_amount.is_some() { "a number" } else { "words of a step, or its cards" };
            format!("… {count}{or_more} in all: type {how}.")
        });
        (lines, more)
    }

    /// Parses a line.
    pub fn read(&self, line: &str, prompt: Prompt) -> Input<S> {
        let text = line.trim();
        match text.to_lowercase().as_str() {
            "" if prompt == Prompt::May => Input::Pass,
            "" | "l" | "look" => Input::Look,
            "?" | "rules" => Input::Rules,
            "h" | "help" => Input::Help,
            "u" | "undo" => Input::Undo,
            "q" | "quit" | "exit" => Input::Leave,
            number if number.bytes().all(|byte| byte.is_ascii_digit()) => self.numbered(number),
            object if object.starts_with('{') => self.object(text),
            words => self.words(words),
        }
    }

    fn numbered(&self, text: &str) -> Input<S> {
        let number = text.parse::<u32>().ok();
        let place = number.and_then(|number| self.items.iter().position(|item| item.number == number));
        if let Some(place) = place {
            return Input::Step(self.steps[place].clone());
        }
        // The list may have been truncated, so that the rules say which amounts are legal.
        let amount = self.with_amount.and_then(|with_amount| with_amount(self.steps.first()?, number?));
        match (amount, &self.items[..]) {
            (Some(step), _) => Input::Step(step),
            (None, []) => Input::Unknown("No step can be made now.".to_owned()),
            (None, [only]) => Input::Unknown(format!("No step has number {text}: there is only {}.", only.number)),
            (None, [first, .., last]) => {
                Input::Unknown(format!("No step has number {text}: choose {} to {}.", first.number, last.number))
            }
        }
    }

    /// Parses a step as JSON. The player may be left out.
    fn object(&self, text: &str) -> Input<S> {
        let step = serde_json::from_str(text).and_then(|mut step: serde_json::Map<String, Value>| {
            step.entry("player").or_insert_with(|| json!(self.player));
            serde_json::from_value(Value::Object(step))
        });
        step.map_or_else(|why| Input::Unknown(format!("That is not a step: {why}.")), Input::Step)
    }

    /// Finds the step that has these words, or these cards in their order or in another one, or else those that have
    /// all of the words.
    fn words(&self, text: &str) -> Input<S> {
        let cards = cards_of(text, self.deck).filter(|cards| !cards.is_empty());
        let named = |item: &Item| [&item.deed, &item.shown()].iter().any(|words| words.to_lowercase() == text);
        let in_order = |item: &Item| cards.as_ref() == Some(&item.cards);
        let hand = |cards: &[Card]| cards.iter().copied().collect::<Hand>();
        // A list that is truncated may lack the step with the cards in the order that was typed.
        let same_cards =
            |item: &Item| !self.truncated && cards.as_ref().is_some_and(|cards| hand(cards) == hand(&item.cards));
        let exact: [&dyn Fn(&Item) -> bool; 3] = [&named, &in_order, &same_cards];
        match exact.map(|fits| self.places(fits)).into_iter().find(|places| !places.is_empty()).as_deref() {
            Some([place]) => return Input::Step(self.steps[*place].clone()),
            Some(several) => return Input::Several(several.to_vec()),
            None => {}
        }
        if let Some(step) = cards.as_ref().filter(|_| self.truncated).and_then(|cards| self.step_of(cards)) {
            return Input::Step(step);
        }
        let typed: Vec<_> = words_of(text).collect();
        let has_all = |item: &Item| {
            let words = item.shown().to_lowercase();
            !typed.is_empty() && typed.iter().all(|word| words.contains(word))
        };
        match self.places(&has_all)[..] {
            [] => {}
            [place] if self.is_plain(place, &typed) => return Input::Step(self.steps[place].clone()),
            ref several => return Input::Several(several.to_vec()),
        }
        let made = cards.and_then(|cards| self.step_of(&cards));
        made.map_or_else(|| Input::Unknown(format!("No legal step has “{text}”. h: help.")), Input::Step)
    }

    /// The indices of the steps that fit.
    fn places(&self, fits: &dyn Fn(&Item) -> bool) -> Vec<usize> {
        (0..self.items.len()).filter(|place| fits(&self.items[*place])).collect()
    }

    /// May the only step that has all of the typed words be made? A step stays, so parts of words do not suffice, and no
    /// other step may be missing from the list.
    fn is_plain(&self, place: usize, typed: &[&str]) -> bool {
        let shown = self.items[place].shown().to_lowercase();
        let words: Vec<_> = words_of(&shown).collect();
        !self.truncated && typed.iter().all(|word| words.contains(word))
    }

    /// The step with these cards, of a type that is due.
    fn step_of(&self, cards: &[Card]) -> Option<S> {
        let fields = |kind: &&str| {
            let with = |field: &str, value: Value| json!({"type": kind, "player": self.player, field: value});
            let one = if let [card] = cards { Some(with("card", json!(card))) } else { None };
            [one, Some(with("cards", json!(cards)))].into_iter().flatten().collect::<Vec<_>>()
        };
        self.types.iter().flat_map(fields).find_map(|step| serde_json::from_value(step).ok())
    }
}

/// The words of a text, without the signs between them.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// The cards named in a text by id or name; `None` if it has anything else.
fn cards_of(text: &str, deck: Deck) -> Option<Vec<Card>> {
    let each =
        |pieces: Vec<&str>| pieces.into_iter().map(|piece| by_name(piece, deck).ok()).collect::<Option<Vec<_>>>();
    let with_commas = text.replace(" and ", ",");
    each(vec![text])
        .or_else(|| each(with_commas.split(',').collect()))
        .or_else(|| each(text.split([' ', ',']).filter(|piece| !piece.is_empty()).collect()))
}
