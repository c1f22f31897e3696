//! The players of a game and their results, as short and readable text columns.

use std::{
    fmt::{self, Write as _},
    str::FromStr,
};

use serde_json::Value;

use super::error::damaged;
use crate::{
    games::Player,
    players::Effort,
    service::{
        records::{BotRecord, GameRecord, SeatRecord},
        store::StoreError,
    },
};

/// The `players` column, as in `["Ada",["adept",1,"Bob","Cy"]]`: people by their names; adjacent seats with the same
/// bot are grouped after its name and version, and its effort if it has one.
pub(super) fn to_text(seats: &[SeatRecord]) -> String {
    let mut runs: Vec<Value> = Vec::with_capacity(seats.len());
    for run in seats.chunk_by(|one, next| one.bot.is_some() && one.bot == next.bot) {
        let names = run.iter().map(|seat| Value::from(seat.name.as_str()));
        match run.first().and_then(|seat| seat.bot.as_ref()) {
            Some(bot) => {
                let numbers = [Some(bot.version), bot.effort_number().map(u32::from)].into_iter().flatten();
                let cells = [Value::from(bot.id.as_str())].into_iter().chain(numbers.map(Value::from));
                runs.push(cells.chain(names).collect());
            }
            None => runs.extend(names),
        }
    }
    Value::from(runs).to_string()
}

/// The seats of a `players` column.
pub(super) fn from_text(text: &str) -> Result<Vec<SeatRecord>, StoreError> {
    let runs: Vec<Value> = serde_json::from_str(text).map_err(|_| damaged("players"))?;
    let mut seats = Vec::with_capacity(runs.len());
    for run in runs {
        match run {
            Value::String(name) => seats.push(SeatRecord { name, bot: None }),
            Value::Array(cells) => seats.extend(seats_of_bot(cells).ok_or_else(|| damaged("players"))?),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => return Err(damaged("players")),
        }
    }
    Ok(seats)
}

fn seats_of_bot(cells: Vec<Value>) -> Option<Vec<SeatRecord>> {
    let mut cells = cells.into_iter().peekable();
    let Some(Value::String(id)) = cells.next() else { return None };
    let version = u32::try_from(cells.next()?.as_u64()?).ok()?;
    let effort = match cells.next_if(Value::is_number) {
        Some(effort) => Some(Effort::new(u8::try_from(effort.as_u64()?).ok()?)?),
        None => None,
    };
    let bot = BotRecord { effort, ..BotRecord::new(id, version) };
    let mut seats = Vec::with_capacity(cells.len());
    for cell in cells {
        let Value::String(name) = cell else { return None };
        seats.push(SeatRecord { name, bot: Some(bot.clone()) });
    }
    Some(seats)
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
        write!(text, "{number}").expect("a string takes any text");
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
    fn a_sage_is_stored_with_its_effort() {
        let sage = |effort| BotRecord { effort: Effort::new(effort), ..BotRecord::new("sage", 1) };
        let seats = [6, 6, 10].map(|effort| SeatRecord { name: "Ada".to_owned(), bot: Some(sage(effort)) });
        let text = r#"[["sage",1,6,"Ada","Ada"],["sage",1,10,"Ada"]]"#;
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
        for text in [
            "",
            "{}",
            "[1]",
            "[null]",
            "[[]]",
            r#"[["adept"]]"#,
            r#"[["adept",-1,"A"]]"#,
            r#"[["adept",1,11]]"#,
            r#"[["adept",1,2,3]]"#,
        ] {
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
