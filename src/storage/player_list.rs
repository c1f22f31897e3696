//! The players of a game and their results, as short and readable text columns.

use std::{
    fmt::{self, Write as _},
    str::FromStr,
};

use serde::{
    Deserialize, Deserializer,
    de::{self, SeqAccess, Visitor},
};
use serde_json::Value;

use super::error::damaged;
use crate::{
    games::Player,
    service::{
        records::{BotRecord, GameRecord, SeatRecord},
        store::StoreError,
    },
};

/// The `players` column, as in `["Ada",["adept",1,"Bob","Cy"]]`: people by their names; adjacent seats with the same
/// bot are grouped after its name and version.
pub(super) fn to_text(seats: &[SeatRecord]) -> String {
    let mut text = String::with_capacity(INITIAL_CAPACITY);
    text.push('[');
    for run in seats.chunk_by(|one, next| one.bot.is_some() && one.bot == next.bot) {
        if text.len() > 1 {
            text.push(',');
        }
        let bot = run.first().and_then(|seat| seat.bot.as_ref());
        if let Some(BotRecord { id, version }) = bot {
            text.push('[');
            push_json(&mut text, id);
            write!(text, ",{version}").expect(ANY_TEXT);
        }
        for seat in run {
            if bot.is_some() {
                text.push(',');
            }
            push_json(&mut text, &seat.name);
        }
        text.push_str(if bot.is_some() { "]" } else { "" });
    }
    text.push(']');
    text
}

/// Initial capacity of this column in bytes, enough for most games.
const INITIAL_CAPACITY: usize = 96;

const ANY_TEXT: &str = "a string takes any text";

/// Adds a text as JSON. Few texts need escapes.
fn push_json(text: &mut String, part: &str) {
    if part.bytes().any(|byte| byte < b' ' || matches!(byte, b'"' | b'\\')) {
        return write!(text, "{}", Value::from(part)).expect(ANY_TEXT);
    }
    text.push('"');
    text.push_str(part);
    text.push('"');
}

/// The seats of a `players` column.
pub(super) fn from_text(text: &str) -> Result<Vec<SeatRecord>, StoreError> {
    let runs: Vec<Run> = serde_json::from_str(text).map_err(|_| damaged("players"))?;
    let mut seats = Vec::with_capacity(USUAL_PLAYERS);
    for Run { bot, names } in runs {
        seats.extend(names.into_iter().map(|name| SeatRecord { name, bot: bot.clone() }));
    }
    Ok(seats)
}

/// Number of players of most games.
const USUAL_PLAYERS: usize = 4;

/// Adjacent seats with the same bot, or a person.
struct Run {
    bot: Option<BotRecord>,
    names: Vec<String>,
}

impl<'de> Deserialize<'de> for Run {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Run, D::Error> {
        deserializer.deserialize_any(RunVisitor)
    }
}

struct RunVisitor;

impl<'de> Visitor<'de> for RunVisitor {
    type Value = Run;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a name, or an array of a bot, its version and names")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Run, E> {
        Ok(Run { bot: None, names: vec![name.to_owned()] })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut run: A) -> Result<Run, A::Error> {
        let id = run.next_element()?.ok_or_else(|| de::Error::invalid_length(0, &self))?;
        let version = run.next_element()?.ok_or_else(|| de::Error::invalid_length(1, &self))?;
        let mut names = Vec::with_capacity(USUAL_PLAYERS);
        while let Some(name) = run.next_element()? {
            names.push(name);
        }
        Ok(Run { bot: Some(BotRecord { id, version }), names })
    }
}

/// The distinct names of the players, in the order of the seats, and whether one of the name's seats won.
pub(super) fn names(game: &GameRecord) -> Vec<(&str, bool)> {
    let mut names: Vec<(&str, bool)> = Vec::with_capacity(game.players.len());
    for (seat, player) in game.players.iter().zip(Player::all(game.players.len())) {
        let won = game.winners.contains(&player);
        match names.iter_mut().find(|(name, _)| *name == seat.name) {
            Some((_, winner)) => *winner |= won,
            None => names.push((&seat.name, won)),
        }
    }
    names
}

/// Writes numbers as a column, as in `9,5,10,7`.
pub(super) fn list<T: fmt::Display>(numbers: impl IntoIterator<Item = T>) -> String {
    let mut text = String::new();
    for number in numbers {
        if !text.is_empty() {
            text.push(',');
        }
        write!(text, "{number}").expect(ANY_TEXT);
    }
    text
}

/// Reads the numbers of a column.
pub(super) fn unlist<T: FromStr>(text: &str, column: &str) -> Result<Vec<T>, StoreError> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    text.split(',').map(|number| number.parse().map_err(|_| damaged(column))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(name: &str, bot: Option<(&str, u32)>) -> SeatRecord {
        SeatRecord { name: name.to_owned(), bot: bot.map(|(id, version)| BotRecord::new(id, version)) }
    }

    #[test]
    fn adjacent_seats_with_the_same_bot_are_grouped() {
        let adept = Some(("adept", 1));
        let seats = [seat("Ada", None), seat("Bob", adept), seat("Cy", adept), seat("Di", Some(("adept", 2)))];
        let text = r#"["Ada",["adept",1,"Bob","Cy"],["adept",2,"Di"]]"#;
        assert_eq!(to_text(&seats), text);
        assert_eq!(from_text(text).expect("seats"), seats);
    }

    #[test]
    fn any_name_round_trips_as_json() {
        for name in ["", "Zoë", "[", "a \"quoted\" \\ name", "tab\tand\nline", "\u{7f}\u{1}"] {
            let seats = [seat(name, None), seat(name, Some((name, 3))), seat("x", Some((name, 3)))];
            let text = to_text(&seats);
            let value: Value = serde_json::from_str(&text).expect("JSON");
            assert_eq!(value.to_string(), text);
            assert_eq!(from_text(&text).expect("seats"), seats, "{text}");
        }
    }

    #[test]
    fn an_empty_list_round_trips() {
        assert_eq!(to_text(&[]), "[]");
        assert_eq!(from_text("[]").expect("seats"), []);
    }

    #[test]
    fn malformed_columns_are_rejected() {
        for text in ["", "{}", "[1]", "[null]", "[[]]", r#"[["adept"]]"#, r#"[["adept",-1,"A"]]"#, r#"[["adept",1,2]]"#]
        {
            assert!(from_text(text).is_err(), "{text}");
        }
    }

    #[test]
    fn numbers_are_separated_by_commas() {
        assert_eq!(list([-1_i64, 20, 3]), "-1,20,3");
        assert_eq!(unlist::<i64>("-1,20,3", "scores").expect("numbers"), [-1, 20, 3]);
        assert!(unlist::<u8>("", "winners").expect("numbers").is_empty());
        assert!(unlist::<u8>("1,,2", "winners").is_err());
        assert!(unlist::<u8>("256", "winners").is_err());
    }
}
