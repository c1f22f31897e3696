//! The main loop of a person at a table, until the game is over.

use std::process::ExitCode;

use chrono::{DateTime, Utc};

use super::{
    choose::{Input, Menu},
    host::{Ending, GameHost, Made, Prompt, Seen},
    screens::Screen,
    sheet::columns,
    terminal::{Terminal, Typed},
    words::{said, won_by},
};
use crate::{
    clock::{Clock, SystemClock},
    games::NamedDue,
    rules_pages::rules_page,
    spelling::capital,
};

const HELP: &str = "\
Choose a step by its number, by its cards (`wa02`, `Two of Wands`, several with spaces or commas) or by its words. Words \
of several steps list them. A step as logs have it works too: `{\"type\": \"play\", \"card\": \"wa02\"}`.
  Enter: say nothing, where you need not speak
  l, look: look at the table again
  ?, rules: the rules of the game
  h, help: this help
  u, undo: there is no undo; a step stays
  q, quit, exit, Ctrl-D: leave the table";

/// How a person's turn ended.
enum TurnEnd {
    /// The person acted or passed.
    Done,
    /// The person left, for this reason.
    Left(&'static str),
}

/// Plays to the end of the game, or until the person leaves or the table is closed, which is not a success.
///
/// # Errors
/// The game cannot continue, or the terminal cannot be used.
pub fn sit<G: Screen>(host: &mut impl GameHost<G>, terminal: &mut Terminal) -> anyhow::Result<ExitCode> {
    terminal.say(&format!("{}. ?: the rules, h: help.", G::INFO.name))?;
    loop {
        say_all(terminal, &host.advance()?)?;
        let seen = host.seen();
        match seen.prompt {
            Prompt::Over => break,
            Prompt::Not => {}
            Prompt::Must | Prompt::May => {
                if let TurnEnd::Left(how) = turn(host, &seen, terminal)? {
                    terminal.say(&terminal.farewell().sentences(how))?;
                    return Ok(ExitCode::FAILURE);
                }
            }
            Prompt::Closed => return Ok(ExitCode::FAILURE),
        }
    }
    let seen = host.seen();
    show_result(terminal, &seen, &host.ending()?)?;
    Ok(ExitCode::SUCCESS)
}

fn say_all(terminal: &Terminal, sentences: &[String]) -> anyhow::Result<()> {
    sentences.iter().try_for_each(|sentence| terminal.say(&capital(&said(sentence))))
}

/// Prompts until the person acts, passes or leaves.
fn turn<G: Screen>(host: &mut impl GameHost<G>, seen: &Seen<G>, terminal: &mut Terminal) -> anyhow::Result<TurnEnd> {
    let menu = Menu::of(seen);
    show(terminal, seen, &menu)?;
    terminal.discard_typed()?;
    loop {
        let line = match terminal.ask("> ")? {
            Typed::Line(line) => line,
            Typed::End => return Ok(TurnEnd::Left("The input ended")),
            Typed::Interrupted => return Ok(TurnEnd::Left("Interrupted")),
            Typed::NotText => {
                terminal.say("That line is not text in UTF-8: type it again.")?;
                continue;
            }
        };
        terminal.remember(&line)?;
        match menu.read(&line, seen.prompt) {
            Input::Step(step) => match host.make(&step)? {
                Made::Step(sentences) => {
                    say_all(terminal, &sentences)?;
                    return Ok(TurnEnd::Done);
                }
                Made::Refused(why) => terminal.say(&why)?,
            },
            Input::Several(places) => list(terminal, menu.listed_of(&places))?,
            Input::Pass => {
                host.pass();
                return Ok(TurnEnd::Done);
            }
            Input::Look => show(terminal, seen, &menu)?,
            Input::Rules => terminal.page(G::INFO.id.parse().map_or("", rules_page))?,
            Input::Help => terminal.say(HELP)?,
            Input::Undo => terminal.say("There is no undo: a step stays.")?,
            Input::Leave => return Ok(TurnEnd::Left("Good-bye")),
            Input::Unknown(why) => terminal.say(&why)?,
        }
    }
}

fn show_table<G: Screen>(terminal: &Terminal, seen: &Seen<G>) -> anyhow::Result<()> {
    terminal.say("\n")?;
    let sheet = seen
        .state
        .as_ref()
        .map(|state| G::sheet(&seen.perspective, state).lines(seen.perspective.deck, terminal.width()));
    terminal.print(&sheet.unwrap_or_default())
}

/// Shows the table and the menu.
fn show<G: Screen>(terminal: &Terminal, seen: &Seen<G>, menu: &Menu<G::Step>) -> anyhow::Result<()> {
    show_table(terminal, seen)?;
    let types = match &seen.due {
        NamedDue::Players { types, .. } => types.join(", ").replace('_', " "),
        NamedDue::Table { .. } | NamedDue::Over { .. } => String::new(),
    };
    terminal.say(&match seen.prompt {
        Prompt::Must => format!("It is your turn: {types}."),
        Prompt::May => "You may speak before the others go on. Enter: say nothing.".to_owned(),
        Prompt::Not => "Others are to act.".to_owned(),
        Prompt::Over => "The game is over.".to_owned(),
        Prompt::Closed => "The table was closed.".to_owned(),
    })?;
    if let Some(until) = &seen.until {
        terminal.say(&format!("You have time until {}.", clock_time(until, SystemClock.now())))?;
    }
    list(terminal, menu.listed())
}

/// A deadline in RFC 3339 as the time of a clock, with the date unless it is today.
fn clock_time(deadline: &str, now: DateTime<Utc>) -> String {
    let Ok(time) = DateTime::parse_from_rfc3339(deadline).map(|time| time.to_utc()) else { return deadline.to_owned() };
    let format = if time.date_naive() == now.date_naive() { "%H:%M:%S UTC" } else { "%Y-%m-%d %H:%M UTC" };
    time.format(format).to_string()
}

fn list(terminal: &Terminal, (lines, more): (Vec<String>, Option<String>)) -> anyhow::Result<()> {
    terminal.print(&columns(&lines, terminal.width()))?;
    more.map_or(Ok(()), |more| terminal.say(&more))
}

fn show_result<G: Screen>(terminal: &Terminal, seen: &Seen<G>, ending: &Ending) -> anyhow::Result<()> {
    let perspective = &seen.perspective;
    show_table(terminal, seen)?;
    if !ending.untold.is_empty() {
        terminal.say("What was hidden until now:")?;
        say_all(terminal, &ending.untold)?;
    }
    let winners: Vec<_> = ending.winners.iter().map(|player| perspective.player(*player)).collect();
    let scores = perspective.each(|player| ending.scores.get(player.index()));
    terminal.say(&format!("The game is over. {}. Scores: {scores}.\n{}", won_by(&winners), ending.record))?;
    if let Some(reading) = &ending.reading {
        terminal.say("\n")?;
        terminal.print(&reading.lines().map(ToOwned::to_owned).collect::<Vec<_>>())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_is_shown_as_a_clock_shows_it() {
        let now = "2026-11-26T01:00:00Z".parse().expect("a time");
        assert_eq!(clock_time("2026-11-26T01:21:35.327668Z", now), "01:21:35 UTC");
        assert_eq!(clock_time("2026-11-28T01:21:35Z", now), "2026-11-28 01:21 UTC");
        assert_eq!(clock_time("soon", now), "soon");
    }
}
