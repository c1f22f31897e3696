//! The main loop of a person at a table, until the game is over.

use std::process::ExitCode;

use super::{
    choose::{Input, read},
    host::{Decision, Host, Made, Prompt, Seen},
    terminal::{Terminal, Typed},
};
use crate::{cards::Deck, rules_pages::rules_page};

const HELP: &str = "\
Choose by a number, or by words or a card that only one of the choices has. A step as logs have it works too: \
`{\"type\": \"play\", \"card\": \"wa02\"}`.
  Enter: do nothing, where you need not do anything
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
pub fn sit(host: &mut impl Host, terminal: &mut Terminal, deck: Option<Deck>) -> anyhow::Result<ExitCode> {
    let info = host.ruleset().info();
    let deck = deck.or(info.deck).unwrap_or_default();
    terminal.say(&format!("{}. ?: the rules, h: help.", info.name))?;
    loop {
        let seen = host.look()?;
        terminal.say(&seen.text)?;
        match seen.prompt {
            Prompt::Over => break,
            Prompt::Not => {}
            Prompt::Step => {
                if let TurnEnd::Left(how) = turn(host, &seen, terminal, deck)? {
                    terminal.say(&terminal.farewell().sentences(how))?;
                    return Ok(ExitCode::FAILURE);
                }
            }
            Prompt::Closed => return Ok(ExitCode::FAILURE),
        }
    }
    let ending: Vec<_> = host.ending()?.lines().map(ToOwned::to_owned).collect();
    terminal.print(&ending)?;
    Ok(ExitCode::SUCCESS)
}

/// Makes a step. False if the person has to decide again on the same table.
fn made(host: &mut impl Host, terminal: &Terminal, decision: &Decision) -> anyhow::Result<bool> {
    match host.make(decision)? {
        Made::Done => Ok(true),
        Made::MovedOn => {
            terminal.say("Your step was not made: the table has moved on meanwhile.")?;
            Ok(true)
        }
        Made::Refused(why) => {
            terminal.say(&why)?;
            Ok(false)
        }
    }
}

/// Prompts until the person acts, passes or leaves.
fn turn(host: &mut impl Host, seen: &Seen, terminal: &mut Terminal, deck: Deck) -> anyhow::Result<TurnEnd> {
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
        match read(&line, &seen.text, deck) {
            Input::Decision(decision) => {
                if made(host, terminal, &decision)? {
                    return Ok(TurnEnd::Done);
                }
            }
            Input::Named(number, words) => {
                terminal.say(&format!("{number} {words}"))?;
                if made(host, terminal, &Decision::Choice(number))? {
                    return Ok(TurnEnd::Done);
                }
            }
            Input::Several(choices) => terminal.print(&choices)?,
            Input::Pass => {
                host.pass();
                return Ok(TurnEnd::Done);
            }
            Input::Look => terminal.say(&seen.text)?,
            Input::Rules => terminal.page(rules_page(host.ruleset()))?,
            Input::Help => terminal.say(HELP)?,
            Input::Undo => terminal.say("There is no undo: a step stays.")?,
            Input::Leave => return Ok(TurnEnd::Left("Good-bye")),
            Input::Unknown(why) => terminal.say(&why)?,
        }
    }
}
