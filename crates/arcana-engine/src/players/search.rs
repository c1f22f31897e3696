//! The search of `sage`, for all games: playouts from positions that its seat cannot tell apart.
//!
//! Hidden cards are dealt anew (a determinization), every candidate is played in the same deals, and a quick player
//! plays on. The worse half of the candidates goes after each round (sequential halving), so most playouts are spent on
//! the moves that are hard to tell apart. Sums are integers and a decision has one thread: the same seed gives the same
//! move on every machine.

use super::{Bot, HasBots};
use crate::{chance::Chance, games::Observe};

/// How long `sage` thinks, as a number of playouts: 1 to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Effort(u8);

impl Effort {
    /// The least effort.
    pub const LEAST: Effort = Effort(1);
    /// What is meant where no effort is named.
    pub const USUAL: Effort = Effort(4);
    /// The greatest effort.
    pub const MOST: Effort = Effort(10);

    /// The effort with this number; `None` unless it is 1 to 10.
    pub const fn new(number: u8) -> Option<Effort> {
        if number >= Effort::LEAST.0 && number <= Effort::MOST.0 { Some(Effort(number)) } else { None }
    }

    /// Its number, 1 to 10.
    pub const fn number(self) -> u8 {
        self.0
    }
}

/// How a game is searched.
pub struct Search<G: Observe> {
    /// Increases whenever `sage` plays differently.
    pub version: u32,
    /// Playouts of one decision at effort 1, over all candidates: they grow with the square of the effort.
    pub playouts: u32,
    /// Number of playouts of each move in one call of [`play`](Playouts::play).
    pub at_once: u32,
    /// By how many standard errors a move must be better than the first candidate to be preferred to it; `None` where
    /// no candidate is preferred.
    pub doubt: Option<f64>,
    /// How many times as long as an adept `sage` thinks at effort 1, at most; at others, times their square.
    pub to_adept: u32,
    /// What makes playouts from what a player sees.
    pub begin: fn(&G::View<'_>) -> Box<dyn Playouts<G>>,
}

/// Makes playouts for the moves of one decision, always from the same view.
pub trait Playouts<G: Observe> {
    /// The legal moves that are worth playouts, the usual one first; one of several that come to the same. Empty where
    /// only the quick player knows how to choose.
    fn candidates(&self, view: &G::View<'_>, moves: &[G::Move]) -> Vec<G::Move>;

    /// Deals the hidden cards anew and plays each move out in these deals: adds what it brings its player.
    fn play(&mut self, view: &G::View<'_>, moves: &mut [Judged<G::Move>], chance: &mut Chance);
}

/// A move and what its playouts brought, in the units of the game's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged<M> {
    /// The move.
    pub mv: M,
    /// Number of playouts.
    pub playouts: u32,
    /// Sum of their results.
    pub sum: i64,
    /// Sum of the squares of their results.
    pub squares: i64,
}

impl<M> Judged<M> {
    /// A move that was not played out yet.
    pub const fn new(mv: M) -> Judged<M> {
        Judged { mv, playouts: 0, sum: 0, squares: 0 }
    }

    /// Adds the result of one playout.
    pub const fn add(&mut self, result: i64) {
        self.playouts += 1;
        self.sum += result;
        self.squares += result * result;
    }

    /// What a playout brought on average, and its standard error; 0 without playouts.
    pub fn mean(&self) -> (f64, f64) {
        let count = f64::from(self.playouts.max(1));
        let mean = self.sum as f64 / count;
        let variance = (self.squares as f64 / count - mean * mean).max(0.0);
        (mean, (variance / (count - 1.0).max(1.0)).sqrt())
    }

    /// Whether it is better than another move by more than this number of standard errors of the difference, as if
    /// they had been played out in different deals.
    pub fn is_clearly_better_than(&self, other: &Judged<M>, errors: f64) -> bool {
        let ((mean, own), (others, theirs)) = (self.mean(), other.mean());
        let more = mean - others;
        more > 0.0 && more * more > errors * errors * (own * own + theirs * theirs)
    }

    /// Whether it brought more a playout than another move.
    const fn is_better_than(&self, other: &Judged<M>) -> bool {
        self.sum as i128 * other.playouts as i128 > other.sum as i128 * self.playouts as i128
    }
}

/// A decision between several candidates, by what its player sees.
pub struct Choice<'a, 'g, G: Observe> {
    view: &'a G::View<'g>,
    search: Search<G>,
    playouts: Box<dyn Playouts<G>>,
    candidates: Vec<G::Move>,
    stop: &'a dyn Fn() -> bool,
}

impl<'a, 'g, G: HasBots> Choice<'a, 'g, G> {
    /// The decision between these legal moves; `None` where there is nothing to search.
    ///
    /// It is given up between two batches of playouts as soon as `stop` says so: what it then says means nothing.
    pub fn of(view: &'a G::View<'g>, moves: &[G::Move], stop: &'a dyn Fn() -> bool) -> Option<Choice<'a, 'g, G>> {
        let search = G::SEARCH.filter(|_| moves.len() > 1)?;
        let playouts = (search.begin)(view);
        let candidates = playouts.candidates(view, moves);
        (candidates.len() > 1).then_some(Choice { view, search, playouts, candidates, stop })
    }

    /// Judges the candidates, the one to be played first.
    pub fn judge(&mut self, effort: Effort, chance: &mut Chance) -> Vec<Judged<G::Move>> {
        // Means are compared over the same deals only: where the usual move may be preferred, it is played to the end.
        let usual = self.search.doubt.map(|errors| (self.candidates[0], errors));
        let mut judged: Vec<_> = self.candidates.iter().copied().map(Judged::new).collect();
        let rounds = judged.len().next_power_of_two().ilog2();
        let mut left = judged.len();
        for _ in 0..rounds {
            self.play(&mut judged[..left], self.all_playouts(effort) / rounds, chance);
            sort_best_first(&mut judged[..left]);
            left = keep(&mut judged, left.div_ceil(2), usual.map(|(mv, _)| mv));
        }
        if let Some((mv, errors)) = usual {
            prefer(&mut judged, mv, errors);
        }
        judged
    }

    /// Judges two moves anew, in the same deals, with as many playouts as the candidates together.
    pub fn compare(&mut self, moves: [G::Move; 2], effort: Effort, chance: &mut Chance) -> [Judged<G::Move>; 2] {
        let mut judged = moves.map(Judged::new);
        self.play(&mut judged, self.all_playouts(effort), chance);
        judged
    }

    fn all_playouts(&self, effort: Effort) -> u32 {
        self.search.playouts * u32::from(effort.number()).pow(2)
    }

    /// Shares this number of playouts among moves, at least a batch each.
    fn play(&mut self, moves: &mut [Judged<G::Move>], playouts: u32, chance: &mut Chance) {
        let batches = (playouts / moves.len() as u32).div_ceil(self.search.at_once).max(1);
        for _ in 0..batches {
            if (self.stop)() {
                return;
            }
            self.playouts.play(self.view, moves, chance);
        }
    }
}

/// Puts a move behind the best ones if it is not among them, and says how many go on.
fn keep<M: PartialEq>(judged: &mut [Judged<M>], best: usize, kept: Option<M>) -> usize {
    match judged.iter().position(|judged| Some(&judged.mv) == kept.as_ref()) {
        Some(place) if place >= best => {
            judged[best..=place].rotate_right(1);
            best + 1
        }
        Some(_) | None => best,
    }
}

/// Moves a move to the front unless the best is clearly better.
fn prefer<M: PartialEq>(judged: &mut [Judged<M>], usual: M, errors: f64) {
    let place = judged.iter().position(|judged| judged.mv == usual);
    if let Some(place) = place
        && !judged[0].is_clearly_better_than(&judged[place], errors)
    {
        judged[..=place].rotate_right(1);
    }
}

/// A stable order: equal moves stay as they were listed.
fn sort_best_first<M>(judged: &mut [Judged<M>]) {
    judged.sort_by(|one, other| {
        let (one, other) = (other.is_better_than(one), one.is_better_than(other));
        one.cmp(&other)
    });
}

/// Plays what its search likes best; where nothing is to be searched, it plays as `adept` does.
pub(super) struct Sage<G: HasBots> {
    pub effort: Effort,
    pub adept: Box<dyn Bot<G>>,
}

impl<G: HasBots> Bot<G> for Sage<G> {
    fn reads(&self, view: &G::View<'_>, must: bool) -> usize {
        self.adept.reads(view, must)
    }

    fn choose(&mut self, view: &G::View<'_>, moves: &[G::Move], must: bool, chance: &mut Chance) -> Option<G::Move> {
        let choice = must.then(|| Choice::<G>::of(view, moves, &|| false)).flatten();
        match choice.and_then(|mut choice| choice.judge(self.effort, chance).first().map(|best| best.mv)) {
            Some(best) => Some(best),
            None => self.adept.choose(view, moves, must, chance),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_that_may_be_preferred_is_played_to_the_end() {
        let mut judged = [1, 2, 3, 4].map(Judged::new);
        assert_eq!(keep(&mut judged, 2, Some(4)), 3);
        assert_eq!(judged.map(|judged| judged.mv), [1, 2, 4, 3]);
        assert_eq!(keep(&mut judged, 2, Some(1)), 2);
        assert_eq!(keep(&mut judged, 2, None), 2);
        assert_eq!(judged.map(|judged| judged.mv), [1, 2, 4, 3]);
    }

    #[test]
    fn a_move_is_preferred_unless_another_is_clearly_better() {
        let of = |mv, sums: [i64; 2]| {
            let mut judged = Judged::new(mv);
            sums.into_iter().for_each(|sum| judged.add(sum));
            judged
        };
        let mut judged = [of(1, [4, 6]), of(2, [3, 5])];
        prefer(&mut judged, 2, 0.5);
        assert_eq!(judged.map(|judged| judged.mv), [1, 2]);
        prefer(&mut judged, 2, 1.0);
        assert_eq!(judged.map(|judged| judged.mv), [2, 1]);
    }
}
