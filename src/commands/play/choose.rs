//! Parses what the person types into a step.

use std::ops::RangeInclusive;

use serde_json::{Value, json};

use super::{
    screens::Screen,
    table::{Prompt, Seen},
    words::choice,
};
use crate::{
    cards::{Card, Deck, Hand, alias},
    games::{GameStep, NamedDue, Player},
};

/// Maximum number of steps listed.
const MAX_LISTED: usize = 40;

/// The meaning of a typed line.
#[derive(Debug, PartialEq)]
pub enum Choice<S> {
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
}

/// A step in the menu.
struct Item {
    number: u32,
    words: String,
    cards: Hand,
}

impl<S: GameStep> Menu<S> {
    /// The menu of the person's legal steps.
    pub fn of<G: Screen<Step = S>>(seen: &Seen<G>) -> Menu<S> {
        let names = seen.perspective.names();
        let amounts: Option<Vec<u32>> = seen.legal.iter().map(G::amount).collect();
        let numbers = amounts.filter(|amounts| amounts.is_sorted_by(|a, b| a < b));
        let item = |(place, step): (usize, &S)| {
            let narration = G::narrate(&names, step);
            let ids: Vec<_> = narration.moved.iter().map(Card::id).collect();
            let words = format!("{} {}", choice(&narration.sentence), ids.join(" "));
            let number = numbers.as_ref().map_or(place as u32 + 1, |numbers| numbers[place]);
            Item { number, words: words.trim_end().to_owned(), cards: narration.moved }
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
        }
    }

    /// Each step with its number. If there are too many, the first of them and a line with their count.
    pub fn listed(&self) -> (Vec<String>, Option<String>) {
        self.listed_of(&(0..self.items.len()).collect::<Vec<_>>())
    }

    /// The same for the steps at these indices.
    pub fn listed_of(&self, places: &[usize]) -> (Vec<String>, Option<String>) {
        let line = |place: &usize| format!("{:>3}  {}", self.items[*place].number, self.items[*place].words);
        let lines = places.iter().take(MAX_LISTED).map(line).collect();
        let more = (places.len() > MAX_LISTED || self.truncated).then(|| {
            let count = places.len();
            format!(
                "… {count}{} in all: type words of a step, or its cards.",
                if self.truncated { " or more" } else { "" }
            )
        });
        (lines, more)
    }

    /// The numbers by which steps are chosen, in games where a step is an amount.
    pub fn numbers(&self) -> Option<RangeInclusive<u32>> {
        Some(self.items.first()?.number..=self.items.last()?.number)
    }

    /// Parses a line.
    pub fn read(&self, line: &str, prompt: Prompt) -> Choice<S> {
        let text = line.trim();
        match text {
            "" if prompt == Prompt::May => Choice::Pass,
            "" | "l" => Choice::Look,
            "?" => Choice::Rules,
            "h" => Choice::Help,
            "u" => Choice::Undo,
            "q" => Choice::Leave,
            number if number.bytes().all(|byte| byte.is_ascii_digit()) => self.numbered(number),
            object if object.starts_with('{') => self.object(object),
            words => self.words(words),
        }
    }

    fn numbered(&self, text: &str) -> Choice<S> {
        let found = text.parse().ok().and_then(|number: u32| self.items.iter().position(|item| item.number == number));
        match (found, self.numbers()) {
            (Some(place), _) => Choice::Step(self.steps[place].clone()),
            (None, Some(numbers)) => {
                Choice::Unknown(format!("No step has number {text}: choose {} to {}.", numbers.start(), numbers.end()))
            }
            (None, None) => Choice::Unknown("No step can be made now.".to_owned()),
        }
    }

    /// Parses a step as JSON. The player may be left out.
    fn object(&self, text: &str) -> Choice<S> {
        let step = serde_json::from_str(text).and_then(|mut step: serde_json::Map<String, Value>| {
            step.entry("player").or_insert_with(|| json!(self.player));
            serde_json::from_value(Value::Object(step))
        });
        step.map_or_else(|why| Choice::Unknown(format!("That is not a step: {why}.")), Choice::Step)
    }

    fn words(&self, text: &str) -> Choice<S> {
        let text = text.to_lowercase();
        let cards = cards_of(&text, self.deck);
        let exact = |item: &Item| {
            let same = |cards: &[Card]| cards.iter().copied().collect::<Hand>() == item.cards;
            item.words.to_lowercase() == text || cards.as_deref().is_some_and(same)
        };
        let places = |fits: &dyn Fn(&Item) -> bool| -> Vec<usize> {
            (0..self.items.len()).filter(|place| fits(&self.items[*place])).collect()
        };
        match places(&exact)[..] {
            [place] => return Choice::Step(self.steps[place].clone()),
            [] => {}
            ref several => return Choice::Several(several.to_vec()),
        }
        let has_all = |item: &Item| {
            let words = item.words.to_lowercase();
            text.split_whitespace().all(|word| words.contains(word))
        };
        let several = places(&has_all);
        if !several.is_empty() {
            return Choice::Several(several);
        }
        let made = cards.and_then(|cards| self.step_of(&cards));
        made.map_or_else(|| Choice::Unknown(format!("No legal step has “{}”. h: help.", text.trim())), Choice::Step)
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

/// The cards named in a text by id or name; `None` if it has anything else.
fn cards_of(text: &str, deck: Deck) -> Option<Vec<Card>> {
    let each = |pieces: Vec<&str>| pieces.into_iter().map(|piece| alias(piece, Some(deck))).collect::<Option<Vec<_>>>();
    let with_commas = text.replace(" and ", ",");
    each(vec![text])
        .or_else(|| each(with_commas.split(',').collect()))
        .or_else(|| each(text.split([' ', ',']).filter(|piece| !piece.is_empty()).collect()))
}
