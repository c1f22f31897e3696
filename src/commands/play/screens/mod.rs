//! The terminal views of the games.

mod foolery;
mod fortuna;
mod fortunes;
mod fortuno;
mod reversal;
#[cfg(test)]
mod tests;

use serde::de::DeserializeOwned;

use super::{host::Perspective, sheet::Sheet};
use crate::{games::Player, narration::Narrate, reading::Heading};

/// A finished game: all that its readings depend on.
pub struct Finished<'a, G: Screen> {
    /// Its steps.
    pub steps: &'a [G::Step],
    /// Its result.
    pub detail: G::Detail,
    /// Its seeds.
    pub seeds: (&'a str, &'a str),
}

/// A game that can be played at a terminal.
pub trait Screen: Narrate<State: Clone + DeserializeOwned> {
    /// The table, for a person about to choose a step.
    fn sheet(perspective: &Perspective, state: &Self::State) -> Sheet;

    /// Changes that the sentences of steps do not mention, such as who wins a trick or which cards are drawn.
    fn changes(perspective: &Perspective, before: &Self::State, after: &Self::State) -> Vec<String>;

    /// The same for several steps, `None` where a step is hidden: the changes after each of them, as far as they can be
    /// told from the states before and after all of them. Otherwise they follow the last step.
    fn changes_by_step(
        perspective: &Perspective,
        before: &Self::State,
        after: &Self::State,
        steps: &[Option<Self::Step>],
    ) -> Vec<Vec<String>> {
        let mut by_step = vec![Vec::new(); steps.len()];
        if let Some(last) = by_step.last_mut() {
            *last = Self::changes(perspective, before, after);
        }
        by_step
    }

    /// Details of a step that its sentence does not mention, such as dice.
    fn detail(_perspective: &Perspective, _step: &Self::Step) -> Option<String> {
        None
    }

    /// May the person speak before others act, without having to?
    fn may_only_speak(_perspective: &Perspective, _state: &Self::State, _legal: &[Self::Step]) -> bool {
        false
    }

    /// The amount of a step that is just a number. Such steps are chosen by it.
    fn amount(_step: &Self::Step) -> Option<u32> {
        None
    }

    /// The same step with another amount, which may be illegal; `None` if the step is not just a number.
    fn with_amount(_step: &Self::Step, _amount: u32) -> Option<Self::Step> {
        None
    }

    /// The reading of a player's tricks, in games with readings.
    ///
    /// # Errors
    /// The tricks cannot be read.
    fn reading(_finished: Finished<'_, Self>, _player: Player, _heading: &Heading) -> anyhow::Result<Option<String>> {
        Ok(None)
    }
}
