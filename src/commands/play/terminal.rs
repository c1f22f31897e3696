//! The terminal: line input and output. Works through pipes too.

use std::io::{BufRead, ErrorKind, IsTerminal, stdin, stdout};

use rustix::termios::{QueueSelector, tcflush, tcgetwinsize};
use rustyline::{DefaultEditor, error::ReadlineError};

use super::{
    leaving::{Farewell, leave_on_signals},
    page,
    wrap::wrapped,
};
use crate::{
    cards::{Deck, Suit},
    commands::output::{self, sanitised},
    telemetry::shows_colours,
};

/// Default width.
const WIDTH: usize = 79;
/// Minimum width.
const MIN_WIDTH: usize = 20;
/// Default height.
const HEIGHT: usize = 24;

/// Input of the person.
pub enum Typed {
    /// A line.
    Line(String),
    /// The end of the input: Ctrl-D.
    End,
    /// Ctrl-C.
    Interrupted,
    /// A line that is not UTF-8.
    NotText,
}

/// The terminal, or its replacement by pipes.
pub struct Terminal {
    /// The line editor; `None` if the input is a pipe.
    editor: Option<DefaultEditor>,
    colours: bool,
    farewell: Farewell,
}

impl Terminal {
    /// The terminal or pipes of this process, which from now on SIGINT and SIGTERM end as if the person left.
    ///
    /// # Errors
    /// The terminal cannot be used.
    pub fn new() -> anyhow::Result<Terminal> {
        let shown = stdout().is_terminal();
        let editor = (shown && stdin().is_terminal()).then(DefaultEditor::new).transpose()?;
        let farewell = Farewell::default();
        leave_on_signals(farewell.clone(), editor.is_some())?;
        Ok(Terminal { editor, colours: shows_colours(&stdout()), farewell })
    }

    /// What is said to a person who leaves.
    pub fn farewell(&self) -> &Farewell {
        &self.farewell
    }

    /// Width in columns.
    pub fn width(&self) -> usize {
        self.size().0.clamp(MIN_WIDTH, WIDTH)
    }

    fn size(&self) -> (usize, usize) {
        let size = tcgetwinsize(stdout()).ok().filter(|size| size.ws_col > 0 && size.ws_row > 0);
        size.map_or((WIDTH, HEIGHT), |size| (usize::from(size.ws_col), usize::from(size.ws_row)))
    }

    /// Prints text, wrapped.
    ///
    /// # Errors
    /// Printing fails.
    pub fn say(&self, text: &str) -> anyhow::Result<()> {
        text.lines().try_for_each(|line| self.print(&wrapped(line, self.width())))
    }

    /// Prints lines as they are.
    ///
    /// # Errors
    /// Printing fails.
    pub fn print(&self, lines: &[String]) -> anyhow::Result<()> {
        let plain = |line: &String| sanitised(line.trim_end()).replace('\n', "?");
        let coloured = lines.iter().map(|line| self.coloured(&plain(line)) + "\n");
        output::print(&coloured.collect::<String>())
    }

    /// Discards what was typed before the person could see the table: it was not meant for it. A pipe is read as it is.
    ///
    /// # Errors
    /// The terminal cannot be used.
    pub fn discard_typed(&self) -> anyhow::Result<()> {
        if self.editor.is_some() {
            tcflush(stdin(), QueueSelector::IFlush)?;
        }
        Ok(())
    }

    /// Offers a line again, for editing.
    ///
    /// # Errors
    /// The line editor fails.
    pub fn remember(&mut self, line: &str) -> anyhow::Result<()> {
        if let Some(editor) = &mut self.editor {
            editor.add_history_entry(line)?;
        }
        Ok(())
    }

    /// Prompts for a line.
    ///
    /// # Errors
    /// Reading fails.
    pub fn ask(&mut self, prompt: &str) -> anyhow::Result<Typed> {
        let Some(editor) = &mut self.editor else { return read_line() };
        match editor.readline(prompt) {
            Ok(line) => Ok(Typed::Line(line)),
            Err(ReadlineError::Eof) => Ok(Typed::End),
            Err(ReadlineError::Interrupted) => Ok(Typed::Interrupted),
            Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => Ok(Typed::NotText),
            Err(error) => Err(error.into()),
        }
    }

    /// Prints a long text of Markdown, page by page on a terminal.
    ///
    /// # Errors
    /// Printing or reading fails.
    pub fn page(&mut self, text: &str) -> anyhow::Result<()> {
        let lines = page::lines(text, self.width());
        if self.editor.is_none() {
            return self.print(&lines);
        }
        let screen = self.size().1.saturating_sub(1).max(1);
        for (number, part) in lines.chunks(screen).enumerate() {
            let more = match number {
                0 => Typed::Line(String::new()),
                _ => self.ask("Enter for more, q to go back: ")?,
            };
            match more {
                Typed::Line(line) if line.trim().is_empty() => self.print(part)?,
                Typed::Line(_) | Typed::End | Typed::Interrupted | Typed::NotText => break,
            }
        }
        Ok(())
    }

    /// Colours the names of suits.
    fn coloured(&self, line: &str) -> String {
        if !self.colours {
            return line.to_owned();
        }
        let mut coloured = String::with_capacity(line.len());
        for word in line.split_inclusive(|sign: char| !sign.is_alphabetic()) {
            let name = word.trim_end_matches(|sign: char| !sign.is_alphabetic());
            let named = |suit: &Suit| Deck::ALL.iter().any(|deck| deck.suit_name(*suit) == name);
            match Suit::ALL.iter().find(|suit| named(suit)) {
                Some(suit) => coloured += &format!("\x1b[{}m{name}\x1b[0m{}", colour(*suit), &word[name.len()..]),
                None => coloured += word,
            }
        }
        coloured
    }
}

/// ANSI colour of a suit.
const fn colour(suit: Suit) -> u8 {
    match suit {
        Suit::Wands => 31,
        Suit::Cups => 34,
        Suit::Swords => 36,
        Suit::Pentacles => 32,
    }
}

fn read_line() -> anyhow::Result<Typed> {
    let mut line = Vec::new();
    match stdin().lock().read_until(b'\n', &mut line)? {
        0 => Ok(Typed::End),
        _ => Ok(String::from_utf8(line).map_or(Typed::NotText, Typed::Line)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suits_are_coloured_if_colours_are_on() {
        let terminal = |colours| Terminal { editor: None, colours, farewell: Farewell::default() };
        let coloured = |colours| terminal(colours).coloured("Two of Cups, The Fool");
        assert_eq!(coloured(false), "Two of Cups, The Fool");
        assert_eq!(coloured(true), "Two of \x1b[34mCups\x1b[0m, The Fool");
    }
}
