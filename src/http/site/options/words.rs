//! Options in plain words: what their inputs are called, and what can be chosen.

/// What an option is about: its inputs stand together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// How long a game lasts.
    Length,
    /// How it is played.
    Rules,
}

/// An option in plain words.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// Where the option stands, as in `betting.limit`.
    pub path: &'static str,
    /// What it is about.
    pub group: Group,
    /// What its input is called.
    pub label: &'static str,
    /// Values that can be chosen, and what they are called.
    pub values: &'static [(&'static str, &'static str)],
}

/// A number that says how long a game lasts.
pub const fn length(path: &'static str, label: &'static str) -> Words {
    Words { path, group: Group::Length, label, values: &[] }
}

/// A number that says how it is played.
pub const fn number(path: &'static str, label: &'static str) -> Words {
    Words { path, group: Group::Rules, label, values: &[] }
}

/// One of some values.
pub const fn choice(path: &'static str, label: &'static str, values: &'static [(&'static str, &'static str)]) -> Words {
    Words { path, group: Group::Rules, label, values }
}

/// Whether something is so.
pub const fn yes_or_no(path: &'static str, label: &'static str) -> Words {
    choice(path, label, &[("true", "Yes"), ("false", "No")])
}

/// A game whose options can be chosen by people.
pub trait OptionWords {
    /// Its options, in the order in which people think of them.
    const WORDS: &'static [Words];
}
