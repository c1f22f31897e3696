//! Labels of options and their choices.

/// A group of options in the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// The length of a game.
    Length,
    /// The rules of play.
    Rules,
}

/// The label of an option and its choices.
#[derive(Clone, Copy, Debug)]
pub struct OptionLabels {
    /// Path of the option, as in `betting.limit`.
    pub path: &'static str,
    /// Its group.
    pub group: Group,
    /// Label of its input.
    pub label: &'static str,
    /// Its choices: value and label.
    pub values: &'static [(&'static str, &'static str)],
}

/// A number that determines the length of a game.
pub const fn length(path: &'static str, label: &'static str) -> OptionLabels {
    OptionLabels { path, group: Group::Length, label, values: &[] }
}

/// A number that changes the rules.
pub const fn number(path: &'static str, label: &'static str) -> OptionLabels {
    OptionLabels { path, group: Group::Rules, label, values: &[] }
}

/// A choice between values.
pub const fn choice(
    path: &'static str,
    label: &'static str,
    values: &'static [(&'static str, &'static str)],
) -> OptionLabels {
    OptionLabels { path, group: Group::Rules, label, values }
}

/// A boolean.
pub const fn yes_or_no(path: &'static str, label: &'static str) -> OptionLabels {
    choice(path, label, &[("true", "Yes"), ("false", "No")])
}

/// A game whose options can be set in a form.
pub trait OptionWords {
    /// Its options, in the order of the form.
    const WORDS: &'static [OptionLabels];
}
