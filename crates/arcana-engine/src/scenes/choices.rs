//! What a viewer can do: the legal steps in words, with numbers.

use super::{HasScene, SceneView, json};
use crate::{
    cards::Card,
    games::{Player, Viewer, legal_steps},
    narration::Narration,
    spelling::capital,
};

/// The steps that the viewer can make.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// The steps, or the first of them, in the order of [`legal_steps`].
    pub list: Vec<Choice>,
    /// Are there more than those listed?
    pub truncated: bool,
    /// Does the game wait for the viewer? Otherwise the viewer may make one of them, and need not.
    pub must: bool,
}

/// A step that the viewer can make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its number, from 1.
    pub number: u32,
    /// What the viewer does, as in `Play Two of Wands`.
    pub words: String,
    /// The cards that are moved, in the order of the step.
    pub cards: Vec<Card>,
    /// The step as JSON.
    pub step: String,
}

impl Choices {
    /// What the viewer can do; nothing for a viewer without a seat.
    pub(super) fn of<G: HasScene>(view: &SceneView<'_, G>) -> Choices {
        let Viewer::Player(player) = view.viewer else { return Choices::default() };
        if view.due.is_over() {
            return Choices::default();
        }
        let legal = legal_steps(view.game, view.viewer);
        let choice = |(number, step): (u32, &G::Step)| {
            let told = G::narrate(view.names, step);
            Choice { number, words: view.offered(player, &told), cards: told.moved, step: json(step) }
        };
        Choices {
            list: (1..).zip(&legal.steps).map(choice).collect(),
            truncated: legal.truncated,
            must: view.must_act(player),
        }
    }
}

impl<G: HasScene> SceneView<'_, G> {
    /// A player's step as a choice, as in `Play Two of Wands`.
    pub fn choice(&self, player: Player, step: &G::Step) -> String {
        self.offered(player, &G::narrate(self.names, step))
    }

    fn offered(&self, player: Player, told: &Narration) -> String {
        let deed = told.sentence.strip_prefix(self.names.player(player)).unwrap_or(&told.sentence);
        choice(deed.trim_start())
    }
}

/// What precedes the words of a call at the end of a step.
const CALLS: &str = " and calls “";
const CALL: &str = " and call “";

/// What a player does, as in `plays Two of Wands.`, as a choice: `Play Two of Wands`.
fn choice(deed: &str) -> String {
    capital(&in_second_person(deed.trim_end_matches('.')))
}

/// Puts the leading verb, one joined to it, and that of a call at the end in the second person.
///
/// Cards and players are joined by `and` too, and their names must stay as they are.
fn in_second_person(deed: &str) -> String {
    let (first, rest) = verb(deed);
    let deed = match rest.strip_prefix(" and ").map(verb) {
        Some((second, rest)) => format!("{first} and {second}{rest}"),
        None => format!("{first}{rest}"),
    };
    match deed.rsplit_once(CALLS) {
        Some((before, called)) if called.ends_with('”') => format!("{before}{CALL}{called}"),
        Some(_) | None => deed,
    }
}

/// The leading verb in the second person, and what follows it.
fn verb(deed: &str) -> (&str, &str) {
    let (theirs, rest) = deed.split_at(deed.find(' ').unwrap_or(deed.len()));
    let ends_in_es = ["sses", "shes", "oes"].into_iter().any(|end| theirs.ends_with(end));
    let yours = match theirs {
        "has" => "have",
        "is" => "are",
        _ => theirs.strip_suffix(if ends_in_es { "es" } else { "s" }).unwrap_or(theirs),
    };
    (yours, rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_offered_in_the_second_person() {
        for (deed, offered) in [
            ("plays Two of Wands.", "Play Two of Wands"),
            ("plays Death and calls “Fortuno”.", "Play Death and call “Fortuno”"),
            ("plays Two of Wands and Death.", "Play Two of Wands and Death"),
            (
                "plays Two of Wands, Two of Cups and Death and calls “Fortuno”.",
                "Play Two of Wands, Two of Cups and Death and call “Fortuno”",
            ),
            ("divorces and keeps Death.", "Divorce and keep Death"),
            ("decides that Bel and draws swap hands.", "Decide that Bel and draws swap hands"),
            ("does not steal the reward.", "Do not steal the reward"),
            ("says that Bel did not call.", "Say that Bel did not call"),
            ("passes.", "Pass"),
        ] {
            assert_eq!(choice(deed), offered);
        }
    }
}
