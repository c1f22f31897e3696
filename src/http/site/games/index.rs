//! A stored game with an index of its parts and deals, for stepping through it.

use std::ops::Range;

use super::replay_position::ReplayPosition;
use crate::{
    games::{Log, LogCodec, Refusal, Trail, Viewer},
    http::site::board::{BoardPage, DealStart},
    narration::{Names, UNSEEN, narrate_seen},
    service::Cached,
};

/// A game with all its positions, and where its parts and deals begin.
pub struct GameIndex<G: BoardPage> {
    trail: Trail<G>,
    /// Step counts at which parts begin, except the first.
    parts: Vec<usize>,
    /// Its deals, if the ruleset has several.
    deals: Vec<DealStart>,
}

impl<G: BoardPage + LogCodec> Cached for GameIndex<G> {
    fn bytes(&self) -> usize {
        self.trail.bytes() + size_of_val(self.parts.as_slice()) + size_of_val(self.deals.as_slice())
    }
}

impl<G: BoardPage> GameIndex<G> {
    /// Replays a game.
    ///
    /// # Errors
    /// The log is damaged.
    pub fn of(log: Log<G>) -> Result<GameIndex<G>, Refusal> {
        let (mut parts, mut deals, mut part, mut after) = (Vec::new(), Vec::<DealStart>::new(), None, 0);
        let look = |game: &G| {
            let now = G::part(game);
            if part.replace(now).is_some_and(|before| before != now) {
                parts.push(after);
            }
            if let Some(number) = G::deal(game).filter(|number| deals.last().is_none_or(|last| last.number != *number))
            {
                deals.push(DealStart { number, after });
            }
            after += 1;
        };
        let trail = Trail::of(log, look)?;
        Ok(GameIndex { trail, parts, deals })
    }

    /// The positions of the game.
    pub const fn trail(&self) -> &Trail<G> {
        &self.trail
    }

    /// Its deals, if the ruleset has several.
    pub fn deals(&self) -> &[DealStart] {
        &self.deals
    }

    /// Does a part begin after this number of steps?
    pub fn begins_part(&self, step: usize) -> bool {
        self.parts.binary_search(&step).is_ok()
    }

    /// The start of the previous part, and of the next part.
    pub fn parts_about(&self, step: usize) -> (Option<usize>, Option<usize>) {
        let before = self.parts[..self.parts.partition_point(|first| *first < step)].last().copied();
        let next = self.parts.get(self.parts.partition_point(|first| *first <= step)).copied();
        (before.or((step > 0).then_some(0)), next)
    }

    /// Sentences of a range of steps.
    pub fn sentences(&self, names: &Names<'_>, position: ReplayPosition, steps: Range<usize>) -> Vec<String> {
        let mut game = self.trail.game(steps.start);
        let tell = |step: &G::Step| {
            if position.viewer == Viewer::All {
                return Some(G::narrate(names, step));
            }
            let before = game.clone();
            game.apply_unchecked(step);
            narrate_seen(names, (&before, step, &game), position.viewer).0
        };
        let narrations = self.trail.log().steps[steps].iter().map(tell);
        narrations
            .map(|narration| narration.map_or_else(|| UNSEEN.to_owned(), |narration| narration.sentence))
            .collect()
    }
}
