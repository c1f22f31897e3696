//! Counts of Fortuna (fortuna.md, "What is counted").

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    Counted, Merge,
    merge::merged,
    summary::{Summary, SummaryReport},
};
use crate::games::{
    Fortuna, Observe, Outcome, Player, Viewer,
    fortuna::{Answer, Detail, End, ShownTurns, Special, Step, Turn, TurnFaces, sides},
};

merged! {
    /// The counts of all games.
    pub struct Counts {
        /// How the games ended.
        pub ends: Ends,
        /// Turns of a game.
        pub turns: Summary,
        /// Turns by what they showed.
        pub shown: Shown,
        /// Bricks turned up, by face.
        pub bricks: [u64; 7],
        /// Calls by whether they were right and what was answered.
        pub calls: Calls,
    }
}

merged! {
    /// Games by how they ended.
    #[derive(Copy, Eq, ToSchema)]
    #[schema(as = FortunaCountedEnds)]
    pub struct Ends {
        pub marbles: u64,
        pub threshold: u64,
        pub max_turns: u64,
    }
}

merged! {
    /// Turns by what they showed, whatever was called.
    #[derive(Copy, Eq, ToSchema)]
    #[schema(as = FortunaCountedShown)]
    pub struct Shown {
        pub cheese: u64,
        pub happiness: u64,
        pub smile: u64,
        pub grin: u64,
        pub half_smile: u64,
        pub wolf_grin: u64,
        pub plain: u64,
        pub miss: u64,
    }
}

merged! {
    /// Calls, those of nothing among them.
    #[derive(Copy, Eq, ToSchema)]
    #[schema(as = FortunaCountedCalls)]
    pub struct Calls {
        /// Right calls that were accepted.
        pub true_accepted: u64,
        /// Right calls that were challenged.
        pub true_challenged: u64,
        /// Wrong calls that were accepted.
        pub false_accepted: u64,
        /// Wrong calls that were challenged.
        pub false_challenged: u64,
    }
}

/// What is counted of Fortuna.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = FortunaCounted)]
pub struct CountsReport {
    /// How many games ended how.
    pub ends: Ends,
    /// Turns of a game.
    pub turns: SummaryReport,
    /// Turns by what they showed, whatever was called.
    pub shown: Shown,
    /// How many bricks were turned up blank, with a one, a two …
    #[schema(value_type = Vec<u64>, min_items = 7, max_items = 7)]
    pub bricks: [u64; 7],
    /// Calls by whether they were right and what was answered; none without the option `calls`.
    pub calls: Calls,
}

/// Notes on one game: its bricks and calls, and the current turn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Notes {
    bricks: [u64; 7],
    calls: Calls,
    dice: TurnFaces,
    flipped: TurnFaces,
    call: Option<Special>,
}

impl Notes {
    fn answer(&mut self, game: &Fortuna, answer: Answer) {
        let shown = Turn::new(&self.dice, &self.flipped).shown(game.view(Viewer::All).options());
        let calls = &mut self.calls;
        *match (self.call == shown.special(), answer) {
            (true, Answer::Accept) => &mut calls.true_accepted,
            (true, Answer::Challenge) => &mut calls.true_challenged,
            (false, Answer::Accept) => &mut calls.false_accepted,
            (false, Answer::Challenge) => &mut calls.false_challenged,
        } += 1;
    }
}

impl From<ShownTurns> for Shown {
    fn from(turns: ShownTurns) -> Shown {
        let ShownTurns { cheese, happiness, smile, grin, half_smile, wolf_grin, plain, miss } = turns;
        Shown {
            cheese: cheese.into(),
            happiness: happiness.into(),
            smile: smile.into(),
            grin: grin.into(),
            half_smile: half_smile.into(),
            wolf_grin: wolf_grin.into(),
            plain: plain.into(),
            miss: miss.into(),
        }
    }
}

impl Counted for Fortuna {
    type Notes = Notes;
    type Counts = Counts;
    type Report = CountsReport;

    fn side(&self, player: Player) -> usize {
        player.index() % sides(self.view(Viewer::All).options(), self.players())
    }

    fn note(notes: &mut Notes, after: &Fortuna, step: &Step) {
        match step {
            Step::OpeningRoll { .. } => {}
            Step::Roll { dice } => notes.dice = *dice,
            Step::Flip { bricks } => {
                notes.flipped = *bricks;
                for brick in bricks.iter() {
                    notes.bricks[usize::from(brick.0)] += 1;
                }
            }
            Step::Call { name, .. } => notes.call = *name,
            Step::Challenge { .. } => notes.answer(after, Answer::Challenge),
            Step::Accept { .. } => notes.answer(after, Answer::Accept),
        }
    }

    fn count(counts: &mut Counts, notes: &Notes, outcome: &Outcome<Detail>, game: u64) {
        let ends = &mut counts.ends;
        *match outcome.detail.end {
            End::Marbles => &mut ends.marbles,
            End::Threshold => &mut ends.threshold,
            End::MaxTurns => &mut ends.max_turns,
        } += 1;
        counts.turns.add(outcome.detail.turns.into(), game);
        counts.shown.merge(&outcome.detail.shown.into());
        counts.bricks.merge(&notes.bricks);
        counts.calls.merge(&notes.calls);
    }

    fn report(counts: &Counts) -> CountsReport {
        CountsReport {
            ends: counts.ends,
            turns: counts.turns.report(),
            shown: counts.shown,
            bricks: counts.bricks,
            calls: counts.calls,
        }
    }
}
